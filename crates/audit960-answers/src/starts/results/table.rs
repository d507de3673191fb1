//! The results of the positions as a table, and the verdict over them.

use audit960_dataset::{Column, Table, TableBuilder};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::Write;

use audit960_board::start::Start;
use audit960_report::{Language, StartLine, counted};
use audit960_statistics::{EvaluationCorrelation, StartAnalysis, evaluated_by, evaluation};
use audit960_types::tables::START_POSITIONS;
use audit960_types::{ScoreTally, StartPositionRow, Tally};

use super::{Shown, picture};

audit960_types::choices! {
    /// Order of the positions.
    pub enum Sort {
        /// Scharnagl number
        Start = "start",
        /// Most games first
        Games = "games",
        /// Best score for White first
        Score = "score",
        /// Best adjusted score first
        Adjusted = "adjusted",
        /// Smallest p-value first
        P = "p",
        /// Smallest q-value first
        Q = "q",
        /// Largest share of draws first
        Draws = "draws",
        /// Longest games first
        Plies = "plies",
        /// Most incidents first
        Incidents = "incidents",
    }
}

/// The `count` start positions with the most games.
#[must_use]
pub fn most_played(tally: &Tally, count: usize) -> Vec<StartLine> {
    let mut starts: Vec<_> = tally.positions.iter().collect();
    starts.sort_by_key(|(number, start)| (std::cmp::Reverse(start.score.games()), **number));
    starts
        .into_iter()
        .take(count)
        .map(|(number, start)| StartLine {
            number: *number,
            arrangement: Start::new(*number).map_or_else(String::new, |start| start.to_string()),
            games: start.score.games(),
            score: audit960_statistics::score(&start.score),
        })
        .collect()
}

/// The rows with enough games, in order; rows without the value come last, ties by number.
fn chosen(rows: &[StartPositionRow], sort: Sort, min_games: u64) -> Vec<&StartPositionRow> {
    let mut rows: Vec<_> = rows
        .iter()
        .filter(|row| row.score_tally.games() >= min_games)
        .collect();
    let falling = |value: Option<f64>| value.map(|value| -value);
    let key = |row: &StartPositionRow| match sort {
        Sort::Score => falling(row.score),
        Sort::Adjusted => falling(row.adjusted_score),
        Sort::P => row.p_value,
        Sort::Q => row.q_value,
        Sort::Draws => falling(draw_share(&row.score_tally)),
        Sort::Plies => falling(row.mean_plies),
        Sort::Start | Sort::Games | Sort::Incidents => None,
    };
    match sort {
        Sort::Start => rows.sort_by_key(|row| row.start),
        Sort::Games => rows.sort_by_key(|row| (Reverse(row.score_tally.games()), row.start)),
        Sort::Incidents => rows.sort_by_key(|row| (Reverse(row.incidents), row.start)),
        _ => rows.sort_by(|a, b| {
            let number = |value: Option<f64>| value.unwrap_or(f64::INFINITY);
            number(key(a))
                .total_cmp(&number(key(b)))
                .then(a.start.cmp(&b.start))
        }),
    }
    rows
}

fn draw_share(score: &ScoreTally) -> Option<f64> {
    (score.decided() > 0).then(|| score.draws as f64 / score.decided() as f64)
}

/// The columns on a terminal, the most telling first: seven fit 80 characters, all of them 120.
const ON_SCREEN: [&str; 12] = [
    "start",
    "arrangement",
    "games",
    "score",
    "adjusted_score",
    "q_value",
    "adjusted_low",
    "adjusted_high",
    "white_wins",
    "draws",
    "black_wins",
    EVALUATION,
];

/// The columns after those of the table: games without moves that are not among the counted ones, and what an engine
/// thinks of the position, in centipawns from White's side.
const MOVELESS: &str = "moveless";
const EVALUATION: &str = "evaluation";

/// How many of them come before the joined columns.
const FIRST: usize = 5;

/// The columns of such a table on a terminal, with the joined ones after the first ones, and with the games without
/// moves if there are any.
fn on_screen(table: &Table, moveless: bool) -> Table {
    let apart = moveless.then_some(&MOVELESS);
    let shown = ON_SCREEN.iter().chain(apart);
    let shown = shown.filter_map(|name| table.column(name));
    let mut columns: Vec<Column> = shown.cloned().collect();
    let joined = table
        .columns()
        .iter()
        .skip(START_POSITIONS.columns.len() + 2)
        .cloned();
    columns.splice(FIRST..FIRST, joined);
    Table::new(columns)
}

/// Prints the results of the positions: as a table with a verdict, and with a picture where colour is on.
/// `moveless` has the games without moves that are not among the counted ones.
///
/// # Errors
/// Where it cannot be written, or the external columns do not fit.
pub fn write_results(
    analysis: &StartAnalysis,
    moveless: &BTreeMap<u16, u64>,
    shown: &Shown<'_>,
    lines: u64,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let rows = chosen(&analysis.rows, shown.sort, shown.min_games);
    let apart = |row: &&StartPositionRow| moveless.get(&row.start).copied().unwrap_or(0);
    let table = TableBuilder::of(&rows)
        .with(Table::of_rows(&rows).columns().to_vec())
        .count(MOVELESS, apart)
        .int(EVALUATION, |row| evaluation(row.start).map(i64::from));
    let table = shown.join(table.table())?;
    if !shown.form.is_table() {
        return Ok(shown.write(&table, out)?);
    }
    shown.write(&on_screen(&table, !moveless.is_empty()), out)?;
    write_verdict(analysis, out)?;
    if lines > 0 {
        let lines = counted(lines, "line of EPD also holds", "lines of EPD also hold");
        writeln!(out, "{lines} a start position (--lines)")?;
    }
    if shown.form.is_table() && shown.form.style.colour {
        picture::write(analysis, out)?;
    }
    Ok(())
}

/// A number rounded to hundredths, without a sign where that is zero.
fn hundredths(number: f64) -> f64 {
    (100.0 * number).round() / 100.0 + 0.0
}

/// Says in words what the table shows.
fn write_verdict(analysis: &StartAnalysis, out: &mut dyn Write) -> anyhow::Result<()> {
    let games: u64 = analysis
        .rows
        .iter()
        .map(|row| row.score_tally.games())
        .sum();
    let played = analysis
        .rows
        .iter()
        .filter(|row| row.score_tally.games() > 0)
        .count();
    write!(
        out,
        "\n{} from {played} of 960 positions",
        counted(games, "Chess960 game", "Chess960 games")
    )?;
    if let Some(archive) = &analysis.archive {
        write!(
            out,
            "; White scored {:.1} % in {}",
            100.0 * archive.mean,
            counted(archive.games, "game with a result", "games with a result")
        )?;
    }
    let verdict = Language::English.say(&analysis.verdict.words());
    writeln!(out, "\nVerdict: {verdict}")?;
    if let Some((spread, together)) = analysis.heterogeneity.as_ref().zip(analysis.together()) {
        writeln!(
            out,
            "{}; their scores differ by {:.1} percentage points (standard deviation; 95 % interval {:.1} to \
             {:.1})",
            Language::English.say(&together),
            100.0 * spread.tau,
            100.0 * spread.tau_low,
            100.0 * spread.tau_high
        )?;
    }
    writeln!(
        out,
        "adjusted_score shrinks each difference, the more the fewer the games; q_value is the expected \
         share of false discoveries if every position with at most this q is called different (--model \
         says more)"
    )?;
    if let Some(found) = EvaluationCorrelation::of(&analysis.rows) {
        let engine = evaluated_by().split(',').next().unwrap_or_default();
        writeln!(
            out,
            "evaluation ({engine}) and adjusted_score: correlation {:.2} (95 % interval {:.2} to {:.2}) over {} positions",
            hundredths(found.r),
            hundredths(found.low),
            hundredths(found.high),
            found.positions
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use audit960_report::{Style, write_table};
    use audit960_statistics::analyse;
    use audit960_types::{StartTally, Tally};

    /// Wins, draws and losses of some positions; 40 half-moves a game.
    fn analysis(games: &[(u16, [u64; 3])]) -> StartAnalysis {
        let mut tally = Tally::default();
        for &(number, [white_wins, draws, black_wins]) in games {
            let score = ScoreTally {
                white_wins,
                draws,
                black_wins,
                unfinished: 1,
            };
            let position = StartTally {
                score,
                plies: 40 * score.games(),
                ..StartTally::default()
            };
            tally.positions.insert(number, position);
        }
        analyse(&tally)
    }

    fn order(analysis: &StartAnalysis, sort: Sort, min_games: u64) -> Vec<u16> {
        chosen(&analysis.rows, sort, min_games)
            .iter()
            .map(|row| row.start)
            .collect()
    }

    #[test]
    fn rows_are_sorted_and_chosen() {
        let analysis = analysis(&[(7, [3, 0, 1]), (500, [1, 8, 1]), (900, [0, 1, 1])]);
        assert_eq!(order(&analysis, Sort::Start, 1), [7, 500, 900]);
        assert_eq!(order(&analysis, Sort::Games, 1), [500, 7, 900]);
        // 3/4, 5/10, 1/4; shares of draws 0, 8/10, 1/2.
        assert_eq!(order(&analysis, Sort::Score, 1), [7, 500, 900]);
        assert_eq!(order(&analysis, Sort::Draws, 1), [500, 900, 7]);
        assert_eq!(order(&analysis, Sort::Games, 5), [500, 7]);
        // Positions without games have no score: they come last, by number.
        let all = order(&analysis, Sort::Score, 0);
        assert_eq!(all.len(), 960);
        assert_eq!(all[..5], [7, 500, 900, 0, 1]);
    }

    #[test]
    fn screens_have_fewer_columns_than_files() {
        let analysis = analysis(&[(518, [2, 1, 1])]);
        let rows = chosen(&analysis.rows, Sort::Games, 1);
        let full = Table::of_rows(&rows);
        // Table start_positions.
        let names: Vec<&str> = full
            .columns()
            .iter()
            .map(|column| column.name.as_str())
            .collect();
        assert_eq!(
            names.join(" "),
            "start arrangement mirror king_file games white_wins draws black_wins unfinished score \
             score_low score_high rated_games expected_score adjusted_score p_value q_value \
             mean_plies incidents adjusted_low adjusted_high played"
        );
        assert_eq!(full.rows(), 1);
        assert_eq!(full.columns().len(), START_POSITIONS.columns.len());
        let mut joined = full.columns().to_vec();
        joined.push(Column::new(MOVELESS, vec![Some(7_i64)]));
        joined.push(Column::new(EVALUATION, vec![Some(30_i64)]));
        joined.push(Column::new("eval", vec![Some(0.5)]));
        let screen = on_screen(&Table::new(joined), true);
        assert_eq!(screen.columns()[FIRST].name, "eval");
        assert_eq!(screen.columns()[ON_SCREEN.len() + 1].name, MOVELESS);
        let screen = on_screen(&full, false);
        let names: Vec<&str> = screen.columns().iter().map(|c| c.name.as_str()).collect();
        assert_eq!(names, &ON_SCREEN[..11]);
        let mut out = Vec::new();
        write_table(&screen, Style::plain(80), &mut out).unwrap();
        assert!(
            String::from_utf8(out)
                .unwrap()
                .lines()
                .next()
                .unwrap()
                .contains("  q_value")
        );
    }

    #[test]
    fn the_verdict_is_put_in_words() {
        let mut out = Vec::new();
        write_verdict(&analysis(&[(518, [2, 1, 1])]), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        // 2.5 of 4.
        assert!(text.starts_with(
            "\n5 Chess960 games from 1 of 960 positions; White scored 62.5 % in 4 games with a result\nVerdict: no "
        ));
        assert!(!text.contains("correlation"), "{text}");
    }

    #[test]
    fn zero_has_no_sign() {
        assert_eq!(hundredths(-0.004).to_string(), "0");
        assert_eq!(hundredths(-0.126).to_string(), "-0.13");
    }
}
