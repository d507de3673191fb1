//! Mates by any series of legal moves, found or excluded by visiting every position that can arise.
//!
//! No reasoning about pieces, pawns or squares: a position is dead if the search visits everything that
//! can follow and finds no mate (Laws 5.2.2).

use std::collections::HashSet;

use audit960_types::Side;
use shakmaty::{Chess, Position};

use crate::position::{set_up, side};
use crate::reference::ReferenceError;

/// What a search for a mate by any series of legal moves finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Helpmate {
    /// A position that can arise is mate.
    Found,
    /// Every position that can arise was visited, and none is mate.
    Excluded,
    /// More positions can arise than were to be visited.
    Cut,
}

/// Whether a series of legal moves from a FEN leads to mate: by `by`, or by either side if `None`. At most
/// `limit` positions are visited.
///
/// # Errors
/// If the position cannot be set up.
pub fn helpmate(fen: &str, by: Option<Side>, limit: usize) -> Result<Helpmate, ReferenceError> {
    let position = set_up(fen.as_bytes()).map_err(|reason| ReferenceError::Start {
        fen: fen.to_owned(),
        reason,
    })?;
    Ok(search(
        &position,
        by,
        limit,
        &|_| false,
        &mut HashSet::new(),
    ))
}

/// The same, with two kinds of positions that are known to lead to no mate: those for which `hopeless` holds,
/// and those in `dead`. If the search finds no mate, all positions that it visited are added to `dead`.
pub(crate) fn search(
    position: &Chess,
    by: Option<Side>,
    limit: usize,
    hopeless: &dyn Fn(&Chess) -> bool,
    dead: &mut HashSet<Chess>,
) -> Helpmate {
    if dead.contains(position) {
        return Helpmate::Excluded;
    }
    let mut seen: HashSet<Chess> = HashSet::from([position.clone()]);
    let mut open = vec![position.clone()];
    while let Some(position) = open.pop() {
        if position.is_checkmate() && by != Some(side(position.turn())) {
            return Helpmate::Found;
        }
        for played in position.legal_moves() {
            let mut next = position.clone();
            next.play_unchecked(played);
            if !hopeless(&next) && !dead.contains(&next) && seen.insert(next.clone()) {
                if seen.len() > limit {
                    return Helpmate::Cut;
                }
                open.push(next);
            }
        }
    }
    dead.extend(seen);
    Helpmate::Excluded
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(fen: &str, by: Option<Side>) -> Helpmate {
        helpmate(fen, by, 20_000).unwrap()
    }

    #[test]
    fn small_boards_are_searched_in_full() {
        let kings = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
        assert_eq!(found(kings, None), Helpmate::Excluded);
        let wall = "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1";
        assert_eq!(found(wall, None), Helpmate::Excluded);
        assert_eq!(helpmate(wall, None, 10).unwrap(), Helpmate::Cut);
        // Rxa2 or stalemate by chance: White alone can mate.
        let rook = "k7/8/1K6/8/8/8/8/7R w - - 0 1";
        assert_eq!(found(rook, Some(Side::White)), Helpmate::Found);
        assert_ne!(found(rook, Some(Side::Black)), Helpmate::Found);
    }
}
