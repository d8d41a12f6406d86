//! Options that are one of a few words: engines, orders, metrics.
//!
//! Each is an enum made by the macro `choice!`, which holds in one place what would otherwise be written for each of them: its
//! word, what the word means to somebody who chooses, and how it is read from text, from JSON and by a parser of arguments.

/// One of a few words.
pub trait Choice: Copy + Sized + 'static {
    /// All there are, in the order in which they are listed.
    const ALL: &'static [Self];

    /// Its word.
    fn name(self) -> &'static str;

    /// What it means, in one line.
    fn meaning(self) -> &'static str;

    /// The one with this word.
    fn named(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|one| one.name() == word)
    }

    /// The words of all, with commas between.
    fn words() -> String {
        Self::ALL.iter().map(|one| one.name()).collect::<Vec<_>>().join(", ")
    }

    /// The one with this word.
    ///
    /// # Errors
    /// When there is none: which words there are.
    fn read(word: &str) -> Result<Self, String> {
        Self::named(word).ok_or_else(|| format!("there is no '{word}': it can be {}", Self::words()))
    }
}

/// An enum that is a [`Choice`]; after each variant its word and what it means. Words may be added: nobody outside may take these
/// for all.
macro_rules! choice {
    ($(#[$meta:meta])* $vis:vis enum $Name:ident {
        $($(#[$doc:meta])* $Variant:ident = $word:literal, $meaning:literal;)+
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[non_exhaustive]
        $vis enum $Name {
            $($(#[$doc])* #[cfg_attr(feature = "serde", serde(rename = $word))] $Variant,)+
        }

        impl $crate::choice::Choice for $Name {
            const ALL: &'static [Self] = &[$($Name::$Variant),+];

            fn name(self) -> &'static str {
                match self { $($Name::$Variant => $word),+ }
            }

            fn meaning(self) -> &'static str {
                match self { $($Name::$Variant => $meaning),+ }
            }
        }

        impl std::fmt::Display for $Name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad($crate::choice::Choice::name(*self))
            }
        }

        impl std::str::FromStr for $Name {
            type Err = String;

            fn from_str(word: &str) -> Result<Self, String> {
                $crate::choice::Choice::read(word)
            }
        }
    };
}
pub(crate) use choice;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontier::Order;

    #[test]
    fn words_are_read_back() {
        for &order in Order::ALL {
            assert_eq!(order.name().parse(), Ok(order));
        }
        let wrong = "row".parse::<Order>().unwrap_err();
        assert_eq!(wrong, format!("there is no 'row': it can be {}", Order::words()));
    }
}
