//! Colours that a colour-blind reader can tell apart.
//!
//! In: which pieces touch, their kinds, and the colours that the puzzle gives. Out: a colour for each piece. Pieces are
//! coloured in the smallest-last order, so the palette of seven is always enough; within that, a kind keeps its own
//! colour where it can. A colour that the puzzle gives stays as it is, even beside its like: outlines are always
//! drawn, and the others keep away from it. Cost: linear.

use super::adjacency::Adjacency;
use crate::pieces::Colour;

/// The palette of Okabe and Ito without black, which is left to the lines: sky blue, orange, bluish green, yellow,
/// reddish purple, vermilion, blue.
pub const PALETTE: [Colour; 7] = [
    [0x56, 0xB4, 0xE9],
    [0xE6, 0x9F, 0x00],
    [0x00, 0x9E, 0x73],
    [0xF0, 0xE4, 0x42],
    [0xCC, 0x79, 0xA7],
    [0xD5, 0x5E, 0x00],
    [0x00, 0x72, 0xB2],
];

/// The colour of every piece, from the kind of every piece and the colour given to it.
pub(super) fn choose(adjacency: &Adjacency, kinds: &[usize], given: &[Option<Colour>]) -> Vec<Colour> {
    let mut colours: Vec<Option<Colour>> = given.to_vec();
    for piece in adjacency.colouring_order() {
        if colours[piece as usize].is_some() {
            continue;
        }
        // How often a neighbour has this colour, or one given that looks like it.
        let mut near = [0_usize; PALETTE.len()];
        for colour in adjacency.of(piece).iter().filter_map(|&n| colours[n as usize]) {
            for (count, &own) in near.iter_mut().zip(&PALETTE) {
                *count += usize::from(alike(own, colour));
            }
        }
        let turned = (0..PALETTE.len()).map(|i| (kinds[piece as usize] % PALETTE.len() + i) % PALETTE.len());
        let best = turned.min_by_key(|&i| near[i]).unwrap_or(0);
        colours[piece as usize] = Some(PALETTE[best]);
    }
    colours.into_iter().map(|colour| colour.unwrap_or(PALETTE[0])).collect()
}

/// Whether two colours are hard to tell apart. No two of the palette are.
fn alike(a: Colour, b: Colour) -> bool {
    a.iter().zip(b).map(|(&a, b)| u32::from(a.abs_diff(b))).sum::<u32>() < 80
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_palette_is_told_apart() {
        for (i, &a) in PALETTE.iter().enumerate() {
            assert!(PALETTE[..i].iter().all(|&b| !alike(a, b)));
        }
    }

    #[test]
    fn given_colours_stay_and_others_avoid_them() {
        let path = Adjacency::new(4, || [(0, 1), (1, 2), (2, 3)].into_iter());
        let nearly_sky = [0x58, 0xB0, 0xE0];
        let colours = choose(&path, &[0, 0, 0, 0], &[None, Some(nearly_sky), Some(nearly_sky), None]);
        assert_eq!(colours, [PALETTE[1], nearly_sky, nearly_sky, PALETTE[1]]);
    }
}
