//! Where tests find archives, and an audit that keeps everything in memory.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use audit960_epd::{LineAudit, Text};
use audit960_replay::{AuditOptions, Auditor};
use audit960_source::{
    Chunk, ChunkReader, Format, Progress, ReaderOptions, discover, is_pgn_name, spans,
};
use audit960_types::{
    CastlingStyle, Code, Ending, Fact, FactSink, Finding, GameEnd, GameResult, Gap, Identity,
    JudgedRepetition, PositionFacts, StartKind, Venue, Verdict,
};

pub(crate) use crate::corpus::{corpus, data, pgn_files};

/// The rows of a tab-separated table of the project, by column name.
pub(crate) fn table(name: &str) -> Vec<BTreeMap<String, String>> {
    let text = std::fs::read_to_string(data(name)).unwrap();
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap().split('\t').collect();
    lines
        .map(|line| {
            let cells = line.split('\t').map(str::to_owned);
            names
                .iter()
                .map(|name| (*name).to_owned())
                .zip(cells)
                .collect()
        })
        .collect()
}

/// The project's own archives and, if available, the shared ones.
pub(crate) fn all_archives() -> Vec<PathBuf> {
    let mut files = pgn_files(&data("archive"));
    for folder in ["chess960", "fifty", "standard", "torture"] {
        files.extend(corpus(folder).iter().flat_map(|folder| pgn_files(folder)));
    }
    files
}

/// Says that a check is skipped: directly, since the harness hides what passing tests print.
pub(crate) fn skipped(why: &str) {
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}

/// The folder of the shared annotated archives if available, else of the project's own.
pub(crate) fn many() -> PathBuf {
    corpus("standard/annotated").unwrap_or_else(|| data("archive"))
}

/// The value of a tag in the text of a game.
pub(crate) fn tag<'t>(game: &'t str, name: &str) -> Option<&'t str> {
    let from = game.find(&format!("[{name} \""))? + name.len() + 3;
    game[from..].split('"').next()
}

/// A game's row, owned.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Game {
    pub(crate) identity: Identity,
    pub(crate) byte_length: u64,
    pub(crate) white: Option<String>,
    pub(crate) result: GameResult,
    pub(crate) start: StartKind,
    pub(crate) white_start: Option<u16>,
    pub(crate) fen: Option<String>,
    pub(crate) style: CastlingStyle,
    pub(crate) plies: u32,
    pub(crate) verdict: Verdict,
    pub(crate) ending: Ending,
    pub(crate) end: Option<GameEnd>,
    pub(crate) final_clock: Option<u32>,
    pub(crate) max_clock: Option<u32>,
    pub(crate) max_repetition: Option<u32>,
    pub(crate) venue: Venue,
    pub(crate) moves: Option<String>,
    pub(crate) hash: Option<i64>,
}

/// An incident's row, owned; the names are those of the columns.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Incident {
    pub(crate) game: u64,
    pub(crate) fields: Vec<(&'static str, String)>,
    pub(crate) start_fen: String,
    pub(crate) moves: String,
}

impl Incident {
    /// The text of a column, empty for null.
    pub(crate) fn field(&self, name: &str) -> &str {
        let found = self.fields.iter().find(|(known, _)| *known == name);
        found.map_or_else(|| panic!("no column {name}"), |(_, text)| text)
    }
}

/// A repetition's row, owned.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Repeated {
    pub(crate) game: u64,
    pub(crate) judged: JudgedRepetition,
}

/// A line of positions, owned.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Line {
    pub(crate) identity: Identity,
    pub(crate) byte_length: u64,
    /// From 1.
    pub(crate) line: u64,
    pub(crate) fen: Option<String>,
    pub(crate) verdict: Verdict,
    /// Everything else, printed.
    rest: String,
}

/// Everything that an audit reports.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Audit {
    pub(crate) games: Vec<Game>,
    pub(crate) incidents: Vec<Incident>,
    pub(crate) repetitions: Vec<Repeated>,
    /// Findings with line and column from 1.
    pub(crate) findings: Vec<Finding>,
    pub(crate) gaps: Vec<Gap>,
    pub(crate) positions: Vec<Line>,
    games_before: u64,
    lines_before: u64,
}

impl Audit {
    /// The codes found about a game, in order of code, each once.
    pub(crate) fn codes(&self, game: u64) -> Vec<Code> {
        let mut codes: Vec<_> = self
            .findings
            .iter()
            .filter(|f| f.game == Some(game))
            .map(|f| f.code)
            .collect();
        codes.sort();
        codes.dedup();
        codes
    }

    /// Bytes in games and gaps.
    pub(crate) fn bytes(&self) -> u64 {
        let games: u64 = self.games.iter().map(|game| game.byte_length).sum();
        games + self.gaps.iter().map(|gap| gap.byte_length).sum::<u64>()
    }
}

/// The columns of an incident, in the order of its fields.
const INCIDENT: &str = "reset_ply reset_by first_claim_ply first_claim_side first_claim_article first_932_ply white_claims \
    black_claims peak_clock seventy_five_ply ended_by outcome material fen law limit_moves first_claim_under_law_ply \
    claimable_at_venue white_last_ply black_last_ply half_point_lost_by automatic_draw_ply";

fn option<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

impl FactSink for Audit {
    fn fact(&mut self, fact: Fact<'_>) {
        match fact {
            Fact::Skipped(_) => unreachable!("games are skipped only on request"),
            Fact::Game(facts) => {
                self.games.push(Game {
                    identity: facts.identity,
                    byte_length: facts.byte_length,
                    white: facts.white.map(str::to_owned),
                    result: facts.result,
                    start: facts.start,
                    white_start: facts.white_start,
                    fen: facts.fen.map(str::to_owned),
                    style: facts.castling_style,
                    plies: facts.plies,
                    verdict: facts.verdict,
                    ending: facts.ending,
                    end: facts.end,
                    final_clock: facts.final_clock,
                    max_clock: facts.max_clock,
                    max_repetition: facts.max_repetition,
                    venue: facts.venue,
                    moves: facts.moves.map(str::to_owned),
                    hash: facts.moves_hash,
                });
            }
            Fact::Incident(facts) => {
                let of = &facts.incident;
                let last = |side: usize| of.chances[side].as_ref().map(|chance| chance.last_ply);
                let fields = [
                    of.reset_ply.to_string(),
                    of.reset_by.to_string(),
                    of.first_claim_ply.to_string(),
                    of.first_claim_side.to_string(),
                    of.first_claim_article.to_string(),
                    option(of.first_932_ply),
                    of.claims[0].to_string(),
                    of.claims[1].to_string(),
                    of.peak_clock.to_string(),
                    option(of.seventy_five_ply),
                    of.ended_by.to_string(),
                    of.outcome.to_string(),
                    of.material.clone(),
                    of.fen.clone(),
                    of.law.clone(),
                    of.limit_moves.to_string(),
                    option(of.first_law_claim_ply),
                    option(of.claimable_at_venue),
                    option(last(0)),
                    option(last(1)),
                    option(of.half_point_lost_by),
                    option(of.automatic_draw_ply),
                ];
                let fields = INCIDENT.split_whitespace().zip(fields).collect();
                self.incidents.push(Incident {
                    game: self.games.len() as u64,
                    fields,
                    start_fen: facts.start_fen.to_owned(),
                    moves: facts.moves.to_owned(),
                });
            }
            Fact::Repetition(facts) => {
                self.repetitions.push(Repeated {
                    game: self.games.len() as u64,
                    judged: facts.judged.clone(),
                });
            }
            Fact::Finding(mut finding) => {
                finding.line += 1 + self.lines_before;
                finding.game = finding.game.map(|game| game + self.games_before);
                self.findings.push(finding);
            }
            Fact::Gap(gap) => {
                self.gaps.push(*gap);
            }
            Fact::Position(facts) => {
                self.positions.push(Line {
                    identity: facts.identity,
                    byte_length: facts.byte_length,
                    line: 1 + self.lines_before + facts.line,
                    fen: facts.fen.map(str::to_owned),
                    verdict: facts.verdict,
                    rest: format!(
                        "{:?}",
                        PositionFacts {
                            line: 0,
                            ..facts.clone()
                        }
                    ),
                });
            }
        }
    }
}

/// Audits a file in chunks of about `target_bytes`.
pub(crate) fn audit_file(path: &Path, target_bytes: usize) -> Audit {
    let discovery = discover(&[path.to_str().unwrap().to_owned()]).unwrap();
    let options = ReaderOptions {
        target_bytes,
        ..ReaderOptions::default()
    };
    let mut reader = ChunkReader::new(discovery.inputs, options, Arc::new(Progress::default()));
    let options = AuditOptions {
        with_moves: true,
        ..AuditOptions::default()
    };
    let mut auditor = Auditor::new(options);
    let (mut audit, mut chunk) = (Audit::default(), Chunk::default());
    while reader.next_chunk(&mut chunk).unwrap() {
        let identity = |position: usize| chunk.identity(position);
        audit.games_before = audit.games.len() as u64;
        let cut = chunk.dropped > 0;
        if let Some(finding) = chunk.opening_finding() {
            audit.finding(finding);
        }
        let lines = match chunk.format {
            Format::Pgn | Format::Records => {
                auditor.audit(&chunk.bytes, chunk.spans(), &identity, cut, &mut audit)
            }
            Format::Epd => {
                let lines = LineAudit {
                    misnamed: chunk.first_of_source && is_pgn_name(&chunk.source_name),
                    cut,
                    ..LineAudit::default()
                };
                let text = Text {
                    bytes: &chunk.bytes,
                    first_line: 0,
                    identity: &identity,
                };
                lines.run(&text, &mut audit)
            }
        };
        let lines = lines + chunk.dropped_lines;
        for finding in chunk.closing_findings(lines) {
            audit.finding(finding);
        }
        audit.lines_before += lines;
    }
    // These are not part of the result.
    audit.games_before = 0;
    audit.lines_before = 0;
    audit
}

/// Audits a text.
pub(crate) fn audit_text(text: &[u8]) -> Audit {
    let mut audit = Audit::default();
    let identity = |position: usize| Identity {
        frame_offset: 0,
        byte_offset: position as u64,
    };
    let options = AuditOptions {
        with_moves: true,
        ..AuditOptions::default()
    };
    Auditor::new(options).audit(text, spans(text), &identity, false, &mut audit);
    audit
}

/// The text of a file as UTF-8, in which offsets count. UTF-16 is recognised by its mark, or by a zero byte
/// before the first bracket.
pub(crate) fn text_of(stored: &[u8]) -> Vec<u8> {
    let (unit, rest): (fn([u8; 2]) -> u16, _) = match stored {
        [0xFF, 0xFE, rest @ ..] => (u16::from_le_bytes, rest),
        [0, b'[', ..] => (u16::from_be_bytes, stored),
        _ => return stored.to_vec(),
    };
    let (pairs, odd) = rest.as_chunks();
    let units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
    let half = "\u{fffd}".repeat(odd.len());
    (String::from_utf16_lossy(&units) + &half).into_bytes()
}
