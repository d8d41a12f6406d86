//! What the polyforms that are not polyominoes are called.
//!
//! Sets go by the field's words. Of single pieces the hexiamonds have O'Beirne's names, the tetrahexes Gardner's; cubes that lie in one
//! layer have the letters of the polyominoes that they look like, and the other two kinds of tetracube are the tripod and the screw,
//! of which there is a left and a right one. All others are numbered in the order of their smallest images: `pentahex-7`. A mirror
//! image, where it counts, has a prime.

use crate::board::Lattice;

/// What a piece of each size is called, and what several are; sizes begin at 1.
pub(super) fn words(lattice: Lattice) -> &'static [(&'static str, &'static str)] {
    match lattice {
        Lattice::Square => &[
            ("monomino", "monominoes"),
            ("domino", "dominoes"),
            ("tromino", "trominoes"),
            ("tetromino", "tetrominoes"),
            ("pentomino", "pentominoes"),
            ("hexomino", "hexominoes"),
            ("heptomino", "heptominoes"),
            ("octomino", "octominoes"),
            ("nonomino", "nonominoes"),
            ("decomino", "decominoes"),
            ("undecomino", "undecominoes"),
            ("dodecomino", "dodecominoes"),
        ],
        Lattice::Hex => &[
            ("monohex", "monohexes"),
            ("dihex", "dihexes"),
            ("trihex", "trihexes"),
            ("tetrahex", "tetrahexes"),
            ("pentahex", "pentahexes"),
            ("hexahex", "hexahexes"),
            ("heptahex", "heptahexes"),
            ("octahex", "octahexes"),
        ],
        Lattice::Triangle => &[
            ("moniamond", "moniamonds"),
            ("diamond", "diamonds"),
            ("triamond", "triamonds"),
            ("tetriamond", "tetriamonds"),
            ("pentiamond", "pentiamonds"),
            ("hexiamond", "hexiamonds"),
            ("heptiamond", "heptiamonds"),
            ("octiamond", "octiamonds"),
            ("enneiamond", "enneiamonds"),
            ("dekiamond", "dekiamonds"),
        ],
        Lattice::Cube => &[
            ("monocube", "monocubes"),
            ("dicube", "dicubes"),
            ("tricube", "tricubes"),
            ("tetracube", "tetracubes"),
            ("pentacube", "pentacubes"),
            ("hexacube", "hexacubes"),
            ("heptacube", "heptacubes"),
        ],
        Lattice::Prism => &[
            ("monoprism", "monoprisms"),
            ("diprism", "diprisms"),
            ("triprism", "triprisms"),
            ("tetraprism", "tetraprisms"),
            ("pentaprism", "pentaprisms"),
        ],
    }
}

/// The pieces that have names of their own: sizes, names, and cells as they are written, in the order of the books.
pub(super) fn named(lattice: Lattice) -> &'static [(&'static str, &'static [&'static [i64]])] {
    match lattice {
        Lattice::Hex => &[
            ("I3", &[&[0, 0], &[1, 0], &[2, 0]]),
            ("V3", &[&[0, 0], &[1, 0], &[1, 1]]),
            ("A3", &[&[0, 0], &[1, 0], &[0, 1]]),
            ("bar", &[&[0, 0], &[1, 0], &[2, 0], &[3, 0]]),
            ("worm", &[&[0, 0], &[1, 0], &[2, 0], &[2, 1]]),
            ("pistol", &[&[0, 0], &[1, 0], &[2, 0], &[1, 1]]),
            ("propeller", &[&[0, 0], &[1, 0], &[2, -1], &[1, 1]]),
            ("arch", &[&[0, 0], &[-1, 1], &[1, 0], &[1, 1]]),
            ("bee", &[&[0, 0], &[1, 0], &[0, 1], &[1, 1]]),
            ("wave", &[&[0, 0], &[1, 0], &[1, 1], &[2, 1]]),
        ],
        Lattice::Triangle => &[
            ("bar", &[&[0, 0, 0], &[0, 0, 1], &[1, 0, 0], &[1, 0, 1], &[2, 0, 0], &[2, 0, 1]]),
            ("crook", &[&[0, 0, 0], &[0, 0, 1], &[1, 0, 0], &[1, 0, 1], &[2, 0, 0], &[0, -1, 1]]),
            ("crown", &[&[0, 0, 0], &[0, 0, 1], &[1, 0, 0], &[1, 0, 1], &[2, 0, 0], &[1, -1, 1]]),
            ("sphinx", &[&[0, 0, 0], &[0, 0, 1], &[1, 0, 0], &[1, 0, 1], &[2, 0, 0], &[1, 1, 0]]),
            ("snake", &[&[0, 0, 0], &[0, 0, 1], &[1, 0, 0], &[1, 0, 1], &[0, -1, 1], &[1, 1, 0]]),
            ("yacht", &[&[0, 0, 0], &[0, 0, 1], &[1, 0, 0], &[1, 0, 1], &[0, 1, 0], &[1, 1, 0]]),
            ("chevron", &[&[0, 0, 0], &[0, 0, 1], &[1, 0, 0], &[1, 0, 1], &[1, 1, 0], &[1, 1, 1]]),
            ("signpost", &[&[0, 0, 0], &[0, 0, 1], &[1, 0, 0], &[1, 0, 1], &[1, -1, 1], &[2, -1, 0]]),
            ("lobster", &[&[0, 0, 0], &[0, 0, 1], &[1, 0, 0], &[1, 0, 1], &[0, 1, 0], &[0, 1, 1]]),
            ("hook", &[&[0, 0, 0], &[0, 0, 1], &[1, 0, 0], &[1, 0, 1], &[1, 1, 0], &[0, 1, 1]]),
            ("hexagon", &[&[0, 1, 1], &[1, 0, 0], &[1, 0, 1], &[0, 1, 0], &[0, 0, 1], &[1, 1, 0]]),
            ("butterfly", &[&[0, 0, 0], &[0, 0, 1], &[1, 0, 0], &[1, 0, 1], &[0, 1, 0], &[1, -1, 1]]),
        ],
        Lattice::Cube => &[
            ("tripod", &[&[0, 0, 0], &[1, 0, 0], &[0, 1, 0], &[0, 0, 1]]),
            ("screw", &[&[0, 0, 0], &[0, 1, 0], &[0, 1, 1], &[1, 0, 0]]),
        ],
        Lattice::Square | Lattice::Prism => &[],
    }
}

/// Sets that are not a size: what they are called, and their pieces.
pub(super) const SETS: [(Lattice, &str, &[&str]); 2] = [
    (Lattice::Cube, "soma", &["L3", "L4", "T4", "S4", "tripod", "screw", "screw'"]),
    (
        Lattice::Cube,
        "solid-pentominoes",
        &["F5", "I5", "L5", "N5", "P5", "T5", "U5", "V5", "W5", "X5", "Y5", "Z5"],
    ),
];

/// Other names of pieces.
pub(super) const SYNONYMS: [(Lattice, &str, &str); 10] = [
    (Lattice::Triangle, "lozenge", "diamond"),
    (Lattice::Triangle, "rhomboid", "bar"),
    (Lattice::Triangle, "club", "crook"),
    (Lattice::Triangle, "bat", "chevron"),
    (Lattice::Triangle, "pistol", "signpost"),
    (Lattice::Triangle, "shoe", "hook"),
    (Lattice::Triangle, "hourglass", "butterfly"),
    (Lattice::Hex, "tribone", "I3"),
    (Lattice::Cube, "left-screw", "screw"),
    (Lattice::Cube, "right-screw", "screw'"),
];
