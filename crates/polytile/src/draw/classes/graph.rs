//! One class as a graph: its tilings, small, and a line for each related pair, with what moves.
//!
//! In: tilings and relations. Out: SVG or PNG. A class of fifty tilings has hundreds of related pairs, which nobody can follow all at once.
//! So what moves is drawn once, under a letter that all its lines bear; and the tilings come in clusters (`clusters`), each on a
//! ring (`ring`), with the lines within it. Those to other clusters are listed below it, and a ring of the clusters has their
//! numbers. Cost: nodes times lines, and for each cluster some looks at all pairs of its lines: good for hundreds of tilings, not for thousands.

use super::clusters::clusters;
use super::{GAP, LINE, columns, pen_of, ring, scene_of, titled, wide};
use crate::classes::{Classes, Relations, Rule, RuleSet, Tilings, rules_of};
use crate::draw::heading::{self, Heading};
use crate::draw::surface::{self, Anchor, Pen, Point, Surface, Svg, Text, circle};
use crate::draw::{ColourBy, DrawError, PictureOptions, font};
use crate::problem::Problem;
use crate::run::{Control, Pulse, Stopped};
use crate::tiling::Tiling;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

/// A class, with its relations.
#[derive(Clone, Debug)]
pub struct ClassGraph<'a> {
    problem: &'a Problem,
    title: String,
    nodes: Vec<(Tiling, String)>,
    edges: Vec<Edge>,
    by: Option<ColourBy>,
    options: PictureOptions,
}

/// A line between two nodes.
#[derive(Clone, Debug)]
struct Edge {
    nodes: [usize; 2],
    rules: RuleSet,
    moved: String,
    pieces: Tiling,
}

/// Lines along which the same pieces move by the same rules.
struct Kind {
    letter: String,
    /// The first of them.
    edge: usize,
    count: usize,
}

/// Things around a ring, and lines between them.
struct Ring {
    /// The nodes, and where their middles are.
    nodes: Vec<usize>,
    middles: Vec<Point>,
    /// The lines, as places in `nodes`, each with what it is a line of, and the middle of its label.
    lines: Vec<[usize; 2]>,
    of: Vec<usize>,
    labels: Vec<Point>,
    size: [u64; 2],
}

/// Where everything is.
struct Layout {
    heading: Heading,
    kinds: Vec<Kind>,
    /// The kind of each edge.
    kind_of: Vec<usize>,
    /// Of one kind in the list of them, and how many stand side by side.
    entry: [u64; 2],
    across: u64,
    /// The ring of all clusters, where there are several, and those of their tilings.
    overview: Option<Ring>,
    rings: Vec<Ring>,
    /// Below each of these: lines of text.
    notes: Vec<Vec<String>>,
    wide: u64,
    columns: usize,
    /// The top of each row of panels, and where the last one ends.
    rows: Vec<u64>,
    /// Where the kinds begin; and the size of the page.
    top: u64,
    page: [u64; 2],
}

/// Pixels of a cell of the longest board.
const BOARD: u32 = 64;
/// A cluster has at most so many tilings: then no line of it passes behind a tiling.
const MOST: usize = 8;
/// The radius of a cluster among all of them.
const DISC: f64 = 17.0;
/// Width and height of a line that shows what lines look like.
const SAMPLE: u32 = 36;

/// Number `n` in letters: a to z, aa, ab, ...
fn letters(n: usize) -> String {
    let last = char::from(b'a' + (n % 26) as u8);
    if n < 26 { last.to_string() } else { letters(n / 26 - 1) + &last.to_string() }
}

impl<'a> ClassGraph<'a> {
    /// A graph without nodes.
    pub fn new(problem: &'a Problem, title: impl Into<String>) -> Self {
        ClassGraph {
            problem,
            title: title.into(),
            nodes: Vec::new(),
            edges: Vec::new(),
            by: None,
            options: PictureOptions::default(),
        }
    }

    /// The class of this number, from 0, with its relations, for a puzzle of this title.
    ///
    /// # Errors
    /// When `control` says stop.
    pub fn of_class(
        tilings: &'a Tilings,
        relations: &Relations,
        (classes, class): (&Classes, usize),
        puzzle: Option<&str>,
        control: &Control,
    ) -> Result<Self, Stopped> {
        let pulse = Pulse::preparing(control);
        let members = classes.members(class);
        let what = format!("class {}, {} tilings", class + 1, members.len());
        let mut graph = ClassGraph::new(tilings.problem(), titled(puzzle, what));
        for &i in members {
            pulse.beat()?;
            graph.node(tilings.tiling(i as usize), (i + 1).to_string());
        }
        for pair in relations.pairs() {
            pulse.beat()?;
            let Some(link) = pair.iter().min_by_key(|link| (link.moved, link.symmetry)) else { continue };
            // The members are sorted, and both ends of a pair are in one class.
            let (Ok(a), Ok(b)) = (members.binary_search(&link.from), members.binary_search(&link.to)) else {
                continue;
            };
            let moved = tilings.moved(link);
            let names: Vec<&str> = moved.iter().map(|&p| tilings.piece_name(p)).collect();
            let from = tilings.get(link.from as usize);
            let image: Vec<u32> = tilings.image(link.symmetry.into(), from).collect();
            let coming = tilings.get(link.to as usize).iter().copied().filter(|p| !image.contains(p));
            let coming = tilings.encoded().tiling(&coming.collect::<Vec<_>>());
            graph.edge(a, b, rules_of(pair), names.join(" "), &coming);
        }
        Ok(graph)
    }

    /// This graph in colours that tell `by`; by default they tell which piece is which where a puzzle has each of them once, and
    /// neighbours apart where it does not.
    #[must_use]
    pub fn coloured_by(mut self, by: ColourBy) -> Self {
        self.by = Some(by);
        self
    }

    /// This graph drawn as these options say.
    #[must_use]
    pub fn with_options(mut self, options: PictureOptions) -> Self {
        self.options = options;
        self
    }

    /// Adds a tiling, called `name`.
    pub fn node(&mut self, tiling: Tiling, name: impl Into<String>) {
        self.nodes.push((tiling, name.into()));
    }

    /// Adds a relation between two nodes, in the order in which they were added, by `rules`, with what moves in words and
    /// the moved pieces as they lie in node `b`.
    pub fn edge(&mut self, a: usize, b: usize, rules: RuleSet, moved: impl Into<String>, pieces: &Tiling) {
        self.edges.push(Edge { nodes: [a, b], rules, moved: moved.into(), pieces: pieces.clone() });
    }

    /// The graph as an SVG document: what moves, each under a letter; the clusters, and how many pairs there are between them; and each
    /// cluster, its lines with those letters, and below it the lines to other clusters. A line has a stroke beside the other for every
    /// rule of its pair.
    ///
    /// # Errors
    /// When `control` says stop.
    pub fn svg(&self, control: &Control) -> Result<String, Stopped> {
        let layout = self.layout(control)?;
        let mut svg = Svg::default();
        self.draw(&layout, &mut svg);
        // Pictures that are too many for these numbers do not fit into memory.
        let [width, height] = layout.page.map(|side| u32::try_from(side).unwrap_or(u32::MAX));
        Ok(Svg::head(width, height, Some(&self.title), self.options) + &svg.text + Svg::TAIL)
    }

    /// The graph as a PNG file.
    ///
    /// # Errors
    /// [`DrawError::Stopped`] when `control` says stop, [`DrawError::TooLarge`] when a side would be longer than 65535 pixels or there
    /// would be more than 2^28 of them.
    pub fn png(&self, control: &Control) -> Result<Vec<u8>, DrawError> {
        let layout = self.layout(control)?;
        surface::png(layout.page, self.options, |page| self.draw(&layout, page))
    }

    fn cell(&self) -> u32 {
        let region = &self.problem.region;
        self.options.cell_or(|| (BOARD / region.rows().max(region.cols()).max(1)).max(2))
    }

    /// Pixels of a cell where only what moves is drawn.
    fn small(&self) -> u32 {
        (2 * self.cell() / 3).max(2)
    }

    /// The board of an empty tiling with what is written beside it: its size, and where its corner is.
    fn board(&self, cell: u32) -> ([u64; 2], [u32; 2]) {
        let bare = scene_of(self.problem, &Tiling::default(), self.by).with_options(self.options);
        let margin = surface::margin(&bare, cell);
        let [wide, high] = surface::size(&bare, cell);
        ([wide + u64::from(margin[0]), high + u64::from(margin[1])], margin)
    }

    /// A tiling with its name above it.
    fn node_size(&self) -> [u64; 2] {
        let ([board, high], _) = self.board(self.cell());
        let names = self.nodes.iter().map(|(_, name)| u64::from(wide(name))).max().unwrap_or(0);
        [board.max(names), high + u64::from(LINE)]
    }

    fn layout(&self, control: &Control) -> Result<Layout, Stopped> {
        let pulse = Pulse::preparing(control);
        let (kinds, kind_of) = self.kinds(&pulse)?;
        let lines: Vec<[usize; 2]> = self.edges.iter().map(|edge| edge.nodes).collect();
        let members = clusters(self.nodes.len(), &lines, MOST, &pulse)?;
        let mut cluster_of = vec![0; self.nodes.len()];
        members.iter().enumerate().for_each(|(i, own)| own.iter().for_each(|&node| cluster_of[node] = i));
        let size = self.node_size().map(|side| side as f64);
        let label = |edge: usize| label_size(&kinds[kind_of[edge]].letter);
        let mut rings = Vec::new();
        for own in &members {
            let within: Vec<usize> =
                (0..lines.len()).filter(|&i| lines[i].iter().all(|node| own.contains(node))).collect();
            rings.push(Ring::new(own, &lines, within, (size, true), &label, &pulse)?);
        }
        // Between clusters: how many pairs.
        let mut between: BTreeMap<[usize; 2], usize> = BTreeMap::new();
        for line in &lines {
            let [a, b] = line.map(|node| cluster_of[node]);
            if a != b {
                *between.entry([a.min(b), a.max(b)]).or_default() += 1;
            }
        }
        let (pairs, counts): (Vec<[usize; 2]>, Vec<usize>) = between.into_iter().unzip();
        let overview = if members.len() > 1 {
            let all: Vec<usize> = (0..members.len()).collect();
            let label = |pair: usize| label_size(&counts[pair].to_string());
            let mut ring = Ring::new(
                &all,
                &pairs,
                (0..pairs.len()).collect(),
                ([2.0 * DISC; 2], false),
                &label,
                &pulse,
            )?;
            ring.of = counts;
            Some(ring)
        } else {
            None
        };
        let drawn = || overview.iter().chain(&rings);
        let widest = drawn().map(|ring| ring.size[0]).max().unwrap_or(0).max(160);
        let across = heading::letters(widest, 1) * 6 / 7;
        let mut notes: Vec<Vec<String>> = Vec::new();
        if overview.is_some() {
            let says =
                "Clusters, with their numbers of tilings, and how many related pairs there are between them.";
            notes.push(heading::lines(says, across));
        }
        for (number, own) in members.iter().enumerate() {
            let mut text = Vec::new();
            for &node in own {
                let others = (0..lines.len()).filter_map(|i| {
                    let [a, b] = lines[i];
                    let other = if a == node {
                        b
                    } else if b == node {
                        a
                    } else {
                        return None;
                    };
                    let to = cluster_of[other];
                    let letter = &kinds[kind_of[i]].letter;
                    (to != number).then(|| format!("{letter} {} ({})", self.nodes[other].1, cluster(to)))
                });
                let others: Vec<String> = others.collect();
                if !others.is_empty() {
                    text.extend(heading::lines(
                        &format!("{}: {}", self.nodes[node].1, others.join(", ")),
                        across,
                    ));
                }
            }
            notes.push(text);
        }
        let gap = u64::from(GAP);
        let high = |(ring, text): (&Ring, &Vec<String>)| {
            ring.size[1] + (text.len() as u64 + 1) * u64::from(LINE) + 3 * gap
        };
        let highs: Vec<u64> = drawn().zip(&notes).map(high).collect();
        let wide_panel = widest + 2 * gap;
        let columns = columns(highs.len(), wide_panel, highs.iter().copied().max().unwrap_or(0));
        let says = Rule::ALL.iter().map(|&rule| u64::from(SAMPLE + 10 + wide(meaning(rule)))).max();
        let entry = self.entry_size(&kinds);
        let least = says.unwrap_or(0).max(if kinds.is_empty() { 0 } else { entry[0] });
        let width = (columns as u64 * wide_panel).max(least) + 2 * gap;
        let heading = Heading::new(Some(&self.title), width - 2 * gap);
        let beside = ((width - 2 * gap) / entry[0].max(1)).max(1);
        let top = gap + u64::from(heading.height()) + gap;
        let below = top + (kinds.len() as u64).div_ceil(beside) * entry[1] + gap;
        let mut rows = vec![below];
        for row in highs.chunks(columns) {
            rows.push(rows[rows.len() - 1] + row.iter().copied().max().unwrap_or(0));
        }
        let page = [width, rows[rows.len() - 1] + 3 * u64::from(LINE) + gap];
        Ok(Layout {
            heading,
            kinds,
            kind_of,
            entry,
            across: beside,
            overview,
            rings,
            notes,
            wide: wide_panel,
            columns,
            rows,
            top,
            page,
        })
    }

    /// The kinds of lines, the most frequent first, and that of each edge.
    fn kinds(&self, pulse: &Pulse<'_>) -> Result<(Vec<Kind>, Vec<usize>), Stopped> {
        let mut numbers: HashMap<(String, &str), usize> = HashMap::new();
        let (mut kinds, mut kind_of) = (Vec::new(), Vec::new());
        for (i, edge) in self.edges.iter().enumerate() {
            pulse.beat()?;
            let number = *numbers.entry((edge.rules.to_string(), &edge.moved)).or_insert_with(|| {
                kinds.push(Kind { letter: String::new(), edge: i, count: 0 });
                kinds.len() - 1
            });
            kinds[number].count += 1;
            kind_of.push(number);
        }
        let mut order: Vec<usize> = (0..kinds.len()).collect();
        order.sort_by_key(|&kind| Reverse(kinds[kind].count));
        let mut place = vec![0; kinds.len()];
        for (i, &kind) in order.iter().enumerate() {
            place[kind] = i;
            kinds[kind].letter = letters(i);
        }
        kinds.sort_by_key(|kind| place[kind_of[kind.edge]]);
        for kind in &mut kind_of {
            *kind = place[*kind];
        }
        Ok((kinds, kind_of))
    }

    /// What stands beside the board of a kind.
    fn says(&self, kind: &Kind) -> [String; 2] {
        let s = if kind.count == 1 { "" } else { "s" };
        let edge = &self.edges[kind.edge];
        [format!("{}: {} pair{s}", edge.rules, kind.count), edge.moved.clone()]
    }

    /// The room for one of the kinds in their list.
    fn entry_size(&self, kinds: &[Kind]) -> [u64; 2] {
        let ([board, high], _) = self.board(self.small());
        let texts = kinds.iter().flat_map(|kind| self.says(kind));
        let text = texts.map(|text| u64::from(wide(&text))).max().unwrap_or(0).max(u64::from(SAMPLE + 30));
        [board + 10 + text + u64::from(GAP), high.max(3 * u64::from(LINE) + 4) + u64::from(GAP)]
    }

    fn draw<S: Surface>(&self, layout: &Layout, surface: &mut S) {
        layout.heading.draw([GAP; 2], Anchor::Start, surface);
        let corner = |x: u64, y: u64| [x as u32, y as u32];
        for (i, kind) in (0..).zip(&layout.kinds) {
            let (col, row) = (i % layout.across, i / layout.across);
            let at = corner(u64::from(GAP) + col * layout.entry[0], layout.top + row * layout.entry[1]);
            self.draw_kind(kind, at, surface);
        }
        let panels = layout.overview.iter().chain(&layout.rings);
        for (i, (ring, text)) in panels.zip(&layout.notes).enumerate() {
            let (col, row) = ((i % layout.columns) as u64, i / layout.columns);
            let [x, y] = corner(u64::from(GAP) + col * layout.wide, layout.rows[row]);
            let [wide, high] =
                [layout.wide, layout.rows[row + 1] - layout.rows[row]].map(|side| side as u32 - GAP);
            let [left, top, right, bottom] = [x, y, x + wide, y + high].map(f64::from);
            let frame = [[left, top], [right, top], [right, bottom], [left, bottom], [left, top]];
            surface.line(&frame, Pen::new([0xBB; 3], 1.0));
            let [left, top] = [x + GAP / 2, y + GAP / 2 + LINE];
            // In the middle of its panel.
            let at = [left + (wide - GAP).saturating_sub(ring.size[0] as u32) / 2, top];
            match (i, &layout.overview) {
                (0, Some(_)) => layout.draw_overview(at, surface),
                (i, overview) => {
                    let number = i - usize::from(overview.is_some());
                    if overview.is_some() {
                        surface.text(Text::at(left, top - LINE, 2), &cluster(number));
                    }
                    self.draw_ring(layout, ring, at, surface);
                }
            }
            for (line, y) in text.iter().zip((top + ring.size[1] as u32 + GAP / 2..).step_by(LINE as usize)) {
                surface.text(Text::at(left, y, 1), line);
            }
        }
        for (i, rule) in (0..).zip(Rule::ALL) {
            let y = layout.rows[layout.rows.len() - 1] as u32 + i * LINE;
            let line = [GAP, GAP + SAMPLE].map(|x| [f64::from(x), f64::from(y + 4)]);
            surface.line(&line, pen_of(rule));
            surface.text(Text::at(GAP + SAMPLE + 10, y, 1), meaning(rule));
        }
    }

    /// What moves along lines of a kind, in one pair, with their letter and strokes.
    fn draw_kind<S: Surface>(&self, kind: &Kind, [x, y]: [u32; 2], surface: &mut S) {
        let edge = &self.edges[kind.edge];
        let ([board, _], _) = self.board(self.small());
        let scene = scene_of(self.problem, &edge.pieces, self.by).with_options(self.options);
        surface::bare(&scene, [x, y], self.small(), surface);
        let left = x + board as u32 + 10;
        let ends = [left, left + SAMPLE + 14].map(|x| [f64::from(x), f64::from(y + 6)]);
        strokes(ends, edge.rules, surface);
        label([0, 1].map(|i| f64::midpoint(ends[0][i], ends[1][i])), &kind.letter, surface);
        for (i, text) in (1..).zip(self.says(kind)) {
            surface.text(Text::at(left, y + 4 + i * LINE, 1), &text);
        }
    }

    fn draw_ring<S: Surface>(&self, layout: &Layout, ring: &Ring, [x, y]: [u32; 2], surface: &mut S) {
        let shifted = |[right, down]: Point| [f64::from(x) + right, f64::from(y) + down];
        let kind = |line: usize| &layout.kinds[layout.kind_of[ring.of[line]]];
        for (line, ends) in ring.lines.iter().enumerate() {
            let ends = ends.map(|node| shifted(ring.middles[node]));
            strokes(ends, self.edges[ring.of[line]].rules, surface);
        }
        let [wide, high] = self.node_size();
        let ([board, _], _) = self.board(self.cell());
        for (&node, &middle) in ring.nodes.iter().zip(&ring.middles) {
            let (tiling, name) = &self.nodes[node];
            let [left, top] = shifted(middle);
            let (left, top) = ((left - wide as f64 / 2.0) as u32, (top - high as f64 / 2.0) as u32);
            // Lines end at the edge of a tiling and its name.
            surface.rect(
                left.saturating_sub(3),
                top.saturating_sub(3),
                wide as u32 + 6,
                high as u32 + 6,
                [255; 3],
            );
            surface.text(Text::at(left, top + 3, 1), name);
            let scene = scene_of(self.problem, tiling, self.by).with_options(self.options);
            let at = [left + (wide - board) as u32 / 2, top + LINE];
            surface::draw(&scene, at, self.cell(), false, surface);
        }
        for (line, &middle) in ring.labels.iter().enumerate() {
            label(shifted(middle), &kind(line).letter, surface);
        }
    }
}

impl Layout {
    fn draw_overview(&self, [x, y]: [u32; 2], surface: &mut impl Surface) {
        let Some(ring) = &self.overview else { return };
        let shifted = |[right, down]: Point| [f64::from(x) + right, f64::from(y) + down];
        for (ends, &count) in ring.lines.iter().zip(&ring.of) {
            let ends = ends.map(|node| shifted(ring.middles[node]));
            surface.line(&ends, Pen::new([0x99; 3], 1.0 + (count as f64 / 2.0).min(5.0)));
        }
        for (&node, &middle) in ring.nodes.iter().zip(&ring.middles) {
            let [x, y] = shifted(middle);
            surface.area(&circle([x, y], DISC), [0xFF; 3], Some(Pen::new([0; 3], 1.5)));
            let place =
                |down: f64| Text { anchor: Anchor::Middle, ..Text::at(x as u32, (y + down) as u32, 1) };
            surface.text(place(-11.0), &cluster(node));
            surface.text(place(3.0), &self.rings[node].nodes.len().to_string());
        }
        for (&middle, count) in ring.labels.iter().zip(&ring.of) {
            label(shifted(middle), &count.to_string(), surface);
        }
    }
}

impl Ring {
    /// The ring of these `nodes`, with those of all `lines` that are `within`.
    fn new(
        nodes: &[usize],
        lines: &[[usize; 2]],
        within: Vec<usize>,
        (size, clear): (Point, bool),
        label: &dyn Fn(usize) -> Point,
        pulse: &Pulse<'_>,
    ) -> Result<Self, Stopped> {
        let place: HashMap<usize, usize> = nodes.iter().copied().zip(0..).collect();
        let lines: Vec<[usize; 2]> =
            within.iter().map(|&line| lines[line].map(|node| place[&node])).collect();
        let order = ring::order(nodes.len(), &lines, pulse)?;
        let around = ring::middles(nodes.len(), size, clear);
        let middles: Vec<Point> = order.iter().map(|&place| around[place]).collect();
        let sizes: Vec<Point> = within.iter().map(|&line| label(line)).collect();
        let labels = ring::labels(&lines, &sizes, &middles, size, pulse)?;
        let end = |i: usize| middles.iter().map(|middle| middle[i] + size[i] / 2.0).fold(0.0, f64::max);
        let size = [0, 1].map(|i| end(i).ceil() as u64);
        Ok(Ring { nodes: nodes.to_vec(), middles, lines, of: within, labels, size })
    }
}

/// The name of a cluster.
fn cluster(number: usize) -> String {
    letters(number).to_uppercase()
}

/// How large the label of a line is.
fn label_size(text: &str) -> Point {
    [f64::from(font::width(text) + 8), f64::from(font::HEIGHT + 6)]
}

/// Writes a text on a line, around this point.
fn label(at: Point, text: &str, surface: &mut impl Surface) {
    let [wide, high] = label_size(text);
    let [left, top, right, bottom] =
        [at[0] - wide / 2.0, at[1] - high / 2.0, at[0] + wide / 2.0, at[1] + high / 2.0].map(f64::round);
    let frame = [[left, top], [right, top], [right, bottom], [left, bottom]];
    surface.area(&frame, [0xFF; 3], Some(Pen::new([0x66; 3], 1.0)));
    let place = Text { anchor: Anchor::Middle, ..Text::at(at[0].round() as u32, top as u32 + 3, 1) };
    surface.text(place, text);
}

/// A line for each rule of a pair, side by side.
fn strokes([from, to]: [Point; 2], rules: RuleSet, surface: &mut impl Surface) {
    let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
    let length = (dx * dx + dy * dy).sqrt().max(1.0);
    let all: Vec<Rule> = Rule::ALL.into_iter().filter(|&rule| rules.has(rule)).collect();
    for (i, &rule) in all.iter().enumerate() {
        let aside = (i as f64 - (all.len() as f64 - 1.0) / 2.0) * 3.0;
        let shifted = |[x, y]: Point| [x - dy / length * aside, y + dx / length * aside];
        surface.line(&[shifted(from), shifted(to)], pen_of(rule));
    }
}

/// What a rule says.
fn meaning(rule: Rule) -> &'static str {
    match rule {
        Rule::Symmetric => "S: one isometry moves all moved pieces",
        Rule::Swap => "W: two congruent regions exchange their pieces",
        Rule::Two => "P: two pieces rearranged",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_on_after_z() {
        assert_eq!([0, 25, 26, 51, 52, 701, 702].map(letters), ["a", "z", "aa", "az", "ba", "zz", "aaa"]);
    }
}
