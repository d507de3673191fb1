//! The facts of an audit, so that two readings can be compared and checked.

use audit960_replay::{AuditOptions, Auditor};
use audit960_source::{Chunk, ChunkReader, Format, Input, ReaderOptions, spans};
use audit960_types::{
    Fact, FactSink, Finding, Gap, GapKind, Identity, LastPosition, StartKind, Verdict,
    count_line_ends,
};

/// A game, as far as it is checked by itself.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Game {
    pub(crate) identity: Identity,
    pub(crate) byte_length: u64,
    pub(crate) verdict: Verdict,
    pub(crate) start: StartKind,
    pub(crate) fen: Option<String>,
    pub(crate) plies: u32,
    pub(crate) clocks: Option<(u32, u32)>,
    pub(crate) moves: Option<String>,
    pub(crate) last: Option<LastPosition>,
    pub(crate) incidents: u32,
    /// Everything else, printed.
    pub(crate) rest: String,
}

/// An incident, as far as it is checked by itself.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Incident {
    pub(crate) reset_ply: u32,
    pub(crate) first_claim_ply: u32,
    pub(crate) claims: [u32; 2],
    pub(crate) peak_clock: u32,
    /// Everything else, printed.
    pub(crate) rest: String,
}

/// Everything that an audit reports.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Facts {
    pub(crate) games: Vec<Game>,
    /// By game.
    pub(crate) incidents: Vec<(usize, Incident)>,
    pub(crate) findings: Vec<Finding>,
    pub(crate) gaps: Vec<Gap>,
    /// What games and gaps cover, in the order in which they were reported.
    pub(crate) covered: Vec<(Identity, u64)>,
    pub(crate) lines: u64,
    /// Games and lines of the pieces before the one that is read.
    before: (u64, u64),
}

impl FactSink for Facts {
    fn fact(&mut self, fact: Fact<'_>) {
        match fact {
            Fact::Game(facts) => {
                let mut rest = facts.clone();
                rest.line += self.before.1;
                self.covered.push((facts.identity, facts.byte_length));
                self.games.push(Game {
                    identity: facts.identity,
                    byte_length: facts.byte_length,
                    verdict: facts.verdict,
                    start: facts.start,
                    fen: facts.fen.map(str::to_owned),
                    plies: facts.plies,
                    clocks: facts.final_clock.zip(facts.max_clock),
                    moves: facts.moves.map(str::to_owned),
                    last: facts.last,
                    incidents: facts.incidents,
                    rest: format!("{rest:?}"),
                });
            }
            Fact::Incident(facts) => {
                self.incidents.push((
                    self.games.len(),
                    Incident {
                        reset_ply: facts.incident.reset_ply,
                        first_claim_ply: facts.incident.first_claim_ply,
                        claims: facts.incident.claims,
                        peak_clock: facts.incident.peak_clock,
                        rest: format!("{facts:?}"),
                    },
                ));
            }
            Fact::Finding(mut finding) => {
                finding.line += self.before.1;
                finding.game = finding.game.map(|game| game + self.before.0);
                self.findings.push(finding);
            }
            Fact::Gap(gap) => {
                self.covered.push((gap.identity, gap.byte_length));
                self.gaps.push(*gap);
            }
            _ => {}
        }
    }
}

/// An auditor with all optional output.
pub(crate) fn auditor() -> Auditor {
    Auditor::new(AuditOptions {
        with_moves: true,
        with_last: true,
        ..AuditOptions::default()
    })
}

/// The facts of a text that is audited as a whole.
pub(crate) fn of_text(text: &[u8]) -> Facts {
    let mut facts = Facts::default();
    let identity = |at: usize| Identity {
        frame_offset: 0,
        byte_offset: at as u64,
    };
    facts.lines = auditor().audit(text, spans(text), &identity, false, &mut facts);
    facts
}

/// The facts of a text that is audited span by span.
pub(crate) fn of_spans(text: &[u8]) -> Facts {
    let mut facts = Facts::default();
    let mut auditor = auditor();
    for span in spans(text) {
        let identity = |at: usize| Identity {
            frame_offset: 0,
            byte_offset: (span.start + at) as u64,
        };
        let piece = &text[span.clone()];
        facts.before = (facts.games.len() as u64, facts.lines);
        facts.lines += auditor.audit(piece, spans(piece), &identity, false, &mut facts);
    }
    facts.before = (0, 0);
    facts
}

/// The chunks that a reader makes of an input.
pub(crate) fn chunks(stored: &[u8], options: ReaderOptions) -> Vec<Chunk> {
    let input = Input::from_reader("input", std::io::Cursor::new(stored.to_vec()));
    let mut reader = ChunkReader::new(vec![input], options, std::sync::Arc::default());
    let (mut chunks, mut chunk) = (Vec::new(), Chunk::default());
    // An input that cannot be read is an error of the run, not a bug.
    while reader.next_chunk(&mut chunk).unwrap_or(false) {
        chunks.push(chunk.clone());
    }
    chunks
}

/// The facts of the chunks of one source.
pub(crate) fn of_chunks(chunks: &[Chunk]) -> Facts {
    let mut facts = Facts::default();
    let mut auditor = auditor();
    for chunk in chunks.iter().filter(|chunk| chunk.format == Format::Pgn) {
        facts.before = (facts.games.len() as u64, facts.lines);
        let identity = |at: usize| chunk.identity(at);
        let cut = chunk.dropped > 0;
        let lines = auditor.audit(&chunk.bytes, chunk.spans(), &identity, cut, &mut facts);
        assert_eq!(lines, count_line_ends(&chunk.bytes));
        facts.lines += lines + chunk.dropped_lines;
        if cut {
            let (identity, byte_length) = (chunk.identity(chunk.bytes.len()), chunk.dropped);
            facts.gap(&Gap {
                identity,
                byte_length,
                kind: GapKind::Oversize,
            });
        }
    }
    facts.before = (0, 0);
    facts
}
