//! XML, element by element.
//!
//! In: a text. Out: its elements in order, each with its attributes and its place, to whoever asks for the children of one; what
//! nobody asks for is passed over without being kept. Nothing here is recursive in the depth of the text, and no definition of an
//! entity is taken: a file that has a document type is refused. Tokens are those of `quick-xml`. Cost: linear in the text; an
//! attribute is looked up among those of its element.

use crate::format::FormatError;
use crate::format::number::shortened;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::Range;

/// The mend for a text that is no XML.
const WHOLE: &str = "give the whole file, as BurrTools has written it";

/// A text, read up to some place.
pub(super) struct Elements<'a> {
    text: &'a str,
    reader: Reader<&'a [u8]>,
}

/// The beginning of an element.
pub(super) struct Element<'a> {
    tag: BytesStart<'a>,
    name: String,
    span: Range<usize>,
    /// Whether it has nothing in it, `<a/>`.
    empty: bool,
}

impl Element<'_> {
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The bytes of its beginning.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// An attribute, if there is one of this name.
    pub fn value(&self, name: &str) -> Result<Option<Cow<'_, str>>, FormatError> {
        for attribute in self.tag.attributes().with_checks(false) {
            let attribute = attribute.map_err(|e| self.unreadable(&e))?;
            if attribute.key.as_ref() == name.as_bytes() {
                let value = attribute.unescape_value().map_err(|e| self.unreadable(&e))?;
                // What it is made of is borrowed from the text, but not for as long.
                return Ok(Some(Cow::Owned(value.into_owned())));
            }
        }
        Ok(None)
    }

    fn unreadable(&self, error: &dyn std::fmt::Display) -> FormatError {
        FormatError::new(format!("the attributes of <{}> cannot be read: {error}", self.name))
            .with_help(WHOLE)
            .at(self.span())
    }

    /// Its beginning, up to the bracket, without the attributes that are named.
    pub fn without(&self, names: &[&str]) -> Result<String, FormatError> {
        let mut kept = format!("<{}", self.name);
        for attribute in self.tag.attributes().with_checks(false) {
            let attribute = attribute.map_err(|error| self.unreadable(&error))?;
            let name = String::from_utf8_lossy(attribute.key.as_ref());
            if !names.contains(&&*name) {
                let value = String::from_utf8_lossy(&attribute.value).replace('"', "&quot;");
                // Writing to a string cannot fail.
                let _ = write!(kept, " {name}=\"{value}\"");
            }
        }
        Ok(kept)
    }

    /// A whole number from 0, if there is an attribute of this name that is not empty.
    pub fn number(&self, name: &str) -> Result<Option<u64>, FormatError> {
        let Some(value) = self.value(name)?.filter(|value| !value.trim().is_empty()) else { return Ok(None) };
        value.trim().parse().map(Some).map_err(|_| {
            let message =
                format!("'{}' of <{}> is not a whole number from 0", shortened(value.trim()), self.name);
            FormatError::new(message).with_help(format!("write {name}=\"1\"")).at(self.span())
        })
    }
}

impl<'a> Elements<'a> {
    pub fn new(text: &'a str) -> Self {
        Elements { text, reader: Reader::from_str(text) }
    }

    /// How many bytes have been read.
    pub fn at(&self) -> usize {
        usize::try_from(self.reader.buffer_position()).unwrap_or(self.text.len()).min(self.text.len())
    }

    /// The next thing, and where it is.
    fn next(&mut self) -> Result<(Event<'a>, Range<usize>), FormatError> {
        let from = self.at();
        let event = self.reader.read_event().map_err(|error| {
            let at = usize::try_from(self.reader.error_position()).unwrap_or(from).min(self.text.len());
            FormatError::new(format!("the file is no XML that can be read: {error}"))
                .with_help(WHOLE)
                .at(at..at)
        })?;
        let span = from..self.at();
        if matches!(event, Event::DocType(_)) {
            let error = FormatError::new("the file defines a document type, which no file of BurrTools does");
            return Err(error.with_help("leave <!DOCTYPE ...> out").at(span));
        }
        Ok((event, span))
    }

    /// The outermost element.
    pub fn root(&mut self) -> Result<Element<'a>, FormatError> {
        loop {
            return match self.next()? {
                (Event::Start(tag), span) => Ok(begun(tag, span, false)),
                (Event::Empty(tag), span) => Ok(begun(tag, span, true)),
                (Event::Eof, span) => {
                    Err(FormatError::new("the file has no element in it").with_help(WHOLE).at(span))
                }
                _ => continue,
            };
        }
    }

    /// Hands the children of `parent` to `each`, which reads what is in them, or skips it.
    pub fn children(
        &mut self,
        parent: &Element<'a>,
        each: &mut dyn FnMut(&mut Self, Element<'a>) -> Result<(), FormatError>,
    ) -> Result<(), FormatError> {
        if parent.empty {
            return Ok(());
        }
        loop {
            match self.next()? {
                (Event::Start(tag), span) => {
                    let child = begun(tag, span, false);
                    each(self, child)?;
                }
                (Event::Empty(tag), span) => {
                    let child = begun(tag, span, true);
                    each(self, child)?;
                }
                (Event::End(_), _) => return Ok(()),
                (Event::Eof, _) => return Err(self.cut(parent)),
                _ => {}
            }
        }
    }

    /// Passes over what is in `element`.
    pub fn skip(&mut self, element: &Element<'a>) -> Result<(), FormatError> {
        let mut depth = u64::from(!element.empty);
        while depth > 0 {
            match self.next()?.0 {
                Event::Start(_) => depth += 1,
                Event::End(_) => depth -= 1,
                Event::Eof => return Err(self.cut(element)),
                _ => {}
            }
        }
        Ok(())
    }

    /// The text in `element`, without its elements, and where it begins.
    pub fn text(&mut self, element: &Element<'a>) -> Result<(Cow<'a, str>, usize), FormatError> {
        let mut found: Cow<'a, str> = Cow::Borrowed("");
        let mut start = element.span.end;
        if element.empty {
            return Ok((found, start));
        }
        loop {
            let (event, span) = self.next()?;
            let part = match event {
                Event::Text(_) => self.text.get(span.clone()).unwrap_or_default(),
                // The brackets around it are not part of what it says.
                Event::CData(_) => self.text.get(span.start + 9..span.end - 3).unwrap_or_default(),
                Event::GeneralRef(ref name) => {
                    let bytes: &[u8] = name;
                    let character = match bytes {
                        b"amp" => '&',
                        b"lt" => '<',
                        b"gt" => '>',
                        b"quot" => '"',
                        b"apos" => '\'',
                        _ => name.resolve_char_ref().ok().flatten().ok_or_else(|| {
                            let error =
                                FormatError::new("the file uses an entity that XML does not have by itself");
                            error.with_help("write the character itself").at(span.clone())
                        })?,
                    };
                    found.to_mut().push(character);
                    continue;
                }
                Event::Start(tag) => {
                    let child = begun(tag, span, false);
                    self.skip(&child)?;
                    continue;
                }
                Event::End(_) => return Ok((found, start)),
                Event::Eof => return Err(self.cut(element)),
                _ => continue,
            };
            if found.is_empty() {
                start = span.start;
                found = Cow::Borrowed(part);
            } else {
                found.to_mut().push_str(part);
            }
        }
    }

    /// Where the end of the element stands that has just been read.
    pub fn closing(&self) -> usize {
        let read = &self.text[..self.at()];
        read.rfind("</").unwrap_or(read.len())
    }

    /// That nothing follows the outermost element.
    pub fn end(&mut self) -> Result<(), FormatError> {
        loop {
            match self.next()? {
                (Event::Eof, _) => return Ok(()),
                (Event::Start(_) | Event::Empty(_), span) => {
                    let error = FormatError::new("something follows the puzzle in the file");
                    return Err(error.with_help("give one file at a time").at(span));
                }
                (Event::Text(_) | Event::CData(_), span)
                    if !self.text.get(span.clone()).is_some_and(|text| text.trim().is_empty()) =>
                {
                    let error = FormatError::new("something follows the puzzle in the file");
                    return Err(error.with_help("give one file at a time").at(span));
                }
                _ => {}
            }
        }
    }

    /// That the text ends within `element`.
    fn cut(&self, element: &Element<'a>) -> FormatError {
        let end = self.text.len();
        FormatError::new(format!("the file ends within <{}>", shortened(&element.name)))
            .with_help(WHOLE)
            .at(end..end)
    }
}

/// The element that a tag begins.
fn begun(tag: BytesStart<'_>, span: Range<usize>, empty: bool) -> Element<'_> {
    let name = String::from_utf8_lossy(tag.name().as_ref()).into_owned();
    Element { tag, name, span, empty }
}
