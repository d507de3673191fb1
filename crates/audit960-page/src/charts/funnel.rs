//! Score against number of games, with the limits of chance.

use std::io;

use plotters::element::{Circle, Polygon};
use plotters::series::{DashedLineSeries, LineSeries};
use plotters::style::{Color as _, ShapeStyle};

use crate::language::Language;

use super::axes::{Axis, draw_axes, percent_label};
use super::{ACCENT, CHANCE, Canvas, DATA, DOT, FONT, STROKE, count_label, failed, figure};

/// Half widths of the two pairs of limits, in standard deviations: 95 % and 99.8 % of positions
/// that do not differ lie within (D. J. Spiegelhalter, *Funnel plots for comparing institutional
/// performance*, Statistics in Medicine 24, 2005).
const LIMITS: [f64; 2] = [1.959_964, 3.090_232];

/// Steps of a curve.
const STEPS: u32 = 160;

/// A funnel plot to be drawn.
#[derive(Clone, Debug)]
pub(crate) struct Funnel {
    /// Mean of White's score over the archive.
    pub(crate) mean: f64,
    /// Its variance in one game.
    pub(crate) variance: f64,
    /// Games with a result, score, and whether it differs significantly, for every position with a
    /// game with a result, by Scharnagl number.
    pub(crate) points: Vec<(u64, f64, bool)>,
}

impl Funnel {
    /// Positions outside the 95 % and the 99.8 % limits.
    pub(crate) fn outside(&self) -> [usize; 2] {
        LIMITS.map(|limit| {
            let beyond = |&&(games, score, _): &&(u64, f64, bool)| {
                (score - self.mean).abs() > self.width(limit, games as f64)
            };
            self.points.iter().filter(beyond).count()
        })
    }

    fn width(&self, limit: f64, games: f64) -> f64 {
        limit * (self.variance / games).sqrt()
    }

    /// Lowest and highest score to be shown: those of the points, and the limits where they are
    /// narrowest.
    fn range(&self, most: f64) -> (f64, f64) {
        let limit = self.width(LIMITS[1], most);
        let scores = self.points.iter().map(|&(_, score, _)| score);
        let first = (self.mean - limit, self.mean + limit);
        let (low, high) = scores.fold(first, |(low, high), score| {
            (low.min(score), high.max(score))
        });
        ((low - 0.04).max(-0.02), (high + 0.04).min(1.02))
    }
}

/// The funnel plot; empty without points. The circles are in the order of the points.
pub(crate) fn funnel_chart(funnel: &Funnel, language: Language) -> io::Result<String> {
    let most = funnel.points.iter().map(|&(games, _, _)| games).max();
    let Some(most) = most else {
        return Ok(String::new());
    };
    let [outside, far_outside] = funnel.outside();
    let label = language.fill(
        "Funnel plot of White's score against the number of games. Start positions: {0}; outside the 95 percent limits: \
         {1}; outside the 99.8 percent limits: {2}.",
        &[funnel.points.len(), outside, far_outside].map(|count| language.grouped(count as u64))
            .each_ref()
            .map(String::as_str),
    );
    figure(&label, &|canvas| {
        draw(funnel, most as f64, language, canvas)
    })
}

fn draw(funnel: &Funnel, most: f64, language: Language, canvas: &Canvas<'_>) -> io::Result<()> {
    let (low, high) = funnel.range(most);
    let mut chart = draw_axes(
        canvas,
        Axis {
            name: language.text("games with a result"),
            range: 0.0..most * 1.04 + 0.2,
            labels: 6,
            label: &|value| count_label(*value, language),
        },
        Axis {
            name: language.text("White's score"),
            range: low..high,
            labels: 6,
            label: &percent_label,
        },
    )?;
    let curve = |limit: f64, sign: f64| {
        (1..=STEPS).map(move |step| {
            // Squares, so that the steep part has the most points.
            let games = (most * 1.04) * (f64::from(step) / f64::from(STEPS)).powi(2);
            let score = funnel.mean + sign * funnel.width(limit, games);
            (games, score.clamp(low, high))
        })
    };
    let mut band: Vec<(f64, f64)> = curve(LIMITS[0], 1.0).collect();
    band.extend(curve(LIMITS[0], -1.0).collect::<Vec<_>>().into_iter().rev());
    chart
        .draw_series(std::iter::once(Polygon::new(band, CHANCE.mix(0.25))))
        .map_err(failed)?;
    for sign in [1.0, -1.0] {
        let line = ShapeStyle::from(CHANCE).stroke_width(STROKE);
        let points = curve(LIMITS[1], sign);
        let dashes = DashedLineSeries::new(points, FONT / 2, FONT / 3, line);
        chart.draw_series(dashes).map_err(failed)?;
    }
    let mean = [(0.0, funnel.mean), (most * 1.04, funnel.mean)];
    let line = ShapeStyle::from(CHANCE).stroke_width(STROKE);
    chart
        .draw_series(LineSeries::new(mean, line))
        .map_err(failed)?;
    chart
        .draw_series(funnel.points.iter().map(|&(games, score, significant)| {
            let style = if significant {
                ACCENT.filled()
            } else {
                DATA.mix(0.5).filled()
            };
            Circle::new((games as f64, score), DOT, style)
        }))
        .map_err(failed)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn funnel() -> Funnel {
        // One standard deviation is 0.4 / sqrt(16) = 0.1 at 16 games: limits at 0.196 and 0.309.
        let points = vec![
            (16, 0.5, false),
            (16, 0.69, false),
            (16, 0.70, false),
            (16, 0.81, true),
            (16, 0.19, false),
        ];
        Funnel {
            mean: 0.5,
            variance: 0.16,
            points,
        }
    }

    #[test]
    fn limits_are_those_of_the_normal_distribution() {
        assert_eq!(funnel().outside(), [3, 2]);
    }

    #[test]
    fn every_position_is_a_circle_in_order() {
        let page = funnel_chart(&funnel(), Language::English).unwrap();
        assert_eq!(page.matches("<svg ").count(), 1);
        assert_eq!(page.matches("<circle ").count(), 5);
        let mut circles = page.split("<circle ").skip(1);
        assert_eq!(
            circles.position(|circle| circle.contains("#C2410C")),
            Some(3)
        );
    }

    #[test]
    fn without_games_there_is_no_chart() {
        let none = Funnel {
            points: Vec::new(),
            ..funnel()
        };
        assert_eq!(funnel_chart(&none, Language::English).unwrap(), "");
    }

    #[test]
    fn an_archive_without_variance_can_be_drawn() {
        let alike = Funnel {
            mean: 1.0,
            variance: 0.0,
            points: vec![(3, 1.0, false)],
        };
        assert!(
            funnel_chart(&alike, Language::English)
                .unwrap()
                .contains("<circle ")
        );
    }
}
