//! The puzzles that come with polytile.

use super::puzzle;
use super::suggest::nearest;

/// A puzzle that comes with polytile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shipped {
    /// The name it is found by.
    pub name: &'static str,
    /// Its file, as [`puzzle::parse`] reads it.
    pub text: &'static str,
}

/// Embeds the files of the folder `puzzles/tiling`.
macro_rules! embedded {
    ($($name:literal),* $(,)?) => {
        &[$(Shipped {
            name: $name,
            text: include_str!(concat!("../../../../puzzles/tiling/", $name, ".toml")),
        }),*]
    };
}

/// All of them, in the order of a first visit.
pub const ALL: &[Shipped] = embedded![
    "chessboard-dominoes",
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
];

impl Shipped {
    /// The puzzle called `name`.
    pub fn find(name: &str) -> Option<Self> {
        ALL.iter().copied().find(|shipped| shipped.name == name)
    }

    /// The puzzle whose name is nearest to `name`, if one is near.
    pub fn nearest(name: &str) -> Option<Self> {
        Self::find(nearest(name, ALL.iter().map(|shipped| shipped.name))?)
    }

    /// Its title.
    pub fn title(&self) -> String {
        // Every shipped file is read in the tests: there is always a title.
        puzzle::parse(self.text).map(|p| p.title).unwrap_or_default()
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
            let puzzle = puzzle::parse(shipped.text).unwrap_or_else(|e| panic!("{}: {e:?}", shipped.name));
            assert!(puzzle.warnings.is_empty(), "{}", shipped.name);
            assert!(puzzle.description.is_some() && puzzle.source.is_some(), "{}", shipped.name);
            assert_eq!(Shipped::find(shipped.name), Some(*shipped));
        }
        assert_eq!(Shipped::nearest("pentominos-6x10").unwrap().name, "pentominoes-6x10");
    }

    #[test]
    fn every_file_of_the_folder_is_embedded() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../puzzles/tiling");
        let files = std::fs::read_dir(folder).unwrap();
        let names = files.map(|f| f.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned());
        let embedded: HashSet<String> = ALL.iter().map(|s| s.name.to_owned()).collect();
        assert_eq!(names.collect::<HashSet<_>>(), embedded);
    }
}
