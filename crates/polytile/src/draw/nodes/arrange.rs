//! In which order the nodes of a diagram stand in their rows, and where lines pass that lead further.
//!
//! In: a family of few nodes. Out: a row for each level that has nodes. All lines to a node that pass a row pass it at one place, so a row has
//! no more places than the sets of the family have states there. Places are ordered by the middle of what leads to them from the row above, so
//! that few lines cross. Cost: the places, and sorting them.

use crate::zdd::{EMPTY, Family, NodeId, UNIT};
use std::collections::BTreeMap;

/// A place in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// A node.
    Node(NodeId),
    /// Lines to a node further down.
    Pass(NodeId),
}

impl Slot {
    /// The node that is here, or to which lines lead from here.
    pub(super) fn id(self) -> NodeId {
        match self {
            Slot::Node(id) | Slot::Pass(id) => id,
        }
    }

    /// How wide it is; a node has the width one.
    fn width(self) -> f64 {
        if matches!(self, Slot::Node(_)) { 1.0 } else { 0.5 }
    }
}

/// A level.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) variable: usize,
    /// From left to right.
    pub(super) slots: Vec<Slot>,
}

impl Row {
    /// How wide it is; a node has the width one.
    pub(super) fn width(&self) -> f64 {
        self.slots.iter().map(|slot| slot.width()).sum()
    }

    /// Its places, and how far right of the middle of the row each has its middle.
    pub(super) fn places(&self) -> impl Iterator<Item = (Slot, f64)> {
        let mut left = -self.width() / 2.0;
        self.slots.iter().map(move |&slot| {
            let middle = left + slot.width() / 2.0;
            left += slot.width();
            (slot, middle)
        })
    }

    /// Its nodes.
    pub(super) fn nodes(&self) -> impl Iterator<Item = NodeId> {
        self.slots.iter().filter_map(|slot| if let Slot::Node(id) = slot { Some(*id) } else { None })
    }
}

/// The levels of the diagram of a family that have nodes.
pub(super) fn rows(family: &Family) -> Vec<Row> {
    let diagram = family.diagram();
    // By the node that is led to: the sum of the places above that lead to it, and their number.
    let mut led: BTreeMap<NodeId, (f64, f64)> = BTreeMap::new();
    let mut rows = Vec::new();
    for (variable, first, nodes) in diagram.upward().rev().filter(|(_, _, nodes)| !nodes.is_empty()) {
        let here = first..first + nodes.len() as NodeId;
        if led.is_empty() {
            led.extend(here.clone().map(|root| (root, (0.0, 1.0))));
        }
        let mut slots: Vec<(f64, Slot)> = led
            .iter()
            .map(|(&id, (sum, number))| {
                (sum / number, if here.contains(&id) { Slot::Node(id) } else { Slot::Pass(id) })
            })
            .collect();
        slots.sort_by(|a, b| a.0.total_cmp(&b.0));
        let row = Row { variable, slots: slots.into_iter().map(|(_, slot)| slot).collect() };
        led.clear();
        for (slot, place) in row.places() {
            let (Slot::Node(id) | Slot::Pass(id)) = slot;
            let children = match slot {
                Slot::Node(_) => {
                    let node = nodes[(id - first) as usize];
                    [node.lo, node.hi]
                }
                Slot::Pass(_) => [EMPTY, id],
            };
            for child in children.into_iter().filter(|&child| child != EMPTY) {
                let (sum, number) = led.entry(child).or_default();
                *sum += place;
                *number += 1.0;
            }
        }
        rows.push(row);
    }
    // Below the last of them there is only ⊤.
    debug_assert!(led.keys().all(|&id| id == UNIT));
    rows
}
