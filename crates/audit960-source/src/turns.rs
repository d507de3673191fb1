//! The order of chunks, for what several threads do one after the other.

use parking_lot::{Condvar, Mutex};

/// Counts the chunks that are done, in their order.
#[derive(Default)]
pub(crate) struct Turns {
    next: Mutex<u64>,
    moved: Condvar,
}

/// The turn of a chunk: it is over when this is dropped, which waits for those before it.
pub(crate) struct Turn<'t> {
    turns: &'t Turns,
    number: u64,
}

impl Turns {
    /// The turn of a chunk, by its number. Each number is taken once.
    pub(crate) const fn of(&self, number: u64) -> Turn<'_> {
        Turn {
            turns: self,
            number,
        }
    }

    /// Waits until the turns of all chunks before this one are over.
    pub(crate) fn wait(&self, number: u64) {
        self.moved
            .wait_while(&mut self.next.lock(), |next| *next < number);
    }
}

impl Turn<'_> {
    /// Waits until it has come.
    pub(crate) fn come(&self) {
        self.turns.wait(self.number);
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.come();
        *self.turns.next.lock() = self.number + 1;
        self.turns.moved.notify_all();
    }
}
