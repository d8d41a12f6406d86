//! In how many ways can a board be tiled?
//!
//! The planner ([`crate::plan`]) chooses among the engines; here are the question as it is put and the answer as it is shown. The
//! solutions of what has no board are counted by `covers`.

mod covers;

use super::amounts::{rounded, time};
use super::compare::{Agreed, recount_tilings};
use super::number::Integer;
use super::options::Ask;
use super::part::{self, Label, Share};
use super::solve::Total;
use super::subject::{Subject, conditions_on};
use super::{Listener, Unanswered, Words, answered, empty, explained, is_false, misused};
use crate::board::{Region, Topology};
use crate::choice::Choice;
use crate::count::Engine;
use crate::count::{self, CountOptions, bound};
use crate::format::subject::{Subject as Read, Tiled};
use crate::frontier::Order;
use crate::number::{primes, primes_for};
use crate::pieces::{Copies, Piece, PieceSet};
use crate::plan::Plan;
use crate::problem::{Problem, Rules, UpTo};
use crate::run::Control;
use crate::run::clock::Instant;
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// In how many ways can the board be tiled, or how many solutions has an exact cover or a Number Mind?
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Count {
    /// Count only tilings in which a piece does something, as in `X touches border`; all must hold.
    #[serde(rename = "where", skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<String>,
    /// Count tilings that these carry into each other only once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub up_to: Option<UpTo>,
    /// Count separately for every number of copies of every piece.
    #[serde(skip_serializing_if = "is_false")]
    pub by_piece: bool,
    /// Count modulo this number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modulo: Option<Integer>,
    /// Count modulo this share of the primes by which the number is found: a question of the kind `merge` puts the parts together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<Share>,
    /// Use this engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<Engine>,
    /// Decide the cells in this order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
    /// Count with another engine too, one that has as little as possible in common with the first, and compare.
    #[serde(skip_serializing_if = "is_false")]
    pub cross_check: bool,
}

/// How many there are, and how that was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Counted {
    /// The number of tilings.
    pub count: Integer,
    /// By the pieces that are used, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_piece: Option<Vec<Term>>,
    /// What was counted modulo.
    pub modulo: Option<Integer>,
    /// Whether tilings that symmetries of the board carry into each other were counted once.
    pub up_to_symmetry: bool,
    /// Which symmetries, where they were not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub up_to: Option<UpTo>,
    /// What the puzzle is called.
    pub title: Option<String>,
    /// The board.
    pub board: Board,
    /// The names of the pieces.
    pub pieces: Vec<String>,
    /// The rules.
    pub rules: Rules,
    /// The engine that answered; none where none was needed.
    pub engine: Option<Engine>,
    /// The order in which it decided the cells.
    pub order: Option<Order>,
    /// States alive at the widest level.
    pub states: Integer,
    /// The engine that answered again, where that was asked for.
    pub cross_check: Option<Agreed>,
    /// Where there is no tiling, why: in sentences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Vec<String>>,
    /// The time that it took.
    pub seconds: f64,
    /// The number and the plan as the library gives them.
    #[serde(skip)]
    pub found: count::Counted,
}

/// What a part of the question says: the number modulo a share of the primes by which it is found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Residual {
    /// Which part of which question.
    #[serde(flatten)]
    pub label: Label,
    /// No more bits than this has the number.
    pub bits: u64,
    /// By how many primes it is found, the one to spare among them: in all parts together.
    pub moduli: u64,
    /// Those of this part.
    pub residues: Vec<Residue>,
    /// The engine that counted; none where there was nothing to count.
    pub engine: Option<Engine>,
    /// The time that it took.
    pub seconds: f64,
    /// What was considered; nothing where there was nothing to count.
    #[serde(skip)]
    pub plan: Option<Plan<Engine>>,
}

/// What a number leaves modulo a prime.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Residue {
    /// The prime.
    pub modulus: Integer,
    /// What is left.
    pub residue: Integer,
}

/// What there is to say: the number, or what is known of it by a part.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Told {
    /// How many there are.
    Counted(Box<Counted>),
    /// What they leave modulo some primes.
    Residual(Residual),
    /// How many solutions what has no board has.
    Solutions(Box<Total>),
}

/// A number of tilings that use the same pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Term {
    /// How many there are.
    pub count: Integer,
    /// How many copies of each piece they use.
    pub copies: BTreeMap<String, Integer>,
    /// The copies as they are written: `I3^2 L3^4`.
    #[serde(skip)]
    pub written: String,
}

/// The size and the shape of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Board {
    /// Rows, of the smallest rectangle that holds the board.
    pub rows: u32,
    /// Columns.
    pub columns: u32,
    /// Cells.
    pub cells: usize,
    /// Which edges are glued.
    pub topology: Topology,
}

impl From<&Region> for Board {
    fn from(region: &Region) -> Self {
        Board {
            rows: region.rows(),
            columns: region.cols(),
            cells: region.len(),
            topology: region.topology(),
        }
    }
}

impl Count {
    /// Counts, or counts a part.
    ///
    /// # Errors
    /// As [`Count::answer`] and [`Count::residual`].
    pub fn told(&self, tiled: &Tiled, control: &Control) -> Result<Told, Unanswered> {
        match self.part {
            Some(share) => Ok(Told::Residual(self.residual(share, tiled, control)?)),
            None => Ok(Told::Counted(Box::new(self.answer(tiled, control)?))),
        }
    }

    /// Counts modulo the primes of a part, one after the other: of a board too large for any engine the first one tells.
    ///
    /// # Errors
    /// When the question means nothing for this board, counting modulo a prime is no part of the work, or `control` says stop.
    pub fn residual(&self, share: Share, tiled: &Tiled, control: &Control) -> Result<Residual, Unanswered> {
        let begun = Instant::now();
        if self.modulo.is_some() || self.by_piece || self.cross_check {
            return Err(misused(
                "a part is counted modulo primes, by one engine, and not by piece",
                "leave out --modulo, --by-piece and --cross-check, or --part",
            ));
        }
        if let Some(up_to) = self.up_to {
            return Err(misused(
                format!(
                    "an average over the symmetries needs the whole numbers: with --up-to {up_to} each part would be the whole"
                ),
                "leave out --part, or --up-to",
            ));
        }
        let whole = |engine: Engine| {
            let others = Engine::ALL.iter().filter(|other| other.counts_by_primes());
            let others: Vec<&str> = others.map(|other| other.name()).collect();
            misused(
                format!("the engine {engine} finds the number at once: each part would be the whole"),
                format!("leave out --part, or take --engine {}", others.join(" or ")),
            )
        };
        if let Some(engine) = self.engine.filter(|engine| !engine.counts_by_primes()) {
            return Err(whole(engine));
        }
        let problem = &tiled.problem;
        let bits = bound::bits(problem, control)?;
        let moduli = primes_for(bits as f64);
        let (mut residues, mut plan) = (Vec::new(), None);
        for prime in primes().take(moduli).skip(share.part - 1).step_by(share.of) {
            let modulo = Some(Integer::from(prime));
            let counted =
                Count { modulo: modulo.clone(), part: None, ..self.clone() }.count(tiled, control)?;
            if let Some(engine) = counted.engine.filter(|engine| !engine.counts_by_primes()) {
                return Err(whole(engine));
            }
            residues.push(Residue { modulus: prime.into(), residue: counted.count });
            plan = Some(counted.found.plan);
        }
        // Where there are no conditions they are not part of the question.
        let conditions = Some(&self.conditions).filter(|conditions| !conditions.is_empty());
        Ok(Residual {
            label: Label::new(share, &("count", part::whole(problem), conditions)),
            bits,
            moduli: moduli as u64,
            residues,
            engine: plan.as_ref().and_then(Plan::engine),
            seconds: rounded(begun.elapsed()),
            plan,
        })
    }

    /// Counts.
    ///
    /// # Errors
    /// When the question means nothing for this board, `control` says stop, or two engines differ.
    pub fn answer(&self, tiled: &Tiled, control: &Control) -> Result<Counted, Unanswered> {
        let mut counted = self.count(tiled, control)?;
        if self.cross_check {
            self.recount(tiled, &mut counted, control)?;
        }
        Ok(counted)
    }

    /// Counts once, whether or not two engines are to be compared.
    ///
    /// # Errors
    /// When the question means nothing for this board, or `control` says stop.
    pub fn count(&self, tiled: &Tiled, control: &Control) -> Result<Counted, Unanswered> {
        self.count_by(&self.options(&tiled.problem)?, tiled, control)
    }

    /// Counts once by `options`: those of the question, with a directory for layers perhaps.
    ///
    /// # Errors
    /// As [`Count::count`], and [`Unanswered::Files`] when something is wrong with the directory.
    pub fn count_by(
        &self,
        options: &CountOptions,
        tiled: &Tiled,
        control: &Control,
    ) -> Result<Counted, Unanswered> {
        let begun = Instant::now();
        let problem = &tiled.problem;
        let first = count::count(problem, options, control)?;
        let seconds = rounded(begun.elapsed());
        let chosen = first.plan.choice();
        let (count, by_piece) = match &first.answer {
            count::Answer::Total(count) => (count.into(), None),
            count::Answer::ByPiece(terms) => {
                let total: BigUint = terms.iter().map(|(_, count)| count).sum();
                let total = options.modulo.as_ref().map_or(total.clone(), |m| total % m);
                (
                    Integer::from(&total),
                    Some(terms.iter().map(|term| Term::new(&problem.pieces, term)).collect()),
                )
            }
        };
        let is_none = self.modulo.is_none() && count == Integer::from(0_u64);
        let why = is_none.then(|| empty::of_board(problem, !options.conditions.is_empty(), control));
        Ok(Counted {
            count,
            by_piece,
            modulo: self.modulo.clone(),
            up_to_symmetry: self.up_to.is_some(),
            up_to: self.up_to.filter(|&up_to| up_to != UpTo::Symmetries),
            title: tiled.about.title.clone(),
            board: (&problem.region).into(),
            pieces: problem.pieces.iter().map(|piece| piece.name.clone()).collect(),
            rules: problem.rules,
            engine: chosen.map(|candidate| candidate.engine),
            order: chosen.and_then(|candidate| candidate.order),
            states: first.peak_states.into(),
            cross_check: None,
            why,
            seconds,
            found: first,
        })
    }

    /// The options of the engine, where nothing is kept in files.
    ///
    /// # Errors
    /// When the question means nothing for this board.
    pub fn options(&self, problem: &Problem) -> Result<CountOptions, Unanswered> {
        let modulo = self.modulo.as_ref().map(|m| {
            BigUint::try_from(&m.0)
                .map_err(|_| Unanswered::Question(format!("nothing is counted modulo {}", m.0)))
        });
        let &Count { up_to, by_piece, engine, order, .. } = self;
        let conditions = conditions_on(problem, &self.conditions)?;
        let modulo = modulo.transpose()?;
        Ok(CountOptions { conditions, up_to, by_piece, modulo, engine, order, ..CountOptions::default() })
    }

    /// Counts again by another engine, and puts down which.
    ///
    /// # Errors
    /// When there is no other, the two differ, or `control` says stop.
    pub fn recount(&self, tiled: &Tiled, counted: &mut Counted, control: &Control) -> Result<(), Unanswered> {
        let (problem, first) = (&tiled.problem, counted.found.answer.clone());
        let told = |answer: &_| in_text(answer, &problem.pieces);
        let agreed = recount_tilings(problem, &self.options(problem)?, counted.engine, first, told, control)?;
        counted.cross_check = Some(agreed);
        Ok(())
    }
}

impl Ask for Count {
    type Answer = Told;

    fn ask(&self, about: &Words, control: &Control, listener: &mut Listener<'_>) -> Result<Told, Unanswered> {
        match answered::read(about, control, listener)? {
            Read::Tiling(tiled) => self.told(&tiled, control),
            boardless => self.of(&Subject::new(boardless, control)?, control, listener),
        }
    }
}

fn in_text(answer: &count::Answer, pieces: &PieceSet) -> String {
    match answer {
        count::Answer::Total(count) => format!("{count}\n"),
        count::Answer::ByPiece(terms) => terms.iter().map(|term| Term::new(pieces, term).text()).collect(),
    }
}

/// What may have been meant by a list that is one set of pieces: each of them once, where these together are as large as the board.
pub fn once(list: &str, problem: &Problem) -> Option<String> {
    let set = Some(list.trim()).filter(|list| !list.contains([',', ':']))?;
    let pieces = || problem.pieces.iter().filter(|piece| !piece.hole);
    let free = pieces().count() > 1 && pieces().all(|piece| piece.copies == Copies::ANY);
    let area: usize = pieces().map(Piece::size).sum();
    (free && area == problem.region.len())
        .then(|| format!("any number of each piece is used; --pieces 1:{set} uses each once"))
}

impl Term {
    fn new(pieces: &PieceSet, (copies, count): &(Vec<u64>, BigUint)) -> Self {
        let used = || pieces.iter().zip(copies).filter(|(_, n)| **n > 0);
        Term {
            count: count.into(),
            copies: used().map(|(piece, &n)| (piece.name.clone(), n.into())).collect(),
            written: pieces.monomial(copies),
        }
    }

    fn text(&self) -> String {
        format!("{}\t{}\n", self.count.0, self.written)
    }
}

impl Told {
    /// The number, or the residues.
    pub fn text(&self) -> String {
        match self {
            Told::Counted(counted) => counted.text(),
            Told::Residual(residual) => residual.text(),
            Told::Solutions(total) => total.text(),
        }
    }

    /// What was considered, in words, if anything was.
    pub fn explained(&self) -> Option<String> {
        match self {
            Told::Counted(counted) => Some(explained(counted.plan())),
            Told::Residual(residual) => residual.plan.as_ref().map(explained),
            Told::Solutions(total) => Some(explained(&total.plan)),
        }
    }
}

impl Residual {
    /// A line for each prime: `RESIDUE modulo PRIME`.
    pub fn text(&self) -> String {
        let line = |Residue { modulus, residue }: &Residue| format!("{} modulo {}\n", residue.0, modulus.0);
        self.residues.iter().map(line).collect()
    }

    /// One line about how they were found.
    pub fn account(&self) -> String {
        let (own, all, bits) = (self.residues.len(), self.moduli, self.bits);
        let engine = self.engine.map_or("no engine needed".to_owned(), |engine| format!("{engine} engine"));
        format!("{own} of {all} primes for {bits} bits, {engine}, {}", time(self.seconds))
    }
}

impl Counted {
    /// The number, or a line for each number by pieces.
    pub fn text(&self) -> String {
        match &self.by_piece {
            None => format!("{}\n", self.count.0),
            Some(terms) => terms.iter().map(Term::text).collect(),
        }
    }

    /// One line about how it was found.
    pub fn account(&self) -> String {
        let how = match (self.engine, self.order) {
            (Some(engine), Some(order)) => {
                format!("{engine} engine by {order}, at most {} states", self.states.0)
            }
            _ => "no engine needed".to_owned(),
        };
        format!("{how}, {}", time(self.seconds))
    }

    /// What was considered.
    pub fn plan(&self) -> &Plan<Engine> {
        &self.found.plan
    }
}
