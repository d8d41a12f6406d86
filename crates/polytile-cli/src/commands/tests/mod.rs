//! Tests of all commands at once, by what the parser of arguments knows of them.

mod listed;
mod together;
