//! Long lists split into short ones: a sort cannot be stopped, but many small sorts can, between one and the next.

use super::{Pulse, Stopped, room};

/// The numbers below `count` in the order of their buckets, those of one bucket in their own order; and where each bucket
/// ends. Cost: two looks at every number.
///
/// # Errors
/// When the pulse says stop, or there is no memory for it.
pub(crate) fn bucketed(
    count: usize,
    buckets: usize,
    bucket: impl Fn(usize) -> usize,
    pulse: &Pulse<'_>,
) -> Result<(Vec<u32>, Vec<usize>), Stopped> {
    const WHAT: &str = "sorting";
    let mut ends = room::filled(0_usize, buckets, WHAT)?;
    for i in 0..count {
        pulse.beat()?;
        ends[bucket(i)] += 1;
    }
    // Where each bucket begins; this moves on to where it ends.
    let mut before = 0;
    for end in &mut ends {
        before += std::mem::replace(end, before);
    }
    let mut sorted = room::filled(0_u32, count, WHAT)?;
    for i in 0..count {
        pulse.beat()?;
        let place = &mut ends[bucket(i)];
        sorted[*place] = i as u32;
        *place += 1;
    }
    Ok((sorted, ends))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Control;

    #[test]
    fn buckets_keep_the_order_within() {
        let control = Control::default();
        let bucket = |i: usize| [2, 0, 2, 3, 0][i];
        let sorted = bucketed(5, 5, bucket, &Pulse::preparing(&control)).unwrap();
        assert_eq!(sorted, (vec![1, 4, 0, 2, 3], vec![2, 2, 4, 5, 5]));
    }
}
