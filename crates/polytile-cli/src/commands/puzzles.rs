//! `polytile puzzles`: what comes with polytile.

use crate::failure::Failure;
use crate::output;
use polytile::format::Kind;
use polytile::format::shipped::{ALL, Shipped};
use serde_json::{Value, json};

/// List the puzzles that come with polytile
///
/// Any of the names can be given where a command wants a puzzle. With NAME, the puzzle file itself is printed: a start
/// for a puzzle of your own.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print the file of this puzzle
    name: Option<String>,
    /// Print one JSON object instead: {"puzzles": [{"name", "kind", "title", "description", "source"}, ...]}, the kind
    /// being tiling, cover, number-mind or sliding
    #[arg(long, conflicts_with = "name")]
    json: bool,
}

/// Lists the shipped puzzles.
///
/// # Errors
/// When a puzzle is asked for that is not among them.
pub fn run(args: &Args) -> Result<(), Failure> {
    if let Some(name) = &args.name {
        let Some(shipped) = Shipped::find(name) else {
            let help = match Shipped::nearest(name) {
                Some(shipped) => format!("did you mean '{}'?", shipped.name),
                None => "`polytile puzzles` lists them".to_owned(),
            };
            return Err(Failure::usage(format!("no puzzle called '{name}' comes with polytile"), help));
        };
        return output::print(shipped.text);
    }
    if args.json {
        let list: Vec<Value> = ALL.iter().map(about).collect();
        return output::print_json(&json!({ "puzzles": list }));
    }
    let width = ALL.iter().map(|shipped| shipped.name.len()).max().unwrap_or(0);
    let line = |shipped: &Shipped| {
        format!("  {:width$}  {}\n", shipped.name, shipped.about().title.unwrap_or_default())
    };
    let group = |(kind, heading): (Kind, &str)| {
        let members = ALL.iter().filter(|shipped| shipped.kind == kind).map(line);
        format!("{heading}:\n{}", members.collect::<Vec<_>>().concat())
    };
    output::print(&KINDS.map(group).join("\n"))
}

/// The kinds of puzzle that come with polytile, and what they are called.
const KINDS: [(Kind, &str); 4] = [
    (Kind::Puzzle, "Tilings"),
    (Kind::Dlx, "Exact covers (for solve, zdd and convert)"),
    (Kind::NumberMind, "Number Mind (for solve, zdd and convert)"),
    (Kind::Sliding, "Sliding blocks (for slide)"),
];

fn about(shipped: &Shipped) -> Value {
    let about = shipped.about();
    json!({
        "name": shipped.name,
        "kind": match shipped.kind {
            Kind::Puzzle | Kind::Drawing => "tiling",
            Kind::Dlx | Kind::CoverJson => "cover",
            Kind::NumberMind => "number-mind",
            Kind::Sliding => "sliding",
        },
        "title": about.title,
        "description": about.description,
        "source": about.source,
    })
}
