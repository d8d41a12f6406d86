//! `polytile print --cut`: the pieces of a puzzle as lines for a laser.

use super::{answer_of, tiled};
use crate::failure::Failure;
use crate::run::Run;
use crate::values::millimetres;
use polytile::ask::printed::{Printable, tilings};
use polytile::ask::solve::Wanted;
use polytile::draw::cut::{Cut, CutError, Measures};
use std::path::{Path, PathBuf};

/// How a puzzle is cut.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Cutting")]
pub struct Cutting {
    /// Write the pieces as lines for a laser, in millimetres, into this file: SVG or DXF, as its name ends
    // It is known by the kind of picture that it writes.
    #[arg(id = "svg", long = "cut", value_name = "FILE")]
    cut: Option<PathBuf>,
    /// How wide the cut is that the laser makes; pieces come out as large as they should be
    #[arg(long, value_name = "MM", value_parser = millimetres, requires = "svg")]
    kerf: Option<f64>,
    /// Round the corners of pieces that stick out, with this radius
    #[arg(long, value_name = "MM", value_parser = millimetres, requires = "svg")]
    corners: Option<f64>,
    /// Cut a tray too, a plate and a frame to be glued on it, with a rim so wide
    #[arg(long, value_name = "MM", value_parser = millimetres, requires = "svg")]
    tray: Option<f64>,
    /// Cut the pieces as they lie in a solution, each side between two of them once
    #[arg(long, requires = "svg")]
    together: bool,
}

impl Cutting {
    /// The file, if one is asked for, of the only puzzle, and what is in it.
    ///
    /// # Errors
    /// When there are several, or this one cannot be cut.
    pub fn made(
        &self,
        read: &[Printable],
        cell: Option<f64>,
        run: &Run,
    ) -> Result<Option<(&Path, String)>, Failure> {
        let Some(path) = &self.cut else { return Ok(None) };
        let [puzzle] = read else {
            return Err(Failure::usage(
                "--cut cuts one puzzle, and there are several",
                "cut them one after the other, each into a file of its own",
            ));
        };
        let tiled = tiled(puzzle, "lines for a laser")?;
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        let is_dxf = match ending.as_deref() {
            Some("dxf") => true,
            // A device, or standard output.
            Some("svg") | None => false,
            Some(_) => {
                return Err(Failure::usage(
                    format!("--cut writes SVG or DXF, and {} is named like neither", path.display()),
                    "let its name end in .svg or .dxf",
                ));
            }
        };
        let usual = Measures::default();
        let measures = Measures {
            cell: cell.unwrap_or(usual.cell),
            kerf: self.kerf.unwrap_or(usual.kerf),
            corners: self.corners.unwrap_or(usual.corners),
            tray: self.tray,
        };
        let (problem, control) = (&tiled.problem, &run.control);
        let open = |pieces: &polytile::pieces::PieceSet| {
            pieces.iter().any(|piece| !piece.hole && piece.copies.max() != Some(piece.copies.min()))
        };
        // How many of each piece there are, and where they lie, a solution says.
        let tiling = if self.together || open(&problem.pieces) {
            let (found, stopped) = tilings(tiled, &Wanted::default(), 1, control)?;
            if let (true, Some(stopped)) = (found.is_empty(), stopped) {
                return Err(answer_of(stopped.into(), puzzle.title()));
            }
            Some(found.first().ok_or_else(|| {
                Failure::usage(
                    "there is no solution, which says what is cut",
                    "give the copies of each piece, as in --pieces 1:pentominoes, and leave --together out",
                )
            })?)
        } else {
            None
        };
        let cut = match (&tiling, self.together) {
            (Some(tiling), true) => Cut::of_tiling(problem, tiling, &measures, control),
            (tiling, _) => Cut::of_pieces(problem, tiling.as_ref(), &measures, control),
        };
        let cut = cut.map_err(|error| match error {
            CutError::Stopped(stopped) => stopped.into(),
            error => Failure::usage(error.to_string(), error.help()),
        })?;
        let text = run.bounded("writing the lines", || if is_dxf { cut.dxf() } else { cut.svg() });
        Ok(Some((path, text)))
    }
}
