//! Tag sections of 4,444 human games, counted twice: as text, and through the whole path from the
//! file to the dataset.

use std::collections::BTreeMap;
use std::path::PathBuf;

use audit960_board::start::Start;
use audit960_dataset::tables::{Assembler, ChunkTables, DatasetWriter, TableOptions};
use audit960_replay::{AuditOptions, Auditor};
use audit960_types::{Identity, ScoreTally};
use serde_json::Map;

use super::open;
use crate::{GroupPopularity, LotteryRule};
use audit960_dataset::{Dataset, Grouping};

/// The shared archive, if it is present.
fn archive() -> Option<Vec<u8>> {
    let corpus = std::env::var_os("AUDIT960_CORPUS").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")),
        PathBuf::from,
    );
    let path = corpus.join("chess960/human-events-2014-2025-headers-only.pgn");
    let text = std::fs::read(&path).ok();
    if text.is_none() {
        // Written directly, since the harness hides what passing tests print.
        let _ = std::io::Write::write_fmt(
            &mut std::io::stderr(),
            format_args!("skipped: {} is not there\n", path.display()),
        );
    }
    text
}

/// The spans of the games.
fn spans(text: &[u8]) -> Vec<std::ops::Range<usize>> {
    let tag = b"[Event \"";
    let mut starts: Vec<usize> = (0..text.len())
        .filter(|&at| text[at..].starts_with(tag) && (at == 0 || text[at - 1] == b'\n'))
        .collect();
    starts.push(text.len());
    starts.windows(2).map(|pair| pair[0]..pair[1]).collect()
}

/// The value of a tag in a tag section.
fn tag<'a>(section: &'a str, name: &str) -> Option<&'a str> {
    let line = section
        .lines()
        .find(|line| line.starts_with(&format!("[{name} \"")))?;
    line.split('"').nth(1)
}

/// Results by White's back rank, of sections with Black opposite, from the text alone.
fn counted_as_text(text: &str, spans: &[std::ops::Range<usize>]) -> BTreeMap<String, ScoreTally> {
    let mut counts: BTreeMap<String, ScoreTally> = BTreeMap::new();
    for span in spans {
        let section = &text[span.clone()];
        let placement = tag(section, "FEN")
            .and_then(|fen| fen.split(' ').next())
            .unwrap_or("");
        let rank = placement.rsplit('/').next().unwrap_or("");
        if placement != format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{rank}", rank.to_lowercase()) {
            continue;
        }
        let count = counts.entry(rank.to_owned()).or_default();
        match tag(section, "Result") {
            Some("1-0") => count.white_wins += 1,
            Some("0-1") => count.black_wins += 1,
            Some("1/2-1/2") => count.draws += 1,
            _ => count.unfinished += 1,
        }
    }
    counts
}

fn audited(text: &[u8], spans: Vec<std::ops::Range<usize>>) -> (tempfile::TempDir, Dataset) {
    let dir = tempfile::tempdir().unwrap();
    let options = TableOptions::default();
    let mut tables = ChunkTables::new(options);
    let identity = |byte: usize| Identity {
        frame_offset: 0,
        byte_offset: byte as u64,
    };
    let lines = Auditor::new(AuditOptions::default()).audit(
        text,
        spans.into_iter(),
        &identity,
        false,
        &mut tables,
    );
    let mut assembler = Assembler::new(options).unwrap();
    let mut writer = DatasetWriter::create(dir.path(), options).unwrap();
    let rows = tables.finish(lines).unwrap();
    let mut jobs = assembler.push(rows, &"human-events.pgn".into(), true).jobs;
    jobs.extend(assembler.finish());
    for job in jobs {
        writer.append(job.encode().unwrap()).unwrap();
    }
    writer.finish(&[], &[], Map::new()).unwrap();
    let dataset = open(dir.path());
    (dir, dataset)
}

#[test]
fn counts_are_those_of_the_text() {
    let Some(bytes) = archive() else { return };
    let text = String::from_utf8_lossy(&bytes);
    let spans = spans(text.as_bytes());
    assert_eq!(spans.len(), 4_444);
    let expected = counted_as_text(&text, &spans);
    let (_dir, dataset) = audited(text.as_bytes(), spans);

    // Tag sections alone: no game was played.
    let tally = dataset.tally().unwrap().value;
    assert!(tally.positions.is_empty());
    let found: BTreeMap<String, ScoreTally> = tally
        .moveless_positions
        .into_iter()
        .map(|(number, position)| (Start::new(number).unwrap().to_string(), position.score))
        .collect();
    assert_eq!(found, expected);
    // By a few lines of Python over the file: 346 positions; 1850, 923 and 1671 games; 487 different
    // (event, date, back rank).
    let mut total = ScoreTally::default();
    for score in found.values() {
        total += *score;
    }
    assert_eq!(found.len(), 346);
    assert_eq!(
        [total.white_wins, total.draws, total.black_wins],
        [1850, 923, 1671]
    );

    let archive = &crate::popularity(&dataset, Grouping::ARCHIVE, LotteryRule::EventDate)
        .unwrap()
        .value[0];
    assert_eq!((archive.games(), archive.draws()), (4_444, 487));
    assert_eq!(archive.missing().len(), 960 - 346);
    let venues = crate::popularity(&dataset, Grouping::VENUE, LotteryRule::Usual)
        .unwrap()
        .value;
    assert_eq!(
        venues.iter().map(GroupPopularity::games).sum::<u64>(),
        archive.games()
    );
}
