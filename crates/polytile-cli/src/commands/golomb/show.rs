//! Boards on standard output, as large as there is room.
//!
//! Box lines while they fit. Wider boards have two coloured cells to a character where the terminal has colours, and
//! otherwise a letter for each cell. What does not fit on a terminal is cut to what does, around the hole, and a note
//! says so; a pipe gets all of it, line by line.

use super::{Ask, refused};
use crate::failure::Failure;
use crate::layout::broken;
use crate::say::say_line;
use crate::screen::{Form, Screen};
use crate::style::Style;
use polytile::ask::golomb::drawable;
use polytile::board::RegionError;
use polytile::draw::{Scene, Tones};
use polytile::golomb::{Board, Colouring, Coordinate, Window, shortened};
use polytile::run::Progress;
use std::io::{BufWriter, Write};

/// What shows a board that a terminal is too narrow for.
const WIDE: &str = "--svg FILE and --png FILE draw it, --window R,C,ROWS,COLS takes a part of it, and a file or a pipe gets \
                    all of it";

/// What is drawn: a part of the board, how, and whether it was cut to what there is room for.
pub(super) struct Shown<C> {
    part: Window<C>,
    form: Form,
    cut: bool,
}

impl Ask<'_> {
    /// The part of the board that is drawn, and how.
    pub(super) fn shown<C: Coordinate>(
        &self,
        board: &Board<C>,
        window: Option<&Window<C>>,
    ) -> Result<Shown<C>, Failure> {
        let colouring = self.look.colouring();
        let only_lines = colouring == Colouring::None || self.args.steps;
        if only_lines && self.args.ascii {
            return Err(Failure::usage(
                "letters are colours, one to a cell: they show neither steps nor pieces without colours",
                "leave out --ascii",
            ));
        }
        let forms: &[Form] = match self.style {
            // A board that is only a hole has no lines.
            _ if board.order() == 0 => &[Form::Letters],
            _ if only_lines => &[Form::Lines],
            // Too few colours for the levels of a large board.
            Style::Colours(Tones::Of16) if colouring == Colouring::Levels => &[Form::Lines, Form::Letters],
            Style::Colours(_) => &[Form::Lines, Form::Blocks],
            // Without colours, only letters show levels.
            Style::Lines if colouring != Colouring::Levels => &[Form::Lines, Form::Letters],
            _ => &[Form::Letters],
        };
        let screen = Screen::find();
        let (form, fits) = screen.choose(forms, window.map(|window| (window.rows_len(), window.cols_len())));
        let (part, cut) = match screen.lines {
            Some(lines) if !fits && !self.args.ascii => {
                let down = match form {
                    Form::Lines => (lines - 1) / 2,
                    Form::Blocks => 2 * lines,
                    Form::Letters => lines,
                };
                (board.part(window, down, screen.cells_across(form)).map_err(refused)?, true)
            }
            _ => (drawable(window, board)?.clone(), false),
        };
        if form == Form::Letters {
            screen.letters(part.cols_len(), WIDE)?;
        }
        let each = match form {
            Form::Lines => 24.0,
            Form::Blocks => 20.0,
            Form::Letters => 1.0,
        };
        let pictures = if self.args.steps { part.levels().len() as f64 + 1.0 } else { 1.0 };
        let (rows, cols) = (part.rows_len() as f64, part.cols_len() as f64);
        self.allowed("the text", pictures * rows * (cols * each + 1.0))?;
        Ok(Shown { part, form, cut })
    }

    /// Draws it.
    pub(super) fn show<C: Coordinate>(&self, shown: &Shown<C>) -> Result<(), Failure> {
        self.run.hide_from_answer();
        let window = &shown.part;
        let mut out = BufWriter::new(std::io::stdout().lock());
        match shown.form {
            Form::Letters => {
                if self.args.steps {
                    writeln!(out, "{}", window.board().caption(window.board().order() + 1))?;
                }
                window.letters(self.look.colouring(), &self.run.control, &mut out).map_err(refused)?;
            }
            Form::Blocks => {
                let shown = window.halves(self.look.colouring(), self.tones(), &self.run.control, &mut out);
                shown.map_err(refused)?;
            }
            Form::Lines if self.args.steps => self.steps(window, &mut out)?,
            Form::Lines => write!(out, "{}", self.lines(window, 1)?)?,
        }
        out.flush()?;
        if shown.cut && !self.args.run.quiet {
            say_line(&note(window, self.args.steps));
        }
        Ok(())
    }

    /// The colours there are, where the style has any.
    fn tones(&self) -> Tones {
        match self.style {
            Style::Colours(tones) => tones,
            _ => Tones::Millions,
        }
    }

    /// The induction, picture by picture.
    fn steps<C: Coordinate>(&self, window: &Window<C>, out: &mut impl Write) -> Result<(), Failure> {
        let n = window.board().order();
        let total = u64::from(n);
        for level in window.steps() {
            let step = n + 1 - level;
            self.run.control.check(Progress::Levels { done: step.into(), total: total + 1, states: 0 })?;
            if step > 0 {
                writeln!(out)?;
            }
            let caption = window.board().caption(level);
            let fitting = Screen::find().terminal().map(|width| broken(&caption, width));
            writeln!(out, "{}", fitting.unwrap_or(caption))?;
            write!(out, "{}", self.lines(window, level)?)?;
        }
        Ok(())
    }

    /// Box lines around the pieces of this level and higher ones.
    fn lines<C: Coordinate>(&self, window: &Window<C>, laid_from: u32) -> Result<String, Failure> {
        // Bytes that a scene takes for each cell, its text included.
        const EACH: u64 = 160;
        let cells = window.rows_len().saturating_mul(window.cols_len());
        self.run.control.reserve(cells.saturating_mul(EACH), "drawing this board in lines")?;
        let too_large = |e: RegionError| Failure::limit(e.to_string(), "choose a smaller --window");
        let scene = Scene::of_golomb(window, self.look.colouring(), laid_from).map_err(too_large)?;
        let tones = match self.style {
            Style::Colours(tones) if self.look.colouring() != Colouring::None => Some(tones),
            _ => None,
        };
        Ok(Screen::find().lines_of(&scene, tones))
    }
}

/// What is shown of a board that is not shown whole, perhaps in steps.
fn note<C: Coordinate>(part: &Window<C>, steps: bool) -> String {
    let (row, col) = part.first();
    let last = |first: &C, length: u64| shortened(&(first.to_big() + (length - 1)));
    let (row, col) = (shortened(&row.to_big()), shortened(&col.to_big()));
    // A picture has a pixel for each cell, and its format limits the length of a side.
    let all = match part.board().order() {
        ..=12 if steps => ", --gif FILE all",
        ..=30 if !steps => ", --png FILE all",
        _ => "",
    };
    format!(
        "of 2^{n} rows and columns, rows {row} to {} and columns {col} to {}; --window R,C,ROWS,COLS shows another part{all}",
        last(part.first().0, part.rows_len()),
        last(part.first().1, part.cols_len()),
        n = part.board().order(),
    )
}
