//! Rows of table `positions`.

use audit960_types::{Fact, FactSink};

use super::{Castling, Conversion};
use crate::audit::LineAudit;
use crate::text::Text;

impl Conversion {
    /// Passes the positions of a text to a sink, as rows of table `positions`; the conversion has no
    /// bytes then. Since a row counts the findings about its line, all of these are returned, not only
    /// those about lines without a position.
    pub fn rows(text: &Text<'_>, castling: Castling, sink: &mut impl FactSink) -> Self {
        let audit = LineAudit {
            castling,
            ..LineAudit::default()
        };
        let mut rows = Rows {
            sink,
            conversion: Self::default(),
        };
        audit.run(text, &mut rows);
        rows.conversion
    }
}

/// Passes positions on and keeps the rest.
struct Rows<'s, S> {
    sink: &'s mut S,
    conversion: Conversion,
}

impl<S: FactSink> FactSink for Rows<'_, S> {
    fn fact(&mut self, fact: Fact<'_>) {
        match fact {
            Fact::Finding(finding) => {
                self.conversion.findings.push(finding);
            }
            Fact::Position(facts) => {
                if facts.fen.is_some() {
                    self.conversion.positions += 1;
                    self.sink.fact(fact);
                } else {
                    self.conversion.left_out += 1;
                }
            }
            _ => {}
        }
    }
}
