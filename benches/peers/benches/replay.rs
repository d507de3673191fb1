//! Parsing and replaying with full legality, one thread, with pgn-reader + shakmaty in the same
//! group on the same bytes. Ratios are what counts: both run in turn on the same machine.
//!
//! Inputs: the shared samples if they are available (`AUDIT960_CORPUS`, else `../shared/data`), and
//! always the project's own archive.

use std::hint::black_box;
use std::path::{Path, PathBuf};

use audit960_replay::{AuditOptions, Auditor};
use audit960_source::spans;
use audit960_types::Identity;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

#[path = "../src/plies.rs"]
mod plies;

use self::plies::Plies;

/// Minimum size of a chunk in bytes; spans stay whole.
const CHUNK: usize = 1 << 20;

/// Half-moves in a text, chunk after chunk, as the program reads it.
fn audit(text: &[u8]) -> u64 {
    let mut auditor = Auditor::new(AuditOptions::default());
    let mut plies = Plies::default();
    let mut from = 0;
    while from < text.len() {
        let mut to = from;
        for span in spans(&text[from..]) {
            to = from + span.end;
            if span.end >= CHUNK {
                break;
            }
        }
        let chunk = &text[from..to];
        let identity = |at: usize| Identity {
            frame_offset: 0,
            byte_offset: (from + at) as u64,
        };
        auditor.audit(chunk, spans(chunk), &identity, false, &mut plies);
        from = to;
    }
    plies.0
}

fn inputs() -> Vec<(String, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let corpus = std::env::var_os("AUDIT960_CORPUS")
        .map_or_else(|| root.join("../shared/data"), PathBuf::from);
    let files = [
        root.join("data/archive/mainz-2009.pgn"),
        corpus.join("standard/twic1599-sample.pgn"),
        corpus.join("standard/lichess-2025-05-sample.pgn"),
        corpus.join("chess960/TCEC_Season_21_-_Frc4_Final.pgn"),
    ];
    files
        .into_iter()
        .filter_map(|path| {
            let text = std::fs::read(&path).ok()?;
            Some((path.file_stem()?.to_str()?.to_owned(), text))
        })
        .collect()
}

fn replay(criterion: &mut Criterion) {
    for (name, text) in inputs() {
        let mut group = criterion.benchmark_group("replay");
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_with_input(
            BenchmarkId::new("audit960, facts of all rows", &name),
            &text,
            |bencher, text| {
                bencher.iter(|| audit(black_box(text)));
            },
        );
        group.bench_with_input(
            BenchmarkId::new("audit960, legality and clock", &name),
            &text,
            |bencher, text| {
                bencher.iter(|| audit960_replay::validate(black_box(text), spans(text)));
            },
        );
        group.bench_with_input(
            BenchmarkId::new("pgn-reader+shakmaty", &name),
            &text,
            |bencher, text| {
                bencher.iter(|| audit960_crosscheck::validate(black_box(text)));
            },
        );
        group.finish();
    }
}

/// Recovery runs only after a failure: clean games cost the same whether damaged ones stand between
/// them or not, and a damaged or foreign game costs what it costs alone.
fn recovery(criterion: &mut Criterion) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let Ok(clean) = std::fs::read(root.join("archive/mainz-2009.pgn")) else {
        return;
    };
    let Ok(german) = std::fs::read(root.join("traps/german.pgn")) else {
        return;
    };
    let clean = clean.repeat(20);
    let mut mixed = clean.clone();
    mixed.extend_from_slice(&german);
    let mut group = criterion.benchmark_group("recovery");
    for (name, text) in [
        ("400 clean games", &clean),
        ("and german.pgn", &mixed),
        ("german.pgn", &german),
    ] {
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_with_input(BenchmarkId::from_parameter(name), text, |bencher, text| {
            bencher.iter(|| audit(black_box(text)));
        });
    }
    group.finish();
}

criterion_group!(benches, replay, recovery);
criterion_main!(benches);
