//! Ruling on a claim as an arbiter does at the board: correct or not, by which article, and why.

use audit960_board::{Move, Position};
use audit960_law::FIFTY_CLOCK;
use audit960_types::Side;

use crate::game::side_name;
use crate::line::Line;
use crate::standing::{Standing, stood};

/// A claim as a player makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The half-move before which it is made, from 1.
    pub ply: u32,
    /// The move that is written on the scoresheet, in SAN; `None` where the claim is about what
    /// stands on the board.
    pub intended: Option<String>,
}

/// Whether a claim is correct under one article, and what that rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimFinding {
    /// The article: `9.2.1`, `9.2.2`, `9.3.1` or `9.3.2`.
    pub article: &'static str,
    /// Whether the claim is correct under it.
    pub correct: bool,
    /// Why, in a sentence without full stop.
    pub reason: String,
    /// Half-moves after which the position stood, the intended move's included; empty for the
    /// articles on fifty moves.
    pub occurrences: Vec<u32>,
    /// First and last half-move of the fifty moves by each player, where they are complete and in
    /// the record.
    pub fifty: Option<(u32, u32)>,
}

/// What an arbiter decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// The side that claims: the one whose turn it is.
    pub side: Side,
    /// The move that was written, as it is in SAN with check marks.
    pub intended: Option<String>,
    /// The articles, those under which the claim is correct first.
    pub findings: Vec<ClaimFinding>,
}

impl Ruling {
    /// Whether the claim is correct: under one article at least.
    #[must_use]
    pub fn is_correct(&self) -> bool {
        self.findings.iter().any(|finding| finding.correct)
    }
}

/// Why there is nothing to rule on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ClaimError {
    /// The game has no such turn.
    #[error("the record has no turn before half-move {ply}: it has half-moves 1 to {plies}")]
    NoTurn {
        /// The half-move that was named.
        ply: u32,
        /// Half-moves of the record.
        plies: u32,
    },
    /// Mate or stalemate has ended the game.
    #[error("the game is over before half-move {ply}: {side} is {how}")]
    Over {
        /// The half-move that was named.
        ply: u32,
        /// Who has no move.
        side: &'static str,
        /// `checkmated` or `stalemated`.
        how: &'static str,
    },
    /// The intended move is not legal, so it is no move that could be written.
    #[error("{san} is not a legal move of {side} before half-move {ply}")]
    NotLegal {
        /// The move as given.
        san: String,
        /// Whose turn it is.
        side: &'static str,
        /// The half-move that was named.
        ply: u32,
    },
}

/// Rules on a claim by the Laws of today.
///
/// A claim with an intended move (9.2.1, 9.3.1) is also correct where what stands on the board can be
/// claimed already (9.2.2, 9.3.2).
///
/// # Errors
/// [`ClaimError`] where no claim can be made.
pub fn rule_on(line: &Line, claim: &Claim) -> Result<Ruling, ClaimError> {
    let (ply, plies) = (claim.ply, line.plies());
    if ply == 0 || ply > plies + 1 {
        return Err(ClaimError::NoTurn { ply, plies });
    }
    let position = line.before(ply);
    let standing = Standing::before(line, ply);
    let side = side_name(standing.side);
    if !standing.has_move {
        let how = if position.in_check() {
            "checkmated"
        } else {
            "stalemated"
        };
        return Err(ClaimError::Over { ply, side, how });
    }
    let intended = match &claim.intended {
        None => None,
        Some(san) => Some(
            legal_move(position, san).ok_or_else(|| ClaimError::NotLegal {
                san: san.clone(),
                side,
                ply,
            })?,
        ),
    };
    let mut findings = Vec::with_capacity(4);
    if let Some(m) = intended {
        findings.push(repetition_by(line, &standing, position, m));
        findings.push(fifty_by(line, &standing, position, m));
    }
    findings.push(repetition_on_board(&standing));
    findings.push(fifty_on_board(line, &standing));
    if intended.is_some() {
        // What stands on the board is worth a word only where it helps the player.
        findings.retain(|it| it.correct || it.article == "9.2.1" || it.article == "9.3.1");
    }
    findings.sort_by_key(|finding| !finding.correct);
    Ok(Ruling {
        side: standing.side,
        intended: intended.map(|m| position.san(m)),
        findings,
    })
}

/// The legal move that a word of SAN means, check marks and annotations aside.
fn legal_move(position: &Position, san: &str) -> Option<Move> {
    let bare = |text: &str| {
        text.trim_end_matches(['+', '#', '!', '?'])
            .replace('0', "O")
    };
    let wanted = bare(san);
    let mut fitting = position
        .legal_moves()
        .into_iter()
        .filter(|&m| bare(&position.san(m)) == wanted);
    fitting.next()
}

fn repetition_by(line: &Line, standing: &Standing, position: &Position, m: Move) -> ClaimFinding {
    let san = position.san(m);
    let mut next = position.clone();
    next.play(m);
    let mut occurrences = stood(line, standing.ply, &next);
    occurrences.push(standing.ply);
    let times = occurrences.len();
    ClaimFinding {
        article: "9.2.1",
        correct: times > 2,
        reason: format!(
            "after {} {san} the position stands for the {} time",
            line.numbers().label(standing.ply),
            ordinal(times)
        ),
        occurrences,
        fifty: None,
    }
}

fn repetition_on_board(standing: &Standing) -> ClaimFinding {
    let times = standing.plies.len();
    ClaimFinding {
        article: "9.2.2",
        correct: standing.repeats(),
        reason: format!("the position stands for the {} time", ordinal(times)),
        occurrences: standing.plies.clone(),
        fifty: None,
    }
}

fn fifty_by(line: &Line, standing: &Standing, position: &Position, m: Move) -> ClaimFinding {
    let san = position.san(m);
    if !position.is_quiet(m) {
        let what = if position.captures(m) {
            "a capture"
        } else {
            "a pawn move"
        };
        return ClaimFinding {
            article: "9.3.1",
            correct: false,
            reason: format!("{san} is {what}"),
            occurrences: Vec::new(),
            fifty: None,
        };
    }
    fifty(
        "9.3.1",
        line,
        standing.clock + 1,
        standing.ply,
        &format!("with {san} the"),
    )
}

fn fifty_on_board(line: &Line, standing: &Standing) -> ClaimFinding {
    fifty("9.3.2", line, standing.clock, standing.ply - 1, "the")
}

/// Whether a half-move clock that stands after `last` completes fifty moves by each player.
fn fifty(article: &'static str, line: &Line, clock: u32, last: u32, the: &str) -> ClaimFinding {
    let correct = clock >= FIFTY_CLOCK;
    // A clock beyond the half-moves played was brought along by the start position.
    let first = (last + 1)
        .checked_sub(FIFTY_CLOCK)
        .filter(|first| *first > 0);
    let reason = if correct {
        match first {
            Some(_) => format!("{the} half-move clock is {clock}: fifty moves by each player"),
            None => format!(
                "{the} half-move clock is {clock}, of which {} stood in the FEN at the start",
                line.before(1).clock()
            ),
        }
    } else {
        format!(
            "{the} half-move clock is {clock}: {} short",
            short(FIFTY_CLOCK - clock)
        )
    };
    ClaimFinding {
        article,
        correct,
        reason,
        occurrences: Vec::new(),
        fifty: first.filter(|_| correct).map(|first| (first, last)),
    }
}

/// Half-moves in words: `2 moves by each side`, `3 half-moves`.
fn short(half_moves: u32) -> String {
    match (half_moves / 2, half_moves % 2) {
        (0, _) => "1 half-move".to_owned(),
        (1, 0) => "1 move by each side".to_owned(),
        (moves, 0) => format!("{moves} moves by each side"),
        _ => format!("{half_moves} half-moves"),
    }
}

/// `first`, `second` and so on.
fn ordinal(number: usize) -> String {
    let words = ["first", "second", "third", "fourth", "fifth", "sixth"];
    match number.checked_sub(1).and_then(|index| words.get(index)) {
        Some(word) => (*word).to_owned(),
        None => format!("{number}th"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORTHODOX: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const ROUND: &str = "g1f3 g8f6 f3g1 f6g8 ";

    fn ruling(fen: &str, moves: &str, ply: u32, intended: Option<&str>) -> Ruling {
        let line = Line::replay(fen, moves).unwrap();
        let intended = intended.map(str::to_owned);
        rule_on(&line, &Claim { ply, intended }).unwrap()
    }

    /// Article, whether correct, and why.
    fn findings(ruling: &Ruling) -> Vec<(&str, bool, &str)> {
        let found = ruling.findings.iter();
        found
            .map(|it| (it.article, it.correct, it.reason.as_str()))
            .collect()
    }

    #[test]
    fn a_position_about_to_stand_for_the_third_time() {
        let moves = ROUND.repeat(2);
        let claim = ruling(ORTHODOX, &moves, 8, Some("Ng8"));
        assert!(claim.is_correct());
        assert_eq!(claim.side, Side::Black);
        assert_eq!(claim.findings[0].occurrences, [0, 4, 8]);
        assert_eq!(
            findings(&claim),
            [
                (
                    "9.2.1",
                    true,
                    "after 4... Ng8 the position stands for the third time"
                ),
                (
                    "9.3.1",
                    false,
                    "with Ng8 the half-move clock is 8: 46 moves by each side short"
                ),
            ]
        );
        // Another move, and the right move one half-move too early for the third time.
        assert!(!ruling(ORTHODOX, &moves, 8, Some("e5")).is_correct());
        let early = ruling(ORTHODOX, &moves, 4, Some("Ng8"));
        assert_eq!(
            findings(&early)[0],
            (
                "9.2.1",
                false,
                "after 2... Ng8 the position stands for the second time"
            )
        );
    }

    #[test]
    fn a_position_that_stands_for_the_third_time() {
        let claim = ruling(ORTHODOX, &ROUND.repeat(2), 9, None);
        assert_eq!(
            findings(&claim)[0],
            ("9.2.2", true, "the position stands for the third time")
        );
        assert_eq!(claim.findings[0].occurrences, [0, 4, 8]);
        // With a move that repeats nothing, what stands on the board can still be claimed.
        let with_move = ruling(ORTHODOX, &ROUND.repeat(2), 9, Some("e4"));
        assert!(with_move.is_correct());
        assert_eq!(findings(&with_move)[0].0, "9.2.2");
        assert!(!ruling(ORTHODOX, &ROUND.repeat(2), 8, None).is_correct());
    }

    /// White: Kg1, Rh1, pawn a2; Black: Kg8 and a knight on h2.
    fn clock(clock: u32) -> String {
        format!("6k1/8/8/8/8/8/P6n/6KR w - - {clock} 60")
    }

    #[test]
    fn fifty_moves_are_counted() {
        let short = ruling(&clock(96), "", 1, None);
        assert_eq!(
            findings(&short)[0],
            ("9.2.2", false, "the position stands for the first time")
        );
        assert_eq!(
            findings(&short)[1],
            (
                "9.3.2",
                false,
                "the half-move clock is 96: 2 moves by each side short"
            )
        );
        let with = |start, san| ruling(&clock(start), "", 1, Some(san));
        assert!(with(99, "Kg2").is_correct());
        assert_eq!(
            findings(&with(98, "Kg2"))[1].2,
            "with Kg2 the half-move clock is 99: 1 half-move short"
        );
        assert_eq!(
            findings(&with(99, "a3"))[1],
            ("9.3.1", false, "a3 is a pawn move")
        );
        assert_eq!(
            findings(&with(99, "Rxh2"))[1],
            ("9.3.1", false, "Rxh2 is a capture")
        );
        // At 100 the moves are complete, whatever is intended.
        assert_eq!(findings(&with(100, "Rxh2"))[0].0, "9.3.2");
    }

    #[test]
    fn the_fifty_moves_are_named_where_the_record_has_them() {
        let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(26);
        let claim = ruling(ORTHODOX, &shuffle, 101, None);
        let fifty = claim.findings.iter().find(|it| it.article == "9.3.2");
        assert_eq!(fifty.and_then(|it| it.fifty), Some((1, 100)));
        let brought = ruling(&clock(100), "", 1, None);
        let fifty = brought
            .findings
            .iter()
            .find(|it| it.article == "9.3.2")
            .unwrap();
        assert_eq!((fifty.correct, fifty.fifty), (true, None));
        assert!(
            fifty
                .reason
                .ends_with("of which 100 stood in the FEN at the start")
        );
    }

    #[test]
    fn there_must_be_a_turn_and_a_legal_move() {
        let error = |fen: &str, moves: &str, ply, intended: Option<&str>| {
            let line = Line::replay(fen, moves).unwrap();
            let intended = intended.map(str::to_owned);
            rule_on(&line, &Claim { ply, intended })
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            error(ORTHODOX, ROUND, 6, None),
            "the record has no turn before half-move 6: it has half-moves 1 to 4"
        );
        assert!(error(ORTHODOX, ROUND, 0, None).starts_with("the record has no turn"));
        assert_eq!(
            error(ORTHODOX, ROUND, 1, Some("Nf6")),
            "Nf6 is not a legal move of White before half-move 1"
        );
        let mate = "f2f3 e7e5 g2g4 d8h4";
        assert_eq!(
            error(ORTHODOX, mate, 5, None),
            "the game is over before half-move 5: White is checkmated"
        );
    }
}
