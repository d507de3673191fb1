//! Games in pairs with colours reversed, and draw rates: what engine testers ask for.

use std::io::Write;

use crate::StartPairs;
use audit960_dataset::{Dataset, GamesLeftOut, Table, TableBuilder};
use audit960_report::{counted, grouped};
use audit960_statistics::{DrawRow, StartAnalysis, draw_rates_with_games, draw_verdict};

use super::Shown;

audit960_types::choices! {
    /// What pairs of games are grouped by.
    pub enum PairsBy {
        /// The two players: points are the first one's
        Match = "match",
        /// The start, one of the 960 or any other FEN: points are White's in both games
        Start = "start",
    }
}

/// Prints the five counts of pairs and what they say.
///
/// # Errors
/// Where table `games` cannot be read, or it cannot be written.
pub fn write_pentanomial(
    dataset: &Dataset,
    by: PairsBy,
    shown: &Shown<'_>,
    out: &mut dyn Write,
) -> anyhow::Result<GamesLeftOut> {
    let answer = crate::reversed_pairs(dataset)?;
    let pairs = answer.value;
    let table = match by {
        PairsBy::Match => pairs.match_table(shown.min_games),
        PairsBy::Start => pairs.start_table(shown.min_games),
    };
    shown.write(&table, out)?;
    if shown.form.is_table() {
        let found: u64 = pairs.starts.iter().map(|start| start.white.pairs()).sum();
        writeln!(
            out,
            "\n{} of games with the same event, players and start, colours reversed; {} no partner{}. Games from the \
             orthodox position without FEN are not asked: the record does not say where their book ended",
            counted(found, "pair", "pairs"),
            counted(pairs.single, "game has", "games have"),
            match pairs.unpaired {
                0 => String::new(),
                games => format!(
                    "; {} not asked for one, without result or players",
                    counted(games, "game is", "games are")
                ),
            }
        )?;
        if let Some(kinds) = kinds(&pairs.starts) {
            writeln!(out, "{kinds}")?;
        }
        let said = match by {
            PairsBy::Match => {
                "Points, score and Elo are player_1's; the 95 % interval rests on the variance of pairs (Student's \
                 t), so it needs two pairs that ended differently. superiority: probability that player_1 is the stronger one. variance_ratio: below 1 where \
                 what starts give White cancels out"
            }
            PairsBy::Start => {
                "Points are White's in both games: 0 or 2 where one side of the board won twice. \
                 won_pairs_share: how often one player scored more than the other"
            }
        };
        writeln!(out, "{said}")?;
    }
    Ok(answer.left_out)
}

/// From which kinds of start the pairs are; `None` if they are from one kind, or there are none.
fn kinds(starts: &[StartPairs]) -> Option<String> {
    let sum = |wanted: fn(&StartPairs) -> bool| -> u64 {
        let of_kind = starts.iter().filter(|pairs| wanted(pairs));
        of_kind.map(|pairs| pairs.white.pairs()).sum()
    };
    let kinds = [
        (
            "Chess960",
            sum(|pairs| pairs.start.is_some_and(|[white, black]| white == black)),
        ),
        (
            "double Chess960",
            sum(|pairs| pairs.start.is_some_and(|[white, black]| white != black)),
        ),
        ("other positions", sum(|pairs| pairs.start.is_none())),
    ];
    let some = kinds.iter().filter(|(_, pairs)| *pairs > 0);
    let words: Vec<String> = some
        .map(|(kind, pairs)| format!("{} from {kind}", grouped(*pairs)))
        .collect();
    (words.len() > 1).then(|| format!("Pairs: {}", words.join(", ")))
}

/// Prints the draw rates of the positions.
///
/// # Errors
/// Where it cannot be written, or the external columns do not fit.
pub fn write_draw_rates(
    analysis: &StartAnalysis,
    shown: &Shown<'_>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let table = shown.join(draw_table(&analysis.draw_rows, shown.min_games))?;
    shown.write(&table, out)?;
    if shown.form.is_table() {
        writeln!(out, "\nVerdict: {}", draw_verdict(&analysis.draw_rows))?;
        writeln!(
            out,
            "adjusted_share is the share of draws as far as the games prove that it differs from the expected \
             one: the fewer the games, the nearer to it"
        )?;
    }
    Ok(())
}

/// The draw rates of the positions with enough games.
fn draw_table(rows: &[DrawRow], least: u64) -> Table {
    TableBuilder::of(&draw_rates_with_games(rows, least))
        .count("start", |row| row.start.number().into())
        .text("arrangement", |row| Some(row.start.to_string()))
        .count("games", |row| row.games)
        .count("draws", |row| row.draws)
        .share("draw_share", |row| {
            Some(row.draws as f64 / row.games as f64)
        })
        .share("expected_share", |row| Some(row.expected))
        .share("adjusted_share", |row| Some(row.adjusted))
        .float("q_value", |row| row.q_value)
        .share("adjusted_low", |row| Some(row.low))
        .share("adjusted_high", |row| Some(row.high))
        .float("p_value", |row| Some(row.p_value))
        .table()
}
