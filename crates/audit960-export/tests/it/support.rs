//! Exports in memory, and the facts of an audit of a text.

use std::path::PathBuf;

use audit960_export::{ExportGame, ExportOptions, ExportVisitor, GameWriter, Reader};
use audit960_replay::{AuditOptions, Auditor};
use audit960_source::spans;
use audit960_types::{Code, Finding, GameResult, Identity, StartKind, Verdict};

use crate::corpus::{corpus, data, pgn_files};

/// The facts of a game that an export must keep.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    pub(crate) verdict: Verdict,
    pub(crate) result: GameResult,
    pub(crate) start: StartKind,
    pub(crate) fen: Option<String>,
    pub(crate) plies: u32,
    pub(crate) moves_hash: Option<i64>,
    pub(crate) white: Option<String>,
    pub(crate) codes: Vec<Code>,
    /// Its byte range in the text.
    pub(crate) range: std::ops::Range<usize>,
}

/// The result of an export.
#[derive(Debug, Default)]
pub(crate) struct Exported {
    pub(crate) text: Vec<u8>,
    pub(crate) rows: Vec<Row>,
    /// Games that were written as they are.
    pub(crate) raw: usize,
    /// Messages about variations.
    pub(crate) errors: Vec<String>,
}

impl Exported {
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.text).unwrap()
    }
}

struct Taker {
    writer: GameWriter,
    exported: Exported,
}

impl ExportVisitor for Taker {
    fn game(&mut self, game: &ExportGame<'_>) {
        let facts = game.facts;
        self.exported.rows.push(Row {
            verdict: facts.verdict,
            result: facts.result,
            start: facts.start,
            fen: facts.fen.map(str::to_owned),
            plies: facts.plies,
            moves_hash: facts.moves_hash,
            white: facts.white.map(str::to_owned),
            range: game.at()..game.at() + game.raw().len(),
            codes: game.findings.iter().map(|finding| finding.code).collect(),
        });
        self.exported.raw += usize::from(!game.has_normal_form());
        let errors = self.writer.write(game, &mut self.exported.text);
        let errors = errors.iter().map(|error| error.message.clone());
        self.exported.errors.extend(errors);
    }

    fn stray_text(&mut self, _: &[u8], _: &[Finding]) {}
    fn finding(&mut self, _: &Finding) {}
}

/// Writes the games of a text.
pub(crate) fn export_as(text: &[u8], options: ExportOptions) -> Exported {
    let taker = Taker {
        writer: GameWriter::new(options),
        exported: Exported::default(),
    };
    let identity = |at: usize| Identity {
        frame_offset: 0,
        byte_offset: at as u64,
    };
    let mut reader = Reader::new(text, taker);
    let mut auditor = Auditor::new(AuditOptions::default());
    auditor.audit(text, spans(text), &identity, false, &mut reader);
    reader.finish().exported
}

/// Writes the games of a text in normal form.
pub(crate) fn export(text: &[u8]) -> Exported {
    export_as(text, ExportOptions::default())
}

/// The project's archives and, where they are at hand, the shared ones.
pub(crate) fn all_archives() -> Vec<PathBuf> {
    let folders = [Some(data("archive")), Some(data("traps")), corpus("")];
    let files = folders.iter().flatten().map(|folder| pgn_files(folder));
    files.flatten().collect()
}
