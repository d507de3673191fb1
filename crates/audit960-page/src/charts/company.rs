//! How many games are alone after each number of half-moves.

use std::io;

use plotters::element::Circle;
use plotters::series::{DashedLineSeries, LineSeries};
use plotters::style::{Color as _, RGBColor, ShapeStyle};

use super::axes::{Axis, draw_axes, percent_label};
use super::{ACCENT, CHANCE, DATA, NARROW, WIDE, count_label, failed, figure};
use crate::data::CompanyCurve;
use crate::language::Language;

/// The colours of the curves in their order, and how these are called. The first of several is dashed, the others have
/// dots.
const COLOURS: [(RGBColor, &str); 3] = [(CHANCE, "dashed"), (DATA, "blue"), (ACCENT, "orange")];

/// The colours of so many curves.
fn colours(curves: usize) -> &'static [(RGBColor, &'static str)] {
    match curves {
        1 => &COLOURS[1..],
        _ => &COLOURS,
    }
}

/// Which curve is which: `dashed: the orthodox start; blue: the other 959`.
pub(crate) fn company_legend(curves: &[CompanyCurve], language: Language) -> String {
    let named = curves.iter().zip(colours(curves.len()));
    let named = named.map(|(curve, (_, colour))| {
        let (name, colour) = (language.text(curve.name), language.text(colour));
        language.fill("{0}: {1}", &[colour, name])
    });
    named.collect::<Vec<_>>().join("; ")
}

/// The chart of the curves; empty without any.
pub(crate) fn company_chart(curves: &[CompanyCurve], language: Language) -> io::Result<String> {
    let plies = curves.iter().map(|curve| curve.shares.len()).max();
    let Some(last) = plies
        .and_then(|plies| plies.checked_sub(1))
        .filter(|last| *last > 0)
    else {
        return Ok(String::new());
    };
    let ends = curves.iter().map(|curve| {
        let share = curve.shares.last().copied().unwrap_or_default();
        language.fill(
            "{0}: {1} % after {2}",
            &[
                language.text(curve.name),
                &format!("{:.0}", 100.0 * share),
                &(curve.shares.len() - 1).to_string(),
            ],
        )
    });
    let label = language.fill(
        "Share of games that are alone, by half-moves; {0}.",
        &[&ends.collect::<Vec<_>>().join(", ")],
    );
    figure(&label, &[WIDE, NARROW], &|format, canvas| {
        let mut chart = draw_axes(
            canvas,
            format,
            Axis {
                name: language.text("half-moves"),
                range: 0.0..last as f64,
                labels: 12,
                label: &|value| count_label(*value, language),
            },
            Axis {
                name: language.text("games that are alone"),
                range: 0.0..1.0,
                labels: 6,
                label: &percent_label,
            },
        )?;
        for (index, (curve, (colour, _))) in curves.iter().zip(colours(curves.len())).enumerate() {
            let style = ShapeStyle::from(*colour).stroke_width(format.stroke);
            let points = || {
                curve
                    .shares
                    .iter()
                    .enumerate()
                    .map(|(ply, share)| (ply as f64, *share))
            };
            if index == 0 && curves.len() > 1 {
                let (dash, gap) = (4 * format.stroke, 3 * format.stroke);
                chart
                    .draw_series(DashedLineSeries::new(points(), dash, gap, style))
                    .map_err(failed)?;
                continue;
            }
            chart
                .draw_series(LineSeries::new(points(), style))
                .map_err(failed)?;
            chart
                .draw_series(points().map(|point| Circle::new(point, format.dot, colour.filled())))
                .map_err(failed)?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_for_each_group_and_a_dot_for_each_half_move() {
        let curve = |name, shares: &[f64]| CompanyCurve {
            name,
            shares: shares.to_vec(),
        };
        let curves = [curve("one", &[0.0, 0.25, 0.5]), curve("other", &[0.5, 1.0])];
        let chart = company_chart(&curves, Language::English).unwrap();
        assert!(chart.contains("by half-moves; one: 50 % after 2, other: 100 % after 1."));
        // On the wide chart and on the narrow one: the dashed curve has no dots.
        assert_eq!(chart.matches("<circle ").count(), 4);
        let chart = company_chart(&curves[..1], Language::English).unwrap();
        assert_eq!(chart.matches("<circle ").count(), 6);
        assert_eq!(
            company_legend(&curves, Language::English),
            "dashed: one; blue: other"
        );
        assert_eq!(
            company_legend(&curves[1..], Language::English),
            "blue: other"
        );
        assert_eq!(company_chart(&[], Language::English).unwrap(), "");
        assert_eq!(
            company_chart(&[curve("start", &[1.0])], Language::English).unwrap(),
            ""
        );
    }
}
