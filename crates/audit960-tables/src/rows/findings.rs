//! Rows of tables `diagnostics` and `gaps`.

use crate::buffers::{
    Int32Buffer, Int64Buffer, LabelBuffer, TextBuffer, column_buffers, int32, int64,
};
use audit960_types::{Code, Finding, Gap, GapKind, Severity};
column_buffers! {
    /// Buffers of table `diagnostics`.
    DiagnosticColumns {
        frame_offset: Int64Buffer,
        byte_offset: Int64Buffer,
        game: Int64Buffer,
        line: Int64Buffer,
        column: Int32Buffer,
        code: LabelBuffer<Code>,
        severity: LabelBuffer<Severity>,
        message: TextBuffer,
        ply: Int32Buffer,
        excerpt: TextBuffer,
    }
}

impl DiagnosticColumns {
    /// Appends a finding.
    pub(crate) fn push(&mut self, finding: &Finding) {
        self.frame_offset.push(int64(finding.identity.frame_offset));
        self.byte_offset.push(int64(finding.identity.byte_offset));
        self.game.push_option(finding.game.map(int64));
        self.line.push(int64(finding.line));
        self.column.push(int32(finding.column));
        self.code.push(finding.code);
        self.severity.push(finding.code.severity());
        self.message.push(&finding.message);
        self.ply.push_option(finding.ply.map(int32));
        self.excerpt.push(&finding.excerpt);
    }
}

column_buffers! {
    /// Buffers of table `gaps`.
    GapColumns {
        frame_offset: Int64Buffer,
        byte_offset: Int64Buffer,
        byte_length: Int64Buffer,
        kind: LabelBuffer<GapKind>,
    }
}

impl GapColumns {
    /// Appends a gap.
    pub(crate) fn push(&mut self, gap: &Gap) {
        let identity = gap.identity;
        self.frame_offset.push(int64(identity.frame_offset));
        self.byte_offset.push(int64(identity.byte_offset));
        self.byte_length.push(int64(gap.byte_length));
        self.kind.push(gap.kind);
    }
}
