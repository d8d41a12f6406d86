//! A puzzle of any kind, in any command that reads one, is answered, or told which command answers it. The table of both is a
//! snapshot: a row for each command, a column for each kind.

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Output};

/// One small puzzle of each kind.
const KINDS: [(&str, &str); 6] = [
    ("tiling", "--board 4x5 --pieces 0..10:dominoes"),
    ("solid", "--board box:2x2x3 --pieces 0..6:dicubes"),
    ("cover", "queens-8"),
    ("sudoku", "sudoku"),
    ("guesses", "number-mind-small"),
    ("sliding", "8-puzzle"),
];

/// Every command that reads a puzzle, quick on each of them; `P` is the puzzle.
const COMMANDS: [&str; 17] = [
    "count P",
    "solve P --first",
    "solve P --unique",
    "inspect P",
    "hint P",
    "sample P",
    "classes P",
    "relate P 1 2",
    "slide explore P",
    "slide solve P",
    "zdd P --count",
    "design pieces P",
    "design board P",
    "design givens P",
    "print P -o sheet.pdf",
    "why P",
    "convert P out.dlx",
];

/// The names of the commands, as `polytile --help` lists them.
fn subcommands() -> Vec<String> {
    let help = Command::new(env!("CARGO_BIN_EXE_polytile")).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let listed =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    listed.filter_map(|line| Some(line.split_whitespace().next()?.to_owned())).collect()
}

fn run(dir: &Path, arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polytile"));
    command.current_dir(dir).args(arguments.split(' ')).output().unwrap()
}

/// What a run came to: `answered`, or the command that its message names.
fn came_to(run: &Output, commands: &[String]) -> String {
    let told = String::from_utf8_lossy(&run.stderr);
    match run.status.code() {
        Some(0) => "answered".to_owned(),
        // It is the same command, and another format.
        Some(2) if told.contains("convert it to ") => "convert".to_owned(),
        Some(2) => {
            let named = told.split("`polytile ").skip(1).find_map(|rest| {
                let words: Vec<&str> = rest.split(['`', ' ', '\n']).take(2).collect();
                let first = commands.iter().find(|name| Some(&name.as_str()) == words.first())?;
                let second = ["explore", "solve", "play"]
                    .into_iter()
                    .find(|word| first == "slide" && words.get(1) == Some(word));
                Some(second.map_or_else(|| first.clone(), |second| format!("{first} {second}")))
            });
            named.unwrap_or_else(|| format!("NO COMMAND IS NAMED: {told}"))
        }
        code => format!("STATUS {code:?}: {told}"),
    }
}

#[test]
fn every_command_answers_every_kind_or_names_the_command_that_does() {
    let commands = subcommands();
    let dir = tempfile::tempdir().unwrap();
    let mut table = String::new();
    for command in COMMANDS {
        for (kind, puzzle) in KINDS {
            let arguments = command.replace('P', puzzle);
            let run = run(dir.path(), &arguments);
            writeln!(table, "{command:20} {kind:10} {}", came_to(&run, &commands)).unwrap();
        }
    }
    insta::assert_snapshot!(table);
}
