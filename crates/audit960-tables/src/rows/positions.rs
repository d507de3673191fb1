//! Rows of table `positions`.

use crate::buffers::{
    Int32Buffer, Int64Buffer, LabelBuffer, TextBuffer, column_buffers, int32, int64,
};
use audit960_types::{CastlingStyle, Identity, PositionFacts, Side, StartKind, Verdict};
column_buffers! {
    /// Buffers of table `positions`.
    PositionColumns {
        frame_offset: Int64Buffer,
        byte_offset: Int64Buffer,
        byte_length: Int64Buffer,
        line: Int64Buffer,
        fen: TextBuffer,
        start_kind: LabelBuffer<StartKind>,
        white_start: Int32Buffer,
        black_start: Int32Buffer,
        side: LabelBuffer<Side>,
        castling: TextBuffer,
        castling_style: LabelBuffer<CastlingStyle>,
        clock: Int32Buffer,
        move_number: Int32Buffer,
        operations: TextBuffer,
        verdict: LabelBuffer<Verdict>,
        findings: Int32Buffer,
        codes: TextBuffer,
    }
}

impl PositionColumns {
    /// Appends a line.
    pub(crate) fn push(&mut self, facts: &PositionFacts<'_>) {
        let Identity {
            frame_offset,
            byte_offset,
        } = facts.identity;
        self.frame_offset.push(int64(frame_offset));
        self.byte_offset.push(int64(byte_offset));
        self.byte_length.push(int64(facts.byte_length));
        self.line.push(int64(facts.line));
        self.push_position(facts);
        self.operations.push_option(facts.operations);
        self.verdict.push(facts.verdict);
        self.findings.push(int32(facts.findings));
        let codes: Vec<&str> = facts.codes.iter().map(|code| code.as_str()).collect();
        let codes = codes.join(" ");
        self.codes
            .push_option(Some(codes.as_str()).filter(|codes| !codes.is_empty()));
    }

    fn push_position(&mut self, facts: &PositionFacts<'_>) {
        self.fen.push_option(facts.fen);
        self.start_kind.push(facts.start);
        self.white_start
            .push_option(facts.white_start.map(i32::from));
        self.black_start
            .push_option(facts.black_start.map(i32::from));
        self.side.push_option(facts.side);
        self.castling.push_option(facts.castling);
        self.castling_style.push(facts.castling_style);
        self.clock.push_option(facts.clock.map(int32));
        self.move_number.push_option(facts.move_number.map(int32));
    }
}
