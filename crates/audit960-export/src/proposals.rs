//! `--apply-proposals`: writes damaged games with their proposed repair.

use crate::normal_form::{ExportGame, ExportVisitor, GameWriter, Reader};
use audit960_replay::forensics::{AppliedProposal, repairs_of};
use audit960_replay::{AuditOptions, Auditor};
use audit960_types::Identity;

/// Writes one game with its repair.
pub(crate) struct Rewriter<'w> {
    writer: &'w mut GameWriter,
    out: &'w mut Vec<u8>,
    games: u32,
    written: bool,
}

impl<'w> Rewriter<'w> {
    /// A rewriter that appends to a text.
    pub(crate) fn new(writer: &'w mut GameWriter, out: &'w mut Vec<u8>) -> Self {
        Self {
            writer,
            out,
            games: 0,
            written: false,
        }
    }

    /// Writes a damaged game with its proposed repair, and returns the repair. Writes nothing and returns
    /// `None` if none is proposed, or the repaired text is not exactly one game with a normal form.
    pub(crate) fn write(self, game: &ExportGame<'_>) -> Option<AppliedProposal> {
        let (_, applied) = repairs_of(game.raw())?;
        let applied = applied?;
        let before = self.out.len();
        let text = &applied.text;
        let identity = |at: usize| Identity {
            frame_offset: 0,
            byte_offset: at as u64,
        };
        let added = game.added();
        let mut reader = Reader::new(text, Tagged { to: self, added });
        let whole = std::iter::once(0..text.len());
        Auditor::new(AuditOptions::default()).audit(text, whole, &identity, false, &mut reader);
        let Self {
            out,
            games,
            written,
            ..
        } = reader.finish().to;
        if games == 1 && written {
            return Some(applied);
        }
        out.truncate(before);
        None
    }
}

/// Writes the repaired game with the tags that were added to the damaged one.
struct Tagged<'w, 'g> {
    to: Rewriter<'w>,
    added: &'g [crate::normal_form::AddedTag],
}

impl ExportVisitor for Tagged<'_, '_> {
    fn game(&mut self, game: &ExportGame<'_>) {
        self.to.games += 1;
        self.to.written = game.has_normal_form();
        if self.to.written {
            self.to
                .writer
                .write(&game.with_tags(self.added), self.to.out);
        }
    }
}
