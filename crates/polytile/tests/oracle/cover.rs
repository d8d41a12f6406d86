//! Small exact covers by brute force: every set of options is held against the definition.
//!
//! In: items with their bounds, options with their colours. Out: the sets that are solutions. And covers drawn at random.

use polytile::exact_cover::{Entry, ExactCover, Multiplicity};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// A primary item with its bounds, or a secondary one.
pub type GivenItem = Option<(u32, u32)>;
/// Items and colours.
pub type GivenOption = Vec<(usize, u32)>;

/// A cover.
#[derive(Clone, Debug)]
pub struct Given {
    pub items: Vec<GivenItem>,
    pub options: Vec<GivenOption>,
}

impl Given {
    /// The cover as the library sees it.
    pub fn cover(&self) -> ExactCover {
        let mut cover = ExactCover::default();
        for (i, item) in self.items.iter().enumerate() {
            let demand = item.map_or(Multiplicity::Secondary, |(lo, hi)| Multiplicity::Primary { lo, hi });
            cover.add_item(format!("i{i}"), demand).expect("a new item");
        }
        for option in &self.options {
            let mut entries = Vec::new();
            for &(item, colour) in option {
                let colour = if colour == 0 { 0 } else { cover.colour(&format!("c{colour}")) };
                entries.push(Entry { item: item as u32, colour });
            }
            cover.add_option(&entries).expect("an option");
        }
        cover
    }

    /// Every set of options that satisfies every item, found by trying them all.
    pub fn solutions(&self) -> BTreeSet<Vec<u32>> {
        (0..1_u32 << self.options.len()).map(members).filter(|chosen| self.allows(chosen)).collect()
    }

    fn allows(&self, chosen: &[u32]) -> bool {
        let chosen: Vec<&GivenOption> = chosen.iter().map(|&o| &self.options[o as usize]).collect();
        let has_primary = |o: &GivenOption| o.iter().any(|&(item, _)| self.items[item].is_some());
        chosen.iter().all(|option| has_primary(option))
            && self.items.iter().enumerate().all(|(i, item)| {
                let colours: Vec<u32> =
                    chosen.iter().flat_map(|o| o.iter().filter(|e| e.0 == i).map(|e| e.1)).collect();
                match item {
                    Some((lo, hi)) => (*lo..=*hi).contains(&(colours.len() as u32)),
                    None => colours.len() < 2 || colours[0] != 0 && colours.iter().all(|&c| c == colours[0]),
                }
            })
    }
}

fn members(set: u32) -> Vec<u32> {
    (0..u32::BITS).filter(|i| set >> i & 1 == 1).collect()
}

/// Covers of up to 7 items and 11 options: plain ones, ones with colours, ones with multiplicities, ones with both.
pub fn cases() -> impl Strategy<Value = Given> {
    let bounds = prop_oneof![
        5 => Just((1, 1)),
        1 => Just((0, 1)),
        1 => Just((0, 0)),
        1 => Just((2, 2)),
        2 => (0..4_u32, 0..4_u32).prop_map(|(lo, more)| (lo, lo + more)),
        1 => Just((1, u32::MAX)),
    ];
    let once = prop_oneof![3 => Just(Some((1, 1))), 2 => Just(None)];
    let any = prop_oneof![3 => bounds.prop_map(Some), 2 => Just(None)];
    let items = prop_oneof![prop::collection::vec(once, 1..8), prop::collection::vec(any, 1..8)];
    (items, any_colours(), 0..12_usize).prop_flat_map(|(items, colours, options)| {
        let row = prop::collection::vec((0..5_u32, 0..colours), items.len());
        prop::collection::vec(row, options).prop_map(move |rows| {
            let option = |row: Vec<(u32, u32)>| -> GivenOption {
                let held = row.into_iter().enumerate().filter(|(_, (held, _))| *held < 2);
                held.map(|(i, (_, colour))| (i, if items[i].is_none() { colour } else { 0 })).collect()
            };
            let options = rows.into_iter().map(option).filter(|o| !o.is_empty()).collect();
            Given { items: items.clone(), options }
        })
    })
}

/// One more than the number of colours.
fn any_colours() -> impl Strategy<Value = u32> {
    prop_oneof![Just(1_u32), Just(3)]
}
