//! Unions of parts.
//!
//! Every union is a relation of its own, so however many there are, all must be looked at.

use super::parts::Part;

/// Receives the pieces of both sides of a union.
type Sink<'a, E> = dyn FnMut(&[u32], &[u32]) -> Result<(), E> + 'a;

/// Hands every union of parts with at most `most` pieces on a side to `sink`; no piece stands on both sides.
pub(super) fn unions<E>(parts: &[Part], most: usize, sink: &mut Sink<'_, E>) -> Result<(), E> {
    extend(parts, most, &mut Part::default(), sink)
}

fn extend<E>(parts: &[Part], most: usize, union: &mut Part, sink: &mut Sink<'_, E>) -> Result<(), E> {
    for (i, part) in parts.iter().enumerate() {
        let meets = |a: &[u32], b: &[u32]| a.iter().any(|piece| b.contains(piece));
        if union.from.len() + part.from.len() > most
            || union.to.len() + part.to.len() > most
            || meets(&union.from, &part.to)
            || meets(&union.to, &part.from)
        {
            continue;
        }
        let lengths = (union.from.len(), union.to.len());
        union.from.extend_from_slice(&part.from);
        union.to.extend_from_slice(&part.to);
        sink(&union.from, &union.to)?;
        extend(&parts[i + 1..], most, union, sink)?;
        union.from.truncate(lengths.0);
        union.to.truncate(lengths.1);
    }
    Ok(())
}
