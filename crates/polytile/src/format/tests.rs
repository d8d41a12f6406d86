//! No text makes a parser panic; what is written can be read; and every message reads well.

pub mod covers;
mod found;

use super::{FormatError, bfile, board, number, pieces, puzzle};
use crate::board::{Cell, Region, Topology};
use crate::pieces::{Copies, Freedom};
use crate::problem::Rules;
use proptest::prelude::*;

/// An error below the line it is about, the place marked.
fn shown(text: &str, error: &FormatError) -> String {
    let mut lines = Vec::new();
    if let Some(span) = &error.span {
        let start = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
        let line = text[start..].lines().next().unwrap_or_default().replace('\t', " ");
        let indent = text[start..span.start].chars().count();
        let marked = text[span.clone()].lines().next().unwrap_or_default().chars().count().max(1);
        lines.push(format!("    {line}"));
        lines.push(format!("    {}{}", " ".repeat(indent), "^".repeat(marked)));
    }
    lines.push(error.message.clone());
    lines.extend(error.help.iter().map(|help| format!("  help: {help}")));
    lines.push(String::new());
    lines.join("\n")
}

/// The messages for `texts`, which must all be wrong.
fn messages<T>(texts: &[&str], read: impl Fn(&str) -> Result<T, FormatError>) -> String {
    let message = |text: &&str| match read(text) {
        Err(error) => shown(text, &error),
        Ok(_) => panic!("{text:?} is read without complaint"),
    };
    texts.iter().map(message).collect::<Vec<_>>().join("\n")
}

#[test]
fn messages_about_boards() {
    let texts = [
        "",
        "9",
        "9x",
        "x",
        "axb",
        "9x-1",
        "0x5",
        "5x0",
        "5000000000x5",
        "99999999999999999999x2",
        "100000x100000",
        "9x12x3x2",
        "9x0x3",
        "actec:6",
        "aztec:",
        "aztec:0",
        "aztec:x",
        "aztec:99999",
        "torus:8",
        "torus:0x3",
        "cylinder:4x1.5",
        "heptagon:3",
        "hexagon:0",
        "hexagon:99999",
        "box:3x4",
        "trapezoid:3x5",
        "tri-hexagon:1,2",
        "tri-hexagon:1,0,2",
        "star:x",
        "5*nothing",
        "2*bee",
        "99999*sphinx",
        "tours:3x3",
        "chair:0",
        "chair:x",
        "chair:4097",
        "hair:2",
    ];
    insta::assert_snapshot!("boards", messages(&texts, board::short_form));
}

#[test]
fn messages_about_drawings() {
    let texts = ["", "...\n...", "##\n#\t#", "##\nab", "  #\n  # o", "#\u{a0}#", "\u{feff}#o#", "█▀"];
    insta::assert_snapshot!("drawings", messages(&texts, board::art));
    let warnings = |text: &str| match &board::art(text).unwrap().1[..] {
        [warning] => shown(text, warning),
        other => panic!("{other:?}"),
    };
    let texts = ["###\n#\n###", "#\n\n##", "###\r\n#\r\n\r\n#"];
    insta::assert_snapshot!("warnings", texts.map(warnings).join("\n"));
}

#[test]
fn messages_about_cells() {
    let texts = ["", "1", "1,", ",", "1,2,3", "-1,0", "a,0", "0,99999999999"];
    insta::assert_snapshot!("cells", messages(&texts, board::cell));
    let removed =
        |text: &str| board::without(Region::rectangle(2, 2).unwrap(), &[board::cell(text).unwrap()]);
    insta::assert_snapshot!("removed", messages(&["2,0", "0,7"], removed));
}

#[test]
fn messages_about_pieces() {
    let texts = [
        "",
        ",",
        "I3,,L3",
        "I3,",
        "2:",
        ":I3",
        "3..1:I3",
        "x:I3",
        "-1:I3",
        "1..x:L3",
        "99999999999:L3",
        "1:2:L3",
        "trominos3",
        "I3,tromions",
        "K5",
        "L9",
        "K",
        "6-99",
        "13-1",
        "2 L3",
        "3xL3",
        "15-ominoes",
        "I3,I3",
        "L4,J4",
        "trominoes,L3",
        "L3,2:trominoes",
        "trominoes,tromino",
        "domino,dominoes",
        "I3,é",
        "L3@9",
    ];
    insta::assert_snapshot!("pieces", messages(&texts, |text| pieces::list(text, Freedom::Free)));
}

#[test]
fn messages_about_numbers() {
    let texts = ["", "-1", "1.5", "1e9", "10^", "10^10^10", "10^99999999"];
    insta::assert_snapshot!("numbers", messages(&texts, number::natural));
    insta::assert_snapshot!("b-files", messages(&["1 2 3", "# fine\n1 2\nx"], bfile::read));
}

#[test]
fn messages_about_puzzles() {
    let around = |board: &str, rest: &str| format!("title = \"T\"\n{rest}\n[board]\n{board}\n");
    let with_board = |board: &str| around(board, "pieces = \"I3\"");
    let with_piece = |piece: &str| format!("{}[[pieces]]\n{piece}\n", around("size = \"2x3\"", ""));
    let texts = [
        String::new(),
        "title = ".to_owned(),
        "title".to_owned(),
        "title = 3\n".to_owned(),
        "title = \"T\"\n".to_owned(),
        "title = \"T\"\npieces = \"I3\"\n".to_owned(),
        "title = \"T\"\ntitle = \"U\"\n".to_owned(),
        "titel = \"T\"\n".to_owned(),
        around("size = \"2x3\"", ""),
        around("size = \"2x3\"", "pieces = 3"),
        around("size = \"2x3\"", "pieces = []"),
        around("size = \"2x3\"", "pieces = [3]"),
        around("size = \"2x3\"", "pieces = \"I3,tromions\""),
        with_board("siez = \"2x3\""),
        with_board(""),
        with_board("size = 3"),
        with_board("size = \"2x0\""),
        with_board("size = \"2x3\"\nart = \"##\""),
        with_board("art = '''\n###\n#o#\n'''"),
        with_board("art = \"\"\"\r\n###\r\n#?#\r\n\"\"\""),
        with_board("art = \"##\\t#\""),
        with_board("art = ''"),
        with_board("size = \"2x3\"\nremove = 3"),
        with_board("size = \"2x3\"\nremove = [[0, 0], [0]]"),
        with_board("size = \"2x3\"\nremove = [[0, 0], [0, 5]]"),
        with_board("size = \"2x3\"\nremove = [[0, -1]]"),
        with_board("size = \"1x2\"\nremove = [[0, 0], [0, 1]]"),
        with_board("size = \"2x3\"\n[rules]\nfaultfree = true"),
        with_board("size = \"2x3\"\n[rules]\ntatami = \"yes\""),
        with_piece("copies = 2"),
        with_piece("name = \"\""),
        with_piece("name = \"Q9\""),
        with_piece("name = \"I3\"\ncopies = \"3..1\""),
        with_piece("name = \"I3\"\ncopies = -1"),
        with_piece("name = \"I3\"\ncopies = true"),
        with_piece("name = \"I3\"\nflips = true\nturns = false"),
        with_piece("name = \"I3\"\nflips = \"no\""),
        with_piece("name = \"I3\"\ncolor = \"#ff0000\""),
        with_piece("name = \"I3\"\ncolour = \"reddish\""),
        with_piece("name = \"mine\"\nart = '''\n#.\n.#\n'''"),
        with_piece("name = \"mine\"\nart = '''\n##\n#?\n'''"),
        with_piece("name = \"I3\"\n[[pieces]]\nname = \"trominoes\""),
        with_piece("name = \"I3\"\n[[pieces]]\nname = \"I3\"\nart = \"##\""),
    ];
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    insta::assert_snapshot!("puzzles", messages(&texts, puzzle::parse));
}

#[test]
fn boards_are_read_as_they_are_written() {
    for text in ["9x12", " 9 x 12 ", "9X12", "9×12", "9 × 12"] {
        assert_eq!(board::short_form(text), Ok(Region::rectangle(9, 12).unwrap()), "{text}");
    }
    let torus = Region::wrapped(Topology::Torus, 3, 4).unwrap();
    assert_eq!(board::short_form("Torus: 3x4"), Ok(torus));
    assert_eq!(board::short_form("aztec:3"), Ok(Region::aztec(3).unwrap()));
    assert_eq!(board::short_form("chair:2"), board::art("##\n##\n####\n####").map(|(region, _)| region));
    let (drawn, warnings) = board::art("\u{feff}\r\n\r\n##\r\n#.\r\n\r\n").unwrap();
    assert_eq!((drawn.len(), drawn.rows(), warnings.len()), (3, 2, 0));
    for (text, expected) in
        [("9x12", true), ("aztec:x", true), ("-1x3", true), ("board.txt", false), ("3", false)]
    {
        assert_eq!(board::is_short_form(text), expected, "{text}");
    }
    for (text, expected) in [("##\n.#", true), ("", true), ("# title\ntitle = 3", false), ("##\nab", true)] {
        assert_eq!(board::is_drawing(text), expected, "{text}");
    }
}

#[test]
fn a_drawing_of_few_characters_makes_no_huge_board() {
    let text = format!("{}{}#\n", "#".repeat(60_000), "\n".repeat(60_000));
    assert!(board::art(&text).is_err());
}

#[test]
fn sets_and_single_names_under_each_freedom() {
    let names = |text: &str, freedom| {
        let list = pieces::list(text, freedom).unwrap();
        list.iter().map(|p| format!("{}/{}", p.name, p.orientations.len())).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(names("trominoes", Freedom::Free), "I3/2 L3/4");
    assert_eq!(names("dominoes,I3", Freedom::Fixed), "domino/1 I3/1");
    assert_eq!(names("tromino", Freedom::Fixed), "I3/1 I3@2/1 L3/1 L3@2/1 L3@3/1 L3@4/1");
    assert_eq!(names("L4, J4", Freedom::OneSided), "L4/4 J4/4");
    assert_eq!(pieces::list("pentominoes", Freedom::OneSided).unwrap().len(), 18);
    assert_eq!(pieces::list("pentominoes", Freedom::Fixed).unwrap().len(), 63);
    for (text, copies) in [
        ("any", Copies::ANY),
        ("3", Copies::exactly(3)),
        (" 1 .. 4 ", Copies::between(1, 4).unwrap()),
        ("2..", Copies::at_least(2)),
        ("10^3", Copies::exactly(1000)),
    ] {
        assert_eq!(pieces::copies(text), Ok(copies), "{text}");
    }
}

#[test]
fn a_puzzle_file_with_everything() {
    let text = "
        title = 'All of it'
        description = 'One of everything'
        source = 'The tests'
        [board]
        size = '4x5'
        remove = [[0, 0], [3, 4]]
        [[pieces]]
        name = 'dominoes'
        copies = '1..4'
        turns = false
        colour = '#0180ff'
        [[pieces]]
        name = 'red bar'
        art = '###'
        [[pieces]]
        name = 'blue bar'
        art = '###'
        flips = false
        [rules]
        tatami = true
        fault-free = true
    ";
    let puzzle = puzzle::parse(text).unwrap();
    assert_eq!(puzzle.title, "All of it");
    assert_eq!(puzzle.problem.region.holes().collect::<Vec<_>>(), [Cell::new(0, 0), Cell::new(3, 4)]);
    assert_eq!(puzzle.problem.rules, Rules { tatami: true, fault_free: true });
    let [domino, red, blue] = [0, 1, 2].map(|i| puzzle.problem.pieces[i].clone());
    assert_eq!((domino.orientations.len(), domino.colour), (1, Some([1, 128, 255])));
    assert_eq!(domino.copies, Copies::between(1, 4).unwrap());
    assert_eq!((red.name.as_str(), red.orientations.len(), blue.orientations.len()), ("red bar", 2, 2));
}

#[test]
fn short_lines_of_a_puzzle_are_warned_about_where_they_are() {
    let text = "title = 'T'\npieces = 'I3'\n[board]\nart = '''\n###\n#\n'''\n";
    let puzzle = puzzle::parse(text).unwrap();
    let [warning] = &puzzle.warnings[..] else { panic!("{:?}", puzzle.warnings) };
    let end = text.find("#\n'''").unwrap() + 1;
    assert_eq!(warning.span, Some(end..end));
}

/// Texts that are nearly what the parsers read, and texts far from it.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        ".{0,40}",
        "[#.x: ,0-9\r\n\t-]{0,60}",
        "(aztec|chair|torus|cylinder)?:?[0-9^_]{0,6}[xX×]?[0-9]{0,3}",
        "([0-9]{0,3}(\\.\\.)?[0-9]{0,2}:)?[FILNPTUVWXYZJQSKO]?[0-9@']{0,3}(,[a-z]{0,12})?",
        "(title|board|pieces|\\[board\\]|\\[\\[pieces\\]\\]|art|size|remove|copies)( = |\n)?(['\"]{1,3}[#.\n\\\\0-9x]{0,12}['\"]{0,3}|[0-9\\[\\],]{0,9})\n?",
    ]
}

fn in_bounds(text: &str, error: Option<&FormatError>) {
    if let Some(span) = error.and_then(|e| e.span.clone()) {
        assert!(text.get(span.clone()).is_some(), "{span:?} of {text:?}");
    }
}

proptest! {
    #[test]
    fn no_text_makes_a_parser_panic(text in text(), more in text()) {
        in_bounds(&text, board::short_form(&text).err().as_ref());
        in_bounds(&text, board::art(&text).err().as_ref());
        in_bounds(&text, board::cell(&text).err().as_ref());
        in_bounds(&text, number::natural(&text).err().as_ref());
        in_bounds(&text, bfile::read(&text).err().as_ref());
        in_bounds(&text, pieces::copies(&text).err().as_ref());
        let _ = (board::is_short_form(&text), board::is_drawing(&text));
        for freedom in [Freedom::Free, Freedom::OneSided, Freedom::Fixed] {
            in_bounds(&text, pieces::list(&text, freedom).err().as_ref());
        }
        let file = format!("{text}\n{more}");
        in_bounds(&file, puzzle::parse(&file).err().as_ref());
        let file = format!("title='T'\npieces=\"{text}\"\n[board]\nart=\"\"\"{more}\"\"\"\n");
        in_bounds(&file, puzzle::parse(&file).err().as_ref());
        let file = format!("title='T'\n[board]\nsize='{text}'\n[[pieces]]\nname='''{more}'''\ncopies='{text}'");
        in_bounds(&file, puzzle::parse(&file).err().as_ref());
    }

    #[test]
    fn a_board_drawn_is_the_board_read(rows in prop::collection::vec(prop::collection::vec(any::<bool>(), 5), 1..6)) {
        // Blank rows of a drawing are rows of dots: nothing is lost at the edges.
        if let Ok(region) = Region::from_rows(&rows) {
            let (read, warnings) = board::art(&board::draw(&region)).unwrap();
            prop_assert_eq!(read, region);
            prop_assert!(warnings.is_empty());
        }
    }

    #[test]
    fn copies_written_are_the_copies_read(min in 0_u32..9, more in prop::option::of(0_u32..9)) {
        let copies = more.map_or(Copies::at_least(min), |more| Copies::between(min, min + more).unwrap());
        prop_assert_eq!(pieces::copies(&copies.to_string()), Ok(copies));
    }

    #[test]
    fn a_cell_written_is_the_cell_read(row: u32, col: u32) {
        let cell = Cell::new(row, col);
        prop_assert_eq!(board::cell(&cell.to_string()), Ok(cell));
        prop_assert_eq!(board::cell_of_cube(&format!("{row}, {col},7")), Ok([row, col, 7]));
    }

    #[test]
    fn terms_written_are_the_terms_read(first in 0_u64..1000, terms in prop::collection::vec(any::<u128>(), 0..9)) {
        let terms: Vec<_> = terms.into_iter().map(num_bigint::BigUint::from).collect();
        let read = bfile::read(&bfile::write(first, &terms)).unwrap();
        let expected: Vec<_> = (first..).zip(terms).collect();
        prop_assert_eq!(read, expected);
    }
}

#[test]
fn pieces_are_drawn_and_given_back() {
    let read = |list: &str, freedom| {
        let set = pieces::list(list, freedom).map_err(|e| e.message)?;
        let told =
            |piece: &crate::pieces::Piece| format!("{}:{} ({})", piece.copies, piece.name, piece.size());
        Ok::<_, String>(set.iter().map(told).collect::<Vec<_>>().join(" "))
    };
    let free = |list: &str| read(list, Freedom::Free).unwrap();
    assert_eq!(free("##/#."), "any:L3 (3)");
    assert_eq!(free("2:##/.##/..#,2x3"), "2:W5 (5) any:2x3 (6)");
    assert_eq!(free("I1,1:I2"), "any:monomino (1) 1:domino (2)");
    assert_eq!(free("P5 T5"), "1:P5 (5) 1:T5 (5)");
    assert_eq!(free("I3^2 L3^4"), "2:I3 (3) 4:L3 (3)");
    assert_eq!(free(" I3^2 "), "2:I3 (3)");
    assert_eq!(free("1x1 #/#"), "1:monomino (1) 1:domino (2)");
    assert_eq!(read("##/#.,##/.#", Freedom::Fixed).unwrap(), "any:##/#. (3) any:##/.# (3)");
    assert_eq!(read("##/#.,L3", Freedom::Free), Err("L3 is listed twice".to_owned()));
    for wrong in ["#.#", "0x4", "9999x9999", "L3^", "^3", "L3^x", "I3^2,", "./.", "##//#", "2 L3", "L3 Q9"] {
        assert!(read(wrong, Freedom::Free).is_err(), "{wrong}");
    }
}

#[test]
fn what_is_given_is_read_and_written() {
    let text = "title = 'X'\nauthor = 'A. B.'\ndifficulty = 'hard'\ntags = ['one', 'two']\npieces = '1:X,any:L3,any:domino'\n\
        [board]\nsize = '4x5'\n[[given]]\npiece = 'X'\nat = '0,2 2,2'\n[[given]]\npiece = 'L3'\non = '2,0 3,0 3,1'";
    let puzzle = puzzle::parse(text).unwrap();
    assert_eq!(puzzle.problem.given.len(), 2);
    assert_eq!(puzzle.further.tags, ["one", "two"]);
    let written = puzzle::write(&puzzle).unwrap();
    assert_eq!(puzzle::parse(&written).unwrap(), puzzle, "{written}");
    let wrong = |given: &str| {
        let text = format!("title = 'X'\npieces = '1:X,0..1:L3'\n[board]\nsize = '4x5'\n{given}");
        let FormatError { message, help, span } = puzzle::parse(&text).unwrap_err();
        format!("{message}; {} [{}]", help.unwrap_or_default(), &text[span.unwrap_or_default()])
    };
    let cases = [
        "[[given]]\npiece = 'X'",
        "[[given]]\nat = '1,1'",
        "[[given]]\npiece = 'Y'\nat = '1,1'",
        "[[given]]\npiece = 'X'\nat = '1,1 0,9'",
        "[[given]]\npiece = 'X'\nat = '0,0'",
        "[[given]]\npiece = 'L3'\nat = '1,1'",
        "[[given]]\npiece = 'X'\nat = '0,1 2,1'\n[[given]]\npiece = 'L3'\non = '1,2 0,2 0,3'",
        "[[given]]\npiece = 'L3'\non = '0,0 0,1 1,0'\n[[given]]\npiece = 'L3'\non = '3,0 2,1 3,1'",
        "[[given]]\npiece = 'X'\nby = '1,1'",
        "[given]\npiece = 'X'\nat = '1,1'",
        "[[given]]\npiece = 'X'\nat = '0,1 2,1'\non = '1,1'",
    ];
    insta::assert_snapshot!(cases.map(wrong).join("\n"));
}
