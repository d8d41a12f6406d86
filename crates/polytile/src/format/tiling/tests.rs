use super::*;
use crate::board::{Cell, Region, Topology};
use crate::pieces::{Copies, Freedom, Piece, PieceSet, catalogue};
use crate::tiling::{Fault, Laid};
use proptest::prelude::*;

fn trominoes(rows: u64, cols: u64) -> Problem {
    Problem::new(Region::rectangle(rows, cols).unwrap(), PieceSet::all(3, Freedom::Free))
}

/// The message, and the bytes it is about between `>` and `<`.
fn refused(text: &str, problem: &Problem) -> String {
    let error = parse(text, problem).unwrap_err();
    let span = error.span.expect("every error has its place");
    let (start, end) = (span.start, span.end);
    let place = format!("{}>{}<{}", &text[..start], &text[start..end], &text[end..]);
    format!("{}\n{}\n{}", error.message, error.help.expect("every error has its mend"), place.trim_end())
}

fn json_error(text: &str) -> String {
    refused(text, &trominoes(2, 3))
}

fn faults(text: &str, problem: &Problem) -> Vec<String> {
    let faults = parse(text, problem).unwrap().check(problem).err().unwrap_or_default();
    faults.iter().map(Fault::to_string).collect()
}

#[test]
fn wrong_json_says_where() {
    insta::assert_snapshot!(json_error(r#"{"pieces": [{"piece": "l3", "cells": [[0,0]]}]}"#), @r#"
    the puzzle has no piece "l3"
    did you mean 'L3'?
    {"pieces": [{"piece": >"l3"<, "cells": [[0,0]]}]}
    "#);
    insta::assert_snapshot!(json_error(r#"{"pieces": [{"piece": "tromino", "cells": [[0,0]]}]}"#), @r#"
    the puzzle has no piece "tromino"
    its pieces are: I3, L3
    {"pieces": [{"piece": >"tromino"<, "cells": [[0,0]]}]}
    "#);
    insta::assert_snapshot!(json_error(r#"{"pieces": [{"piece": "L3", "cells": [[0,0],[0,-1]]}]}"#), @r#"
    -1 is beyond the first row and column of every board
    a tiling is {"pieces": [{"piece": "L3", "cells": [[0,0],[1,0],[1,1]]}, ...]}, cells as row and column from 0
    {"pieces": [{"piece": "L3", "cells": [[0,0],[0,>-1<]]}]}
    "#);
    insta::assert_snapshot!(json_error(r#"{"pieces": [{"piece": "L3", "cells": [[0,0],[4294967296,0]]}]}"#), @r#"
    4294967296 is beyond the last row and column of every board
    a tiling is {"pieces": [{"piece": "L3", "cells": [[0,0],[1,0],[1,1]]}, ...]}, cells as row and column from 0
    {"pieces": [{"piece": "L3", "cells": [[0,0],[>4294967296<,0]]}]}
    "#);
    insta::assert_snapshot!(json_error(r#"{"pieces": [{"piece": "L3", "cells": [[0,0],[1e30,0]]}]}"#), @r#"
    1000000000000000000000000000000 is beyond the last row and column of every board
    a tiling is {"pieces": [{"piece": "L3", "cells": [[0,0],[1,0],[1,1]]}, ...]}, cells as row and column from 0
    {"pieces": [{"piece": "L3", "cells": [[0,0],[>1e30<,0]]}]}
    "#);
    insta::assert_snapshot!(json_error(r#"{"pieces": [{"piece": "L3", "cells": [[0,0],[0,1],[0,0]]}]}"#), @r#"
    cell 0,0 is listed twice in one piece
    a tiling is {"pieces": [{"piece": "L3", "cells": [[0,0],[1,0],[1,1]]}, ...]}, cells as row and column from 0
    {"pieces": [{"piece": "L3", "cells": [[0,0],[0,1],>[0,0]]<}]}
    "#);
    insta::assert_snapshot!(json_error(r#"{"pieces": [{"piece": "L3", "cells": [[0,0],[0]]}]}"#), @r#"
    a cell is two numbers, its row and its column
    a tiling is {"pieces": [{"piece": "L3", "cells": [[0,0],[1,0],[1,1]]}, ...]}, cells as row and column from 0
    {"pieces": [{"piece": "L3", "cells": [[0,0],>[0]<]}]}
    "#);
    insta::assert_snapshot!(json_error(r#"{"pieces": [{"piece": "L3", "cells": []}]}"#), @r#"
    a piece needs at least one cell
    a tiling is {"pieces": [{"piece": "L3", "cells": [[0,0],[1,0],[1,1]]}, ...]}, cells as row and column from 0
    {"pieces": [{"piece": "L3", "cells": >[]<}]}
    "#);
    insta::assert_snapshot!(json_error(r#"{"pieces": [{"piece": 3, "cells": []}]}"#), @r#"
    3 is not the name of a piece
    a tiling is {"pieces": [{"piece": "L3", "cells": [[0,0],[1,0],[1,1]]}, ...]}, cells as row and column from 0
    {"pieces": [{"piece": >3<, "cells": []}]}
    "#);
    insta::assert_snapshot!(json_error(r#"{"pieces": [{"piece": "L3"}]}"#), @r#"
    this piece has no "cells"
    a tiling is {"pieces": [{"piece": "L3", "cells": [[0,0],[1,0],[1,1]]}, ...]}, cells as row and column from 0
    {"pieces": [{"piece": "L3">}<]}
    "#);
    insta::assert_snapshot!(json_error(r#"{"pieces": {"L3": [[0,0]]}}"#), @r#"
    this object is not a list of pieces
    a tiling is {"pieces": [{"piece": "L3", "cells": [[0,0],[1,0],[1,1]]}, ...]}, cells as row and column from 0
    {"pieces": >{<"L3": [[0,0]]}}
    "#);
    insta::assert_snapshot!(json_error(r#"{"pieces": null}"#), @r#"
    null is not a list of pieces
    a tiling is {"pieces": [{"piece": "L3", "cells": [[0,0],[1,0],[1,1]]}, ...]}, cells as row and column from 0
    {"pieces": >null<}
    "#);
    insta::assert_snapshot!(json_error(r#"{"piece": []}"#), @r#"
    there is no list of pieces
    a tiling is {"pieces": [{"piece": "L3", "cells": [[0,0],[1,0],[1,1]]}, ...]}, cells as row and column from 0
    {"piece": []>}<
    "#);
    insta::assert_snapshot!(json_error("{\"pieces\": [\n  {\"piece\": \"L3\" \"cells\"}\n]}"), @r#"
    this is not JSON: expected `,` or `}`
    a tiling is {"pieces": [{"piece": "L3", "cells": [[0,0],[1,0],[1,1]]}, ...]}, cells as row and column from 0
    {"pieces": [
      {"piece": "L3" >"<cells"}
    ]}
    "#);
    insta::assert_snapshot!(json_error(r#"{"pieces": ["#), @r#"
    the text ends before its JSON does
    a tiling is {"pieces": [{"piece": "L3", "cells": [[0,0],[1,0],[1,1]]}, ...]}, cells as row and column from 0
    {"pieces": >[<
    "#);
    insta::assert_snapshot!(json_error(r#"{"pieces": []} and more"#), @r#"
    this is not JSON: trailing characters
    a tiling is {"pieces": [{"piece": "L3", "cells": [[0,0],[1,0],[1,1]]}, ...]}, cells as row and column from 0
    {"pieces": []} >a<nd more
    "#);
}

#[test]
fn what_fits_no_board_is_told_beside_the_rest() {
    let text = r#"{"pieces": [{"piece": "W5", "cells": [[0,0],[0,1],[1,0]]}, {"piece": "L3", "cells": [[0,2],[1,1],[1,2],[1,2],[-1,0]]}]}"#;
    let problem = trominoes(2, 3);
    let reading = read(text, &problem).unwrap();
    assert_eq!(
        reading.misfits,
        [
            "the puzzle has no piece \"W5\"",
            "cell 1,2 is listed twice in one piece",
            "-1 is beyond the first row and column of every board"
        ]
    );
    let tiling = reading.tiling.unwrap();
    assert_eq!(tiling.laid().iter().map(|laid| laid.piece).collect::<Vec<_>>(), [2, 1]);
    assert!(matches!(tiling.check(&problem).unwrap_err()[..], [Fault::NoSuchPiece { index: 2, .. }]));
    // A whole number that is not written as one.
    assert!(read(r#"{"pieces": [{"piece": "L3", "cells": [[0,1.0]]}]}"#, &problem).is_err());
    let larger = read("LLAA\nLAAA\n", &problem).unwrap();
    assert_eq!((larger.tiling, larger.misfits.len()), (None, 1));
    assert!(read("L?A\nLAA\n", &problem).is_err());
    let many = format!("{{\"pieces\": [{}]}}", vec![r#"{"piece": "x", "cells": []}"#; 3000].join(","));
    let reading = read(&many, &problem).unwrap();
    assert_eq!((reading.misfits.len(), reading.more), (1000, 5000));
}

#[test]
fn other_keys_are_ignored() {
    let text = r#" {"seed": 1, "board": {"rows": [2]}, "pieces": [{"cells": [[1,0],[0,1],[0,0]], "turned": null, "piece": "L3"}]}"#;
    let tiling = parse(text, &trominoes(2, 3)).unwrap();
    let cells = vec![Cell::new(0, 0), Cell::new(0, 1), Cell::new(1, 0)];
    assert_eq!(tiling.laid(), [Laid { piece: 1, cells }]);
}

#[test]
fn wrong_letters_say_where() {
    let error = |text| refused(text, &trominoes(2, 3));
    insta::assert_snapshot!(error(" \n\n"), @"
    there is no tiling
    write one letter or digit per cell, the same for the cells of one piece and different ones for pieces that touch, '.' for holes, and one line per row; or JSON, beginning with '{'
    ><
    ");
    insta::assert_snapshot!(error("LLA\nL\tA\n"), @"
    a tab stands for no piece
    write one letter or digit per cell, the same for the cells of one piece and different ones for pieces that touch, '.' for holes, and one line per row; or JSON, beginning with '{'
    LLA
    L>	<A
    ");
    insta::assert_snapshot!(error("LLA\nL A\n"), @"
    a space stands for no piece
    write one letter or digit per cell, the same for the cells of one piece and different ones for pieces that touch, '.' for holes, and one line per row; or JSON, beginning with '{'
    LLA
    L> <A
    ");
    insta::assert_snapshot!(error("LLA\nLAAA\n"), @"
    row 1 of the tiling has 4 cells, but the board has 3 columns
    write one letter or digit per cell, the same for the cells of one piece and different ones for pieces that touch, '.' for holes, and one line per row; or JSON, beginning with '{'
    LLA
    >LAAA<
    ");
    insta::assert_snapshot!(error("LLA\n"), @"
    the tiling has 1 row, but the board 2 rows
    write one letter or digit per cell, the same for the cells of one piece and different ones for pieces that touch, '.' for holes, and one line per row; or JSON, beginning with '{'
    >LLA<
    ");
    insta::assert_snapshot!(error("LLA\nLAA\nIII\n"), @"
    the tiling has 3 rows, but the board 2 rows
    write one letter or digit per cell, the same for the cells of one piece and different ones for pieces that touch, '.' for holes, and one line per row; or JSON, beginning with '{'
    LLA
    LAA
    >III<
    ");
    insta::assert_snapshot!(error("┌───┐\n"), @"
    a drawing with lines cannot be read back
    write one letter or digit per cell, the same for the cells of one piece and different ones for pieces that touch, '.' for holes, and one line per row; or JSON, beginning with '{'
    >┌<───┐
    ");
    insta::assert_snapshot!(error("[[0,0]]\n"), @"
    '[' stands for no piece
    write one letter or digit per cell, the same for the cells of one piece and different ones for pieces that touch, '.' for holes, and one line per row; or JSON, beginning with '{'
    >[<[0,0]]
    ");
}

#[test]
fn what_is_read_but_wrong_is_left_to_the_checker() {
    let problem = trominoes(2, 3);
    // Two pieces of one letter that touch, a cell not covered, and a cell of a piece where there is a hole.
    assert_eq!(faults("LLL\nLLL\n", &problem), ["the cells from 0,0 on do not form L3"]);
    assert_eq!(
        faults("\r\nLLA\r\nLA.\r\n\r\n", &problem),
        [
            "the cells from 0,2 on do not form I3",
            "the cells from 1,1 on do not form I3",
            "1,2 is not covered"
        ]
    );
    let holed =
        Problem::new(problem.region.clone().without(&[Cell::new(1, 2)]).unwrap(), problem.pieces.clone());
    assert_eq!(faults("AAA\nBBB\n", &holed), ["I3 lies on 1,2, which is not on the board"]);
    let nothing = Problem::new(problem.region.clone(), PieceSet::default());
    assert_eq!(
        faults("AAA\n...\n", &nothing)[0],
        "piece number 0 at 0,0 does not exist: the puzzle has 0 pieces"
    );
}

#[test]
fn runs_go_over_the_edge_where_the_board_wraps() {
    let set = PieceSet::all(3, Freedom::Free);
    let torus = Problem::new(Region::wrapped(Topology::Torus, 3, 3).unwrap(), set.clone());
    for text in ["ABC\nABC\nABC\n", "AAA\nBBB\nCCC\n", "ABA\nBBC\nACC\n"] {
        assert_eq!(faults(text, &torus), [""; 0], "{text}");
    }
    let cylinder = Problem::new(Region::wrapped(Topology::Cylinder, 2, 3).unwrap(), set);
    assert_eq!(faults("LAL\nLAA\n", &cylinder), [""; 0]);
}

#[test]
fn twins_are_shared_out_by_their_copies() {
    let l3 = catalogue::find("L3").unwrap();
    let piece = |name, copies| Piece {
        name: String::from(name),
        ..Piece::from_catalogue(&l3, Freedom::Free, copies)
    };
    let set = PieceSet::new(vec![piece("red", Copies::exactly(1)), piece("blue", Copies::at_least(1))]);
    let problem = Problem::new(Region::rectangle(2, 6).unwrap(), set);
    // Letters say which is which as far as copies allow.
    for (text, red) in [("RRABBC\nRAABCC\n", 0), ("AABRRC\nABBRCC\n", 2), ("RRABBR\nRAABRR\n", 0)] {
        let tiling = parse(text, &problem).unwrap();
        assert_eq!(tiling.check(&problem), Ok(()), "{text}");
        assert_eq!(tiling.laid().iter().position(|laid| laid.piece == 0), Some(red), "{text}");
    }
}

/// Dominoes and monominoes laid from left to right, flat, upright or single as `choices` says.
pub(crate) fn greedy(region: Region, choices: &[u8]) -> (Problem, Tiling) {
    let mut pieces: Vec<Piece> = PieceSet::all(1, Freedom::Free).iter().cloned().collect();
    pieces.extend(PieceSet::all(2, Freedom::Free).iter().cloned());
    let mut covered = vec![false; region.len()];
    let mut laid = Vec::new();
    for (at, cell) in region.cells().enumerate() {
        if covered[at] {
            continue;
        }
        let (row, col) = (i64::from(cell.row), i64::from(cell.col));
        let near = match choices[at % choices.len()] % 4 {
            0 => None,
            1 => region.wrap(row, col + 1),
            2 => region.wrap(row + 1, col),
            _ => region.wrap(row, col - 1),
        };
        covered[at] = true;
        let index = near.and_then(|c| region.index(c)).map(|i| i as usize).filter(|&i| !covered[i]);
        let cells = [Some(cell), index.and(near)].into_iter().flatten().collect();
        laid.push(Laid { piece: usize::from(index.is_some()), cells });
        if let Some(index) = index {
            covered[index] = true;
        }
    }
    (Problem::new(region, PieceSet::new(pieces)), Tiling::new(laid))
}

pub(crate) fn boards() -> impl Strategy<Value = Region> {
    let topology = prop_oneof![Just(Topology::Plane), Just(Topology::Cylinder), Just(Topology::Torus)];
    let holes = prop::collection::vec((0_u32..9, 0_u32..9), 0..8);
    (topology, 1_u64..9, 1_u64..9, holes).prop_map(|(topology, rows, cols, holes)| {
        let inside = |&(r, c): &(u32, u32)| u64::from(r) < rows && u64::from(c) < cols;
        let holes: Vec<Cell> = holes.iter().filter(|h| inside(h)).map(|&(r, c)| Cell::new(r, c)).collect();
        Region::wrapped(topology, rows, cols).unwrap().without(&holes).unwrap()
    })
}

proptest! {
    #[test]
    fn what_is_written_is_read(region in boards(), choices in prop::collection::vec(any::<u8>(), 1..99)) {
        let (problem, tiling) = greedy(region, &choices);
        prop_assert_eq!(tiling.check(&problem), Ok(()));
        let json = to_json(&tiling, &problem);
        prop_assert_eq!(parse(&json, &problem).unwrap(), tiling.clone());
        let letters = to_letters(&tiling, &problem);
        prop_assert_eq!(parse(&letters, &problem).unwrap(), tiling);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC*", letters in "[A-C.\n]{0,12}", json in "[{}\\[\\]\",:0-9eé pieclsL.-]{0,60}") {
        let problem = trominoes(2, 3);
        let nested = format!("{{\"pieces\":[{{\"piece\":\"L3\",\"cells\":{json}");
        for text in [text, letters, json.clone(), format!("{{{json}"), nested] {
            if let Ok(tiling) = parse(&text, &problem) {
                drop(tiling.check(&problem));
                drop(parse(&to_json(&tiling, &problem), &problem));
            } else if let Some(span) = parse(&text, &problem).unwrap_err().span {
                prop_assert!(text.get(span).is_some());
            }
        }
    }
}
