//! What was fitted to the games, and how well it fits.

use audit960_dataset::{Column, Table};
use std::io::Write;

use audit960_report::TableForm;
use audit960_statistics::{CalibrationRow, StartAnalysis, StratumFit, filled};

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
        "\nWhite's expected score by rating difference, and what was observed (95 of 100 observed \
         scores lie from low to high if the expected one is right):"
    )?;
    form.write(&calibration(&analysis.calibration), out)?;
    writeln!(
        out,
        "\nDraws of a position have a correlation of {:.4} beyond what its games lead one to \
         expect.\nVerdict: {}",
        analysis.draw_rates.correlation, analysis.verdict
    )?;
    Ok(())
}

fn texts<T>(name: &str, rows: &[T], value: impl Fn(&T) -> String) -> Column {
    Column::new(
        name,
        rows.iter().map(|row| Some(value(row))).collect::<Vec<_>>(),
    )
}

fn ints<T>(name: &str, rows: &[T], value: impl Fn(&T) -> u64) -> Column {
    let values = rows.iter().map(|row| i64::try_from(value(row)).ok());
    Column::new(name, values.collect::<Vec<_>>())
}

/// A column of numbers; infinite ones, of archives that White won (or lost) throughout, are null.
fn floats<T>(name: &str, rows: &[T], value: impl Fn(&T) -> f64) -> Column {
    let values = rows
        .iter()
        .map(|row| Some(value(row)).filter(|number| number.is_finite()));
    Column::new(name, values.collect::<Vec<_>>())
}

/// The same of shares.
fn shares<T>(name: &str, rows: &[T], value: impl Fn(&T) -> f64) -> Column {
    floats(name, rows, value).of_shares()
}

fn strata(fits: &[StratumFit]) -> Table {
    Table::new(vec![
        texts("games_of", fits, |fit| fit.name(&filled)),
        ints("games", fits, |fit| fit.results.games()),
        shares("score", fits, |fit| {
            fit.results.half_points() as f64 / (2 * fit.results.games()) as f64
        }),
        shares("draws", fits, |fit| {
            f64::from(fit.results.draws) / fit.results.games() as f64
        }),
        floats("advantage", fits, |fit| fit.law.advantage),
        floats("slope", fits, |fit| fit.law.slope),
        floats("design_effect", fits, |fit| fit.design_effect.mean),
    ])
}

fn calibration(rows: &[CalibrationRow]) -> Table {
    let difference = rows.iter().map(|row| Some(i64::from(row.difference)));
    Table::new(vec![
        Column::new("difference", difference.collect::<Vec<_>>()),
        ints("games", rows, |row| row.games),
        shares("expected", rows, |row| row.expected),
        shares("observed", rows, |row| row.observed),
        shares("low", rows, |row| row.low),
        shares("high", rows, |row| row.high),
    ])
}

/// One value a row, by what it is about: everything that the tables show.
fn machine(analysis: &StartAnalysis) -> Table {
    let mut values: Vec<(String, String, Option<f64>)> = Vec::new();
    let mut push = |about: &str, what: &str, value: f64| {
        values.push((
            about.to_owned(),
            what.to_owned(),
            Some(value).filter(|number| number.is_finite()),
        ));
    };
    for fit in &analysis.strata {
        let name = fit.name(&filled);
        push(&name, "games", fit.results.games() as f64);
        push(&name, "advantage", fit.law.advantage);
        push(&name, "slope", fit.law.slope);
        push(
            &name,
            "draws",
            f64::from(fit.results.draws) / fit.results.games() as f64,
        );
        push(&name, "design_effect", fit.design_effect.mean);
    }
    for row in &analysis.calibration {
        let name = format!("difference {}", row.difference);
        push(&name, "games", row.games as f64);
        push(&name, "expected", row.expected);
        push(&name, "observed", row.observed);
        push(&name, "low", row.low);
        push(&name, "high", row.high);
    }
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
    let (mut about, mut what, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
    for (name, kind, value) in values {
        about.push(Some(name));
        what.push(Some(kind));
        numbers.push(value);
    }
    Table::new(vec![
        Column::new("about", about),
        Column::new("what", what),
        Column::new("value", numbers),
    ])
}
