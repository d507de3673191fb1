//! The arbiter's sheet of a game: the data that `audit960-report` shows, built from its moves.

mod moves;
mod repetition;
mod values;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use audit960_board::{Move, Position};
use audit960_law::{DrawRule, Turn, VenueKind, VenueTable, article_of_the_day};
use audit960_report::{ArbiterSheet, Fact, SectionClaim, SheetDiagram, SheetSection};
use audit960_types::{ClaimArticle, Incident, ResetBy, RunEnd, Side, Venue, Verdict};

use crate::entry::LedgerEntry;
use crate::error::Result;
use crate::game::{LedgerGame, last_claim_ply, last_ply, offset, side_name};
use crate::judge::Tables;
use crate::move_line::MoveLine;
use crate::pgn::seventy_five;
use crate::words::{UNCERTAIN_LIMIT, article, headline, is_law_unknown, shown_ply, venue_name};
use moves::Section;

/// Builds the sheet of a game. `tables` give the sources of the law and of the venue's rule.
///
/// # Errors
/// If the moves of the game cannot be played.
pub fn of(game: &LedgerGame, tables: &Tables) -> Result<ArbiterSheet> {
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

fn game_facts(game: &LedgerGame) -> Vec<Fact> {
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

fn of_run(game: &LedgerGame, run: &Incident, line: &MoveLine, tables: &Tables) -> Section {
    let ply = shown_ply(run);
    let claims = Claims {
        game,
        run,
        line,
        tables,
    };
    let claim = || {
        let article = claims.before(ply).unwrap_or(run.first_claim_article);
        let completing = (article == ClaimArticle::Intended).then(|| quiet_moves(line.before(ply)));
        let name = article_of_the_day(article, &game.dates);
        SectionClaim {
            article: (name.map(str::to_owned), wording(article, run).to_owned()),
            completing,
            marked: marked(run),
            epd: epd(line.before(ply), line.played(ply)),
        }
    };
    let page = SheetSection {
        title: headline(game, run),
        facts: run_facts(game, run, line, tables),
        diagrams: diagrams(game, run, line),
        claim: (!game.is_over_before(ply) && !is_law_unknown(run)).then(claim),
    };
    let turns = run.reset_ply + 1..=last_claim_ply(run).max(last_ply(run));
    Section {
        page,
        claims: claims.of_turns(turns.clone()),
        turns,
    }
}

/// By which limit turns are marked.
fn marked(run: &Incident) -> String {
    let limit = if run.first_law_claim_ply.is_some() {
        format!(
            "under the law of the game, which required {} moves",
            run.limit_moves
        )
    } else {
        "under the plain limit of fifty moves; the law of the game gave no claim".to_owned()
    };
    match run.claimable_at_venue {
        Some(false) => format!("{limit}, if players claimed at that venue, where they do not"),
        _ => limit,
    }
}

/// The claims of a run that its sheet marks: those under the law, or under the plain limit if there was
/// none under the law.
struct Claims<'a> {
    game: &'a LedgerGame,
    run: &'a Incident,
    line: &'a MoveLine,
    tables: &'a Tables,
}

impl Claims<'_> {
    /// The articles of the claims before some half-moves.
    fn of_turns(&self, turns: RangeInclusive<u32>) -> BTreeMap<u32, &'static str> {
        let claims = turns.filter_map(|ply| Some((ply, self.before(ply)?.as_str())));
        claims.collect()
    }

    /// The article of the claim before a half-move.
    fn before(&self, ply: u32) -> Option<ClaimArticle> {
        let run = self.run;
        let turns = run.first_claim_ply..=last_claim_ply(run);
        if !turns.contains(&ply) || self.game.is_over_before(ply) {
            return None;
        }
        if run.first_law_claim_ply.is_some() {
            let (dates, law) = (&self.game.dates, &self.tables.law);
            return self.line.claim_under_law(ply, dates, law);
        }
        Some(match run.first_932_ply {
            Some(completed) if ply >= completed => ClaimArticle::Completed,
            _ => run.first_claim_article,
        })
    }
}

/// A paraphrase of an article; it names no number of moves if the law required another than fifty.
fn wording(article: ClaimArticle, run: &Incident) -> &'static str {
    let plain = run.limit_moves == 50;
    match article {
        ClaimArticle::Intended if plain => {
            "The player whose turn it is may claim a draw by writing a move on the scoresheet and \
             telling the arbiter that it is to be played, if with it each player will have made the \
             last fifty moves without moving a pawn and without a capture. The move written cannot \
             be changed."
        }
        ClaimArticle::Intended => {
            "The player whose turn it is may claim a draw by writing a move on the scoresheet and \
             telling the arbiter that it is to be played, if with it each player will have made the \
             number of moves that the law requires without moving a pawn and without a capture."
        }
        ClaimArticle::Completed if plain => {
            "The player whose turn it is may claim a draw if each player has made the last fifty \
             moves without moving a pawn and without a capture."
        }
        ClaimArticle::Completed => {
            "The player whose turn it is may claim a draw if each player has made the number of \
             moves that the law requires without moving a pawn and without a capture."
        }
    }
}

fn run_facts(game: &LedgerGame, run: &Incident, line: &MoveLine, tables: &Tables) -> Vec<Fact> {
    let [white, black] = run.claims;
    let mut facts = Vec::new();
    if let Some(loser) = run.half_point_lost_by {
        facts.push(("Half a point lost by", side_name(loser).to_owned()));
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
        let clock = line.before(run.first_claim_ply).clock();
        let first = plain_claim(game, run);
        facts.push(("First claim", format!("{first}, half-move clock {clock}")));
        let turns = match game.is_over_before(last_claim_ply(run)) {
            // How many of them were in time is in the marks of the moves.
            true => format!("White {white}, Black {black}, some after the end of the game"),
            false => format!("White {white}, Black {black}"),
        };
        facts.push(("Turns with a claim", turns));
    }
    facts.extend([
        ("Highest clock", format!("{} half-moves", run.peak_clock)),
        ("Ended by", ended_by(run, line)),
        ("Law", law(run, line)),
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
    let (ply, side) = (run.first_claim_ply, side_name(run.first_claim_side));
    let article = article(game, run.first_claim_article);
    format!("{} {side} may claim ({article})", game.numbers().label(ply))
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

fn law(run: &Incident, line: &MoveLine) -> String {
    if is_law_unknown(run) {
        return format!("{}: which limit, is not known", run.law);
    }
    let claim = match run.first_law_claim_ply {
        Some(ply) => {
            let (label, side) = (
                line.numbers().label(ply),
                side_name(line.numbers().side(ply)),
            );
            format!("{label} {side} may claim")
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
                "{name}: with so few men, claims by tablebases take the place of the fifty-move rule; \
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

/// The legal moves that are neither captures nor pawn moves, in SAN.
fn quiet_moves(position: &Position) -> Vec<String> {
    let mut moves: Vec<String> = position
        .legal_moves()
        .into_iter()
        .filter(|&m| position.is_quiet(m))
        .map(|m| position.san(m))
        .collect();
    moves.sort_unstable();
    moves
}

/// A claim as an EPD record (EPD 1995, `draw_claim`). The intended move is the one that was played if
/// that completes the claim, else any move that does.
fn epd(position: &Position, played: Option<Move>) -> String {
    let quiet = |m: &Move| position.is_quiet(*m);
    let legal = position.legal_moves();
    let intended = played
        .filter(|m| position.clock() >= 100 || quiet(m))
        .or_else(|| legal.iter().copied().find(quiet))
        .or_else(|| legal.first().copied());
    epd_of(position, intended.map(|m| position.san(m)))
}

/// A claim in a position as an EPD record, with the supplied move (`sm`).
fn epd_of(position: &Position, supplied: Option<String>) -> String {
    let fen = position.xfen();
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    let supplied = supplied.map_or_else(String::new, |san| format!(" sm {san};"));
    format!(
        "{} draw_claim; fmvn {}; hmvc {};{supplied}",
        fields.join(" "),
        position.move_number(),
        position.clock()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::move_line::position;

    /// White: Kg1, Rh1 with the right to castle, pawn a2; Black: Kg8 and a knight that can be captured.
    const BEFORE: &str = "6k1/8/8/8/8/8/P6n/6KR w K - 99 60";

    #[test]
    fn only_quiet_moves_are_listed() {
        let position = position(BEFORE).unwrap();
        // Not Kxh2, Rxh2, a3, a4. Castling puts the rook on f1 and leaves the king on g1.
        assert_eq!(quiet_moves(&position), ["Kf2", "Kg2", "O-O"]);
    }

    #[test]
    fn the_record_of_a_claim_supplies_a_move() {
        let position = position(BEFORE).unwrap();
        let fields = "6k1/8/8/8/8/8/P6n/6KR w K - draw_claim; fmvn 60; hmvc 99;";
        let move_to = |san: &str| {
            position
                .legal_moves()
                .into_iter()
                .find(|&m| position.san(m) == san)
                .unwrap()
        };
        assert_eq!(
            epd(&position, Some(move_to("Kg2"))),
            format!("{fields} sm Kg2;")
        );
        // A capture completes nothing: some quiet move is supplied.
        for played in [Some(move_to("Rxh2")), None] {
            let record = epd(&position, played);
            let (start, supplied) = record.split_once(" sm ").unwrap();
            assert_eq!(start, fields);
            assert!(["Kf2;", "Kg2;", "O-O;"].contains(&supplied), "{record}");
        }
    }

    #[test]
    fn at_clock_100_the_played_move_is_supplied() {
        let position = position(&BEFORE.replace("99", "100")).unwrap();
        let pawn = position
            .legal_moves()
            .into_iter()
            .find(|&m| position.san(m) == "a4");
        assert!(epd(&position, pawn).ends_with(" hmvc 100; sm a4;"));
    }
}
