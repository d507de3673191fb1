//! The claim of a run: its article, what it says, the moves that complete it, and its record as EPD.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use audit960_board::{Move, Position};
use audit960_law::article_of_the_day;
use audit960_report::SectionClaim;
use audit960_types::{ClaimArticle, Incident};

use crate::game::{LedgerGame, last_claim_ply};
use crate::judge::LawTables;
use crate::move_line::MoveLine;
use crate::words::shown_ply;

/// The claims of a run that its sheet marks: those under the law of the game.
pub(super) struct Claims<'a> {
    pub(super) game: &'a LedgerGame,
    pub(super) run: &'a Incident,
    pub(super) line: &'a MoveLine,
    pub(super) tables: &'a LawTables,
}

impl Claims<'_> {
    /// The claim that the sheet sets out; `None` where nobody could claim, or no law is known.
    pub(super) fn shown(&self) -> Option<SectionClaim> {
        let (game, run, line) = (self.game, self.run, self.line);
        let ply = shown_ply(run);
        if game.is_over_before(ply) || run.first_law_claim_ply.is_none() {
            return None;
        }
        let article = self.before(ply).unwrap_or(run.first_claim_article);
        let completing = (article == ClaimArticle::Intended).then(|| quiet_moves(line.before(ply)));
        let name = article_of_the_day(article, &game.dates);
        Some(SectionClaim {
            article: (name.map(str::to_owned), wording(article, run).to_owned()),
            completing,
            marked: marked(run),
            epd: epd(line.before(ply), line.played(ply)),
        })
    }

    /// The articles of the claims before some half-moves.
    pub(super) fn of_turns(&self, turns: RangeInclusive<u32>) -> BTreeMap<u32, &'static str> {
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
        run.first_law_claim_ply?;
        let (dates, law) = (&self.game.dates, &self.tables.law);
        self.line.claim_under_law(ply, dates, law)
    }
}

/// By which limit turns are marked.
fn marked(run: &Incident) -> String {
    let limit = format!(
        "under the law of the game, which required {} moves",
        run.limit_moves
    );
    match run.claimable_at_venue {
        Some(false) => format!("{limit}, if players claimed at that venue, where they do not"),
        _ => limit,
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
pub(super) fn epd_of(position: &Position, supplied: Option<String>) -> String {
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
