//! What a run may take of memory, and how much text an input may give.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::chunk::DamageKind;
use crate::frames::Frames;
use crate::stream::{Ahead, Flow, Stream, give_up};
use crate::supply::Supply;

/// Text that every input may give, however little it stores.
const FREE_TEXT: u64 = 1 << 30;

/// Limits that keep inputs made to exhaust a machine from doing so. A finding tells where one is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of memory that windows of zstd, the text of games and the rows in flight may take
    /// together, at least [`Limits::MIN_MEMORY`].
    pub memory: u64,
    /// How much longer than its stored bytes a text may be.
    pub expansion: MaxExpansion,
}

impl Limits {
    /// The least memory a run is given, in bytes.
    pub const MIN_MEMORY: u64 = 64 << 20;

    /// The longest window of a zstd frame, in bytes: half of the memory.
    #[must_use]
    pub const fn window_bytes(&self) -> u64 {
        self.memory / 2
    }

    /// Bytes of text and rows that may be in flight: a quarter of the memory.
    #[must_use]
    pub const fn in_flight(&self) -> u64 {
        self.memory / 4
    }

    /// The longest span that is read, in bytes: a sixteenth of the memory, at most 64 MiB.
    #[must_use]
    pub const fn longest_span(&self) -> usize {
        let share = self.memory / 16;
        if share < 64 << 20 {
            share as usize
        } else {
            64 << 20
        }
    }

    /// Bytes that frames which are decoded ahead may take: a twelfth of the memory, at most 96 MiB.
    pub(crate) const fn frames_ahead(&self) -> usize {
        let share = self.memory / 12;
        if share < 96 << 20 {
            share as usize
        } else {
            96 << 20
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            memory: 1 << 30,
            expansion: MaxExpansion::default(),
        }
    }
}

/// How much text the stored bytes of an input may give. The first GiB is always read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaxExpansion {
    /// How many times as long as the stored bytes read so far.
    pub ratio: u64,
    /// How many bytes in all.
    pub total: u64,
}

impl Default for MaxExpansion {
    fn default() -> Self {
        Self {
            ratio: 250,
            total: 1 << 40,
        }
    }
}

/// Counts what an input stores and what text it gives.
#[derive(Debug, Default)]
pub(crate) struct Expansion {
    most: MaxExpansion,
    stored: AtomicU64,
    text: AtomicU64,
}

impl Expansion {
    pub(crate) fn new(most: MaxExpansion) -> Arc<Self> {
        Arc::new(Self {
            most,
            ..Self::default()
        })
    }

    /// So many more stored bytes were read.
    pub(crate) fn add_stored(&self, bytes: u64) {
        self.stored.fetch_add(bytes, Ordering::Relaxed);
    }

    /// So much more text was decoded; says which limit that is beyond.
    fn add_text(&self, bytes: u64) -> Option<String> {
        let text = self.text.fetch_add(bytes, Ordering::Relaxed) + bytes;
        let MaxExpansion { ratio, total } = self.most;
        if text > total {
            return Some(format!(
                "more than {total} bytes of text, see --max-expansion"
            ));
        }
        let stored = self.stored.load(Ordering::Relaxed);
        (text > FREE_TEXT && text / ratio.max(1) > stored).then(|| {
            format!(
                "more than {ratio} bytes of text for each byte that is stored, see --max-expansion"
            )
        })
    }
}

/// A stream that ends where its input gives too much text.
pub(crate) struct Bounded {
    stream: Box<dyn Stream>,
    expansion: Arc<Expansion>,
}

impl Bounded {
    /// The stream, and this layer over it.
    pub(crate) fn over(stream: Box<dyn Stream>, expansion: &Arc<Expansion>) -> Box<dyn Stream> {
        Box::new(Self {
            stream,
            expansion: Arc::clone(expansion),
        })
    }
}

impl Stream for Bounded {
    fn read(
        &mut self,
        out: &mut [u8],
        position: usize,
        frames: &mut Frames,
    ) -> io::Result<(usize, Flow)> {
        let (count, flow) = self.stream.read(out, position, frames)?;
        let met = self.expansion.add_text(count as u64);
        let (Flow::More, Some(message)) = (&flow, met) else {
            return Ok((count, flow));
        };
        let supply = self.stream.supply();
        let from = supply.position();
        let flow = give_up(supply, DamageKind::Refused, from, message)?;
        Ok((count, flow))
    }

    fn ahead(&mut self, wanted: usize) -> io::Result<Ahead> {
        self.stream.ahead(wanted)
    }

    fn supply(&mut self) -> &mut Supply {
        self.stream.supply()
    }

    fn replaced(&self) -> u64 {
        self.stream.replaced()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_shared_out() {
        let limits = Limits::default();
        assert_eq!(limits.longest_span(), 64 << 20);
        let shares = limits.window_bytes()
            + limits.in_flight()
            // The text that is read and what was read behind it.
            + 2 * limits.longest_span() as u64
            + limits.frames_ahead() as u64;
        assert!(shares <= limits.memory, "{shares}");
        let small = Limits {
            memory: Limits::MIN_MEMORY,
            ..limits
        };
        assert_eq!(small.longest_span(), 4 << 20);
    }

    #[test]
    fn the_first_gibibyte_is_free() {
        let expansion = Expansion::new(MaxExpansion {
            ratio: 4,
            total: 16 << 30,
        });
        assert_eq!(expansion.add_text(1 << 30), None);
        assert!(expansion.add_text(4).is_some_and(|it| it.contains(" 4 ")));
        expansion.add_stored(1 << 30);
        assert_eq!(expansion.add_text(2 << 30), None);
        expansion.add_stored(8 << 30);
        let total = expansion.add_text(13 << 30);
        assert!(total.is_some_and(|it| it.contains(&(16_u64 << 30).to_string())));
    }
}
