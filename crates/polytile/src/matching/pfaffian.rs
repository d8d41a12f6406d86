//! The Pfaffian of a graph with odd cycles, modulo a prime.
//!
//! It is found front by front like the [determinant](super::determinant), but rows and columns are the same vertices, and a pivot
//! is a pair of them: when a pair is eliminated, the entry of x and y loses what the two ways through the pair are worth
//! (Galbiati and Maffioli 1994).

use super::dissection::Part;
use super::field::Field;
use super::graph::Graph;
use super::sign::is_odd;
use crate::run::{Control, Pulse, Stopped};

/// A skew-symmetric matrix of vertices, row by row.
struct Front {
    names: Vec<u32>,
    values: Vec<u64>,
}

/// Marks vertices that belong to a part.
const MINE: u32 = u32::MAX;

/// The Pfaffian; `negative` says which edges count negatively from their first end to the second.
pub(super) fn pfaffian(
    graph: &Graph,
    parts: &[Part],
    negative: impl Fn(usize) -> bool,
    field: Field,
    control: &Control,
) -> Result<u64, Stopped> {
    let pulse = Pulse::preparing(control);
    let mut left: Vec<Option<Front>> = Vec::with_capacity(parts.len());
    let mut place = vec![0; graph.len()];
    let mut order: Vec<u32> = Vec::with_capacity(graph.len());
    let mut product = field.one();
    for part in parts {
        let below: Vec<Front> =
            part.children.iter().filter_map(|&child| left[child as usize].take()).collect();
        for &vertex in part.own.iter().chain(&part.rim) {
            place[vertex as usize] = MINE;
        }
        let mut names = part.own.clone();
        for Front { names: left, .. } in &below {
            names.extend(left.iter().filter(|&&vertex| place[vertex as usize] != MINE));
        }
        let full = names.len();
        names.extend(&part.rim);
        for (i, &vertex) in (0..).zip(&names) {
            place[vertex as usize] = i;
        }
        let mut front = Front { values: vec![0; names.len() * names.len()], names };
        let held = front.values.len() + below.iter().map(|left| left.values.len()).sum::<usize>();
        let held = held + left.iter().flatten().map(|left| left.values.len()).sum::<usize>();
        let held = (8 * held as u64).saturating_mul(control.thread_count() as u64);
        control.reserve(held, "the fronts of an elimination")?;
        pulse.beats(front.values.len() as u64)?;
        for &e in &part.edges {
            let edge = &graph.edges[e as usize];
            let [row, col] = edge.ends.map(|end| place[end as usize]);
            let weight = field.of(edge.weight);
            let negated = field.negated(weight);
            let (there, back) = if negative(e as usize) { (negated, weight) } else { (weight, negated) };
            front.add(row, col, there, field);
            front.add(col, row, back, field);
        }
        for Front { names, values } in below {
            for (&row, values) in names.iter().zip(values.chunks_exact(names.len().max(1))) {
                for (&col, &value) in names.iter().zip(values) {
                    front.add(place[row as usize], place[col as usize], value, field);
                }
            }
        }
        let gone = front.eliminate(full, &mut product, field, &pulse)?;
        // Vertices that are left over must find their mates on the rim.
        if full - gone > part.rim.len() {
            return Ok(0);
        }
        order.extend(&front.names[..gone]);
        left.push(Some(front.rest(gone)));
    }
    Ok(if is_odd(&order) { field.negated(product) } else { product })
}

impl Front {
    fn add(&mut self, row: u32, col: u32, value: u64, field: Field) {
        let entry = &mut self.values[row as usize * self.names.len() + col as usize];
        *entry = field.sum(*entry, value);
    }

    fn exchange(&mut self, a: usize, b: usize) {
        if a < b {
            let width = self.names.len();
            self.names.swap(a, b);
            self.values.chunks_exact_mut(width).for_each(|row| row.swap(a, b));
            let (above, below) = self.values.split_at_mut(b * width);
            above[a * width..][..width].swap_with_slice(&mut below[..width]);
        }
    }

    /// Eliminates pairs of the first `full` vertices as long as there are any, and multiplies `product` by their pivots; returns
    /// how many vertices.
    fn eliminate(
        &mut self,
        mut full: usize,
        product: &mut u64,
        field: Field,
        pulse: &Pulse<'_>,
    ) -> Result<usize, Stopped> {
        let width = self.names.len();
        let mut gone = 0;
        while gone + 1 < full {
            pulse.beats(width as u64)?;
            let Some(mate) = (gone + 1..full).find(|&col| self.values[gone * width + col] != 0) else {
                full -= 1;
                self.exchange(gone, full);
                continue;
            };
            self.exchange(gone + 1, mate);
            let (above, below) = self.values.split_at_mut((gone + 2) * width);
            let (one, other) = above[gone * width..].split_at(width);
            let pivot = one[gone + 1];
            *product = field.product(*product, pivot);
            let inverse = field.inverse(pivot);
            for (x, row) in (gone + 2..).zip(below.chunks_exact_mut(width)) {
                let by_one = field.product(inverse, other[x]);
                let by_other = field.negated(field.product(inverse, one[x]));
                if by_one == 0 && by_other == 0 {
                    continue;
                }
                pulse.beats((width - gone) as u64)?;
                for y in gone + 2..width {
                    let [sum] = field.dots(&[by_one, by_other], [&[one[y], other[y]]]);
                    row[y] = field.sum(row[y], sum);
                }
            }
            gone += 2;
        }
        Ok(gone)
    }

    /// What is left when the first `gone` vertices are eliminated.
    fn rest(mut self, gone: usize) -> Front {
        let width = self.names.len();
        let rows = self.values.chunks_exact(width.max(1)).skip(gone);
        let values = rows.flat_map(|row| &row[gone..]).copied().collect();
        Front { names: self.names.split_off(gone), values }
    }
}
