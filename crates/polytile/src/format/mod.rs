//! The edge: what people and other programs write, read and written.
