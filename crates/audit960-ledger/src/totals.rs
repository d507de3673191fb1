//! What stands below the ledger: how many claims and half points, and what the articles mean.

use std::collections::BTreeSet;
use std::io::{self, Write};

use audit960_report::{counted, grouped, of_them_uncertain};
use audit960_types::{ClaimArticle, RepetitionArticle, Side};

use crate::entry::{LedgerEntry, LedgerLine, LedgerRule};
use crate::people::main_ply;
use crate::{repetition, words};

/// Writes the totals of the table. A half point counts once a game, whatever the number of its runs and
/// repetitions.
///
/// # Errors
/// Errors of the writer.
pub(crate) fn write_totals(
    lines: &[LedgerLine<'_>],
    rule: LedgerRule,
    out: &mut dyn Write,
) -> io::Result<()> {
    let games: BTreeSet<_> = lines
        .iter()
        .map(|(game, _)| (&game.source, game.identity))
        .collect();
    let lost_by = |side: Side| {
        let lost: BTreeSet<_> = lines
            .iter()
            .filter(|(game, _)| game.half_point_lost_by == Some(side))
            .map(|(game, _)| (&game.source, game.identity))
            .collect();
        lost.len() as u64
    };
    let uncertain: BTreeSet<_> = lines
        .iter()
        .filter(|(game, _)| game.half_point_lost_by.is_some() && game.half_point_is_uncertain())
        .map(|(game, _)| (&game.source, game.identity))
        .collect();
    let of_runs = |wanted: bool| lines.iter().filter(move |line| is_run(line) == wanted);
    let mut found = Vec::with_capacity(2);
    if rule.has_fifty() {
        found.push(claims(
            of_runs(true),
            ["run of fifty moves", "runs of fifty moves"],
        ));
    }
    if rule.has_repetition() {
        found.push(claims(of_runs(false), ["repetition", "repetitions"]));
    }
    writeln!(
        out,
        "{}{} in {}; half a point was lost by White in {}, by Black in {}{}",
        if lines.is_empty() { "" } else { "\n" },
        found.join(" and "),
        counted(games.len() as u64, "game", "games"),
        grouped(lost_by(Side::White)),
        grouped(lost_by(Side::Black)),
        of_them_uncertain(uncertain.len() as u64),
    )?;
    write_articles(lines, out)
}

const fn is_run(line: &LedgerLine<'_>) -> bool {
    matches!(line.1, LedgerEntry::Fifty(_))
}

/// Whether the row names a claim: else the game was over, or its law gave none, or is not known.
fn has_claim((game, entry): &LedgerLine<'_>) -> bool {
    let ply = main_ply(game, *entry);
    match entry {
        LedgerEntry::Fifty(run) => words::no_claim(game, run, ply).is_none(),
        LedgerEntry::Repetition(_) => !game.is_over_before(ply),
    }
}

/// How many runs or repetitions there are, those apart whose rows deny the claim.
fn claims<'a>(lines: impl Iterator<Item = &'a LedgerLine<'a>>, [one, more]: [&str; 2]) -> String {
    let (mut all, mut denied) = (0, 0);
    for line in lines {
        all += 1;
        denied += u64::from(!has_claim(line));
    }
    let all = counted(all, one, more);
    match denied {
        0 => all,
        denied => format!("{all} ({} without a known claim)", grouped(denied)),
    }
}

/// Says once what the articles mean that the claims name.
fn write_articles(lines: &[LedgerLine<'_>], out: &mut dyn Write) -> io::Result<()> {
    let mut named = BTreeSet::new();
    for (game, entry) in lines.iter().filter(|line| has_claim(line)) {
        let ply = main_ply(game, *entry);
        named.insert(match entry {
            LedgerEntry::Fifty(run) => match words::article_at(run, ply) {
                ClaimArticle::Intended => "9.3.1 with a move that completes fifty",
                ClaimArticle::Completed => "9.3.2 without one, once fifty are completed",
            },
            LedgerEntry::Repetition(judged) => match repetition::article_before(judged, ply) {
                RepetitionArticle::Intended => "9.2.1 with a move that repeats the position",
                RepetitionArticle::OnBoard => "9.2.2 when it has just been repeated",
            },
        });
    }
    if named.is_empty() {
        return Ok(());
    }
    let named: Vec<&str> = named.into_iter().collect();
    writeln!(out, "Articles of the Laws of 2023: {}", named.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::LedgerGame;
    use crate::game::tests::game;

    /// Two runs of fifty moves: the law of one of them required more.
    #[test]
    fn runs_whose_rows_deny_the_claim_are_counted_apart() {
        let given = game("a", 1, None, &[101]);
        let mut denied = game("a", 2, None, &[101]);
        denied.runs[0].first_law_claim_ply = None;
        let totals = |games: &[&LedgerGame]| {
            let lines = games
                .iter()
                .map(|game| (*game, LedgerEntry::Fifty(&game.runs[0])));
            let mut out = Vec::new();
            write_totals(&lines.collect::<Vec<_>>(), LedgerRule::Fifty, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        let both = totals(&[&given, &denied]);
        let found = "\n2 runs of fifty moves (1 without a known claim) in 2 games; ";
        assert!(both.starts_with(found), "{both}");
        assert!(both.contains("Articles of the Laws"), "{both}");
        let none = totals(&[&denied]);
        let found = "\n1 run of fifty moves (1 without a known claim) in 1 game; ";
        assert!(none.starts_with(found), "{none}");
        // No row names an article.
        assert!(!none.contains("Articles"), "{none}");
    }

    #[test]
    fn the_totals_count_runs_games_and_half_points() {
        let mut missed = game("a", 1, None, &[101, 102]);
        missed.half_point_lost_by = Some(Side::White);
        let written = |lines: &[LedgerLine<'_>]| {
            let mut out = Vec::new();
            write_totals(lines, LedgerRule::Fifty, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        let lines = [0, 1].map(|run| (&missed, LedgerEntry::Fifty(&missed.runs[run])));
        assert_eq!(
            written(&lines),
            "\n2 runs of fifty moves in 1 game; half a point was lost by White in 1, by Black in 0\n\
             Articles of the Laws of 2023: 9.3.1 with a move that completes fifty\n"
        );
        assert!(written(&[]).starts_with("0 runs of fifty moves in 0 games; "));
    }

    /// Three games lost half a point: one under a law that is known, one under an uncertain one, and one in which a
    /// certain claim stands beside an uncertain one.
    #[test]
    fn half_points_under_an_uncertain_law_are_counted_apart() {
        let missed = |offset, laws: &[bool]| {
            let mut game = game("a", offset, None, &vec![101; laws.len()]);
            game.half_point_lost_by = Some(Side::Black);
            for (run, uncertain) in game.runs.iter_mut().zip(laws) {
                run.half_point_lost_by = Some(Side::Black);
                run.law_uncertain = *uncertain;
            }
            game
        };
        let games = [
            missed(1, &[false]),
            missed(2, &[true]),
            missed(3, &[true, false]),
        ];
        let lines: Vec<LedgerLine<'_>> = games
            .iter()
            .flat_map(|game| {
                game.runs
                    .iter()
                    .map(move |run| (game, LedgerEntry::Fifty(run)))
            })
            .collect();
        let mut out = Vec::new();
        write_totals(&lines, LedgerRule::Fifty, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(
            text.starts_with(
                "\n4 runs of fifty moves in 3 games; half a point was lost by White in 0, by Black in 3, \
                 1 of them under a law that sources leave open\n"
            ),
            "{text}"
        );
    }
}
