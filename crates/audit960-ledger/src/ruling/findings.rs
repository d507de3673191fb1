//! Whether a claim is correct under each article.

use audit960_board::{Move, Position};
use audit960_law::FIFTY_CLOCK;
use audit960_types::{Choice as _, Message, RunEnd, message};

use super::ClaimFinding;
use super::alike::look_alikes;
use super::intended::UnclearMove;
use crate::article::Article;
use crate::move_line::{Evidence, MoveLine};
use crate::rules::GameRules;
use crate::turn_claims::{TurnClaims, stood};

/// A turn at which a draw is claimed.
pub(super) struct ClaimedTurn<'c> {
    pub(super) line: &'c MoveLine,
    pub(super) standing: &'c TurnClaims,
    pub(super) rules: &'c GameRules<'c>,
}

impl ClaimedTurn<'_> {
    /// A finding without details.
    fn finding(&self, article: Article, correct: Option<bool>, reason: Message) -> ClaimFinding {
        ClaimFinding {
            article,
            article_of_the_day: self.rules.article(article.name()),
            correct,
            reason,
            occurrences: Vec::new(),
            alike: Vec::new(),
            fifty: None,
        }
    }

    /// The findings about a claim that fails for the same reason under all articles.
    fn failed(&self, articles: [Article; 2], reason: &Message) -> [ClaimFinding; 2] {
        articles.map(|article| self.finding(article, Some(false), reason.clone()))
    }

    /// The findings about a claim by the player who does not have the move.
    pub(super) fn out_of_turn(&self) -> Vec<ClaimFinding> {
        let reason = message!("reason-out-of-turn", side = self.standing.side);
        self.failed([Article::Repeated, Article::Completed], &reason)
            .into()
    }

    /// The findings about the position on the board, and about the one after an intended move.
    pub(super) fn findings(
        &self,
        written: Option<&Result<Move, UnclearMove>>,
    ) -> Vec<ClaimFinding> {
        let of_board = [self.by_repetition(None), self.by_fifty_moves(None)];
        let of_move = match written {
            None => return of_board.into(),
            Some(Err(unclear)) => {
                let reason = self.why_unclear(unclear);
                self.failed([Article::Repeating, Article::Completing], &reason)
            }
            Some(Ok(m)) => self.with_move(*m),
        };
        // The position on the board is mentioned only if it makes the claim correct, or could.
        let of_board = of_board.into_iter();
        let of_board = of_board.filter(|finding| finding.correct != Some(false));
        of_move.into_iter().chain(of_board).collect()
    }

    /// Why a written move makes a claim fail.
    fn why_unclear(&self, unclear: &UnclearMove) -> Message {
        let (written, side) = (unclear.written.as_str(), self.standing.side);
        match unclear.candidates.as_slice() {
            [] => message!("reason-illegal", move = written, side = side),
            several => message!("reason-ambiguous", move = written, moves = several.join(", ")),
        }
    }

    /// The findings about an intended move.
    fn with_move(&self, m: Move) -> [ClaimFinding; 2] {
        let position = self.line.before(self.standing.ply);
        let san = position.san(m);
        let mut counted = self.by_fifty_moves(Some(&san));
        if !position.is_quiet(m) {
            let end = match position.captures(m) {
                true => RunEnd::Capture,
                false => RunEnd::Pawn,
            };
            (counted.correct, counted.fifty) = (Some(false), None);
            counted.reason = message!("reason-is", move = san, end = end.as_str());
        } else if counted.correct == Some(true) && !self.rules.jurisdiction.announced_fifty_counts()
        {
            counted.correct = Some(false);
            let venue = message!("objection-moves-made");
            counted.reason = message!("clauses", first = counted.reason, second = venue);
        }
        [self.by_repetition(Some(m)), counted]
    }

    /// The finding about a position that occurred: that on the board, or the one after an intended move.
    fn by_repetition(&self, intended: Option<Move>) -> ClaimFinding {
        let (line, ply) = (self.line, self.standing.ply);
        let position = line.before(ply);
        let mut next: Position = position.clone();
        let (mut article, mut occurrences) = (Article::Repeated, self.standing.plies.clone());
        if let Some(m) = intended {
            next.play(m);
            article = Article::Repeating;
            occurrences = stood(line, ply, &next);
            occurrences.push(ply);
        }
        // What a capture, a pawn's move or the loss of a right brings about cannot have occurred before.
        let is_new = intended.is_some_and(|m| !position.is_quiet(m))
            || next.castling_rooks() != position.castling_rooks();
        if line.evidence() != Evidence::Record && !is_new {
            return self.finding(article, None, message!("reason-open-repetition"));
        }
        let times = occurrences.len();
        let mut reason = message!("reason-occurs", times = times);
        if let Some(m) = intended {
            let after = format!("{} {}", line.numbers().label(ply), position.san(m));
            reason = message!("reason-after", move = after, reason = reason);
        }
        ClaimFinding {
            occurrences,
            alike: look_alikes(line, ply, &next),
            ..self.finding(article, Some(times > 2), reason)
        }
    }

    /// Whether the clock completes the moves that the law requires, and why; `with` a move that is only announced.
    fn by_fifty_moves(&self, with: Option<&str>) -> ClaimFinding {
        let TurnClaims {
            ply,
            clock,
            limit_clock,
            ..
        } = *self.standing;
        let more = u32::from(with.is_some());
        let (clock, last) = (clock + more, ply - 1 + more);
        let article = match with {
            Some(_) => Article::Completing,
            None => Article::Completed,
        };
        if self.line.evidence() == (Evidence::Position { has_clock: false }) {
            return self.finding(article, None, message!("reason-open-clock"));
        }
        let first = (last + 1)
            .checked_sub(limit_clock)
            .filter(|first| *first > 0);
        let (correct, moves) = (clock >= limit_clock, limit_clock / 2);
        let mut reason = if !correct {
            let short = limit_clock - clock;
            let short = match short % 2 {
                0 => message!("short-moves", moves = short / 2),
                _ => message!("half-moves", count = short),
            };
            match limit_clock {
                FIFTY_CLOCK => message!("reason-short", clock = clock, short = short),
                _ => message!(
                    "reason-short-of",
                    clock = clock,
                    short = short,
                    moves = moves
                ),
            }
        } else if first.is_some() {
            message!("reason-complete", clock = clock, moves = moves)
        } else {
            // A clock greater than the half-moves played comes from the FEN of the start position.
            let start = self.line.before(1).clock();
            message!("reason-from-fen", clock = clock, start = start)
        };
        if let Some(san) = with {
            reason = message!("reason-with", move = san, reason = reason);
        }
        ClaimFinding {
            fifty: first.filter(|_| correct).map(|first| (first, last)),
            ..self.finding(article, Some(correct), reason)
        }
    }
}
