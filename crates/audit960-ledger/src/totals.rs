//! What stands below the ledger: how many claims and half points, and what the articles mean.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use audit960_report::Language;
use audit960_types::{Choice as _, Message, Side, message};

use crate::article::by_article;
use crate::claim::Claim;
use crate::game::LedgerGame;
use crate::ledger::LedgerRule;

/// Writes the totals of the table. A half point counts once a game, whatever the number of its runs and
/// repetitions.
///
/// # Errors
/// Errors of the writer.
pub(crate) fn write_totals(
    claims: &[Claim<'_>],
    rule: LedgerRule,
    language: Language,
    out: &mut dyn Write,
) -> io::Result<()> {
    let games = |counts: &dyn Fn(&LedgerGame) -> bool| {
        let games = claims.iter().map(|claim| claim.game);
        let games = games.filter(|game| counts(game));
        let games: BTreeSet<_> = games.map(|game| (&game.source, game.identity)).collect();
        games.len() as u64
    };
    let lost_by = |side: Side| games(&|game| game.half_point_lost_by == Some(side));
    let uncertain =
        games(&|game| game.half_point_lost_by.is_some() && game.half_point_is_uncertain());
    let of_runs = |wanted: bool| {
        let claims = claims.iter();
        claims.filter(move |claim| claim.run().is_some() == wanted)
    };
    let runs = || counted_claims("count-runs", of_runs(true));
    let repetitions = || counted_claims("counts-repetitions", of_runs(false));
    let found = match rule {
        LedgerRule::Fifty => runs(),
        LedgerRule::Repetition => repetitions(),
        LedgerRule::All => message!("both", first = runs(), second = repetitions()),
    };
    // Games without a claim are not counted: none in 0 games would read as if nothing had been read.
    if claims.is_empty() {
        let none = message!("totals-none", found = found);
        return writeln!(out, "{}", language.say(&none));
    }
    let totals = message!(
        "totals",
        found = found,
        count = games(&|_| true),
        white = lost_by(Side::White),
        black = lost_by(Side::Black)
    );
    let uncertain = (uncertain > 0).then(|| message!("totals-uncertain", count = uncertain));
    let totals = Message::list([totals].into_iter().chain(uncertain));
    writeln!(out)?;
    let mut said = totals.into_iter().chain(articles(claims));
    said.try_for_each(|said| writeln!(out, "{}", language.say(&said)))
}

/// How many runs or repetitions there are, those apart whose rows deny the claim.
fn counted_claims<'a>(key: &'static str, claims: impl Iterator<Item = &'a Claim<'a>>) -> Message {
    let (mut all, mut denied) = (0_u64, 0_u64);
    for claim in claims {
        all += 1;
        denied += u64::from(!claim.is_given());
    }
    let all = message!(key, count = all);
    match denied {
        0 => all,
        denied => message!("totals-denied", all = all, denied = denied),
    }
}

/// Says once what the articles mean that the claims name.
fn articles(claims: &[Claim<'_>]) -> Option<Message> {
    let given = claims.iter().filter(|claim| claim.is_given());
    let named = given.map(|claim| {
        let article = claim.article(claim.ply);
        (article.name(), article.named(None))
    });
    let named: BTreeMap<&str, Message> = named.collect();
    let meanings = named
        .into_iter()
        .map(|(article, about)| by_article(Some(article), about));
    let meanings = Message::clauses(meanings)?;
    Some(message!("articles", meanings = meanings))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::claims_of;
    use crate::game::tests::game;

    /// Two runs of fifty moves: the law of one of them required more.
    #[test]
    fn runs_whose_rows_deny_the_claim_are_counted_apart() {
        let given = game("a", 1, None, &[101]);
        let mut denied = game("a", 2, None, &[101]);
        denied.runs[0].first_law_claim_ply = None;
        let totals = |games: &[&LedgerGame]| {
            let claims = games.iter().flat_map(|game| claims_of(game));
            let mut out = Vec::new();
            write_totals(
                &claims.collect::<Vec<_>>(),
                LedgerRule::Fifty,
                Language::English,
                &mut out,
            )
            .unwrap();
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
        let written = |lines: &[Claim<'_>]| {
            let mut out = Vec::new();
            write_totals(lines, LedgerRule::Fifty, Language::English, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        let lines: Vec<_> = claims_of(&missed).collect();
        assert_eq!(
            written(&lines),
            "\n2 runs of fifty moves in 1 game; half a point was lost by White in 1, by Black in 0\n\
             Articles of the Laws of 2023: 9.3.1: the limit of moves with the intended move\n"
        );
        assert_eq!(written(&[]), "Nothing to list: 0 runs of fifty moves\n");
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
        let lines: Vec<_> = games.iter().flat_map(claims_of).collect();
        let mut out = Vec::new();
        write_totals(&lines, LedgerRule::Fifty, Language::English, &mut out).unwrap();
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
