//! The article of a claim: what it says, the moves that complete the claim, and the claim as EPD.

use audit960_board::{Move, Position};

use crate::claim::Claim;
use crate::right::ClaimRight;

/// By which limit turns are marked.
pub(super) fn marked(claim: &Claim<'_>) -> String {
    let Some(run) = claim.run() else {
        return "because this position occurred, or a move could repeat it, for at least the third time"
            .to_owned();
    };
    let limit = format!(
        "under the law of the game, which required {} moves",
        run.limit_moves
    );
    match claim.right {
        ClaimRight::NoClaims => {
            format!("{limit}, if players claimed at that venue, where they do not")
        }
        _ => limit,
    }
}

/// A paraphrase of the article of the main claim; it names no number of moves if the law required another than fifty.
pub(super) fn wording(claim: &Claim<'_>) -> &'static str {
    let plain = claim.run().is_none_or(|run| run.limit_moves == 50);
    match claim.article(claim.ply) {
        "9.3.1" if plain => {
            "The player whose turn it is may claim a draw by writing a move on the scoresheet and \
             telling the arbiter that it is to be played, if with it each player will have made the \
             last fifty moves without moving a pawn and without a capture. The move written cannot \
             be changed."
        }
        "9.3.1" => {
            "The player whose turn it is may claim a draw by writing a move on the scoresheet and \
             telling the arbiter that it is to be played, if with it each player will have made the \
             number of moves that the law requires without moving a pawn and without a capture."
        }
        "9.3.2" if plain => {
            "The player whose turn it is may claim a draw if each player has made the last fifty \
             moves without moving a pawn and without a capture."
        }
        "9.3.2" => {
            "The player whose turn it is may claim a draw if each player has made the number of \
             moves that the law requires without moving a pawn and without a capture."
        }
        "9.2.1" => {
            "The player whose turn it is may claim a draw by writing a move on the scoresheet and \
             telling the arbiter that it is to be played, if after it the same position appears \
             for at least the third time. The move written cannot be changed."
        }
        _ => {
            "The player whose turn it is may claim a draw if the same position has just appeared \
             for at least the third time."
        }
    }
}

/// The legal moves that are neither captures nor pawn moves, in SAN.
pub(super) fn quiet_moves(position: &Position) -> Vec<String> {
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
pub(super) fn epd(position: &Position, played: Option<Move>) -> String {
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
