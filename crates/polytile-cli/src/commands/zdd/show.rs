//! Sets of a family as tilings, as lists of options, or in JSON.

use super::Args;
use super::subject::Subject;
use crate::failure::Failure;
use crate::output;
use crate::screen::Screen;
use crate::style::Style;
use polytile::draw::Scene;
use polytile::format::tiling::{JsonTiling, to_letters};
use serde_json::{Map, Value, json};

/// What shows a tiling that a terminal is too narrow for.
const WIDE: &str = "`polytile solve --svg FILE` draws tilings, --json has it in numbers, and a file or a pipe gets all of it";

/// Shows sets one after the other.
pub struct Show<'a> {
    subject: &'a Subject,
    style: Style,
    shown: u64,
}

impl<'a> Show<'a> {
    /// Shows sets of `subject` as `args` ask.
    pub fn new(subject: &'a Subject, args: &Args) -> Self {
        Show { subject, style: Style::of(args.json, args.ascii, false), shown: 0 }
    }

    /// Whether answers are JSON.
    pub fn in_json(&self) -> bool {
        self.style == Style::Json
    }

    /// Shows `set`, below `caption` unless it goes where only tilings are read; `about` is what JSON says beside.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn set(
        &mut self,
        answer: &str,
        set: &[u32],
        caption: Option<String>,
        about: Value,
    ) -> Result<(), Failure> {
        let family = &self.subject.family;
        let names = || set.iter().map(|&v| family.names()[v as usize].as_str()).collect::<Vec<_>>();
        let tiling = family.tiling(set).zip(family.puzzle());
        if self.in_json() {
            let mut object = Map::from_iter([("answer".to_owned(), json!(answer))]);
            if let Value::Object(about) = about {
                object.extend(about);
            }
            object.insert("options".to_owned(), json!(names()));
            if let Some(number) = family.number(set) {
                object.insert("digits".to_owned(), json!(number));
            }
            if let Some((tiling, puzzle)) = tiling {
                // Names and numbers: JSON holds them.
                let pieces = serde_json::to_value(JsonTiling::new(&tiling, &puzzle.problem));
                object.insert("pieces".to_owned(), pieces.unwrap_or_default()["pieces"].take());
            }
            return output::print_json(&Value::Object(object));
        }
        let text = match tiling {
            None => family.number(set).unwrap_or_else(|| names().join(" ")) + "\n",
            Some((tiling, puzzle)) => {
                let (problem, cols) = (&puzzle.problem, puzzle.problem.region.cols());
                let scene = || Scene::new(problem, &tiling);
                Screen::find().board(self.style, scene, cols, || to_letters(&tiling, problem), WIDE)?
            }
        };
        let apart = if self.shown > 0 && self.subject.family.puzzle().is_some() { "\n" } else { "" };
        self.shown += 1;
        let caption = caption.filter(|_| self.style != Style::Letters);
        let caption = caption.map(|caption| caption + "\n").unwrap_or_default();
        output::print(&format!("{apart}{caption}{text}"))
    }
}
