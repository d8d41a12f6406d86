//! Every kind of question, a line each: its name in JSON, its options, and its answer.
//!
//! In: the lines below. Out: [`Asked`] and [`Answer`], which hold any of them; how each is read, named, answered, written and
//! shown; its schemas; and the list of all [`engines`]. So a new kind is a file for its options, which implement [`Ask`], and a line here.

use super::options::Ask;
use super::{Listener, Unanswered, Words};
use super::{
    best, check, classes, convert, count, deficient, design, explore, golomb, hint, inspect, merge, pieces,
    puzzles, relate, sample, series, show, slide_check, slide_graph, slide_moves, slide_solve, solve, table,
    why, zdd,
};
use crate::choice::Choice;
use crate::run::Control;
use serde::Serialize;
use serde_json::{Map, Value};

/// How a kind of question is read.
pub(super) struct Kind {
    /// The value of the key `question`.
    pub name: &'static str,
    /// As of [`Ask::WORDS`].
    pub words: &'static [&'static str],
    /// Reads its options.
    pub read: fn(Map<String, Value>) -> Result<Asked, serde_json::Error>,
}

/// An engine, and a kind of question that it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answering {
    /// The value of the key `question`.
    pub kind: &'static str,
    /// The name of the engine: the value of the key `engine`.
    pub engine: &'static str,
    /// What it is, in one line.
    pub meaning: &'static str,
}

/// All kinds, sorted by name: what is asked, perhaps without which feature it is left out, the name, the options, perhaps the engines,
/// the answer, and perhaps what may come before the answer.
macro_rules! kinds {
    ($(
        #[doc = $doc:literal]
        $(#[feature = $gate:literal])?
        $name:literal $Kind:ident($Options:ty) $(by $Engine:ty)? => $Answer:ident($Answered:ty) $(, after $Part:ty)?;
    )+) => {
        /// What can be asked, each with its options.
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[serde(untagged)]
        #[non_exhaustive]
        pub enum Asked {
            $(#[doc = $doc] $(#[cfg(feature = $gate)])? $Kind($Options),)+
        }

        /// What the answer is.
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[serde(untagged)]
        #[non_exhaustive]
        pub enum Answer {
            $(
                #[doc = concat!("Of [`Asked::", stringify!($Kind), "`].")]
                $(#[cfg(feature = $gate)])?
                $Answer($Answered),
            )+
        }

        /// The kinds of question, by name.
        pub(super) const KINDS: &[Kind] = &[$($(#[cfg(feature = $gate)])? Kind {
            name: $name,
            words: <$Options as Ask>::WORDS,
            read: |options| serde_json::from_value(Value::Object(options)).map(Asked::$Kind),
        }),+];

        /// Those that are left out here.
        pub(super) const LEFT_OUT: &[&str] = &[$($(#[cfg(not(feature = $gate))] $name,)?)+];

        /// The kinds of question that are answered, by name: the values of the key `question`.
        pub fn kinds() -> impl Iterator<Item = &'static str> {
            KINDS.iter().map(|kind| kind.name)
        }

        /// All engines, by the kinds of question that they answer.
        pub fn engines() -> Vec<Answering> {
            let mut all = Vec::new();
            $($(#[cfg(feature = $gate)])? {
                $(all.extend(<$Engine as Choice>::ALL.iter().map(|engine| Answering {
                    kind: $name,
                    engine: engine.name(),
                    meaning: engine.meaning(),
                }));)?
            })+
            all
        }

        impl Asked {
            /// What kind of question it is: the value of the key `question`.
            pub fn kind(&self) -> &'static str {
                match self {
                    $($(#[cfg(feature = $gate)])? Asked::$Kind(_) => $name,)+
                }
            }

            pub(super) fn ask(
                &self,
                about: &Words,
                control: &Control,
                listener: &mut Listener<'_>,
            ) -> Result<Answer, Unanswered> {
                Ok(match self {
                    $($(#[cfg(feature = $gate)])? Asked::$Kind(options) => Answer::$Answer(options.ask(about, control, listener)?),)+
                })
            }
        }

        impl Answer {
            /// The answer as it is printed, without what came before it; boards in letters, or in words.
            pub fn text(&self) -> String {
                match self {
                    $($(#[cfg(feature = $gate)])? Answer::$Answer(answer) => answer.text(),)+
                }
            }
        }

        /// The schemas of all kinds.
        #[cfg(feature = "schema")]
        pub(super) fn schemas() -> Vec<super::schema::made::Schemas> {
            vec![$(super::schema::made::of::<$Options, $Answered>($name, <$Options as Ask>::WORDS)$(.with_part::<$Part>())?),+]
        }
    };
}

kinds! {
    /// Which solutions cost least?
    #[feature = "every-question"]
    "best" Best(best::Best) by best::Engine => Best(best::Priced), after super::empty::Entry;
    /// Is this a solution?
    #[feature = "every-question"]
    "check" Check(check::Check) => Checked(check::Checked);
    /// Which tilings are relatives, and which classes do they form?
    #[feature = "later-questions"]
    "classes" Classes(classes::Classes) by crate::classes::Engine => Classified(classes::Classified);
    /// How is a puzzle written in another format?
    #[feature = "later-questions"]
    "convert" Convert(convert::Convert) => Converted(convert::Converted);
    /// In how many ways can the board be tiled?
    "count" Count(count::Count) by crate::count::Engine => Counted(count::Told);
    /// Do L-trominoes tile this board?
    #[feature = "later-questions"]
    "deficient" Deficient(deficient::Deficient) => Deficient(deficient::Found);
    /// Which boards inside a frame have exactly so many solutions?
    #[feature = "every-question"]
    "design_board" DesignBoard(design::board::DesignBoard) => DesignedBoards(design::board::DesignedBoards), after design::board::DesignedBoard;
    /// Which placements to give, so that one solution is left?
    #[feature = "every-question"]
    "design_givens" DesignGivens(design::givens::DesignGivens) => DesignedGivens(design::givens::DesignedGivens);
    /// Which guesses leave one number, as few as can be?
    #[feature = "every-question"]
    "design_number_mind" DesignNumberMind(design::number_mind::DesignNumberMind) => DesignedNumberMind(design::number_mind::DesignedNumberMind);
    /// Which choices of pieces make a puzzle with exactly so many solutions?
    #[feature = "every-question"]
    "design_pieces" DesignPieces(design::pieces::DesignPieces) => DesignedPieces(design::pieces::DesignedPieces), after design::pieces::Designed;
    /// Which starts of sliding-block puzzles are the hardest, for each number of pieces?
    #[feature = "every-question"]
    "design_slide" DesignSlide(design::slide::DesignSlide) => DesignedSlides(design::slide::DesignedSlides), after design::slide::DesignedSlide;
    /// How many states of a sliding-block puzzle can be reached, and how far away are they?
    #[feature = "later-questions"]
    "explore" Explore(explore::Explore) by crate::sliding::explore::ExploreEngine => Explored(Box<explore::Explored>), after explore::Explored;
    /// Which solution is found first?
    #[feature = "every-question"]
    "first" First(solve::First) by solve::Engine => First(solve::Listed), after super::empty::Entry;
    /// Tile a board of side 2^n with one cell missing by L-trominoes.
    "golomb" Golomb(golomb::Golomb) => Golomb(golomb::Found), after golomb::Step;
    /// What to lay next?
    #[feature = "later-questions"]
    "hint" Hint(hint::Hint) => Hinted(hint::Hinted);
    /// What do all solutions say about a puzzle?
    #[feature = "every-question"]
    "inspect" Inspect(inspect::Inspect) by crate::solve::Engine => Inspected(inspect::Inspected);
    /// Which set is the k-th?
    #[feature = "every-question"]
    "kth" Kth(zdd::Kth) => Kth(Box<zdd::Fact>);
    /// Which solutions are there?
    #[feature = "later-questions"]
    "list" List(solve::List) by solve::Engine => Listed(solve::Listed), after super::empty::Entry;
    /// How is an exact cover that everybody knows written?
    #[feature = "every-question"]
    "make" Make(design::make::Make) => Made(design::make::Made);
    /// What do all parts of a question say together?
    #[feature = "every-question"]
    "merge" Merge(merge::Merge) => Merged(merge::Merged), after merge::Line;
    /// Which pieces are there?
    #[feature = "every-question"]
    "pieces" Pieces(pieces::Pieces) => Catalogued(pieces::Catalogued);
    /// Which puzzles are there?
    "puzzles" Puzzles(puzzles::Puzzles) => Collection(puzzles::Collection);
    /// Which number has a set?
    #[feature = "every-question"]
    "rank" Rank(zdd::Rank) => Rank(Box<zdd::Fact>);
    /// How are two tilings related?
    #[feature = "every-question"]
    "relate" Relate(relate::Relate) by crate::classes::Engine => Related(relate::Related);
    /// Draw tilings at random.
    #[feature = "later-questions"]
    "sample" Sample(sample::Sample) by sample::Engine => Sampled(sample::Sampled), after sample::Line;
    /// In how many ways can boards that grow be tiled?
    #[feature = "later-questions"]
    "series" Series(series::Series) by crate::frontier::series::Engine => Followed(series::Followed);
    /// What does a puzzle consist of?
    "show" Show(show::Show) => Shown(show::Shown);
    /// Are these solutions of a sliding-block puzzle right?
    #[feature = "every-question"]
    "slide_check" SlideCheck(slide_check::SlideCheck) => SlideChecked(slide_check::SlideChecked);
    /// Which states of a sliding-block puzzle are there, and which are one move apart?
    #[feature = "later-questions"]
    "slide_graph" SlideGraph(slide_graph::SlideGraph) => SlideMap(slide_graph::SlideMap);
    /// Which moves of a sliding-block puzzle are there?
    #[feature = "later-questions"]
    "slide_moves" SlideMoves(slide_moves::SlideMoves) => SlideMoved(slide_moves::SlideMoved);
    /// How is a sliding-block puzzle solved in as few moves as possible?
    #[feature = "later-questions"]
    "slide_solve" SlideSolve(slide_solve::SlideSolve) by crate::sliding::SolveEngine => SlideSolved(slide_solve::SlideSolved), after slide_solve::SlideSolved;
    /// How many solutions are there?
    #[feature = "later-questions"]
    "solutions" Solutions(solve::Solutions) by solve::Engine => Total(solve::Total);
    /// In how many ways can the boards of a table be tiled?
    #[feature = "every-question"]
    "table" Table(table::Table) => Tabled(table::Tabled), after table::Tabled;
    /// Is there exactly one solution?
    #[feature = "later-questions"]
    "unique" Unique(solve::Unique) by solve::Engine => Verdict(solve::Verdict);
    /// Why is there no tiling?
    #[feature = "later-questions"]
    "why" Why(why::Why) => Reason(why::Reason);
    /// Several questions to a diagram of all solutions.
    #[feature = "later-questions"]
    "zdd" Zdd(zdd::Zdd) => Zdd(Box<zdd::Fact>), after zdd::Fact;
}

/// Answers are shown as they are printed.
macro_rules! shown {
    ($($Answered:ty),+) => {
        $(impl std::fmt::Display for $Answered {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.text())
            }
        })+
    };
}
shown!(
    best::Priced,
    check::Checked,
    classes::Classified,
    convert::Converted,
    count::Counted,
    count::Residual,
    count::Told,
    deficient::Found,
    design::board::DesignedBoard,
    design::board::DesignedBoards,
    design::givens::DesignedGivens,
    design::make::Made,
    design::number_mind::DesignedNumberMind,
    design::pieces::Designed,
    design::pieces::DesignedPieces,
    design::slide::DesignedSlide,
    design::slide::DesignedSlides,
    explore::Explored,
    golomb::Found,
    hint::Hinted,
    inspect::Inspected,
    merge::Merged,
    solve::Listed,
    pieces::Catalogued,
    puzzles::Collection,
    relate::Related,
    sample::Sampled,
    series::Followed,
    show::Shown,
    slide_check::SlideChecked,
    slide_graph::SlideMap,
    slide_moves::SlideMoved,
    slide_solve::SlideSolved,
    solve::Total,
    table::Tabled,
    solve::Verdict,
    why::Reason,
    zdd::Fact
);

#[cfg(test)]
mod tests {
    use super::*;

    /// Searches, families, samplers, sliding solutions, questions and answers can be kept in a struct of a binding, and sent to
    /// another thread.
    #[test]
    fn what_is_asked_and_found_can_be_kept_and_sent() {
        fn kept<T: Send + 'static>() {}
        kept::<crate::solve::Search>();
        kept::<crate::solve::Solutions>();
        kept::<crate::solve::Tilings>();
        kept::<crate::zdd::Family>();
        kept::<crate::zdd::Diagram>();
        kept::<sample::Sampler>();
        kept::<crate::sliding::Solutions>();
        kept::<crate::sliding::Distances>();
        kept::<crate::ask::Question>();
        kept::<Answer>();
        kept::<crate::ask::Part>();
    }

    #[test]
    fn kinds_are_sorted_by_name() {
        assert!(KINDS.is_sorted_by(|a, b| a.name < b.name));
    }
}
