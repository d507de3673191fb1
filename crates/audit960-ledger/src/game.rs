//! The games of the ledger: games with a claimable draw.

use audit960_law::{GameDates, Pace};
use audit960_types::{
    GameEnd, GameResult, HalfPoint, Identity, Incident, JudgedRepetition, Message, Side, StartKind,
    Venue, Verdict, game_name, message,
};

/// X-FEN of the orthodox start.
pub(crate) const ORTHODOX: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A game in which a draw could be claimed. The fields are the columns of tables `games`, `incidents`
/// and `repetitions` of the same names.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "docs/tables.md says what the columns hold")]
pub struct LedgerGame {
    pub source: String,
    pub identity: Identity,
    pub game: Option<u64>,
    pub event: Option<String>,
    pub site: Option<String>,
    pub date: Option<String>,
    pub round: Option<String>,
    pub white: Option<String>,
    pub black: Option<String>,
    pub white_elo: Option<i32>,
    pub black_elo: Option<i32>,
    pub result: GameResult,
    pub venue: Venue,
    pub start: StartKind,
    pub verdict: Verdict,
    /// Whether the dataset that it comes from knows it as a copy of another game.
    pub is_copy: bool,
    /// The dates by which the law is looked up.
    pub dates: GameDates,
    /// How fast it was by the Laws, if its time control says so.
    pub pace: Option<Pace>,
    /// When the game was over without anybody's claim.
    pub end: Option<GameEnd>,
    /// The side that lost the game after a claim under law and venue, whatever the number of claims.
    pub half_point_lost_by: Option<Side>,
    /// Whether that rests on a law that the sources leave open; `None` where its claims have to say so.
    pub half_point_uncertain: Option<bool>,
    pub start_fen: String,
    /// `None` if they were not requested.
    pub moves: Option<String>,
    /// Its runs with a claim, in order.
    pub runs: Vec<Incident>,
    /// Its repetitions, in the order of their first claims.
    pub repetitions: Vec<JudgedRepetition>,
}

impl LedgerGame {
    /// Its name for people: `source#number`, or `source@offset` if its ordinal is not known.
    pub fn name(&self) -> String {
        name(&self.source, self.game, self.identity)
    }

    /// Its name for people, with another name of its source.
    #[must_use]
    pub fn name_with_source(&self, source: &str) -> String {
        name(source, self.game, self.identity)
    }

    /// White's and Black's names, `?` if not known.
    pub fn players(&self) -> [&str; 2] {
        [&self.white, &self.black].map(|name| name.as_deref().unwrap_or("?"))
    }

    /// Whether the half point that was lost in it rests on a law that the sources leave open.
    #[must_use]
    pub fn half_point_is_uncertain(&self) -> bool {
        let by_claims =
            || HalfPoint::of(&self.runs, &self.repetitions).map(|half_point| half_point.uncertain);
        self.half_point_uncertain.or_else(by_claims) == Some(true)
    }

    /// Sets the half point that was lost to that of the runs and repetitions that are kept.
    pub(crate) fn judge_half_point(&mut self) {
        let lost = HalfPoint::of(&self.runs, &self.repetitions);
        self.half_point_lost_by = lost.map(|half_point| half_point.lost_by);
        self.half_point_uncertain = lost.map(|half_point| half_point.uncertain);
    }

    /// Whether the game was over before half-move `ply`, so that no claim counts there.
    pub(crate) fn is_over_before(&self, ply: u32) -> bool {
        self.end.is_some_and(|end| end.precedes_claim(ply))
    }

    /// The numbering of its half-moves.
    pub fn numbers(&self) -> MoveNumbers {
        MoveNumbers::of_fen(&self.start_fen)
    }
}

/// The name of a game for people: `source#number`, or `source@offset` if its ordinal is not known.
pub(crate) fn name(source: &str, ordinal: Option<u64>, identity: Identity) -> String {
    match ordinal {
        Some(ordinal) => game_name(source, ordinal),
        None => format!("{source}@{}", offset(identity)),
    }
}

/// An offset in a source: `byte`, or `frame+byte` where the frame's offset is not 0.
pub(crate) fn offset(identity: Identity) -> String {
    match identity.frame_offset {
        0 => identity.byte_offset.to_string(),
        frame => format!("{frame}+{}", identity.byte_offset),
    }
}

/// Converts half-moves of a record to move numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveNumbers {
    /// Half-moves from the start of the game to the start of the record.
    before: u64,
}

impl MoveNumbers {
    /// The numbering from the side to move and the full-move number of a FEN; 1 if the number is missing.
    pub fn of_fen(fen: &str) -> Self {
        let number: u32 = fen_field(fen, 5).unwrap_or(1);
        let black = fen.split_ascii_whitespace().nth(1) == Some("b");
        Self {
            before: 2 * (u64::from(number.max(1)) - 1) + u64::from(black),
        }
    }

    /// The move number of a half-move, which counts from 1.
    pub const fn number(self, ply: u32) -> u64 {
        (self.before + ply as u64).div_ceil(2)
    }

    /// The side that plays a half-move.
    pub const fn side(self, ply: u32) -> Side {
        if (self.before + ply as u64) % 2 == 1 {
            Side::White
        } else {
            Side::Black
        }
    }

    /// The move number as written before a half-move: `113.`, for Black `112...`.
    pub fn label(self, ply: u32) -> String {
        let dots = if self.side(ply) == Side::White {
            "."
        } else {
            "..."
        };
        format!("{}{dots}", self.number(ply))
    }

    /// The same as a part of a sentence: `turn` where the side is clear, `turn-of` where it is not.
    pub(crate) fn turn(self, key: &'static str, ply: u32) -> Message {
        message!(
            key,
            number = self.number(ply).to_string(),
            side = self.side(ply)
        )
    }
}

/// A numeric field of a FEN; `index` counts from 0.
pub(crate) fn fen_field(fen: &str, index: usize) -> Option<u32> {
    fen.split_ascii_whitespace().nth(index)?.parse().ok()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use audit960_types::{ClaimArticle, Outcome, ResetBy, RunEnd};

    /// A run from the start of the record, at a clock of zero: Black has a claim under 9.3.1 before
    /// half-move 100, and the run goes on until the clock is `peak`.
    pub(crate) fn run(peak: u32, ended_by: RunEnd) -> Incident {
        Incident {
            reset_ply: 0,
            reset_by: ResetBy::Start,
            first_claim_ply: 100,
            first_clock: 99,
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
            clock_in_doubt: false,
            law_uncertain: false,
            limit_moves: 50,
            first_law_claim_ply: Some(100),
            claimable_at_venue: Some(true),
            chances: [None, None],
            half_point_lost_by: None,
            automatic_draw_ply: None,
            claimant_offered_draw: None,
            values: None,
        }
    }

    /// A game with runs up to these peak clocks.
    pub(crate) fn game(source: &str, offset: u64, date: Option<&str>, peaks: &[u32]) -> LedgerGame {
        let runs = peaks
            .iter()
            .map(|&peak| run(peak, RunEnd::Capture))
            .collect();
        LedgerGame {
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
            venue: Venue::Tcec,
            start: StartKind::Standard,
            verdict: Verdict::Ok,
            is_copy: false,
            dates: GameDates::of_tags(date.map(str::as_bytes), None, None),
            pace: None,
            end: None,
            half_point_lost_by: None,
            half_point_uncertain: None,
            start_fen: "8/8/8/8/8/8/8/8 w - - 0 1".to_owned(),
            moves: None,
            runs,
            repetitions: Vec::new(),
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
    fn games_have_names() {
        let at = Identity {
            frame_offset: 0,
            byte_offset: 17,
        };
        assert_eq!(name("a/b.pgn", Some(3), at), "a/b.pgn#4");
        assert_eq!(name("a/b.pgn", None, at), "a/b.pgn@17");
    }

    #[test]
    fn offsets_include_the_offset_of_a_frame() {
        let at = |frame_offset, byte_offset| {
            offset(Identity {
                frame_offset,
                byte_offset,
            })
        };
        assert_eq!([at(0, 17), at(400, 17)], ["17", "400+17"]);
    }
}
