//! Which pieces of a tiling an isometry carries to where pieces were.
//!
//! In: a tiling, as the owner of every cell, and an isometry, as the image of every cell. Out: *parts*, any union of which will
//! do. For a symmetric subset a part is a set of pieces whose region is carried to itself, for a swap two sets of pieces, the
//! region of the one carried to that of the other. Parts are components: a piece belongs with whatever its image overlaps. A
//! component is not a part when an image leaves the board, some cell of a region is not an image, or, for a swap, one piece
//! stands on both sides. Cost: next to linear in the cells.

/// No cell.
pub(super) const NONE: u32 = u32::MAX;

/// A set of pieces, or two, given by their numbers in the tiling.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Part {
    pub from: Vec<u32>,
    /// For a swap, where they go.
    pub to: Vec<u32>,
}

/// For most pairs of a tiling and an isometry, finds out at once that there are no parts, where pieces are few enough to be the
/// bits of a word.
#[derive(Default)]
pub(super) struct Sieve {
    /// For each piece the pieces that its image overlaps; one more bit says that the image leaves the board.
    touched: Vec<u64>,
}

impl Sieve {
    /// The most pieces: one bit is for what is outside.
    pub const MOST: usize = 63;

    /// Looks at the tiling with these `owners` of cells, the last entry being what is outside, whose cells have
    /// these images.
    pub fn look(&mut self, owners: &[u32], pieces: usize, image: &[u32]) {
        self.touched.clear();
        self.touched.resize(pieces, 0);
        let outside = owners.len() - 1;
        for (&owner, &image) in owners.iter().zip(image) {
            self.touched[owner as usize] |= 1 << owners[(image as usize).min(outside)];
        }
    }

    /// Whether some parts may be carried to themselves without all of their pieces being so.
    pub fn may_keep(&self) -> bool {
        let all = (1 << self.touched.len()) - 1;
        let own = |(piece, &touched): (usize, &u64)| u64::from(touched == 1 << piece) << piece;
        let mut bad = self.touched.iter().enumerate().map(own).fold(!all, |a, b| a | b);
        loop {
            let before = bad;
            for (piece, &touched) in self.touched.iter().enumerate() {
                if bad >> piece & 1 == 1 {
                    bad |= touched;
                } else if touched & bad != 0 {
                    bad |= touched | 1 << piece;
                }
            }
            if bad == u64::MAX || bad == before {
                return bad != u64::MAX;
            }
        }
    }

    /// Whether some parts may be exchanged, where the pieces of the mask `bare` have cells that are not an image.
    pub fn may_exchange(&self, bare: u64) -> bool {
        let all = (1 << self.touched.len()) - 1;
        // Pieces that cannot go, and pieces whose places nothing can go to.
        let (mut stay, mut barred) = (0_u64, bare | !all);
        loop {
            let before = (stay, barred);
            for (piece, &touched) in self.touched.iter().enumerate() {
                let own = 1 << piece;
                if stay & own != 0 || touched & (barred | own) != 0 {
                    stay |= own;
                    barred |= touched;
                }
            }
            if stay == all || (stay, barred) == before {
                return stay != all;
            }
        }
    }
}

/// Finds parts; keeps its memory.
#[derive(Default)]
pub(super) struct Finder {
    parents: Vec<u32>,
    /// For each piece, how many of its cells are images.
    covered: Vec<u32>,
    bad: Vec<bool>,
}

impl Finder {
    /// The parts that are carried to themselves, by `image`, in the tiling with these `owners` of cells.
    pub fn kept(&mut self, owners: &[u32], pieces: usize, image: &[u32], parts: &mut Vec<Part>) {
        parts.clear();
        self.reset(pieces);
        let mut last = (NONE, NONE);
        for (&owner, &image) in owners.iter().zip(image) {
            if image == NONE {
                self.bad[owner as usize] = true;
            } else {
                let pair = (owner, owners[image as usize]);
                if pair != last {
                    self.join(pair.0, pair.1);
                    last = pair;
                }
            }
        }
        if !self.gather(pieces) {
            return;
        }
        let mut at = vec![NONE; pieces];
        for piece in 0..pieces as u32 {
            let root = self.root(piece) as usize;
            if !self.bad[root] {
                part_of(root, &mut at, parts).from.push(piece);
            }
        }
    }

    /// The parts of which one side is carried to the other, by `image`, in the tiling with these `owners` of cells, where
    /// piece `i` has `sizes[i]` cells.
    pub fn exchanged(&mut self, owners: &[u32], sizes: &[u32], image: &[u32], parts: &mut Vec<Part>) {
        parts.clear();
        let pieces = sizes.len();
        // Node i is piece i before, node pieces + i is piece i as a place to go to.
        self.reset(2 * pieces);
        self.covered.clear();
        self.covered.resize(pieces, 0);
        let mut last = (NONE, NONE);
        for (&owner, &image) in owners.iter().zip(image) {
            if image == NONE {
                self.bad[owner as usize] = true;
                continue;
            }
            let pair = (owner, owners[image as usize]);
            if pair.0 == pair.1 {
                // It cannot go, and so it does not cover its own place either.
                self.bad[owner as usize] = true;
                continue;
            }
            self.covered[pair.1 as usize] += 1;
            if pair != last {
                self.join(pair.0, pieces as u32 + pair.1);
                last = pair;
            }
        }
        for (piece, (covered, size)) in self.covered.iter().zip(sizes).enumerate() {
            self.bad[pieces + piece] |= covered < size;
        }
        if !self.gather(2 * pieces) {
            return;
        }
        for piece in 0..pieces as u32 {
            let (before, after) = (self.root(piece), self.root(pieces as u32 + piece));
            if before == after {
                self.bad[before as usize] = true;
            }
        }
        let mut at = vec![NONE; 2 * pieces];
        for piece in 0..pieces as u32 {
            let (before, after) = (self.root(piece) as usize, self.root(pieces as u32 + piece) as usize);
            if !self.bad[before] {
                part_of(before, &mut at, parts).from.push(piece);
            }
            if !self.bad[after] {
                part_of(after, &mut at, parts).to.push(piece);
            }
        }
    }

    fn reset(&mut self, nodes: usize) {
        self.parents.clear();
        self.parents.extend(0..nodes as u32);
        self.bad.clear();
        self.bad.resize(nodes, false);
    }

    /// Marks the root of every component in which something is bad; whether any root is good.
    fn gather(&mut self, nodes: usize) -> bool {
        for node in 0..nodes as u32 {
            if self.bad[node as usize] {
                let root = self.root(node);
                self.bad[root as usize] = true;
            }
        }
        (0..nodes).any(|node| self.parents[node] as usize == node && !self.bad[node])
    }

    fn root(&mut self, mut node: u32) -> u32 {
        while self.parents[node as usize] != node {
            let above = self.parents[self.parents[node as usize] as usize];
            self.parents[node as usize] = above;
            node = above;
        }
        node
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }
}

/// The part of the component with this root.
fn part_of<'a>(root: usize, at: &mut [u32], parts: &'a mut Vec<Part>) -> &'a mut Part {
    if at[root] == NONE {
        at[root] = parts.len() as u32;
        parts.push(Part::default());
    }
    &mut parts[at[root] as usize]
}
