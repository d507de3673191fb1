//! Games with a claimable draw, as the ledger keeps them.

use audit960_types::{
    ClaimArticle, GameResult, Identity, Outcome, ResetBy, RunEnd, Side, StartKind, Venue, Verdict,
};

/// A game with at least one run in which a draw could be claimed. The fields are the columns of
/// tables `games` and `incidents` of the same names.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Game {
    pub(crate) source: String,
    pub(crate) identity: Identity,
    pub(crate) game: Option<u64>,
    pub(crate) event: Option<String>,
    pub(crate) site: Option<String>,
    pub(crate) date: Option<String>,
    pub(crate) round: Option<String>,
    pub(crate) white: Option<String>,
    pub(crate) black: Option<String>,
    pub(crate) white_elo: Option<i32>,
    pub(crate) black_elo: Option<i32>,
    pub(crate) result: GameResult,
    pub(crate) year: Option<i32>,
    pub(crate) venue: Venue,
    pub(crate) start: StartKind,
    pub(crate) verdict: Verdict,
    pub(crate) start_fen: String,
    /// `None` where they were not asked for.
    pub(crate) moves: Option<String>,
    pub(crate) runs: Vec<Run>,
}

/// A run in which a draw could be claimed: a row of table `incidents`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Run {
    pub(crate) reset_ply: u32,
    pub(crate) reset_by: ResetBy,
    pub(crate) first_claim_ply: u32,
    pub(crate) first_claim_side: Side,
    pub(crate) first_claim_article: ClaimArticle,
    pub(crate) first_932_ply: Option<u32>,
    /// Turns with a claim, White's and Black's.
    pub(crate) claims: [u32; 2],
    pub(crate) peak_clock: u32,
    pub(crate) seventy_five_ply: Option<u32>,
    pub(crate) ended_by: RunEnd,
    pub(crate) outcome: Outcome,
    pub(crate) material: String,
    /// Position at the first claim.
    pub(crate) fen: String,
    pub(crate) law: String,
    pub(crate) limit_moves: u32,
    pub(crate) first_law_claim_ply: Option<u32>,
    pub(crate) claimable_at_venue: bool,
    pub(crate) half_point_lost_by: Option<Side>,
    pub(crate) automatic_draw_ply: Option<u32>,
}

impl Game {
    /// How the user names it.
    pub(crate) fn name(&self) -> String {
        name(&self.source, self.game, self.identity)
    }

    /// White's and Black's names, `?` where they are not known.
    pub(crate) fn players(&self) -> [&str; 2] {
        [&self.white, &self.black].map(|name| name.as_deref().unwrap_or("?"))
    }

    /// How its half-moves are numbered.
    pub(crate) fn numbers(&self) -> MoveNumbers {
        MoveNumbers::of_fen(&self.start_fen)
    }
}

/// How the user names a game: `source#ordinal`, or `source@offset` where no ordinal is known.
pub(crate) fn name(source: &str, ordinal: Option<u64>, identity: Identity) -> String {
    match ordinal {
        Some(ordinal) => format!("{source}#{ordinal}"),
        None => format!("{source}@{}", offset(identity)),
    }
}

/// The last name of a path; it names a source as well where there is none of the same.
pub(crate) fn file_name(source: &str) -> &str {
    source.rsplit(['/', '\\']).next().unwrap_or(source)
}

/// A place in a source: the byte, behind the frame's offset where there is one.
pub(crate) fn offset(identity: Identity) -> String {
    match identity.frame_offset {
        0 => identity.byte_offset.to_string(),
        frame => format!("{frame}+{}", identity.byte_offset),
    }
}

impl Run {
    /// Last half-move of the run; one less than the first where the run holds none.
    pub(crate) fn last_ply(&self) -> u32 {
        let clock = fen_field(&self.fen, 4).unwrap_or_default();
        self.first_claim_ply.saturating_sub(1) + self.peak_clock.saturating_sub(clock)
    }

    /// Last half-move before which there was a claim: the one behind the run, unless mate or
    /// stalemate ended it.
    pub(crate) fn last_claim_ply(&self) -> u32 {
        self.last_ply()
            + u32::from(!matches!(
                self.ended_by,
                RunEnd::Checkmate | RunEnd::Stalemate
            ))
    }

    /// The article under which there was a claim before a half-move, if there was one. From the
    /// first claim on there is one at every turn of the run.
    pub(crate) fn claim_before(&self, ply: u32) -> Option<ClaimArticle> {
        if !(self.first_claim_ply..=self.last_claim_ply()).contains(&ply) {
            return None;
        }
        Some(match self.first_932_ply {
            Some(completed) if ply >= completed => ClaimArticle::Completed,
            _ => self.first_claim_article,
        })
    }
}

/// From half-moves of a record to numbers of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveNumbers {
    /// Half-moves between the first move of a game and the start of the record.
    before: u64,
}

impl MoveNumbers {
    /// The numbering that the side to move and the move number of a FEN ask for.
    pub(crate) fn of_fen(fen: &str) -> Self {
        let number: u32 = fen_field(fen, 5).unwrap_or(1);
        let black = fen.split_ascii_whitespace().nth(1) == Some("b");
        Self {
            before: 2 * (u64::from(number.max(1)) - 1) + u64::from(black),
        }
    }

    /// Number of the move a half-move (from 1) belongs to.
    pub(crate) const fn number(self, ply: u32) -> u64 {
        (self.before + ply as u64).div_ceil(2)
    }

    /// Who plays a half-move.
    pub(crate) const fn side(self, ply: u32) -> Side {
        if (self.before + ply as u64) % 2 == 1 {
            Side::White
        } else {
            Side::Black
        }
    }

    /// The number as it stands before a move: `113.`, Black's `112...`.
    pub(crate) fn label(self, ply: u32) -> String {
        let dots = if self.side(ply) == Side::White {
            "."
        } else {
            "..."
        };
        format!("{}{dots}", self.number(ply))
    }
}

/// A side with a capital.
pub(crate) const fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}

/// A number among the fields of a FEN, counted from 0.
fn fen_field(fen: &str, index: usize) -> Option<u32> {
    fen.split_ascii_whitespace().nth(index)?.parse().ok()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A run of a game that starts with the record at a clock of nought: 9.3.1 before half-move
    /// 100, Black's, and play until the clock is `peak`.
    pub(crate) fn run(peak: u32, ended_by: RunEnd) -> Run {
        Run {
            reset_ply: 0,
            reset_by: ResetBy::Start,
            first_claim_ply: 100,
            first_claim_side: Side::Black,
            first_claim_article: ClaimArticle::Intended,
            first_932_ply: (peak >= 100).then_some(101),
            claims: [0, 1],
            peak_clock: peak,
            seventy_five_ply: None,
            ended_by,
            outcome: Outcome::Unfinished,
            material: "KRBvKR".to_owned(),
            fen: "8/8/4k3/3r4/8/2B1K3/4R3/8 b - - 99 50".to_owned(),
            law: "fifty".to_owned(),
            limit_moves: 50,
            first_law_claim_ply: Some(100),
            claimable_at_venue: true,
            half_point_lost_by: None,
            automatic_draw_ply: None,
        }
    }

    /// A game of Tal's with such runs.
    pub(crate) fn game(source: &str, offset: u64, date: Option<&str>, peaks: &[u32]) -> Game {
        let runs = peaks
            .iter()
            .map(|&peak| run(peak, RunEnd::Capture))
            .collect();
        Game {
            source: source.to_owned(),
            identity: Identity {
                frame_offset: 0,
                byte_offset: offset,
            },
            game: Some(offset),
            event: None,
            site: None,
            date: date.map(str::to_owned),
            round: None,
            white: Some("Tal, M".to_owned()),
            black: None,
            white_elo: None,
            black_elo: None,
            result: GameResult::Black,
            year: None,
            venue: Venue::Tcec,
            start: StartKind::Standard,
            verdict: Verdict::Ok,
            start_fen: "8/8/8/8/8/8/8/8 w - - 0 1".to_owned(),
            moves: None,
            runs,
        }
    }

    #[test]
    fn moves_are_numbered_from_the_fen() {
        let white = MoveNumbers::of_fen("8/8/8/8/8/8/8/8 w - - 0 1");
        assert_eq!([1, 2, 3].map(|ply| white.label(ply)), ["1.", "1...", "2."]);
        assert_eq!(white.label(225), "113.");
        let black = MoveNumbers::of_fen("8/8/8/8/8/8/8/8 b - - 12 40");
        assert_eq!(
            [1, 2, 3].map(|ply| black.label(ply)),
            ["40...", "41.", "41..."]
        );
        let largest = MoveNumbers::of_fen("8/8/8/8/8/8/8/8 b - - 0 4294967295");
        assert_eq!(largest.label(2), "4294967296.");
        assert_eq!(MoveNumbers::of_fen("8/8/8/8/8/8/8/8 w - -").label(1), "1.");
    }

    #[test]
    fn claims_last_until_the_run_is_over() {
        // The clock is 103 after half-move 103, and before the 104th there is still a claim.
        let open = run(103, RunEnd::EndOfGame);
        assert_eq!((open.last_ply(), open.last_claim_ply()), (103, 104));
        let articles = [99, 100, 101, 104, 105].map(|ply| open.claim_before(ply));
        let (intended, completed) = (Some(ClaimArticle::Intended), Some(ClaimArticle::Completed));
        assert_eq!(articles, [None, intended, completed, completed, None]);
        let mated = run(100, RunEnd::Checkmate);
        assert_eq!(mated.last_claim_ply(), 100);
        let none_played = run(99, RunEnd::EndOfGame);
        assert_eq!(
            (none_played.last_ply(), none_played.last_claim_ply()),
            (99, 100)
        );
    }

    #[test]
    fn games_have_names() {
        let at = Identity {
            frame_offset: 0,
            byte_offset: 17,
        };
        assert_eq!(name("a/b.pgn", Some(3), at), "a/b.pgn#3");
        assert_eq!(name("a/b.pgn", None, at), "a/b.pgn@17");
        assert_eq!(
            ["a/b.pgn", "c\\b.pgn", "b.pgn"].map(file_name),
            ["b.pgn"; 3]
        );
    }

    #[test]
    fn offsets_name_the_frame_where_there_is_one() {
        let at = |frame_offset, byte_offset| {
            offset(Identity {
                frame_offset,
                byte_offset,
            })
        };
        assert_eq!([at(0, 17), at(400, 17)], ["17", "400+17"]);
    }
}
