//! Deficient boards: boards with one cell missing, tiled by L-trominoes.

pub mod deficient;
