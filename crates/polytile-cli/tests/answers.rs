//! Only the answer goes to standard output, and the exit status says what was found out.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn run(dir: &Path, arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polytile"));
    command.current_dir(dir).args(arguments.split(' ')).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn why_there_is_no_answer_is_said_beside_it() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd/solve.in");
    for (arguments, answer) in [
        ("solve contradictory.mind --count", "0\n"),
        ("solve contradictory.mind --count --engine zdd", "0\n"),
        ("solve contradictory.mind", ""),
        ("solve contradictory.mind --first", ""),
        ("solve contradictory.mind --unique", "no solution\n"),
        ("zdd contradictory.mind --count", "0\n"),
        ("zdd contradictory.mind --list 3", ""),
        ("solve --board 3x3 --pieces dominoes --count", "0\n"),
        ("solve --board 10x10 --pieces I4", ""),
        ("sample --board 3x3 --pieces dominoes", ""),
    ] {
        let output = run(&dir, arguments);
        assert_eq!(text(&output.stdout), answer, "{arguments}");
        assert_eq!(output.status.code(), Some(0), "{arguments}: {}", text(&output.stderr));
        let quiet = run(&dir, &format!("{arguments} --quiet"));
        assert_eq!((text(&quiet.stdout), text(&quiet.stderr)), (answer, ""), "{arguments}");
    }
    let output = run(&dir, "zdd contradictory.mind");
    assert!(!text(&output.stdout).contains("contradict"));
}

#[test]
fn the_solutions_of_a_verdict_are_drawn() {
    let dir = tempfile::tempdir().unwrap();
    for (board, drawn) in [("1x2", 1), ("2x2", 2)] {
        for how in ["", " --json", " --ascii", " --engine zdd", " --engine zdd --json"] {
            let picture = dir.path().join("picture.svg");
            let arguments =
                format!("solve --board {board} --pieces dominoes --unique --svg picture.svg{how}");
            let output = run(dir.path(), &arguments);
            assert_eq!(output.status.code(), Some(0), "{arguments}: {}", text(&output.stderr));
            let svg = fs::read_to_string(&picture).unwrap();
            let numbers = (1..9).take_while(|n| svg.contains(&format!(">{n}</text>"))).count();
            assert!(numbers == drawn || (drawn == 1 && svg.starts_with("<svg")), "{arguments}: {numbers}");
            fs::remove_file(picture).unwrap();
        }
    }
}

/// An answer that can be read and is wrong gives status 1, one that cannot be read gives 2.
#[test]
fn a_wrong_answer_is_no_bad_input() {
    let dir = std::env::temp_dir().join(format!("polytile-answers-{}", std::process::id()));
    fs::create_dir_all(&dir).unwrap();
    let right = r#"{"piece":"L3","cells":[[0,0],[0,1],[1,0]]}"#;
    let with = |piece: &str| format!(r#"{{"pieces":[{right},{piece}]}}"#);
    let texts = [
        (with(r#"{"piece":"L3","cells":[[0,2],[1,1],[1,2]]}"#), 0, ""),
        (with(r#"{"piece":"L5","cells":[[0,2],[1,1],[1,2]]}"#), 1, r#"the puzzle has no piece "L5""#),
        (
            with(r#"{"piece":"L3","cells":[[0,2],[1,1],[1,3]]}"#),
            1,
            "L3 lies on 1,3, which is not on the board",
        ),
        (with(r#"{"piece":"L3","cells":[[0,2],[1,1],[1,-1]]}"#), 1, "-1 is beyond the first row and column"),
        (
            with(r#"{"piece":"L3","cells":[[0,2],[1,1],[4294967296,1]]}"#),
            1,
            "4294967296 is beyond the last row",
        ),
        (with(r#"{"piece":"L3","cells":[[0,2],[1,1],[1e30,1]]}"#), 1, "is beyond the last row and column"),
        (
            with(r#"{"piece":"L3","cells":[[0,2],[1,1],[1,2],[1,2]]}"#),
            1,
            "cell 1,2 is listed twice in one piece",
        ),
        (with(r#"{"piece":"L3","cells":[]}"#), 1, "a piece needs at least one cell"),
        (with(r#"{"piece":"L3","cells":[[0,2],[1,1],[1.5,2]]}"#), 2, "1.5 is not a row or a column"),
        (with(r#"{"piece":"L3"}"#), 2, "this piece has no"),
        ("LLA\nLAA\n".to_owned(), 0, ""),
        ("LLAA\nLAAA\n".to_owned(), 1, "row 0 of the tiling has 4 cells, but the board has 3 columns"),
        ("LLA\nLAA\nBBB\n".to_owned(), 1, "the tiling has 3 rows, but the board 2 rows"),
        ("LLA\nL?A\n".to_owned(), 2, "'?' stands for no piece"),
        (String::new(), 2, "there is no tiling"),
        (
            format!("{}\n{}\n", with(right), with(r#"{"piece":"X","cells":[[0,2],[1,1],[1,2]]}"#)),
            1,
            r#"tiling 2: the puzzle has no piece "X""#,
        ),
        (r#"{"weights":[[1,0,1]]}"#.to_owned(), 1, "the weights have 1 row, but the board 2 rows"),
        (r#"{"weights":[[1,0],[1,0]]}"#.to_owned(), 1, "row 0 has 2 weights, but the board has 3 columns"),
        (r#"{"weights":[[1,0,null],[1,0,1]]}"#.to_owned(), 1, "0,2 is on the board, but has no weight"),
        (r#"{"modulus":1,"weights":[[1,0,1],[1,0,1]]}"#.to_owned(), 2, "the modulus is 1"),
    ];
    for (answer, status, said) in texts {
        fs::write(dir.join("answer.txt"), &answer).unwrap();
        for json in ["", " --json"] {
            let output = run(&dir, &format!("check --board 2x3 --pieces trominoes answer.txt{json}"));
            let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
            assert_eq!(output.status.code(), Some(status), "{answer}: {stdout}{stderr}");
            let place = if status == 2 { stderr } else { stdout };
            let place = place.replace("\\\"", "\"");
            assert!(place.contains(said), "{answer}: {stdout}{stderr}");
            assert!(status == 2 || stderr.is_empty());
            assert!(status != 1 || json.is_empty() || stdout.contains("\"correct\":false"), "{stdout}");
        }
    }
    // A picture of another size, however large.
    assert!(run(&dir, "golomb 3 --remove 0,0 --png board.png").status.success());
    let output = run(&dir, "check --board 8x9 --pieces L3 board.png");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stdout), "wrong: 1 fault\n  the picture has 8x8 cells, but the board 8x9\n");
    // Sliding blocks.
    for (solution, status, said) in [
        ("1. Z right\n", 1, "wrong: the puzzle has no piece 'Z'"),
        ("{\"moves\":[{\"piece\":\"QQ\",\"path\":[\"left\"]}]}", 1, "wrong: the puzzle has no piece 'QQ'"),
        ("1. A right 99999999999999999999999\n", 1, "further than the board reaches"),
        ("1. A sideways\n", 2, ""),
        ("1. A right 0\n", 2, ""),
    ] {
        fs::write(dir.join("solution.txt"), solution).unwrap();
        let output = run(&dir, "slide check klotski solution.txt");
        assert_eq!(output.status.code(), Some(status), "{solution}: {}", text(&output.stderr));
        assert!(text(&output.stdout).contains(said), "{solution}: {}", text(&output.stdout));
    }
    fs::remove_dir_all(&dir).unwrap();
}

/// Names of 64 kB are not repeated whole, wherever they stand.
#[test]
fn errors_repeat_little_of_what_was_written() {
    let dir = std::env::temp_dir().join(format!("polytile-long-{}", std::process::id()));
    fs::create_dir_all(&dir).unwrap();
    let long = "x".repeat(1 << 16);
    let files = [
        ("piece.toml", format!("size = \"2x3\"\npieces = [{{ name = \"{long}\" }}]\n")),
        ("key.toml", format!("{long} = 3\n")),
        ("board.toml", format!("size = \"{long}\"\npieces = [\"trominoes\"]\n")),
        ("tiling.json", format!(r#"{{"pieces":[{{"piece":"{long}","cells":[[0,0]]}}]}}"#)),
        ("broken.json", format!(r#"{{"pieces":[{{"piece":"{long}" "cells":[[0,0]]}}]}}"#)),
        ("cover.dlx", format!("A B\nA {long}\n")),
        ("guess.mind", format!("{long} ;1 correct\n")),
        ("weights.txt", format!("{long} 1\n")),
        ("slide.toml", format!("start = '''\n{long}\n'''\ngoal = '{long}'\n")),
        ("moves.txt", format!("1. {long} right\n")),
    ];
    for (name, text) in &files {
        fs::write(dir.join(name), text).unwrap();
    }
    for arguments in [
        format!("count {long}"),
        format!("count --board {long} --pieces trominoes"),
        format!("count --board 2x3 --pieces {long}"),
        format!("count --board 2x3 --pieces trominoes --modulo {long}"),
        format!("count --board 2x3 --pieces trominoes --{long}"),
        format!("solve --board 2x3 --pieces trominoes --where {long}"),
        long.clone(),
        "count piece.toml".to_owned(),
        "count key.toml".to_owned(),
        "count board.toml".to_owned(),
        "check --board 2x3 --pieces trominoes tiling.json".to_owned(),
        "check --board 2x3 --pieces trominoes broken.json".to_owned(),
        "solve cover.dlx".to_owned(),
        "solve guess.mind".to_owned(),
        "zdd --board 2x3 --pieces trominoes --weights weights.txt --lightest".to_owned(),
        format!("zdd --board 2x3 --pieces trominoes --with {long}"),
        format!("zdd --board 2x3 --pieces trominoes --rank {long}"),
        "slide solve slide.toml".to_owned(),
        "slide check klotski moves.txt".to_owned(),
        format!("slide solve {long}"),
        format!("relate pentominoes-3x20 1 {long}"),
        format!("puzzles {long}"),
        format!("pieces {long}"),
        format!("golomb {long}"),
        format!("deficient {long}"),
        format!("convert {long} out.dlx"),
        format!("classes pentominoes-3x20 --rules {long}"),
    ] {
        let output = run(&dir, &arguments);
        let length = output.stdout.len() + output.stderr.len();
        let shown = arguments.replace(&long, "LONG");
        assert!(!output.status.success(), "{shown}: {}", text(&output.stdout));
        assert!(length < 6000, "{length} bytes are said about {shown}");
    }
    fs::remove_dir_all(&dir).unwrap();
}
