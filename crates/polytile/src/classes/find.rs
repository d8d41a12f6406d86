//! Finding the relations between tilings.
//!
//! In: [`Tilings`] and [`Options`]. Out: [`Relations`]. Two engines find them, and each finds all of them: `pairs` compares every
//! pair of tilings, a few nanoseconds each, and is best for some thousands; `construct` makes every tiling that is related to a
//! given one and looks it up, which takes much longer for each tiling, but no longer when there are more of them.

use super::engine::engines;
use super::relating::Relating;
use super::{Engine, Options, Relations, Tilings};
use crate::plan::decide;
use crate::run::{Control, Refused, Stopped};

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

engines!(ways [] Relating<'_> => Relations, Refused);
