//! White's score and the share of draws, year by year.

use std::io;

use plotters::element::{Circle, PathElement};
use plotters::series::{DashedLineSeries, LineSeries};
use plotters::style::{Color as _, ShapeStyle};

use super::axes::{Axis, draw_axes, percent_label};
use super::{CHANCE, DATA, DOT, INK, STROKE, failed, figure};
use crate::data::ResultLine;
use crate::language::Language;

/// The chart of the years that have games with a result; empty for fewer than two.
///
/// Dots and bars are White's score with its 95 % interval, the dashed line is the share of draws.
pub(crate) fn trend_chart(years: &[ResultLine], language: Language) -> io::Result<String> {
    let [first, .., last] = years else {
        return Ok(String::new());
    };
    let shares = [first.score, last.score, first.draws, last.draws];
    let shares = shares.map(|share| {
        language
            .number(&format!("{:.1} %", 100.0 * share))
            .into_owned()
    });
    let [score, last_score, draws, last_draws] = &shares;
    let label = language.fill(
        "White's score and the share of draws by year, {0} to {1}: score {2} in the first year and {3} in the last, draws \
         {4} and {5}.",
        &[
            &first.name,
            &last.name,
            score,
            last_score,
            draws,
            last_draws,
        ],
    );
    figure(&label, &|canvas| {
        let (first, last) = (at(first), at(last));
        let interval = |year: &ResultLine| year.interval.unwrap_or((year.score, year.score));
        let shown = years.iter().flat_map(|year| {
            let (low, high) = interval(year);
            [low, high, year.draws]
        });
        let (low, high) = shown.fold((1.0_f64, 0.0_f64), |(low, high), share| {
            (low.min(share), high.max(share))
        });
        let (low, high) = ((low - 0.03).max(0.0), (high + 0.03).min(1.0));
        let mut chart = draw_axes(
            canvas,
            Axis {
                name: language.text("year"),
                range: first - 0.5..last + 0.5,
                labels: 5,
                label: &year_label,
            },
            Axis {
                name: language.text("share"),
                range: low..high,
                labels: 6,
                label: &percent_label,
            },
        )?;
        let dashes = ShapeStyle::from(CHANCE).stroke_width(STROKE);
        let draws = years.iter().map(|year| (at(year), year.draws));
        chart
            .draw_series(DashedLineSeries::new(draws, 4 * STROKE, 3 * STROKE, dashes))
            .map_err(failed)?;
        let thin = ShapeStyle::from(INK).stroke_width(STROKE / 2);
        chart
            .draw_series(years.iter().map(|year| {
                let (low, high) = interval(year);
                PathElement::new(vec![(at(year), low), (at(year), high)], thin)
            }))
            .map_err(failed)?;
        let line = ShapeStyle::from(DATA).stroke_width(STROKE);
        let scores = || years.iter().map(|year| (at(year), year.score));
        chart
            .draw_series(LineSeries::new(scores(), line))
            .map_err(failed)?;
        chart
            .draw_series(scores().map(|point| Circle::new(point, DOT, DATA.filled())))
            .map_err(failed)?;
        Ok(())
    })
}

/// Where a year is on the axis.
fn at(year: &ResultLine) -> f64 {
    year.name.parse().unwrap_or_default()
}

/// A year on an axis; nothing between whole numbers.
fn year_label(value: &f64) -> String {
    if value.fract().abs() > 1e-9 {
        String::new()
    } else {
        format!("{value:.0}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn year(year: i32, score: f64, draws: f64) -> ResultLine {
        ResultLine {
            name: year.to_string(),
            games: 10,
            score,
            interval: Some((score - 0.1, score + 0.1)),
            draws,
        }
    }

    #[test]
    fn the_label_says_what_the_picture_shows() {
        let chart = trend_chart(
            &[year(2001, 0.55, 0.25), year(2004, 0.5, 0.5)],
            Language::English,
        )
        .unwrap();
        assert!(chart.contains(
            "2001 to 2004: score 55.0 % in the first year and 50.0 % in the last, draws 25.0 % and \
             50.0 %."
        ));
        assert_eq!(chart.matches("<circle ").count(), 2);
        assert_eq!(
            trend_chart(&[year(2001, 0.5, 0.2)], Language::English).unwrap(),
            ""
        );
    }

    #[test]
    fn years_are_whole() {
        assert_eq!(
            (year_label(&2004.0), year_label(&2004.5)),
            ("2004".to_owned(), String::new())
        );
    }
}
