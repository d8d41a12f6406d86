//! What `polytile` alone says.

/// A first look around: every command in it works as it stands. Beside each stands as much as the width of a page has room for.
pub const TEXT: &str = "\
polytile: exact answers about polyomino tilings

Things to try:

  polytile count --board 9x12 --pieces trominoes              in how many ways? (Euler 161)
  polytile count mutilated-chessboard                         a shipped puzzle, and a famous 0
  polytile sample --board 8x8 --pieces dominoes               one tiling, drawn at random
  polytile sample aztec-diamond --svg diamond.svg             and as a picture
  polytile series --width 3 --pieces trominoes --recurrence   boards of any height
  polytile solve pentominoes-6x10 --first                     a solution, the first of 9356
  polytile solve sudoku --unique                              any exact cover: only one solution?
  polytile golomb 3 --remove 2,5                              L-trominoes around a missing cell
  polytile pieces pentominoes                                 the pieces and their names
  polytile puzzles                                            more puzzles

`polytile help` lists all commands, `polytile COMMAND --help` says everything about one.
";
