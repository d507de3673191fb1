//! The effective end of a game by brute force, straight from the Laws: half-move by half-move, every rule
//! asked at each.

use std::collections::{HashMap, HashSet};

use audit960_types::{EndReason, GameEnd};
use shakmaty::{Bitboard, Chess, Color, Position, Role};

use crate::helpmate::{Helpmate, search};
use crate::reference::{ReferenceError, Turn, replay};

/// When the fifth occurrence of a position ends a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fifth {
    /// Never.
    Never,
    /// If all five came in alternate moves that follow each other (Laws of 2014, 9.6).
    InSequence,
    /// At any fifth time (9.6.1).
    AnyTime,
}

/// The rules by which a game ends without anybody's claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndRules {
    /// Whether 75 moves by each player do (9.6.2).
    pub seventy_five: bool,
    /// When the fifth occurrence does.
    pub fifth: Fifth,
    /// Whether fifty moves by each player do, by the venue's rule.
    pub fifty: bool,
    /// Whether the third occurrence does, by the venue's rule.
    pub third: bool,
    /// Whether at most a bishop or a knight on each side does, by the venue's rule.
    pub minor: bool,
    /// Whether every dead position does (5.2.2); else only too little material, as programs see it.
    pub all_dead: bool,
}

/// The end of a game: start position as FEN, moves as UCI_Chess960 separated by blanks. A position is dead
/// if a search of at most `limit` positions visits all that can follow and finds no mate.
///
/// # Errors
/// The first thing that cannot be read or played.
pub fn effective_end(
    start: &str,
    moves: &str,
    rules: &EndRules,
    limit: usize,
) -> Result<Option<GameEnd>, ReferenceError> {
    let turns = replay(start, moves)?;
    let first_dead = first_dead(&turns, rules, limit);
    let mut stood: HashMap<&Chess, Vec<u32>> = HashMap::new();
    for turn in &turns {
        let plies = stood.entry(&turn.position).or_default();
        plies.push(turn.ply);
        let reason = if turn.position.is_checkmate() {
            EndReason::Checkmate
        } else if turn.position.is_stalemate() {
            EndReason::Stalemate
        } else if first_dead == Some(turn.ply) {
            EndReason::DeadPosition
        } else if !rules.third && is_fifth(plies, rules.fifth) {
            EndReason::FivefoldRepetition
        } else if !rules.fifty && rules.seventy_five && turn.clock >= 150 {
            EndReason::SeventyFiveMoves
        } else if rules.third && plies.len() == 3 {
            EndReason::VenueThreefold
        } else if rules.fifty && turn.clock >= 100 {
            EndReason::VenueFifty
        } else if rules.minor && at_most_minor(&turn.position) {
            EndReason::VenueMaterial
        } else {
            continue;
        };
        let ply = turn.ply;
        return Ok(Some(GameEnd { ply, reason }));
    }
    Ok(None)
}

fn is_fifth(plies: &[u32], rule: Fifth) -> bool {
    match rule {
        Fifth::Never => false,
        Fifth::AnyTime => plies.len() == 5,
        Fifth::InSequence => {
            let mut later = plies.iter().rev().copied();
            let last = later.next().unwrap_or_default();
            let times = later.zip(1..).take_while(|(ply, n)| last - ply == 4 * n);
            times.count() >= 4
        }
    }
}

/// The first half-move after which the position is dead. What follows a dead position is dead, so the last
/// positions are asked first.
fn first_dead(turns: &[Turn], rules: &EndRules, limit: usize) -> Option<u32> {
    let mut known = HashSet::new();
    let mut dead = |position: &Chess| {
        too_little_material(position)
            || rules.all_dead && {
                let hopeless = &too_little_material;
                search(position, None, limit, hopeless, &mut known) == Helpmate::Excluded
            }
    };
    let dead = turns.iter().rev().take_while(|turn| dead(&turn.position));
    dead.last().map(|turn| turn.ply)
}

/// Whether each side has at most one bishop or knight beside its king.
fn at_most_minor(position: &Chess) -> bool {
    let board = position.board();
    [Color::White, Color::Black].into_iter().all(|side| {
        let own = board.by_color(side) & !board.kings();
        own.count() <= 1 && (own & !(board.bishops() | board.knights())).is_empty()
    })
}

/// Whether neither side can mate with its pieces: kings alone, with one knight, or with bishops that all
/// stand on squares of one colour.
fn too_little_material(position: &Chess) -> bool {
    let board = position.board();
    let pieces = |role: Role| board.by_role(role);
    let bishops = pieces(Role::Bishop);
    let one_colour = (bishops & Bitboard::DARK_SQUARES).is_empty()
        || (bishops & Bitboard::LIGHT_SQUARES).is_empty();
    let heavy = pieces(Role::Pawn) | pieces(Role::Rook) | pieces(Role::Queen);
    heavy.is_empty()
        && match pieces(Role::Knight).count() {
            0 => one_colour,
            1 => bishops.is_empty(),
            _ => false,
        }
}
