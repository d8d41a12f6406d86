//! TOML with the place of everything: tables whose keys are checked, and strings that know their bytes in the file.
//!
//! In: a parsed file, and its text. Out: [`Table`]s, [`Value`]s and [`Text`]s that answer with the value asked for, or with a
//! [`FormatError`] at the value's own bytes: a key that nobody asked for, a value of another type. A string between quotes may
//! contain escapes, and then its characters cannot be found one by one in the file; only where they can does an error within
//! it, a wrong character of a drawing, say, point at that character. Cost: linear.

use super::FormatError;
use super::suggest::did_you_mean;
use std::borrow::Cow;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A table of a file.
#[derive(Clone)]
pub(super) struct Table<'a> {
    source: &'a str,
    entries: &'a DeTable<'a>,
    span: Range<usize>,
}

/// A value of a file, and the key it belongs to.
#[derive(Clone)]
pub(super) struct Value<'a> {
    source: &'a str,
    key: &'a str,
    content: &'a DeValue<'a>,
    span: Range<usize>,
}

/// A string of a file.
pub(super) struct Text<'a> {
    /// What it says.
    pub content: Cow<'a, str>,
    /// Where its first character is in the file, if its characters stand there one by one.
    start: Option<usize>,
    span: Range<usize>,
}

/// What is wrong with the grammar of a file.
pub(super) fn syntax_error(error: &toml::de::Error) -> FormatError {
    let message = error.message().trim_end_matches('.').replace('`', "'");
    FormatError::new(message)
        .with_help("puzzle files are TOML: KEY = VALUE, texts in quotes, drawings between ''' and '''")
        .at(error.span().unwrap_or(0..0))
}

impl<'a> Table<'a> {
    /// The table of the whole file `source`.
    pub fn root(source: &'a str, table: &'a DeTable<'a>) -> Self {
        Table { source, entries: table, span: 0..0 }
    }

    /// Refuses every key that is not among `known`; `what` is the table in words.
    pub fn only(&self, what: &str, known: &[&str]) -> Result<(), FormatError> {
        // In the order of the file, so that the first slip is the one reported.
        let unknown = self.entries.keys().filter(|key| !known.contains(&key.get_ref().as_ref()));
        match unknown.min_by_key(|key| key.span().start) {
            None => Ok(()),
            Some(key) => {
                let name = key.get_ref();
                Err(FormatError::new(format!("there is no key '{name}' in {what}"))
                    .with_help(did_you_mean(name, known))
                    .at(key.span()))
            }
        }
    }

    /// The value of `key`, if there is one.
    pub fn get(&self, key: &str) -> Option<Value<'a>> {
        let (key, value) = self.entries.iter().find(|(k, _)| k.get_ref().as_ref() == key)?;
        let key = key.get_ref().as_ref();
        Some(Value { source: self.source, key, content: value.get_ref(), span: value.span() })
    }

    /// An error about the table as a whole.
    pub fn error(&self, message: impl Into<String>) -> FormatError {
        FormatError::new(message).at(self.span.clone())
    }

    /// The text of `key`, if there is one.
    pub fn text(&self, key: &str) -> Result<Option<Text<'a>>, FormatError> {
        self.get(key).map(|value| value.text()).transpose()
    }

    /// The truth value of `key`, if there is one.
    pub fn boolean(&self, key: &str) -> Result<Option<bool>, FormatError> {
        self.get(key).map(|value| value.boolean()).transpose()
    }
}

impl<'a> Value<'a> {
    /// The bytes of the value in the file.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// An error about this value.
    pub fn error(&self, message: impl Into<String>) -> FormatError {
        FormatError::new(message).at(self.span())
    }

    fn wrong_type(&self, wanted: &str) -> FormatError {
        let found = match self.content {
            DeValue::String(_) => "a text",
            DeValue::Integer(_) | DeValue::Float(_) => "a number",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        self.error(format!("'{}' must be {wanted}, not {found}", self.key))
    }

    pub fn is_text(&self) -> bool {
        matches!(self.content, DeValue::String(_))
    }

    pub fn is_integer(&self) -> bool {
        matches!(self.content, DeValue::Integer(_))
    }

    pub fn text(&self) -> Result<Text<'a>, FormatError> {
        let DeValue::String(decoded) = self.content else {
            return Err(self.wrong_type("a text").with_help(format!("write {} = \"...\"", self.key)));
        };
        let (raw, start) = inner(self.source, self.span());
        // Without escapes, and apart from line ends, the file holds the text itself.
        if !raw.is_empty() && raw.replace("\r\n", "\n") == decoded.replace("\r\n", "\n") {
            return Ok(Text { content: Cow::Borrowed(raw), start: Some(start), span: self.span() });
        }
        Ok(Text { content: Cow::Borrowed(decoded), start: None, span: self.span() })
    }

    pub fn boolean(&self) -> Result<bool, FormatError> {
        match self.content {
            DeValue::Boolean(value) => Ok(*value),
            _ => Err(self.wrong_type("true or false").with_help(format!("write {} = true", self.key))),
        }
    }

    /// A whole number below 2^32.
    pub fn integer(&self) -> Result<u32, FormatError> {
        let DeValue::Integer(number) = self.content else {
            return Err(self.wrong_type("a whole number"));
        };
        u32::from_str_radix(number.as_str(), number.radix())
            .map_err(|_| self.error(format!("'{}' must be a whole number from 0 to 4294967295", self.key)))
    }

    /// A whole number, also a negative one.
    pub fn number(&self) -> Result<i64, FormatError> {
        let DeValue::Integer(number) = self.content else { return Err(self.wrong_type("a whole number")) };
        i64::from_str_radix(number.as_str(), number.radix())
            .map_err(|_| self.error(format!("{} is too large", super::number::shortened(number.as_str()))))
    }

    pub fn array(&self) -> Result<Vec<Value<'a>>, FormatError> {
        let DeValue::Array(values) = self.content else { return Err(self.wrong_type("a list")) };
        let value =
            |v: &'a Spanned<DeValue<'a>>| Value { content: v.get_ref(), span: v.span(), ..self.clone() };
        Ok(values.iter().map(value).collect())
    }

    pub fn table(&self) -> Result<Table<'a>, FormatError> {
        match self.content {
            DeValue::Table(table) => Ok(Table { source: self.source, entries: table, span: self.span() }),
            _ => Err(self.wrong_type("a table")),
        }
    }
}

impl Text<'_> {
    /// Puts an error found in the text into the file: at its character, or at the whole text.
    pub fn place(&self, error: FormatError) -> FormatError {
        match (self.start, &error.span) {
            (Some(start), Some(_)) => error.moved_by(start),
            _ => error.at(self.span.clone()),
        }
    }

    /// Reads the text with `read`; an error is put where it belongs in the file.
    pub fn read<T>(&self, read: impl FnOnce(&str) -> Result<T, FormatError>) -> Result<T, FormatError> {
        read(&self.content).map_err(|error| self.place(error))
    }
}

/// What stands between the quotes of the string at `span`, and where that begins.
fn inner(source: &str, span: Range<usize>) -> (&str, usize) {
    let whole = source.get(span.clone()).unwrap_or_default();
    for quotes in ["'''", "\"\"\"", "'", "\""] {
        let Some(content) = whole.strip_prefix(quotes).and_then(|s| s.strip_suffix(quotes)) else { continue };
        let line_end = if quotes.len() == 1 { "" } else { content };
        let skipped = if line_end.starts_with("\r\n") { 2 } else { usize::from(line_end.starts_with('\n')) };
        return (&content[skipped..], span.start + quotes.len() + skipped);
    }
    ("", span.start)
}
