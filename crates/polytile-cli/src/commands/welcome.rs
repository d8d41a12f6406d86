//! What `polytile` alone says.

/// A first look around: every command in it works as it stands.
pub const TEXT: &str = "\
polytile: exact answers about polyomino tilings

Things to try:

  polytile count --board 9x12 --pieces trominoes      in how many ways? (Project Euler 161)
  polytile count --board aztec:6 --pieces dominoes    boards of other shapes: 2^21 ways
  polytile count mutilated-chessboard                 a shipped puzzle, and a famous 0
  polytile count tatami-room --up-to-symmetry         relatives counted once
  polytile pieces tetrominoes                         the pieces and their names
  polytile puzzles                                    more puzzles

`polytile help` lists all commands, `polytile COMMAND --help` says everything about one.
";
