//! Which tilings of a puzzle are related.
//!
//! In: [`Tilings`] and [`Options`]. Out: [`Relations`], a list of [`Link`](super::Link)s: tiling `j` differs from an image
//! of tiling `i < j` in a way that a rule allows. Two methods find them, and each finds all of them: `pairs` compares every pair
//! of tilings, a few nanoseconds each, and is best for some thousands; `construct` makes every tiling that is related to
//! a given one and looks it up, which takes much longer for each tiling, but does not care how many there are.

use super::Tilings;
use super::construct::Maker;
use super::pairs::Pairs;
use super::relations::{Method, Options, Relations};
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
    /// [`Refused::Question`] when pairs are to be compared where pieces are repeated or the board wraps.
    pub fn find(tilings: &Tilings, options: &Options, control: &Control) -> Result<Self, Refused> {
        if u32::try_from(tilings.len()).is_err() {
            let message = format!("{} tilings are more than there are numbers for", tilings.len());
            return Err(Stopped::TooLarge(message).into());
        }
        let pairs = match options.method {
            Some(Method::Construct) => None,
            asked => match Pairs::new(tilings, options) {
                Ok(pairs) if asked.is_some() || pairs.is_quicker() => Some(pairs),
                Err(obstacle) if asked.is_some() => return Err(Refused::Question(obstacle.to_owned())),
                _ => None,
            },
        };
        Ok(match pairs {
            Some(pairs) => pairs.find(control)?,
            None => Maker::new(tilings, options, control)?.find(control)?,
        })
    }
}
