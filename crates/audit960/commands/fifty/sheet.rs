//! The arbiter's sheet of a game: what `audit960-report` shows, gathered from its moves.

use audit960_board::{Move, Position};
use audit960_replay::law::LawTable;
use audit960_replay::venue::VenueRule;
use audit960_report::{Fact, Sheet, SheetDiagram, SheetMove, SheetRun};
use audit960_types::{ClaimArticle, ResetBy, RunEnd};

use super::game::{Game, Run, offset, side_name};
use super::line::Line;
use super::pgn::seventy_five;
use super::words::{first_claim, venue_name};

/// Gathers the sheet of a game. `table` tells where a law is from.
///
/// # Errors
/// Where its moves cannot be played.
pub(super) fn of(game: &Game, table: &LawTable) -> anyhow::Result<Sheet> {
    let line = Line::of(game)?;
    let [white, black] = game.players();
    Ok(Sheet {
        white: white.to_owned(),
        black: black.to_owned(),
        facts: game_facts(game),
        runs: game
            .runs
            .iter()
            .map(|run| of_run(game, run, &line, table))
            .collect(),
    })
}

fn game_facts(game: &Game) -> Vec<Fact> {
    let known = |value: &Option<String>| value.clone().unwrap_or_else(|| "?".to_owned());
    vec![
        ("Event", known(&game.event)),
        ("Site", known(&game.site)),
        ("Date", known(&game.date)),
        ("Round", known(&game.round)),
        ("Result", game.result.to_string()),
        (
            "Record",
            format!("{} (byte {})", game.name(), offset(game.identity)),
        ),
    ]
}

fn of_run(game: &Game, run: &Run, line: &Line, table: &LawTable) -> SheetRun {
    let completing = (run.first_claim_article == ClaimArticle::Intended)
        .then(|| quiet_moves(line.before(run.first_claim_ply)));
    SheetRun {
        title: first_claim(game, run),
        facts: run_facts(game, run, line, table),
        diagrams: diagrams(game, run, line),
        article: (
            run.first_claim_article.to_string(),
            wording(run.first_claim_article).to_owned(),
        ),
        completing,
        moves: moves(run, line),
        epd: epd(
            line.before(run.first_claim_ply),
            line.played(run.first_claim_ply),
        ),
    }
}

/// What an article says, in our words.
const fn wording(article: ClaimArticle) -> &'static str {
    match article {
        ClaimArticle::Intended => {
            "The player whose turn it is may claim a draw by writing a move on the scoresheet and \
             telling the arbiter that it is to be played, if with it each player will have made the \
             last fifty moves without moving a pawn and without a capture. The move written cannot \
             be changed."
        }
        ClaimArticle::Completed => {
            "The player whose turn it is may claim a draw if each player has made the last fifty \
             moves without moving a pawn and without a capture."
        }
    }
}

fn run_facts(game: &Game, run: &Run, line: &Line, table: &LawTable) -> Vec<Fact> {
    let clock = line.before(run.first_claim_ply).clock();
    let [white, black] = run.claims;
    let mut facts = vec![
        ("Counted from", counted_from(run, line)),
        (
            "First claim",
            format!("{}, half-move clock {clock}", first_claim(game, run)),
        ),
        (
            "Turns with a claim",
            format!("White {white}, Black {black}"),
        ),
        ("Highest clock", format!("{} half-moves", run.peak_clock)),
        ("Ended by", ended_by(run, line)),
        ("Law", law(run, line)),
    ];
    if let Some(row) = table.rows().iter().find(|row| row.id == run.law) {
        facts.push(("Source of the law", row.source.clone()));
        facts.push(("Certainty", row.certainty.clone()));
    }
    facts.push(("Venue", venue(game, run)));
    if let Some(ply) = run.seventy_five_ply {
        facts.push((
            "Clock at 150",
            format!("after {}: {}", line.numbered(ply), seventy_five(run)),
        ));
    }
    if let Some(ply) = run
        .automatic_draw_ply
        .filter(|_| run.automatic_draw_ply != run.seventy_five_ply)
    {
        facts.push((
            "Drawn by the venue",
            format!("after {}", line.numbered(ply)),
        ));
    }
    let lost = run.half_point_lost_by.map_or("nobody", side_name);
    facts.push(("Half a point lost by", lost.to_owned()));
    facts
}

fn counted_from(run: &Run, line: &Line) -> String {
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

fn ended_by(run: &Run, line: &Line) -> String {
    let last = run.last_ply();
    match run.ended_by {
        RunEnd::Capture => format!("{} (capture)", line.numbered(last + 1)),
        RunEnd::Pawn => format!("{} (pawn move)", line.numbered(last + 1)),
        RunEnd::Checkmate => format!("{} (checkmate)", line.numbered(last)),
        RunEnd::Stalemate => format!("{} (stalemate)", line.numbered(last)),
        RunEnd::EndOfGame => "the end of the record".to_owned(),
    }
}

fn law(run: &Run, line: &Line) -> String {
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

fn venue(game: &Game, run: &Run) -> String {
    let rule = VenueRule::of(game.venue);
    let claims = if run.claimable_at_venue {
        "players claim"
    } else {
        "draws by itself"
    };
    format!(
        "{}: {claims} ({}; {})",
        venue_name(game.venue),
        rule.source,
        rule.certainty
    )
}

fn diagrams(game: &Game, run: &Run, line: &Line) -> Vec<SheetDiagram> {
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
    let last = run.last_ply();
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
        at(run.first_claim_ply, first_claim(game, run)),
        at(last + 1, ends),
    ]
}

/// The turns of a run, and the one behind it if there was still a claim.
fn moves(run: &Run, line: &Line) -> Vec<SheetMove> {
    (run.reset_ply + 1..=run.last_claim_ply().max(run.last_ply()))
        .map(|ply| {
            let san = line.san(ply);
            let clock = line.before(ply + u32::from(san.is_some())).clock();
            let claim = run.claim_before(ply).map(ClaimArticle::as_str);
            let number = line.numbers().number(ply);
            SheetMove {
                number,
                side: line.numbers().side(ply),
                san,
                clock,
                claim,
            }
        })
        .collect()
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

/// A claim as an EPD record (EPD 1995, `draw_claim`): with the intended move, which is the one that
/// was played where that completes the fifty.
fn epd(position: &Position, played: Option<Move>) -> String {
    let fen = position.xfen();
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    let quiet = |m: &Move| position.is_quiet(*m);
    let legal = position.legal_moves();
    let intended = played
        .filter(|m| position.clock() >= 100 || quiet(m))
        .or_else(|| legal.iter().copied().find(quiet))
        .or_else(|| legal.first().copied());
    let supplied = intended.map_or_else(String::new, |m| format!(" sm {};", position.san(m)));
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
    use crate::commands::fifty::line::position;

    /// White: Kg1, Rh1 with the right to castle, pawn a2; Black: Kg8 and a knight that can be taken.
    const BEFORE: &str = "6k1/8/8/8/8/8/P6n/6KR w K - 99 60";

    #[test]
    fn quiet_moves_complete_the_claim() {
        let position = position(BEFORE).unwrap();
        // Not Kxh2, Rxh2, a3, a4. The rook has f1, so castling leaves the king on g1.
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
    fn at_a_hundred_any_move_is_supplied() {
        let position = position(&BEFORE.replace("99", "100")).unwrap();
        let pawn = position
            .legal_moves()
            .into_iter()
            .find(|&m| position.san(m) == "a4");
        assert!(epd(&position, pawn).ends_with(" hmvc 100; sm a4;"));
    }
}
