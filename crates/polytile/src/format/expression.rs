//! Expressions over families of sets: `a.zdd & b.zdd - minimal(c.sets)`.
//!
//! In: a text. Out: an [`Expression`], its operands and what is to be done with them, in the order in which it can be done: each step
//! takes its families from a stack and leaves one there. What the names stand for is looked up by whoever computes it.
//!
//! | written | what |
//! |---|---|
//! | `name`, `'a name'`, `"a name"` | the family of a file or of a puzzle |
//! | `sets(name)` | the family of the sets in a file, whatever it is called |
//! | `{a b}`, `{{a b}, {c}, {}}` | the family of one set, or of some |
//! | `paths(grid:8x8, 1, 64)`, ... | [`Subgraphs`] |
//! | `~f`, `minimal(f)`, ... | [`Unary`] |
//! | `f - g`, `f & g`, `f ^ g`, `f \| g`, `join(f, g)`, ... | [`Binary`] |
//!
//! Of the signs, `~` binds most tightly, then `-`, `&`, `^`, `|`, as in Python; equals are taken from left to right. A name may hold
//! hyphens, so that `-` is a sign only where a name cannot go on: after a blank or a bracket.

use super::FormatError;
use super::error::show;
use super::sets::{self, NamedSets};
use super::suggest::did_you_mean;
use crate::choice::Choice;
use crate::graph::Subgraphs;
use crate::zdd::algebra::{Binary, Unary};
use std::ops::Range;

/// An expression that was read.
///
/// ```
/// use polytile::format::expression::{Expression, Step};
/// use polytile::zdd::algebra::Binary;
/// let read: Expression = "a | b & join(a, {x y})".parse()?;
/// assert_eq!(read.operands().len(), 3);
/// assert_eq!(read.steps().last(), Some(&Step::Binary(Binary::Union)));
/// # Ok::<(), polytile::format::FormatError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    operands: Vec<Operand>,
    steps: Vec<Step>,
}

/// A family that is not computed from others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operand {
    /// What it is.
    pub family: Leaf,
    /// Where it stands, the first time.
    pub span: Range<usize>,
}

/// What a family is made from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Leaf {
    /// What a name stands for.
    Named(String),
    /// The sets that are listed in what a name stands for.
    SetsOf(String),
    /// Sets that are written down.
    Sets(NamedSets),
    /// Sets of edges or of vertices of a graph.
    Subgraphs {
        /// Which.
        subgraphs: Subgraphs,
        /// The name of the graph.
        graph: String,
        /// The vertices that paths lead from and to, each with its place.
        between: Option<[(String, Range<usize>); 2]>,
    },
}

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Put the operand of this number on the stack.
    Operand(usize),
    /// Put there what becomes of the topmost family.
    Unary(Unary),
    /// Put there what becomes of the two topmost families.
    Binary(Binary),
}

/// The name of what reads sets.
const SETS: &str = "sets";
/// How deep brackets may be nested.
const DEEPEST: usize = 200;
/// What is no part of a name outside of quotes.
const SIGNS: &[char] = &['(', ')', '{', '}', ',', '&', '|', '^', '~', '\'', '"'];

/// How an expression looks.
pub const FORM: &str =
    "combine names of files and puzzles by & | - ^ and functions, as in 'a.zdd & b.zdd - minimal(c.sets)'";

impl Expression {
    /// The operands, each once.
    pub fn operands(&self) -> &[Operand] {
        &self.operands
    }

    /// What is to be done, in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The names that may be those of files.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.operands.iter().filter_map(|operand| match &operand.family {
            Leaf::Named(name) | Leaf::SetsOf(name) | Leaf::Subgraphs { graph: name, .. } => {
                Some(name.as_str())
            }
            Leaf::Sets(_) => None,
        })
    }
}

impl std::str::FromStr for Expression {
    type Err = FormatError;

    /// Reads an expression.
    fn from_str(text: &str) -> Result<Self, FormatError> {
        let mut reader = Reader { text, at: 0, depth: 0, operands: Vec::new(), steps: Vec::new() };
        reader.families(0)?;
        match reader.next() {
            None => Ok(Expression { operands: reader.operands, steps: reader.steps }),
            Some(')') => Err(FormatError::new("there is no ( that this one closes").at(reader.here())),
            Some('}') => Err(FormatError::new("there is no { that this one closes").at(reader.here())),
            Some(',') => {
                Err(FormatError::new("a comma stands between the operands of a function, or in a set")
                    .with_help(FORM)
                    .at(reader.here()))
            }
            Some(_) => Err(FormatError::new("two families with no sign between them")
                .with_help("write one of & | - ^ between them; a name that holds a blank stands in quotes")
                .at(reader.here())),
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    operands: Vec<Operand>,
    steps: Vec<Step>,
}

impl Reader<'_> {
    /// The next character that is no blank; it is not taken.
    fn next(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    /// The place of the next character.
    fn here(&self) -> Range<usize> {
        self.at..self.at + self.text[self.at..].chars().next().map_or(0, char::len_utf8)
    }

    /// Takes the next character if it is this one.
    fn takes(&mut self, wanted: char) -> bool {
        let is = self.next() == Some(wanted);
        if is {
            self.at += wanted.len_utf8();
        }
        is
    }

    /// Families with signs between them that bind at least as tightly as `least` says.
    fn families(&mut self, least: usize) -> Result<(), FormatError> {
        const BINDING: [(char, Binary); 4] = [
            ('|', Binary::Union),
            ('^', Binary::SymmetricDifference),
            ('&', Binary::Intersection),
            ('-', Binary::Difference),
        ];
        self.family()?;
        loop {
            let next = self.next();
            let sign = BINDING.iter().position(|(sign, _)| Some(*sign) == next);
            let Some(tight) = sign.filter(|tight| *tight >= least) else { return Ok(()) };
            self.at += 1;
            self.families(tight + 1)?;
            self.steps.push(Step::Binary(BINDING[tight].1));
        }
    }

    /// One family.
    fn family(&mut self) -> Result<(), FormatError> {
        let Some(first) = self.next() else {
            let what = if self.text.trim().is_empty() {
                "there is no expression"
            } else {
                "a family is missing at the end"
            };
            return Err(FormatError::new(what).with_help(FORM).at(self.here()));
        };
        let from = self.at;
        match first {
            '(' => {
                self.deeper(from)?;
                self.at += 1;
                self.families(0)?;
                self.closed(from)
            }
            '~' => {
                self.deeper(from)?;
                self.at += 1;
                self.family()?;
                self.depth -= 1;
                self.steps.push(Step::Unary(Unary::Complement));
                Ok(())
            }
            '{' => {
                let (sets, end) = sets::braced(self.text, from)?;
                self.at = end;
                self.operand(Leaf::Sets(sets), from);
                Ok(())
            }
            _ => {
                let (word, quoted) = self.word("a family")?;
                if !quoted && self.next() == Some('(') {
                    return self.function(&word, from..from + word.len());
                }
                if !quoted && let Some(example) = example(&word) {
                    return Err(FormatError::new(format!("it is not said what {word} is of"))
                        .with_help(format!("write {example}; a file of this name stands in quotes"))
                        .at(from..from + word.len()));
                }
                self.operand(Leaf::Named(word), from);
                Ok(())
            }
        }
    }

    /// One bracket more.
    fn deeper(&mut self, at: usize) -> Result<(), FormatError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            let error = FormatError::new(format!("brackets are nested more than {DEEPEST} deep"));
            return Err(error.with_help("save a part of it with --save, and name the file").at(at..at + 1));
        }
        Ok(())
    }

    /// Closes the bracket that was opened at `open`.
    fn closed(&mut self, open: usize) -> Result<(), FormatError> {
        self.depth -= 1;
        if self.takes(')') {
            return Ok(());
        }
        match self.next() {
            None => Err(FormatError::new("this ( is not closed")
                .with_help("add ) where it ends")
                .at(open..open + 1)),
            Some(',') => Err(FormatError::new("one operand too many").at(self.here())),
            Some(_) => Err(FormatError::new("a sign or ) is missing").with_help(FORM).at(self.here())),
        }
    }

    /// A name, and whether it stood in quotes.
    fn word(&mut self, what: &str) -> Result<(String, bool), FormatError> {
        let missing = |reader: &Self, next: Option<char>| {
            let found = next.map(|c| format!(" before {}", show(c))).unwrap_or_default();
            FormatError::new(format!("{what} is missing{found}")).with_help(FORM).at(reader.here())
        };
        let Some(first) = self.next() else { return Err(missing(self, None)) };
        let rest = &self.text[self.at..];
        if matches!(first, '\'' | '"') {
            let Some(length) = rest[1..].find(first) else {
                let error = FormatError::new(format!("this {first} is not closed"));
                return Err(error.with_help("add another one where the name ends").at(self.here()));
            };
            self.at += length + 2;
            return Ok((rest[1..=length].to_owned(), true));
        }
        if first == '-' || SIGNS.contains(&first) {
            return Err(missing(self, Some(first)));
        }
        let end = rest.find(|c: char| c.is_whitespace() || SIGNS.contains(&c)).unwrap_or(rest.len());
        self.at += end;
        Ok((rest[..end].to_owned(), false))
    }

    /// What the function of this name has in its bracket, which comes next.
    fn function(&mut self, name: &str, span: Range<usize>) -> Result<(), FormatError> {
        let open = self.at;
        let known = name == SETS
            || Subgraphs::named(name).is_some()
            || Unary::named(name).is_some()
            || Binary::named(name).is_some();
        if !known {
            let wrong = FormatError::new(format!("there is no function '{name}'"));
            return Err(wrong.with_help(did_you_mean(name, &functions())).at(span));
        }
        self.deeper(open)?;
        self.at += 1;
        if let Some(subgraphs) = Subgraphs::named(name) {
            return self.subgraphs(subgraphs, span.start, open);
        }
        if name == SETS {
            let (file, _) = self.word("the name of a file")?;
            self.closed(open)?;
            self.operand(Leaf::SetsOf(file), span.start);
            return Ok(());
        }
        self.families(0)?;
        if let Some(unary) = Unary::named(name) {
            self.closed(open)?;
            self.steps.push(Step::Unary(unary));
        }
        if let Some(binary) = Binary::named(name) {
            if !self.takes(',') {
                let here = self.next().map_or(open..open + 1, |_| self.here());
                let wrong = FormatError::new(format!("{name} is of two families, and there is one"));
                return Err(wrong.with_help(format!("write {name}(f, g)")).at(here));
            }
            self.families(0)?;
            self.closed(open)?;
            self.steps.push(Step::Binary(binary));
        }
        Ok(())
    }

    /// The graph that subgraphs are of, and between which vertices they are.
    fn subgraphs(&mut self, subgraphs: Subgraphs, from: usize, open: usize) -> Result<(), FormatError> {
        let (graph, _) = self.word("a graph")?;
        let mut between = None;
        if subgraphs.lead_somewhere() {
            let [one, other] =
                ["the vertex that paths lead from", "the vertex that paths lead to"].map(|what| {
                    if !self.takes(',') {
                        return Err(FormatError::new(format!("{what} is missing"))
                            .with_help(format!("write {subgraphs}(GRAPH, FROM, TO)"))
                            .at(self.here()));
                    }
                    self.next();
                    let start = self.at;
                    let (vertex, _) = self.word(what)?;
                    Ok((vertex, start..self.at))
                });
            between = Some([one?, other?]);
        }
        self.closed(open)?;
        self.operand(Leaf::Subgraphs { subgraphs, graph, between }, from);
        Ok(())
    }

    /// Takes an operand that began at byte `from`.
    fn operand(&mut self, family: Leaf, from: usize) {
        let alike = self.operands.iter().position(|known| same(&known.family, &family));
        let number = alike.unwrap_or_else(|| {
            self.operands.push(Operand { family, span: from..self.at });
            self.operands.len() - 1
        });
        self.steps.push(Step::Operand(number));
    }
}

/// Whether two operands are the same, wherever they stand.
fn same(one: &Leaf, other: &Leaf) -> bool {
    let names = |between: &Option<[(String, Range<usize>); 2]>| {
        between.as_ref().map(|ends| ends.each_ref().map(|(name, _)| name.clone()))
    };
    match (one, other) {
        (
            Leaf::Subgraphs { subgraphs: a, graph: f, between: x },
            Leaf::Subgraphs { subgraphs: b, graph: g, between: y },
        ) => (a, f, names(x)) == (b, g, names(y)),
        _ => one == other,
    }
}

/// All names of functions.
fn functions() -> Vec<&'static str> {
    let binary = Binary::ALL.iter().map(|one| one.name());
    let unary = Unary::ALL.iter().map(|one| one.name());
    binary.chain(unary).chain(Subgraphs::ALL.iter().map(|one| one.name())).chain([SETS]).collect()
}

/// How the function of this name is written, if it is one.
fn example(name: &str) -> Option<String> {
    let operands = match (Binary::named(name), Unary::named(name), Subgraphs::named(name)) {
        (Some(_), ..) => "f, g",
        (_, Some(_), _) => "f",
        (_, _, Some(subgraphs)) if subgraphs.lead_somewhere() => "GRAPH, FROM, TO",
        (_, _, Some(_)) => "GRAPH",
        _ if name == SETS => "FILE",
        _ => return None,
    };
    Some(format!("{name}({operands})"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The steps in words.
    fn steps(text: &str) -> String {
        let read: Expression = text.parse().unwrap();
        let word = |step: &Step| match step {
            Step::Operand(number) => match &read.operands()[*number].family {
                Leaf::Named(name) => name.clone(),
                Leaf::SetsOf(name) => format!("sets:{name}"),
                Leaf::Sets(sets) => format!("{}", sets.sets().len()),
                Leaf::Subgraphs { subgraphs, graph, .. } => format!("{subgraphs}:{graph}"),
            },
            Step::Unary(unary) => unary.to_string(),
            Step::Binary(binary) => binary.to_string(),
        };
        read.steps().iter().map(word).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn signs_bind_as_in_python() {
        for (text, wanted) in [
            ("a.zdd & b.zdd - c.zdd", "a.zdd b.zdd c.zdd difference intersection"),
            ("a - b - c", "a b difference c difference"),
            ("a | b ^ c & d - e", "a b c d e difference intersection symmetric_difference union"),
            ("(a | b) & c", "a b union c intersection"),
            ("~a - b", "a complement b difference"),
            ("~(a - b)", "a b difference complement"),
            ("queens-8 -b", "queens-8 b difference"),
            ("minimal( a )-'b c'", "a minimal b c difference"),
            ("join(a,nonsupersets(b, {x}))&sets(c.txt)", "a b 1 nonsupersets join sets:c.txt intersection"),
            ("\"union\" | {{a}, {}}|{}", "union 2 union 1 union"),
            ("paths(grid:8x8, 1, 64) - cycles(grid:8x8)", "paths:grid:8x8 cycles:grid:8x8 difference"),
        ] {
            assert_eq!(steps(text), wanted, "{text}");
        }
        let twice: Expression = "a & paths(g, 1, 2) | a & paths(g,1,2)".parse().unwrap();
        assert_eq!(twice.operands().len(), 2);
        assert_eq!(twice.names().collect::<Vec<_>>(), ["a", "g"]);
    }

    #[test]
    fn wrong_expressions() {
        let said = |text: &str| {
            let wrong = text.parse::<Expression>().unwrap_err();
            let span = wrong.span.unwrap();
            format!(
                "{text}: {} at '{}' ({}) / {}",
                wrong.message,
                &text[span.clone()],
                span.start,
                wrong.help.unwrap_or_default()
            )
        };
        insta::assert_snapshot!(
            [
                "",
                " ",
                "a &",
                "a b",
                "a)",
                "(a",
                "(a b)",
                "a, b",
                "& a",
                "a & & b",
                "- a",
                "minimal a",
                "minimal",
                "minmal(a)",
                "join(a)",
                "join(a",
                "join(a, b, c)",
                "minimal(a, b)",
                "'a",
                "{a",
                "{a {b}}",
                "a}",
                "{{a} b}",
                "paths(grid:8x8)",
                "paths(grid:8x8, 1)",
                "paths(grid:8x8, 1, )",
                "cycles()",
                "cycles(grid:8x8, 1)",
                "sets()",
            ]
            .map(said)
            .join("\n")
        );
        let deep = "(".repeat(100_000);
        assert_eq!(deep.parse::<Expression>().unwrap_err().message, "brackets are nested more than 200 deep");
        let deep = "~".repeat(100_000);
        assert_eq!(deep.parse::<Expression>().unwrap_err().message, "brackets are nested more than 200 deep");
    }
}
