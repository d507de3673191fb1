use std::io::{Cursor, Write as _};
use std::sync::Arc;
use std::thread;

use audit960_source::{
    Chunk, ChunkReader, DamageKind, Input, Limits, MaxExpansion, Progress, ReaderOptions,
    SharedReader,
};

use crate::support::{games, gz, read, zip_of, zst, zst_frames};

fn with_memory(memory: u64) -> ReaderOptions {
    ReaderOptions::within(Limits {
        memory,
        ..Limits::default()
    })
}

fn with_total(total: u64) -> ReaderOptions {
    let limits = Limits {
        expansion: MaxExpansion {
            total,
            ..MaxExpansion::default()
        },
        ..Limits::default()
    };
    ReaderOptions {
        target_bytes: 20_000,
        ..ReaderOptions::within(limits)
    }
}

/// A frame that says it needs a window of 2 to the power of `log` bytes.
fn with_window(text: &[u8], log: u32) -> Vec<u8> {
    let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), 1).unwrap();
    encoder.window_log(log).unwrap();
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn frames_with_windows_beyond_the_memory_are_refused() {
    let (one, two) = (games(50), games(60));
    let long = with_window(&one, 26);
    let stored = [&long[..], &zst(&two)].concat();
    // Half of 64 MiB is 32 MiB, half of 128 MiB is 64 MiB: 2 to the power of 26.
    let reading = read(&stored, with_memory(64 << 20));
    assert_eq!(reading.text(), two);
    let damage = reading.damaged()[0].damage.clone().unwrap();
    assert_eq!(damage.kind, DamageKind::Refused);
    assert_eq!(
        (damage.stored_from, damage.stored_to),
        (0, long.len() as u64)
    );
    let window = (1_u64 << 26).to_string();
    assert!(damage.message.contains(&window), "{}", damage.message);
    let findings = reading.chunks[0].closing_findings(0);
    assert_eq!(findings[0].code.as_str(), "S014");
    let reading = read(&stored, with_memory(128 << 20));
    assert_eq!(reading.text(), [one, two].concat());
    assert!(reading.damaged().is_empty());
}

#[test]
fn text_beyond_the_total_is_not_read() {
    let text = games(5000);
    let total = text.len() as u64 / 2;
    let step = 300 << 10;
    let (frames, _) = zst_frames(&text.chunks(10_000).collect::<Vec<_>>());
    for stored in [zst(&text), frames, gz(&text), zip_of(&[("a.pgn", &text)])] {
        let reading = read(&stored, with_total(total));
        let kept = reading.text();
        assert!(text.starts_with(&kept));
        let kept = kept.len() as u64;
        assert!(kept >= total && kept <= total + step, "{kept} of {total}");
        let damage = reading.damaged()[0].damage.clone().unwrap();
        assert_eq!(damage.kind, DamageKind::Refused, "{damage:?}");
        // The digest still covers all stored bytes.
        assert_eq!(reading.reports[0].stored_bytes, stored.len() as u64);
    }
    // The limit does not apply to text that is not compressed.
    assert_eq!(read(&text, with_total(total)).text(), text);
    // The limit applies to the archive, not to each of its members.
    let stored = zip_of(&[("a.pgn", &text), ("b.pgn", &text)]);
    let reading = read(&stored, with_total(total + text.len() as u64));
    assert_eq!(reading.text_of("input!/a.pgn"), text);
    assert!(reading.text_of("input!/b.pgn").len() < text.len());
    assert_eq!(reading.damaged().len(), 1);
}

/// Points all entries of the directory to the first member. The offset of the local header is at byte 42 of
/// an entry.
fn point_all_to_the_first(stored: &mut [u8]) {
    let entries: Vec<usize> = (0..stored.len())
        .filter(|at| stored[*at..].starts_with(b"PK\x01\x02"))
        .collect();
    for at in entries {
        stored[at + 42..at + 46].fill(0);
    }
}

#[test]
fn members_that_overlap_are_refused() {
    let text = games(20);
    let names: Vec<String> = (0..200).map(|number| format!("{number:04}.pgn")).collect();
    let members: Vec<(&str, &[u8])> = names.iter().map(|name| (&**name, &text[..])).collect();
    let mut stored = zip_of(&members);
    assert_eq!(read(&stored, with_memory(1 << 30)).damaged().len(), 0);
    point_all_to_the_first(&mut stored);
    let reading = read(&stored, with_memory(1 << 30));
    assert_eq!(reading.sources.len(), 200);
    assert_eq!(reading.text(), text, "the first is read");
    let damaged = reading.damaged();
    assert_eq!(damaged.len(), 199);
    let message = &damaged[0].damage.as_ref().unwrap().message;
    assert_eq!(message, "the member overlaps another");
}

/// All chunks that threads hold together are limited by the memory.
#[test]
fn threads_wait_for_bytes_in_flight() {
    let limits = Limits {
        memory: 64 << 20,
        ..Limits::default()
    };
    let mut text = games(10_000);
    let usual = text.len();
    // Each a span of its own, longer than a usual chunk.
    let comments = "{comment} ".repeat(350_000);
    let long = format!("[Event \"long\"]\n\n{comments}*\n\n");
    text.extend(long.repeat(8).into_bytes());
    let input = Input::from_reader("input", Cursor::new(text.clone()));
    let options = ReaderOptions::within(limits);
    let reader = ChunkReader::new(vec![input], options, Arc::new(Progress::default()));
    let reader = SharedReader::new(reader);
    let held = std::sync::Mutex::new((0_usize, 0_usize));
    let read = std::sync::Mutex::new(0);
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let mut chunk = Chunk::default();
                loop {
                    let found = reader.next_chunk_with(&mut chunk, |chunk| {
                        let mut held = held.lock().unwrap();
                        held.0 += chunk.bytes.len();
                        held.1 = held.1.max(held.0);
                    });
                    if !found.unwrap() {
                        return;
                    }
                    *read.lock().unwrap() += chunk.bytes.len();
                    // Long enough for each of the others to read a chunk, if it may.
                    thread::sleep(std::time::Duration::from_millis(40));
                    held.lock().unwrap().0 -= chunk.bytes.len();
                }
            });
        }
    });
    assert_eq!(read.into_inner().unwrap(), text.len());
    let (_, most) = held.into_inner().unwrap();
    // A game of 3.5 MB counts eightfold, so that no two of them are in flight together.
    assert!(most <= usual + long.len(), "{most}");
}
