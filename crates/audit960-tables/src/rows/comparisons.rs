//! Rows of tables `crosscheck` and `duplicates`.

use crate::buffers::{Int64Buffer, LabelBuffer, TextBuffer, column_buffers, int64};
use crate::game_id::game_id;
use audit960_types::{
    Code, Disagreement, DisagreementKind, DuplicateKind, DuplicateRow, GameLocation, Identity,
};
column_buffers! {
    /// Buffers of table `crosscheck`.
    CrosscheckColumns {
        frame_offset: Int64Buffer,
        byte_offset: Int64Buffer,
        game: Int64Buffer,
        kind: LabelBuffer<DisagreementKind>,
        ours: TextBuffer,
        theirs: TextBuffer,
        explained_by: LabelBuffer<Code>,
    }
}

impl CrosscheckColumns {
    /// Appends a disagreement about the `game`-th game of its chunk, from 0.
    pub(crate) fn push(&mut self, identity: Identity, game: Option<i64>, row: &Disagreement) {
        self.frame_offset.push(int64(identity.frame_offset));
        self.byte_offset.push(int64(identity.byte_offset));
        self.game.push_option(game);
        self.kind.push(row.kind);
        self.ours.push(&row.ours);
        self.theirs.push(&row.theirs);
        self.explained_by.push_option(row.explained_by);
    }
}

column_buffers! {
    /// Buffers of table `duplicates`.
    DuplicateColumns {
        source: TextBuffer,
        frame_offset: Int64Buffer,
        byte_offset: Int64Buffer,
        game: Int64Buffer,
        first_source: TextBuffer,
        first_frame_offset: Int64Buffer,
        first_byte_offset: Int64Buffer,
        first_game: Int64Buffer,
        kind: LabelBuffer<DuplicateKind>,
        game_id: Int64Buffer,
        copy_of: Int64Buffer,
    }
}

impl DuplicateColumns {
    /// Appends a copy.
    pub(crate) fn push(&mut self, row: &DuplicateRow<'_>) {
        let (copy, first) = (row.copy, row.first);
        self.source.push(copy.source);
        self.frame_offset.push(int64(copy.identity.frame_offset));
        self.byte_offset.push(int64(copy.identity.byte_offset));
        self.game.push(int64(copy.game));
        self.first_source.push(first.source);
        self.first_frame_offset
            .push(int64(first.identity.frame_offset));
        self.first_byte_offset
            .push(int64(first.identity.byte_offset));
        self.first_game.push(int64(first.game));
        self.kind.push(row.kind);
        let id = |game: &GameLocation<'_>| game_id(game.source, game.identity);
        self.game_id.push(id(&copy));
        self.copy_of.push(id(&first));
    }
}
