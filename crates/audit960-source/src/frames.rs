//! The frame that each byte comes from.

use audit960_types::Identity;

/// Maps positions in a piece of decompressed text to identities: a short list, with one entry for the
/// beginning of the text and one for each further frame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frames(Vec<Mark>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mark {
    position: usize,
    identity: Identity,
}

impl Frames {
    /// The identity of the byte at `position`. One past the end of the text is allowed.
    #[must_use]
    pub fn identity(&self, position: usize) -> Identity {
        let after = self.0.partition_point(|mark| mark.position <= position);
        let Some(mark) = after.checked_sub(1).and_then(|index| self.0.get(index)) else {
            return Identity {
                frame_offset: 0,
                byte_offset: position as u64,
            };
        };
        Identity {
            byte_offset: mark.identity.byte_offset + (position - mark.position) as u64,
            ..mark.identity
        }
    }

    /// The map of a text whose first byte is `identity`.
    pub(crate) fn from(identity: Identity) -> Self {
        Self(vec![Mark {
            position: 0,
            identity,
        }])
    }

    /// The map of plain text that begins at this offset.
    pub(crate) fn of_plain(offset: u64) -> Self {
        Self::from(Identity {
            frame_offset: 0,
            byte_offset: offset,
        })
    }

    /// Adds a frame with the stored offset `frame_offset` that begins at `position`, which is not before
    /// any other mark. A frame without content is replaced by the next.
    pub(crate) fn begin(&mut self, position: usize, frame_offset: u64) {
        if self.0.last().is_some_and(|mark| mark.position == position) {
            self.0.pop();
        }
        self.0.push(Mark {
            position,
            identity: Identity {
                frame_offset,
                byte_offset: 0,
            },
        });
    }

    /// Moves the map of the text from `at` on to `tail`. The rest still maps `at` itself.
    pub(crate) fn split_off(&mut self, at: usize, tail: &mut Self) {
        tail.0.clear();
        tail.0.push(Mark {
            position: 0,
            identity: self.identity(at),
        });
        let after = self.0.partition_point(|mark| mark.position <= at);
        tail.0.extend(self.0.drain(after..).map(|mark| Mark {
            position: mark.position - at,
            ..mark
        }));
    }

    /// Discards the first `count` bytes of the text.
    pub(crate) fn discard(&mut self, count: usize) {
        let mut tail = Self::default();
        self.split_off(count, &mut tail);
        *self = tail;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity(frame_offset: u64, byte_offset: u64) -> Identity {
        Identity {
            frame_offset,
            byte_offset,
        }
    }

    #[test]
    fn without_marks_offsets_are_plain() {
        assert_eq!(Frames::default().identity(7), identity(0, 7));
    }

    #[test]
    fn a_byte_belongs_to_the_frame_that_holds_it() {
        let mut frames = Frames::default();
        frames.begin(0, 12);
        frames.begin(5, 40);
        frames.begin(5, 60); // the frame at 40 was empty
        frames.begin(9, 90);
        for (position, expected) in [
            (0, identity(12, 0)),
            (4, identity(12, 4)),
            (5, identity(60, 0)),
            (8, identity(60, 3)),
            (9, identity(90, 0)),
            (100, identity(90, 91)),
        ] {
            assert_eq!(frames.identity(position), expected, "{position}");
        }
    }

    #[test]
    fn splitting_keeps_every_identity() {
        let mut whole = Frames::default();
        whole.begin(0, 12);
        whole.begin(5, 40);
        whole.begin(9, 90);
        for at in 0..12 {
            let (mut head, mut tail) = (whole.clone(), Frames::default());
            head.split_off(at, &mut tail);
            for position in 0..=at {
                assert_eq!(head.identity(position), whole.identity(position));
            }
            for position in at..15 {
                assert_eq!(tail.identity(position - at), whole.identity(position));
            }
        }
    }
}
