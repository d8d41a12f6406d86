//! The three ways in which two tilings can be related, and sets of them.
//!
//! A [`Rule`] is one of the ways; its definition stands in the [module](super). What is asked for, and what holds of a pair, is
//! a [`RuleSet`]: three bits, written with the letters of the rules, `S+W`. A pair is related when some rule of the set relates
//! it, so classes by more rules are coarser.

use crate::run::Refused;
use std::fmt;
use std::ops::{BitOr, BitOrAssign};

/// One way in which two tilings can be related. What it says exactly stands in the [module](super).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum Rule {
    /// One isometry carries every moved piece to its new place.
    #[cfg_attr(feature = "serde", serde(rename = "S"))]
    Symmetric,
    /// Two regions of one shape exchange their contents.
    #[cfg_attr(feature = "serde", serde(rename = "W"))]
    Swap,
    /// Two pieces are rearranged within the region that they cover.
    #[cfg_attr(feature = "serde", serde(rename = "P"))]
    Two,
}

impl Rule {
    /// All of them, in the order of their letters S, W, P.
    pub const ALL: [Rule; 3] = [Rule::Symmetric, Rule::Swap, Rule::Two];

    /// The letter it is called by: `S`, `W` or `P`.
    pub fn letter(self) -> char {
        match self {
            Rule::Symmetric => 'S',
            Rule::Swap => 'W',
            Rule::Two => 'P',
        }
    }
}

/// A set of rules.
///
/// ```
/// use polytile::classes::{Rule, RuleSet};
/// let rules = RuleSet::parse("S,W")?;
/// assert!(rules.has(Rule::Swap) && !rules.has(Rule::Two));
/// assert_eq!(rules.to_string(), "S+W");
/// # Ok::<(), polytile::run::Refused>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "String", try_from = "String"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "String"))]
pub struct RuleSet(u8);

impl RuleSet {
    /// No rule.
    pub const NONE: RuleSet = RuleSet(0);
    /// All three.
    pub const ALL: RuleSet = RuleSet(7);

    /// The rules of a comma list of letters, in either case.
    ///
    /// # Errors
    /// When something on the list is not a rule, or there is nothing on it.
    pub fn parse(text: &str) -> Result<Self, Refused> {
        let mut rules = RuleSet::NONE;
        for word in text.split([',', '+']).map(str::trim).filter(|word| !word.is_empty()) {
            let named = |rule: &Rule| word.eq_ignore_ascii_case(&rule.letter().to_string());
            let rule = Rule::ALL.into_iter().find(named);
            let unknown = || {
                Refused::Question(format!(
                    "there is no rule '{word}'; the rules are S (symmetric subset), W (congruent swap) and P (two pieces), \
                     written as in S,W"
                ))
            };
            rules |= rule.ok_or_else(unknown)?.into();
        }
        if rules == RuleSet::NONE {
            let none =
                "without a rule no two tilings are related; the rules are S, W and P, written as in S,W";
            return Err(Refused::Question(none.to_owned()));
        }
        Ok(rules)
    }

    /// Whether these are all the rules there are.
    #[cfg(feature = "serde")]
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands references")]
    pub(super) fn are_all(&self) -> bool {
        *self == RuleSet::ALL
    }

    /// Whether `rule` is one of them.
    pub fn has(self, rule: Rule) -> bool {
        self.meets(rule.into())
    }

    /// Whether the two sets have a rule in common.
    pub fn meets(self, other: RuleSet) -> bool {
        self.0 & other.0 != 0
    }

    /// The rules that both sets have.
    #[must_use]
    pub fn and(self, other: RuleSet) -> RuleSet {
        RuleSet(self.0 & other.0)
    }

    /// The sets of rules that are not empty: S, W, P, S+W, S+P, W+P, S+W+P.
    pub fn combinations() -> impl Iterator<Item = RuleSet> {
        [1, 2, 4, 3, 5, 6, 7].into_iter().map(RuleSet)
    }

    /// A number below 8 for the set.
    pub(super) fn index(self) -> usize {
        self.0.into()
    }
}

impl From<Rule> for RuleSet {
    fn from(rule: Rule) -> Self {
        RuleSet(1 << rule as u8)
    }
}

impl TryFrom<String> for RuleSet {
    type Error = Refused;

    fn try_from(text: String) -> Result<Self, Refused> {
        RuleSet::parse(&text)
    }
}

impl From<RuleSet> for String {
    fn from(rules: RuleSet) -> String {
        rules.to_string()
    }
}

impl BitOr for RuleSet {
    type Output = RuleSet;
    fn bitor(self, other: RuleSet) -> RuleSet {
        RuleSet(self.0 | other.0)
    }
}

impl BitOrAssign for RuleSet {
    fn bitor_assign(&mut self, other: RuleSet) {
        self.0 |= other.0;
    }
}

impl fmt::Display for RuleSet {
    /// Writes the letters with `+` between them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: Vec<String> = Rule::ALL
            .into_iter()
            .filter(|&rule| self.has(rule))
            .map(|rule| rule.letter().to_string())
            .collect();
        f.pad(&letters.join("+"))
    }
}
