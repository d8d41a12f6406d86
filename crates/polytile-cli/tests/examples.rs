//! Every example that README, docs, the welcome and the help show is run, and shows what it promises.
//!
//! Commands in fenced blocks and in the lists of the help are run as they stand, in their order, in a directory of its own for
//! each text; what README prints below one is compared. Commands named in a sentence are run if they name something to run on;
//! otherwise their subcommand and options must exist. A few take too long for a test, or need what a test does not have: these
//! stand in [`OTHERWISE`], with what is run instead.
//!
//! A page may show a file that its commands read: a block of TOML that begins with a comment, the name of the file. `...` stands
//! for anything, within a line too. What begins with `error: ` is what a command says that fails. And a picture that a page of the
//! guide shows is the file that one of its commands writes; `POLYTILE_WRITE=1` writes the pictures anew.

#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A command that takes too long is only begun: it must say that the time is up.
const BEGUN: &str = " --time-limit 0s";

/// An example, what is run in its place, the exit status of that, and why. A line that begins with a blank is added.
const OTHERWISE: [(&str, &str, i32, &str); 22] = [
    (
        "polytile golomb 15 --seed 1 --png board.png",
        "polytile golomb 9 --seed 1 --png board.png",
        0,
        "a large picture",
    ),
    (
        "polytile golomb 15 --remove 9,20 --png board.png",
        "polytile golomb 9 --remove 9,20 --png board.png",
        0,
        "a large picture",
    ),
    ("polytile golomb 15 --png", "polytile golomb 9 --png board.png", 0, "it stands for any file"),
    ("polytile check board.png", "polytile check board.png", 0, "the smaller picture"),
    ("polytile count pentominoes-6x10 --up-to symmetries --json", BEGUN, 3, "counters of twelve pieces"),
    ("polytile count --board 6x10 --pieces 1:pentominoes --up-to symmetries", BEGUN, 3, "the same"),
    (
        "polytile deficient 1000x1000 --remove 123,456 --png board.png",
        "polytile deficient 100x100 --remove 12,45 --png board.png",
        0,
        "a large picture",
    ),
    (
        "polytile deficient 1000x1000 --remove 123,456 --json",
        "polytile deficient 100x100 --remove 12,45 --json",
        0,
        "a long text",
    ),
    ("polytile count 12x12 --pieces tetrominoes --engine merge --threads 1", BEGUN, 3, "half a minute"),
    (
        "polytile count --board 18x18 --pieces trominoes --threads 2",
        BEGUN,
        3,
        "a minute of a processor, and 4 GiB",
    ),
    ("polytile count --board 24x24 --pieces trominoes", " --memory 1GiB", 3, "no machine of today"),
    (
        "polytile count --board '11*sphinx' --pieces sphinx --threads 2 --memory 6GiB",
        BEGUN,
        3,
        "seven minutes of a processor",
    ),
    ("polytile slide explore euler-766", BEGUN, 3, "2613742 states"),
    (
        "polytile slide explore klotski --hosts hosts.txt --process 0",
        "polytile slide explore klotski --hosts hosts.txt --process 0",
        2,
        "other machines, and the list of them",
    ),
    (
        "polytile count --board 14x14 --pieces tetrominoes --disk /var/tmp/layers --memory 1GiB",
        "polytile count --board 14x14 --pieces tetrominoes --disk layers --memory 1GiB --time-limit 0s",
        3,
        "hours, and a directory of the machine",
    ),
    (
        "polytile slide explore tiles-3x4 --disk /var/tmp/tiles --memory 1GiB",
        "polytile slide explore tiles-3x4 --disk tiles --memory 1GiB --time-limit 0s",
        3,
        "239500800 states, and a directory of the machine",
    ),
    (
        "polytile slide explore tiles-3x4 --engine sorted --threads 1 --memory 8GiB --json",
        BEGUN,
        3,
        "239500800 states",
    ),
    (
        "polytile inspect pentominoes-6x10 --engine bitboard --svg heat.svg",
        "polytile inspect pentominoes-3x20 --engine bitboard --svg heat.svg",
        0,
        "millions of nodes",
    ),
    ("polytile zdd euler-161 --order rows --stats --threads 1", BEGUN, 3, "7893743 nodes"),
    (
        "polytile sample --board aztec:300 --pieces dominoes --colour-by orientation --png circle.png",
        "polytile sample --board aztec:30 --pieces dominoes --colour-by orientation --png circle.png",
        0,
        "a large picture",
    ),
    (
        "polytile convert number-mind-185 - --to cnf | cadical",
        "polytile convert number-mind-185 - --to cnf | grep '^p cnf'",
        0,
        "a program of others",
    ),
    (
        "polytile solve --board 21x20 --pieces 1:pentominoes,any:L3 --random --first",
        " --seed 1",
        0,
        "another order every time",
    ),
];

/// What an example whose output is not shown must print in any case.
const PROMISED: [(&str, &str); 4] = [
    ("polytile relate ", " becomes tiling "),
    ("polytile check ", "correct"),
    ("polytile why ", "board"),
    ("polytile solve sudoku --unique", "unique"),
];

/// The chapters of the guide.
const GUIDE: &str = "docs/guide";

/// Options that write a file.
const FILES: [&str; 9] =
    ["--svg", "--png", "--gif", "--dot", "--csv", "--graphml", "--save", "--hardest", "--cut"];

/// A command, and what is printed below it, if anything is.
#[derive(Debug)]
struct Example {
    command: String,
    shown: Option<String>,
    /// Whether it stands in a sentence.
    inline: bool,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The pages of a folder.
fn pages(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
    entries.filter(|path| path.extension() == Some("md".as_ref())).collect()
}

/// Runs a line of the shell in `dir`, `polytile` being the one that is tested. An example that takes a minute of a processor is
/// killed, and so fails by its name.
fn run(dir: &Path, line: &str) -> Output {
    let polytile = Path::new(env!("CARGO_BIN_EXE_polytile"));
    let path = format!("{}:{}", polytile.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let mut shell = Command::new("sh");
    shell
        .args(["-c", &format!("ulimit -t 60; {line}")])
        .current_dir(dir)
        .env("PATH", path)
        .env("COLUMNS", "200")
        .env("NO_COLOR", "1");
    shell.output().unwrap()
}

fn printed(line: &str) -> String {
    let output = run(&root(), line);
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The examples of a page: commands in its fenced blocks, and those between backticks in its sentences.
fn of_page(text: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    for (i, part) in text.split("```").enumerate() {
        if i % 2 == 0 {
            examples.extend(inline(part));
            continue;
        }
        let begun = examples.len();
        for line in part.lines() {
            // A long command is continued after a backslash.
            if let Some(begun) = examples[begun..].last().and_then(|e| e.command.strip_suffix('\\')) {
                let command = format!("{begun}{}", line.trim_start());
                examples.last_mut().unwrap().command = command;
            } else if let Some(command) = line.strip_prefix("$ ") {
                let command = command.to_owned();
                examples.push(Example { command, shown: Some(String::new()), inline: false });
            } else if line.starts_with("polytile ") {
                examples.push(Example { command: line.to_owned(), shown: None, inline: false });
            } else if let Some(Example { shown: Some(shown), .. }) = examples[begun..].last_mut() {
                shown.push_str(line);
                shown.push('\n');
            }
        }
    }
    examples
}

/// The words of a text with one blank between them.
fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The commands between backticks.
fn inline(text: &str) -> Vec<Example> {
    // A line may end within a command.
    let quoted = text.split('`').skip(1).step_by(2).map(single_spaced);
    let commands = quoted.filter(|code| code.starts_with("polytile "));
    commands.map(|command| Example { command, shown: None, inline: true }).collect()
}

/// The examples of a help text, or of the welcome: indented commands, and those between backticks.
fn of_help(text: &str) -> Vec<Example> {
    let text = text.replace(" \\\n", " ");
    let mut examples = inline(&text);
    for line in text.lines().filter_map(|line| line.strip_prefix("  ")) {
        if line.starts_with("polytile ") {
            let command = line.split("  ").next().unwrap_or_default();
            examples.push(Example { command: single_spaced(command), shown: None, inline: false });
        }
    }
    examples
}

/// All subcommands, as they are typed.
fn subcommands() -> Vec<String> {
    let below = |command: &str| -> Vec<String> {
        let help = printed(&format!("polytile {command} --help"));
        let listed = help.split("Commands:\n").nth(1).unwrap_or_default();
        // What is said about a command may be continued below it, further to the right.
        let listed = listed.lines().take_while(|line| line.starts_with("  "));
        let listed = listed.filter(|line| !line.starts_with("   "));
        let names = listed.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
        names.map(|name| format!("{command} {name}").trim().to_owned()).collect()
    };
    below("").into_iter().flat_map(|name| [vec![name.clone()], below(&name)].concat()).collect()
}

/// Every text with examples, and what it is called.
fn texts() -> Vec<(String, Vec<Example>)> {
    let mut texts = vec![("polytile".to_owned(), of_help(&printed("polytile")))];
    texts.push(("polytile --help".to_owned(), of_help(&printed("polytile --help"))));
    for name in subcommands() {
        texts.push((format!("{name} --help"), of_help(&printed(&format!("polytile {name} --help")))));
    }
    for page in [pages("docs"), pages(GUIDE), vec![root().join("README.md")]].concat() {
        let name = page.strip_prefix(root()).unwrap().to_string_lossy().into_owned();
        texts.push((name, of_page(&fs::read_to_string(page).unwrap())));
    }
    texts
}

/// Writes the files that a page shows.
fn write_files(page: &str, dir: &Path) {
    for block in page.split("```toml\n# ").skip(1) {
        let text = block.split("```").next().unwrap();
        let name = text.lines().next().unwrap();
        if Path::new(name).extension() == Some("toml".as_ref()) && !name.contains(' ') {
            fs::write(dir.join(name), format!("# {text}")).unwrap();
        }
    }
}

/// Whether this is what is shown, in which `...` stands for anything.
fn is_as_shown(said: &str, shown: &str) -> bool {
    let ends = |text: &str| {
        let lines: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();
        lines.join("\n") + "\n"
    };
    let (said, shown) = (ends(said), ends(shown).replace("...\n", "..."));
    let parts: Vec<&str> = shown.split("...").collect();
    let [first, between @ .., last] = &parts[..] else { return said == shown };
    let Some(mut rest) = said.strip_prefix(first) else { return false };
    for part in between {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

/// Asserts that the pictures of a page of the guide are those that its commands have written.
fn compare_pictures(page: &str, dir: &Path) {
    for link in page.split("](pictures/").skip(1) {
        let name = link.split(')').next().unwrap();
        let made = fs::read(dir.join(name)).unwrap_or_else(|e| panic!("no command writes {name}: {e}"));
        assert!(made.len() < 100_000, "{name} has {} bytes", made.len());
        let kept = root().join(GUIDE).join("pictures").join(name);
        if std::env::var_os("POLYTILE_WRITE").is_some() {
            fs::write(&kept, &made).unwrap();
        }
        assert!(fs::read(&kept).is_ok_and(|kept| kept == made), "{name} is not what its command writes");
    }
}

/// Whether a command has a word that stands for others, as FILE and K/N.
fn is_template(command: &str) -> bool {
    let stands = |word: &str| {
        word.contains("...") || word.len() > 1 && word.chars().all(|c| c.is_ascii_uppercase() || c == '/')
    };
    command.starts_with("polytile ") && command.split(' ').any(stands)
}

/// Whether a command in a sentence has more than its name and options.
fn has_subject(command: &str, names: &[String]) -> bool {
    let name = names.iter().filter(|name| format!("{command} ").starts_with(&format!("polytile {name} ")));
    let Some(name) = name.max_by_key(|name| name.len()) else { return false };
    let mut words = command["polytile ".len() + name.len()..].split_whitespace();
    words.next().is_some_and(|word| !word.starts_with("--") || word == "--board")
}

/// Asserts that the name of a command and its options are in its help.
fn exists(command: &str, helps: &BTreeMap<String, String>) {
    for command in command.split(" | ").filter(|command| command.starts_with("polytile ")) {
        let words = || command.split_whitespace().skip(1);
        // Options of `polytile` itself stand in its own help.
        let of_all = words().next().is_some_and(|word| word.starts_with("--"));
        let name = [2, 1].map(|n| words().take(if of_all { 0 } else { n }).collect::<Vec<_>>().join(" "));
        let generic = ["help", "COMMAND"].contains(&words().next().unwrap_or_default());
        let Some(help) = name.iter().find_map(|name| helps.get(name)) else {
            assert!(generic, "there is no command `{command}`");
            continue;
        };
        for option in words().filter(|word| word.starts_with("--")) {
            assert!(help.contains(option), "`{command}` has no option {option}");
        }
    }
}

/// Runs the examples of a text in a directory of its own, and asserts that they show what they promise. What has been run, and
/// which of [`OTHERWISE`] were among it.
fn run_all(
    text: &str,
    examples: &[Example],
    dir: &Path,
    helps: &BTreeMap<String, String>,
) -> (usize, Vec<&'static str>) {
    let names: Vec<String> = helps.keys().filter(|name| !name.is_empty()).cloned().collect();
    let names = &names;
    let (mut ran, mut instead) = (0, Vec::new());
    fs::create_dir_all(dir).unwrap();
    let page = fs::read_to_string(root().join(text)).unwrap_or_default();
    write_files(&page, dir);
    for Example { command, shown, inline } in examples {
        let other = OTHERWISE.iter().find(|(listed, ..)| listed == command);
        // A server runs until it is stopped; `tests/serve.rs` starts one and asks it. A game needs a terminal: `tests/terminal.rs`.
        let of_server =
            ["polytile serve", "curl ", "polytile slide play"].iter().any(|begin| command.starts_with(begin));
        if of_server || other.is_none() && (is_template(command) || *inline && !has_subject(command, names)) {
            exists(command, helps);
            continue;
        }
        let (line, status) = match other {
            None => (command.clone(), 0),
            Some((_, added, status, _)) if added.starts_with(' ') => (format!("{command}{added}"), *status),
            Some((_, line, status, _)) => ((*line).to_owned(), *status),
        };
        let line = line.as_str();
        instead.extend(other.map(|(listed, ..)| *listed));
        let output = run(dir, line);
        let (said, errors) =
            (String::from_utf8(output.stdout).unwrap(), String::from_utf8_lossy(&output.stderr));
        ran += 1;
        if let Some(error) = shown.as_ref().filter(|shown| shown.starts_with("error: ")) {
            assert!(!output.status.success() && is_as_shown(&errors, error), "{text}: {line}\n{errors}");
            continue;
        }
        assert_eq!(output.status.code(), Some(status), "{text}: {line}\n{errors}");
        if other.is_some() {
            continue;
        }
        if let Some(shown) = shown {
            // A terminal shows what is said besides, too.
            let both = format!("{errors}{said}");
            let is_shown = is_as_shown(&said, shown) || is_as_shown(&both, shown);
            assert!(is_shown, "{text}: {line}\n{both}");
            continue;
        }
        let of_options = line.split(' ').zip(line.split(' ').skip(1));
        let written: Vec<_> = of_options.filter(|(option, _)| FILES.contains(option)).collect();
        let is_written = written.iter().all(|(_, file)| {
            let numbered = dir.join(file.replace('.', "-1."));
            fs::metadata(dir.join(file)).or_else(|_| fs::metadata(numbered)).is_ok_and(|data| data.len() > 0)
        });
        assert!(is_written, "{text}: {line} writes no file");
        // Only a command whose answer goes into a file may print nothing.
        let last_word = line.rsplit(' ').next().unwrap_or_default();
        let elsewhere = !written.is_empty() || line.contains(" > ") || dir.join(last_word).exists();
        assert!(elsewhere || !said.is_empty(), "{text}: {line} prints nothing");
        let last = line.rsplit(" | ").next().unwrap_or_default();
        for (begin, promised) in PROMISED {
            if last.starts_with(begin) && written.is_empty() {
                assert!(said.contains(promised), "{text}: {line}\n{said}");
            }
        }
    }
    if text.starts_with(GUIDE) {
        compare_pictures(&page, dir);
    }
    (ran, instead)
}

#[test]
fn examples_show_what_they_promise() {
    let helps: BTreeMap<String, String> = subcommands()
        .into_iter()
        .chain([String::new()])
        .map(|name| (name.clone(), printed(&format!("polytile {name} --help"))))
        .collect();
    let scratch = std::env::temp_dir().join(format!("polytile-examples-{}", std::process::id()));
    let (texts, next) = (texts(), AtomicUsize::new(0));
    let found = Mutex::new((0, Vec::new()));
    // Two at a time: most commands keep one core busy.
    let work = || {
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some((text, examples)) = texts.get(i) else { break };
            let (ran, instead) = run_all(text, examples, &scratch.join(i.to_string()), &helps);
            let mut found = found.lock().unwrap();
            found.0 += ran;
            found.1.extend(instead);
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
    fs::remove_dir_all(&scratch).unwrap();
    let (ran, instead) = found.into_inner().unwrap();
    assert!(ran > 60, "only {ran} examples were found");
    for (listed, ..) in OTHERWISE {
        assert!(instead.contains(&listed), "no text has the example `{listed}` any more");
    }
}
