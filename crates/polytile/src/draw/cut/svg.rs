//! What is cut as SVG, in millimetres.
//!
//! A layer is a group with a name, which drawing programs and those of lasers show as one: what is cut is red, what is engraved blue, as most
//! lasers have it.

use super::{Cut, Line};
use crate::draw::polygons::number;
use crate::draw::svg::escaped;
use std::fmt::Write;

impl Cut {
    /// The SVG document.
    pub fn svg(&self) -> String {
        let [width, height] = self.size.map(number);
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" \
             width=\"{width}mm\" height=\"{height}mm\" viewBox=\"0 0 {width} {height}\">\n"
        );
        let layer = |name: &str, colour: &str| {
            format!(
                "<g id=\"{name}\" inkscape:groupmode=\"layer\" inkscape:label=\"{name}\" fill=\"none\" stroke=\"{colour}\" \
                 stroke-width=\".1\">\n"
            )
        };
        text += &layer("engrave", "#00f");
        text.extend(self.engraved.iter().map(path));
        for name in &self.names {
            let ([x, y], size) = (name.at.map(number), number(name.height / 0.73));
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"middle\" font-family=\"DejaVu Sans, Verdana, Arial, \
                 sans-serif\" fill=\"#00f\" stroke=\"none\">{}</text>",
                escaped(&name.text)
            );
        }
        text += "</g>\n";
        text += &layer("cut", "#f00");
        text.extend(self.lines.iter().map(path));
        text + "</g>\n</svg>\n"
    }
}

/// The path of a line.
fn path(line: &Line) -> String {
    let mut text = String::from("<path d=\"");
    let mut bulge = 0.0_f64;
    let mut from = [0.0; 2];
    // A straight way back is what the end of a closed path says.
    let round = line.closed && line.vertices.last().is_some_and(|last| last.bulge != 0.0);
    let first = line.vertices.first().filter(|_| round);
    for (i, vertex) in line.vertices.iter().chain(first).enumerate() {
        let [x, y] = vertex.at.map(number);
        let _ = if i == 0 {
            write!(text, "M{x} {y}")
        } else if bulge == 0.0 {
            write!(text, "L{x} {y}")
        } else {
            let chord = (vertex.at[0] - from[0]).hypot(vertex.at[1] - from[1]);
            let radius = number(chord / 2.0 / (2.0 * bulge.atan()).sin());
            write!(text, "A{radius} {radius} 0 0 1 {x} {y}")
        };
        (bulge, from) = (vertex.bulge, vertex.at);
    }
    text + if line.closed { "z\"/>\n" } else { "\"/>\n" }
}
