//! Exact covers as Python makes them: of items and options that are whatever can be hashed.
//!
//! In: iterables and dicts. Out: the library's cover, and the objects as labels, by the numbers of the options.

use super::{ExactCover, Meaning};
use crate::errors;
use crate::run::{Turns, whole};
use polytile::exact_cover::{Entry, ExactCover as Cover, Multiplicity};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PySet, PyTuple};
use std::sync::Arc;

/// Covers as they are built.
struct Building<'py> {
    cover: Cover,
    items: Bound<'py, PyDict>,
}

impl<'py> Building<'py> {
    fn add(&mut self, item: &Bound<'py, PyAny>, demand: Multiplicity) -> PyResult<()> {
        let name = item.str()?.to_string();
        let number =
            self.cover.add_item(name, demand).map_err(|e| errors::wrong(item.py(), e.to_string()))?;
        self.items.set_item(item, number)
    }

    fn entry(&mut self, given: &Bound<'py, PyAny>, colours: Option<&Bound<'py, PyAny>>) -> PyResult<Entry> {
        let py = given.py();
        let (item, own) = match (self.items.get_item(given)?, given.cast::<PyTuple>()) {
            (Some(number), _) => (Some((number, given.clone())), None),
            (None, Ok(pair)) if pair.len() == 2 => {
                let item = pair.get_item(0)?;
                (self.items.get_item(&item)?.map(|number| (number, item)), Some(pair.get_item(1)?))
            }
            _ => (None, None),
        };
        let Some((number, item)) = item else {
            let message = format!("an option holds {}, which is no item", given.repr()?);
            return Err(errors::input(py, message, "list it among `items` or `secondary`"));
        };
        let colour = match (own, colours) {
            (Some(colour), _) => Some(colour),
            (None, Some(colours)) if colours.contains(&item)? => Some(colours.get_item(&item)?),
            _ => None,
        };
        let colour =
            colour.map(|colour| Ok::<_, PyErr>(self.cover.colour(&colour.str()?.to_cow()?))).transpose()?;
        Ok(Entry { item: number.extract()?, colour: colour.unwrap_or(0) })
    }
}

/// A demand: a number, or a least and a largest one.
fn demand(given: &Bound<'_, PyAny>) -> PyResult<Multiplicity> {
    let number = |given: &Bound<'_, PyAny>| {
        let number = whole(given, "a multiplicity", 0)?;
        u32::try_from(number)
            .map_err(|_| errors::wrong(given.py(), format!("{number} is too large a multiplicity")))
    };
    if let Ok(pair) = given.cast::<PyTuple>() {
        let (lo, hi): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair.extract()?;
        return Ok(Multiplicity::Primary { lo: number(&lo)?, hi: number(&hi)? });
    }
    let times = number(given)?;
    Ok(Multiplicity::Primary { lo: times, hi: times })
}

/// The cover of these items and options: what `ExactCover(...)` takes.
pub fn built<'py>(
    items: &Bound<'py, PyAny>,
    options: &Bound<'py, PyAny>,
    secondary: Option<&Bound<'py, PyAny>>,
    colours: Option<&Bound<'py, PyAny>>,
    multiplicities: Option<&Bound<'py, PyAny>>,
) -> PyResult<ExactCover> {
    let py = items.py();
    let mut building = Building { cover: Cover::default(), items: PyDict::new(py) };
    for item in items.try_iter()? {
        let item = item?;
        let asked = match multiplicities {
            Some(asked) if asked.contains(&item)? => demand(&asked.get_item(&item)?)?,
            _ => Multiplicity::ONCE,
        };
        building.add(&item, asked)?;
    }
    let given_items = building.items.copy()?;
    for item in secondary.map(PyAnyMethods::try_iter).transpose()?.into_iter().flatten() {
        building.add(&item?, Multiplicity::Secondary)?;
    }
    if let Some(asked) = multiplicities {
        for item in asked.try_iter()? {
            let item = item?;
            if !given_items.contains(&item)? {
                let message =
                    format!("a multiplicity is given for {}, which is not among `items`", item.repr()?);
                return Err(errors::wrong(py, message));
            }
        }
    }
    let named = options.cast::<PyMapping>().ok();
    let mut labels: Vec<Py<PyAny>> = Vec::new();
    let mut entries = Vec::new();
    let mut turns = Turns::default();
    for (number, given) in options.try_iter()?.enumerate() {
        let given = given?;
        let (label, option) = match named {
            Some(named) => (given.clone(), named.get_item(&given)?),
            None => (number.into_pyobject(py)?.into_any(), given),
        };
        let its = match colours {
            Some(colours) if colours.contains(&label)? => Some(colours.get_item(&label)?),
            _ => None,
        };
        entries.clear();
        let mut coloured = 0;
        for item in option.try_iter()? {
            turns.step(py)?;
            let item = item?;
            entries.push(building.entry(&item, its.as_ref())?);
            coloured += usize::from(its.as_ref().map_or(Ok(false), |its| its.contains(&item))?);
        }
        if its.as_ref().map_or(Ok(0), PyAnyMethods::len)? > coloured {
            let message = format!("option {} is given colours of items that it does not hold", label.repr()?);
            return Err(errors::wrong(py, message));
        }
        let added = building.cover.add_option(&entries);
        added.map_err(|error| {
            errors::wrong(
                py,
                format!("option {}: {error}", label.str().map_or(String::new(), |s| s.to_string())),
            )
        })?;
        labels.push(label.unbind());
    }
    let known = PySet::new(py, &labels)?;
    for label in colours.map(PyAnyMethods::try_iter).transpose()?.into_iter().flatten() {
        let label = label?;
        if !known.contains(&label)? {
            let message = format!("colours are given for {}, which is no option", label.repr()?);
            return Err(errors::wrong(py, message));
        }
    }
    Ok(ExactCover {
        cover: Arc::new(building.cover),
        meaning: Arc::new(Meaning::Options(labels)),
        title: None,
    })
}
