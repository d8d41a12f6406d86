//! Which puzzles come with polytile?
//!
//! In: perhaps the name of one. Out: what each says about itself, or the file of the one.
//!
//! ```
//! use polytile::ask::{Question, nobody};
//! use polytile::run::Control;
//! let question: Question = r#"{"question": "puzzles"}"#.parse()?;
//! let answer = question.ask(&Control::default(), &mut nobody)?;
//! assert_eq!(answer.json()["puzzles"][0]["name"], "chessboard-dominoes");
//! # Ok::<(), polytile::ask::Unanswered>(())
//! ```

use super::options::Ask;
use super::unanswered::misused;
use super::{Listener, Unanswered, Words};
use crate::format::shipped::{ALL, Shipped};
use crate::format::{About, Kind};
use crate::run::Control;
use serde::{Deserialize, Serialize};

/// Which puzzles are there?
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Puzzles {
    /// Only the one of this name, with its file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// The puzzles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Collection {
    /// In the order of a first visit.
    pub puzzles: Vec<Listing>,
}

/// A puzzle, and what it says about itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Listing {
    /// The name that a question takes for it.
    pub name: String,
    /// What kind it is.
    pub kind: Group,
    /// What it is called.
    pub title: Option<String>,
    /// What is asked, in a sentence or two.
    pub description: Option<String>,
    /// Where it comes from.
    pub source: Option<String>,
    /// Its file, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// Puzzles that are listed together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Group {
    /// A board to be tiled.
    Tiling,
    /// Items to be covered.
    Cover,
    /// A number to be guessed.
    NumberMind,
    /// Blocks to be slid.
    Sliding,
}

/// The groups, and their headings.
const GROUPS: [(Group, &str); 4] = [
    (Group::Tiling, "Tilings"),
    (Group::Cover, "Exact covers (for solve, zdd and convert)"),
    (Group::NumberMind, "Number Mind (for solve, zdd and convert)"),
    (Group::Sliding, "Sliding blocks (for slide)"),
];

impl Puzzles {
    /// Those there are, or the one.
    ///
    /// # Errors
    /// When none has that name.
    pub fn answer(&self) -> Result<Collection, Unanswered> {
        let Some(name) = &self.name else {
            return Ok(Collection { puzzles: ALL.iter().map(Listing::new).collect() });
        };
        let shipped = Shipped::find(name).ok_or_else(|| {
            let help = Shipped::meant(name).unwrap_or_else(|| "`polytile puzzles` lists them".to_owned());
            misused(format!("no puzzle called '{name}' comes with polytile"), help)
        })?;
        let text = Some(shipped.text.to_owned());
        Ok(Collection { puzzles: vec![Listing { text, ..Listing::new(&shipped) }] })
    }
}

impl Ask for Puzzles {
    type Answer = Collection;

    const WORDS: &'static [&'static str] = &[];

    fn ask(&self, about: &Words, _: &Control, _: &mut Listener<'_>) -> Result<Collection, Unanswered> {
        about.expect_nothing()?;
        self.answer()
    }
}

impl Listing {
    fn new(shipped: &Shipped) -> Self {
        let About { title, description, source, .. } = shipped.about();
        let kind = match shipped.kind {
            Kind::Puzzle | Kind::Drawing | Kind::Xmpuzzle => Group::Tiling,
            Kind::Dlx | Kind::CoverJson => Group::Cover,
            Kind::NumberMind => Group::NumberMind,
            Kind::Sliding => Group::Sliding,
        };
        Listing { name: shipped.name.to_owned(), kind, title, description, source, text: None }
    }
}

impl Collection {
    /// The file of the one, or names and titles below the heading of each group.
    pub fn text(&self) -> String {
        if let [Listing { text: Some(text), .. }] = self.puzzles.as_slice() {
            return text.clone();
        }
        let width = self.puzzles.iter().map(|puzzle| puzzle.name.len()).max().unwrap_or(0);
        let line = |Listing { name, title, .. }: &Listing| {
            format!("  {name:width$}  {}\n", title.as_deref().unwrap_or_default())
        };
        let group = |(group, heading): (Group, &str)| {
            let members = self.puzzles.iter().filter(|puzzle| puzzle.kind == group).map(line);
            format!("{heading}:\n{}", members.collect::<String>())
        };
        GROUPS.map(group).join("\n")
    }

    /// The names alone, below the heading of each group, in lines of so many columns.
    pub fn names(&self, columns: usize) -> String {
        let group = |(group, heading): (Group, &str)| {
            let mut text = format!("{heading}:");
            let mut column = text.len();
            for Listing { name, .. } in self.puzzles.iter().filter(|puzzle| puzzle.kind == group) {
                let (before, used) =
                    if column + 1 + name.len() > columns { ("\n  ", 1) } else { (" ", column) };
                text = text + before + name;
                column = used + 1 + name.len();
            }
            text + "\n"
        };
        GROUPS.map(group).concat()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Question;
    use super::Puzzles;
    use crate::run::Control;

    #[test]
    fn the_file_of_one() {
        let ask =
            |text: &str| text.parse::<Question>().unwrap().ask(&Control::default(), &mut crate::ask::nobody);
        let answer = ask(r#"{"question": "puzzles", "name": "klotski"}"#).unwrap();
        assert_eq!(answer.json()["puzzles"][0]["kind"], "sliding");
        assert!(answer.text().starts_with("title = "), "{}", answer.text());
        let list = ask(r#"{"question": "puzzles"}"#).unwrap();
        assert!(list.text().starts_with("Tilings:\n  chessboard-dominoes "), "{}", list.text());
        let names = Puzzles::default().answer().unwrap().names(80);
        assert!(names.starts_with("Tilings: chessboard-dominoes "), "{names}");
        assert!(names.lines().all(|line| line.len() <= 80) && names.lines().count() <= 23, "{names}");
        let all = |text: &str| text.split_whitespace().filter(|word| word.contains('-')).count();
        assert!(all(&names) > 60 && names.contains(" klotski "), "{names}");
        let unknown = ask(r#"{"question": "puzzles", "name": "klotsky"}"#).unwrap_err();
        assert_eq!(unknown.to_string(), "no puzzle called 'klotsky' comes with polytile");
    }
}
