//! Colours that a colour-blind reader can tell apart.
//!
//! In: a proper colouring of the pieces by numbers, or their kinds, and the colours that the puzzle gives. Out: a colour
//! for each piece. A colour that the puzzle gives stays as it is, even beside its like: outlines are always drawn. The
//! numbers of the others are then matched with colours of the palette such that no number meets a given colour that
//! looks like its own; where that is impossible, each piece takes for itself the one that it meets least. Cost: linear.

use super::adjacency::Adjacency;
use super::colouring::Colouring;
use crate::pieces::Colour;
use crate::run::{Control, Pulse, Stopped};

/// The colours pieces are filled with, in the order in which they are taken.
///
/// First the palette of Okabe and Ito without black, which is left to the lines: sky blue, orange, bluish green, yellow,
/// reddish purple, vermilion, blue. No board that is covered rightly needs more to keep neighbours apart. The others, as many as are needed for
/// a colour for each hexomino, were chosen one after the other, none very dark or glaring, each as far as can be from those before, from white,
/// grey and black, as seen with three kinds of cones and with either of two (simulated after Machado, Oliveira and Fernandes 2009); no two of
/// the first eighteen are more alike to any of the three readers than two of Okabe and Ito's.
pub const PALETTE: [Colour; 36] = [
    [0x56, 0xB4, 0xE9],
    [0xE6, 0x9F, 0x00],
    [0x00, 0x9E, 0x73],
    [0xF0, 0xE4, 0x42],
    [0xCC, 0x79, 0xA7],
    [0xD5, 0x5E, 0x00],
    [0x00, 0x72, 0xB2],
    [0x78, 0x2D, 0x1E],
    [0xA5, 0xC3, 0x96],
    [0x5A, 0x69, 0x69],
    [0x5A, 0x87, 0xFF],
    [0xFF, 0xFF, 0xB4],
    [0x0F, 0x4B, 0x78],
    [0x3C, 0x2D, 0xC3],
    [0x96, 0x4B, 0x00],
    [0xC3, 0xE1, 0x96],
    [0x69, 0xD2, 0xFF],
    [0x00, 0x69, 0xF0],
    [0x78, 0x00, 0x4B],
    [0x3C, 0x0F, 0x96],
    [0xFF, 0x5A, 0x78],
    [0xD2, 0x00, 0x4B],
    [0xFF, 0x78, 0xD2],
    [0xFF, 0xB4, 0x4B],
    [0xC3, 0x2D, 0xA5],
    [0x96, 0x78, 0xD2],
    [0xF0, 0xB4, 0xD2],
    [0xFF, 0xFF, 0x00],
    [0xD2, 0x87, 0x2D],
    [0x1E, 0xA5, 0xFF],
    [0x4B, 0x69, 0x3C],
    [0xF0, 0xF0, 0xD2],
    [0xB4, 0xA5, 0xA5],
    [0x0F, 0x5A, 0xD2],
    [0x3C, 0x5A, 0x78],
    [0xFF, 0x96, 0x69],
];

/// The colour of every piece, such that pieces that touch have different ones, from the colour given to each.
///
/// # Errors
/// When `control` says stop.
pub(super) fn properly(
    adjacency: &Adjacency,
    given: &[Option<Colour>],
    control: &Control,
) -> Result<Vec<Colour>, Stopped> {
    let colouring = Colouring::of(adjacency, control)?;
    let count = colouring.count() as usize;
    // Only pieces in many parts can need more than the palette, and then colours repeat.
    let mut assigned: Option<Vec<usize>> = Some((0..count).collect());
    if given.iter().any(Option::is_some) {
        let mut meets = vec![[false; PALETTE.len()]; count];
        let pulse = Pulse::preparing(control);
        for (piece, &number) in colouring.numbers().iter().enumerate() {
            pulse.beat()?;
            if given[piece].is_none() {
                for colour in adjacency.of(piece as u32).iter().filter_map(|&n| given[n as usize]) {
                    for (met, &own) in meets[number as usize].iter_mut().zip(&PALETTE) {
                        *met |= alike(own, colour);
                    }
                }
            }
        }
        assigned = matched(&meets);
    }
    let Some(assigned) = assigned else { return one_by_one(adjacency, given, control) };
    let colour = |(&number, given): (&u32, &Option<Colour>)| {
        given.unwrap_or(PALETTE[assigned[number as usize] % PALETTE.len()])
    };
    Ok(colouring.numbers().iter().zip(given).map(colour).collect())
}

/// The colour of every kind of piece: all different, if the palette suffices and no colour is given twice.
pub(super) fn by_kind(given: &[Option<Colour>]) -> Vec<Colour> {
    let free = |colour: &Colour| !given.iter().flatten().any(|&other| alike(*colour, other));
    let mut left: Vec<Colour> = PALETTE.iter().copied().filter(free).collect();
    if left.is_empty() {
        left.extend(PALETTE);
    }
    let mut left = left.iter().copied().cycle();
    given.iter().map(|given| given.or_else(|| left.next()).unwrap_or(PALETTE[0])).collect()
}

/// The colour, black or white, in which writing on this one is read best.
pub fn ink_on([r, g, b]: Colour) -> Colour {
    // Luma, after Rec. 601.
    let luma = 299 * u32::from(r) + 587 * u32::from(g) + 114 * u32::from(b);
    if luma > 118_000 { [0; 3] } else { [255; 3] }
}

/// For each number a colour of the palette that it does not meet, no colour twice, if that is possible: by augmenting paths.
fn matched(meets: &[[bool; PALETTE.len()]]) -> Option<Vec<usize>> {
    fn place(
        number: usize,
        meets: &[[bool; PALETTE.len()]],
        owner: &mut [Option<usize>],
        seen: &mut [bool],
    ) -> bool {
        for colour in 0..PALETTE.len() {
            if meets[number][colour] || std::mem::replace(&mut seen[colour], true) {
                continue;
            }
            if owner[colour].is_none_or(|other| place(other, meets, owner, seen)) {
                owner[colour] = Some(number);
                return true;
            }
        }
        false
    }
    let mut owner = [None; PALETTE.len()];
    if !(0..meets.len()).all(|number| place(number, meets, &mut owner, &mut [false; PALETTE.len()])) {
        return None;
    }
    (0..meets.len()).map(|number| owner.iter().position(|&o| o == Some(number))).collect()
}

/// Every piece without a colour takes the one that the fewest of its neighbours have.
fn one_by_one(
    adjacency: &Adjacency,
    given: &[Option<Colour>],
    control: &Control,
) -> Result<Vec<Colour>, Stopped> {
    let pulse = Pulse::preparing(control);
    let mut colours: Vec<Option<Colour>> = given.to_vec();
    for piece in adjacency.colouring_order(&pulse)? {
        pulse.beat()?;
        if colours[piece as usize].is_some() {
            continue;
        }
        let mut near = [0_usize; PALETTE.len()];
        for colour in adjacency.of(piece).iter().filter_map(|&n| colours[n as usize]) {
            for (count, &own) in near.iter_mut().zip(&PALETTE) {
                *count += usize::from(alike(own, colour));
            }
        }
        let best = (0..PALETTE.len()).min_by_key(|&i| near[i]).unwrap_or(0);
        colours[piece as usize] = Some(PALETTE[best]);
    }
    Ok(colours.into_iter().map(|colour| colour.unwrap_or(PALETTE[0])).collect())
}

/// Whether two colours are hard to tell apart. No two of the palette are.
fn alike(a: Colour, b: Colour) -> bool {
    a.iter().zip(b).map(|(&a, b)| u32::from(a.abs_diff(b))).sum::<u32>() < 60
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oklab coordinates (Ottosson 2020) of a colour as a reader with all cones, without the long and without the
    /// middle ones sees it (Machado, Oliveira and Fernandes 2009, severity 1).
    fn seen(colour: Colour) -> [[f64; 3]; 3] {
        const READERS: [[[f64; 3]; 3]; 3] = [
            [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
            [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
        ];
        const CONES: [[f64; 3]; 3] = [
            [0.412_221, 0.536_333, 0.051_446],
            [0.211_903, 0.680_700, 0.107_397],
            [0.088_302, 0.281_719, 0.629_979],
        ];
        const LAB: [[f64; 3]; 3] = [
            [0.210_454, 0.793_618, -0.004_072],
            [1.977_998, -2.428_592, 0.450_594],
            [0.025_904, 0.782_772, -0.808_676],
        ];
        let times = |matrix: [[f64; 3]; 3], v: [f64; 3]| {
            matrix.map(|row| row.iter().zip(v).map(|(a, b)| a * b).sum())
        };
        let linear = colour.map(|c| {
            let c = f64::from(c) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        });
        READERS.map(|reader| {
            let light = times(reader, linear).map(|x: f64| x.clamp(0.0, 1.0));
            times(LAB, times(CONES, light).map(f64::cbrt))
        })
    }

    #[test]
    fn the_palette_is_told_apart_by_every_reader() {
        let distance = |a: Colour, b: Colour| {
            let apart = |(a, b): ([f64; 3], [f64; 3])| {
                a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
            };
            seen(a).into_iter().zip(seen(b)).map(apart).fold(f64::INFINITY, f64::min)
        };
        let (okabe_ito, ours) = PALETTE.split_at(7);
        let least = |colours: &[Colour], others: &[Colour]| {
            let pairs =
                colours.iter().flat_map(|&a| others.iter().filter(move |&&b| a != b).map(move |&b| (a, b)));
            pairs.map(|(a, b)| distance(a, b)).fold(f64::INFINITY, f64::min)
        };
        assert!((least(okabe_ito, okabe_ito) - 0.076).abs() < 0.001);
        assert!(least(&ours[..11], &PALETTE[..18]) > 0.08, "{}", least(&ours[..11], &PALETTE[..18]));
        assert!(least(ours, &PALETTE) > 0.055, "{}", least(ours, &PALETTE));
        assert!(least(&PALETTE, &[[255; 3], [0xDD; 3], [0; 3]]) > 0.055);
        for (i, &a) in PALETTE.iter().enumerate() {
            assert!(PALETTE[..i].iter().all(|&b| !alike(a, b)));
        }
    }

    #[test]
    fn given_colours_stay_and_others_avoid_them() {
        let control = Control::default();
        let pulse = Pulse::preparing(&control);
        let path = Adjacency::new(4, || [(0, 1), (1, 2), (2, 3)].into_iter(), &pulse).unwrap();
        let nearly_sky = [0x58, 0xB0, 0xE0];
        let properly = |graph: &Adjacency, given: &[Option<Colour>]| {
            properly(graph, given, &Control::default()).unwrap()
        };
        let colours = properly(&path, &[None, Some(nearly_sky), Some(nearly_sky), None]);
        assert_eq!(colours, [PALETTE[2], nearly_sky, nearly_sky, PALETTE[1]]);
        // A star whose centre may have no colour of the palette but the one its last ray has too.
        let star = Adjacency::new(38, || (1..38).map(|i| (0, i)), &pulse).unwrap();
        let mut given: Vec<Option<Colour>> = PALETTE.iter().map(|&c| Some(c)).collect();
        given.insert(0, None);
        given.push(Some([10, 10, 10]));
        assert_eq!(properly(&star, &given)[0], PALETTE[0]);
    }

    #[test]
    fn kinds_differ() {
        let colours = by_kind(&[None; 36]);
        assert_eq!(colours, PALETTE);
        assert_eq!(by_kind(&[None, Some(PALETTE[0]), None]), [PALETTE[1], PALETTE[0], PALETTE[2]]);
        assert_eq!(by_kind(&[None; 38])[36..], PALETTE[..2]);
    }
}
