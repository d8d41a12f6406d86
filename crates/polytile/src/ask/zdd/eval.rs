//! Families that are computed from others, as an expression says.
//!
//! In: an [`Expression`], and what the names in it stand for: texts of puzzles, of sets or of graphs, and saved diagrams. A name that
//! nothing was given for is that of a shipped puzzle, or of a graph such as `grid:8x8`. Out: a [`Held`], to be asked what any
//! other is asked.
//!
//! Options of one name are the same option, whatever they come from. All families are brought into one manager, whose options stand in
//! the order of the largest family, the others' own among them ([`Universe`]); one whose order contradicts that of a larger one has
//! to be put into it. The complement, the quotient by nothing and hitting sets are within the options of all families of the
//! expression. The sets of the result are tilings, or numbers, where they can be no others ([`Keeps`]), and where
//! these have all options.
//!
//! Cost: what it takes to build the families; then the operations, for which no general bound is known ([`algebra`]).

use super::held::{Held, Source as Built};
use super::misused;
use crate::ask::answered;
use crate::ask::{Listener, Unanswered, Words};
use crate::format::expression::{Expression, FORM, Leaf, Operand, Step};
use crate::format::sets::{self, NamedSets};
use crate::format::shipped::Shipped;
use crate::format::source::{Misread, Source};
use crate::format::subject::Given;
use crate::format::{FormatError, graph};
use crate::graph::Graph;
use crate::run::clock::Instant;
use crate::run::{Control, Refused};
use crate::zdd::algebra::{self, Keeps, Manager};
use crate::zdd::{Bytes, Diagram, Family, FileError, SetList, Universe, ZddError};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// The extension of files that list sets.
const SETS: &str = ".sets";
/// Bytes that a byte of a text takes while it is read, at most.
const HELD: u64 = 64;

/// An expression, and what its names stand for.
///
/// ```
/// use polytile::{ask::{nobody, zdd::Evaluation}, run::Control};
/// let mut evaluation = Evaluation::new("maximal(a.sets) | {{x}, {}}")?;
/// assert_eq!(evaluation.names(), ["a.sets"]);
/// evaluation.text("a.sets", "x y\ny\n");
/// let held = evaluation.held(&Control::default(), &mut nobody)?;
/// let sets: Vec<_> = held.family.diagram().sets().collect();
/// assert_eq!(sets, [vec![0, 1], vec![0], vec![]]);
/// # Ok::<(), polytile::ask::Unanswered>(())
/// ```
pub struct Evaluation {
    source: Source,
    expression: Expression,
    texts: HashMap<String, Source>,
    saved: HashMap<String, Bytes>,
}

impl Evaluation {
    /// What `text` says, which is an expression.
    ///
    /// # Errors
    /// When it is none.
    pub fn new(text: &str) -> Result<Self, Misread> {
        let source = Source::new("the expression", text);
        let expression = text.parse().map_err(|e| source.misread(e))?;
        Ok(Evaluation { source, expression, texts: HashMap::new(), saved: HashMap::new() })
    }

    /// The names that may be those of files, each once.
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.expression.names().collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// What a name stands for: a text.
    pub fn text(&mut self, name: &str, text: impl Into<Arc<str>>) {
        self.texts.insert(name.to_owned(), Source::new(name, text));
    }

    /// What a name stands for: a diagram that was saved.
    pub fn saved(&mut self, name: &str, bytes: Bytes) {
        self.saved.insert(name.to_owned(), bytes);
    }

    /// Computes it.
    ///
    /// # Errors
    /// When a name stands for nothing, a text cannot be read, a limit is reached, or `control` says stop.
    pub fn held(&self, control: &Control, listener: &mut Listener<'_>) -> Result<Held, Unanswered> {
        let started = Instant::now();
        let operands = self.expression.operands();
        let mut families: Vec<Option<Arc<Family>>> = vec![None; operands.len()];
        let mut bytes = 0;
        // What is written down comes last, for its options are looked for in the others.
        let is_written = |operand: &Operand| matches!(operand.family, Leaf::Sets(_));
        for written in [false, true] {
            for (number, operand) in operands.iter().enumerate().filter(|(_, one)| is_written(one) == written)
            {
                let family = self.family(operand, &families, &control.holding(bytes), listener)?;
                bytes += family.diagram().bytes() + family.beside();
                families[number] = Some(family);
            }
        }
        let families: Vec<Arc<Family>> = families.into_iter().flatten().collect();
        let family = match self.expression.steps() {
            [Step::Operand(alone)] => Arc::clone(&families[*alone]),
            steps => Arc::new(computed(steps, &families, &control.holding(bytes))?),
        };
        Ok(Held::computed(family, started.elapsed()))
    }

    /// An error about a part of the expression.
    fn wrong(&self, span: &Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Unanswered {
        self.source.misread(FormatError::new(message).with_help(help).at(span.clone())).into()
    }

    /// The family of an operand; `known` are those that there are so far.
    fn family(
        &self,
        operand: &Operand,
        known: &[Option<Arc<Family>>],
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Arc<Family>, Unanswered> {
        let span = &operand.span;
        match &operand.family {
            Leaf::Sets(sets) => listed(&self.named(sets, span, known, listener), control),
            Leaf::SetsOf(name) => match self.texts.get(name) {
                Some(source) => listed_in(source, control),
                None => Err(self.wrong(
                    span,
                    format!("there is no file called '{name}'"),
                    "name a file of sets, one on each line",
                )),
            },
            Leaf::Subgraphs { subgraphs, graph, between } => {
                let graph = self.graph(graph, span, control)?;
                for (name, span) in between.iter().flatten() {
                    if let Err(error) = graph.vertex(name) {
                        return Err(self.wrong(span, error.to_string(), vertices(&graph)));
                    }
                }
                let ends = between.as_ref().map(|[(one, _), (other, _)]| (one.as_str(), other.as_str()));
                match graph.family(*subgraphs, ends, control) {
                    Ok(family) => Ok(Arc::new(family)),
                    Err(Refused::Question(why)) => Err(self.wrong(span, why, FORM)),
                    Err(refused) => Err(refused.into()),
                }
            }
            Leaf::Named(name) => {
                if let Some(bytes) = self.saved.get(name) {
                    return match Family::load(Arc::clone(bytes), control) {
                        Ok(family) => Ok(Arc::new(family)),
                        Err(FileError::Stopped(stopped)) => Err(stopped.into()),
                        Err(error) => Err(self.wrong(
                            span,
                            format!("{name}: {error}"),
                            "build the diagram again, and save it with --save",
                        )),
                    };
                }
                let puzzle = match self.texts.get(name) {
                    Some(source) if is_list(name) => {
                        return listed_in(source, control);
                    }
                    Some(source) => Given::Text(source.clone()),
                    None if Shipped::find(name).is_some() => Given::Name(name.clone()),
                    None => return Err(self.unknown(name, span)),
                };
                let words = Words { puzzle: Some(puzzle), ..Words::default() };
                let read = answered::read(&words, control, listener).map_err(|error| match error {
                    Unanswered::Misread(mut misread) if self.texts.contains_key(name) => {
                        let sets = format!("if it is a file of sets, write sets({name})");
                        let help = misread.error.help.map(|help| format!("{help}; {sets}"));
                        misread.error.help = Some(help.unwrap_or(sets));
                        misread.into()
                    }
                    other => other,
                })?;
                let built = Built::new(read, None, &[])?;
                Ok(Held::new(built, None, control)?.family)
            }
        }
    }

    /// Sets that are written down, their options called as in the families whose options are fixed, those of puzzles, graphs and saved
    /// diagrams. If there are some and none of them has an option, the listener is warned: it may be misspelt.
    fn named(
        &self,
        sets: &NamedSets,
        span: &Range<usize>,
        known: &[Option<Arc<Family>>],
        listener: &mut Listener<'_>,
    ) -> NamedSets {
        let is_fixed = |operand: &Operand| match &operand.family {
            Leaf::Named(name) => !is_list(name),
            Leaf::Subgraphs { .. } => true,
            Leaf::Sets(_) | Leaf::SetsOf(_) => false,
        };
        let operands = self.expression.operands().iter().zip(known);
        let fixed: Vec<&Family> = operands
            .filter(|(operand, _)| is_fixed(operand))
            .filter_map(|(_, family)| family.as_deref())
            .collect();
        let mut called = HashMap::new();
        for name in sets.names() {
            let mut near = Vec::new();
            let found = fixed.iter().find_map(|family| match family.option(name) {
                Ok(option) => Some(family.names()[option as usize].clone()),
                Err(ZddError::UnknownOption { instead, .. }) => {
                    near.extend(instead);
                    None
                }
                Err(_) => None,
            });
            if found.is_none() && !fixed.is_empty() {
                let help = match near.as_slice() {
                    [] => "--marginals lists the options of a family".to_owned(),
                    near => format!("some that come near: {}", near.join(" ")),
                };
                let odd = FormatError::new(format!("no other family has the option '{name}'"));
                answered::warn(vec![self.source.misread(odd.with_help(help).at(span.clone()))], listener);
            }
            called.insert(name.as_str(), found.unwrap_or_else(|| name.clone()));
        }
        sets.called(|name| called[name].clone())
    }

    /// The graph that a name stands for.
    fn graph(&self, name: &str, span: &Range<usize>, control: &Control) -> Result<Graph, Unanswered> {
        if let Some(source) = self.texts.get(name) {
            return reading(source, control, graph::parse);
        }
        match graph::named(name) {
            Some(Ok(graph)) => Ok(graph),
            Some(Err(error)) => Err(self.source.misread(error.or_at(span.clone())).into()),
            None => Err(self.wrong(span, format!("there is no graph called '{name}'"), graph::NAMES)),
        }
    }

    /// The error of a name that stands for nothing.
    fn unknown(&self, name: &str, span: &Range<usize>) -> Unanswered {
        let message = format!("there is neither a file nor a puzzle called '{name}'");
        if graph::named(name).is_some() {
            let help = format!("say which of its sets are meant, as in spanning_trees({name})");
            return self.wrong(span, format!("{name} is a graph, and no family of sets"), help);
        }
        let help = match Shipped::meant(name) {
            Some(meant) => meant,
            None if name.contains('-') => "a difference needs blanks around its sign: a - b".to_owned(),
            None if is_list(name) => {
                "write such a file, a set on each line, or the sets themselves: {{a b}, {c}}".to_owned()
            }
            None => {
                "name a saved diagram, a puzzle, or a file of sets: what does not end in .sets is sets(FILE)"
                    .to_owned()
            }
        };
        self.wrong(span, message, help)
    }
}

/// Whether a file of this name lists sets.
fn is_list(name: &str) -> bool {
    name.to_ascii_lowercase().ends_with(SETS)
}

/// Some vertices of a graph, for whoever looks for one.
fn vertices(graph: &Graph) -> String {
    match graph.vertices() {
        [first, .., last] if graph.vertices().len() > 8 => {
            format!("there are {}, from {first} to {last}", graph.vertices().len())
        }
        few => format!("it can be: {}", few.join(", ")),
    }
}

/// What `read` makes of a text, which asks nobody.
fn reading<T>(
    source: &Source,
    control: &Control,
    read: impl FnOnce(&str) -> Result<T, FormatError>,
) -> Result<T, Unanswered> {
    control.reserve((source.text.len() as u64).saturating_mul(HELD), "reading the sets")?;
    let read = control.unasked("reading", || read(&source.text));
    read.map_err(|e| source.misread(e).into())
}

fn listed_in(source: &Source, control: &Control) -> Result<Arc<Family>, Unanswered> {
    listed(&reading(source, control, sets::parse)?, control)
}

/// The family of sets that are written down.
fn listed(sets: &NamedSets, control: &Control) -> Result<Arc<Family>, Unanswered> {
    let list = SetList::new(sets.names().len(), sets.sets().iter().cloned());
    Ok(Arc::new(Family::new(Diagram::of(&list, control)?, sets.names().to_vec())))
}

/// What the steps make of the families.
fn computed(steps: &[Step], families: &[Arc<Family>], control: &Control) -> Result<Family, Unanswered> {
    // What is large had better keep its order.
    let mut by_size: Vec<&Arc<Family>> = families.iter().collect();
    by_size.sort_by_key(|family| std::cmp::Reverse(family.diagram().nodes()));
    let universe = Universe::of(by_size.iter().map(|family| family.names()));
    let variables = u32::try_from(universe.names().len())
        .map_err(|_| misused("there are more than 2^32 options", "take smaller families"))?;
    let manager = Manager::new(variables, control);
    let imported = families.iter().map(|family| {
        let places = universe.places(family.names()).unwrap_or_default();
        manager.import_as(family.diagram(), &places)
    });
    let imported: Vec<algebra::Family> = imported.collect::<Result<_, _>>()?;
    // With each family, the number of one whose sets are like its own.
    let mut stack: Vec<(algebra::Family, Option<usize>)> = Vec::new();
    for step in steps {
        let made = match *step {
            Step::Operand(number) => (imported[number].clone(), Some(number)),
            Step::Unary(unary) => {
                let (f, like) = taken(&mut stack);
                (unary.apply(&f)?, like.filter(|_| unary.keeps() == Keeps::First))
            }
            Step::Binary(binary) => {
                let ((g, second), (f, first)) = (taken(&mut stack), taken(&mut stack));
                let both = first.zip(second).filter(|&(a, b)| families[a].is_like(&families[b]));
                let tells = |number: &usize| families[*number].is_meant();
                let like = match binary.keeps() {
                    Keeps::First => first,
                    Keeps::Both => first.filter(tells).or(second),
                    Keeps::Either => both.map(|(first, _)| first),
                    Keeps::Neither => None,
                };
                (binary.apply(&f, &g)?, like)
            }
        };
        stack.push(made);
    }
    let (result, like) = taken(&mut stack);
    let meant =
        |number: &usize| families[*number].is_meant() && families[*number].names() == universe.names();
    let Some(like) = like.filter(meant) else {
        return Ok(Family::new(result.to_diagram()?, universe.names().to_vec()));
    };
    // With all its sets it is the family that it was.
    let family = &families[like];
    Ok(if result == imported[like] { (**family).clone() } else { family.with_sets(result.to_diagram()?) })
}

/// The topmost of the stack. An expression that was read never takes more than it has put there.
fn taken(stack: &mut Vec<(algebra::Family, Option<usize>)>) -> (algebra::Family, Option<usize>) {
    stack.pop().expect("a family for each operand")
}

#[cfg(test)]
mod tests;
