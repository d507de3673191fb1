//! No game without moves stands as `ok` beside the real one.

use audit960_types::Verdict;

use super::view::View;
use super::{Class, Failure, fail};
use crate::support::Game;

impl View<'_> {
    pub(super) fn phantom(&self) -> Result<(), Failure> {
        // A further Event line, or a tag of another game behind an empty line, begins a game by
        // definition; the tags above it are a game whose moves nobody wrote down, which is `ok` where
        // they name both players. That it has no termination is a warning.
        let ruled = self.has_second_event || self.has_second_section;
        if self.region().len() < 2 || ruled && self.is_loud() {
            return Ok(());
        }
        let empty = |game: &&Game| game.plies == 0 && game.verdict == Verdict::Ok;
        match self.region().iter().find(empty) {
            Some(_) => fail(Class::Phantom, self.list()),
            None => Ok(()),
        }
    }
}
