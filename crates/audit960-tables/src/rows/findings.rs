//! Rows of tables `diagnostics` and `gaps`.

use crate::buffers::{LabelBuffer, TextBuffer, column_buffers, int32, int64};
use arrow_array::builder::{Int32Builder, Int64Builder};
use audit960_types::{Code, Finding, Gap, GapKind, Severity};
column_buffers! {
    /// Buffers of table `diagnostics`.
    DiagnosticColumns {
        frame_offset: Int64Builder,
        byte_offset: Int64Builder,
        game: Int64Builder,
        line: Int64Builder,
        column: Int32Builder,
        code: LabelBuffer<Code>,
        severity: LabelBuffer<Severity>,
        message: TextBuffer,
        ply: Int32Builder,
        excerpt: TextBuffer,
    }
}

impl DiagnosticColumns {
    /// Appends a finding.
    pub(crate) fn push(&mut self, finding: &Finding) {
        self.frame_offset
            .append_value(int64(finding.identity.frame_offset));
        self.byte_offset
            .append_value(int64(finding.identity.byte_offset));
        self.game.append_option(finding.game.map(int64));
        self.line.append_value(int64(finding.line));
        self.column.append_value(int32(finding.column));
        self.code.push(finding.code);
        self.severity.push(finding.code.severity());
        self.message.push(&finding.message);
        self.ply.append_option(finding.ply.map(int32));
        self.excerpt.push(&finding.excerpt);
    }
}

column_buffers! {
    /// Buffers of table `gaps`.
    GapColumns {
        frame_offset: Int64Builder,
        byte_offset: Int64Builder,
        byte_length: Int64Builder,
        kind: LabelBuffer<GapKind>,
    }
}

impl GapColumns {
    /// Appends a gap.
    pub(crate) fn push(&mut self, gap: &Gap) {
        let identity = gap.identity;
        self.frame_offset.append_value(int64(identity.frame_offset));
        self.byte_offset.append_value(int64(identity.byte_offset));
        self.byte_length.append_value(int64(gap.byte_length));
        self.kind.push(gap.kind);
    }
}
