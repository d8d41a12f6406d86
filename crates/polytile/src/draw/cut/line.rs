//! Lines for a laser: straight and curved, moved aside by half the width of the cut, with rounded corners.
//!
//! In: loops of corners, what is kept being on their right. Out: lines, and how long they are. A side is moved along its normal,
//! and two neighbours meet where their lines do. Only corners that stick out are rounded, so that pieces still meet in the others.
//! Cost: linear.

use crate::draw::polygons::Loop;

/// A corner of a line, and how it goes on from there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex {
    /// Millimetres to the right, and down.
    pub at: [f64; 2],
    /// The tangent of a quarter of the angle of the arc that leads to the next one, clockwise; 0 for a straight line.
    pub bulge: f64,
}

/// A line to be cut or engraved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// Its corners.
    pub vertices: Vec<Vertex>,
    /// Whether it leads back from the last to the first.
    pub closed: bool,
}

impl Line {
    /// The line through these points.
    pub(super) fn through(points: &[[f64; 2]], closed: bool) -> Self {
        Line { vertices: points.iter().map(|&at| Vertex { at, bulge: 0.0 }).collect(), closed }
    }

    /// How long it is, in millimetres.
    pub fn length(&self) -> f64 {
        let next = self.vertices.iter().cycle().skip(1);
        let steps = self.vertices.iter().zip(next).take(self.vertices.len() - usize::from(!self.closed));
        let length = |(from, to): (&Vertex, &Vertex)| {
            let chord = (to.at[0] - from.at[0]).hypot(to.at[1] - from.at[1]);
            let angle = 4.0 * from.bulge.atan();
            // An arc over its chord.
            if angle.abs() < 1e-9 { chord } else { chord * (angle / 2.0) / (angle / 2.0).sin() }
        };
        steps.map(length).sum()
    }

    /// This line, so much further to the right and down.
    pub(super) fn moved(mut self, [x, y]: [f64; 2]) -> Self {
        for vertex in &mut self.vertices {
            vertex.at = [vertex.at[0] + x, vertex.at[1] + y];
        }
        self
    }
}

/// The directions in which a loop comes to its corners and leaves them.
fn directions(around: &Loop) -> impl Iterator<Item = ([f64; 2], [f64; 2], [f64; 2])> + '_ {
    let count = around.len();
    let towards = |a: [f64; 2], b: [f64; 2]| {
        let (x, y) = (b[0] - a[0], b[1] - a[1]);
        let length = x.hypot(y);
        [x / length, y / length]
    };
    (0..count).map(move |i| {
        let (before, at, after) = (around[(i + count - 1) % count], around[i], around[(i + 1) % count]);
        (at, towards(before, at), towards(at, after))
    })
}

/// A loop whose sides are `by` millimetres further from what is on its right.
pub(super) fn widened(around: &Loop, by: f64) -> Loop {
    let corner = |(at, u, v): ([f64; 2], [f64; 2], [f64; 2])| {
        // Their left normals; the corner lies on both sides when they are moved.
        let (m, n) = ([u[1], -u[0]], [v[1], -v[0]]);
        let share = by / (1.0 + m[0] * n[0] + m[1] * n[1]);
        [0, 1].map(|axis| at[axis] + share * (m[axis] + n[axis]))
    };
    directions(around).map(corner).collect()
}

/// The line around a loop, the corners that stick out rounded.
pub(super) fn rounded(around: &Loop, radius: f64) -> Line {
    let mut vertices = Vec::new();
    for (at, u, v) in directions(around) {
        let angle = (u[0] * v[1] - u[1] * v[0]).atan2(u[0] * v[0] + u[1] * v[1]);
        if angle > 0.0 && radius > 0.0 {
            let back = radius * (angle / 2.0).tan();
            let from = [0, 1].map(|axis| at[axis] - back * u[axis]);
            let to = [0, 1].map(|axis| at[axis] + back * v[axis]);
            vertices.push(Vertex { at: from, bulge: (angle / 4.0).tan() });
            vertices.push(Vertex { at: to, bulge: 0.0 });
        } else {
            vertices.push(Vertex { at, bulge: 0.0 });
        }
    }
    Line { vertices, closed: true }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    #[test]
    fn squares_and_their_lengths() {
        let square = vec![[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]];
        assert!((Line::through(&square, true).length() - 40.0).abs() < 1e-9);
        assert!((Line::through(&square, false).length() - 30.0).abs() < 1e-9);
        assert_eq!(widened(&square, 1.0), [[-1.0, -1.0], [11.0, -1.0], [11.0, 11.0], [-1.0, 11.0]]);
        // Around a hole what is kept is outside.
        let hole: Loop = square.iter().copied().rev().collect();
        assert!((Line::through(&widened(&hole, 1.0), true).length() - 32.0).abs() < 1e-9);
        // Four quarters of a circle of radius 2 instead of four corners.
        assert!((rounded(&square, 2.0).length() - (40.0 - 16.0 + 4.0 * PI)).abs() < 1e-9);
        assert!((rounded(&hole, 2.0).length() - 40.0).abs() < 1e-9);
    }
}
