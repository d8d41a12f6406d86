//! What the colours of pieces tell, wherever tilings are drawn: in files and on a terminal.

use crate::style::Style;
use crate::values::choice;
use polytile::draw::{ColourBy, Scene};
use polytile::problem::Problem;
use polytile::tiling::Tiling;

/// What colours tell.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct ColourArgs {
    /// What the colours of the pieces tell, in pictures and on a terminal [default: contrast, and piece where tilings of a
    /// puzzle that has each piece once stand side by side]
    #[arg(long, value_name = "WHAT", value_parser = choice::<ColourBy>(), help_heading = "Pictures")]
    colour_by: Option<ColourBy>,
}

impl ColourArgs {
    /// What is asked for, if anything.
    pub fn asked(self) -> Option<ColourBy> {
        self.colour_by
    }

    /// What is asked for, or else this.
    pub fn or(self, usual: ColourBy) -> ColourBy {
        self.colour_by.unwrap_or(usual)
    }

    /// The picture of a tiling, which tells neighbours apart unless something else is asked for.
    pub fn scene(self, problem: &Problem, tiling: &Tiling) -> Scene {
        Scene::coloured_by(problem, tiling, self.or(ColourBy::Contrast))
    }

    /// This style, without colours if they are to tell nothing.
    pub fn style(self, style: Style) -> Style {
        match (style, self.colour_by) {
            (Style::Colours(_), Some(ColourBy::None)) => Style::Lines,
            _ => style,
        }
    }
}
