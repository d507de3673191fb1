//! Perft, one thread, with shakmaty in the same group on the same positions. Ratios are what counts:
//! both run in turn on the same machine.
//!
//! Inputs: a sample of the shared suites if they are available (`AUDIT960_CORPUS`, else
//! `../shared/data`), and always some of the 960 start positions.

use std::hint::black_box;
use std::path::{Path, PathBuf};

use audit960_board::Position;
use audit960_board::start::Start;
use audit960_pgn::parse_fen;
use criterion::{
    BenchmarkId, Criterion, SamplingMode, Throughput, criterion_group, criterion_main,
};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

/// A position as each of the two represents it.
type Pair = (Position, Chess);

/// A position that both accept: shakmaty refuses some that cannot arise.
fn pair(fen: &str) -> Option<Pair> {
    let theirs = fen.parse::<Fen>().ok()?;
    let theirs = theirs.into_position(CastlingMode::Chess960).ok()?;
    let ours = Position::load(&parse_fen(fen.as_bytes()).ok()?.setup).ok()?;
    Some((ours.position, theirs))
}

/// Every `every`th line of a suite, whose first field is a FEN.
fn sample(suite: &Path, every: usize) -> Option<Vec<Pair>> {
    let text = std::fs::read_to_string(suite).ok()?;
    let fens = text.lines().filter_map(|line| line.split(';').next());
    Some(fens.step_by(every).filter_map(pair).collect())
}

fn inputs() -> Vec<(&'static str, Vec<Pair>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let corpus = std::env::var_os("AUDIT960_CORPUS")
        .map_or_else(|| root.join("../shared/data"), PathBuf::from);
    let starts = Start::all()
        .step_by(97)
        .filter_map(|start| pair(&Position::chess960(start, start).xfen()))
        .collect();
    let suites = [("chess960-perft-odd-lines", 40), ("standard-perft", 3)];
    let sampled = suites.into_iter().filter_map(|(name, every)| {
        let suite = corpus.join(format!("epd/{name}.epd"));
        Some((name, sample(&suite, every)?))
    });
    std::iter::once(("starts", starts)).chain(sampled).collect()
}

fn ours(pairs: &[Pair], depth: u32) -> u64 {
    pairs.iter().map(|(ours, _)| ours.perft(depth)).sum()
}

fn theirs(pairs: &[Pair], depth: u32) -> u64 {
    let perft = |(_, theirs): &Pair| shakmaty::perft(theirs, depth);
    pairs.iter().map(perft).sum()
}

fn perft(criterion: &mut Criterion) {
    for (name, pairs) in inputs() {
        for depth in [4, 5] {
            let nodes = ours(&pairs, depth);
            assert_eq!(nodes, theirs(&pairs, depth), "{name}, depth {depth}");
            let mut group = criterion.benchmark_group(format!("perft {depth}"));
            group.throughput(Throughput::Elements(nodes));
            group.sample_size(10).sampling_mode(SamplingMode::Flat);
            group.bench_with_input(
                BenchmarkId::new("audit960", name),
                &pairs,
                |bencher, pairs| {
                    bencher.iter(|| ours(black_box(pairs), depth));
                },
            );
            group.bench_with_input(
                BenchmarkId::new("shakmaty", name),
                &pairs,
                |bencher, pairs| {
                    bencher.iter(|| theirs(black_box(pairs), depth));
                },
            );
            group.finish();
        }
    }
}

criterion_group!(benches, perft);
criterion_main!(benches);
