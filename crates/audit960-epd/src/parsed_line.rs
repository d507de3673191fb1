//! A line parsed and checked by itself: the basis of checks and rows.

use audit960_board::Position;
use audit960_pgn::{EpdLine, EpdRecord, parse_epd, shown};
use audit960_types::{CastlingStyle, Code, Diagnostic, StartKind, Verdict};

use crate::start::start;
use crate::text::{TextLine, about};
use crate::{legality, operations};

/// A parsed line.
pub(crate) struct EpdReading<'a> {
    /// Its fields and operations; `None` where they could not be read.
    pub(crate) record: Option<EpdRecord<'a>>,
    /// The position, if a game can be played from it.
    pub(crate) position: Option<Position>,
}

/// Parses and checks a line and adds diagnostics about it, in the order of its columns; `None` for blank
/// lines and comments.
pub(crate) fn read<'a>(
    line: &TextLine<'a>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<EpdReading<'a>> {
    let record = match parse_epd(line.content) {
        EpdLine::Blank | EpdLine::Comment => return None,
        EpdLine::Unreadable(error) => {
            diagnostics.push(legality::unreadable(error));
            return Some(EpdReading {
                record: None,
                position: None,
            });
        }
        EpdLine::Record(record) => record,
    };
    operations::notes(&record, diagnostics);
    if let Err(error) = std::str::from_utf8(line.content) {
        let at = error.valid_up_to();
        let text = shown(&line.content[at..]);
        let message = format!("the line is not UTF-8; read as \"{text}\" from here on");
        diagnostics.push(about(Code::NotUtf8, at as u32 + 1, 1, message));
    }
    let position = legality::load(&record, diagnostics);
    if let Some(position) = &position {
        operations::check(&record, position, diagnostics);
    }
    diagnostics.sort_by_key(|diagnostic| diagnostic.at);
    Some(EpdReading {
        record: Some(record),
        position,
    })
}

impl EpdReading<'_> {
    /// How the castling field is written.
    pub(crate) fn style(&self) -> CastlingStyle {
        self.record
            .as_ref()
            .map_or(CastlingStyle::None, |record| record.style)
    }

    /// The kind of start, and the Scharnagl numbers of White's and of Black's arrangement.
    pub(crate) fn start(&self) -> (StartKind, [Option<u16>; 2]) {
        self.position
            .as_ref()
            .map_or((StartKind::Unknown, [None; 2]), start)
    }
}

/// The verdict on a line: that of its most severe diagnostic.
pub(crate) fn verdict(diagnostics: &[Diagnostic]) -> Verdict {
    let gravest = diagnostics
        .iter()
        .map(|diagnostic| diagnostic.code.line_verdict())
        .max();
    gravest.unwrap_or(Verdict::Ok)
}
