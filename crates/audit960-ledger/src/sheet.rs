//! The arbiter's sheet of a game: the data that `audit960-report` shows, built from its moves.

mod claim;
mod moves;
mod repetition;
mod values;

use audit960_law::{DrawRule, Turn, VenueKind, VenueTable};
use audit960_report::{ArbiterSheet, SheetDiagram, SheetFact, SheetSection};
use audit960_types::{Incident, ResetBy, RunEnd, Side, Venue, Verdict, half_moves};

use crate::entry::LedgerEntry;
use crate::error::Result;
use crate::game::{LedgerGame, last_claim_ply, last_ply, offset};
use crate::judge::LawTables;
use crate::move_line::MoveLine;
use crate::pgn::seventy_five;
use crate::words::{
    UNCERTAIN_LIMIT, article, headline, is_law_unknown, may_claim, shown_ply, venue_name,
};
use claim::Claims;
use moves::Section;

/// Builds the sheet of a game. `tables` give the sources of the law and of the venue's rule.
///
/// # Errors
/// If the moves of the game cannot be played.
pub fn of(game: &LedgerGame, tables: &LawTables) -> Result<ArbiterSheet> {
    let line = MoveLine::of(game)?;
    let [white, black] = game.players();
    let runs = game.runs.iter().map(|run| of_run(game, run, &line, tables));
    let repetitions = game.repetitions.iter();
    let repetitions = repetitions.map(|repetition| repetition::of(game, repetition, &line, tables));
    let sections: Vec<Section> = runs.chain(repetitions).collect();
    Ok(ArbiterSheet {
        white: white.to_owned(),
        black: black.to_owned(),
        facts: game_facts(game),
        moves: moves::of_all(&sections, &line),
        sections: sections.into_iter().map(|section| section.page).collect(),
    })
}

fn game_facts(game: &LedgerGame) -> Vec<SheetFact> {
    let known = |value: &Option<String>| value.clone().unwrap_or_else(|| "?".to_owned());
    let mut facts = vec![
        ("Event", known(&game.event)),
        ("Site", known(&game.site)),
        ("Date", known(&game.date)),
        ("Round", known(&game.round)),
        ("Result", game.result.to_string()),
        (
            "Record",
            format!("{} (byte {})", game.name(), offset(game.identity)),
        ),
    ];
    if let Some(over) = game.over() {
        facts.push(("End without a claim", over));
    }
    if game.verdict == Verdict::Damaged {
        let damage = "the record goes on after the last move that can be read";
        facts.push(("Damaged", damage.to_owned()));
    }
    facts
}

fn of_run(game: &LedgerGame, run: &Incident, line: &MoveLine, tables: &LawTables) -> Section {
    let claims = Claims {
        game,
        run,
        line,
        tables,
    };
    let page = SheetSection {
        title: headline(game, run),
        facts: run_facts(game, run, line, tables),
        diagrams: diagrams(game, run, line),
        claim: claims.shown(),
    };
    let turns = run.reset_ply + 1..=last_claim_ply(run).max(last_ply(run));
    Section {
        page,
        claims: claims.of_turns(turns.clone()),
        turns,
    }
}

fn run_facts(
    game: &LedgerGame,
    run: &Incident,
    line: &MoveLine,
    tables: &LawTables,
) -> Vec<SheetFact> {
    let [white, black] = run.claims;
    let mut facts = Vec::new();
    if let Some(loser) = run.half_point_lost_by {
        facts.push(("Half a point lost by", loser.name().to_owned()));
        facts.push(("Chances of the loser", chances(run, loser, line)));
        facts.push(("Chances of the winner", chances(run, loser.other(), line)));
    } else {
        facts.push(("Half a point lost by", "nobody".to_owned()));
    }
    facts.push(("Counted from", counted_from(run, line)));
    if game.is_over_before(run.first_claim_ply) {
        let none = "none: the game was over before".to_owned();
        facts.push(("Turns with a claim", none));
    } else {
        let by_law = run.first_law_claim_ply == Some(run.first_claim_ply);
        let clock = line.before(run.first_claim_ply).clock();
        // What the law did not give is no claim, however many moves were made.
        let ([first_name, turns_name], first) = match by_law {
            true => (
                ["First claim", "Turns with a claim"],
                plain_claim(game, run),
            ),
            false => (
                ["At fifty moves", "Turns at fifty moves"],
                at_fifty(game, run),
            ),
        };
        facts.push((first_name, format!("{first}, half-move clock {clock}")));
        let turns = match game.is_over_before(last_claim_ply(run)) {
            // How many of them were in time is in the marks of the moves.
            true => format!("White {white}, Black {black}, some after the end of the game"),
            false => format!("White {white}, Black {black}"),
        };
        facts.push((turns_name, turns));
    }
    facts.extend([
        ("Highest clock", half_moves(run.peak_clock)),
        ("Ended by", ended_by(run, line)),
        ("Law", law(game, run, line)),
    ]);
    if run.clock_in_doubt {
        let doubt = "the half-move clock of the FEN is impossible; no missed claim is counted";
        facts.push(("In doubt", doubt.to_owned()));
    }
    if run.law_uncertain {
        facts.push(("Uncertain", UNCERTAIN_LIMIT.to_owned()));
    }
    if let Some(row) = tables.law.row(&run.law) {
        facts.push(("Source of the law", row.source.clone()));
        facts.push(("Certainty", row.certainty.clone()));
        let position = line.before(run.first_claim_ply);
        let conditions = Turn::of(position).conditions;
        let doubtful = tables
            .law
            .doubtful(&game.dates, &position.material(), conditions);
        facts.extend(doubtful.filter(|other| other.id != row.id).map(|other| {
            let open = format!("whether {} was in force: {}", other.id, other.certainty);
            ("Open", open)
        }));
    }
    facts.push(("Venue", venue(game, run, &tables.venues)));
    facts.extend(values::facts(game, LedgerEntry::Fifty(run)));
    if let Some(ply) = run.seventy_five_ply {
        facts.push((
            "Clock at 150",
            format!("after {}: {}", line.numbered(ply), seventy_five(game, run)),
        ));
    }
    if let Some(ply) = run
        .automatic_draw_ply
        .filter(|_| run.automatic_draw_ply != run.seventy_five_ply)
    {
        facts.push((
            "Drawn by the venue's rule",
            format!("after {}", line.numbered(ply)),
        ));
    }
    facts
}

/// First and last chance of a side as text.
fn chances(run: &Incident, side: Side, line: &MoveLine) -> String {
    let label = |ply| line.numbers().label(ply);
    match &run.chances[side as usize] {
        None => "none".to_owned(),
        Some(chance) if chance.first_ply == chance.last_ply => {
            format!("at {} only", label(chance.first_ply))
        }
        Some(chance) => format!(
            "first at {}, last at {}",
            label(chance.first_ply),
            label(chance.last_ply)
        ),
    }
}

/// The first claim under the plain limit of fifty moves.
fn plain_claim(game: &LedgerGame, run: &Incident) -> String {
    let (ply, side) = (run.first_claim_ply, run.first_claim_side.name());
    let article = article(game, run.first_claim_article);
    let may = may_claim(run.claimable_at_venue);
    format!("{} {side} {may} ({article})", game.numbers().label(ply))
}

/// Where the plain limit of fifty moves was reached, and what the law of the game gave in its place.
fn at_fifty(game: &LedgerGame, run: &Incident) -> String {
    let label = |ply| game.numbers().label(ply);
    let (ply, side) = (run.first_claim_ply, run.first_claim_side.name());
    let law = match run.first_law_claim_ply {
        Some(first) => format!("the law gave a claim from {} on", label(first)),
        None if is_law_unknown(run) => "which limit the law had is not known".to_owned(),
        None => "the law gave no claim".to_owned(),
    };
    format!("{} {side}; {law}", label(ply))
}

fn counted_from(run: &Incident, line: &MoveLine) -> String {
    match run.reset_by {
        ResetBy::Start => {
            format!(
                "the start of the record, half-move clock {}",
                line.before(1).clock()
            )
        }
        ResetBy::Capture => format!("{} (capture)", line.numbered(run.reset_ply)),
        ResetBy::Pawn => format!("{} (pawn move)", line.numbered(run.reset_ply)),
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

fn law(game: &LedgerGame, run: &Incident, line: &MoveLine) -> String {
    if is_law_unknown(run) {
        return format!("{}: which limit, is not known", run.law);
    }
    let claim = match run.first_law_claim_ply {
        Some(ply) => {
            let (label, side) = (line.numbers().label(ply), line.numbers().side(ply).name());
            format!("{label} {side} {}", may_claim(run.claimable_at_venue))
        }
        None if game.is_over_before(run.first_claim_ply) => {
            "no claim, the game was over before".to_owned()
        }
        None => "no claim".to_owned(),
    };
    format!(
        "{}, {} moves by each player: {claim}",
        run.law, run.limit_moves
    )
}

fn venue(game: &LedgerGame, run: &Incident, venues: &VenueTable) -> String {
    let name = venue_name(game.venue);
    let row = venues.row(game.venue, DrawRule::Fifty, game.dates.game);
    let claims = match (run.claimable_at_venue, row.map(|row| row.kind)) {
        (Some(true), _) => "players claim",
        (Some(false), Some(VenueKind::Automatic)) => "draws automatically",
        (Some(false), _) => "no claims there",
        (None, None) if game.venue == Venue::Online => {
            return format!("{name}: no server is named whose rules are known; not judged");
        }
        (None, None) => return format!("{name}: its rule on that date is not known; not judged"),
        (None, Some(_)) if is_law_unknown(run) => {
            return format!(
                "{name}: which rule was in force on that date is not known; not judged"
            );
        }
        (None, Some(_)) => {
            let row = venues.row(game.venue, DrawRule::Adjudication, game.dates.game);
            let source = row.map_or(String::new(), |row| {
                format!(" ({}; {})", row.source, row.certainty)
            });
            return format!(
                "{name}: with so few pieces, claims by tablebases take the place of the fifty-move rule; \
                 without tablebases not judged{source}"
            );
        }
    };
    match row {
        Some(row) => format!("{name}: {claims} ({}; {})", row.source, row.certainty),
        None => format!("{name}: {claims}"),
    }
}

fn diagrams(game: &LedgerGame, run: &Incident, line: &MoveLine) -> Vec<SheetDiagram> {
    let at = |ply: u32, caption: String| SheetDiagram {
        caption,
        fen: line.before(ply).xfen(),
    };
    let begins = match run.reset_by {
        ResetBy::Start => "Start of the record".to_owned(),
        ResetBy::Capture | ResetBy::Pawn => {
            format!("After {}: the count begins", line.numbered(run.reset_ply))
        }
    };
    let last = last_ply(run);
    let ends = match last {
        0 => format!("The only position: clock {}", run.peak_clock),
        _ => format!(
            "After {}: end of the run, clock {}",
            line.numbered(last),
            run.peak_clock
        ),
    };
    vec![
        at(run.reset_ply + 1, begins),
        at(shown_ply(run), headline(game, run)),
        at(last + 1, ends),
    ]
}
