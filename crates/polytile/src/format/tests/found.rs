//! What fuzzing found: short texts that asked for as much as only long ones may. Reading takes time and memory in proportion to
//! the text.
//!
//! No clock is looked at: the larger texts took minutes or gigabytes as long as something was done once for every part.

use crate::board::{Cell, Lattice};
use crate::format::condition::condition;
use crate::format::subject::Words;
use crate::format::{bfile, board, cover_json, pieces, puzzle, sliding};
use crate::pieces::Freedom;
use num_bigint::BigUint;
use std::fmt::Write;

#[test]
fn many_cells_taken_off_a_board_with_many_holes() {
    let cells: Vec<String> = (0..4000).map(|i| format!("[{}, {}]", 1024 + i / 1000, i % 1000)).collect();
    let text = |cells: &str| {
        format!("title = 'x'\npieces = 'dominoes'\n[board]\nsize = 'chair:1024'\nremove = [{cells}]")
    };
    let read = puzzle::parse(&text(&cells.join(", "))).unwrap();
    assert_eq!(read.problem.region.len(), 3 * 1024 * 1024 - 4000);
    let wrong = format!("{}, [7, 2048], [0, 0]", cells.join(", "));
    let error = puzzle::parse(&text(&wrong)).unwrap_err();
    assert_eq!(&text(&wrong)[error.span.unwrap()], "[7, 2048]");
}

#[test]
fn many_words_that_take_cells_off_such_a_board() {
    let remove = (0..4000).map(|i| format!("{},{}", 1024 + i / 1000, i % 1000)).collect();
    let mut words = Words { remove, ..Words::of("chair:1024", "dominoes") };
    assert_eq!(words.tiled().unwrap().0.problem.region.len(), 3 * 1024 * 1024 - 4000);
    words.remove.push("7,2048".to_owned());
    let wrong = words.tiled().unwrap_err();
    assert_eq!(
        wrong.to_string(),
        "cell 7,2048 is not on the board, which has rows 0..2047 and columns 0..2047"
    );
}

#[test]
fn a_large_board_with_a_hole_is_written_briefly() {
    let text = "title = 'x'\npieces = 'dominoes'\n[board]\nsize = '60000x60000'\nremove = [[3, 4]]";
    let read = puzzle::parse(text).unwrap();
    let written = puzzle::write(&read).unwrap();
    assert!(written.contains("size = \"60000x60000\"\nremove = [[3, 4]]\n"), "{}", written.len());
    assert_eq!(puzzle::parse(&written).unwrap(), read);
    let small = text.replace("60000x60000", "5x6");
    let written = puzzle::write(&puzzle::parse(&small).unwrap()).unwrap();
    assert!(written.contains("######\n####.#\n"), "{written}");
}

#[test]
fn a_long_bent_piece_is_written_no_longer_than_it_is() {
    let art = format!("{}\n{}", "#".repeat(4000), "#\n".repeat(4000));
    for turns in ["", "turns = false\n"] {
        let text =
            format!("title = 'x'\n[board]\nsize = '2x2'\n[[pieces]]\nname = 'L'\n{turns}art = '''\n{art}'''");
        let read = puzzle::parse(&text).unwrap();
        let written = puzzle::write(&read).unwrap();
        assert!(written.len() < 2 * text.len(), "{}", written.len());
        assert_eq!(puzzle::parse(&written).unwrap(), read);
    }
}

#[test]
fn names_of_sizes_that_no_piece_has_are_not_looked_for() {
    let read =
        |names: &str| puzzle::parse(&format!("title = 'x'\npieces = '{names}'\n[board]\nsize = '4x6'\n"));
    let pieces = read("hexominoes").unwrap().problem;
    assert!(condition("hexomino-17 touches border", &pieces).is_ok());
    for name in ["12-500", "hexomino-36", "dodecomino-1", "domino", "6-0", "W"] {
        let error = condition(&format!("{name} touches border"), &pieces).unwrap_err();
        assert_eq!(error.message, format!("the puzzle has no piece called '{name}'"));
    }
}

#[test]
fn what_a_piece_cannot_be_drawn_with() {
    for letter in ["\u{0}", "\u{7f}", "\u{feff}"] {
        let text = format!("xsize: 2\nysize: 1\npiece: 1 (0,0)\nput: 1 (0,0) '{letter}'\n");
        assert!(sliding::read(&text).is_err(), "{letter:?}");
        assert!(sliding::parse(&format!("start = '''\n.{letter}\n'''")).is_err(), "{letter:?}");
    }
}

#[test]
fn titles_of_other_programs_are_written_and_read_as_they_are() {
    for title in ["( silly )", "(\u{b}silly)", "silly", "( )", "()"] {
        let read = sliding::read(&format!("1 x 2 {title}\n1 = 1\n10\n01\n")).unwrap();
        assert_eq!(read.title, title.contains("silly").then(|| "silly".to_owned()));
        assert_eq!(sliding::parse(&sliding::write(&read)).unwrap().title, read.title);
    }
}

#[test]
fn goals_of_other_programs_are_written_and_read_as_they_are() {
    let text = "xsize: 3\nysize: 1\npiece: 1 (0,0)\npiece: 2 (0,0)\nput: 1 (0,0)\nput: 2 (1,0)\n\
                win: 1 (2,0)\nwin: 2 (0,0)\n";
    let read = sliding::read(text).unwrap();
    assert_eq!(sliding::parse(&sliding::write(&read)).unwrap().puzzle, read.puzzle);
}

#[test]
fn thousands_of_large_pieces_by_name() {
    let names: Vec<String> = (1..=2000).map(|i| format!("10-{i}")).collect();
    assert_eq!(pieces::list(&names.join(","), Freedom::Free).unwrap().len(), 2000);
}

#[test]
fn a_board_full_of_pieces_that_a_goal_names() {
    let letters: Vec<char> = ('\u{4e00}'..='\u{9fa5}').filter(|c| c.is_alphabetic()).take(20_000).collect();
    let mut rows = String::new();
    for row in letters.chunks(200) {
        let _ = writeln!(rows, "{}.", row.iter().collect::<String>());
    }
    let all: String = letters.iter().collect();
    for more in
        [format!("goal = '''\n{rows}'''"), "distinct = true".to_owned(), format!("disconnected = '{all}'")]
    {
        let read = sliding::parse(&format!("start = '''\n{rows}'''\n{more}")).unwrap();
        assert_eq!(read.puzzle.pieces().len(), 20_000);
        assert_eq!(sliding::position(&rows, &read.puzzle), Ok(read.puzzle.start()));
    }
}

#[test]
fn goals_that_are_smaller_than_the_board() {
    let start = format!("A{}", ".".repeat(60_000));
    let read = sliding::read(&format!("{start}\n{}", "\nA\n".repeat(20_000))).unwrap();
    assert_eq!(read.puzzle.goals().len(), 20_000);
    let drawings = vec!["'A'"; 20_000].join(", ");
    let read = sliding::parse(&format!("start = '{start}'\ngoal = [{drawings}]")).unwrap();
    assert_eq!(read.puzzle.goals().len(), 20_000);
}

#[test]
fn a_letter_behind_blanks_is_pointed_at() {
    let text = "start = 'AA.'\n[exit]\npiece = ' Z '\nside = 'right'\n";
    let error = sliding::parse(text).unwrap_err();
    assert_eq!(error.message, "there is no piece 'Z' in the start");
    assert_eq!(&text[error.span.unwrap()], "Z");
    for blank in [
        "start = 'AA.'\n[exit]\npiece = ' '\nside = 'right'",
        "start = 'AA.'\n[[pieces]]\nletters = ' '",
        "start = 'AA.'\n[[pieces]]\nletters = ''",
        "start = 'AA.'\ndisconnected = ''",
    ] {
        assert_eq!(sliding::parse(blank).unwrap_err().message, "this names no piece");
    }
}

#[test]
fn every_exit_of_a_large_piece() {
    let text = |side: &str| {
        let rows = format!("{}{}\n", "A".repeat(128), ".".repeat(128)).repeat(128) + &".".repeat(256);
        format!("start = '''\n{rows}\n'''\n[exit]\npiece = 'A'\nside = '{side}'")
    };
    for (side, count, first, last) in [
        ("left", 2, (0, 0), (1, 0)),
        ("right", 2, (0, 128), (1, 128)),
        ("top", 129, (0, 0), (0, 128)),
        ("bottom", 129, (1, 0), (1, 128)),
    ] {
        let puzzle = sliding::parse(&text(side)).unwrap().puzzle;
        let places: Vec<Cell> = puzzle.goals().iter().map(|goal| goal.places[0].1).collect();
        let ends = (places.len(), places.first(), places.last());
        let cell = |(row, col)| Cell::new(row, col);
        assert_eq!(ends, (count, Some(&cell(first)), Some(&cell(last))), "{side}");
    }
}

#[test]
fn a_way_is_no_longer_than_the_board() {
    let puzzle = sliding::parse("start = 'A..'\ngoal = '..A'").unwrap().puzzle;
    assert!(sliding::solutions("1. A right 3", &puzzle).is_ok());
    let misfits = sliding::solutions("1. A right 65536", &puzzle).unwrap().misfits;
    assert_eq!(misfits.len(), 1);
}

#[test]
fn only_rows_of_the_board_are_passed_over() {
    for (start, rows) in [
        ("square', 'AB.", "AB.\nB.A"),
        ("hex', ' A A\\n. B .\\n . .\\n", " . A\n. B A"),
        ("triangle', '  A\\n ^vB\\n", "  ^\n AvB"),
        ("cube', 'AB\\n\\n..\\n", "AB\n\n.."),
    ] {
        let start = start.replace("', '", "'\nstart = \"") + "\"";
        let puzzle = sliding::parse(&format!("lattice = '{start}")).unwrap().puzzle;
        let read = |line: &str| sliding::solutions(&format!("{rows}\n{line}\n"), &puzzle);
        assert_eq!(read("A right").unwrap().solutions.len(), 1, "{start}");
        for cut in ["BA.A", "1. A", "A B A B"] {
            assert_eq!(
                read(cut).unwrap_err().span,
                Some(rows.len() + 1..rows.len() + 1 + cut.len()),
                "{start}"
            );
        }
    }
}

#[test]
fn a_solution_of_misfits_is_a_solution() {
    let puzzle = sliding::parse("start = 'A..'\ngoal = '..A'").unwrap().puzzle;
    let text =
        "solutions 3\nsolution 1\n1. Z right\nsolution 2\n1. A right\n2. A right\nsolution 3\n1. A right 9\n";
    let read = sliding::solutions(text, &puzzle).unwrap();
    let moves: Vec<usize> = read.solutions.iter().map(Vec::len).collect();
    let misfits: Vec<usize> = read.misfits.iter().map(|(of, _)| *of).collect();
    assert_eq!((moves, misfits), (vec![0, 2, 0], vec![0, 2]));
    // A length begins a solution, and its title does not begin another.
    let titled = sliding::solutions("length 1\nsolution 1\n1. A right 2\n", &puzzle).unwrap();
    assert_eq!(titled.solutions.len(), 1);
}

#[test]
fn places_of_errors_are_places_of_the_text() {
    let text = "\u{feff} [1]";
    let span = cover_json::parse(text).unwrap_err().span.unwrap();
    assert_eq!(&text[span], "[");
    let text = "\u{feff}{\"items\": [\"é\", 1é]}";
    assert!(text.get(cover_json::parse(text).unwrap_err().span.unwrap()).is_some());
    let text = "  100^900Aé\u{feff}\n X\nAA\nX\n";
    let span = board::short_form(text).unwrap_err().span.unwrap();
    assert_eq!(text.get(span), Some("100^900Aé\u{feff}"));
}

#[test]
fn a_drawn_piece_is_called_by_a_name_that_means_it() {
    for freedom in [Freedom::Natural, Freedom::Free, Freedom::OneSided, Freedom::Fixed] {
        for drawing in ["#", "##", "#/#", "##/#.", ".#/##", "##/###", "###/.##", "####/.#", "2x3"] {
            let drawn = pieces::list(drawing, freedom).unwrap();
            let again = pieces::list(&drawn[0].name, freedom).unwrap();
            assert_eq!(drawn, again, "{drawing} {freedom:?}");
        }
        let triamonds = pieces::list_on(Lattice::Triangle, "triamonds", freedom).unwrap();
        for piece in &triamonds {
            let again = pieces::list_on(Lattice::Triangle, &piece.name, freedom).unwrap();
            assert_eq!((again.len(), &again[0]), (1, piece), "{freedom:?}");
        }
    }
}

#[test]
fn a_few_characters_do_not_ask_for_hundreds_of_megabytes() {
    let error = board::short_form("1332*F5").unwrap_err();
    assert_eq!(error.message, "1332*F5 is too large");
    assert!(board::short_form("300*F5").is_ok());
}

#[test]
fn the_last_index_there_is() {
    let written = bfile::write(u64::MAX, &[BigUint::from(7_u8)]);
    assert_eq!(bfile::read(&written), Ok(vec![(u64::MAX, BigUint::from(7_u8))]));
}

#[test]
fn a_cell_outside_a_board_is_told_without_the_board() {
    let region = board::short_form("torus:3x5").unwrap();
    assert!(board::inside(&region, Cell::new(2, 4)).is_ok());
    let error = board::inside(&region, Cell::new(0, 5)).unwrap_err();
    assert_eq!(error, board::without(region, &[Cell::new(0, 5)]).unwrap_err());
}
