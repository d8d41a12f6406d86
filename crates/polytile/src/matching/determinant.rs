//! The determinant of a graph with two colours, modulo a prime: black vertices are rows, white ones columns.
//!
//! In: the graph, its parts, and the signs of its edges. Out: the determinant. Every part has a front: the matrix of its own
//! vertices and its rim, with what is left of the parts below it added up (multifrontal elimination: Duff and Reid 1983). As
//! many of its own rows and columns are eliminated as can be: modulo a prime, any number but 0 is as good a pivot as any other. A
//! row or column without a pivot is left to the part above. Rows that are left over must find their pivots on the rim: if there
//! are more of them than the rim has columns, nothing more need be known, for the determinant is 0. In a front the columns of the
//! lower and the rows of the upper triangle are found one after the other (Crout 1941): so every entry is one long sum of
//! products, which is reduced once ([`Field::dots`]).

use super::dissection::Part;
use super::field::Field;
use super::graph::Graph;
use super::sign::is_odd;
use crate::run::{Control, Pulse, Stopped};

/// What is left of a part: the matrix of the vertices that are not eliminated yet.
struct Left {
    rows: Vec<u32>,
    cols: Vec<u32>,
    values: Vec<u64>,
}

/// A matrix of which the first `full` rows and columns may be eliminated.
struct Front {
    /// The vertices of the rows, and of the columns.
    names: [Vec<u32>; 2],
    full: [usize; 2],
    /// The matrix, row by row. Of the rows that are eliminated, only the lower triangle is used.
    values: Vec<u64>,
    /// The upper triangle of the columns, one column after the other.
    upper: Vec<u64>,
    /// How many entries `upper` has for each column.
    height: usize,
}

/// Marks vertices that belong to a part.
const MINE: u32 = u32::MAX;

/// The determinant; `negative` says which edges count negatively from their first end to the second.
pub(super) fn determinant(
    graph: &Graph,
    parts: &[Part],
    white: &[bool],
    negative: impl Fn(usize) -> bool,
    field: Field,
    control: &Control,
) -> Result<u64, Stopped> {
    let pulse = Pulse::preparing(control);
    let mut left: Vec<Option<Left>> = Vec::with_capacity(parts.len());
    let mut place = vec![0; graph.len()];
    let mut partner = vec![MINE; graph.len()];
    let mut product = field.one();
    for part in parts {
        let below: Vec<Left> =
            part.children.iter().filter_map(|&child| left[child as usize].take()).collect();
        let mut front = Front::new(part, &below, white, &mut place);
        let held = front.values.len() + front.upper.len() + values_of(&below);
        let held = held + left.iter().flatten().map(|left| left.values.len()).sum::<usize>();
        let held = (8 * held as u64).saturating_mul(control.thread_count() as u64);
        control.reserve(held, "the fronts of an elimination")?;
        pulse.beats(front.values.len() as u64)?;
        for &e in &part.edges {
            let edge = &graph.edges[e as usize];
            let [first, second] = edge.ends;
            let first_is_white = white[first as usize];
            let (row, col) = if first_is_white { (second, first) } else { (first, second) };
            let weight = field.of(edge.weight);
            // That is, from black to white.
            let weight = if negative(e as usize) == first_is_white { weight } else { field.negated(weight) };
            front.add(place[row as usize], place[col as usize], weight, field);
        }
        for Left { rows, cols, values } in below {
            for (&row, values) in rows.iter().zip(values.chunks_exact(cols.len().max(1))) {
                for (&col, &value) in cols.iter().zip(values) {
                    front.add(place[row as usize], place[col as usize], value, field);
                }
            }
        }
        let gone = front.eliminate(&mut product, field, &pulse)?;
        let [rows, cols] = front.full.map(|full| full - gone);
        let [rim_rows, rim_cols] = [0, 1].map(|side| front.names[side].len() - front.full[side]);
        if rows > rim_cols || cols > rim_rows {
            return Ok(0);
        }
        for (&row, &col) in front.names[0][..gone].iter().zip(&front.names[1][..gone]) {
            partner[row as usize] = col;
        }
        left.push(Some(front.rest(gone, field, &pulse)?));
    }
    // The sign of the permutation from black to white, both in the order of their numbers.
    let mut rank = vec![0_u32; graph.len()];
    let mut seen = [0; 2];
    for (vertex, &white) in white.iter().enumerate() {
        rank[vertex] = seen[usize::from(white)];
        seen[usize::from(white)] += 1;
    }
    let black = (0..graph.len()).filter(|&vertex| !white[vertex]);
    let permutation: Vec<u32> = black.map(|vertex| rank[partner[vertex] as usize]).collect();
    Ok(if is_odd(&permutation) { field.negated(product) } else { product })
}

impl Front {
    /// The front of a part, empty, with the place of each of its vertices among rows or columns.
    fn new(part: &Part, below: &[Left], white: &[bool], place: &mut [u32]) -> Self {
        let mut names = [Vec::new(), Vec::new()];
        for &vertex in part.own.iter().chain(&part.rim) {
            place[vertex as usize] = MINE;
        }
        for &vertex in &part.own {
            names[usize::from(white[vertex as usize])].push(vertex);
        }
        // What was left over below belongs to this part, and to no later one.
        for Left { rows, cols, .. } in below {
            for (names, left) in names.iter_mut().zip([rows, cols]) {
                names.extend(left.iter().filter(|&&vertex| place[vertex as usize] != MINE));
            }
        }
        let full = [names[0].len(), names[1].len()];
        for &vertex in &part.rim {
            names[usize::from(white[vertex as usize])].push(vertex);
        }
        for names in &names {
            for (i, &vertex) in (0..).zip(names) {
                place[vertex as usize] = i;
            }
        }
        let (rows, cols, height) = (names[0].len(), names[1].len(), full[0].min(full[1]));
        Front { names, full, values: vec![0; rows * cols], upper: vec![0; cols * height], height }
    }

    fn width(&self) -> usize {
        self.names[1].len()
    }

    fn add(&mut self, row: u32, col: u32, value: u64, field: Field) {
        let width = self.width();
        let entry = &mut self.values[row as usize * width + col as usize];
        *entry = field.sum(*entry, value);
    }

    /// Eliminates as many rows and columns as possible, which then come first, and multiplies `product` by the pivots; returns
    /// how many.
    fn eliminate(&mut self, product: &mut u64, field: Field, pulse: &Pulse<'_>) -> Result<usize, Stopped> {
        let (width, height) = (self.width(), self.height);
        let [full_rows, mut full_cols] = self.full;
        let mut gone = 0;
        while gone < full_rows && gone < full_cols {
            pulse.beats((1 + gone / 8) as u64 * (self.names[0].len() + width) as u64)?;
            // What the rows before have made of the column. Rows beyond the full ones wait until it is known to have a pivot.
            let column = &self.upper[gone * height..][..gone];
            let updated = |values: &[u64]| {
                let [sum] = field.dots(&values[..gone], [column]);
                field.difference(values[gone], sum)
            };
            let is_pivot = |row: &usize| updated(&self.values[row * width..][..width]) != 0;
            let Some(pivot) = (gone..full_rows).find(is_pivot) else {
                full_cols -= 1;
                self.exchange_columns(gone, full_cols);
                continue;
            };
            for row in self.values.chunks_exact_mut(width).skip(gone) {
                row[gone] = updated(row);
            }
            self.exchange_rows(gone, pivot);
            let row = &self.values[gone * width..][..width];
            *product = field.product(*product, row[gone]);
            let inverse = field.inverse(row[gone]);
            for col in gone + 1..width {
                let [sum] = field.dots(&row[..gone], [&self.upper[col * height..][..gone]]);
                self.upper[col * height + gone] = field.product(field.difference(row[col], sum), inverse);
            }
            gone += 1;
        }
        Ok(gone)
    }

    fn exchange_rows(&mut self, a: usize, b: usize) {
        if a < b {
            let width = self.width();
            self.names[0].swap(a, b);
            let (above, below) = self.values.split_at_mut(b * width);
            above[a * width..][..width].swap_with_slice(&mut below[..width]);
        }
    }

    fn exchange_columns(&mut self, a: usize, b: usize) {
        if a < b {
            let (width, height) = (self.width(), self.height);
            self.names[1].swap(a, b);
            self.values.chunks_exact_mut(width).for_each(|row| row.swap(a, b));
            let (before, behind) = self.upper.split_at_mut(b * height);
            before[a * height..][..height].swap_with_slice(&mut behind[..height]);
        }
    }

    /// What is left when the first `gone` rows and columns are eliminated.
    fn rest(mut self, gone: usize, field: Field, pulse: &Pulse<'_>) -> Result<Left, Stopped> {
        /// How many columns are worked on side by side.
        const ABREAST: usize = 4;
        let (width, height) = (self.width(), self.height);
        let rest = width - gone;
        let mut values = Vec::with_capacity((self.names[0].len() - gone) * rest);
        let column = |col: usize| &self.upper[col * height..][..gone];
        for row in self.values.chunks_exact(width.max(1)).skip(gone) {
            pulse.beats((1 + gone / 8) as u64 * rest as u64)?;
            let mut col = gone;
            while col + ABREAST <= width {
                let sums = field.dots(&row[..gone], [0, 1, 2, 3].map(|i| column(col + i)));
                values.extend(row[col..].iter().zip(sums).map(|(&x, sum)| field.difference(x, sum)));
                col += ABREAST;
            }
            for col in col..width {
                let [sum] = field.dots(&row[..gone], [column(col)]);
                values.push(field.difference(row[col], sum));
            }
        }
        let [rows, cols] = [0, 1].map(|side| self.names[side].split_off(gone));
        Ok(Left { rows, cols, values })
    }
}

/// How many numbers are left of some parts.
fn values_of(left: &[Left]) -> usize {
    left.iter().map(|left| left.values.len()).sum()
}
