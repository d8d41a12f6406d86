//! Every known count, in every way there is of finding it: by the engines that count, in all orders; by searches, which list; by
//! the diagram of the exact cover; by the samplers, which have to know how many there are; by the terms of a strip; by searches
//! that find one tiling of each class; and, where everything can be listed, by brute force. What a way cannot answer within 2
//! MiB, or with as many nodes as take a moment, is passed over; but at least how many rows each way answers is asserted.
//!
//! The table holds one count per line: published ones, and ones that two unrelated programs agree on. Its columns are
//! the board, the pieces, the flags, the count, and where it comes from; its comments say what a section is about.

#[path = "oracle/tilings.rs"]
#[expect(dead_code, reason = "of the oracle only the number of tilings is wanted")]
mod oracle;

use oracle::{Brute, Given, Shape};
use polytile::ask::{Answering, engines};
use polytile::board::{Lattice, Region, Topology};
use polytile::choice::Choice;
use polytile::count::{Answer, Count, CountOptions, Engine, Order, count};
use polytile::exact_cover::Encoded;
use polytile::format::{board, pieces};
use polytile::frontier::sample::Sampler;
use polytile::frontier::series::Strip;
use polytile::pieces::{Freedom, Piece};
use polytile::problem::{Problem, Rules, UpTo};
use polytile::run::{Control, Refused, Stopped};
use polytile::solve::{self, Question, Search};
use polytile::zdd::{ZddError, cover};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

const TABLE: &str = include_str!("conformance/known-counts.tsv");

struct Row {
    problem: Problem,
    freedom: Freedom,
    up_to: Option<UpTo>,
    count: String,
}

fn region(text: &str) -> Region {
    let mut words = text.split_whitespace();
    let base = words.next().expect("a board");
    let region = match base.strip_prefix("art:") {
        Some(art) => board::art(&art.replace('/', "\n")).expect("a drawing").0,
        None => board::short_form(base).expect("a board"),
    };
    let removed: Vec<_> =
        words.map(|w| board::cell(w.strip_prefix('-').expect("a removal")).expect("a cell")).collect();
    region.without(&removed).expect("cells of the board")
}

fn row(line: &str) -> Row {
    let fields: Vec<&str> = line.split('\t').collect();
    let [board, names, flags, count, _source] = fields[..] else { panic!("five columns: {line}") };
    let region = region(board);
    let freedom = if flags.contains("--turns no") {
        Freedom::Fixed
    } else if flags.contains("--flips no") {
        Freedom::OneSided
    } else {
        Freedom::Natural.on(region.lattice())
    };
    let up_to = if flags.contains("--up-to-symmetry") {
        Some(UpTo::Symmetries)
    } else {
        flags.contains("--up-to rotations").then_some(UpTo::Rotations)
    };
    let pieces = pieces::list_on(region.lattice(), names, freedom).unwrap_or_else(|e| panic!("{line}: {e}"));
    let rules = Rules { tatami: flags.contains("--tatami"), fault_free: flags.contains("--fault-free") };
    Row {
        problem: Problem { region, pieces, rules, given: Vec::new() },
        freedom,
        up_to,
        count: count.to_owned(),
    }
}

/// A way to find how many tilings there are.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// By an engine that counts, in an order; `None` leaves the choice to the plan.
    Count(Option<Engine>, Option<Order>),
    /// By listing, with an engine that searches.
    List(solve::Engine),
    /// By listing one tiling of each class.
    Classes(solve::Engine),
    /// By the diagram of the exact cover.
    Cover,
    /// By a sampler.
    Sampler,
    /// By the terms of a strip, as long as the board or as wide.
    Strip {
        turned: bool,
    },
    Brute,
}

/// All ways, and how many rows each answers at least.
const WAYS: [(Way, usize); 22] = [
    (Way::Count(None, None), 1790),
    (Way::Count(Some(Engine::Merge), Some(Order::Rows)), 1700),
    (Way::Count(Some(Engine::Merge), Some(Order::Columns)), 1700),
    (Way::Count(Some(Engine::Merge), Some(Order::Diagonals)), 1700),
    (Way::Count(Some(Engine::Merge), Some(Order::Layers)), 8),
    (Way::Count(Some(Engine::Merge), Some(Order::ReversedRows)), 1700),
    (Way::Count(Some(Engine::Merge), Some(Order::ReversedColumns)), 1700),
    (Way::Count(Some(Engine::Merge), Some(Order::ReversedDiagonals)), 1700),
    (Way::Count(Some(Engine::Merge), Some(Order::ReversedLayers)), 8),
    (Way::Count(Some(Engine::Dense), Some(Order::Rows)), 100),
    (Way::Count(Some(Engine::Dense), Some(Order::Columns)), 100),
    (Way::Count(Some(Engine::Zdd), None), 1610),
    (Way::Count(Some(Engine::Kasteleyn), None), 100),
    (Way::List(solve::Engine::Bitboard), 100),
    (Way::List(solve::Engine::Sparse), 100),
    (Way::Classes(solve::Engine::Bitboard), 10),
    (Way::Classes(solve::Engine::Sparse), 10),
    (Way::Cover, 100),
    (Way::Sampler, 100),
    (Way::Strip { turned: false }, 100),
    (Way::Strip { turned: true }, 100),
    (Way::Brute, 100),
];

#[test]
fn every_engine_that_counts_is_asked() {
    let asks = |way: &Way, kind: &str, engine: &str| match way {
        Way::Count(Some(counting), _) => kind == "count" && counting.name() == engine,
        Way::List(searching) => kind == "solutions" && searching.name() == engine,
        Way::Cover => kind == "solutions" && engine == "zdd",
        _ => false,
    };
    for Answering { kind, engine, .. } in engines() {
        let counts = ["count", "solutions"].contains(&kind);
        assert!(!counts || WAYS.iter().any(|(way, _)| asks(way, kind, engine)), "{kind} by {engine}");
    }
}

/// Why a way does not answer: it cannot, or it would take too much; or it should have, and this is why it did not.
enum No {
    PassedOver,
    Wrong(String),
}

impl From<Refused> for No {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Stopped(Stopped::OutOfMemory { .. } | Stopped::TooLarge(_)) => No::PassedOver,
            other => No::Wrong(other.to_string()),
        }
    }
}

impl From<Stopped> for No {
    fn from(stopped: Stopped) -> Self {
        Refused::from(stopped).into()
    }
}

/// Cells of the largest board that is searched, and solutions that are listed.
const LISTED: (usize, u64) = (40, 2000);
/// Looks at the control that a search is worth.
const LOOKS: usize = 8;

/// The number of solutions, or of one of each class, by listing them.
fn searched(row: &Row, engine: solve::Engine, up_to: Option<UpTo>) -> Result<Count, No> {
    let (cells, solutions) = LISTED;
    if row.problem.region.len() > cells || row.count.parse::<u64>().is_ok_and(|count| count > solutions) {
        return Err(No::PassedOver);
    }
    let stop = Arc::new(AtomicBool::new(false));
    let looks = AtomicUsize::new(0);
    let ended = Arc::clone(&stop);
    let control = Control::default().stopped_by(stop).on_asked(move || {
        ended.store(looks.fetch_add(1, Ordering::Relaxed) >= LOOKS, Ordering::Relaxed);
    });
    let encoded = Encoded::new(&row.problem, &Control::default())?;
    let options = solve::Options { engine: Some(engine), up_to, counting: true, ..Default::default() };
    let search = match Search::new(&Question::tilings(row.problem.clone(), encoded), &options, &control) {
        Err(Refused::Unable(_) | Refused::Stopped(_)) => return Err(No::PassedOver),
        search => search?,
    };
    let report = search.count(search.beginning(), None, &control)?;
    if report.remaining.is_some() { Err(No::PassedOver) } else { Ok(report.found.into()) }
}

/// The row as the brute force takes it.
fn given(row: &Row) -> Option<Given> {
    let Problem { region, pieces, rules, .. } = &row.problem;
    let at = |cell: polytile::board::Cell| (cell.row as i32, cell.col as i32);
    let shape = |piece: &Piece| Shape {
        cells: piece.orientations[0].cells().iter().copied().map(at).collect(),
        freedom: row.freedom,
        least: piece.copies.min(),
        most: piece.copies.max(),
    };
    (region.len() <= 30 && row.up_to.is_none() && region.lattice() == Lattice::Square).then(|| Given {
        topology: region.topology(),
        rows: region.rows() as i32,
        cols: region.cols() as i32,
        cells: region.cells().map(at).collect(),
        shapes: pieces.iter().map(shape).collect(),
        tatami: rules.tatami,
        fault_free: rules.fault_free,
    })
}

impl Way {
    fn find(self, row: &Row) -> Result<Count, No> {
        let Row { problem, up_to, .. } = row;
        let control = Control::default().memory(1 << 21);
        if up_to.is_some() && !matches!(self, Way::Count(..) | Way::Classes(_)) {
            return Err(No::PassedOver);
        }
        match self {
            Way::Count(engine, order) => {
                if order.is_some_and(|order| !problem.region.lattice().orders().any(|own| own == order)) {
                    return Err(No::PassedOver);
                }
                let options = CountOptions { engine, order, up_to: *up_to, ..CountOptions::default() };
                let control = if engine.is_some() { control } else { Control::default().memory(1 << 28) };
                let counted = match count(problem, &options, &control) {
                    Err(Refused::Unable(_)) if matches!(engine, Some(Engine::Dense | Engine::Kasteleyn)) => {
                        return Err(No::PassedOver);
                    }
                    Err(stopped) if engine.is_none() => return Err(No::Wrong(stopped.to_string())),
                    counted => counted?,
                };
                let Answer::Total(found) = counted.answer else { panic!("a total") };
                Ok(found)
            }
            Way::List(engine) => searched(row, engine, None),
            Way::Classes(engine) if up_to.is_some() => searched(row, engine, *up_to),
            Way::Cover if problem.region.len() <= LISTED.0 => {
                let encoded = Encoded::new(problem, &control)?;
                let stopped = |error| match error {
                    ZddError::Stopped(stopped) => No::from(stopped),
                    other => No::Wrong(other.to_string()),
                };
                let order = cover::narrow(encoded.cover(), &control)?;
                let diagram = cover::build(encoded.cover(), &order, &control).map_err(stopped)?;
                Ok(diagram.count(&control)?)
            }
            Way::Sampler => Ok(Sampler::new(problem, &control)?.total().clone()),
            Way::Strip { turned } => {
                let Problem { region, pieces, rules, .. } = problem;
                if region.lattice() != Lattice::Square {
                    return Err(No::PassedOver);
                }
                let full = region.len() as u64 == u64::from(region.rows()) * u64::from(region.cols());
                if region.topology() != Topology::Plane || !full || rules.fault_free {
                    return Err(No::PassedOver);
                }
                // A strip is scanned by rows; where it is as wide as the board is long, the pieces must be turned with it.
                let (rows, width) = if turned {
                    if row.freedom != Freedom::Free {
                        return Err(No::PassedOver);
                    }
                    (region.cols(), region.rows())
                } else {
                    (region.rows(), region.cols())
                };
                let strip = Strip::new(width.into(), pieces.clone(), *rules)
                    .map_err(|error| No::Wrong(error.to_string()))?;
                let terms = strip.terms(rows.into(), &control)?;
                Ok(terms[rows as usize].clone())
            }
            Way::Classes(_) | Way::Cover => Err(No::PassedOver),
            Way::Brute => {
                let given = given(row).ok_or(No::PassedOver)?;
                let brute = Brute::new(&given).ok_or(No::PassedOver)?;
                Ok(brute.tilings().len().into())
            }
        }
    }
}

#[test]
fn known_counts() {
    let lines: Vec<&str> = TABLE.lines().filter(|l| !l.starts_with('#') && !l.is_empty()).collect();
    let next = AtomicUsize::new(0);
    let answered: [AtomicUsize; WAYS.len()] = Default::default();
    let wrong: Mutex<Vec<String>> = Mutex::default();
    let work = || {
        while let Some(line) = lines.get(next.fetch_add(1, Ordering::Relaxed)) {
            let row = row(line);
            for ((way, _), answered) in WAYS.iter().zip(&answered) {
                let wrong = |what: &str| wrong.lock().unwrap().push(format!("{line}: {way:?}: {what}"));
                match way.find(&row) {
                    Ok(found) => {
                        answered.fetch_add(1, Ordering::Relaxed);
                        if found.to_string() != row.count {
                            wrong(&found.to_string());
                        }
                    }
                    Err(No::Wrong(why)) => wrong(&why),
                    Err(No::PassedOver) => {}
                }
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{} answers differ:\n{}", wrong.len(), wrong.join("\n"));
    let answered = answered.map(AtomicUsize::into_inner);
    for ((way, least), answered) in WAYS.iter().zip(answered) {
        assert!(answered >= *least, "{way:?} answers {answered} of {} rows", lines.len());
    }
}
