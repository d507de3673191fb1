//! No game without moves stands as `ok` beside the real one.

use audit960_types::{Severity, Verdict};

use super::view::View;
use super::{Class, Failure, fail};
use crate::edits::judge::Reading;
use crate::support::Game;

impl View<'_> {
    pub(super) fn phantom(&self, reading: &Reading) -> Result<(), Failure> {
        // A further Event line, or a tag of another game after an empty line, begins a game by
        // definition; the tags above it are a game whose moves nobody wrote down, which is `ok` if
        // they name both players. That it has no termination is a warning.
        let ruled = self.has_second_event || self.has_second_section;
        // A termination directly after the tags ends a game without moves by the standard, too; an error
        // must report what follows.
        let read = reading.games.iter();
        let ended = read
            .rev()
            .skip(1)
            .any(|game| game.moves.as_deref() == Some(""))
            && self.worst() == Some(Severity::Error);
        if self.region().len() < 2 || ended || ruled && self.is_loud() {
            return Ok(());
        }
        let empty = |game: &&Game| game.plies == 0 && game.verdict == Verdict::Ok;
        match self.region().iter().find(empty) {
            Some(_) => fail(Class::Phantom, self.list()),
            None => Ok(()),
        }
    }
}
