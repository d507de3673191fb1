//! Castling rights as the FEN declares them, as the pieces allow, and as the moves need: where they
//! contradict each other, replay decides.
//!
//! The declared rights that the pieces allow are tried first (`start` has dropped the others). Where the
//! record fails at castling, rights are added or moved to another rook on the same side, as few as
//! possible, and the rights with which the record replays are used. How far it must replay depends on how
//! much the castling field contradicts them ([`Search::believes`]).
//!
//! Only a refused castling can be the cause. Two rooks on one side of the king can never both explain it:
//! while the inner one is on its initial square, it blocks castling with the outer one (a test of the board
//! crate checks all cases), and once it has moved it cannot castle.

use audit960_board::Position;
use audit960_pgn::Tag;
use audit960_types::{CastlingSource, Code, Side, Square, TextSink, Wing};

use super::{GameReplay, ReadMode};
use crate::record::{Record, Refusal, Trial};
use crate::start::GameStart;

/// Maximum number of rights that are changed together: two for each side.
const MAX_CHANGES: usize = 4;

/// Minimum number of further half-moves that must replay with a right that the field denies, to count as
/// evidence for it.
const MIN_BEYOND: usize = 5;

/// The castling rights that were inferred from the moves.
#[derive(Clone, Debug, Default)]
pub(super) struct Inferred {
    /// By side and wing: the code of the finding, reported when the side castles.
    codes: [[Option<Code>; 2]; 2],
}

impl Inferred {
    fn any(&self) -> bool {
        self.codes.iter().flatten().any(Option::is_some)
    }
}

/// A right that the FEN does not declare: side, wing and square of the rook.
type Change = (Side, Wing, Square);

/// A search for rights by which a record replays.
struct Search<'r, 'a> {
    record: &'r Record<'a>,
    start: &'r GameStart,
    declared: &'r Position,
    /// By side and wing: whether the field names the wing by K or Q.
    wings_named: [[bool; 2]; 2],
    /// Number of words that replay with the declared rights.
    failed: usize,
    /// Number of words that replay with the best changes so far.
    words: usize,
    best: Option<Vec<Change>>,
    complete: bool,
}

impl Search<'_, '_> {
    /// Tries all ways to change up to `left` more rights.
    fn look(&mut self, position: &Position, changes: &mut Vec<Change>, left: usize) {
        let trial = self.record.trial(position);
        let whole = trial.refusal.is_none();
        let believed = |change| self.believes(change, trial, whole);
        if !changes.is_empty() && trial.words > self.words && changes.iter().all(believed) {
            self.words = trial.words;
            self.best = Some(changes.clone());
            self.complete = whole;
        }
        if whole || left == 0 {
            return;
        }
        let Some(Refusal::Castling(wing)) = trial.refusal else {
            return;
        };
        let side = refusing(self.record, position, trial);
        if changes
            .iter()
            .any(|change| (change.0, change.1) == (side, wing))
        {
            return;
        }
        for rook in rooks(self.declared, side, wing) {
            let mut granted = position.clone();
            let held = position.castling_rook(side, wing) == Some(rook);
            if held || !granted.set_castling_rook(side, wing, rook) {
                continue;
            }
            changes.push((side, wing, rook));
            self.look(&granted, changes, left - 1);
            changes.pop();
            if self.complete {
                return;
            }
        }
    }

    /// Whether a replay is evidence for a right that the field does not give. A field that gives the
    /// side no right, or names a file without a rook on that wing, is known to be wrong: any progress is
    /// evidence. K or Q may mean the inner rook: the whole record must replay. A field that names another
    /// right of the side denies this one: the whole record must replay, and some moves beyond castling.
    fn believes(&self, &(side, wing, _): &Change, trial: Trial, whole: bool) -> bool {
        match self.declared.castling_rook(side, wing) {
            None if self.start.may_have_right(self.declared, side, wing) => true,
            Some(_) if self.wings_named[side as usize][wing as usize] => whole,
            _ => whole && trial.words >= self.failed + MIN_BEYOND,
        }
    }
}

/// The side whose castling was refused.
fn refusing(record: &Record<'_>, start: &Position, trial: Trial) -> Side {
    let mut position = start.clone();
    for index in 0..trial.words {
        // These words have just been played, so they are legal.
        let _ = record.play(index, &mut position);
    }
    position.turn()
}

/// The rooks of a wing, the outermost first: the one that K and Q mean in X-FEN.
fn rooks(position: &Position, side: Side, wing: Wing) -> impl Iterator<Item = Square> {
    let mut rooks: Vec<Square> = position.wing_rooks(side, wing).into_iter().collect();
    if wing == Wing::HSide {
        rooks.reverse();
    }
    rooks.into_iter()
}

impl<S: TextSink> GameReplay<'_, '_, S> {
    /// The source of the castling rights of the start.
    pub(super) fn castling_source(&self) -> CastlingSource {
        if self.tags.start.rights_assumed || self.game.inferred.any() {
            CastlingSource::Inferred
        } else {
            CastlingSource::Declared
        }
    }

    /// Infers rights with which a failed game replays. Without a FEN the rights are known.
    pub(super) fn retry_with_rights(&mut self) {
        let played_from_fen =
            self.tags.roster.has(Tag::Fen) && !self.scratch.line.trail.fen().is_empty();
        if played_from_fen && self.walk.failed == Some(Code::IllegalMove) {
            self.infer_rights();
        }
    }

    #[cold]
    fn infer_rights(&mut self) {
        let record = self.record();
        let declared = self.scratch.line.start.clone();
        let mut search = Search {
            record: &record,
            start: &self.tags.start,
            declared: &declared,
            wings_named: self.wings_named(),
            failed: self.scratch.line.plies() as usize,
            words: self.scratch.line.plies() as usize,
            best: None,
            complete: false,
        };
        for changes in 1..=MAX_CHANGES {
            search.look(&declared, &mut Vec::new(), changes);
            if search.complete {
                break;
            }
        }
        let Some(changes) = search.best else {
            return;
        };
        let mut granted = declared.clone();
        for &(side, wing, rook) in &changes {
            let code = match declared.castling_rook(side, wing) {
                None => Code::RightInferred,
                Some(_) => Code::CastlingRookInferred,
            };
            if granted.set_castling_rook(side, wing, rook) {
                self.game.inferred.codes[side as usize][wing as usize] = Some(code);
            }
        }
        let fen = granted.xfen();
        self.scratch.line.begin(granted, &fen);
        self.walk_again(ReadMode::English);
    }

    /// After castling: adds a finding if the right was inferred.
    pub(super) fn note_inferred_right(&mut self, at: usize, len: usize) {
        let line = &self.scratch.line;
        let side = line.position.turn().other();
        let Some(castled) = line.castled[side as usize] else {
            return;
        };
        let Some(code) = self.game.inferred.codes[side as usize][castled.wing as usize] else {
            return;
        };
        let Some(rook) = line.start.castling_rook(side, castled.wing) else {
            return;
        };
        let field = self.declared_field();
        let rights = line.trail.fen().split(' ').nth(2).unwrap_or("-").to_owned();
        let what = match code {
            Code::RightInferred => "no right to castle with",
            _ => "a castling right, but not with",
        };
        let message = format!(
            "the FEN declares {field}, which gives {side} {what} the rook on {rook}; read as \
             {rights}, because the game castles with it"
        );
        let ply = line.plies();
        self.note_ply(code, at, len, ply, message);
    }

    /// The castling field of the FEN, if it has one.
    fn castling_field(&self) -> Option<&[u8]> {
        let fen = self.tags.roster.raw(Tag::Fen)?;
        let mut fields = fen
            .split(u8::is_ascii_whitespace)
            .filter(|field| !field.is_empty());
        fields.nth(2)
    }

    /// By side and wing: whether the castling field names the wing by K or Q.
    fn wings_named(&self) -> [[bool; 2]; 2] {
        let field = self.castling_field().unwrap_or_default();
        let mut named = [[false; 2]; 2];
        for (letter, side, wing) in [
            (b'K', Side::White, Wing::HSide),
            (b'Q', Side::White, Wing::ASide),
            (b'k', Side::Black, Wing::HSide),
            (b'q', Side::Black, Wing::ASide),
        ] {
            named[side as usize][wing as usize] = field.contains(&letter);
        }
        named
    }

    /// The castling field, quoted for a message.
    fn declared_field(&self) -> String {
        let field = self.castling_field();
        field.map_or_else(
            || "nothing".to_owned(),
            |field| format!("\"{}\"", audit960_pgn::quoted(field)),
        )
    }
}
