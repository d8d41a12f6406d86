//! Rectangles, whole or with one cell missing, tiled by L-trominoes.
