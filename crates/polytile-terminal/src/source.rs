//! Reports: what is wrong or odd, the mend, and the place in a text that it is about.
//!
//! In: a message, or something that the library has misread. Out: on a terminal, a frame around the line with the place marked
//! (miette); elsewhere plain letters. Lines far longer than a screen are shown only near the place, and words that repeat what
//! somebody wrote are cut short.

use crate::layout::width;
use crate::say::{for_people, say};
use crate::style::is_coloured;
use polytile::format::source::Misread;
pub use polytile::format::source::Source;
use polytile::format::{FormatError, brief};
use std::fmt::Write as _;
use std::io::IsTerminal;
use std::ops::Range;

/// Bytes of a line that can be shown as a whole.
const USUAL_LINE: usize = 200;

/// Whether a report ends the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// It does.
    Error,
    /// It does not.
    Warning,
}

/// Something to tell the user: what, how to mend it, and where.
#[derive(Clone, Debug)]
pub struct Report {
    severity: Severity,
    message: String,
    help: Option<String>,
    place: Option<(Shown, Option<Range<usize>>)>,
}

/// A text as the report shows it.
#[derive(Clone, Debug)]
struct Shown(Source);

impl Report {
    /// Whether the mend names a command.
    pub fn names_command(&self) -> bool {
        self.help.as_ref().is_some_and(|help| help.contains("`polytile "))
    }

    /// A report without a place.
    pub fn new(severity: Severity, message: impl Into<String>) -> Self {
        Report { severity, message: brief(&message.into()), help: None, place: None }
    }

    /// The report of something found in a text.
    pub fn found(severity: Severity, misread: Misread) -> Self {
        let FormatError { message, help, span } = misread.error;
        let (message, help) = (brief(&message), help.map(|help| brief(&help)));
        Report { severity, message, help, place: misread.text.map(|text| (Shown(text), span)) }
    }

    /// This report, with `more` at the end of its message.
    #[must_use]
    pub fn saying(mut self, more: &str) -> Self {
        self.message = brief(&(self.message + more));
        self
    }

    /// This report, with `help` after its mend, if it has one.
    #[must_use]
    pub fn with_more_help(self, help: &str) -> Self {
        let help = self.help.as_ref().map_or_else(|| help.to_owned(), |mend| format!("{mend}; {help}"));
        self.with_help(help)
    }

    /// This report, with `help` as its mend.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(brief(&help.into()));
        self
    }

    /// Writes the report to standard error: with colours and frames on a terminal, in plain letters elsewhere.
    pub fn print(&self) {
        let fancy = std::io::stderr().is_terminal() && is_coloured() && self.is_short();
        say(&if fancy { self.fancy() } else { for_people(&self.plain()) });
    }

    /// Whether the line that is shown, and those around it, have a usual length; other lines are shown only in part.
    fn is_short(&self) -> bool {
        let Some((Shown(source), Some(span))) = &self.place else { return true };
        let rest = source.text.get(span.start..).unwrap_or_default();
        let before = source.text.get(..span.start).unwrap_or_default();
        let after = rest.lines().take(3).map(str::len).max().unwrap_or(0);
        let around = before.lines().rev().take(2).map(str::len).max().unwrap_or(0) + after;
        around <= USUAL_LINE && span.len() <= USUAL_LINE
    }

    fn fancy(&self) -> String {
        let mut text = String::new();
        let handler = miette::GraphicalReportHandler::new().with_width(width());
        match handler.render_report(&mut text, self) {
            Ok(()) => text.trim_end().to_owned() + "\n",
            Err(_) => self.plain(),
        }
    }

    fn plain(&self) -> String {
        let kind = if self.severity == Severity::Error { "error" } else { "warning" };
        let mut text = format!("{kind}: {}\n", self.message);
        // Writing to a string cannot fail.
        let _ = match &self.place {
            Some((Shown(source), Some(span))) => excerpt(&mut text, source, span),
            Some((Shown(source), None)) => writeln!(text, "  --> {}", source.name),
            None => Ok(()),
        };
        if let Some(help) = &self.help {
            let _ = writeln!(text, "  help: {help}");
        }
        text
    }
}

/// The line on which a span begins, with the span marked; of a very long line, only what is near.
fn excerpt(text: &mut String, source: &Source, span: &Range<usize>) -> std::fmt::Result {
    const NEAR: usize = 60;
    let (number, column, line) = source.line(span.start);
    let marked = source.text.get(span.clone()).unwrap_or_default();
    let marked = marked.lines().next().unwrap_or_default().chars().count().clamp(1, NEAR);
    let skipped = if line.chars().count() > 2 * NEAR { column.saturating_sub(NEAR) } else { 0 };
    // A tab is one column wide here, so that the mark stands below its character.
    let shown: String =
        line.chars().skip(skipped).take(2 * NEAR).map(|c| if c.is_control() { ' ' } else { c }).collect();
    let margin = " ".repeat(number.to_string().len());
    let indent = " ".repeat(column - 1 - skipped);
    writeln!(text, "{margin} --> {}:{number}:{column}", source.name)?;
    writeln!(text, "{margin} |")?;
    writeln!(text, "{number} | {}", shown.trim_end())?;
    writeln!(text, "{margin} | {indent}{}", "^".repeat(marked))
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Report {}

impl miette::Diagnostic for Report {
    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn std::fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn std::fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        self.place.as_ref().map(|(shown, _)| shown as &dyn miette::SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = miette::LabeledSpan> + '_>> {
        let (_, span) = self.place.as_ref()?;
        let label = miette::LabeledSpan::new_with_span(None, span.clone()?);
        Some(Box::new(std::iter::once(label)))
    }
}

impl miette::SourceCode for Shown {
    fn read_span<'a>(
        &'a self,
        span: &miette::SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn miette::SpanContents<'a> + 'a>, miette::MietteError> {
        let contents = self.0.text.read_span(span, before, after)?;
        Ok(Box::new(miette::MietteSpanContents::new_named(
            self.0.name.clone(),
            contents.data(),
            *contents.span(),
            contents.line(),
            contents.column(),
            contents.line_count(),
        )))
    }
}
