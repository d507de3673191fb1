//! The article of a claim: what it says, the moves that complete the claim, and the claim as EPD.

use audit960_board::{Move, Position};
use audit960_types::{Message, message};

use crate::claim::Claim;
use crate::right::ClaimRight;

/// What the mark of a turn means.
pub(super) fn marked(claim: &Claim<'_>) -> Message {
    let Some(run) = claim.run() else {
        return message!("marked-repetition");
    };
    let key = match claim.right {
        ClaimRight::NoClaims => "marked-no-claims",
        _ => "marked-fifty",
    };
    message!(key, moves = run.limit_moves)
}

/// A paraphrase of the article of the main claim, with the number of moves that the law of the day required.
pub(super) fn wording(claim: &Claim<'_>) -> Message {
    let key = match claim.article(claim.ply).as_str() {
        "9.3.1" => "article-9-3-1",
        "9.3.2" => "article-9-3-2",
        "9.2.1" => "article-9-2-1",
        _ => "article-9-2-2",
    };
    let moves = claim.run().map_or(0, |run| run.limit_moves);
    message!(key, moves = moves)
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
    use crate::turn_claims::quiet_moves;

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
