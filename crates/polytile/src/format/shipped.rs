//! The puzzles that come with polytile.
//!
//! Each is a file of the folder `puzzles`, put into the program when it is compiled: so a page, a binding and a command without
//! files all know them by the same names. In: a name. Out: a [`Shipped`], the text and its [`Kind`]; it is read like any other
//! text, and every one is read in the tests. What a puzzle says about itself stands in its file, and nowhere else.

use super::suggest::nearest;
use super::{About, Kind, cover_json, dlx, number_mind, puzzle, sliding, xmpuzzle};

/// Names that have fewer characters than this in common are not alike.
const FEW: usize = 3;

/// A puzzle that comes with polytile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shipped {
    /// The name it is found by.
    pub name: &'static str,
    /// What its file is.
    pub kind: Kind,
    /// Its file.
    pub text: &'static str,
}

/// Embeds files of the folder `puzzles`: a kind, its folder, its extension, and then names.
macro_rules! embedded {
    ($($kind:ident $folder:literal $extension:literal: $($name:literal),+;)+) => {
        &[$($(Shipped {
            name: $name,
            kind: Kind::$kind,
            text: include_str!(concat!("../../puzzles/", $folder, "/", $name, ".", $extension)),
        }),+),+]
    };
}

/// All of them, in the order of a first visit.
pub const ALL: &[Shipped] = embedded![
    Puzzle "tiling" "toml": "chessboard-dominoes",
    "mutilated-chessboard",
    "aztec-diamond",
    "tatami-room",
    "fault-free-square",
    "deficient-8x8",
    "tetromino-parity",
    "euler-161-small",
    "euler-161",
    "euler-215-small",
    "euler-215",
    "taocp-8x8",
    "torus-dominoes",
    "pentominoes-6x10",
    "pentominoes-5x12",
    "pentominoes-4x15",
    "pentominoes-3x20",
    "pentominoes-8x8-holed",
    "pentominoes-square-8x8",
    "one-sided-pentominoes-3x30",
    "soma",
    "soma-crystal",
    "soma-long-wall",
    "soma-high-wall",
    "soma-bench",
    "soma-steps",
    "soma-bathtub",
    "soma-curved-wall",
    "soma-sofa",
    "soma-cornerstone",
    "soma-skew",
    "soma-steamer",
    "soma-tunnel",
    "soma-clip",
    "soma-pyramid",
    "soma-castle",
    "bedlam",
    "solid-pentominoes-3x4x5",
    "solid-pentominoes-2x5x6",
    "slothouber-graatsma",
    "conway-5x5x5",
    "y-pentacubes-5x5x5",
    "dicubes-4x4x4",
    "hexiamonds-rhombus",
    "lozenges-hexagon",
    "sphinx-5",
    "tetrahexes-4x7",
    "tribones-triangle";
    Dlx "cover" "dlx": "langford-8",
    "langford-8-half",
    "queens-8",
    "queens-16",
    "sudoku",
    "word-square";
    NumberMind "cover" "mind": "number-mind-small",
    "number-mind-185";
    Sliding "sliding" "toml": "klotski",
    "dads-puzzle",
    "huarong-first-come",
    "huarong-smooth-sailing",
    "huarong-enemy-songs",
    "huarong-in-command",
    "huarong-peach-garden",
    "huarong-three-roads",
    "huarong-not-a-drop",
    "huarong-ridge-on-ridge",
    "huarong-within-reach",
    "huarong-fledgling",
    "huarong-lines-of-defence",
    "huarong-winding-road",
    "huarong-no-way-out",
    "mas-puzzle",
    "moving-day",
    "hughes",
    "motor-cars",
    "rush-hour-60",
    "8-puzzle",
    "15-puzzle",
    "loyd-14-15",
    "tiles-3x4",
    "euler-766-small",
    "euler-766";
];

impl Shipped {
    /// The puzzle called `name`.
    pub fn find(name: &str) -> Option<Self> {
        ALL.iter().copied().find(|shipped| shipped.name == name)
    }

    /// The mend of a name that no puzzle has: the one whose name is nearest, if one is near, or else those that have it in
    /// their names, three at most.
    pub(crate) fn meant(name: &str) -> Option<String> {
        Self::meant_among(name, |_| true)
    }

    /// The mend of a name that no puzzle has, as of [`Shipped::meant`], among those that can be meant, or, where none of them is
    /// like it, among all.
    pub(crate) fn meant_among(name: &str, can_be: impl Fn(&Shipped) -> bool) -> Option<String> {
        let name = name.to_lowercase();
        Self::like(&name, can_be).or_else(|| Self::like(&name, |_| true))
    }

    fn like(name: &str, can_be: impl Fn(&Shipped) -> bool) -> Option<String> {
        let all = || ALL.iter().filter(|shipped| can_be(shipped)).map(|shipped| shipped.name);
        let mut like: Vec<&str> = nearest(name, all()).into_iter().collect();
        if like.is_empty() && name.chars().count() >= FEW {
            // Its beginning, or that of one of its words.
            let word = format!("-{name}");
            like = all().filter(|known| known.starts_with(name) || known.contains(&word)).collect();
            like.sort_by_key(|known| !known.starts_with(name));
        }
        match like[..] {
            [] => None,
            [one] => Some(format!("did you mean '{one}'?")),
            [one, two] => Some(format!("did you mean '{one}' or '{two}'?")),
            [one, two, three, ..] => Some(format!("did you mean '{one}', '{two}' or '{three}'?")),
        }
    }

    /// What it says about itself.
    pub fn about(&self) -> About {
        // Every shipped file is read in the tests.
        let about = match self.kind {
            Kind::Dlx => dlx::parse(self.text).map(|read| read.about),
            Kind::CoverJson => cover_json::parse(self.text).map(|read| read.about),
            Kind::NumberMind => number_mind::parse(self.text).map(|read| read.about),
            Kind::Sliding => sliding::parse(self.text).map(|read| About {
                title: read.title,
                description: read.description,
                source: read.source,
                ..About::default()
            }),
            Kind::Xmpuzzle => xmpuzzle::parse(self.text, None).map(|p| About {
                title: Some(p.title),
                description: p.description,
                source: p.source,
                further: p.further,
            }),
            Kind::Puzzle | Kind::Drawing => puzzle::parse(self.text).map(|p| About {
                title: Some(p.title),
                description: p.description,
                source: p.source,
                further: p.further,
            }),
        };
        about.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::path::Path;

    #[test]
    fn every_shipped_puzzle_is_read_without_a_warning() {
        for shipped in ALL {
            let warnings = match shipped.kind {
                Kind::Dlx => dlx::parse(shipped.text).unwrap().warnings,
                Kind::NumberMind => number_mind::parse(shipped.text).map(|_| Vec::new()).unwrap(),
                Kind::Sliding => sliding::parse(shipped.text).unwrap().warnings,
                _ => puzzle::parse(shipped.text).unwrap().warnings,
            };
            assert!(warnings.is_empty(), "{}", shipped.name);
            let About { title, description, source, .. } = shipped.about();
            assert!(title.is_some() && description.is_some() && source.is_some(), "{}", shipped.name);
            assert_eq!(Shipped::find(shipped.name), Some(*shipped));
            assert_eq!(Kind::of_text(shipped.text), shipped.kind, "{}", shipped.name);
        }
        for (name, meant) in [
            ("pentominos-6x10", "did you mean 'pentominoes-6x10'?"),
            ("rush", "did you mean 'rush-hour-60'?"),
            ("Pentomino", "did you mean 'pentominoes-6x10', 'pentominoes-5x12' or 'pentominoes-4x15'?"),
            ("x", ""),
        ] {
            assert_eq!(Shipped::meant(name).unwrap_or_default(), meant);
        }
    }

    #[test]
    fn every_file_of_the_folders_is_embedded() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles");
        let files = ["tiling", "cover", "sliding"].map(|kind| std::fs::read_dir(folder.join(kind)).unwrap());
        let names = files
            .into_iter()
            .flatten()
            .map(|f| f.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned());
        let embedded: HashSet<String> = ALL.iter().map(|s| s.name.to_owned()).collect();
        assert_eq!(names.collect::<HashSet<_>>(), embedded);
    }
}
