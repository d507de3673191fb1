//! A chunk of games or of positions, replayed into a sink.

use audit960_epd::{LineAudit, Text};
use audit960_replay::Auditor;
use audit960_source::{Chunk, Format, is_pgn_name};
use audit960_types::{Code, Fact, Finding, GameToken, Gap, GapKind, TextSink, count_line_ends_in};

use crate::records::replay_records;

/// Length in bytes from which a run of NUL bytes counts as lost data: a disk sector.
const ZERO_RUN: usize = 512;

/// The most runs of NUL bytes of a chunk that have a finding each.
const MAX_ZERO_RUNS: usize = 100;

/// Replays a chunk, or reads its lines of positions; returns the number of its line ends.
pub fn replay_chunk(auditor: &mut Auditor, chunk: &Chunk, sink: &mut impl TextSink) -> u64 {
    let identity = |position: usize| chunk.identity(position);
    if let Some(finding) = chunk.opening_finding() {
        sink.fact(Fact::Finding(finding));
    }
    report_zero_runs(chunk, sink);
    auditor.begin_source(&chunk.source_name);
    let lines = match chunk.format {
        Format::Pgn | Format::Records => {
            let mut watch = Watch {
                sink,
                oversize: false,
            };
            let cut = chunk.dropped > 0;
            let text = &chunk.bytes;
            let mut spans = chunk.spans();
            let lines = match chunk.format {
                Format::Records => replay_records(auditor, chunk, &mut spans, cut, &mut watch),
                _ => auditor.audit(text, spans, &identity, cut, &mut watch),
            };
            let reported = watch.oversize;
            if cut && !reported {
                let message = format!(
                    "{} bytes after the first {} without a new game are not read",
                    chunk.dropped,
                    text.len()
                );
                let at = chunk.bytes.len();
                let finding = finding(chunk, Code::OversizeGame, at, lines, message);
                sink.fact(Fact::Finding(finding));
            }
            lines
        }
        Format::Epd => {
            let lines = LineAudit {
                misnamed: chunk.first_of_source && is_pgn_name(&chunk.source_name),
                cut: chunk.dropped > 0,
                ..LineAudit::default()
            };
            let text = Text {
                bytes: &chunk.bytes,
                first_line: 0,
                identity: &identity,
            };
            lines.run(&text, sink)
        }
    };
    if chunk.dropped > 0 {
        sink.fact(Fact::Gap(&Gap {
            identity: chunk.identity(chunk.bytes.len()),
            byte_length: chunk.dropped,
            kind: GapKind::Oversize,
        }));
    }
    let lines = lines + chunk.dropped_lines;
    for finding in chunk.closing_findings(lines) {
        sink.fact(Fact::Finding(finding));
    }
    lines
}

/// Reports runs of NUL bytes. The text around them is read anyway.
fn report_zero_runs(chunk: &Chunk, sink: &mut impl TextSink) {
    let text = &chunk.bytes;
    let (mut at, mut lines, mut counted, mut reported, mut rest) = (0, 0, 0, 0, 0_usize);
    while let Some(start) = memchr::memchr(0, &text[at..]).map(|distance| at + distance) {
        let length = text[start..].iter().take_while(|byte| **byte == 0).count();
        at = start + length;
        if length < ZERO_RUN {
            continue;
        }
        if reported == MAX_ZERO_RUNS {
            rest += 1;
            continue;
        }
        reported += 1;
        lines += count_line_ends_in(text, counted..start);
        counted = start;
        let message = format!("{length} NUL bytes in place of text");
        let finding = finding(chunk, Code::ZeroRun, start, lines, message);
        sink.fact(Fact::Finding(finding));
    }
    if rest > 0 {
        let message = format!("{rest} more runs of NUL bytes follow");
        let finding = finding(chunk, Code::ZeroRun, counted, lines, message);
        sink.fact(Fact::Finding(finding));
    }
}

/// A finding at a byte offset of a chunk, outside any game.
fn finding(chunk: &Chunk, code: Code, at: usize, line: u64, message: String) -> Finding {
    Finding::of_line(code, chunk.identity(at), line, message)
}

/// A sink that forwards everything and remembers whether an oversize game was reported.
struct Watch<'s, S> {
    sink: &'s mut S,
    oversize: bool,
}

impl<S: TextSink> TextSink for Watch<'_, S> {
    #[inline]
    fn fact(&mut self, fact: Fact<'_>) {
        if let Fact::Finding(finding) = &fact {
            self.oversize |= finding.code == Code::OversizeGame;
        }
        self.sink.fact(fact);
    }

    #[inline(always)]
    fn tag(&mut self, name: &[u8], raw: &[u8]) {
        self.sink.tag(name, raw);
    }

    #[inline(always)]
    fn movetext(&mut self, language: Option<usize>) {
        self.sink.movetext(language);
    }

    #[inline(always)]
    fn token(&mut self, token: GameToken, at: usize, len: usize) {
        self.sink.token(token, at, len);
    }
}
