//! Sets and weights as they are written.

use super::subject::{named, unknown};
use crate::failure::Failure;
use crate::input;
use crate::source::{Severity, Source};
use polytile::format::{FormatError, tiling};
use polytile::zdd::Family;
use std::collections::{HashMap, HashSet};
use std::path::Path;

/// The set that `text` says: a file of options or of a tiling, or else options with blanks between.
///
/// # Errors
/// When it cannot be read, or names what is not there.
pub fn set_of(text: &str, family: &Family) -> Result<Vec<u32>, Failure> {
    let inline = text != "-" && !Path::new(text).exists();
    let source = if inline { Source::new("--rank", text) } else { input::read(text)? };
    let mut set: Vec<u32> = match family.puzzle() {
        Some(puzzle) if !inline && !source.text.contains('@') => {
            let read = tiling::parse(&source.text, &puzzle.problem);
            let tiling = read.map_err(|e| Failure::input(source.report(Severity::Error, e)))?;
            let variables = (0..family.names().len() as u32).filter_map(|v| Some((family.laid(v)?, v)));
            let variables: HashMap<_, _> = variables.collect();
            let missing = || {
                Failure::other(
                    "this is not one of the tilings of the diagram: a piece lies as no option says",
                )
            };
            tiling
                .laid()
                .iter()
                .map(|laid| variables.get(laid).copied().ok_or_else(missing))
                .collect::<Result<_, _>>()?
        }
        _ => {
            let names = source.text.split_whitespace().map(|name| family.option(name));
            let names: Vec<_> = names.collect();
            if let (true, Some(Err(first)), true) = (inline, names.first(), names.iter().all(Result::is_err))
            {
                // A name of a file that is mistyped looks like this too.
                return Err(named(
                    format!("there is neither a file '{text}' nor an option '{}'", first.name),
                    first,
                ));
            }
            names.into_iter().map(|name| name.map_err(|e| unknown(&e))).collect::<Result<_, _>>()?
        }
    };
    set.sort_unstable();
    Ok(set)
}

/// The weights that a file gives to the variables: a line for an option, or for a piece and thereby for those of its
/// options that have no line of their own; the rest weigh nothing.
///
/// # Errors
/// When it cannot be read, or a line is not an option and a weight.
pub fn weights(name: &str, family: &Family) -> Result<Vec<i64>, Failure> {
    let source = input::read(name)?;
    let mut of_piece = vec![0; family.names().len()];
    let mut own: Vec<Option<i64>> = vec![None; family.names().len()];
    let mut seen = HashSet::new();
    let mut at = 0;
    for whole in source.text.split_inclusive('\n') {
        let line = whole.trim();
        let start = at + whole.len() - whole.trim_start().len();
        at += whole.len();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let wrong = |message: String, help: &str| {
            let error = FormatError::new(message).with_help(help).at(start..start + line.len());
            Failure::input(source.report(Severity::Error, error))
        };
        let Some((option, weight)) = line.rsplit_once(char::is_whitespace) else {
            return Err(wrong(
                "there is no weight".to_owned(),
                "write an option, a blank and a whole number",
            ));
        };
        let option = option.trim();
        let Ok(weight) = weight.parse() else {
            let help = "a weight is a whole number between -2^63 and 2^63";
            return Err(wrong(format!("'{weight}' is no weight"), help));
        };
        if !seen.insert(option.to_owned()) {
            return Err(wrong(format!("'{option}' has a weight already"), "leave one of the two out"));
        }
        match family.option(option) {
            Ok(variable) => own[variable as usize] = Some(weight),
            Err(error) => {
                let variables = family.options_of_piece(option);
                if variables.is_empty() {
                    let help = if error.instead.is_empty() {
                        "--marginals lists all options".to_owned()
                    } else {
                        format!("some that come near: {}", error.instead.join(" "))
                    };
                    return Err(wrong(format!("there is neither an option nor a piece '{option}'"), &help));
                }
                for variable in variables {
                    of_piece[variable as usize] = weight;
                }
            }
        }
    }
    Ok(own.into_iter().zip(of_piece).map(|(own, of_piece)| own.unwrap_or(of_piece)).collect())
}
