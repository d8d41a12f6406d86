//! What to type instead of an option that a command does not have.
//!
//! In: the commands, what was typed, and the error of the parser of arguments, whose own advice (to pass the option as a value)
//! helps nobody here. Out: the same error with better advice: the option that means this here, as `advice.txt` has it; or the one whose
//! letters are nearest; or the commands that have it.

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use clap::{Arg, Command};
use polytile::format::Kind;
use polytile::format::shipped::Shipped;

/// What means the same, and what is said: a text that is edited more often than this.
const TABLES: &str = include_str!("advice.txt");

/// The lines of a section of [`TABLES`].
fn lines(section: &'static str) -> impl Iterator<Item = &'static str> {
    let named = |line: &'static str| line.strip_prefix('[').and_then(|line| line.strip_suffix(']'));
    let after = TABLES.lines().skip_while(move |&line| named(line) != Some(section)).skip(1);
    after
        .take_while(move |&line| named(line).is_none())
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Names of options that mean the same.
fn ideas() -> impl Iterator<Item = Vec<&'static str>> {
    lines("ideas").map(|line| line.split(' ').collect())
}

/// What is said of names: a line of three parts.
struct Saying {
    /// Of which command or option.
    of: &'static str,
    names: Vec<&'static str>,
    said: &'static str,
}

fn sayings(section: &'static str) -> impl Iterator<Item = Saying> {
    lines(section).filter_map(|line| {
        let (of, rest) = line.split_once(" | ")?;
        let (names, said) = rest.split_once(" | ")?;
        Some(Saying { of, names: names.split(' ').collect(), said })
    })
}

impl Saying {
    fn is_about(&self, name: &str) -> bool {
        let is_idea =
            |first: &str| ideas().find(|idea| idea[0] == first).is_some_and(|idea| idea.contains(&name));
        self.names.iter().any(|&other| other == name || other.strip_prefix('~').is_some_and(is_idea))
    }
}

/// What is typed as an option and is a command, besides the names of commands.
const COMMANDS: &[(&str, &str)] = &[("pdf", "print"), ("proof", "why")];

/// The error with advice of ours, where it is about an argument that is unknown, or a puzzle was typed where none is taken.
pub fn advised(mut error: Error, all: &Command, typed: &[String]) -> Error {
    if let Some(advice) = misplaced(all, typed).filter(|_| error.use_stderr()) {
        for kind in [ContextKind::SuggestedArg, ContextKind::SuggestedValue] {
            error.remove(kind);
        }
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![advice.into()]));
        return error;
    }
    if let (ErrorKind::ArgumentConflict, Some(why)) = (error.kind(), at_odds(&error)) {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![why.into()]));
        return error;
    }
    let (ErrorKind::UnknownArgument, Some(ContextValue::String(unknown))) =
        (error.kind(), error.get(ContextKind::InvalidArg).cloned())
    else {
        return error;
    };
    let near = match error.remove(ContextKind::SuggestedArg) {
        Some(ContextValue::String(near)) => Some(near),
        _ => None,
    };
    error.remove(ContextKind::Suggested);
    let here = asked(all, typed);
    // The parser would show a usage with the option that it took for the one meant.
    error.insert(ContextKind::Usage, ContextValue::StyledStr(here.clone().render_usage()));
    if let Some(advice) =
        as_format(&unknown, here, typed).or_else(|| advice(&unknown, near.as_deref(), here, all))
    {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![advice.into()]));
    }
    error
}

/// Why two options do not go together, where there is something better to type.
fn at_odds(error: &Error) -> Option<&'static str> {
    let name = |kind: ContextKind| match error.get(kind)? {
        ContextValue::String(shown) => shown.strip_prefix("--")?.split([' ', '=']).next(),
        _ => None,
    };
    let (one, other) = (name(ContextKind::InvalidArg)?, name(ContextKind::PriorArg)?);
    let either = |a: &str, b: &str| (one == a && other == b) || (one == b && other == a);
    sayings("at odds").find(|odd| odd.names.iter().any(|b| either(odd.of, b))).map(|odd| odd.said)
}

/// What asks about the puzzle that comes with polytile, where its name was typed in a command that takes none.
pub fn misplaced(all: &Command, typed: &[String]) -> Option<String> {
    let here = asked(all, typed);
    let takes_none = !here.has_subcommands() && !here.clone().render_usage().to_string().contains("PUZZLE");
    // `make sudoku` means no puzzle.
    let is_own = |word: &str| {
        let mut values = here.get_arguments().flat_map(Arg::get_possible_values);
        values.any(|value| value.matches(word, false))
    };
    let mut words = typed.iter().skip(1).filter(|word| takes_none && !is_own(word));
    let shipped = words.find_map(|word| Shipped::find(word))?;
    let Shipped { name, kind, .. } = shipped;
    Some(match kind {
        Kind::Sliding => format!("{name} is a sliding-block puzzle: `polytile slide solve {name}` solves it"),
        _ => format!(
            "{name} is a puzzle: `polytile solve {name}` solves it, and `polytile count {name}` counts its solutions"
        ),
    })
}

/// The command that was typed.
fn asked<'a>(all: &'a Command, typed: &[String]) -> &'a Command {
    let words = typed.iter().skip(1).filter(|word| !word.starts_with('-'));
    let mut here = all;
    for word in words {
        match here.find_subcommand(word) {
            Some(below) => here = below,
            None => break,
        }
    }
    here
}

/// The option that is called like the value of `--format`, as in `--format svg`.
fn as_format(unknown: &str, here: &Command, typed: &[String]) -> Option<String> {
    let after = |word: &String| word.split('=').next() == Some("--format");
    let at = typed.iter().position(after).filter(|_| unknown.starts_with("--format"))?;
    let value = typed[at]
        .split_once('=')
        .map_or_else(|| typed.get(at + 1).map(String::as_str), |(_, value)| Some(value))?;
    Some(format!("here it is {}{}", option(here, value)?, if value == "json" { "" } else { " FILE" }))
}

/// What to type instead of `unknown`, in the command `here`.
fn advice(unknown: &str, near: Option<&str>, here: &Command, all: &Command) -> Option<String> {
    if unknown.starts_with('-') && unknown.parse::<f64>().is_ok() {
        return Some("no number here is less than 0".to_owned());
    }
    let name = unknown.split('=').next()?.strip_prefix('-')?.trim_start_matches('-');
    if let Some(said) = instead(full_name(here), name) {
        return Some(said.to_owned());
    }
    let here_called = called(here, name);
    if !here_called.is_empty() {
        return Some(format!("here it is {}", either(&here_called)));
    }
    if let Some(said) = instead("*", name) {
        return Some(said.to_owned());
    }
    let command = COMMANDS.iter().find(|(word, _)| *word == name).map_or(name, |named| named.1);
    if let Some(command) = all.find_subcommand(command).filter(|&found| full_name(found) != full_name(here)) {
        return Some(format!("`{}` does that", full_name(command)));
    }
    let mut others: Vec<String> = Vec::new();
    having(all, name, &mut others);
    others.truncate(4);
    if !others.is_empty() {
        return Some(format!("{unknown} is an option of {}", either(&others)));
    }
    let near = near?.trim_start_matches('-');
    let there = option(here, near).map_or_else(|| called(here, near), |found| vec![found]);
    (!there.is_empty()).then(|| format!("there is {}", either(&there)))
}

/// What is said of `name` in the command of this whole name, or of one below it; or, of `*`, in any.
fn instead(command: &str, name: &str) -> Option<&'static str> {
    let of = |whole: &str| {
        let below = command.strip_prefix("polytile ").unwrap_or(command);
        below.strip_prefix(whole).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    sayings("instead").find(|saying| of(saying.of) && saying.is_about(name)).map(|saying| saying.said)
}

/// The options of a command that mean what `name` means elsewhere: by the first idea that has some.
fn called(here: &Command, name: &str) -> Vec<String> {
    for idea in ideas().filter(|idea| idea.contains(&name)) {
        let mut named: Vec<String> = Vec::new();
        for found in idea.iter().filter(|&&other| other != name).filter_map(|other| option(here, other)) {
            if !named.contains(&found) {
                named.push(found);
            }
        }
        if !named.is_empty() {
            return named;
        }
    }
    Vec::new()
}

/// The option of a command that has this name, or had it once, as it is called today.
fn option(command: &Command, name: &str) -> Option<String> {
    let called = |arg: &&Arg| {
        arg.get_long() == Some(name) || arg.get_all_aliases().is_some_and(|names| names.contains(&name))
    };
    let found = command.get_arguments().filter(|arg| !arg.is_hide_set()).find(called)?;
    Some(format!("--{}", found.get_long()?))
}

/// The commands below that have an option of this name.
fn having(command: &Command, name: &str, found: &mut Vec<String>) {
    if option(command, name).is_some() {
        found.push(format!("`{}`", full_name(command)));
    }
    for below in command.get_subcommands() {
        having(below, name, found);
    }
}

fn full_name(command: &Command) -> &str {
    command.get_bin_name().unwrap_or(command.get_name())
}

fn either(names: &[String]) -> String {
    match names {
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
        [] => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::Cli;
    use clap::CommandFactory;

    fn said(typed: &str) -> String {
        let typed: Vec<String> = typed.split(' ').map(str::to_owned).collect();
        let mut all = Cli::command();
        all.build();
        let error = all.clone().try_get_matches_from(&typed).expect_err("an option that is not there");
        let error = advised(error, &all, &typed).to_string();
        let tip = error.lines().find_map(|line| line.trim().strip_prefix("tip: "));
        tip.unwrap_or_default().to_owned()
    }

    #[test]
    fn an_option_of_another_command_leads_to_that_of_this_one() {
        for (typed, tip) in [
            (
                "polytile series --width 3 --svg x",
                "there is no picture of numbers; `polytile solve` and `polytile sample` draw tilings",
            ),
            ("polytile solve x --one", "here it is --first"),
            (
                "polytile check x y --where z",
                "a tiling is checked whole; `polytile solve --where` looks for tilings",
            ),
            (
                "polytile count x --output y",
                "the answer goes to standard output: write > FILE after the command, or --svg FILE for a picture where there is one",
            ),
            (
                "polytile count x -o y",
                "the answer goes to standard output: write > FILE after the command, or --svg FILE for a picture where there is one",
            ),
            ("polytile count x --one-sided", "--flips no takes one-sided pieces"),
            (
                "polytile pieces --pieces I3",
                "say which without an option, as in `polytile pieces pentominoes`",
            ),
            ("polytile make queens 8 --output y", "here it is --out"),
            (
                "polytile zdd x --map",
                "--marginals --ascii prints maps of the cells, and --marginals --svg FILE draws them",
            ),
            ("polytile inspect x --heat", "here it is --map"),
            ("polytile zdd x --first", "--list 1 lists one"),
            ("polytile zdd eval x --one", "--list 1 lists one"),
            ("polytile sample x --first", "one is drawn where --limit says nothing else"),
            ("polytile series --width 3 -n 4", "here it is --to"),
            ("polytile series --width 3 --terms 4", "here it is --to"),
            ("polytile solve x --verbose", "here it is --explain or --stats"),
            ("polytile solve x -v", "here it is --explain or --stats"),
            ("polytile count x -v", "here it is --explain"),
            ("polytile solve x --solver dlx", "here it is --engine"),
            ("polytile solve x --algorithm dlx", "here it is --engine"),
            ("polytile solve x --rotate no", "here it is --turns"),
            ("polytile solve x --reflect no", "here it is --flips"),
            ("polytile solve x --symmetry", "here it is --up-to"),
            ("polytile solve x --max 3", "here it is --limit"),
            (
                "polytile solve x --all",
                "all are listed where no --limit is given; a terminal gets what it has room for",
            ),
            ("polytile solve x --format json", "here it is --json"),
            ("polytile solve x --no-color", "NO_COLOR=1 in the environment turns colours off"),
            ("polytile count x --jobs 2", "here it is --threads"),
            ("polytile count x --mem 2", "here it is --memory"),
            ("polytile solve x --costs w", "here it is --weights"),
            ("polytile solve x --cheapest", "here it is --best"),
            ("polytile pieces 5 --free", "pieces are free unless --flips no or --turns no is given"),
            ("polytile slide solve klotski --count", "how many solutions there are is always said"),
            ("polytile slide solve klotski --first", "one solution is shown where --all is not given"),
            (
                "polytile slide explore klotski --dot x",
                "--graph FILE writes all states and moves for Graphviz",
            ),
            ("polytile design pieces --unique", "--solutions 1 asks for one solution"),
            (
                "polytile convert x y --format dlx",
                "the name of the file that is written says the format, as in langford.cnf; --to names another",
            ),
            ("polytile golomb 3 --missing 1,1", "here it is --remove"),
            ("polytile count x --up-to-symetries", "there is --up-to"),
            ("polytile sample x --recurrence", "--recurrence is an option of `polytile series`"),
            ("polytile sample x --seed -1", "no number here is less than 0"),
            ("polytile slide solve klotski --part 1/2", "--part is an option of `polytile count`"),
            ("polytile sample x --count", "`polytile count` does that"),
            ("polytile solve x --sample 2", "`polytile sample` does that"),
            ("polytile solve x --pdf x.pdf", "`polytile print` does that"),
            (
                "polytile table --pieces dominoes --to 5",
                "--to is an option of `polytile series`, `polytile design slide` or `polytile convert`",
            ),
            ("polytile puzzles --nonsense", ""),
            ("polytile print x --pdf y", "-o FILE names the file, which is a PDF"),
            ("polytile why x --proof", "that is what it looks for; --json has all of it"),
            ("polytile golomb 3 --colors 4", "here it is --colours"),
            ("polytile solve x --colors 4", "NO_COLOR=1 in the environment turns colours off"),
            ("polytile convert x --output y", "the file is named behind the puzzle, as in langford.cnf"),
            (
                "polytile merge x --out y",
                "the answer goes to standard output: write > FILE after the command",
            ),
            ("polytile slide play klotski --solve", "`polytile slide solve` does that"),
            ("polytile count x --free", "pieces are free unless --flips no or --turns no is given"),
            ("polytile zdd x --load y", "name the file in place of a puzzle"),
            ("polytile zdd x --random", "--sample N draws N at random"),
            ("polytile series 3xn --ratio", "here it is --growth"),
            ("polytile completions --shell bash", "name the shell alone, as in `polytile completions bash`"),
            (
                "polytile zdd x --union y",
                "`polytile zdd eval 'a | b'` puts families together: | & - ^, join(a, b) and more",
            ),
            ("polytile solve x --dedupe", "here it is --up-to"),
            ("polytile solve x --fundamental", "here it is --up-to"),
            ("polytile solve x --exclude y", "here it is --where"),
            ("polytile solve x --top 3", "here it is --limit"),
            ("polytile solve x --num-solutions 3", "here it is --limit"),
            ("polytile solve x --no-flip", "--flips no takes one-sided pieces"),
            ("polytile solve x --animate", "--first --gif FILE shows how the search finds it"),
            ("polytile sample x --uniform", "every tiling is as likely as any other"),
            (
                "polytile sample x --distinct",
                "every tiling is as likely as any other; `polytile solve --up-to symmetries` lists one of each class",
            ),
            ("polytile series 3xn --gf", "--recurrence prints the generating function, too"),
            (
                "polytile series 3xn --pari",
                "--format oeis|pari|mathematica|sage|latex writes the recurrence so",
            ),
            (
                "polytile table --rows 4",
                "--antidiagonals N, --square N, --triangle N or --squares N says which boards",
            ),
            ("polytile serve --listen x", "--bind ADDRESS and --port PORT say where it listens"),
            ("polytile solve x --size 20", "here it is --scale"),
            ("polytile solve x --format svg", "here it is --svg FILE"),
            ("polytile solve x --format=png", "here it is --png FILE"),
            (
                "polytile golomb klotski",
                "klotski is a sliding-block puzzle: `polytile slide solve klotski` solves it",
            ),
            (
                "polytile series soma",
                "soma is a puzzle: `polytile solve soma` solves it, and `polytile count soma` counts its solutions",
            ),
            (
                "polytile table queens-8",
                "queens-8 is a puzzle: `polytile solve queens-8` solves it, and `polytile count queens-8` counts its solutions",
            ),
            ("polytile solve x --best 2 --limit 3", "the K of --best says how many"),
            (
                "polytile solve x --unique --best 2",
                "--best 2 shows whether there is another solution as cheap as the cheapest",
            ),
            // Whatever the program is called.
            ("polytile.exe zdd x --first", "--list 1 lists one"),
        ] {
            assert_eq!(said(typed), tip, "{typed}");
        }
    }

    #[test]
    fn every_idea_is_an_option_somewhere() {
        let mut all = Cli::command();
        all.build();
        for idea in ideas() {
            let mut found = Vec::new();
            for name in &idea {
                having(&all, name, &mut found);
            }
            assert!(!found.is_empty(), "{idea:?}");
        }
    }

    #[test]
    fn every_line_is_read() {
        for section in ["instead", "at odds"] {
            assert!(sayings(section).count() > 3, "{section}");
            assert_eq!(sayings(section).count(), lines(section).count(), "{section}");
        }
        let first = |name: &str| ideas().any(|idea| idea[0] == name);
        let like = sayings("instead").flat_map(|saying| saying.names);
        assert!(like.filter_map(|name| name.strip_prefix('~')).all(first));
    }
}
