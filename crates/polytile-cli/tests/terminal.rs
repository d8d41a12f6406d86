//! The command in a terminal: what it is sent, and that it is left as it was found.

#![cfg(any(target_os = "linux", target_os = "macos"))]

use rexpect::session::{PtySession, spawn_command};
use std::process::Command;

/// Patience with a loaded machine; nothing here takes long.
const MILLISECONDS: Option<u64> = Some(60_000);

/// A script in a terminal of this kind and width, `$0` being the command.
fn terminal(term: &str, cols: u32, script: &str) -> PtySession {
    let mut shell = Command::new("sh");
    let script = format!("stty rows 40 cols {cols}; {script}");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_polytile")]);
    shell.env("TERM", term).env("LC_ALL", "C.UTF-8").env_remove("NO_COLOR").env_remove("COLORTERM");
    // With this variable set, libraries take every terminal for one that has colours.
    shell.env("CI", "true");
    spawn_command(shell, MILLISECONDS).unwrap()
}

/// All that a script prints in a terminal, as characters rather than bytes.
fn printed(term: &str, cols: u32, script: &str) -> String {
    let bytes: Vec<u8> = terminal(term, cols, script).exp_eof().unwrap().chars().map(|c| c as u8).collect();
    String::from_utf8_lossy(&bytes).replace('\r', "")
}

/// A game, with the modes of the terminal before and after, and the number of its process.
fn game() -> (PtySession, String, String) {
    let play = "sh -c 'echo pid $$ end; exec \"$0\" slide play klotski' \"$0\"";
    let script = format!("echo modes $(stty -g) end; {play}; echo status $? end; echo modes $(stty -g) end");
    let mut session = terminal("xterm-256color", 100, &script);
    session.exp_string("modes ").unwrap();
    let modes = session.exp_string(" end").unwrap();
    session.exp_string("pid ").unwrap();
    let pid = session.exp_string(" end").unwrap();
    // The alternate screen, the mouse, and a board.
    session.exp_string("\x1b[?1049h").unwrap();
    session.exp_string("\x1b[?1000h").unwrap();
    session.exp_string("Klotski").unwrap();
    (session, modes, pid)
}

/// Asserts that the terminal is as it was before, after a game that has ended with this status.
fn left_as_it_was(mut session: PtySession, modes: &str, status: &str) {
    session.exp_string("\x1b[?1000l").unwrap();
    session.exp_string("\x1b[?25h").unwrap();
    session.exp_string("\x1b[?1049l").unwrap();
    session.exp_string("status ").unwrap();
    assert_eq!(session.exp_string(" end").unwrap(), status);
    session.exp_string("modes ").unwrap();
    assert_eq!(session.exp_string(" end").unwrap(), modes);
}

#[test]
fn a_game_that_is_told_to_end_leaves_the_terminal_as_it_was() {
    for signal in ["TERM", "HUP", "INT"] {
        let (session, modes, pid) = game();
        assert!(Command::new("kill").args(["-s", signal, &pid]).status().unwrap().success());
        left_as_it_was(session, &modes, "130");
    }
}

#[test]
fn an_enormous_terminal_is_not_drawn_on() {
    let play = "stty rows 65535 cols 65535; \"$0\" slide play klotski; echo status $? end";
    let mut session = terminal("xterm-256color", 100, play);
    session.exp_string("a terminal of 65535x65535 characters cannot be drawn on").unwrap();
    session.exp_string("status 1 end").unwrap();
}

#[test]
fn a_game_lives_after_a_paste_without_an_end() {
    let (mut session, modes, _) = game();
    session.send("\x1b[200~abc").unwrap();
    session.flush().unwrap();
    // Silence ends the paste, and then a key is a key.
    std::thread::sleep(std::time::Duration::from_millis(300));
    session.send("\x03").unwrap();
    session.flush().unwrap();
    left_as_it_was(session, &modes, "0");
}

#[test]
fn a_game_plays_itself_and_what_was_played_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("moves.txt");
    let puzzle = dir.path().join("corner.txt");
    std::fs::write(&puzzle, "AAC\nBB.\n...\n\n...\n...\n..C\n").unwrap();
    let play = format!("\"$0\" slide play {} --save {}", puzzle.display(), file.display());
    let mut session = terminal("xterm-256color", 100, &play);
    // Words are put in their places one by one.
    session.exp_string("\x1b[4;48H2").unwrap();
    session.send("c\x1b[B\r").unwrap();
    session.flush().unwrap();
    session.exp_string("Solved!").unwrap();
    session.send("\x03").unwrap();
    session.flush().unwrap();
    session.exp_eof().unwrap();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "metric step\nlength 2\n1. C down\n2. C down\n");

    // Two moves are taken back, and a third is none.
    let mut session = terminal("xterm-256color", 100, &format!("{play} --resume"));
    session.exp_string("steps\x1b[3;41H2,").unwrap();
    session.send("\x7f\x7f\x7f\x03").unwrap();
    session.flush().unwrap();
    session.exp_eof().unwrap();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "metric step\nlength 0\n");

    std::fs::write(&file, "1. C down 3\n").unwrap();
    let said = printed("xterm-256color", 100, &format!("{play} --resume"));
    assert!(
        said.contains("moves.txt: move 1 is impossible: ") && said.contains("leave out --resume"),
        "{said}"
    );
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "1. C down 3\n");
}

#[test]
fn moves_are_kept_as_they_are_made() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("moves.txt");
    let play = "sh -c 'echo pid $$ end; exec \"$0\" slide play klotski --save \"$1\"' \"$0\"";
    let mut session = terminal("xterm-256color", 100, &format!("{play} {}; echo status $?", file.display()));
    session.exp_string("pid ").unwrap();
    let pid = session.exp_string(" end").unwrap();
    session.exp_string("Klotski").unwrap();
    session.send("j\x1b[D").unwrap();
    session.flush().unwrap();
    let saved = || std::fs::read_to_string(&file).unwrap_or_default();
    for _ in 0..600 {
        if saved().contains("1. ") {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    assert_eq!(saved(), "metric step\nlength 1\n1. J left\n");
    assert!(Command::new("kill").args(["-s", "KILL", &pid]).status().unwrap().success());
    session.exp_string("status 137").unwrap();
    assert_eq!(saved(), "metric step\nlength 1\n1. J left\n");
}

#[test]
fn a_game_is_chosen_from_a_list_and_scrambled() {
    let mut session = terminal("xterm-256color", 100, "\"$0\" slide play --scramble 3");
    session.exp_string("Which one? ").unwrap();
    session.send("motor-cars\n").unwrap();
    session.flush().unwrap();
    session.exp_string("\x1b[?1000h").unwrap();
    session.send("\x03").unwrap();
    session.flush().unwrap();
    session.exp_eof().unwrap();
    let none = printed("xterm-256color", 100, "echo nonsense | \"$0\" slide play");
    assert!(none.contains("playing needs a terminal"), "{none}");
}

#[test]
fn a_dumb_terminal_gets_plain_text() {
    let scripts = [
        "\"$0\" solve pentominoes-6x10 --first",
        "\"$0\" golomb 3 --remove 0,0",
        "\"$0\" count --board 20x20 --pieces pentominoes --time-limit 1s",
        "\"$0\" count nonsense",
        "\"$0\" count --nonsense",
        "\"$0\" solve --help",
        "\"$0\" slide play klotski",
    ];
    for script in scripts {
        // A terminal that does not say what it is may be dumb, too.
        for term in ["dumb", ""] {
            let dumb = printed(term, 100, script);
            assert!(!dumb.is_empty() && !dumb.contains('\x1b'), "{script}: {dumb:?}");
        }
        let quiet = printed("xterm-256color", 100, &format!("NO_COLOR=1; export NO_COLOR; {}", scripts[0]));
        assert!(!quiet.contains("\x1b[38") && !quiet.contains("\x1b[48"), "{quiet:?}");
    }
    assert!(printed("xterm-256color", 100, scripts[0]).contains("\x1b[48"));
    assert!(printed("dumb", 100, scripts[6]).contains("TERM is dumb"));
}

/// The visible part of what a terminal is sent.
fn visible(text: &str) -> String {
    let mut visible = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c == '\x1b' {
            chars.by_ref().find(char::is_ascii_alphabetic);
        } else {
            visible.push(c);
        }
    }
    visible
}

/// What is said, as one line: without what frames it, and however it was broken.
fn unbroken(text: &str) -> String {
    visible(text).split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ")
}

#[test]
fn boards_fit_the_terminal_or_are_offered_as_pictures() {
    let board = "--board 4x24 --pieces dominoes";
    let boards = [
        format!("\"$0\" solve {board} --first --quiet"),
        format!("\"$0\" sample {board} --seed 1 --quiet"),
        format!("\"$0\" zdd {board} --list 1 --quiet"),
        "\"$0\" relate pentominoes-3x20 1 2 --quiet".to_owned(),
        "\"$0\" deficient 7x24 --quiet".to_owned(),
    ];
    for script in &boards {
        for cols in [100, 80, 60, 30, 20] {
            let said = visible(&printed("xterm-256color", cols, script));
            let sentence = unbroken(&said);
            let refused = sentence.contains("does not fit") || sentence.contains("too large");
            for line in said.lines().filter(|line| !line.contains(' ') || line.contains(['│', '─'])) {
                let length = line.chars().count();
                assert!(refused || length <= cols as usize, "{length} > {cols}: {script}\n{said}");
            }
            assert!(
                refused == (cols == 20) || script.contains("deficient") || script.contains("relate"),
                "{said}"
            );
            assert!(!refused || said.contains("--svg"), "{said}");
        }
    }
}

#[test]
fn a_list_stops_when_a_terminal_is_full() {
    // Forty lines: there is room for those, less those of the prompt.
    let all = "solve pentominoes-6x10";
    for (script, most, stops) in [
        (format!("\"$0\" {all}"), 36, true),
        (format!("\"$0\" {all} --limit 30 | cat"), 30 * 13, false),
        (format!("\"$0\" {all} --limit 12"), 12 * 13, false),
        ("\"$0\" solve --board 2x3 --pieces dominoes".to_owned(), 15, false),
    ] {
        let said = visible(&printed("xterm-256color", 80, &script));
        let lines = said.lines().filter(|line| line.contains(['│', '─'])).count();
        assert!(lines <= most && lines + 28 > most, "{lines} of {most}: {script}");
        assert_eq!(said.contains("a terminal gets no more"), stops, "{script}\n{said}");
    }
}

#[test]
fn letters_are_refused_where_lines_would_break() {
    let boards = [
        "deficient 4x60 --ascii",
        "deficient chair:30 --ascii",
        "deficient 5x80 --map --ascii",
        "deficient cube:6 --ascii",
        "golomb 6 --remove 0,0 --ascii",
        "sample --board 4x60 --pieces dominoes --seed 1 --ascii",
    ];
    for board in boards {
        let script = format!("\"$0\" {board} --quiet; echo status $? end");
        let said = unbroken(&printed("xterm-256color", 40, &script));
        assert!(said.contains("does not fit a terminal of 40 columns"), "{board}: {said}");
        assert!(said.contains("--svg") && said.contains("status 3 end"), "{board}: {said}");
        // A pipe has no end.
        let script = format!("\"$0\" {board} --quiet | wc -c; echo end");
        let said = printed("xterm-256color", 40, &script);
        let bytes: usize = said.lines().next().unwrap().trim().parse().unwrap();
        assert!(bytes > 240, "{board}: {said}");
    }
    // What is advised must not be refused in turn.
    let advice = |cols| unbroken(&printed("xterm-256color", cols, "\"$0\" deficient 300x60"));
    assert!(advice(60).contains("ask for --ascii") && !advice(40).contains("--ascii"));
    assert!(advice(40).contains("--svg"));
    // Below 20 columns too.
    for script in ["solve --board 4x14 --pieces dominoes --first", "golomb 4 --remove 0,0"] {
        let said = visible(&printed("xterm-256color", 12, &format!("\"$0\" {script} --quiet")));
        let fits = said.lines().all(|line| line.chars().count() <= 12);
        assert!(
            fits || unbroken(&said).contains("does not fit a terminal of 12 columns"),
            "{script}: {said}"
        );
    }
}

#[test]
fn a_bar_promises_no_end_that_is_not_known() {
    // Millions of cells and options are prepared before the search begins.
    let script = "\"$0\" solve --board 2000x2000 --pieces dominoes --first --time-limit 2s";
    let said = visible(&printed("xterm-256color", 100, script));
    assert!(said.contains("steps of preparation, "), "{said}");
    assert!(!said.contains(" to go"), "{said}");
}

#[test]
fn the_welcome_has_the_width_of_the_terminal() {
    for cols in [40, 60, 80, 100, 132, 200] {
        let said = printed("xterm-256color", cols, "\"$0\"");
        for line in said.lines() {
            assert!(line.chars().count() <= cols as usize, "{cols}: {line}");
        }
        assert!(said.contains("polytile puzzles"));
    }
}

#[test]
fn a_terminal_of_80_columns_breaks_no_line() {
    let scripts = [
        "\"$0\"",
        "\"$0\" --help",
        "\"$0\" puzzles",
        "\"$0\" pieces hexominoes",
        "\"$0\" golomb 3 --remove 2,5 --proof",
        "\"$0\" deficient 5x8",
        "\"$0\" slide solve loyd-14-15 -q",
        "\"$0\" inspect pentominoes-3x20 -q",
        "\"$0\" hint pentominoes-3x20 -q",
        "\"$0\" why tetromino-parity -q",
        "\"$0\" classes pentominoes-3x20 -q",
        "\"$0\" relate pentominoes-3x20 1 2 -q",
        "\"$0\" solve soma --first -q",
        "\"$0\" design pieces --board 3x5 --pieces pentominoes --solutions 1 -q",
        // What is wrong is said in words, too.
        "\"$0\" count --board 24x24 --pieces trominoes --memory 1GiB -q; true",
        "NO_COLOR=1 \"$0\" count --board 24x24 --pieces trominoes --memory 1GiB -q; true",
        "\"$0\" count 8x8 --pieces dominos,tromions; true",
    ];
    for script in scripts {
        for line in printed("xterm-256color", 80, script).lines() {
            let columns = visible(line).chars().count();
            assert!(columns <= 80, "{script}: {columns} columns\n{line}");
        }
    }
}

#[test]
fn every_list_stops_when_a_terminal_is_full() {
    // Twelve lines, less those of the prompt.
    let few = "stty rows 12; \"$0\"";
    for (script, most) in [
        ("puzzles", 24),
        ("slide solve klotski --metric step --all", 200),
        ("zdd langford-8 --list 300", 24),
        ("zdd --board 4x4 --pieces dominoes --sample 30 --seed 1", 24),
        ("zdd --board 6x6 --pieces dominoes --marginals", 24),
        ("sample --board 4x4 --pieces dominoes -n 30 --seed 1", 24),
        ("series --width 4 --pieces dominoes --to 60", 24),
        ("table --pieces dominoes --antidiagonals 8", 24),
        ("pieces hexominoes", 24),
        ("count --board 6x6 --pieces trominoes,dominoes --by-piece", 24),
        ("slide explore klotski --histogram", 24),
    ] {
        let said = visible(&printed("xterm-256color", 80, &format!("{few} {script}")));
        assert!(
            unbroken(&said).contains("a terminal gets no more: a pipe, such as | less -R, gets all"),
            "{script}\n{said}"
        );
        // What is said besides takes a few lines.
        assert!(said.lines().count() <= most + 8, "{script}\n{said}");
        let all = printed("xterm-256color", 80, &format!("{few} {script} --json | head -n 50"));
        assert!(!all.contains("a terminal gets no more"), "{script}");
    }
    // One solution is no list.
    let one = printed("xterm-256color", 80, &format!("{few} slide solve klotski"));
    assert!(one.contains("\n116. ") && !one.contains("a terminal gets no more"), "{one}");
    let best = printed("xterm-256color", 80, &format!("{few} zdd langford-8 --list 300 --kth 7"));
    assert!(best.contains("7 of 300"), "{best}");
}

#[test]
fn a_terminal_is_told_why_there_is_nothing() {
    let parity = "But the board has 32 black and 30 white cells: there is no tiling.";
    let board = "--board 5x5 --pieces dominoes";
    let area = "25 is no multiple of 2";
    for (script, why) in [
        ("count mutilated-chessboard".to_owned(), parity),
        ("solve mutilated-chessboard --count".to_owned(), parity),
        ("solve mutilated-chessboard".to_owned(), parity),
        ("zdd mutilated-chessboard --count".to_owned(), parity),
        ("zdd mutilated-chessboard".to_owned(), parity),
        ("sample mutilated-chessboard".to_owned(), parity),
        ("inspect mutilated-chessboard".to_owned(), parity),
        (format!("count {board}"), area),
        (format!("solve {board} --count"), area),
        (format!("zdd {board} --count"), area),
        (format!("sample {board}"), area),
        (format!("inspect {board}"), area),
        ("count --board 2x2 --pieces dominoes --where 'domino touches corner' --where 'not domino touches corner'".to_owned(), "none is as was asked"),
    ] {
        let said = unbroken(&printed("xterm-256color", 80, &format!("\"$0\" {script}")));
        assert!(said.contains(why), "{script}: {said}");
        assert_eq!(said.matches(why).count(), 1, "{script}: {said}");
    }
}

/// Every command there is, by what the help lists.
fn commands(above: &str, found: &mut Vec<String>) {
    let help = Command::new(env!("CARGO_BIN_EXE_polytile"))
        .args(above.split_whitespace())
        .arg("--help")
        .env("COLUMNS", "100")
        .output()
        .unwrap();
    found.push(above.to_owned());
    let help = String::from_utf8(help.stdout).unwrap();
    let Some((_, listed)) = help.split_once("Commands:\n") else { return };
    for line in listed.lines().take_while(|line| !line.is_empty()) {
        let name = line.strip_prefix("  ").and_then(|entry| entry.split(' ').next()).unwrap_or_default();
        if !name.is_empty() && name != "help" {
            commands(&format!("{above} {name}"), found);
        }
    }
}

#[test]
fn no_line_is_longer_than_the_terminal() {
    let mut asked = Vec::new();
    commands("", &mut asked);
    assert!(asked.len() > 30, "{asked:?}");
    let mut scripts: Vec<String> =
        asked.iter().flat_map(|command| [format!("{command} --help"), format!("{command} -h")]).collect();
    // What is wrong, and the usages with it.
    scripts.extend(asked.iter().map(|command| format!("{command} --nonsense")));
    scripts.extend(
        asked
            .iter()
            .filter(|command| !command.contains("play") && !command.contains("serve"))
            .map(|command| format!("{command} </dev/null")),
    );
    let outputs = "\
count --board 6x6 --pieces trominoes --explain
count --board 4x5 --pieces 0..2:I3,0..2:L3,dominoes --by-piece
count --board 5x5 --pieces dominoes
count hex:3
count --board 6x5 --pieces R
solve pentominoes-3x20 --limit 1 --explain --stats -q
solve langford-8 --limit 2 --stats
solve langford-8 --first --knuth
solve sudoku --unique --explain
solve mutilated-chessboard
inspect pentominoes-3x20 --explain -q
inspect sudoku
inspect langford-8
hint sudoku
hint pentominoes-3x20
hint langford-8
series --width 6 --pieces trominoes --to 12 --explain
series --width 3 --pieces trominoes --recurrence
series --width 4 --pieces dominoes --at 10^18 --modulo 1000000007 --explain
series --width 4 --pieces dominoes --growth
table --pieces dominoes --square 12 --grid
table --pieces dominoes --antidiagonals 6
sample --board 6x6 --pieces dominoes --explain --seed 1
classes pentominoes-3x20 --explain -q
relate pentominoes-3x20 1 2 --explain
slide explore klotski --explain
slide solve klotski --explain --limit 1 --all
slide solve loyd-14-15
slide solve 8-puzzle
zdd --board 4x4 --pieces dominoes --explain --stats --list 2 --profile
zdd pentominoes-3x20 --marginals
zdd langford-8 --list 2
zdd mutilated-chessboard
zdd eval 'paths(grid:3x3, 1, 9)' --list 3
deficient 5x8
deficient 5x8 --map
golomb 3 --steps
golomb 3 --proof
design pieces --board 3x5 --pieces pentominoes --solutions 1 -q
pieces 7
pieces pentominoes
puzzles
check pentominoes-3x20 nothing.txt
why tetromino-parity
why pentominoes-3x20 -q
man slide solve
--cite";
    scripts.extend(outputs.lines().map(|line| format!(" {line}")));
    for cols in [80, 40] {
        let told = |script: &String| format!("echo '@@ {}'; \"$0\"{script}; ", script.replace('\'', ""));
        let all = scripts.iter().map(told).collect::<Vec<_>>().concat();
        let said = visible(&printed("xterm-256color", cols, &all));
        let (mut long, mut script) = (Vec::new(), "");
        for line in said.lines() {
            if let Some(next) = line.strip_prefix("@@ ") {
                script = next;
                continue;
            }
            // A narrow terminal has no room for some words, which are left whole.
            let words = line.trim_start().trim_end_matches(['.', ',', '\\', ' ', '│']);
            let one_word = cols < 80 && !words.trim_start_matches(['│', ' ', '-']).contains(' ');
            if line.chars().count() > cols as usize && !one_word {
                long.push(format!("{script}: {} columns\n{line}", line.chars().count()));
            }
        }
        assert!(long.is_empty(), "{cols} columns:\n{}", long.join("\n"));
    }
}
