//! Pictures of classes, as files.

use super::animate;
use super::given::Given;
use super::report::Report;
use crate::failure::Failure;
use crate::output::write_file;
use polytile::board::{Cell, Topology};
use polytile::classes::{Maker, Rules, rules_of};
use polytile::draw::classes::{ClassGraph, Gallery, Scatter, ShapeTable};
use std::path::{Path, PathBuf};

/// What is drawn.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Pictures")]
pub struct PictureArgs {
    /// Draw into this SVG file instead
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// What to draw [default: gallery; with --of: neighbours]
    #[arg(long, value_name = "WHAT", requires = "svg")]
    draw: Option<Drawing>,
    /// In the gallery, leave out classes of fewer than N tilings [default: 7]
    #[arg(long, value_name = "N", requires = "svg", value_parser = crate::values::word)]
    min_size: Option<u64>,
    /// The class that is drawn as a graph, or whose first tiling is animated [default: that of --of, or else the largest]
    #[arg(long, value_name = "N", value_parser = crate::values::word, conflicts_with = "of")]
    class: Option<u64>,
    /// Draw a transformation into this animated GIF file: that of the tiling of --of, or else of the first of the class, to
    /// its first neighbour
    #[arg(long, value_name = "FILE")]
    gif: Option<PathBuf>,
}

/// What can be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Drawing {
    /// One tiling of each class, with the size of the class
    Gallery,
    /// The shapes of moved regions, the sets of pieces that fill them, and how often
    Shapes,
    /// The size of each class against its number of related pairs
    Scatter,
    /// One class as a graph of small tilings
    Graph,
    /// The tiling of --of and its neighbours, the moved pieces marked
    Neighbours,
}

impl PictureArgs {
    /// Whether anything is to be drawn.
    pub fn asked(&self) -> bool {
        self.svg.is_some() || self.gif.is_some()
    }

    /// What is drawn, where a tiling is given or not.
    fn drawing(&self, of: bool) -> Drawing {
        self.draw.unwrap_or(if of { Drawing::Neighbours } else { Drawing::Gallery })
    }

    /// Refuses options of which no picture makes use.
    ///
    /// # Errors
    /// When there is one.
    pub fn check(&self, of: bool) -> Result<(), Failure> {
        let graph = self.svg.is_some() && self.draw == Some(Drawing::Graph);
        if self.class.is_some() && !graph && self.gif.is_none() {
            return Err(Failure::usage(
                "--class names a class to draw, but no picture of one class is asked for",
                "add --svg FILE --draw graph, or --gif FILE",
            ));
        }
        if self.min_size.is_some() && self.drawing(of) != Drawing::Gallery {
            return Err(Failure::usage(
                "--min-size leaves classes out of the gallery, but another picture is asked for",
                "leave out --min-size, or say --draw gallery",
            ));
        }
        Ok(())
    }

    /// Draws what is asked for; `of` is the tiling of `--of`.
    ///
    /// # Errors
    /// When there is no such class, a limit is reached, or a file cannot be written.
    pub fn write(&self, report: &Report<'_>, of: Option<&Given>) -> Result<(), Failure> {
        let class = self.chosen_class(report, of)?;
        if let Some(path) = &self.svg {
            let svg = match self.drawing(of.is_some()) {
                Drawing::Gallery => self.gallery(report),
                Drawing::Shapes => shapes(report),
                Drawing::Scatter => scatter(report),
                Drawing::Graph => graph(report, class),
                Drawing::Neighbours => neighbours(report, of)?,
            };
            write_file(path, svg.as_bytes())?;
        }
        if let Some(path) = &self.gif {
            write_gif(path, report, of, class)?;
        }
        Ok(())
    }

    /// The class to draw, from 0.
    fn chosen_class(&self, report: &Report<'_>, of: Option<&Given>) -> Result<usize, Failure> {
        let Some(asked) = self.class else {
            return Ok(of.map_or(0, |given| report.classes.of(given.number)));
        };
        let count = report.classes.len();
        match usize::try_from(asked) {
            Ok(class) if (1..=count).contains(&class) => Ok(class - 1),
            _ => Err(Failure::usage(
                format!("there is no class {asked}: they go from 1, the largest, to {count}"),
                "give such a number",
            )),
        }
    }

    /// The first tiling of every class that is large enough.
    fn gallery(&self, report: &Report<'_>) -> String {
        let tilings = &report.subject.tilings;
        let least = self.min_size.unwrap_or(7);
        let large = |class: &usize| report.classes.members(*class).len() as u64 >= least;
        let classes: Vec<usize> = (0..report.classes.len()).filter(large).collect();
        let title = format!(
            "{}{} classes of at least {} of {} tilings",
            prefix(report),
            classes.len(),
            least,
            tilings.len()
        );
        let mut gallery = Gallery::new(tilings.problem(), title);
        for class in classes {
            let members = report.classes.members(class);
            let caption = format!("class {}: {} tilings", class + 1, members.len());
            gallery.add(&tilings.tiling(members[0] as usize), caption, &[]);
        }
        gallery.svg()
    }
}

/// The title of the puzzle, to put before more.
fn prefix(report: &Report<'_>) -> String {
    report.subject.title.as_ref().map(|title| format!("{title}: ")).unwrap_or_default()
}

fn shapes(report: &Report<'_>) -> String {
    let problem = report.subject.tilings.problem();
    let shapes = report.relations.moved_shapes(&report.subject.tilings);
    // The shapes are told apart by the isometries of the plane, as the cells are drawn.
    let drawn =
        if problem.region.topology() == Topology::Plane { "" } else { ", as they lie on the board cut open" };
    let title = format!("{}{} shapes of moved regions{drawn}", prefix(report), shapes.len());
    let mut table = ShapeTable::new(title);
    for moved in shapes {
        let pairs = if moved.pairs == 1 { "1 pair".to_owned() } else { format!("{} pairs", moved.pairs) };
        let mut lines = vec![format!("{pairs}, by {}", moved.rules)];
        for (pieces, count) in &moved.fillings {
            let names: Vec<&str> = pieces.iter().map(|&p| problem.pieces[p as usize].name.as_str()).collect();
            lines.push(format!("{count} x {}", names.join(" ")));
        }
        table.add(moved.shape, lines);
    }
    table.svg()
}

fn scatter(report: &Report<'_>) -> String {
    let mut pairs = vec![0; report.classes.len()];
    for pair in report.relations.pairs() {
        pairs[report.classes.of(pair[0].from as usize)] += 1;
    }
    let mut scatter = Scatter::new(format!("{}{} classes", prefix(report), pairs.len()));
    for (class, pairs) in pairs.into_iter().enumerate() {
        scatter.add(report.classes.members(class).len() as u64, pairs);
    }
    scatter.svg()
}

fn graph(report: &Report<'_>, class: usize) -> String {
    let tilings = &report.subject.tilings;
    let members = report.classes.members(class);
    let title = format!("{}class {}, {} tilings", prefix(report), class + 1, members.len());
    let mut graph = ClassGraph::new(tilings.problem(), title);
    for &i in members {
        graph.node(tilings.tiling(i as usize), (i + 1).to_string());
    }
    for pair in report.relations.pairs() {
        let Some(link) = pair.iter().min_by_key(|link| (link.moved, link.symmetry)) else { continue };
        // The members are sorted, and both ends of a pair are in one class.
        let (Ok(a), Ok(b)) = (members.binary_search(&link.from), members.binary_search(&link.to)) else {
            continue;
        };
        let name =
            |&p: &u32| tilings.problem().pieces[tilings.encoded().placement(p).piece as usize].name.as_str();
        let names: Vec<&str> = tilings.moved(link).iter().map(name).collect::<Vec<_>>();
        let image: Vec<u32> = tilings.image(link.symmetry.into(), tilings.get(link.from as usize)).collect();
        let coming = tilings.get(link.to as usize).iter().copied().filter(|p| !image.contains(p));
        let coming = tilings.encoded().tiling(&coming.collect::<Vec<_>>());
        graph.edge(a, b, rules_of(pair), names.join(" "), &coming);
    }
    graph.svg()
}

fn neighbours(report: &Report<'_>, of: Option<&Given>) -> Result<String, Failure> {
    let Some(given) = of else {
        return Err(Failure::usage("whose neighbours are to be drawn?", "name a tiling with --of"));
    };
    let (tilings, run) = (&report.subject.tilings, &report.subject.run);
    let found =
        Maker::new(tilings, report.options, &run.control)?.neighbours(&given.placements, &run.control)?;
    let title =
        format!("{}tiling {} and its {}", prefix(report), given.number + 1, super::family::how_many(&found));
    let mut gallery = Gallery::new(tilings.problem(), title);
    gallery.add(&tilings.encoded().tiling(&given.placements), format!("tiling {}", given.number + 1), &[]);
    for neighbour in found {
        let moved: Vec<u32> =
            neighbour.placements.iter().copied().filter(|p| !given.placements.contains(p)).collect();
        let laid = tilings.encoded().tiling(&moved);
        let marked: Vec<Cell> = laid.laid().iter().flat_map(|laid| laid.cells.clone()).collect();
        let rules = neighbour.ways.iter().fold(Rules::NONE, |rules, way| rules | way.rule.into());
        let caption = format!("tiling {}, by {rules}, {} moved", neighbour.tiling + 1, moved.len());
        gallery.add(&tilings.encoded().tiling(&neighbour.placements), caption, &marked);
    }
    Ok(gallery.svg())
}

fn write_gif(path: &Path, report: &Report<'_>, of: Option<&Given>, class: usize) -> Result<(), Failure> {
    let (tilings, run) = (&report.subject.tilings, &report.subject.run);
    let first = of.map_or_else(
        || tilings.get(report.classes.members(class)[0] as usize).to_vec(),
        |given| given.placements.clone(),
    );
    let mut found = Maker::new(tilings, report.options, &run.control)?.neighbours(&first, &run.control)?;
    if found.is_empty() {
        return Err(Failure::usage(
            "there is no transformation to draw: this tiling is related to no other",
            "name another tiling with --of, or another class with --class",
        ));
    }
    found.truncate(1);
    animate::write(path, &first, &found, report.subject)
}
