//! The ledger as a table.

use std::collections::BTreeSet;
use std::io::{self, Write};

use audit960_report::grouped;
use audit960_types::{Column, Frame, Side};

use super::game::{Game, Run, side_name};
use super::ledger::Line;
use super::words;

/// The ledger for people: in words, or in few where `brief`.
pub(super) fn for_people(lines: &[Line<'_>], one_source: bool, brief: bool) -> Frame {
    let text = |name: &str, value: &dyn Fn(&Game, &Run) -> Option<String>| {
        Column::new(
            name,
            lines
                .iter()
                .map(|(game, run)| value(game, run))
                .collect::<Vec<_>>(),
        )
    };
    let clock = lines.iter().map(|(_, run)| Some(i64::from(run.peak_clock)));
    Frame::new(vec![
        text("game", &|game, _| {
            Some(words::game_name(game, one_source, brief))
        }),
        text("date", &|game, _| game.date.clone()),
        text("players", &|game, _| Some(words::players(game, brief))),
        text("first claim", &|game, run| {
            Some(if brief {
                words::brief_claim(game, run)
            } else {
                words::first_claim(game, run)
            })
        }),
        Column::new("clock", clock.collect::<Vec<_>>()),
        text("result", &|game, _| Some(game.result.as_str().to_owned())),
        text("½ lost by", &|_, run| {
            run.half_point_lost_by
                .map(|side| side_name(side).to_owned())
        }),
        text("turns", &|_, run| {
            Some(format!("{}+{}", run.claims[0], run.claims[1]))
        }),
        text("ended by", &|_, run| {
            Some(words::ended_by(run.ended_by).to_owned())
        }),
        text("law", &|game, run| {
            Some(if brief {
                words::brief_law(game, run)
            } else {
                words::law(game, run)
            })
        }),
        text("venue", &|game, run| {
            Some(if brief {
                words::venue_name(game.venue)
            } else {
                words::venue(game, run)
            })
        }),
    ])
}

/// The ledger for programs: the columns of tables `games` and `incidents` but for the moves, and the
/// first claim in words.
pub(super) fn for_programs(lines: &[Line<'_>]) -> Frame {
    let text = |name: &str, value: fn(&Game, &Run) -> Option<String>| {
        Column::new(
            name,
            lines
                .iter()
                .map(|(game, run)| value(game, run))
                .collect::<Vec<_>>(),
        )
    };
    let int = |name: &str, value: fn(&Game, &Run) -> Option<i64>| {
        Column::new(
            name,
            lines
                .iter()
                .map(|(game, run)| value(game, run))
                .collect::<Vec<_>>(),
        )
    };
    let truth = |name: &str, value: fn(&Run) -> bool| {
        Column::new(
            name,
            lines
                .iter()
                .map(|(_, run)| Some(value(run)))
                .collect::<Vec<_>>(),
        )
    };
    Frame::new(vec![
        text("source", |game, _| Some(game.source.clone())),
        int("frame_offset", |game, _| {
            i64::try_from(game.identity.frame_offset).ok()
        }),
        int("byte_offset", |game, _| {
            i64::try_from(game.identity.byte_offset).ok()
        }),
        int("game", |game, _| {
            game.game.and_then(|game| i64::try_from(game).ok())
        }),
        text("event", |game, _| game.event.clone()),
        text("date", |game, _| game.date.clone()),
        text("round", |game, _| game.round.clone()),
        text("white", |game, _| game.white.clone()),
        text("black", |game, _| game.black.clone()),
        text("result", |game, _| Some(game.result.to_string())),
        text("venue", |game, _| Some(game.venue.to_string())),
        text("first_claim", |game, run| {
            Some(words::first_claim(game, run))
        }),
        int("reset_ply", |_, run| Some(run.reset_ply.into())),
        text("reset_by", |_, run| Some(run.reset_by.to_string())),
        int("first_claim_ply", |_, run| Some(run.first_claim_ply.into())),
        text("first_claim_side", |_, run| {
            Some(run.first_claim_side.to_string())
        }),
        text("first_claim_article", |_, run| {
            Some(run.first_claim_article.to_string())
        }),
        int("first_932_ply", |_, run| run.first_932_ply.map(i64::from)),
        int("white_claims", |_, run| Some(run.claims[0].into())),
        int("black_claims", |_, run| Some(run.claims[1].into())),
        int("peak_clock", |_, run| Some(run.peak_clock.into())),
        int("seventy_five_ply", |_, run| {
            run.seventy_five_ply.map(i64::from)
        }),
        text("ended_by", |_, run| Some(run.ended_by.to_string())),
        text("outcome", |_, run| Some(run.outcome.to_string())),
        text("material", |_, run| Some(run.material.clone())),
        text("fen", |_, run| Some(run.fen.clone())),
        text("law", |_, run| Some(run.law.clone())),
        int("limit_moves", |_, run| Some(run.limit_moves.into())),
        int("first_claim_under_law_ply", |_, run| {
            run.first_law_claim_ply.map(i64::from)
        }),
        truth("claimable_under_law", |run| {
            run.first_law_claim_ply.is_some()
        }),
        truth("claimable_at_venue", |run| run.claimable_at_venue),
        text("half_point_lost_by", |_, run| {
            run.half_point_lost_by.map(|side| side.to_string())
        }),
        int("automatic_draw_ply", |_, run| {
            run.automatic_draw_ply.map(i64::from)
        }),
    ])
}

/// Says what the table comes to.
pub(super) fn write_sum(lines: &[Line<'_>], out: &mut dyn Write) -> io::Result<()> {
    let games: BTreeSet<_> = lines
        .iter()
        .map(|(game, _)| (&game.source, game.identity))
        .collect();
    let lost_by = |side: Side| {
        lines
            .iter()
            .filter(|(_, run)| run.half_point_lost_by == Some(side))
            .count() as u64
    };
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    writeln!(
        out,
        "{}{} run{} with a claimable draw in {} game{}; half a point was lost by White in {}, by \
         Black in {}",
        if lines.is_empty() { "" } else { "\n" },
        grouped(lines.len() as u64),
        plural(lines.len()),
        grouped(games.len() as u64),
        plural(games.len()),
        grouped(lost_by(Side::White)),
        grouped(lost_by(Side::Black)),
    )
}

#[cfg(test)]
mod tests {
    use super::super::game::tests::game;
    use super::*;

    #[test]
    fn people_read_words() {
        let mut game = game("x/a.pgn", 4, None, &[103]);
        game.runs[0].claimable_at_venue = false;
        game.runs[0].limit_moves = 100;
        game.runs[0].law = "100-KRBvKR".to_owned();
        game.runs[0].first_law_claim_ply = None;
        game.runs[0].half_point_lost_by = Some(Side::White);
        let lines = [(&game, &game.runs[0])];
        let row = |one_source, brief| {
            let frame = for_people(&lines, one_source, brief);
            let cells = frame.columns().iter().map(|column| match column.cell(0) {
                audit960_types::Cell::Text(text) => text.to_owned(),
                audit960_types::Cell::Int(value) => value.to_string(),
                _ => "-".to_owned(),
            });
            cells.collect::<Vec<_>>().join("|")
        };
        assert_eq!(
            row(false, false),
            "x/a.pgn#4|-|Tal, M – ?|50... Black may claim (9.3.1)|103|0-1|White|0+1|capture|\
             100-KRBvKR (100 moves): no claim|tcec, draws by itself"
        );
        let brief = "-|Tal – ?|50… Black 9.3.1|103|0-1|White|0+1|capture|100-KRBvKR: -|tcec";
        assert_eq!(row(false, true), format!("a.pgn#4|{brief}"));
        assert_eq!(row(true, true), format!("#4|{brief}"));
    }

    #[test]
    fn the_sum_counts_runs_games_and_half_points() {
        let mut missed = game("a", 1, None, &[101, 102]);
        missed.runs[1].half_point_lost_by = Some(Side::White);
        let written = |lines: &[Line<'_>]| {
            let mut out = Vec::new();
            write_sum(lines, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        let lines = [(&missed, &missed.runs[0]), (&missed, &missed.runs[1])];
        assert_eq!(
            written(&lines),
            "\n2 runs with a claimable draw in 1 game; half a point was lost by White in 1, by Black in 0\n"
        );
        assert!(written(&[]).starts_with("0 runs with a claimable draw in 0 games; "));
    }
}
