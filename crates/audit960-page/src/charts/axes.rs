//! What most charts stand in: two axes with names and labels, and lines across at the labels of the vertical one.

use std::io;
use std::ops::Range;

use plotters::chart::{ChartBuilder, ChartContext};
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::SVGBackend;
use plotters::style::Color as _;

use super::{Canvas, FONT, GRID, failed, text};

/// A chart with its axes, in which values are drawn.
pub(super) type Chart<'c, 's> =
    ChartContext<'c, SVGBackend<'s>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// An axis.
pub(super) struct Axis<'a> {
    /// What its numbers are.
    pub(super) name: &'a str,
    pub(super) range: Range<f64>,
    /// About how many labels it has.
    pub(super) labels: usize,
    /// The label at a number.
    pub(super) label: &'a dyn Fn(&f64) -> String,
}

/// Draws the axes of a chart that fills a canvas.
pub(super) fn draw_axes<'c, 's>(
    canvas: &'c Canvas<'s>,
    x: Axis<'_>,
    y: Axis<'_>,
) -> io::Result<Chart<'c, 's>> {
    let mut chart = ChartBuilder::on(canvas)
        .margin(FONT / 2)
        .margin_right(FONT)
        .x_label_area_size(FONT * 5 / 2)
        .y_label_area_size(FONT * 7 / 2)
        .build_cartesian_2d(x.range, y.range)
        .map_err(failed)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_desc(x.name)
        .y_desc(y.name)
        .label_style(text())
        .axis_desc_style(text())
        .axis_style(GRID)
        .bold_line_style(GRID)
        .light_line_style(GRID.mix(0.0))
        .x_label_formatter(x.label)
        .y_label_formatter(y.label)
        .x_labels(x.labels)
        .y_labels(y.labels)
        .draw()
        .map_err(failed)?;
    Ok(chart)
}

/// A share of one as a percentage.
pub(super) fn percent_label(share: &f64) -> String {
    format!("{:.0} %", share * 100.0)
}
