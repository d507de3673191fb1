//! The facts of a section: names and values about a run or a repetition.

use std::collections::BTreeMap;

use audit960_law::{DrawRule, Turn, VenueKind};
use audit960_report::SheetFact;
use audit960_types::{
    Incident, JudgedRepetition, ResetBy, RunEnd, Side, TableValue, Venue, half_moves,
};

use crate::claim::{Claim, ClaimSource, Standing, last_ply};
use crate::judge::LawTables;
use crate::move_line::MoveLine;
use crate::right::{ClaimRight, venue_name};

/// The facts of a claim; `claims` are its turns with a claim.
pub(super) fn of(
    claim: &Claim<'_>,
    claims: &BTreeMap<u32, &'static str>,
    line: &MoveLine,
    tables: &LawTables,
) -> Vec<SheetFact> {
    let lost = claim.lost_by.map_or("nobody", Side::name);
    let mut facts = vec![("Half a point lost by", lost.to_owned())];
    match claim.source {
        ClaimSource::Fifty(run) => of_run(claim, run, line, &mut facts),
        ClaimSource::Repetition(judged) => {
            of_repetition(claim, judged, claims, line, &mut facts);
        }
    }
    if let Some(uncertain) = claim.uncertain() {
        facts.push(("Uncertain", uncertain.to_string()));
    }
    if let ClaimSource::Fifty(run) = claim.source {
        sources(claim, run, line, tables, &mut facts);
    }
    facts.push(("Venue", venue(claim, tables)));
    facts.extend(values(claim));
    let drawn = claim.seventy_five().zip(claim.run());
    if let Some((drawn, ply)) = drawn.and_then(|(drawn, run)| Some((drawn, run.seventy_five_ply?)))
    {
        let text = format!("after {}: {drawn}", line.numbered(ply));
        facts.push(("Clock at 150", text));
    }
    if let Some(drawn) = claim.automatic_draw() {
        facts.push(("Automatic draw", drawn.to_string()));
    }
    facts
}

fn of_run(claim: &Claim<'_>, run: &Incident, line: &MoveLine, facts: &mut Vec<SheetFact>) {
    if let Some(loser) = run.half_point_lost_by {
        let chances = |side: Side| {
            let chance = run.chances[side as usize].as_ref();
            let chance = chance.map(|chance| (None, chance.first_ply, chance.last_ply));
            chances(chance, line)
        };
        facts.push(("Chances of the loser", chances(loser)));
        facts.push(("Chances of the winner", chances(loser.other())));
    }
    facts.push(("Counted from", counted_from(run, line)));
    let [white, black] = run.claims;
    let turns = match claim.game.is_over_before(claim.last_ply) {
        // How many of them were in time is in the marks of the moves.
        true => format!("White {white}, Black {black}, some after the end of the game"),
        false => format!("White {white}, Black {black}"),
    };
    let first = claim.plain_turn(claim.first_ply);
    let first = format!("{} {first}", claim.label(claim.first_ply));
    facts.extend(match claim.standing(claim.first_ply) {
        Standing::Over => vec![(
            "Turns with a claim",
            "none: the game was over before".to_owned(),
        )],
        Standing::Lost | Standing::Given => {
            vec![("First claim", first), ("Turns with a claim", turns)]
        }
        // What the law did not give is no claim, however many moves were made.
        Standing::NotGiven | Standing::NotJudged(_) => {
            vec![("At fifty moves", first), ("Turns at fifty moves", turns)]
        }
    });
    facts.extend([
        ("Highest clock", half_moves(run.peak_clock)),
        ("Ended by", ended_by(run, line)),
        ("Law", claim.law().unwrap_or_default()),
    ]);
}

fn of_repetition(
    claim: &Claim<'_>,
    judged: &JudgedRepetition,
    claims: &BTreeMap<u32, &'static str>,
    line: &MoveLine,
    facts: &mut Vec<SheetFact>,
) {
    let chances = |side: Side| {
        let turns: Vec<u32> = claims.keys().copied().collect();
        let turns: Vec<u32> = turns
            .into_iter()
            .filter(|ply| claim.mover(*ply) == side)
            .collect();
        let ends = turns.first().zip(turns.last());
        let found = ends.map(|(first, last)| (Some(turns.len()), *first, *last));
        chances(found, line)
    };
    let plies = &judged.repetition.plies;
    facts.extend([
        ("The position occurred after", line.occurrences(plies)),
        ("White's chances", chances(Side::White)),
        ("Black's chances", chances(Side::Black)),
    ]);
    if let Some(ply) = judged.repetition.fivefold_ply() {
        facts.push(("Fivefold", format!("after {}", line.numbered(ply))));
    }
}

/// First and last chance of a side as text, and the number of its turns where that is known.
fn chances(found: Option<(Option<usize>, u32, u32)>, line: &MoveLine) -> String {
    let label = |ply| line.numbers().label(ply);
    let Some((turns, first, last)) = found else {
        return "none".to_owned();
    };
    if first == last {
        return format!("at {} only", label(first));
    }
    let turns = turns.map_or_else(String::new, |turns| format!("{turns} turns, "));
    format!("{turns}first at {}, last at {}", label(first), label(last))
}

fn counted_from(run: &Incident, line: &MoveLine) -> String {
    let after = line.numbered(run.reset_ply);
    match run.reset_by {
        ResetBy::Start => {
            let clock = line.before(1).clock();
            format!("the start of the record, half-move clock {clock}")
        }
        ResetBy::Capture => format!("{after} (capture)"),
        ResetBy::Pawn => format!("{after} (pawn move)"),
    }
}

fn ended_by(run: &Incident, line: &MoveLine) -> String {
    let last = last_ply(run);
    match run.ended_by {
        RunEnd::Capture => format!("{} (capture)", line.numbered(last + 1)),
        RunEnd::Pawn => format!("{} (pawn move)", line.numbered(last + 1)),
        RunEnd::Checkmate => format!("{} (checkmate)", line.numbered(last)),
        RunEnd::Stalemate => format!("{} (stalemate)", line.numbered(last)),
        RunEnd::EndOfGame => "the end of the record".to_owned(),
    }
}

/// What the law of a run rests on, and which other rows may have been in force.
fn sources(
    claim: &Claim<'_>,
    run: &Incident,
    line: &MoveLine,
    tables: &LawTables,
    facts: &mut Vec<SheetFact>,
) {
    let Some(row) = tables.law.row(&run.law) else {
        return;
    };
    facts.push(("Source of the law", row.source.clone()));
    facts.push(("Certainty", row.certainty.clone()));
    let position = line.before(run.first_claim_ply);
    let conditions = Turn::of(position).conditions;
    let (dates, material) = (&claim.game.dates, position.material());
    let doubtful = tables.law.doubtful(dates, &material, conditions);
    facts.extend(doubtful.filter(|other| other.id != row.id).map(|other| {
        let open = format!("whether {} was in force: {}", other.id, other.certainty);
        ("Open", open)
    }));
}

/// The venue, whether players claim there, and what that rests on.
fn venue(claim: &Claim<'_>, tables: &LawTables) -> String {
    let (game, venues) = (claim.game, &tables.venues);
    let name = venue_name(game.venue);
    let row = |rule| venues.row(game.venue, rule, game.dates.game);
    let by_rule = row(match claim.source {
        ClaimSource::Fifty(_) => DrawRule::Fifty,
        ClaimSource::Repetition(_) => DrawRule::Threefold,
    });
    let (claims, row) = match (claim.right, by_rule.map(|row| row.kind)) {
        (ClaimRight::NoClaims, Some(VenueKind::Automatic)) => ("draws automatically", by_rule),
        (ClaimRight::NoClaims, _) => ("no claims there", by_rule),
        (ClaimRight::LeftToTablebases, _) => (
            "with so few pieces, claims by tablebases take the place of the fifty-move rule; \
             without tablebases not judged",
            row(DrawRule::Adjudication),
        ),
        (ClaimRight::VenueNotKnown, _) if game.venue == Venue::Online => {
            ("no server is named whose rules are known; not judged", None)
        }
        (ClaimRight::VenueNotKnown, _) => ("its rule on that date is not known; not judged", None),
        (ClaimRight::LawNotKnown, _) => (
            "which rule was in force on that date is not known; not judged",
            None,
        ),
        _ => ("players claim", by_rule),
    };
    match row {
        Some(row) => format!("{name}: {claims} ({}; {})", row.source, row.certainty),
        None => format!("{name}: {claims}"),
    }
}

/// What endgame tables say of a run or repetition, whatever the law: the values at four places, each for the side to
/// move there, the move that changed the value, and what that says of the players.
fn values(claim: &Claim<'_>) -> Vec<SheetFact> {
    let Some(values) = claim.values else {
        return Vec::new();
    };
    let places = ["start of the count", "first claim", "last claim", "end"];
    let text = places.iter().zip(values.all()).map(|(place, found)| {
        let doubt = match found.certain || found.value == TableValue::Unknown {
            true => "",
            false => " (or not: the table rounds, and a half-move decides)",
        };
        format!("{place} {}{doubt}", found.value)
    });
    let mut text = text.collect::<Vec<_>>().join(", ");
    if let Some(reason) = values.reason() {
        let reason = reason.as_str().replace('_', " ");
        text.push_str(&format!(" (unknown: {reason})"));
    }
    let mut facts = vec![("Value by tables", format!("{text}; for the side to move"))];
    if let Some(change) = claim.change() {
        facts.push((
            "The value changed",
            format!("with {change}, for the side that moved"),
        ));
    }
    if let Some(truth) = claim.truth() {
        facts.push(("By endgame tables", truth.text().to_string()));
    }
    facts
}
