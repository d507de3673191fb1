//! Text that was decoded and not yet returned.

use crate::frames::Frames;

/// Bytes that a new buffer has room for, at first.
const FIRST_ROOM: usize = 1 << 16;

/// A buffer that is filled in place. Bytes after `filled` are left from earlier use: zeroing them for every
/// chunk would cost a pass over all of the memory.
#[derive(Default)]
pub(crate) struct Window {
    buffer: Vec<u8>,
    filled: usize,
    pub(crate) frames: Frames,
}

impl Window {
    /// Reuses buffers.
    pub(crate) fn reuse(buffer: Vec<u8>, frames: Frames) -> Self {
        Self {
            buffer,
            filled: 0,
            frames,
        }
    }

    /// The text and its frames.
    pub(crate) fn into_parts(mut self) -> (Vec<u8>, Frames) {
        self.buffer.truncate(self.filled);
        (self.buffer, self.frames)
    }

    pub(crate) const fn len(&self) -> usize {
        self.filled
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        self.buffer.get(..self.filled).unwrap_or_default()
    }

    /// Room for more text, up to a length of `upto`. Not all of it at once where it has to be cleared first: many files are
    /// shorter than a chunk.
    pub(crate) fn room(&mut self, upto: usize) -> (&mut [u8], &mut Frames) {
        let cleared = self.buffer.len();
        let end = upto.min(cleared.max(2 * self.filled).max(FIRST_ROOM));
        if cleared < end {
            self.buffer.reserve_exact(upto.saturating_sub(cleared));
            self.buffer.resize(end, 0);
        }
        (
            self.buffer.get_mut(self.filled..end).unwrap_or_default(),
            &mut self.frames,
        )
    }

    /// Marks `count` bytes of the room as filled.
    pub(crate) fn grow(&mut self, count: usize) {
        self.filled += count;
        debug_assert!(self.filled <= self.buffer.len());
    }

    /// Frees memory if the capacity is more than four times `bytes`.
    pub(crate) fn shrink(&mut self, bytes: usize) {
        if self.buffer.capacity() / 4 > bytes {
            self.buffer.truncate(bytes.max(self.filled));
            self.buffer.shrink_to_fit();
        }
    }

    fn set(&mut self, text: &[u8]) {
        if self.buffer.len() < text.len() {
            self.buffer.resize(text.len(), 0);
        }
        if let Some(buffer) = self.buffer.get_mut(..text.len()) {
            buffer.copy_from_slice(text);
        }
        self.filled = text.len();
    }

    /// Takes the text and the frames of `tail`, which is left empty.
    pub(crate) fn take(&mut self, tail: &mut Self) {
        self.set(tail.bytes());
        tail.filled = 0;
        std::mem::swap(&mut self.frames, &mut tail.frames);
    }

    /// Moves the text from `at` on to `tail`.
    pub(crate) fn split_off(&mut self, at: usize, tail: &mut Self) {
        tail.set(self.bytes().get(at..).unwrap_or_default());
        self.filled = self.filled.min(at);
        self.frames.split_off(at, &mut tail.frames);
    }

    /// Discards the first `count` bytes.
    pub(crate) fn discard(&mut self, count: usize) {
        self.buffer.copy_within(count..self.filled, 0);
        self.filled -= count;
        self.frames.discard(count);
    }
}

#[cfg(test)]
mod tests {
    use audit960_types::Identity;

    use super::*;

    fn window(text: &[u8]) -> Window {
        let mut window = Window::default();
        window.room(text.len()).0.copy_from_slice(text);
        window.grow(text.len());
        window
    }

    #[test]
    fn text_and_identities_move_together() {
        let (mut head, mut tail) = (window(b"abcdef"), window(b"left from earlier use"));
        head.frames.begin(4, 50);
        head.split_off(2, &mut tail);
        assert_eq!((head.bytes(), tail.bytes()), (&b"ab"[..], &b"cdef"[..]));
        tail.discard(1);
        assert_eq!(tail.bytes(), b"def");
        assert_eq!(
            tail.frames.identity(0),
            Identity {
                frame_offset: 0,
                byte_offset: 3
            }
        );
        assert_eq!(
            tail.frames.identity(1),
            Identity {
                frame_offset: 50,
                byte_offset: 0
            }
        );
        let mut next = Window::reuse(b"xy".to_vec(), Frames::default());
        next.take(&mut tail);
        assert_eq!((next.bytes(), tail.len()), (&b"def"[..], 0));
        assert_eq!(
            next.frames.identity(2),
            Identity {
                frame_offset: 50,
                byte_offset: 1
            }
        );
        assert_eq!(next.into_parts().0, b"def");
    }

    #[test]
    fn a_large_buffer_is_freed() {
        let mut window = Window::reuse(vec![0; 1000], Frames::default());
        window.shrink(250);
        assert_eq!(window.buffer.len(), 1000);
        window.shrink(100);
        assert!(window.buffer.capacity() <= 200);
    }
}
