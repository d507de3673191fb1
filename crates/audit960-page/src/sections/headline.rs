//! The numbers at the top.

use std::fmt::Write as _;

use super::none;
use crate::data::{Headline, ReportData};
use crate::language::Language;
use audit960_report::escaped;
use audit960_types::{VerdictCounts, message};

/// One line below the title: how much, from when.
pub(crate) fn scope(data: &ReportData) -> String {
    let language = data.language;
    let inputs = language.count(data.provenance.inputs_total as u64, "count-sources");
    let size = language.size(data.provenance.bytes);
    let years = match data.headline.years {
        Some((first, last)) if first == last => format!(", {first}"),
        Some((first, last)) => format!(", {first}\u{2013}{last}"),
        None => String::new(),
    };
    let games = language.count(data.headline.verdicts.total(), "count-games");
    language.fill("{0} from {1}{2}; {3}", &[&games, &inputs, &years, &size])
}

/// What the archive is: its games, the positions played, its claims and findings.
pub(crate) fn headline(data: &ReportData) -> String {
    let (headline, language) = (&data.headline, data.language);
    let mut html = String::new();
    if headline.verdicts.total() == 0 && !data.conditions.is_empty() {
        let conditions = format!("<code>{}</code>", escaped(&data.conditions));
        html.push_str(&none(&language.fill(
            "No game of the dataset meets the conditions: {0}",
            &[&conditions],
        )));
    }
    let tallies = data
        .positions
        .iter()
        .map(|position| &position.row.score_tally);
    let seen = tallies.filter(|tally| tally.games() > 0).count();
    let (findings, errors) = headline.findings;
    let and = |one: &str, other: &str| language.fill("{0}; {1}", &[one, other]);
    let findings = language.count(findings, "count-findings");
    let errors = language.count(errors, "count-errors");
    let runs = language.count(headline.incidents, "count-runs");
    let played = language.fill("{0} of 960 played", &[&seen.to_string()]);
    let facts = [
        (
            language.text("Games"),
            "#damaged",
            games(headline, language),
        ),
        (
            language.text("Start positions"),
            "#positions",
            and(&played, &starts(data)),
        ),
        (
            language.text("Claims"),
            "#incidents",
            and(&runs, &claims(headline, language)),
        ),
        (
            language.text("Findings"),
            "#findings",
            and(&findings, &errors),
        ),
    ];
    html.push_str("<dl class=\"facts archive\">");
    for (name, target, fact) in facts {
        // Games without damage have no section.
        let name = match target == "#damaged" && data.damaged.is_empty() {
            true => name.to_owned(),
            false => format!("<a href=\"{target}\">{name}</a>"),
        };
        let _ = write!(html, "<dt>{name}</dt><dd>{}</dd>", escaped(&fact));
    }
    html.push_str("</dl>");
    html
}

/// The games by verdict, the half-moves, what has none, and that copies may be among them.
fn games(headline: &Headline, language: Language) -> String {
    let (verdicts, total) = (headline.verdicts, headline.verdicts.total());
    let parts = occurring(verdicts, language).map(|(name, count)| {
        let share = language.percent(count, total);
        format!("{} {name} ({share})", language.grouped(count))
    });
    let plies = language.count(headline.plies, "count-replayed");
    let moveless =
        (headline.moveless > 0).then(|| language.count(headline.moveless, "count-moveless"));
    let copies = headline
        .copies_unknown
        .then(|| language.word("copies-not-sought").into_owned());
    let verdicts = parts.collect::<Vec<_>>().join(", ");
    let facts = [verdicts, plies].into_iter().chain(moveless).chain(copies);
    let and = |one: String, other: String| language.fill("{0}; {1}", &[&one, &other]);
    let known = facts.filter(|fact| !fact.is_empty());
    known.reduce(and).unwrap_or_default()
}

/// The verdicts that occur, by their names, with the number of games.
pub(super) fn occurring(
    verdicts: VerdictCounts,
    language: Language,
) -> impl Iterator<Item = (String, u64)> {
    let all = [
        ("ok", verdicts.ok),
        ("repaired", verdicts.repaired),
        ("damaged", verdicts.damaged),
        ("rejected", verdicts.rejected),
        ("foreign", verdicts.foreign),
    ];
    let occurring = all.into_iter().filter(|(_, count)| *count > 0);
    occurring.map(move |(verdict, count)| {
        let name = message!("noun-verdict", count = count, verdict = verdict);
        (language.say(&name), count)
    })
}

fn claims(headline: &Headline, language: Language) -> String {
    let claimable = match headline.claimable {
        0 if headline.incidents > 0 => {
            let none = language.text(
                "none claimable by the law of the day where it was played: draws are automatic there, the game was \
                 over before, or the rule is not known",
            );
            none.to_owned()
        }
        claimable => language.count(claimable, "count-claimable"),
    };
    let repetitions = language.grouped(headline.repetitions);
    let lost = language.count(headline.half_points_lost, "count-games");
    let lost = match headline.half_points_uncertain {
        0 => lost,
        uncertain => language.fill(
            "{0}, {1} of them under a law that sources leave open",
            &[&lost, &language.grouped(uncertain)],
        ),
    };
    let lost = match headline.half_points_in_copies {
        0 => lost,
        copies => language.fill(
            "{0}, {1} of them in copies of other games",
            &[&lost, &language.grouped(copies)],
        ),
    };
    language.fill(
        "{0}; {1} by repetition; half a point lost in {2}",
        &[&claimable, &repetitions, &lost],
    )
}

fn starts(data: &ReportData) -> String {
    let language = data.language;
    let kinds = data.headline.starts.iter();
    let kinds: Vec<String> = kinds
        .map(|(kind, games)| {
            language.say(&message!(
                "count-starts",
                count = *games,
                kind = kind.as_str()
            ))
        })
        .collect();
    if kinds.is_empty() {
        language.text("no games").to_owned()
    } else {
        language.fill("games: {0}", &[&kinds.join(", ")])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn numbers_are_those_of_the_archive() {
        let mut data = sample::report();
        data.headline.verdicts.ok = 1_234;
        data.headline.verdicts.damaged = 1;
        data.headline.years = Some((1989, 2009));
        let html = headline(&data);
        assert!(html.contains("1,234 ok (99.9 %), 1 damaged (0.1 %); 63 half-moves replayed</dd>"));
        assert!(html.contains("1 of 960 played; games: 1 chess960"));
        // What does not occur is not named.
        assert!(!html.contains("rejected") && !html.contains("foreign"));
        assert!(scope(&data).starts_with("1,235 games from 1 source, 1989\u{2013}2009; "));
    }

    #[test]
    fn one_is_singular() {
        let mut data = sample::report();
        data.headline = Headline {
            plies: 1,
            moveless: 1,
            incidents: 1,
            findings: (1, 1),
            ..Headline::default()
        };
        data.headline.verdicts.ok = 1;
        let html = headline(&data);
        for words in [
            "1 half-move replayed; 1 game has no moves<",
            "1 run of fifty moves; ",
            "1 finding; 1 of severity error",
        ] {
            assert!(html.contains(words), "{words}: {html}");
        }
        data.language = Language::French;
        data.headline.findings = (2, 0);
        let html = headline(&data);
        assert!(html.contains("dont 0 de gravité"), "{html}");
    }

    #[test]
    fn copies_that_nobody_looked_for_may_be_among_the_games() {
        let mut data = sample::report();
        let words = "; copies of games were not looked for</dd>";
        assert!(!headline(&data).contains(words));
        data.headline.copies_unknown = true;
        assert!(headline(&data).contains(words));
    }

    /// The archive may well have games: the conditions left none.
    #[test]
    fn a_part_without_games_names_its_conditions() {
        let mut data = sample::empty();
        assert!(!headline(&data).contains("conditions"));
        data.conditions = "--event \"A & B\"".to_owned();
        let words = "No game of the dataset meets the conditions: <code>--event &quot;A &amp; B&quot;</code>";
        assert!(headline(&data).contains(words), "{}", headline(&data));
    }

    #[test]
    fn an_empty_archive_has_no_shares() {
        let mut data = sample::report();
        data.headline = crate::data::Headline::default();
        assert!(!headline(&data).contains("NaN"));
        assert!(scope(&data).starts_with("0 games from"));
    }
}
