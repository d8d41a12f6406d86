//! The options of several families in one order, so that they can be put into one manager.
//!
//! In: the names of the options of each family, in its order. Out: all names in one order, and for each family the places of its
//! options. Options of one name are the same. The first family keeps its order; an option that is new in a later one comes after
//! the option before it there. So families whose orders agree are brought in node by node, and only one whose order contradicts
//! that of an earlier one has to be put into another ([`Manager::import_as`](super::algebra::Manager::import_as)).
//!
//! Cost: a look-up for each name.

use std::collections::HashMap;

/// The options of several families, in one order.
///
/// ```
/// use polytile::zdd::Universe;
/// let [one, two] = [vec!["a", "c"], vec!["a", "b", "d"]].map(|names| names.into_iter().map(str::to_owned).collect::<Vec<_>>());
/// let universe = Universe::of([one.as_slice(), &two]);
/// assert_eq!(universe.names(), ["a", "b", "d", "c"]);
/// assert_eq!(universe.places(&one), Some(vec![0, 3]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Universe {
    names: Vec<String>,
    places: HashMap<String, u32>,
}

impl Universe {
    /// The options of families that have these names.
    pub fn of<'a>(families: impl IntoIterator<Item = &'a [String]>) -> Self {
        // A chain in which each name says which one is next; the first link is none of the names.
        let mut chain: Vec<(&str, usize)> = vec![("", 0)];
        let mut links: HashMap<&str, usize> = HashMap::new();
        for names in families {
            let mut at = 0;
            for name in names {
                at = *links.entry(name).or_insert_with(|| {
                    let new = chain.len();
                    let next = std::mem::replace(&mut chain[at].1, new);
                    chain.push((name, next));
                    new
                });
            }
        }
        let mut names = Vec::with_capacity(links.len());
        let mut at = chain[0].1;
        while at != 0 {
            names.push(chain[at].0.to_owned());
            at = chain[at].1;
        }
        let places = names.iter().cloned().zip(0..).collect();
        Universe { names, places }
    }

    /// All names in order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The places of these names; nothing if one is not there.
    pub fn places(&self, names: &[String]) -> Option<Vec<u32>> {
        names.iter().map(|name| self.places.get(name).copied()).collect()
    }
}
