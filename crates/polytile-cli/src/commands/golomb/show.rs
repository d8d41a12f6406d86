//! Boards on standard output, as large as there is room.
//!
//! Box lines while they fit. Wider boards have a cell to a character: two cells in colour where the terminal has them,
//! else a letter. What does not fit on a terminal is cut to what does, around the hole, and a note says so; a pipe gets
//! all of it, line by line.

use super::{Ask, drawable, refused, short};
use crate::failure::Failure;
use crate::say::say_line;
use crate::screen::{Form, Screen};
use crate::style::Style;
use num_bigint::BigUint;
use polytile::board::{Cell, Region, RegionError};
use polytile::draw::{Scene, Tones};
use polytile::golomb::{Board, Colouring, Coordinate, Tromino, Window};
use polytile::pieces::{Copies, Freedom, Piece, PieceSet, catalogue};
use polytile::problem::Problem;
use polytile::run::Progress;
use polytile::tiling::{Laid, Tiling};
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
            // A hole alone has no lines.
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
                (cut(board, window, screen.cells_across(form), lines, form)?, true)
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
                    writeln!(out, "{}", caption(window.board(), window.board().order() + 1))?;
                }
                self.letters(window, &mut out)?;
            }
            Form::Blocks => self.blocks(window, self.tones(), &mut out)?,
            Form::Lines if self.args.steps => self.steps(window, &mut out)?,
            Form::Lines => write!(out, "{}", self.lines(window, 1)?)?,
        }
        out.flush()?;
        if shown.cut && !self.args.run.quiet {
            say_line(&note(window, self.args.steps));
        }
        Ok(())
    }

    /// A letter to a cell.
    fn letters<C: Coordinate>(&self, window: &Window<C>, out: &mut impl Write) -> Result<(), Failure> {
        const LEVELS: &[u8] = b"123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
        let colouring = self.look.colouring();
        let letter = |value: u8, level: u32| match (value, colouring) {
            (0, _) => b'.',
            // More levels than letters: the rest share a sign.
            (_, Colouring::Levels) => LEVELS.get(level as usize - 1).copied().unwrap_or(b'+'),
            _ => b'A' - 1 + colouring.number(value, level, window.board().order()),
        };
        self.each_row(window, |values, level| {
            let letters = [letter(0, 0), letter(1, 1), letter(2, 1), letter(3, level)];
            let mut line: Vec<u8> = values.iter().map(|&value| letters[value as usize]).collect();
            line.push(b'\n');
            Ok(out.write_all(&line)?)
        })
    }

    /// Two cells to a character: the upper one in front, the lower one behind.
    fn blocks<C: Coordinate>(
        &self,
        window: &Window<C>,
        tones: Tones,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let (colouring, order) = (self.look.colouring(), window.board().order());
        let palette = colouring.palette(order);
        let mut upper: Option<Vec<[u8; 3]>> = None;
        let line = |upper: &[[u8; 3]], lower: Option<&[[u8; 3]]>| {
            let mut text = String::new();
            let mut last = None;
            for (i, &above) in upper.iter().enumerate() {
                let below = lower.map(|lower| lower[i]);
                if last.replace((above, below)) != Some((above, below)) {
                    text.push_str(&tones.with(above));
                    text.extend(below.map(|below| tones.on(below)));
                }
                text.push('▀');
            }
            text + "\x1b[0m\n"
        };
        self.each_row(window, |values, level| {
            let colour = |&value: &u8| {
                let level = if value == 3 { level } else { 1 };
                palette[colouring.number(value, level, order) as usize]
            };
            let colours: Vec<[u8; 3]> = values.iter().map(colour).collect();
            match upper.take() {
                None => upper = Some(colours),
                Some(above) => out.write_all(line(&above, Some(&colours)).as_bytes())?,
            }
            Ok(())
        })?;
        if let Some(last) = upper {
            out.write_all(line(&last, None).as_bytes())?;
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

    /// Goes through the rows: the values of the cells, and the level of those of colour 2.
    fn each_row<C: Coordinate>(
        &self,
        window: &Window<C>,
        mut each: impl FnMut(&[u8], u32) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let control = &self.run.control;
        control.reserve(window.cols_len().saturating_mul(24), "rows of this board")?;
        // Long rows take their time.
        let each_time = ((1 << 20) / window.cols_len()).clamp(1, 64);
        let mut rows = window.rows(0..window.rows_len());
        let (mut values, mut done) = (Vec::new(), 0);
        while let Some(row) = rows.next_row() {
            if done % each_time == 0 {
                control.check(Progress::Rows { done, total: window.rows_len() })?;
            }
            done += 1;
            values.clear();
            values.extend(row.values());
            each(&values, row.upper_level())?;
        }
        Ok(())
    }

    /// The induction, picture by picture.
    fn steps<C: Coordinate>(&self, window: &Window<C>, out: &mut impl Write) -> Result<(), Failure> {
        let n = window.board().order();
        let total = u64::from(n);
        for level in steps(window) {
            let step = n + 1 - level;
            self.run.control.check(Progress::Levels { done: step.into(), total: total + 1, states: 0 })?;
            if step > 0 {
                writeln!(out)?;
            }
            writeln!(out, "{}", caption(window.board(), level))?;
            write!(out, "{}", self.lines(window, level)?)?;
        }
        Ok(())
    }

    /// Box lines around the pieces of this level and higher ones.
    fn lines<C: Coordinate>(&self, window: &Window<C>, laid_from: u32) -> Result<String, Failure> {
        // What a scene takes for each cell, its text included.
        const EACH: u64 = 160;
        let cells = window.rows_len().saturating_mul(window.cols_len());
        self.run.control.reserve(cells.saturating_mul(EACH), "drawing this board in lines")?;
        let too_large = |e: RegionError| Failure::limit(e.to_string(), "choose a smaller --window");
        let scene = self.scene(window, laid_from).map_err(too_large)?;
        let tones = match self.style {
            Style::Colours(tones) if self.look.colouring() != Colouring::None => Some(tones),
            _ => None,
        };
        Ok(Screen::find().lines_of(&scene, tones))
    }

    fn scene<C: Coordinate>(&self, window: &Window<C>, laid_from: u32) -> Result<Scene, RegionError> {
        let (colouring, order) = (self.look.colouring(), window.board().order());
        let cell = |(row, col): (u64, u64)| Cell::new(row as u32, col as u32);
        let hole: Vec<Cell> = window.hole().into_iter().map(cell).collect();
        let region = Region::rectangle(window.rows_len(), window.cols_len())?.without(&hole)?;
        // A kind of piece for each colour.
        let l3 = catalogue::find("L3");
        let kinds = colouring.palette(order).into_iter().skip(1).filter_map(|colour| {
            let mut piece = Piece::from_catalogue(l3.as_ref()?, Freedom::Free, Copies::ANY);
            piece.colour = Some(colour);
            Some(piece)
        });
        let problem = Problem::new(region, PieceSet::new(kinds.collect()));
        let levels = window.levels().into_iter().filter(|&level| level >= laid_from);
        let laid = levels.flat_map(|level| window.trominoes(level)).map(|piece: Tromino<C>| {
            let cells = piece.cells();
            let within = cells.iter().filter_map(|(row, col)| window.offset(row, col));
            let number = colouring.number(piece.colour() + 1, piece.level, order);
            Laid { piece: usize::from(number) - 1, cells: within.map(cell).collect() }
        });
        Ok(Scene::new(&problem, &Tiling::new(laid.collect())))
    }
}

/// The levels after which a step of the induction is shown, the first above all levels: those of which there are pieces
/// in the window.
pub(super) fn steps<C: Coordinate>(window: &Window<C>) -> impl Iterator<Item = u32> + '_ {
    // Its middle lines may pass without a piece of the level in the window.
    let has_pieces = |&level: &u32| window.trominoes(level).next().is_some();
    let levels = window.levels().into_iter().rev().filter(has_pieces);
    std::iter::once(window.board().order() + 1).chain(levels)
}

/// What a step of the induction has done, when the pieces of `level` have been laid.
fn caption<C: Coordinate>(board: &Board<C>, level: u32) -> String {
    let n = board.order();
    let (row, col) = (short(&board.hole().0.to_big()), short(&board.hole().1.to_big()));
    // Long numbers say less than what they are powers of.
    let power = |base: u32, exponent: u32| match base.checked_pow(exponent) {
        Some(power) => power.to_string(),
        None => format!("{base}^{exponent}"),
    };
    let side = |level: u32| format!("{0}x{0}", power(2, level));
    if level > n {
        return format!("Step 0: the board of {} without {row},{col}.", side(n));
    }
    let step = n + 1 - level;
    let (count, boards) = (power(4, n - level), power(4, step));
    let left = match level {
        1 => "nothing is left but the missing cell".to_owned(),
        _ => format!("{boards} boards of {} are left, each with one cell missing", side(level - 1)),
    };
    if level == n {
        return format!("Step 1: a tromino in the middle; {left}.");
    }
    format!("Step {step}: {count} trominoes, one in the middle of each; {left}.")
}

/// The part of a board, or of the window asked for, that has room: around the hole, or from its first cell on when the
/// hole is not in it.
fn cut<C: Coordinate>(
    board: &Board<C>,
    window: Option<&Window<C>>,
    across: u64,
    lines: u64,
    form: Form,
) -> Result<Window<C>, Failure> {
    let down = match form {
        Form::Lines => (lines - 1) / 2,
        Form::Blocks => 2 * lines,
        Form::Letters => lines,
    };
    let side = BigUint::from(1_u8) << board.order();
    let hole = board.hole();
    let part = |start: BigUint, length: BigUint, centre: Option<BigUint>, room: u64| {
        let room = length.clone().min(room.into());
        let latest = &start + &length - &room;
        let half = &room >> 1_u8;
        let wanted = match centre {
            Some(centre) if centre > &start + &half => centre - half,
            _ => start,
        };
        (wanted.min(latest), u64::try_from(room).unwrap_or(u64::MAX))
    };
    let (rows, cols) = match window {
        Some(window) => {
            let centre = window.hole().map(|_| (hole.0.to_big(), hole.1.to_big()));
            let (row, col) = window.first();
            let (centre_row, centre_col) = centre.unzip();
            (
                part(row.to_big(), window.rows_len().into(), centre_row, down),
                part(col.to_big(), window.cols_len().into(), centre_col, across),
            )
        }
        None => (
            part(BigUint::ZERO, side.clone(), Some(hole.0.to_big()), down),
            part(BigUint::ZERO, side, Some(hole.1.to_big()), across),
        ),
    };
    let own = |n: &BigUint| C::from_digits(&n.to_u32_digits(), board.order());
    board.window(own(&rows.0), own(&cols.0), rows.1, cols.1).map_err(refused)
}

/// What is shown of a board that is not shown whole, perhaps in steps.
fn note<C: Coordinate>(part: &Window<C>, steps: bool) -> String {
    let (row, col) = part.first();
    let last = |first: &C, length: u64| short(&(first.to_big() + (length - 1)));
    let (row, col) = (short(&row.to_big()), short(&col.to_big()));
    // A picture has a pixel for each cell, and its format a longest side.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_cut_around_the_hole() {
        let cells = |row: u64, col: u64, form| {
            let board = Board::new(10, row, col).unwrap();
            let part = cut(&board, Some(&board.whole().unwrap()), 80, 20, form).unwrap();
            let (&first_row, &first_col) = part.first();
            assert!(part.hole().is_some());
            (first_row, first_col, part.rows_len(), part.cols_len())
        };
        assert_eq!(cells(0, 0, Form::Letters), (0, 0, 20, 80));
        assert_eq!(cells(500, 500, Form::Letters), (490, 460, 20, 80));
        assert_eq!(cells(1023, 1023, Form::Blocks), (984, 944, 40, 80));
        let huge = Board::<BigUint>::random(4096, 1).unwrap();
        let part = cut(&huge, None, 26, 20, Form::Lines).unwrap();
        assert_eq!((part.hole(), part.rows_len(), part.cols_len()), (Some((4, 13)), 9, 26));
    }
}
