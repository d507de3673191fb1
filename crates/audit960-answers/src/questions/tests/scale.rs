//! Ten million games, generated: `cargo test --release -p audit960-analytics -- --ignored scale`.

use std::time::Instant;

use audit960_board::start::SplitMix64;
use audit960_dataset::tables::{Assembler, ChunkTables, DatasetWriter, TableOptions};
use audit960_types::{FactSink, GameFacts, GameResult, Identity, Tally};
use serde_json::Map;

use super::{game, incident, incident_at, open};
use crate::LotteryRule;
use audit960_dataset::Grouping;

const GAMES: u64 = 10_000_000;
const CHUNK: u64 = 50_000;

/// Peak memory of the process, in megabytes.
fn peak_megabytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? / 1024)
}

/// Resets the peak, so that it does not include the writing.
fn forget_peak() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

fn generate(dir: &std::path::Path) -> Tally {
    const OPENINGS: [&str; 4] = [
        "e2e4 e7e5 g1f3 b8c6",
        "d2d4 d7d5 c2c4 d5c4",
        "f2f4 c7c5 b1c3 g7g6",
        "e2e4 c7c5 g1f3 d7d6",
    ];
    let options = TableOptions::default();
    let mut random = SplitMix64::new(960);
    let mut tables = ChunkTables::new(options);
    let mut assembler = Assembler::new(options).unwrap();
    let mut writer = DatasetWriter::create(dir, options).unwrap();
    for first in (0..GAMES).step_by(CHUNK as usize) {
        for number in first..first + CHUNK {
            let start = random.below(960) as u16;
            let result = GameResult::ALL[random.below(33) as usize % 4];
            let incidents = u32::from(random.below(100) == 0);
            let (site, date, event) = (
                format!("https://lichess.org/{:08x}", random.next_u64() as u32),
                format!("2024.01.{:02}", 1 + number * 31 / GAMES),
                ["Rated Blitz game", "Rated Bullet game"][random.below(2) as usize],
            );
            let elo = 1_000 + random.below(1_500) as i32;
            let facts = GameFacts {
                identity: Identity {
                    frame_offset: 0,
                    byte_offset: number * 900,
                },
                site: Some(&site),
                date: Some(&date),
                event: Some(event),
                year: Some(2024),
                white_elo: Some(elo),
                black_elo: Some(elo + random.below(400) as i32 - 200),
                plies: 20 + random.below(120),
                max_clock: Some(if incidents > 0 {
                    100
                } else {
                    random.below(100)
                }),
                opening: Some(OPENINGS[random.below(4) as usize]),
                moves_hash: Some(random.next_u64().cast_signed()),
                unread_bytes: 0,
                incidents,
                ..game(start, result)
            };
            if incidents > 0 {
                tables.incident(&incident_at(&incident(), facts.identity));
            }
            tables.game(&facts);
        }
        let rows = tables.finish(0).unwrap();
        for job in assembler
            .push(rows, &"lichess.pgn.zst".into(), first == 0)
            .jobs
        {
            writer.append(job.encode().unwrap()).unwrap();
        }
    }
    for job in assembler.finish() {
        writer.append(job.encode().unwrap()).unwrap();
    }
    writer.finish(&[], &[], Map::new()).unwrap();
    tables.take_tally()
}

/// Runs something and prints how long it took and how much memory it needed.
fn measured<T>(what: &str, run: impl FnOnce() -> T) -> T {
    forget_peak();
    let began = Instant::now();
    let result = run();
    let seconds = began.elapsed().as_secs_f64();
    println!(
        "{what}: {seconds:.2} s, peak {} MB",
        peak_megabytes().unwrap_or(0)
    );
    result
}

#[test]
#[ignore = "writes ten million games"]
fn ten_million_games() {
    let dir = tempfile::tempdir().unwrap();
    let of_the_pass = measured("write", || generate(dir.path()));
    let dataset = open(dir.path());
    let tally = measured("tally", || dataset.tally().unwrap().value);
    assert_eq!(tally.positions, of_the_pass.positions);
    let start = audit960_board::start::ORTHODOX;
    let lines = measured("openings", || {
        crate::openings(&dataset, start, 4).unwrap().value
    });
    assert_eq!(lines.len(), 4);
    let draws = measured("popularity", || {
        crate::popularity(&dataset, Grouping::VENUE, LotteryRule::Usual)
            .unwrap()
            .value
    });
    assert_eq!(draws[0].games(), GAMES);
    let years = measured("results by year", || {
        crate::groups(&dataset, Grouping::YEAR, None).unwrap().value
    });
    assert_eq!(years.groups[0].score_tally.games(), GAMES);
    let same = measured("differences from itself", || {
        crate::differences(&dataset, &dataset).unwrap()
    });
    assert!(same.is_empty() && same.equal == GAMES);
    assert_eq!(
        measured("castling", || dataset.castling().unwrap())
            .castling
            .iter()
            .count(),
        42
    );
}
