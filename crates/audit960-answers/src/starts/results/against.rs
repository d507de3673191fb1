//! Two archives, or two parts of one, position by position.

use std::io::Write;

use audit960_dataset::{Table, TableBuilder};
use audit960_report::{Language, grouped, signed};
use audit960_statistics::{Comparison, Difference, p_in_words};

use super::Shown;

/// Prints the positions that both sides have, those with the most certain differences first.
///
/// # Errors
/// Where it cannot be written.
pub fn write_comparison(
    found: &Comparison,
    shown: &Shown<'_>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let table = shown.join(table(found, shown.min_games))?;
    shown.write(&table, out)?;
    if !shown.form.is_table() {
        return Ok(());
    }
    let [first, second] = found.games.map(grouped);
    writeln!(
        out,
        "\n{first} games with a result on the first side, {second} on the second"
    )?;
    write_difference("White's score", found.scores, found.score, out)?;
    write_difference("Share of draws", found.draws, found.draw_share, out)?;
    writeln!(out, "Verdict: {found}")?;
    writeln!(
        out,
        "difference is White's score on the second side minus that on the first, each less what its own kinds of \
         games lead one to expect (expected_1, expected_2). z is the difference divided by its standard error, the root of \
         error_1² + error_2²; p_value is two-sided and normal, q_value Benjamini and Hochberg's"
    )?;
    Ok(())
}

/// The positions with enough games on both sides.
fn table(found: &Comparison, least: u64) -> Table {
    TableBuilder::of(&found.with_games(least))
        .count("start", |row| row.start.number().into())
        .text("arrangement", |row| Some(row.start.to_string()))
        .count("games_1", |row| row.games[0])
        .count("games_2", |row| row.games[1])
        .share("score_1", |row| row.scores[0])
        .share("score_2", |row| row.scores[1])
        .share("difference", |row| Some(row.difference?.mean))
        .float("q_value", |row| row.q_value)
        .share("difference_low", |row| Some(row.difference?.low))
        .share("difference_high", |row| Some(row.difference?.high))
        .float("p_value", |row| Some(row.difference?.p_value))
        .share("expected_1", |row| row.expected[0])
        .share("expected_2", |row| row.expected[1])
        .float("error_1", |row| row.errors[0])
        .float("error_2", |row| row.errors[1])
        .float("z", |row| Some(row.difference?.z))
        .table()
}

fn write_difference(
    what: &str,
    values: [Option<f64>; 2],
    difference: Option<Difference>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if let ([Some(first), Some(second)], Some(it)) = (values, difference) {
        writeln!(
            out,
            "{what}: {:.1} % and {:.1} %, a difference of {} percentage points ({} to {}; z = {}, {})",
            100.0 * first,
            100.0 * second,
            signed(100.0 * it.mean, 1),
            signed(100.0 * it.low, 1),
            signed(100.0 * it.high, 1),
            signed(it.z, 2),
            Language::English.say(&p_in_words(it.p_value))
        )?;
    }
    Ok(())
}
