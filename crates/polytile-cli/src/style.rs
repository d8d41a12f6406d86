//! How an answer that can be drawn appears on standard output.
//!
//! What the options ask for comes first. Otherwise a terminal gets colours when it says that it has 24 bits of them and
//! nobody has set `NO_COLOR`, box lines when its locale is UTF-8, and letters when it is not; a pipe gets box lines.

use std::io::IsTerminal;

/// How answers appear on standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Not at all: they go into pictures.
    Nothing,
    /// As JSON.
    Json,
    /// As plain letters.
    Letters,
    /// As box lines.
    Lines,
    /// As box lines, the pieces filled with colour.
    Colours,
}

impl Style {
    /// The style of a command with these options: `--json`, `--ascii`, and whether a picture is asked for.
    pub fn of(json: bool, ascii: bool, pictures: bool) -> Self {
        let set = |name: &str| std::env::var(name).unwrap_or_default();
        let terminal = std::io::stdout().is_terminal();
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(set).into_iter().find(|v| !v.is_empty());
        let unicode = locale.is_none_or(|l| l.to_ascii_lowercase().replace('-', "").contains("utf8"));
        if json {
            Style::Json
        } else if ascii {
            Style::Letters
        } else if pictures {
            Style::Nothing
        } else if terminal && !unicode {
            Style::Letters
        } else if terminal
            && set("NO_COLOR").is_empty()
            && ["truecolor", "24bit"].contains(&&*set("COLORTERM"))
        {
            Style::Colours
        } else {
            Style::Lines
        }
    }
}
