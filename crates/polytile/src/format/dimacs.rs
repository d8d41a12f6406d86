//! Exact covers for SAT solvers and model counters: DIMACS CNF, written.
//!
//! Variable `i + 1` stands for option `i`, and a comment says so for each. All further variables are determined by
//! these: a model says which options are chosen and nothing else, so a formula has exactly as many models as the
//! cover has solutions, and a model counter needs no projection.
//!
//! - For an item of few options covered at most once: no two of them, pair by pair.
//! - For an item of more options, or one covered `lo` to `hi` times: a sequential counter (Sinz 2005). Its variable (i,
//!   j) says that of the first i options at least j are chosen; clauses in both directions make that so. Unit
//!   propagation alone finds what the options chosen so far rule out.
//! - For a colour given by several options: a variable for the item and the colour, true if one of them is chosen. At
//!   most one of the colours and of the options without a colour holds.
//!
//! Size: for an item of n options, about n * hi variables and four clauses for each; an item covered once needs n
//! variables and 4n clauses. It is known before anything is written, and compared with the memory budget.

use crate::exact_cover::{ExactCover, Multiplicity};
use crate::run::{Control, Stopped};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Up to this many literals, pairs make fewer clauses than a counter.
const PAIRWISE: usize = 5;

/// The formula whose models are the solutions of `cover`. Every line of `header` becomes a comment, and so do the remarks on
/// options.
///
/// ```
/// use polytile::exact_cover::{Multiplicity, Entry, ExactCover};
/// let mut cover = ExactCover::default();
/// let a = cover.add_item("A", Multiplicity::ONCE)?;
/// cover.add_option(&[Entry::plain(a)])?;
/// cover.add_option(&[Entry::plain(a)])?;
/// let control = polytile::run::Control::default();
/// let text = polytile::format::dimacs::write(&cover, "One of two", |_| None, &control)?;
/// assert!(text.ends_with("p cnf 2 2\n1 2 0\n-1 -2 0\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Stopped`] when the formula needs more memory than the budget, or more variables than solvers can number, 2^31 - 1.
pub fn write(
    cover: &ExactCover,
    header: &str,
    remark: impl Fn(u32) -> Option<String>,
    control: &Control,
) -> Result<String, Stopped> {
    control.reserve(bytes(cover), "a formula")?;
    let formula = Formula::of(cover).ok_or_else(|| {
        Stopped::TooLarge(
            "the formula needs more than 2147483647 variables, which no solver can number".to_owned(),
        )
    })?;
    let mut text = String::new();
    let mut comment = |line: &str| {
        // A line break in a name must not end the comment.
        let line: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        text += format!("c {line}").trim_end();
        text.push('\n');
    };
    header.lines().for_each(&mut comment);
    comment(
        "Models are solutions, one to one: true variables among those listed here are the options chosen,",
    );
    comment("and all further variables are determined by them.");
    for (number, option) in (0..).zip(cover.options()) {
        let mut line = format!("{} =", number + 1);
        for entry in option {
            line.push(' ');
            line += &cover.items()[entry.item as usize].name;
            if let Some(colour) = entry.colour.checked_sub(1) {
                line.push(':');
                line += &cover.colours()[colour as usize];
            }
        }
        if cover.cost(number) > 0 {
            // Writing to a string cannot fail.
            let _ = write!(line, " |{}", cover.cost(number));
        }
        line.extend(remark(number).map(|remark| format!(" ({remark})")));
        comment(&line);
    }
    // Writing to a string cannot fail.
    let _ = writeln!(text, "p cnf {} {}", formula.variables, formula.clauses);
    for &literal in &formula.literals {
        let _ = write!(text, "{literal}{}", if literal == 0 { '\n' } else { ' ' });
    }
    Ok(text)
}

/// About how much memory the formula and its text take: 16 bytes for the literals of a clause and 32 to write them.
fn bytes(cover: &ExactCover) -> u64 {
    let mut holders = vec![0_usize; cover.items().len()];
    let mut entries = 0_u64;
    for entry in cover.options().flatten() {
        holders[entry.item as usize] += 1;
        entries += 1;
    }
    let clauses = cover.items().iter().zip(holders).map(|(item, n)| {
        let levels = match item.demand {
            Multiplicity::Primary { lo, hi } => levels(n, lo as usize, hi as usize),
            Multiplicity::Secondary => levels(n, 0, 1),
        };
        (n as u64).saturating_mul(4 * levels as u64 + 2)
    });
    clauses.fold(0_u64, u64::saturating_add).saturating_mul(48).saturating_add(16 * entries)
}

/// How far a counter of `n` literals must count to tell whether `lo` to `hi` of them are true; 0 where none is needed.
fn levels(n: usize, lo: usize, hi: usize) -> usize {
    let simple = lo >= n || hi == 0 || lo <= 1 && hi >= n || n <= PAIRWISE && hi == 1;
    if simple { 0 } else { lo.max(if hi < n { hi } else { 0 }) }
}

/// Clauses, one after the other, each ended by 0.
#[derive(Default)]
struct Formula {
    variables: i32,
    clauses: usize,
    literals: Vec<i32>,
}

impl Formula {
    /// The formula of `cover`; none if there are not enough variables.
    fn of(cover: &ExactCover) -> Option<Self> {
        let mut formula = Formula { variables: i32::try_from(cover.option_count()).ok()?, ..Self::default() };
        let mut holders: Vec<Vec<(i32, u32)>> = vec![Vec::new(); cover.items().len()];
        for (number, option) in (0..).zip(cover.options()) {
            let variable = number as i32 + 1;
            if !cover.has_primary(number) {
                formula.clause(&[-variable]);
            }
            for entry in option {
                holders[entry.item as usize].push((variable, entry.colour));
            }
        }
        for (item, holders) in cover.items().iter().zip(&holders) {
            match item.demand {
                Multiplicity::Primary { lo, hi } => {
                    let literals: Vec<i32> = holders.iter().map(|(literal, _)| *literal).collect();
                    formula.between(&literals, lo as usize, hi as usize)?;
                }
                Multiplicity::Secondary => {
                    let groups = formula.groups(holders)?;
                    formula.between(&groups, 0, 1)?;
                }
            }
        }
        Some(formula)
    }

    fn clause(&mut self, literals: &[i32]) {
        self.literals.extend_from_slice(literals);
        self.literals.push(0);
        self.clauses += 1;
    }

    fn variable(&mut self) -> Option<i32> {
        self.variables = self.variables.checked_add(1)?;
        Some(self.variables)
    }

    /// A literal for every colour and for every option without a colour: a secondary item allows one of these.
    fn groups(&mut self, holders: &[(i32, u32)]) -> Option<Vec<i32>> {
        let mut groups = Vec::new();
        let mut coloured: BTreeMap<u32, Vec<i32>> = BTreeMap::new();
        for &(literal, colour) in holders {
            if colour == 0 {
                groups.push(literal);
            } else {
                coloured.entry(colour).or_default().push(literal);
            }
        }
        if groups.is_empty() && coloured.len() <= 1 {
            return Some(groups);
        }
        for mut literals in coloured.into_values() {
            if let [only] = literals[..] {
                groups.push(only);
                continue;
            }
            let any = self.variable()?;
            for &literal in &literals {
                self.clause(&[-literal, any]);
            }
            literals.push(-any);
            self.clause(&literals);
            groups.push(any);
        }
        Some(groups)
    }

    /// At least `lo` and at most `hi` of `literals`.
    fn between(&mut self, literals: &[i32], lo: usize, hi: usize) -> Option<()> {
        let n = literals.len();
        if lo > n {
            // Not an empty clause, for not every solver reads one.
            let never = self.variable()?;
            self.clause(&[never]);
            self.clause(&[-never]);
            return Some(());
        }
        if lo == 1 && hi >= n || n <= PAIRWISE && hi == 1 {
            if lo == 1 {
                self.clause(literals);
            }
            if hi < n {
                for (i, &a) in literals.iter().enumerate() {
                    literals[i + 1..].iter().for_each(|&b| self.clause(&[-a, -b]));
                }
            }
            return Some(());
        }
        let forced = if hi == 0 { -1 } else { 1 };
        if hi == 0 || lo == n {
            for &literal in literals {
                self.clause(&[forced * literal]);
            }
            return Some(());
        }
        let levels = levels(n, lo, hi);
        // `before[j - 1]` says that at least j of the literals so far are true; what cannot be true yet has no variable.
        let mut before: Vec<i32> = Vec::new();
        for &literal in literals {
            if hi < n
                && let Some(&full) = before.get(hi - 1)
            {
                self.clause(&[-literal, -full]);
            }
            let mut after = Vec::with_capacity(levels);
            for j in 1..=levels.min(before.len() + 1) {
                let reached = self.variable()?;
                let already = before.get(j - 1);
                let almost = if j == 1 { None } else { before.get(j - 2) };
                let with =
                    |first: [i32; 2], more: Option<i32>| first.into_iter().chain(more).collect::<Vec<_>>();
                if let Some(&already) = already {
                    self.clause(&[-already, reached]);
                }
                self.clause(&with([-literal, reached], almost.map(|almost| -almost)));
                self.clause(&with([-reached, literal], already.copied()));
                if let Some(&almost) = almost {
                    self.clause(&[-reached, almost]);
                }
                after.push(reached);
            }
            before = after;
        }
        if lo > 0 {
            self.clause(&[before[lo - 1]]);
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact_cover::Entry;
    use crate::format::dlx;
    use crate::format::tests::covers::{small_cover, solutions};
    use proptest::prelude::*;

    /// The models of a formula in DIMACS, counted by splitting on the first variable of a shortest clause.
    fn models(text: &str) -> Vec<Vec<bool>> {
        let mut lines = text.lines().filter(|line| !line.starts_with('c'));
        let head: Vec<usize> =
            lines.next().unwrap().split(' ').filter_map(|word| word.parse().ok()).collect();
        let clauses: Vec<Vec<i32>> = lines
            .map(|line| line.split(' ').map(|word| word.parse().unwrap()).take_while(|&l| l != 0).collect())
            .collect();
        assert_eq!(head[1], clauses.len());
        let mut found = Vec::new();
        split(&clauses, &mut vec![None; head[0]], &mut found);
        found
    }

    fn split(clauses: &[Vec<i32>], values: &mut Vec<Option<bool>>, found: &mut Vec<Vec<bool>>) {
        let value =
            |values: &[Option<bool>], l: i32| values[l.unsigned_abs() as usize - 1].map(|v| v == (l > 0));
        let open = |values: &[Option<bool>], clause: &Vec<i32>| {
            if clause.iter().any(|&l| value(values, l) == Some(true)) {
                return None;
            }
            Some(clause.iter().copied().filter(|&l| value(values, l).is_none()).collect::<Vec<_>>())
        };
        let shortest = clauses.iter().filter_map(|clause| open(values, clause)).min_by_key(Vec::len);
        let literal = match shortest {
            Some(clause) if clause.is_empty() => return,
            Some(clause) => clause[0],
            // A variable in no open clause may be true or false.
            None => match values.iter().position(Option::is_none) {
                Some(free) => free as i32 + 1,
                None => return found.push(values.iter().map(|v| v.unwrap()).collect()),
            },
        };
        let at = literal.unsigned_abs() as usize - 1;
        for choice in [literal > 0, literal < 0] {
            values[at] = Some(choice);
            split(clauses, values, found);
        }
        values[at] = None;
    }

    fn models_are_solutions(cover: &ExactCover) {
        let text = write(cover, "", |_| None, &Control::default()).unwrap();
        let chosen = models(&text)
            .into_iter()
            .map(|model| (0..cover.option_count() as u32).filter(|&i| model[i as usize]).collect::<Vec<_>>());
        // Models that differ only in other variables would be here twice.
        let mut chosen: Vec<_> = chosen.collect();
        chosen.sort();
        assert_eq!(chosen, solutions(cover));
    }

    proptest! {
        #[test]
        fn models_are_solutions_one_to_one(cover in small_cover()) {
            models_are_solutions(&cover);
        }
    }

    #[test]
    fn counters_of_every_size_count() {
        for n in 0..=7 {
            for (lo, hi) in (0..=n + 1).flat_map(|lo| (lo..=n + 1).map(move |hi| (lo, hi))) {
                let mut cover = ExactCover::default();
                let item = cover.add_item("A", Multiplicity::Primary { lo, hi }).unwrap();
                for _ in 0..n {
                    cover.add_option(&[Entry::plain(item)]).unwrap();
                }
                models_are_solutions(&cover);
            }
        }
    }

    #[test]
    fn the_small_examples_as_formulas() {
        let cover = dlx::parse("A 0:1|B | X Y\nA X:1\nA B\nB X:2 Y\nX:1 A\nX:2 A\nB X\n").unwrap().cover;
        models_are_solutions(&cover);
        insta::assert_snapshot!(write(&cover, "A small example", |_| None, &Control::default()).unwrap());
    }

    #[test]
    fn a_formula_beyond_the_budget_is_refused_before_it_is_made() {
        let mut cover = ExactCover::default();
        let item = cover.add_item("A", Multiplicity::Primary { lo: 0, hi: 50_000 }).unwrap();
        for _ in 0..100_000 {
            cover.add_option(&[Entry::plain(item)]).unwrap();
        }
        let control = Control::default().memory(1 << 30);
        let stopped = write(&cover, "", |_| None, &control).unwrap_err();
        assert!(matches!(stopped, Stopped::OutOfMemory { .. }));
    }
}
