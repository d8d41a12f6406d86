//! Counting the solutions of what has no board: an exact cover, or a Number Mind.
//!
//! In: what has solutions. Out: their number, as the question about [`Solutions`] finds it, by a search or in a diagram. What only
//! boards have, pieces and cells in an order, is an error. Cost: that of the search, or of the diagram.

use super::{Count, Told};
use crate::ask::number::Integer;
use crate::ask::solve::{Engine, Solutions, Total, Wanted};
use crate::ask::subject::{Kind, Subject};
use crate::ask::{Listener, Unanswered, misused};
use crate::choice::Choice;
use crate::count;
use crate::format::About;
use crate::format::subject::Tiled;
use crate::run::Control;
use num_bigint::BigInt;

impl Count {
    /// Counts the solutions of anything that has some.
    ///
    /// # Errors
    /// When the question means nothing for `subject`, two engines differ, or `control` says stop.
    pub fn of(
        &self,
        subject: &Subject,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Told, Unanswered> {
        match &subject.kind {
            Kind::Tilings(problem, _) | Kind::RuledOut(problem) => {
                let about = About { title: subject.title.clone(), ..About::default() };
                self.told(&Tiled { about, problem: (**problem).clone() }, control)
            }
            Kind::Covers(_) | Kind::Digits(..) => {
                Ok(Told::Solutions(Box::new(self.solutions(subject, control, listener)?)))
            }
        }
    }

    /// Counts the solutions of an exact cover or a Number Mind, or by a search the tilings of a board.
    ///
    /// # Errors
    /// As [`Count::of`].
    pub fn solutions(
        &self,
        subject: &Subject,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Total, Unanswered> {
        for (given, what, help) in [
            (
                self.by_piece,
                "--by-piece counts by pieces",
                "leave it out: `polytile inspect` counts the solutions that use each option",
            ),
            (
                self.order.is_some(),
                "--order is one of cells",
                "leave it out: the order in which `polytile zdd` holds options is looked for",
            ),
            (self.up_to.is_some(), "--up-to speaks of symmetries of a board", "leave it out"),
            (
                self.part.is_some(),
                "--part shares out the primes by which tilings are counted",
                "leave it out: `polytile solve` with --count counts a --part of the search",
            ),
        ] {
            if given {
                return Err(misused(format!("{what}, and this puzzle has none"), help));
            }
        }
        // Of the engines that count those can that also find solutions.
        let finds = |engine: count::Engine| {
            Engine::named(engine.name()).ok_or_else(|| {
            let both = Engine::ALL.iter().map(|engine| engine.name()).filter(|name| count::Engine::named(name).is_some());
            misused(
                format!("the engine {engine} counts tilings of a board, and this puzzle has none"),
                format!("leave out --engine, or take {}; `polytile solve` with --count also has those that search", both.collect::<Vec<_>>().join(" or ")),
            )
        })
        };
        let engine = self.engine.map(finds).transpose()?;
        let modulus = self.modulo.as_ref().map(|Integer(modulus)| modulus);
        if let Some(modulus) = modulus.filter(|&modulus| *modulus <= BigInt::ZERO) {
            return Err(Unanswered::Question(format!("nothing is counted modulo {modulus}")));
        }
        let (conditions, cross_check) = (self.conditions.clone(), self.cross_check);
        let wanted = Wanted { conditions, engine, cross_check, ..Wanted::default() };
        let mut total = Solutions { wanted }.answer(subject, control, listener)?;
        if let Some(modulus) = modulus {
            total.count.0 %= modulus;
            total.modulo = Some(Integer(modulus.clone()));
        }
        Ok(total)
    }
}

#[cfg(test)]
mod tests {
    use crate::ask::{Question, Unanswered, json, nobody};
    use crate::run::Control;

    const SUDOKU: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn counted(question: &str) -> Result<serde_json::Value, Unanswered> {
        let question: Question = format!(r#"{{"question": "count", {question}}}"#).parse()?;
        Ok(json(&question.ask(&Control::default(), &mut nobody)?))
    }

    #[test]
    fn what_has_no_board_is_counted() {
        for (about, count) in [
            (format!(r#""puzzle": "{SUDOKU}""#), 1),
            (r#""puzzle": "queens-8""#.to_owned(), 92),
            (r#""puzzle": "queens-8", "engine": "zdd""#.to_owned(), 92),
            (r#""puzzle": "langford-8", "cross_check": true"#.to_owned(), 300),
            (r#""puzzle": "langford-8", "modulo": 7"#.to_owned(), 300 % 7),
            (r#""puzzle": "number-mind-small", "cross_check": true"#.to_owned(), 1),
        ] {
            let found = counted(&about).unwrap();
            assert_eq!(found["count"], count, "{about}");
            assert_eq!(found["modulo"].is_null(), !about.contains("modulo"), "{about}");
            assert_eq!(found["cross_check"].is_null(), !about.contains("cross_check"), "{about}");
        }
        let none = counted(r#""puzzle": {"name": "none.mind", "text": "34 ;0\n12 ;2\n13 ;2\n"}"#).unwrap();
        assert_eq!((&none["count"], &none["contradiction"][1]), (&0.into(), &3.into()));
        // The number is a multiple of it, and yet there are solutions.
        let none = counted(r#""puzzle": "langford-8", "modulo": 3"#).unwrap();
        assert_eq!((&none["count"], none["why"].is_null()), (&0.into(), true));
    }

    #[test]
    fn what_only_boards_have_is_refused() {
        let said =
            |option: &str| counted(&format!(r#""puzzle": "queens-8", {option}"#)).unwrap_err().to_string();
        assert_eq!(said(r#""by_piece": true"#), "`by_piece` counts by pieces, and this puzzle has none");
        assert_eq!(said(r#""order": "rows""#), "`order` is one of cells, and this puzzle has none");
        assert_eq!(
            said(r#""engine": "merge""#),
            "the engine merge counts tilings of a board, and this puzzle has none"
        );
        assert_eq!(said(r#""modulo": 0"#), "nothing is counted modulo 0");
        assert!(said(r#""up_to": "symmetries""#).contains("symmetries of a board"));
        assert!(said(r#""part": "1/2""#).contains("primes"));
        assert!(said(r#""where": ["X at 2,2"]"#).contains("this puzzle has none"));
    }
}
