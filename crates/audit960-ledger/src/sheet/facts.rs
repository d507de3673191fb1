//! The facts of a section: names and values about a run or a repetition.

use std::collections::BTreeSet;

use audit960_law::{DrawRule, Turn};
use audit960_report::Language;
use audit960_types::{
    Incident, JudgedRepetition, Message, MessageValue, ResetBy, RunEnd, Side, message,
};

use crate::claim::{Claim, ClaimSource, Standing, last_ply};
use crate::judge::LawTables;
use crate::move_line::MoveLine;
use crate::rules::ClaimRight;
use crate::sheet::Fact;

/// The facts of a claim; `claims` are its turns with a claim.
pub(super) fn of(
    claim: &Claim<'_>,
    claims: &BTreeSet<u32>,
    line: &MoveLine,
    tables: &LawTables,
    language: Language,
) -> Vec<Fact> {
    let lost = match claim.lost_by {
        Some(side) => message!("side-name", side = side),
        None => message!("nobody"),
    };
    let mut facts = vec![("fact-lost-by", lost)];
    match claim.source {
        ClaimSource::Fifty(run) => of_run(claim, run, line, &mut facts),
        ClaimSource::Repetition(judged) => {
            of_repetition(claim, judged, claims, line, language, &mut facts);
        }
    }
    facts.extend(claim.uncertain().map(|open| ("page-uncertain", open)));
    if let ClaimSource::Fifty(run) = claim.source {
        sources(claim, run, line, tables, &mut facts);
    }
    facts.push(("page-venue", venue(claim, tables)));
    facts.extend(values(claim, line));
    let reached = claim.run().and_then(|run| run.seventy_five_ply);
    if let Some((drawn, ply)) = claim.seventy_five().zip(reached) {
        let text = message!("clock-at-150", move = line.numbered(ply), drawn = drawn);
        facts.push(("fact-clock-at-150", text));
    }
    let drawn = claim.automatic_draw();
    facts.extend(drawn.map(|drawn| ("fact-automatic-draw", drawn)));
    facts
}

fn of_run(claim: &Claim<'_>, run: &Incident, line: &MoveLine, facts: &mut Vec<Fact>) {
    if let Some(loser) = run.half_point_lost_by {
        let chances = |side: Side| {
            let chance = run.chances[side as usize].as_ref();
            let chance = chance.map(|chance| (None, chance.first_ply, chance.last_ply));
            chances(chance, line)
        };
        facts.push(("fact-chances-of-loser", chances(loser)));
        facts.push(("fact-chances-of-winner", chances(loser.other())));
    }
    facts.push(("fact-counted-from", counted_from(run, line)));
    let [white, black] = run.claims;
    let turns = match claim.game.is_over_before(claim.last_ply) {
        // How many of them were in time is in the marks of the moves.
        true => message!("turns-some-late", white = white, black = black),
        false => message!("turns-with-claim", white = white, black = black),
    };
    let first = message!(
        "first-turn",
        label = claim.label(claim.first_ply),
        turn = claim.plain_turn(claim.first_ply)
    );
    facts.extend(match claim.standing(claim.first_ply) {
        Standing::Over => vec![("fact-turns", message!("turns-over"))],
        Standing::Lost | Standing::Given => {
            vec![("page-first-claim", first), ("fact-turns", turns)]
        }
        // What the law did not give is no claim, however many moves were made.
        Standing::NotGiven | Standing::NotJudged(_) => {
            vec![("fact-at-fifty", first), ("fact-turns-at-fifty", turns)]
        }
    });
    facts.extend([
        (
            "fact-highest-clock",
            message!("half-moves", count = run.peak_clock),
        ),
        ("fact-ended-by", ended_by(run, line)),
        ("page-law", claim.law().unwrap_or_else(|| message!("none"))),
    ]);
}

fn of_repetition(
    claim: &Claim<'_>,
    judged: &JudgedRepetition,
    claims: &BTreeSet<u32>,
    line: &MoveLine,
    language: Language,
    facts: &mut Vec<Fact>,
) {
    let chances = |side: Side| {
        let turns = claims.iter().copied();
        let turns: Vec<u32> = turns.filter(|ply| claim.mover(*ply) == side).collect();
        let ends = turns.first().zip(turns.last());
        let found = ends.map(|(first, last)| (Some(turns.len()), *first, *last));
        chances(found, line)
    };
    let plies = &judged.repetition.plies;
    facts.extend([
        (
            "fact-occurred",
            message!("as-is", text = line.occurrences(plies, language)),
        ),
        ("fact-chances-of-white", chances(Side::White)),
        ("fact-chances-of-black", chances(Side::Black)),
    ]);
    if let Some(ply) = judged.repetition.fivefold_ply() {
        let after = message!("after-move", move = line.numbered(ply));
        facts.push(("fact-fivefold", after));
    }
}

/// First and last chance of a side, and the number of its turns where that is known.
fn chances(found: Option<(Option<usize>, u32, u32)>, line: &MoveLine) -> Message {
    let turn = |ply| line.numbers().turn("turn", ply);
    let Some((turns, first, last)) = found else {
        return message!("chances-none");
    };
    if first == last {
        return message!("chance-only", turn = turn(first));
    }
    let ends = message!("chances", first = turn(first), last = turn(last));
    match turns {
        Some(turns) => message!("chances-counted", turns = turns, chances = ends),
        None => ends,
    }
}

fn counted_from(run: &Incident, line: &MoveLine) -> Message {
    match run.reset_by {
        ResetBy::Start => {
            let clock = line.before(1).clock();
            message!("counted-from-start", clock = clock.to_string())
        }
        by => ending_move(line.numbered(run.reset_ply), by.as_str()),
    }
}

fn ended_by(run: &Incident, line: &MoveLine) -> Message {
    let last = last_ply(run);
    match run.ended_by {
        RunEnd::EndOfGame => message!("run-ended-by", end = RunEnd::EndOfGame.as_str()),
        by @ (RunEnd::Capture | RunEnd::Pawn) => ending_move(line.numbered(last + 1), by.as_str()),
        by => ending_move(line.numbered(last), by.as_str()),
    }
}

/// A move and what it was: `63. Kxh4 (capture)`.
fn ending_move(san: String, end: &str) -> Message {
    message!("move-that-ends", move = san, end = end)
}

/// What a table of law or venues says of a row, in English.
fn note(text: &str) -> MessageValue {
    MessageValue::Label(text.to_owned())
}

/// What the law of a run rests on, and which other rows may have been in force.
fn sources(
    claim: &Claim<'_>,
    run: &Incident,
    line: &MoveLine,
    tables: &LawTables,
    facts: &mut Vec<Fact>,
) {
    let Some(row) = tables.law.row(&run.law) else {
        return;
    };
    for (name, text) in [
        ("fact-source", &row.source),
        ("fact-certainty", &row.certainty),
    ] {
        facts.push((name, message!("as-is", text = note(text))));
    }
    let position = line.before(run.first_claim_ply);
    let conditions = Turn::of(position).conditions;
    let (dates, material) = (&claim.game.dates, position.material());
    let doubtful = tables.law.doubtful(dates, &material, conditions);
    facts.extend(doubtful.filter(|other| other.id != row.id).map(|other| {
        let (law, certainty) = (other.id.as_str(), note(&other.certainty));
        let open = message!("open-law", law = law, certainty = certainty);
        ("fact-open", open)
    }));
}

/// The venue, whether players claim there, and what that rests on.
fn venue(claim: &Claim<'_>, tables: &LawTables) -> Message {
    let rule = match (claim.right, claim.source) {
        (ClaimRight::LeftToTablebases, _) => DrawRule::Adjudication,
        (_, ClaimSource::Fifty(_)) => DrawRule::Fifty,
        (_, ClaimSource::Repetition(_)) => DrawRule::Threefold,
    };
    let game = claim.game;
    match tables.venues.row(game.venue, rule, game.dates.game) {
        Some(row) => message!(
            "venue-by",
            rule = claim.venue(),
            source = note(&row.source),
            certainty = note(&row.certainty)
        ),
        None => claim.venue(),
    }
}

/// What endgame tables say of a run or repetition, whatever the law: the worth along it, and what that says of the players.
fn values(claim: &Claim<'_>, line: &MoveLine) -> Vec<Fact> {
    let points = claim.history(line).into_iter();
    let worth = points.map(|point| message!("worth-at", place = point.place, worth = point.text));
    let worth = Message::clauses(worth).map(|worth| ("fact-worth", worth));
    let truth = claim.truth().map(|truth| ("fact-tables", truth.text()));
    worth.into_iter().chain(truth).collect()
}
