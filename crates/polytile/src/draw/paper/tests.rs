//! What is on pages, and what has no room there.

use super::page::{Anchor, Page, PageItem};
use super::*;
use crate::board::{Lattice, Region, Topology};
use crate::choice::Choice;
use crate::design::{covers::queens, known::Known};
use crate::draw::typeface;
use crate::pieces::{Copies, Freedom, Piece, PieceSet};
use crate::problem::Problem;
use crate::run::{Control, Stopped};
use crate::solve::{Options, Question, Search, Tilings};
use crate::tiling::Tiling;
use std::sync::Arc;

fn of(region: Region, copies: Copies) -> Problem {
    let mut pieces: Vec<Piece> = PieceSet::all(5, Freedom::Free).iter().cloned().collect();
    for piece in &mut pieces {
        piece.copies = copies;
    }
    Problem::new(region, PieceSet::new(pieces))
}

fn twelve() -> Problem {
    of(Region::rectangle(6, 10).unwrap(), Copies::exactly(1))
}

fn tilings(problem: &Problem, count: usize) -> Vec<Tiling> {
    let found = Tilings::new(problem, &Options::default(), &Control::default()).unwrap();
    found.take(count).map(Result::unwrap).collect()
}

fn puzzle<'a>(problem: &'a Problem, title: &str) -> PrintedPuzzle<'a> {
    let said = |text: &str| Some(text.to_owned());
    PrintedPuzzle {
        title: said(title),
        author: said("Ann"),
        difficulty: said("hard"),
        what: Printed::Tiling { problem, answer: tilings(problem, 1).pop() },
    }
}

fn pages(puzzles: Vec<PrintedPuzzle<'_>>, setup: Setup) -> Result<Vec<Page>, PrintError> {
    Puzzles::new(puzzles, setup).pages(&Control::default())
}

fn texts(page: &Page) -> Vec<String> {
    let text = |item: &PageItem| match item {
        PageItem::Text(text) => Some(text.line.clone()),
        PageItem::Path(_) => None,
    };
    page.items.iter().filter_map(text).collect()
}

/// Asserts that everything lies on the paper.
fn on_paper(pages: &[Page], paper: Paper) {
    let [width, height] = paper.size();
    let inside = |[x, y]: [f64; 2]| (0.0..=width).contains(&x) && (0.0..=height).contains(&y);
    for item in pages.iter().flat_map(|page| &page.items) {
        match item {
            PageItem::Path(path) => assert!(path.loops.iter().flatten().all(|&p| inside(p)), "{path:?}"),
            PageItem::Text(text) => {
                let wide = typeface::width(&text.line) * text.size * if text.turned { -1.0 } else { 1.0 };
                let [x, y] = text.at;
                let ends = match text.anchor {
                    Anchor::Start => [x, x + wide],
                    Anchor::Middle => [x - wide / 2.0, x + wide / 2.0],
                    Anchor::End => [x - wide, x],
                };
                assert!(ends.iter().all(|&x| inside([x, y])), "{text:?}");
            }
        }
    }
}

#[test]
fn one_puzzle_and_its_answer() {
    let problem = twelve();
    let pages = pages(vec![puzzle(&problem, "Twelve")], Setup::default()).unwrap();
    on_paper(&pages, Paper::A4);
    assert_eq!(pages.len(), 2);
    let names = ["F5", "I5", "L5", "N5", "P5", "T5", "U5", "V5", "W5", "X5", "Y5", "Z5"];
    for page in &pages {
        assert!(names.iter().all(|name| texts(page).iter().filter(|text| text == name).count() == 1));
    }
    assert_eq!(texts(&pages[0])[..2], ["Twelve", "Ann \u{b7} difficulty: hard"]);
    assert_eq!(texts(&pages[1])[..2], ["Answer", "Twelve"]);
    assert_eq!(texts(&pages[1]).last().unwrap(), "2 / 2");
}

#[test]
fn everything_lies_on_every_paper() {
    let holed =
        of(Region::rectangle(8, 8).unwrap().without(&[crate::board::Cell::new(3, 3)]).unwrap(), Copies::ANY);
    let hex = Problem::new(
        Region::full(Lattice::Hex, [1, 3, 4]).unwrap(),
        PieceSet::new(vec![Piece::hole(Lattice::Hex, Copies::ANY)]),
    );
    let solid = Problem::new(
        Region::full(Lattice::Cube, [5, 3, 4]).unwrap(),
        PieceSet::new(vec![Piece::hole(Lattice::Cube, Copies::ANY)]),
    );
    let (flat, long) = (twelve(), of(Region::rectangle(3, 20).unwrap(), Copies::exactly(1)));
    for &paper in Paper::ALL {
        for &answers in Answers::ALL {
            for (per_page, coordinates) in [(None, true), (Some(2), false), (Some(4), true), (Some(6), false)]
            {
                let title = "A title that is long enough to be broken into several lines on a narrow page";
                let puzzles = [&flat, &holed, &hex, &solid, &long]
                    .map(|problem| PrintedPuzzle { title: Some(title.to_owned()), ..puzzle_of(problem) });
                let setup = Setup { paper, per_page, coordinates, answers, cell: None };
                match pages(puzzles.into(), setup) {
                    Ok(pages) => on_paper(&pages, paper),
                    Err(error) => assert!(per_page.is_some_and(|n| n > 1), "{error}"),
                }
            }
        }
    }
}

#[test]
fn holes_that_meet_something_in_a_corner_are_holes() {
    let holes = |gone: &[(u32, u32)]| {
        let gone: Vec<_> = gone.iter().map(|&(r, c)| crate::board::Cell::new(r, c)).collect();
        let region = Region::rectangle(4, 4).unwrap().without(&gone).unwrap();
        let mut polygons = crate::draw::polygons::Polygons::default();
        region.cells().for_each(|cell| polygons.add(&region.lattice().outline(cell, 0.0)));
        polygons.holes().len()
    };
    assert_eq!(holes(&[(1, 1)]), 1);
    // The outside, at either end of the walk around it, and each other.
    assert_eq!(holes(&[(0, 0), (1, 1)]), 1);
    assert_eq!(holes(&[(3, 3), (2, 2)]), 1);
    assert_eq!(holes(&[(1, 1), (2, 2)]), 2);
    assert_eq!(holes(&[(0, 0), (1, 1), (2, 2), (3, 3)]), 2);
    assert_eq!(holes(&[(0, 1), (0, 2)]), 0);
}

#[test]
fn holes_are_shaded_and_what_stands_in_them_is_not() {
    // A frame around a frame around a cell.
    let around = |r: u32, c: u32| r.abs_diff(3).max(c.abs_diff(3));
    let cells = (0..7).flat_map(|r| (0..7).map(move |c| (r, c))).filter(|&(r, c)| around(r, c) == 2);
    let gone: Vec<_> = cells.map(|(r, c)| crate::board::Cell::new(r, c)).collect();
    let frames = of(Region::rectangle(7, 7).unwrap().without(&gone).unwrap(), Copies::ANY);
    let setup = Setup { answers: Answers::No, ..Setup::default() };
    let filled = |problem| {
        let what = Printed::Tiling { problem, answer: None };
        let pages = pages(vec![PrintedPuzzle { what, ..puzzle(&twelve(), "Frames") }], setup).unwrap();
        let paths = pages[0].items.iter().filter_map(|item| match item {
            PageItem::Path(path) if path.fill == Some([0xBB; 3]) => Some(path.loops.len()),
            PageItem::Path(path) if path.fill == Some([0xFF; 3]) => Some(path.loops.len()),
            _ => None,
        });
        paths.collect::<Vec<_>>()
    };
    // The hole, and then over it the cells.
    assert_eq!(filled(&frames), [1, 33]);
    assert!(filled(&of(Region::rectangle(7, 7).unwrap(), Copies::ANY)).is_empty());
}

#[test]
fn answers_stand_on_their_heads() {
    let problem = twelve();
    let setup = Setup { answers: Answers::UpsideDown, per_page: Some(2), ..Setup::default() };
    let what = Printed::Tiling { problem: &problem, answer: None };
    let none = PrintedPuzzle { what, ..puzzle(&problem, "None") };
    let pages = pages(vec![puzzle(&problem, "One"), none], setup).unwrap();
    assert_eq!(pages.len(), 1);
    let turned = |item: &&PageItem| matches!(item, PageItem::Text(text) if text.turned);
    let turned = Page { items: pages[0].items.iter().filter(turned).cloned().collect() };
    assert_eq!(texts(&turned).iter().filter(|text| *text == "There is no solution.").count(), 1);
    assert!(texts(&turned).contains(&"X5".to_owned()));
    assert!(texts(&pages[0]).contains(&"2. None".to_owned()));
}

/// The smallest names of pieces that are turned, in millimetres.
fn smallest_turned(pages: &[Page]) -> f64 {
    let items = pages.iter().flat_map(|page| &page.items);
    let sizes = items.filter_map(|item| match item {
        PageItem::Text(text) if text.turned => Some(text.size),
        _ => None,
    });
    sizes.fold(f64::INFINITY, f64::min)
}

#[test]
fn answers_that_could_not_be_read_on_their_heads_are_at_the_end() {
    let named = |ending: &str| {
        let mut pieces: Vec<Piece> = twelve().pieces.iter().cloned().collect();
        for piece in &mut pieces {
            piece.name += ending;
        }
        Problem::new(twelve().region, PieceSet::new(pieces))
    };
    let setup = Setup { answers: Answers::UpsideDown, ..Setup::default() };
    let (short, long, endless) = (twelve(), named("-omino"), named("-pentomino of twelve"));
    let pages_of = |problem| pages(vec![puzzle(problem, "Twelve")], setup).unwrap();
    assert_eq!(pages_of(&short).len(), 1);
    assert!(smallest_turned(&pages_of(&short)) >= 2.1);
    let long = pages_of(&long);
    on_paper(&long, Paper::A4);
    assert_eq!(long.len(), 2);
    assert!(smallest_turned(&long) >= 2.1);
    assert!(texts(&long[0]).contains(&"The answer is on a page at the end.".to_owned()));
    assert_eq!(texts(&long[1])[..2], ["Answer", "Twelve"]);
    assert!(texts(&long[1]).contains(&"F5-omino".to_owned()));
    let left_out =
        |pages: &[Page]| texts(&pages[1]).iter().any(|text| text.starts_with("Names that have no room"));
    let endless = pages_of(&endless);
    on_paper(&endless, Paper::A4);
    assert!(!left_out(&long) && left_out(&endless));
    // Where there is no room below, the answer moves too, and nothing else does.
    let high = of(Region::rectangle(80, 3).unwrap(), Copies::ANY);
    let high = pages_of(&high);
    on_paper(&high, Paper::A4);
    assert_eq!(texts(high.last().unwrap())[0], "Answer");
}

#[test]
fn coordinates_are_read_or_refused() {
    let problem = twelve();
    let setup = Setup { coordinates: true, cell: Some(2.0), ..Setup::default() };
    let refused = pages(vec![puzzle(&problem, "Twelve")], setup).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "beside cells of 2.0 mm the numbers of rows and columns could not be read"
    );
    assert!(refused.help().unwrap().contains("--coordinates"));
    let two = tilings(&problem, 2);
    let of_solutions = Solutions::new(&problem, None, &two, setup).pages(&Control::default());
    assert!(matches!(of_solutions, Err(PrintError::Unread(_))));
    let large = Setup { cell: Some(3.0), ..setup };
    assert!(texts(&pages(vec![puzzle(&problem, "Twelve")], large).unwrap()[0]).contains(&"9".to_owned()));
}

#[test]
fn many_pieces_go_on_pages_of_their_own() {
    // 108 heptominoes to cut out.
    let pieces = PieceSet::all(7, Freedom::Free);
    let problem = Problem::new(Region::rectangle(15, 15).unwrap(), pieces);
    let printed = puzzle_of(&problem);
    let pages = pages(vec![printed], Setup { answers: Answers::No, ..Setup::default() }).unwrap();
    assert!(pages.len() > 2);
    on_paper(&pages, Paper::A4);
    assert!(texts(&pages[1])[0].starts_with("Pieces of "));
    let named = pages.iter().flat_map(texts).filter(|text| text.ends_with("any number")).count();
    assert_eq!(named, 108);
}

fn puzzle_of(problem: &Problem) -> PrintedPuzzle<'_> {
    let what = Printed::Tiling { problem, answer: None };
    PrintedPuzzle { title: None, author: None, difficulty: None, what }
}

#[test]
fn what_a_solver_must_know() {
    let mut problem = of(Region::wrapped(Topology::Torus, 5, 12).unwrap(), Copies::exactly(1));
    problem.rules.tatami = true;
    let pages = pages(vec![puzzle_of(&problem)], Setup { answers: Answers::No, ..Setup::default() }).unwrap();
    let said = texts(&pages[0]).join("\n");
    assert!(said.contains("Opposite sides of the board are joined."), "{said}");
    assert!(said.contains("No four pieces may meet at a point."), "{said}");
}

#[test]
fn solutions_in_pages() {
    let problem = of(Region::rectangle(5, 12).unwrap(), Copies::exactly(1));
    let found = tilings(&problem, 100);
    let made = |setup: Setup| Solutions::new(&problem, Some("5 x 12".to_owned()), &found, setup);
    let pages = made(Setup::default()).pages(&Control::default()).unwrap();
    on_paper(&pages, Paper::A4);
    let numbers = |page: &Page| texts(page).iter().filter(|text| text.parse::<u32>().is_ok()).count();
    assert_eq!(pages.iter().map(numbers).sum::<usize>(), 100);
    let twelve = Setup { per_page: Some(12), coordinates: false, ..Setup::default() };
    let pages = made(twelve).pages(&Control::default()).unwrap();
    assert_eq!((pages.len(), texts(&pages[8])[1].as_str()), (9, "97\u{2013}100 of 100"));
    on_paper(&pages, Paper::A4);
}

/// The side of the largest square that is drawn on a page, which is a cell.
fn cell(page: &Page) -> f64 {
    let side = |item: &PageItem| match item {
        PageItem::Path(path) if path.loops.len() == 1 && path.loops[0].len() == 4 => {
            let [a, b, ..] = path.loops[0][..] else { return 0.0 };
            (a[0] - b[0]).hypot(a[1] - b[1])
        }
        _ => 0.0,
    };
    page.items.iter().map(side).fold(0.0, f64::max)
}

#[test]
fn few_solutions_are_large_and_covers_have_them_too() {
    let control = Control::default();
    let cover = queens(8, &control).unwrap();
    let known = Known::of(&cover, &control).unwrap().unwrap();
    let search = Search::new(&Question::covers(cover), &Options::default(), &control).unwrap();
    let search = Arc::new(search);
    let all: Vec<Vec<u32>> =
        search.solutions(search.beginning(), &control).unwrap().map(Result::unwrap).collect();
    assert_eq!(all.len(), 92);
    let made = |number: usize, setup: Setup| {
        let solutions =
            Solutions::of_known(&known, Some("Queens".to_owned()), &all[..number], setup).unwrap();
        let pages = solutions.pages(&control).unwrap();
        on_paper(&pages, Paper::A4);
        assert_eq!(pages.iter().flat_map(texts).filter(|text| text == "Q").count(), 8 * number);
        pages
    };
    let sizes: Vec<f64> =
        [1, 2, 6, 20].iter().map(|&number| cell(&made(number, Setup::default())[0])).collect();
    assert!(sizes.windows(2).all(|pair| pair[0] >= pair[1]), "{sizes:?}");
    assert!(sizes[0] > 13.9 && sizes[3] > 4.0, "{sizes:?}");
    assert_eq!(made(20, Setup::default()).len(), 1);
    assert_eq!(made(92, Setup { per_page: Some(10), ..Setup::default() }).len(), 10);
}

#[test]
fn a_number_is_not_told_by_its_table() {
    let drawn = Drawn::of_guesses([(&[1_u8, 2][..], 1), (&[3, 4][..], 0)], Some("14")).unwrap();
    let printed = |answers| {
        let what = Printed::Drawn(Box::new(drawn.clone()));
        let puzzle = PrintedPuzzle { title: None, author: None, difficulty: None, what };
        pages(vec![puzzle], Setup { answers, ..Setup::default() })
            .unwrap()
            .iter()
            .map(texts)
            .collect::<Vec<_>>()
    };
    let below = printed(Answers::UpsideDown);
    assert_eq!(below.len(), 1);
    let threes = |texts: &[String]| texts.iter().filter(|text| *text == "3").count();
    assert!(below[0].contains(&"14".to_owned()) && threes(&below[0]) == 1);
    let apart = printed(Answers::Page);
    assert_eq!((apart.len(), threes(&apart[1])), (2, 1));
}

#[test]
fn the_file_is_the_same_every_time() {
    let problem = twelve();
    let print = || Puzzles::new(vec![puzzle(&problem, "Twelve")], Setup::default()).pdf(&Control::default());
    let file = print().unwrap();
    assert!(file.starts_with(b"%PDF-") && file == print().unwrap());
}

#[test]
fn what_has_no_room() {
    let refused = |problem: &Problem, setup: Setup| {
        let error = pages(vec![puzzle_of(problem)], Setup { answers: Answers::No, ..setup }).unwrap_err();
        format!("{error} / {}", error.help().unwrap_or_default())
    };
    let usual = Setup::default();
    let square = |side| Problem::new(Region::rectangle(side, side).unwrap(), PieceSet::all(2, Freedom::Free));
    let found = tilings(&square(40), 1);
    let large = square(40);
    let picture = Solutions::new(&large, None, &found, Setup { per_page: Some(50), ..usual });
    let picture = picture.pages(&Control::default()).unwrap_err();
    insta::assert_snapshot!(
        [
            refused(&square(60), Setup { paper: Paper::A5, ..usual }),
            refused(&square(100), usual),
            refused(&square(30_000), usual),
            refused(&twelve(), Setup { per_page: Some(30), ..usual }),
            refused(&twelve(), Setup { cell: Some(30.0), ..usual }),
            refused(&twelve(), Setup { cell: Some(0.5), ..usual }),
            refused(&twelve(), Setup { per_page: Some(0), ..usual }),
            format!("{picture} / {}", picture.help().unwrap_or_default()),
        ]
        .join("\n")
    );
    let problem = twelve();
    let puzzles = Puzzles::new(vec![puzzle_of(&problem)], usual);
    let little = puzzles.pdf(&Control::default().memory(100)).unwrap_err();
    assert!(matches!(little, PrintError::Draw(DrawError::Stopped(Stopped::OutOfMemory { .. }))), "{little}");
}
