//! What was fitted to the games, and how well it fits.

use audit960_dataset::{Table, TableBuilder};
use audit960_types::Cell;
use std::io::Write;

use audit960_report::{Language, TableForm, signed};
use audit960_statistics::{CalibrationRow, StartAnalysis, StratumFit};

/// Writes two tables and a sentence; as CSV or JSON one value a row, by what it is about.
///
/// # Errors
/// Where it cannot be written.
pub fn write_model(
    analysis: &StartAnalysis,
    form: TableForm,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if !form.is_table() {
        return Ok(form.write(&machine(analysis), out)?);
    }
    writeln!(out, "Results by kind of game, from all positions:")?;
    form.write(&strata(&analysis.strata), out)?;
    writeln!(
        out,
        "advantage: what having White is worth, in Elo points; slope: the worth of a rating point beside Elo's formula; \
         design_effect: how much more scores scatter than those of independent games"
    )?;
    writeln!(
        out,
        "\nWhite's expected score by rating difference, and what was observed (95 of 100 observed \
         scores lie from low to high if the expected one is right):"
    )?;
    form.write(&calibration(&analysis.calibration), out)?;
    writeln!(
        out,
        "\nDraws of a position have a correlation of {} beyond what its games lead one to \
         expect.\nVerdict: {}",
        signed(analysis.draw_rates.correlation, 4),
        Language::English.say(&analysis.verdict.words())
    )?;
    Ok(())
}

/// Infinite numbers, of archives that White won (or lost) throughout, are null.
fn strata(fits: &[StratumFit]) -> Table {
    let games = |fit: &StratumFit| fit.results.games() as f64;
    TableBuilder::of(fits)
        .text("games_of", |fit| Some(Language::English.say(&fit.name())))
        .count("games", |fit| fit.results.games())
        .share("score", |fit| {
            Some(fit.results.half_points() as f64 / (2.0 * games(fit)))
        })
        .share("draws", |fit| {
            Some(f64::from(fit.results.draws) / games(fit))
        })
        .float("advantage", |fit| Some(fit.law.advantage))
        .float("slope", |fit| Some(fit.law.slope))
        .float("design_effect", |fit| Some(fit.design_effect.mean))
        .table()
}

fn calibration(rows: &[CalibrationRow]) -> Table {
    TableBuilder::of(rows)
        .int("difference", |row| Some(row.difference.into()))
        .count("games", |row| row.games)
        .share("expected", |row| Some(row.expected))
        .share("observed", |row| Some(row.observed))
        .share("low", |row| Some(row.low))
        .share("high", |row| Some(row.high))
        .table()
}

/// One value a row, by what it is about: everything that the tables show.
fn machine(analysis: &StartAnalysis) -> Table {
    let mut values: Vec<(String, String, Option<f64>)> = Vec::new();
    for (table, what) in [
        (strata(&analysis.strata), ""),
        (calibration(&analysis.calibration), "difference "),
    ] {
        let Some((names, columns)) = table.columns().split_first() else {
            continue;
        };
        for row in 0..table.rows() {
            let about = match names.cell(row) {
                Cell::Text(text) => text.to_owned(),
                Cell::Int(number) => format!("{what}{number}"),
                _ => continue,
            };
            values.extend(columns.iter().map(|column| {
                let value = match column.cell(row) {
                    Cell::Int(number) => Some(number as f64),
                    Cell::Float(number) => Some(number),
                    _ => None,
                };
                (about.clone(), column.name.clone(), value)
            }));
        }
    }
    let mut push = |about: &str, what: &str, value: f64| {
        values.push((about.to_owned(), what.to_owned(), Some(value)));
    };
    push(
        "positions",
        "draw_correlation",
        analysis.draw_rates.correlation,
    );
    if let Some(spread) = &analysis.heterogeneity {
        push("positions", "q_statistic", spread.q);
        push("positions", "p_value", spread.p_value);
        push("positions", "tau", spread.tau);
        push("positions", "tau_low", spread.tau_low);
        push("positions", "tau_high", spread.tau_high);
    }
    push(
        "verdict",
        "positions_tested",
        analysis.verdict.positions as f64,
    );
    push(
        "verdict",
        "significant",
        analysis.verdict.significant.len() as f64,
    );
    if let Some(q) = analysis.verdict.smallest_q {
        push("verdict", "smallest_q", q);
    }
    if let Some(effect) = analysis.verdict.smallest_detectable {
        push("verdict", "smallest_detectable", effect);
    }
    TableBuilder::of(&values)
        .text("about", |(about, _, _)| Some(about.clone()))
        .text("what", |(_, what, _)| Some(what.clone()))
        .float("value", |(_, _, value)| *value)
        .table()
}
