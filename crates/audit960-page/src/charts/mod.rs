//! The charts of the page, drawn by plotters as SVG.
//!
//! Each colour has one meaning and is set by plotters as a plain attribute; the style sheet maps
//! these attributes to the colours of the theme, so that a chart looks right in light and dark and
//! on paper, and still has its colours when it is copied out of the page.

mod axes;
mod castling;
mod company;
mod funnel;
mod popularity;
mod spread;
mod trend;

use std::fmt::Display;
use std::io;

use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, IntoDrawingArea as _, SVGBackend};
use plotters::style::{IntoFont as _, RGBColor, TextStyle};

use audit960_report::escaped;

use crate::language::Language;

pub(super) use castling::{CastlingMeasure, castling_chart};
pub(super) use company::{company_chart, company_legend};
pub(super) use funnel::{Funnel, funnel_chart};
pub(super) use popularity::popularity_chart;
pub(super) use spread::spread_chart;
pub(super) use trend::trend_chart;

/// Labels of axes.
const INK: RGBColor = RGBColor(0x4b, 0x55, 0x67);
/// Numbers in a chart.
const STRONG: RGBColor = RGBColor(0x17, 0x20, 0x2e);
/// Lines of axes and grid.
const GRID: RGBColor = RGBColor(0xd5, 0xdb, 0xe5);
/// What was observed.
const DATA: RGBColor = RGBColor(0x2a, 0x62, 0xb8);
/// What differs significantly.
const ACCENT: RGBColor = RGBColor(0xc2, 0x41, 0x0c);
/// What chance allows.
const CHANCE: RGBColor = RGBColor(0x9a, 0xa5, 0xb8);

/// A canvas of plotters.
type Canvas<'s> = DrawingArea<SVGBackend<'s>, Shift>;

/// Size of a chart, in units of its picture, and of the text in it.
#[derive(Clone, Copy, Debug)]
struct Format {
    class: &'static str,
    width: u32,
    height: u32,
    font: u32,
    stroke: u32,
    dot: u32,
}

/// For screens and paper.
const WIDE: Format = Format {
    class: "chart wide",
    width: 1760,
    height: 700,
    font: 27,
    stroke: 3,
    dot: 6,
};
/// For phones.
const NARROW: Format = Format {
    class: "chart narrow",
    width: 800,
    height: 720,
    font: 34,
    stroke: 4,
    dot: 7,
};
/// For a chart among others.
const SMALL: Format = Format {
    class: "chart",
    width: 800,
    height: 600,
    font: 36,
    stroke: 3,
    dot: 7,
};

impl Format {
    /// Text of axes and labels.
    fn text(self) -> TextStyle<'static> {
        ("sans-serif", self.font).into_font().color(&INK)
    }

    /// Room for the labels of an axis.
    const fn margin(self) -> u32 {
        self.font * 2 + self.font / 2
    }
}

/// A chart in the given sizes; the style sheet shows the one that fits. The label is what a screen
/// reader says.
fn figure(
    label: &str,
    formats: &[Format],
    draw: &dyn Fn(Format, &Canvas<'_>) -> io::Result<()>,
) -> io::Result<String> {
    let label = escaped(label);
    let mut page = String::new();
    for &format in formats {
        let (width, height) = (format.width, format.height);
        let mut svg = String::new();
        {
            let canvas = SVGBackend::with_string(&mut svg, (width, height)).into_drawing_area();
            draw(format, &canvas)?;
            canvas.present().map_err(failed)?;
        }
        // The element begins with a fixed size, which would not fit a phone.
        let body = svg.split_once('>').map_or("", |(_, body)| body);
        page.push_str(&format!(
            "<svg class=\"{}\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{label}\">",
            format.class
        ));
        page.extend(body.lines().map(str::trim));
        page.push('\n');
    }
    Ok(page)
}

/// Drawing into a string does not fail; if it did, writing the page would fail.
fn failed(error: impl Display) -> io::Error {
    io::Error::other(format!("chart: {error}"))
}

/// A count on an axis; nothing between whole numbers.
fn count_label(value: f64, language: Language) -> String {
    if value.fract().abs() > 1e-9 {
        String::new()
    } else {
        language.grouped(value.round() as u64)
    }
}
