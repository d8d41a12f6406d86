//! Finding the relations between tilings.
//!
//! In: [`Tilings`] and [`Options`]. Out: [`Relations`]. Two engines find them, and each finds all of them: `pairs` compares every
//! pair of tilings, a few nanoseconds each, and is best for some thousands; `construct` makes every tiling that is related to a
//! given one and looks it up, which takes much longer for each tiling, but no longer when there are more of them.

use super::construct::Maker;
use super::pairs::Pairs;
use super::{Engine, Options, Relations, Tilings};
use crate::plan::{Candidate, Planned, Way, decide};
use crate::run::{Control, Refused, Stopped};

/// Seconds for comparing two tilings of 6x10
/// (`polytile classes pentominoes-6x10 --threads 1 --engine pairs`).
const SECONDS_PER_PAIR: f64 = 4e-9;
/// Seconds for making all relatives of one tiling of 6x10 (the same command with `--engine construct`).
const SECONDS_PER_TILING: f64 = 0.12e-3;

impl Relations {
    /// Finds them.
    ///
    /// ```
    /// use polytile::classes::{Options, Relations, Tilings};
    /// # use polytile::{board::Region, pieces::{Freedom, PieceSet}, problem::Problem, run::Control};
    /// let problem = Problem::new(Region::rectangle(4, 4)?, PieceSet::all(2, Freedom::Free));
    /// let control = Control::default();
    /// let tilings = Tilings::find(&problem, &control)?;
    /// let relations = Relations::find(&tilings, &Options::default(), &control)?;
    /// assert_eq!(relations.classes(tilings.len(), Options::default().rules).sizes(), [9]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the control says stop, the relations do not fit into its memory, or there are 2^32 tilings or more;
    /// [`Refused::Unable`] when pairs are to be compared where pieces are repeated or the board wraps.
    pub fn find(tilings: &Tilings, options: &Options, control: &Control) -> Result<Self, Refused> {
        if u32::try_from(tilings.len()).is_err() {
            let message = format!("{} tilings are more than there are numbers for", tilings.len());
            return Err(Stopped::TooLarge(message).into());
        }
        let relating = Relating { tilings, options };
        let (plan, _, run) = decide(&relating, options.engine, control)?;
        Ok(run(control)?.by(plan))
    }
}

/// Tilings whose relations are to be found.
struct Relating<'a> {
    tilings: &'a Tilings,
    options: &'a Options,
}

impl Planned for Relating<'_> {
    type Engine = Engine;
    type Answer = Relations;
    type Error = Refused;

    fn ways(&self, engine: Engine, _: bool, _: &Control) -> Result<Vec<Way<'_, Self>>, Refused> {
        let Relating { tilings, options } = *self;
        let count = tilings.len() as f64;
        let blank = Candidate::new(engine);
        Ok(vec![match engine {
            Engine::Pairs => match Pairs::new(tilings, options) {
                Err(obstacle) => Way::barred(blank, obstacle),
                Ok(pairs) => {
                    let compared = count * (count / 2.0).floor() * tilings.symmetries() as f64;
                    let seconds = Some(compared * SECONDS_PER_PAIR);
                    Way::open(Candidate { seconds, ..blank }, move |control| Ok(pairs.find(control)?))
                }
            },
            Engine::Construct => {
                let seconds = Some(count * SECONDS_PER_TILING);
                Way::open(Candidate { seconds, ..blank }, move |control| {
                    Ok(Maker::new(tilings, options, control)?.find(control)?)
                })
            }
        }])
    }
}
