//! Deficient boards: boards with one cell missing, tiled by L-trominoes.

pub mod chair;
pub mod cube;
pub mod deficient;
