//! A game on the screen: the board with the chosen piece, and beside it how far the goal is.
//!
//! In: a [`Game`], and the room that the terminal has. Out: characters in a frame. Cells take the largest size that fits
//! ([`Place`]), and the same place tells which cell a click is on. Lines run between cells of different pieces, each joint
//! chosen by the four lines that meet in it.

use crate::style::Style as Look;
use polytile::draw::{Owner, Scene, Tones, ink_on};
use polytile::format::sliding::goal_text;
use polytile::pieces::Colour;
use polytile::sliding::game::{Ahead, Counts, Game};
use polytile::sliding::{Outlook, Puzzle};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget, Wrap};
use std::collections::BTreeMap;

/// Columns and rows of a cell with its line, the largest first.
const SIZES: [(u16, u16); 4] = [(10, 5), (7, 3), (5, 2), (3, 2)];
/// Columns for what stands beside the board.
const ASIDE: u16 = 38;
/// Box lines by arms: up 1, right 2, down 4, left 8.
const JOINTS: [char; 16] = [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];

/// Where the board is, and how large its cells are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    left: u16,
    top: u16,
    /// Of a cell with its line.
    size: (u16, u16),
    rows: u16,
    cols: u16,
}

impl Place {
    /// The place of the board of `puzzle` on a screen; nothing when it does not fit.
    pub fn of(puzzle: &Puzzle, screen: Rect) -> Option<Self> {
        let (rows, cols) = (puzzle.board().rows() as u16, puzzle.board().cols() as u16);
        let fits = |&(wide, high): &(u16, u16)| {
            let width = u32::from(wide) * u32::from(cols) + 1 + u32::from(ASIDE);
            let height = u32::from(high) * u32::from(rows) + 3;
            width <= u32::from(screen.width) && height <= u32::from(screen.height)
        };
        let size = SIZES.into_iter().find(fits)?;
        Some(Place { left: screen.x + 1, top: screen.y + 2, size, rows, cols })
    }

    /// Row and column of the cell at a point of the screen.
    pub fn cell(&self, point: Point) -> Option<(u32, u32)> {
        let col = point.x.checked_sub(self.left)? / self.size.0;
        let row = point.y.checked_sub(self.top)? / self.size.1;
        (row < self.rows && col < self.cols).then(|| (row.into(), col.into()))
    }

    fn width(&self) -> u16 {
        self.size.0 * self.cols + 1
    }
}

/// Draws the game.
pub fn draw(frame: &mut Frame<'_>, game: &Game, title: Option<&str>, look: Look) {
    let screen = frame.area();
    let buffer = frame.buffer_mut();
    let Some(place) = Place::of(game.puzzle(), screen) else {
        let text = "The board does not fit: make the window larger, or press Esc.";
        Paragraph::new(text).wrap(Wrap { trim: true }).render(screen, buffer);
        return;
    };
    let bold = Style::new().add_modifier(Modifier::BOLD);
    buffer.set_stringn(
        screen.x + 1,
        screen.y,
        title.unwrap_or("polytile slide play"),
        screen.width as usize,
        bold,
    );
    board(buffer, game, place, look);
    let left = place.left + place.width() + 2;
    let aside = Rect::new(left, place.top, screen.right().saturating_sub(left), screen.bottom() - place.top);
    let lines: Vec<Line<'_>> = words(game).into_iter().map(Line::from).collect();
    Paragraph::new(lines).wrap(Wrap { trim: false }).render(aside, buffer);
}

/// The words beside the board.
fn words(game: &Game) -> Vec<String> {
    let Counts { steps, slides, moves } = game.counts();
    let metric = game.metric();
    let ahead = match game.ahead() {
        Ahead::Searching => "to the goal: ...".to_owned(),
        Ahead::NoGoal => "no goal".to_owned(),
        Ahead::Unknown(_) => "to the goal: unknown".to_owned(),
        Ahead::Known(None) => "no goal can be reached".to_owned(),
        Ahead::Known(Some(Outlook { distance, .. })) => format!("to the goal: {distance} ({metric} metric)"),
    };
    let shortest = game.shortest().map(|length| format!("from the start: {length}")).unwrap_or_default();
    let mut words = vec![format!("steps {steps}, slides {slides}, moves {moves}"), ahead, shortest];
    words.push(game.message().to_owned());
    words.push(String::new());
    words.extend([
        "arrows     move the piece chosen".to_owned(),
        "letter, Tab, click   choose one".to_owned(),
    ]);
    if labels(&Scene::of_position(game.puzzle(), &game.puzzle().start()))
        .values()
        .any(|label| label.len() > 1)
    {
        words.push("           (a is 10, b is 11 ...)".to_owned());
    }
    words.extend([
        "Backspace  undo    Ctrl-Y  redo".to_owned(),
        "?          hint    Home    reset".to_owned(),
        "Enter      watch it being solved".to_owned(),
        "Esc        leave".to_owned(),
    ]);
    words.extend(goal(game.puzzle()));
    words
}

/// The first goal as a drawing, under its title.
fn goal(puzzle: &Puzzle) -> Vec<String> {
    let Some(goal) = puzzle.goals().first() else { return Vec::new() };
    let others = puzzle.goals().len() - 1;
    let title = if others == 0 { "goal".to_owned() } else { format!("goal, 1 of {}", others + 1) };
    let drawn = goal_text(puzzle, goal);
    let labels = labels(&Scene::of_position(puzzle, &puzzle.start()));
    let wide = labels.values().map(String::len).max().unwrap_or(1);
    let line = |line: &str| -> String {
        let cell = |mark: char| labels.get(&mark).cloned().unwrap_or_else(|| mark.to_string());
        // Numbers stand apart, letters need not.
        let cells = line
            .chars()
            .map(|mark| if wide > 1 { format!(" {:>wide$}", cell(mark)) } else { mark.to_string() });
        format!("  {}", cells.collect::<String>())
    };
    [String::new(), title].into_iter().chain(drawn.lines().map(line)).collect()
}

/// What the pieces bear, by their letters.
fn labels(scene: &Scene) -> BTreeMap<char, String> {
    scene.shapes().iter().map(|shape| (shape.letter, shape.label.clone())).collect()
}

/// Draws the board.
fn board(buffer: &mut Buffer, game: &Game, place: Place, look: Look) {
    let scene = Scene::of_position(game.puzzle(), game.position());
    let letter = game.chosen().map(|piece| game.puzzle().pieces()[piece].name);
    let chosen = scene.shapes().iter().position(|shape| Some(shape.letter) == letter);
    let chosen = chosen.map(|shape| Owner::Shape(shape as u32));
    let (wide, high) = place.size;
    let owner = |row: i32, col: i32| match (u32::try_from(row), u32::try_from(col)) {
        (Ok(row), Ok(col)) => scene.owner(row, col),
        _ => Owner::Hole,
    };
    for y in 0..=place.rows * high {
        for x in 0..place.width() {
            let (row, col) = (i32::from(y / high), i32::from(x / wide));
            let (on_row, on_col) = (y % high == 0, x % wide == 0);
            // The cells around the point, those on both sides of a line where it is on one.
            let here = owner(row, col);
            let above = if on_row { owner(row - 1, col) } else { here };
            let before = if on_col { owner(row, col - 1) } else { here };
            let corner = match (on_row, on_col) {
                (true, true) => owner(row - 1, col - 1),
                (true, false) => above,
                (false, true) => before,
                (false, false) => here,
            };
            // Arms: between corner and above, above and here, before and here, corner and before.
            let arms = [corner != above, above != here, before != here, corner != before];
            let joint = arms.iter().rev().fold(0, |bits, &arm| 2 * bits + usize::from(arm));
            let around = [here, above, before, corner];
            let is_chosen = |owner: &Owner| Some(*owner) == chosen;
            let mut style = Style::new();
            let mark = if joint > 0 {
                if around.iter().any(is_chosen) {
                    style = style.add_modifier(Modifier::BOLD);
                }
                line(joint, look)
            } else {
                let inside = around.iter().all(is_chosen) && chosen.is_some();
                if let (Owner::Shape(shape), Look::Colours(tones)) = (here, look) {
                    let colour = scene.shapes()[shape as usize].colour;
                    style = style.bg(tone(tones, colour)).fg(tone(tones, ink_on(colour)));
                }
                match here {
                    Owner::Free if !on_row && !on_col && y % high == high / 2 && x % wide == wide / 2 => '.',
                    Owner::Shape(_) if inside => ':',
                    _ => ' ',
                }
            };
            if let Some(cell) = buffer.cell_mut((place.left + x, place.top + y)) {
                cell.set_char(mark).set_style(style);
            }
        }
    }
    let labels = labels(&scene);
    for (piece, content) in game.puzzle().pieces().iter().enumerate() {
        let Some(label) = labels.get(&content.name) else { continue };
        let first = game.position().first_cell(piece);
        let at =
            (place.left + first.col as u16 * wide + wide / 2, place.top + first.row as u16 * high + high / 2);
        let bold = Style::new().add_modifier(Modifier::BOLD);
        for (i, letter) in (0..).zip(label.chars()) {
            if let Some(cell) = buffer.cell_mut((at.0 + i, at.1)) {
                cell.set_char(letter).set_style(bold);
            }
        }
    }
}

/// The character of a line.
fn line(joint: usize, look: Look) -> char {
    match (look, joint) {
        (Look::Letters, 5) => '|',
        (Look::Letters, 10) => '-',
        (Look::Letters, _) => '+',
        _ => JOINTS[joint],
    }
}

/// A colour as the terminal has it.
fn tone(tones: Tones, colour: Colour) -> Color {
    let [r, g, b] = colour;
    tones.number(colour).map_or(Color::Rgb(r, g, b), Color::Indexed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use polytile::format::sliding;
    use polytile::sliding::game::Press;
    use polytile::sliding::{Direction, Metric};
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    fn game() -> Game {
        let text = "start = '''\nAAB\n#.B\n'''\ngoal = '''\n.AA\n...\n'''";
        Game::new(sliding::parse(text).unwrap().puzzle, Metric::Step)
    }

    fn screen(game: &Game, look: Look, width: u16, height: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| draw(frame, game, Some("Two dominoes"), look)).unwrap();
        let buffer = terminal.backend().buffer().clone();
        let row = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol().to_owned()).collect::<String>();
        (0..height).map(|y| row(y).trim_end().to_owned() + "\n").collect()
    }

    #[test]
    fn a_game_is_seen() {
        let mut game = game();
        game.press(Press::Letter('b'));
        assert!(game.press(Press::Go(Direction::Down)) || !game.message().is_empty());
        insta::assert_snapshot!(screen(&game, Look::Lines, 60, 18), @"
        Two dominoes

        ┌─────────────┬──────┐  steps 0, slides 0, moves 0
        │  A          │::B:::│  to the goal: ...
        │             │::::::│
        └──────┬──────┤::::::│  piece 'B' cannot move down: there
               │  .   │::::::│  is a wall
               │      │::::::│
               └──────┴──────┘  arrows     move the piece chosen
                                letter, Tab, click   choose one
                                Backspace  undo    Ctrl-Y  redo
                                ?          hint    Home    reset
                                Enter      watch it being solved
                                Esc        leave

                                goal
                                  .AA
                                  #..
        ");
        insta::assert_snapshot!(screen(&game, Look::Letters, 54, 9), @"
        Two dominoes

        +---------+----+  steps 0, slides 0, moves 0
        | A       |:B::|  to the goal: ...
        +----+----+::::|
             | .  |::::|  piece 'B' cannot move down: there
             +----+----+  is a wall

                          arrows     move the piece chosen
        ");
        insta::assert_snapshot!(screen(&game, Look::Lines, 30, 4), @"
        The board does not fit: make
        the window larger, or press
        Esc.
        ");
    }

    #[test]
    fn tiles_bear_their_numbers() {
        let text = "start = '''\n1234\n5678\n9a.b\n'''\ngoal = '''\n1234\n5678\n9ab.\n'''";
        let game = Game::new(sliding::parse(text).unwrap().puzzle, Metric::Step);
        let seen = screen(&game, Look::Letters, 60, 24);
        assert!(seen.contains("| 9  | 10 | .  | 11 |"), "{seen}");
        assert!(seen.contains("   9 10 11  .") && seen.contains("(a is 10"), "{seen}");
    }

    #[test]
    fn colours_are_behind_pieces_only() {
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        terminal.draw(|frame| draw(frame, &game(), None, Look::Colours(Tones::Millions))).unwrap();
        let buffer = terminal.backend().buffer();
        let place = Place::of(game().puzzle(), Rect::new(0, 0, 80, 24)).unwrap();
        assert_eq!(place.size, (10, 5));
        for (row, col, coloured) in [(0, 0, true), (0, 2, true), (1, 0, false), (1, 1, false)] {
            let (x, y) = (place.left + col * 10 + 2, place.top + row * 5 + 2);
            assert_eq!(matches!(buffer[(x, y)].bg, Color::Rgb(..)), coloured, "{row},{col}");
            assert_eq!(place.cell(Point { x, y }), Some((row.into(), col.into())));
        }
        assert_eq!(place.cell(Point { x: 0, y: 0 }), None);
        assert_eq!(place.cell(Point { x: 70, y: 5 }), None);
    }
}
