//! Pictures of tilings and of pieces.
