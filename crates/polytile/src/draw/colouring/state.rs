//! A colouring under way: who has which colour, and who comes next.
//!
//! Every vertex knows how often each colour stands beside it; the vertices without a colour wait in lists by the number
//! of colours beside them (their saturation), and one from the highest list comes next. A vertex that has moved to
//! another list stays in its old one as well, and is skipped when it is met there. Cost: a colour given or taken away
//! costs one step per neighbour; memory is 4 bytes per vertex and colour, and some 24 per vertex.

use super::NONE;
use crate::draw::adjacency::Adjacency;

/// The colours so far, at most eight different ones.
pub(super) struct State<'a> {
    pub(super) graph: &'a Adjacency,
    inside: &'a [bool],
    pub(super) colours: u32,
    /// The colour of each vertex, or [`NONE`].
    pub(super) colour: Vec<u32>,
    /// How many neighbours of each vertex have each colour.
    near: Vec<u32>,
    /// By saturation, the vertices that have it, and some that no longer do.
    waiting: Vec<Vec<u32>>,
    /// In which of these lists each vertex is, as bits.
    listed: Vec<u16>,
}

impl<'a> State<'a> {
    /// Nothing is coloured yet; the vertices with `inside` are to be coloured.
    pub(super) fn new(graph: &'a Adjacency, inside: &'a [bool], colours: u32) -> Self {
        let vertices = graph.len();
        let mut waiting = vec![Vec::new(); colours as usize + 1];
        waiting[0] = (0..vertices as u32).rev().filter(|&v| inside[v as usize]).collect();
        State {
            graph,
            inside,
            colours,
            colour: vec![NONE; vertices],
            near: vec![0; vertices * colours as usize],
            waiting,
            listed: inside.iter().map(|&inside| u16::from(inside)).collect(),
        }
    }

    /// A vertex without a colour that has as few left to choose from as any.
    pub(super) fn next(&mut self) -> Option<u32> {
        for saturation in (0..self.waiting.len()).rev() {
            while let Some(vertex) = self.waiting[saturation].pop() {
                let at = vertex as usize;
                self.listed[at] &= !(1 << saturation);
                if self.colour[at] == NONE && self.saturation(vertex) == saturation {
                    return Some(vertex);
                }
            }
        }
        None
    }

    /// The colours that no neighbour of `vertex` has, as bits.
    pub(super) fn free(&self, vertex: u32) -> u8 {
        let counts = &self.near[vertex as usize * self.colours as usize..][..self.colours as usize];
        counts.iter().enumerate().filter(|(_, n)| **n == 0).fold(0, |bits, (c, _)| bits | 1 << c)
    }

    fn saturation(&self, vertex: u32) -> usize {
        self.colours as usize - self.free(vertex).count_ones() as usize
    }

    /// Gives `vertex`, which has none, a colour.
    pub(super) fn give(&mut self, vertex: u32, colour: u32) {
        self.colour[vertex as usize] = colour;
        for &near in self.graph.of(vertex) {
            let count = &mut self.near[(near * self.colours + colour) as usize];
            *count += 1;
            if *count == 1 {
                self.wait(near);
            }
        }
    }

    /// Takes the colour of `vertex` away, which then waits again.
    pub(super) fn take(&mut self, vertex: u32) {
        let colour = std::mem::replace(&mut self.colour[vertex as usize], NONE);
        for &near in self.graph.of(vertex) {
            let count = &mut self.near[(near * self.colours + colour) as usize];
            *count -= 1;
            if *count == 0 {
                self.wait(near);
            }
        }
        self.wait(vertex);
    }

    /// Lists `vertex`, if it is to be coloured and has no colour.
    pub(super) fn wait(&mut self, vertex: u32) {
        let at = vertex as usize;
        if self.colour[at] == NONE && self.inside[at] {
            let saturation = self.saturation(vertex);
            if self.listed[at] & (1 << saturation) == 0 {
                self.listed[at] |= 1 << saturation;
                self.waiting[saturation].push(vertex);
            }
        }
    }
}
