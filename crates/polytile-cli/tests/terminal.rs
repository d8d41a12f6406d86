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
        let dumb = printed("dumb", 100, script);
        assert!(!dumb.is_empty() && !dumb.contains('\x1b'), "{script}: {dumb:?}");
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
    // Forty lines: there is room for three times as many, less those of the prompt.
    let all = "solve pentominoes-6x10";
    for (script, most, stops) in [
        (format!("\"$0\" {all}"), 3 * 36, true),
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
    // Tens of millions of nodes are looked at before the search begins.
    let script = "\"$0\" solve --board 4x30 --pieces dominoes --first --time-limit 2s";
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
