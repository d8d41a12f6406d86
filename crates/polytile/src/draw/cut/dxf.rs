//! What is cut as DXF, in millimetres.
//!
//! The ASCII form of release 12, which every program reads: a group code and a value on lines of their own. Layers are CUT and
//! ENGRAVE; lines are polylines, arcs in them bulges; `y` goes up. Source: the DXF reference of release 12.

use super::{Cut, Line};
use crate::draw::polygons::number;
use std::fmt::{Display, Write};

/// A file while it is written.
struct File(String);

impl File {
    fn group(&mut self, code: u32, value: impl Display) {
        // Writing to a string cannot fail.
        let _ = write!(self.0, "{code}\n{value}\n");
    }

    fn groups(&mut self, groups: &[(u32, &str)]) {
        for &(code, value) in groups {
            self.group(code, value);
        }
    }

    /// A point, from millimetres down to millimetres up.
    fn point(&mut self, codes: [u32; 2], [x, y]: [f64; 2], height: f64) {
        self.group(codes[0], number(x));
        self.group(codes[1], number(height - y));
    }

    fn polyline(&mut self, line: &Line, layer: &str, height: f64) {
        let closed = if line.closed { "1" } else { "0" };
        self.groups(&[(0, "POLYLINE"), (8, layer), (66, "1"), (10, "0"), (20, "0"), (30, "0"), (70, closed)]);
        for vertex in &line.vertices {
            self.groups(&[(0, "VERTEX"), (8, layer)]);
            self.point([10, 20], vertex.at, height);
            self.group(30, "0");
            if vertex.bulge != 0.0 {
                // Positive ones go the other way around.
                self.group(42, format!("{:.6}", -vertex.bulge));
            }
        }
        self.groups(&[(0, "SEQEND"), (8, layer)]);
    }
}

impl Cut {
    /// The DXF file.
    pub fn dxf(&self) -> String {
        let height = self.size[1];
        let mut file = File(String::new());
        file.group(999, "millimetres");
        file.groups(&[(0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009")]);
        file.groups(&[(9, "$EXTMIN"), (10, "0"), (20, "0"), (9, "$EXTMAX")]);
        file.point([10, 20], [self.size[0], 0.0], height);
        file.groups(&[(0, "ENDSEC"), (0, "SECTION"), (2, "TABLES")]);
        file.groups(&[(0, "TABLE"), (2, "LTYPE"), (70, "1"), (0, "LTYPE"), (2, "CONTINUOUS"), (70, "0")]);
        file.groups(&[(3, "Solid line"), (72, "65"), (73, "0"), (40, "0"), (0, "ENDTAB")]);
        file.groups(&[(0, "TABLE"), (2, "LAYER"), (70, "2")]);
        // Red and blue.
        for (layer, colour) in [("CUT", "1"), ("ENGRAVE", "5")] {
            file.groups(&[(0, "LAYER"), (2, layer), (70, "0"), (62, colour), (6, "CONTINUOUS")]);
        }
        file.groups(&[(0, "ENDTAB"), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")]);
        for line in &self.engraved {
            file.polyline(line, "ENGRAVE", height);
        }
        for name in &self.names {
            file.groups(&[(0, "TEXT"), (8, "ENGRAVE")]);
            file.point([10, 20], name.at, height);
            file.group(40, number(name.height));
            file.group(1, plain(&name.text));
            // In the middle of the second point.
            file.group(72, "1");
            file.point([11, 21], name.at, height);
        }
        for line in &self.lines {
            file.polyline(line, "CUT", height);
        }
        file.groups(&[(0, "ENDSEC"), (0, "EOF")]);
        file.0
    }
}

/// A text on one line, in ASCII: other letters by their numbers, which have four digits. Two percent signs begin a sign of their
/// own, and are parted; a backslash would begin a number.
fn plain(text: &str) -> String {
    let letter = |c: char| match c {
        c if c.is_control() => " ".to_owned(),
        '\\' => "/".to_owned(),
        c if c.is_ascii() => c.to_string(),
        c => u16::try_from(u32::from(c)).map_or_else(|_| "?".to_owned(), |c| format!("\\U+{c:04X}")),
    };
    let text: String = text.chars().map(letter).collect();
    // Of three in a row, the second time parts those that are left.
    text.replace("%%", "% %").replace("%%", "% %")
}
