//! One worker's reading of spans: the scratch space that lasts, and the walk over one text.

use std::ops::Range;
use std::sync::Arc;

use audit960_pgn::read_span;
use audit960_types::{CastlingRight, FactSink, Identity, Venue, count_line_ends_in};

use crate::examine::Examiner;
use crate::game::GameReplay;
use crate::line::Line;
use crate::memo::StartMemo;
use crate::move_notes::MoveNotes;
use crate::repetition::Finder;
use audit960_law::{GameDates, LawTable, RepetitionLaw, VenueTable};

/// What changes the rows.
///
/// # Examples
/// ```
/// let options = audit960_replay::AuditOptions {
///     with_moves: true,
///     ..Default::default()
/// };
/// assert!(options.law.row("fifty").is_some());
/// ```
#[derive(Clone, Debug)]
pub struct AuditOptions {
    /// Whether rows of games hold the main line, with the clocks and evaluations that comments state.
    pub with_moves: bool,
    /// Whether facts of games hold the last position.
    pub with_last: bool,
    /// Whether an illegal move that was played on is replayed where only one piece can be meant; such a
    /// game stays damaged and has no claims.
    pub keep_illegal: bool,
    /// The law on draws.
    pub law: Arc<LawTable>,
    /// The rules of the venues.
    pub venues: Arc<VenueTable>,
    /// Searches for what would make damaged and rejected games legal, where they are asked for.
    pub examiner: Option<Arc<dyn Examiner>>,
}

impl Default for AuditOptions {
    fn default() -> Self {
        Self {
            with_moves: false,
            with_last: false,
            keep_illegal: false,
            law: Arc::new(LawTable::builtin().clone()),
            venues: Arc::new(VenueTable::builtin().clone()),
            examiner: None,
        }
    }
}

/// Scratch space that lasts from game to game.
#[derive(Debug)]
pub(crate) struct Scratch {
    pub(crate) line: Line,
    pub(crate) starts: StartMemo,
    pub(crate) fen: String,
    pub(crate) opening: String,
    pub(crate) uci: String,
    pub(crate) rights: Vec<CastlingRight>,
    /// Clocks and evaluations of the game; empty unless the main line is asked for.
    pub(crate) notes: MoveNotes,
    pub(crate) repetitions: Finder,
    /// The rules on repetition that were last asked for: games of an archive share them.
    pub(crate) repetition_law: Option<((GameDates, Venue), RepetitionLaw)>,
}

/// Reads games into facts. One per worker; its rows depend on nothing but the text it is given.
#[derive(Debug)]
pub struct Auditor {
    options: AuditOptions,
    scratch: Scratch,
}

impl Auditor {
    /// An auditor.
    #[must_use]
    pub fn new(options: AuditOptions) -> Self {
        let scratch = Scratch {
            line: Line::new(),
            starts: StartMemo::new(),
            fen: String::new(),
            opening: String::new(),
            uci: String::new(),
            rights: Vec::with_capacity(4),
            notes: MoveNotes::default(),
            repetitions: Finder::default(),
            repetition_law: None,
        };
        Self { options, scratch }
    }

    /// Reads the games of a piece of text that consists of whole spans; gives the number of its
    /// line ends. `identity` tells where a byte of the text lies in its archive. `cut` says that
    /// the last span goes on beyond the text, further than the longest game that is read.
    ///
    /// # Examples
    /// ```
    /// use audit960_replay::types::{FactSink, Finding, Identity};
    /// use audit960_replay::{AuditOptions, Auditor};
    ///
    /// struct Findings(Vec<(u64, u32, &'static str)>);
    /// impl FactSink for Findings {
    ///     fn finding(&mut self, finding: Finding) {
    ///         // Lines count from 0, columns from 1.
    ///         self.0.push((finding.line, finding.column, finding.code.as_str()));
    ///     }
    /// }
    ///
    /// let text = b"[Event \"?\"]\n[Result \"*\"]\n\n1. e4 e5 2. Ke3 *\n";
    /// let mut findings = Findings(Vec::new());
    /// let spans = audit960_source::spans(text);
    /// let lines = Auditor::new(AuditOptions::default())
    ///     .audit(text, spans, &|_| Identity::default(), false, &mut findings);
    /// assert_eq!(lines, 4);
    /// // The king cannot go two squares: reported where it stands.
    /// assert!(findings.0.iter().any(|(line, column, _)| (*line, *column) == (3, 13)));
    /// ```
    pub fn audit(
        &mut self,
        text: &[u8],
        spans: impl Iterator<Item = Range<usize>>,
        identity: &dyn Fn(usize) -> Identity,
        cut: bool,
        sink: &mut impl FactSink,
    ) -> u64 {
        let mut replay = GameReplay::new(text, identity, &self.options, &mut self.scratch, sink);
        for span in spans {
            replay.begin_span(&span);
            replay.cut = cut && span.end == text.len();
            read_span(&text[span], &mut replay);
        }
        let (at, lines) = replay.counted();
        lines + count_line_ends_in(text, at..text.len())
    }
}
