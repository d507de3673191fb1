//! A barrier for all workers: no chunk from a certain number on is processed before a checkpoint is saved.
use parking_lot::{Condvar, Mutex};

/// A barrier at which workers wait for each other.
#[derive(Debug)]
pub(crate) struct Gate {
    state: Mutex<State>,
    opened: Condvar,
    workers: usize,
}

#[derive(Debug)]
struct State {
    /// Number of the first chunk that has to wait.
    next: u64,
    /// Workers that wait.
    waiting: usize,
    /// Workers that have no more chunks.
    done: usize,
    /// How many times it was opened.
    opened: u64,
    given_up: bool,
}

impl Gate {
    /// A gate before chunk `next`.
    pub(crate) const fn new(workers: usize, next: u64) -> Self {
        Self {
            state: Mutex::new(State {
                next,
                waiting: 0,
                done: 0,
                opened: 0,
                given_up: false,
            }),
            opened: Condvar::new(),
            workers,
        }
    }

    /// Whether a chunk has to wait.
    pub(crate) fn is_before(&self, sequence: u64) -> bool {
        self.state.lock().next <= sequence
    }

    /// Waits until all workers are here or have nothing left to do; the last one runs `meet`, with the
    /// number of the first chunk that is left, and moves the gate to the number that it returns. An error
    /// of `meet` is returned to that caller, which must [`Self::give_up`].
    pub(crate) fn wait(&self, meet: impl FnOnce(u64) -> anyhow::Result<u64>) -> anyhow::Result<()> {
        let mut state = self.state.lock();
        state.waiting += 1;
        if state.waiting + state.done == self.workers {
            state.open(meet)?;
            self.opened.notify_all();
            return Ok(());
        }
        let before = state.opened;
        while state.opened == before && !state.given_up {
            self.opened.wait(&mut state);
        }
        Ok(())
    }

    /// Says that a worker has no more chunks; runs `meet` if all others were waiting for it.
    pub(crate) fn leave(
        &self,
        meet: impl FnOnce(u64) -> anyhow::Result<u64>,
    ) -> anyhow::Result<()> {
        let mut state = self.state.lock();
        state.done += 1;
        if state.waiting > 0 && state.waiting + state.done == self.workers {
            state.open(meet)?;
            self.opened.notify_all();
        }
        Ok(())
    }

    /// Lets all workers go: nobody waits from now on.
    pub(crate) fn give_up(&self) {
        self.state.lock().given_up = true;
        self.opened.notify_all();
    }
}

impl State {
    fn open(&mut self, meet: impl FnOnce(u64) -> anyhow::Result<u64>) -> anyhow::Result<()> {
        if self.given_up {
            return Ok(());
        }
        self.next = meet(self.next)?;
        self.waiting = 0;
        self.opened += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::thread;

    use super::*;

    /// Threads that take numbers in turn: between two meetings no number beyond the gate is processed, and
    /// all before it are.
    #[test]
    fn all_meet_at_every_gate() {
        for (threads, every) in [(1, 1), (2, 1), (3, 4), (5, 7), (4, 100)] {
            let (gate, taken, done) = (
                Gate::new(threads, every),
                AtomicU64::new(0),
                AtomicU64::new(0),
            );
            let met = Mutex::new(Vec::new());
            let meet = |next| {
                assert_eq!(done.load(Ordering::SeqCst), next);
                met.lock().push(next);
                Ok(next + every)
            };
            thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(|| {
                        loop {
                            let number = taken.fetch_add(1, Ordering::SeqCst);
                            if number >= 50 {
                                break;
                            }
                            while gate.is_before(number) {
                                gate.wait(meet).unwrap();
                            }
                            done.fetch_add(1, Ordering::SeqCst);
                        }
                        gate.leave(meet).unwrap();
                    });
                }
            });
            let expected: Vec<u64> = (1..).map(|n| n * every).take_while(|n| *n < 50).collect();
            assert_eq!(*met.lock(), expected, "{threads} {every}");
        }
    }

    #[test]
    fn giving_up_lets_all_workers_go() {
        let gate = Gate::new(2, 0);
        thread::scope(|scope| {
            scope.spawn(|| gate.wait(|_| unreachable!()).unwrap());
            gate.give_up();
        });
    }
}
