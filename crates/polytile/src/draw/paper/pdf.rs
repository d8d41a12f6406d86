//! Pages as a PDF file.
//!
//! In: pages, all of one size. Out: the file, by `krilla`: paths stay paths, and text stays text that can be selected and looked
//! for, in the font that is embedded. Nothing in it depends on the day or the machine. Cost: linear in what is on the pages.

use super::page::{Anchor, Page, PageItem, Path, Text};
use crate::draw::DrawError;
use crate::draw::typeface;
use crate::pieces::Colour;
use crate::run::{Control, Progress};
use krilla::color::rgb;
use krilla::geom::{PathBuilder, Point, Transform};
use krilla::metadata::Metadata;
use krilla::num::NormalizedF32;
use krilla::page::PageSettings;
use krilla::paint::{Fill, FillRule, LineJoin, Paint, Stroke};
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};
use krilla::{Data, Document};

/// Points to a millimetre.
const POINTS: f64 = 72.0 / 25.4;

/// The file of these pages, which are `size` millimetres wide and high.
///
/// # Errors
/// When `control` says stop, or the file cannot be made.
pub(super) fn write(
    pages: &[Page],
    size: [f64; 2],
    title: Option<&str>,
    control: &Control,
) -> Result<Vec<u8>, DrawError> {
    let unencoded = |why: String| DrawError::Unencoded { what: "pages", why };
    let font = Font::new(Data::from(typeface::BYTES), 0).ok_or_else(|| unencoded("no font".to_owned()))?;
    let [width, height] = size.map(|side| (side * POINTS) as f32);
    let mut document = Document::new();
    let metadata = Metadata::new().creator("polytile".to_owned());
    document.set_metadata(match title {
        Some(title) => metadata.title(title.to_owned()),
        None => metadata,
    });
    for (done, page) in (0..).zip(pages) {
        control.check(Progress::Preparation { steps: done })?;
        let settings = PageSettings::from_wh(width, height);
        let mut sheet =
            document.start_page_with(settings.ok_or_else(|| unencoded("no such page".to_owned()))?);
        let mut surface = sheet.surface();
        surface.push_transform(&Transform::from_scale(POINTS as f32, POINTS as f32));
        for item in &page.items {
            match item {
                PageItem::Path(path) => draw(path, &mut surface),
                PageItem::Text(text) => set(text, &font, &mut surface),
            }
        }
        surface.pop();
        surface.finish();
        sheet.finish();
    }
    document.finish().map_err(|e| unencoded(format!("{e:?}")))
}

fn paint([r, g, b]: Colour) -> Paint {
    rgb::Color::new(r, g, b).into()
}

fn draw(path: &Path, surface: &mut Surface<'_>) {
    let mut builder = PathBuilder::new();
    for around in &path.loops {
        for (i, &[x, y]) in around.iter().enumerate() {
            let (x, y) = (x as f32, y as f32);
            if i == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
        }
        builder.close();
    }
    let Some(drawn) = builder.finish() else { return };
    let fill = |colour| Fill { paint: paint(colour), opacity: NormalizedF32::ONE, rule: FillRule::EvenOdd };
    surface.set_fill(path.fill.map(fill));
    surface.set_stroke(path.line.map(|(width, colour)| Stroke {
        paint: paint(colour),
        width: width as f32,
        line_join: LineJoin::Round,
        ..Stroke::default()
    }));
    surface.draw_path(&drawn);
}

fn set(text: &Text, font: &Font, surface: &mut Surface<'_>) {
    let glyphs: Vec<KrillaGlyph> = text
        .line
        .char_indices()
        .map(|(at, letter)| {
            let (id, advance) = typeface::glyph(letter);
            let range = at..at + letter.len_utf8();
            KrillaGlyph::new(GlyphId::new(id.0.into()), advance as f32, 0.0, 0.0, 0.0, range, None)
        })
        .collect();
    let width = typeface::width(&text.line) * text.size;
    let before = match text.anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => width / 2.0,
        Anchor::End => width,
    };
    let [x, y] = text.at.map(|n| n as f32);
    let way = if text.turned { -1.0 } else { 1.0 };
    surface.push_transform(&Transform::from_row(way, 0.0, 0.0, way, x, y));
    surface.set_fill(Some(Fill { paint: paint(text.colour), ..Fill::default() }));
    surface.set_stroke(None);
    let start = Point::from_xy(-before as f32, 0.0);
    surface.draw_glyphs(start, &glyphs, font.clone(), &text.line, text.size as f32, false);
    surface.pop();
}
