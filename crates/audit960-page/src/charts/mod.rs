//! The charts of the page, drawn by plotters as SVG.
//!
//! Each colour has one meaning and is set by plotters as a plain attribute; the style sheet maps
//! these attributes to the colours of the theme, so that a chart looks right in light and dark and
//! on paper, and still has its colours when it is copied out of the page.

mod axes;
mod castling;
mod funnel;
mod trend;

use std::fmt::Display;
use std::io;

use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, IntoDrawingArea as _, SVGBackend};
use plotters::style::{IntoFont as _, RGBColor, TextStyle};

use audit960_report::escaped;

use crate::language::Language;

pub(super) use castling::{CastlingMeasure, castling_chart};
pub(super) use funnel::{Funnel, funnel_chart};
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

/// Size of a chart, in units of its picture: as legible on a phone as beside another chart on a screen.
const SIZE: (u32, u32) = (800, 600);
/// Size of its text.
const FONT: u32 = 32;
/// Width of a line.
const STROKE: u32 = 3;
/// Radius of a dot.
const DOT: u32 = 6;

/// Text of axes and labels.
fn text() -> TextStyle<'static> {
    ("sans-serif", FONT).into_font().color(&INK)
}

/// A chart. The label is what a screen reader says.
fn figure(label: &str, draw: &dyn Fn(&Canvas<'_>) -> io::Result<()>) -> io::Result<String> {
    let (label, (width, height)) = (escaped(label), SIZE);
    let mut svg = String::new();
    {
        let canvas = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        draw(&canvas)?;
        canvas.present().map_err(failed)?;
    }
    // The element begins with a fixed size, which would not fit a phone.
    let body = svg.split_once('>').map_or("", |(_, body)| body);
    let body: String = body.lines().map(str::trim).collect();
    Ok(format!(
        "<svg class=\"chart\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{label}\">{body}"
    ))
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
