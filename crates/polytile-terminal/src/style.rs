//! How an answer that can be drawn appears on standard output.
//!
//! What the options ask for comes first. Otherwise a terminal gets letters when its locale is not UTF-8 or it is a dumb one or does not say what it is, and
//! box lines when not, in as many colours as it says it has unless `NO_COLOR` is set; a pipe gets box lines.

use polytile::draw::Tones;
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
    Colours(Tones),
}

impl Style {
    /// The style of a command with these options: `--json`, `--ascii`, and whether a picture is asked for.
    pub fn of(json: bool, ascii: bool, pictures: bool) -> Self {
        let terminal = std::io::stdout().is_terminal();
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(set).into_iter().find(|v| !v.is_empty());
        let unicode = locale.is_none_or(|l| l.to_ascii_lowercase().replace('-', "").contains("utf8"));
        if json {
            Style::Json
        } else if ascii {
            Style::Letters
        } else if pictures {
            Style::Nothing
        } else if terminal && (!unicode || is_dumb()) {
            Style::Letters
        } else {
            let wanted = terminal && is_coloured();
            let tones = if wanted { tones(&set("TERM"), &set("COLORTERM")) } else { None };
            tones.map_or(Style::Lines, Style::Colours)
        }
    }
}

/// The value of an environment variable, empty where it is not set.
fn set(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
}

/// Whether terminals can only be written to line by line: nothing is coloured, and nothing is written over. On Unix a terminal that
/// does not say what it is may be one of these.
pub fn is_dumb() -> bool {
    let term = set("TERM");
    term == "dumb" || (cfg!(unix) && term.is_empty())
}

/// Whether a terminal may be sent colours.
pub fn is_coloured() -> bool {
    set("NO_COLOR").is_empty() && !is_dumb()
}

/// The colours of a terminal whose environment has these values of `TERM` and `COLORTERM`.
fn tones(term: &str, colorterm: &str) -> Option<Tones> {
    // Of the terminals whose names say nothing of colours, these have them.
    const COLOURED: [&str; 10] =
        ["xterm", "screen", "tmux", "rxvt", "linux", "ansi", "cygwin", "konsole", "alacritty", "kitty"];
    if term.is_empty() || term == "dumb" {
        None
    } else if ["truecolor", "24bit"].contains(&colorterm) || term.ends_with("-direct") {
        Some(Tones::Millions)
    } else if term.contains("256color") {
        Some(Tones::Of256)
    } else if term.contains("color") || COLOURED.iter().any(|name| term.starts_with(name)) {
        Some(Tones::Of16)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_get_the_colours_they_have() {
        for (term, colorterm, expected) in [
            ("xterm-256color", "truecolor", Some(Tones::Millions)),
            ("xterm-256color", "24bit", Some(Tones::Millions)),
            ("xterm-direct", "", Some(Tones::Millions)),
            ("xterm-256color", "", Some(Tones::Of256)),
            ("screen-256color-bce", "yes", Some(Tones::Of256)),
            ("xterm", "", Some(Tones::Of16)),
            ("linux", "", Some(Tones::Of16)),
            ("Eterm-color", "", Some(Tones::Of16)),
            ("vt100", "", None),
            ("dumb", "truecolor", None),
            ("", "", None),
        ] {
            assert_eq!(tones(term, colorterm), expected, "{term} {colorterm}");
        }
    }
}
