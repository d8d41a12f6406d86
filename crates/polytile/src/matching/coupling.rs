//! Perfect matchings drawn at random by coupling from the past.
//!
//! In: a [`Lattice`] of matchings, and a source of random bits. Out: a matching, every one as likely as any other, exactly. A
//! sweep goes once through all groups of faces, and makes each rise or fall by one, as a random bit of its own says, if it can:
//! that preserves the uniform distribution, and never puts a matching that was below another one above it. If the sweeps from
//! time -T to 0 bring the highest and the lowest matching together, they bring all matchings together, and the one that results
//! is distributed as if the sweeps had always been going on. If not, sweeps from -2T to 0 are tried, the bits of the sweeps from
//! -T on being the same again (Propp and Wilson 1996). How long that takes depends on the bits alone, never on a clock.
//!
//! Both matchings are kept in one byte for each edge, and are swept together. Cost: about as many sweeps as the square of the
//! heights that lie between the extremes, times a logarithm: for a square of side n some n^4 log n steps in all.

use super::lattice::Lattice;
use crate::run::{Control, Progress, Pulse, Stopped};
use rand_chacha::ChaCha8Rng;
use rand_core::RngCore;

/// Seconds for a step of a sweep.
const SECONDS_PER_STEP: f64 = 2.5e-9;
/// Sweeps in all, as a multiple of the square of the height between the extremes times the logarithm of the number of groups.
const SWEEPS: f64 = 4.0;

/// The bits of the two matchings.
const BOTH: u8 = 3;

/// Draws a matching: whether each edge is in it. `random` is read from its first word on.
pub(super) fn coupled(
    lattice: &Lattice,
    random: &mut ChaCha8Rng,
    control: &Control,
) -> Result<Vec<bool>, Stopped> {
    let groups = lattice.len();
    let mut bits = vec![0_u32; groups.div_ceil(32)];
    let mut length = 1_u64;
    let mut apart = apart(&lattice.extremes);
    let mut state = lattice.extremes.clone();
    while apart > 0 {
        state.copy_from_slice(&lattice.extremes);
        // All lengths before this one add up to one less than this.
        let account = |steps| Progress::Sweeps { done: length - 1 + steps / groups as u64, apart };
        let pulse = Pulse::new(control, &account);
        for back in (0..length).rev() {
            pulse.beats(groups as u64)?;
            random.set_word_pos(u128::from(back) * bits.len() as u128);
            for word in &mut bits {
                *word = random.next_u32();
            }
            sweep(lattice, &bits, &mut state);
        }
        apart = self::apart(&state);
        length *= 2;
    }
    Ok(state.iter().map(|edge| edge & 1 == 1).collect())
}

/// Seconds that a matching takes, estimated.
pub(super) fn seconds(lattice: &Lattice) -> f64 {
    let groups = lattice.len() as f64;
    let sweeps = SWEEPS * f64::from(lattice.height).powi(2) * groups.max(2.0).ln();
    sweeps * groups * SECONDS_PER_STEP
}

/// How many edges are in just one of the two matchings.
fn apart(state: &[u8]) -> u64 {
    state.iter().filter(|&&edge| edge == 1 || edge == 2).count() as u64
}

/// Makes every group rise or fall, if it can.
fn sweep(lattice: &Lattice, bits: &[u32], state: &mut [u8]) {
    let mut coins = bits.iter().flat_map(|&word| (0..32).map(move |i| word >> i & 1 == 1));
    for (&[a, b, c, d], rises) in lattice.squares.iter().zip(&mut coins) {
        let [a, b, c, d] = [a, b, c, d].map(|edge| edge as usize);
        // An edge that must be out stands in the way where its bit is set.
        let mask = if rises { u8::MAX } else { 0 };
        let able = (state[a] ^ mask) & (state[b] ^ mask) & (state[c] ^ !mask) & (state[d] ^ !mask) & BOTH;
        for edge in [a, b, c, d] {
            state[edge] ^= able;
        }
    }
    for ([out, within], rises) in lattice.others.iter().zip(coins) {
        let mask = if rises { u8::MAX } else { 0 };
        let able = out.iter().fold(BOTH, |able, &edge| able & (state[edge as usize] ^ mask));
        let able = within.iter().fold(able, |able, &edge| able & (state[edge as usize] ^ !mask));
        for &edge in out.iter().chain(within) {
            state[edge as usize] ^= able;
        }
    }
}
