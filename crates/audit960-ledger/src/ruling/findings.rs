//! Whether a claim is correct under each article.

use audit960_board::{Move, Position};
use audit960_law::FIFTY_CLOCK;
use audit960_types::{Message, RunEnd, Side, message};

use super::ClaimFinding;
use super::alike::look_alikes;
use super::intended::UnclearMove;
use crate::article::Article;
use crate::move_line::{Evidence, MoveLine};
use crate::rules::GameRules;
use crate::turn_claims::{TurnClaims, stood};

/// A finding without details.
fn finding(
    article: Article,
    correct: Option<bool>,
    reason: Message,
    rules: &GameRules<'_>,
) -> ClaimFinding {
    ClaimFinding {
        article,
        article_of_the_day: rules.number(article),
        correct,
        reason,
        occurrences: Vec::new(),
        alike: Vec::new(),
        fifty: None,
    }
}

/// The findings about a claim by the player who does not have the move.
pub(super) fn out_of_turn(mover: Side, rules: &GameRules<'_>) -> Vec<ClaimFinding> {
    let reason = message!("reason-out-of-turn", side = mover);
    let failed = |article| finding(article, Some(false), reason.clone(), rules);
    Article::ON_BOARD.map(failed).into()
}

/// The findings about the position on the board, and about the one after an intended move.
pub(super) fn findings(
    line: &MoveLine,
    standing: &TurnClaims,
    written: Option<&Result<Move, UnclearMove>>,
    rules: &GameRules<'_>,
) -> Vec<ClaimFinding> {
    let [repetition, fifty] = Article::ON_BOARD;
    let of_board = [
        by_repetition(repetition, line, standing, None, rules),
        Clock::of(standing, 0).finding(fifty, line, None, rules),
    ];
    let of_move = match written {
        None => return of_board.into(),
        Some(Err(unclear)) => {
            let reason = why_unclear(unclear, standing.side);
            Article::INTENDED.map(|article| finding(article, Some(false), reason.clone(), rules))
        }
        Some(Ok(m)) => with_move(line, standing, *m, rules),
    };
    // The position on the board is mentioned only if it makes the claim correct, or could.
    let of_board = of_board
        .into_iter()
        .filter(|finding| finding.correct != Some(false));
    of_move.into_iter().chain(of_board).collect()
}

/// Why a written move makes a claim fail.
fn why_unclear(unclear: &UnclearMove, side: Side) -> Message {
    let written = unclear.written.as_str();
    match unclear.candidates.as_slice() {
        [] => message!("reason-illegal", move = written, side = side),
        several => message!("reason-ambiguous", move = written, moves = several.join(", ")),
    }
}

/// The findings about an intended move.
fn with_move(
    line: &MoveLine,
    standing: &TurnClaims,
    m: Move,
    rules: &GameRules<'_>,
) -> [ClaimFinding; 2] {
    let position = line.before(standing.ply);
    let san = position.san(m);
    let [repetition, fifty] = Article::INTENDED;
    let repeated = by_repetition(repetition, line, standing, Some(m), rules);
    let mut counted = Clock::of(standing, 1).finding(fifty, line, Some(&san), rules);
    if !position.is_quiet(m) {
        let end = if position.captures(m) {
            RunEnd::Capture
        } else {
            RunEnd::Pawn
        };
        (counted.correct, counted.fifty) = (Some(false), None);
        counted.reason = message!("reason-is", move = san, end = end.as_str());
    } else if counted.correct == Some(true) && !rules.announced_fifty_counts() {
        counted.correct = Some(false);
        let venue = message!("objection-moves-made");
        counted.reason = message!("clauses", first = counted.reason, second = venue);
    }
    [repeated, counted]
}

/// The finding about a position that occurred: that on the board, or the one after an intended move.
fn by_repetition(
    article: Article,
    line: &MoveLine,
    standing: &TurnClaims,
    intended: Option<Move>,
    rules: &GameRules<'_>,
) -> ClaimFinding {
    let (ply, position) = (standing.ply, line.before(standing.ply));
    let mut next: Position = position.clone();
    let mut occurrences = standing.plies.clone();
    if let Some(m) = intended {
        next.play(m);
        occurrences = stood(line, ply, &next);
        occurrences.push(ply);
    }
    // What a capture, a pawn's move or the loss of a right brings about cannot have occurred before.
    let is_new = intended.is_some_and(|m| !position.is_quiet(m))
        || next.castling_rooks() != position.castling_rooks();
    if line.evidence() != Evidence::Record && !is_new {
        return finding(article, None, message!("reason-open-repetition"), rules);
    }
    let times = occurrences.len();
    let reason = message!("reason-occurs", times = times);
    let reason = match intended {
        Some(m) => {
            let after = format!("{} {}", line.numbers().label(ply), position.san(m));
            message!("reason-after", move = after, reason = reason)
        }
        None => reason,
    };
    ClaimFinding {
        occurrences,
        alike: look_alikes(line, ply, &next),
        ..finding(article, Some(times > 2), reason, rules)
    }
}

/// A half-move clock, the half-move after which it was reached, and the clock that the law requires.
struct Clock {
    clock: u32,
    last: u32,
    limit_clock: u32,
}

impl Clock {
    /// The clock of a turn, with `more` half-moves that are only announced.
    const fn of(standing: &TurnClaims, more: u32) -> Self {
        Self {
            clock: standing.clock + more,
            last: standing.ply - 1 + more,
            limit_clock: standing.limit_clock,
        }
    }

    /// Whether the clock completes the moves that the law requires, and why; `with` a move that is only announced.
    fn finding(
        &self,
        article: Article,
        line: &MoveLine,
        with: Option<&str>,
        rules: &GameRules<'_>,
    ) -> ClaimFinding {
        let &Self {
            clock,
            last,
            limit_clock,
        } = self;
        if line.evidence() == (Evidence::Position { has_clock: false }) {
            return finding(article, None, message!("reason-open-clock"), rules);
        }
        let first = (last + 1)
            .checked_sub(limit_clock)
            .filter(|first| *first > 0);
        let correct = clock >= limit_clock;
        let reason = if !correct {
            let short = limit_clock - clock;
            let short = match short % 2 {
                0 => message!("short-moves", moves = short / 2),
                _ => message!("half-moves", count = short),
            };
            match limit_clock {
                FIFTY_CLOCK => message!("reason-short", clock = clock, short = short),
                other => message!(
                    "reason-short-of",
                    clock = clock,
                    short = short,
                    moves = other / 2
                ),
            }
        } else if first.is_some() {
            message!("reason-complete", clock = clock, moves = limit_clock / 2)
        } else {
            // A clock greater than the half-moves played comes from the FEN of the start position.
            let start = line.before(1).clock();
            message!("reason-from-fen", clock = clock, start = start)
        };
        let reason = match with {
            Some(san) => message!("reason-with", move = san, reason = reason),
            None => reason,
        };
        ClaimFinding {
            fifty: first.filter(|_| correct).map(|first| (first, last)),
            ..finding(article, Some(correct), reason, rules)
        }
    }
}
