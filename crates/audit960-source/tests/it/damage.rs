use std::io::Read;

use audit960_source::{Damage, DamageKind, Input};
use audit960_types::Identity;
use proptest::prelude::*;

use crate::support::{
    Reading, bz2, digest, games, gz, options, pzst, read, read_inputs, reference_spans, zip_of,
    zst, zst_frames, zst_with_checksum,
};

/// The text that the plain `Read` decoder of the library gives in small steps, and whether it is complete.
fn reference_text(mut decoder: impl Read) -> (Vec<u8>, bool) {
    let mut text = Vec::new();
    let mut piece = [0; 100];
    loop {
        match decoder.read(&mut piece) {
            Ok(0) => return (text, true),
            Ok(count) => text.extend(&piece[..count]),
            Err(_) => return (text, false),
        }
    }
}

fn reference_zst(stored: &[u8]) -> (Vec<u8>, bool) {
    reference_text(zstd::stream::read::Decoder::new(stored).unwrap())
}

fn reference_gz(stored: &[u8]) -> (Vec<u8>, bool) {
    reference_text(flate2::read::MultiGzDecoder::new(stored))
}

fn reference_bz2(stored: &[u8]) -> (Vec<u8>, bool) {
    reference_text(bzip2::read::MultiBzDecoder::new(stored))
}

type Reference = fn(&[u8]) -> (Vec<u8>, bool);

fn containers(text: &[u8]) -> [(Vec<u8>, Reference); 4] {
    [
        (zst(text), reference_zst),
        (zst_with_checksum(text), reference_zst),
        (gz(text), reference_gz),
        (bz2(text), reference_bz2),
    ]
}

/// The only damage, which is on the last chunk.
fn last_damage(reading: &Reading) -> &Damage {
    let damaged = reading.damaged();
    assert_eq!(damaged.len(), 1);
    assert!(damaged[0].last_of_source);
    damaged[0].damage.as_ref().unwrap()
}

#[test]
fn a_truncated_stream_keeps_what_came_before() {
    let text = games(1200);
    assert!(text.len() > 500_000, "several blocks of each kind");
    for (stored, reference) in containers(&text) {
        let mut kept_half = false;
        for length in (11..stored.len())
            .step_by(stored.len() / 11)
            .chain([stored.len() - 1])
        {
            let cut = &stored[..length];
            let reading = read(cut, options(30_000));
            let found = reading.text();
            assert!(text.starts_with(&found));
            assert!(
                found.len() >= reference(cut).0.len(),
                "{} at {length}",
                found.len()
            );
            kept_half |= found.len() > text.len() / 2;
            let damage = last_damage(&reading);
            assert_eq!(damage.kind, DamageKind::Truncated, "{damage:?}");
            assert_eq!(damage.stored_to, length as u64);
            assert!(damage.stored_from <= damage.stored_to);
            assert_eq!(reading.reports[0].xxh3_128, digest(cut));
        }
        assert!(kept_half);
    }
}

#[test]
fn a_corrupt_stream_keeps_what_came_before() {
    let text = games(1200);
    let mut reported = 0;
    for (stored, reference) in containers(&text) {
        for from in (1..10).map(|step| stored.len() * step / 10) {
            let mut stored = stored.clone();
            // A run of ones is not a valid block, code or checksum anywhere.
            let to = (from + 400).min(stored.len());
            stored[from..to].fill(0xFF);
            let reading = read(&stored, options(30_000));
            let found = reading.text();
            let (expected, whole) = reference(&stored);
            assert!(
                found.starts_with(&expected),
                "{} of {}",
                found.len(),
                expected.len()
            );
            assert_eq!(reading.reports[0].xxh3_128, digest(&stored));
            if whole {
                // Without a checksum zstd decodes some noise as other text.
                assert!(reading.damaged().is_empty());
                continue;
            }
            reported += 1;
            let damage = last_damage(&reading);
            assert_eq!(damage.stored_to, stored.len() as u64);
            assert!(damage.stored_from < stored.len() as u64);
        }
    }
    assert!(reported > 25, "{reported} of 36");
}

#[test]
fn zstd_damage_names_the_block() {
    // Text that does not compress gives raw blocks of 128 KiB, each with a header of 3 bytes.
    let mut state = 1_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()
    };
    let text: Vec<u8> = (0..100_000).flat_map(|_| next()).collect();
    let stored = zst(&text);
    assert!(stored.len() > text.len());
    let reading = read(&stored[..stored.len() - 300_000], options(30_000));
    let damage = last_damage(&reading);
    let kept = reading.text().len();
    assert_eq!(kept % (128 << 10), 0);
    // What is lost begins with the header of a block that is not the last, raw, 128 KiB long.
    let from = usize::try_from(damage.stored_from).unwrap();
    assert_eq!(stored[from..from + 3], [0, 0, 0x10]);
    assert!(damage.stored_to - damage.stored_from <= 128 << 10);
}

#[test]
fn a_wrong_gzip_checksum_loses_nothing() {
    let (left, right) = (games(30), games(40));
    let mut first = gz(&left);
    let length = first.len();
    first[length - 5] ^= 1;
    let reading = read(&[first.clone(), gz(&right)].concat(), options(1 << 20));
    assert_eq!(reading.text(), [left.clone(), right].concat());
    let damaged = reading.damaged();
    assert_eq!(damaged.len(), 1);
    assert_eq!(damaged[0].bytes, left);
    assert!(!damaged[0].last_of_source);
    let expected = (DamageKind::Corrupt, 0, length as u64);
    let damage = damaged[0].damage.as_ref().unwrap();
    assert_eq!(
        (damage.kind, damage.stored_from, damage.stored_to),
        expected
    );
    // The second member goes on where the first ended.
    let expected = Identity {
        frame_offset: 0,
        byte_offset: left.len() as u64,
    };
    assert_eq!(reading.chunks.last().unwrap().identity(0), expected);

    let alone = read(&first, options(1 << 20));
    assert_eq!(alone.text(), left);
    assert_eq!(last_damage(&alone).kind, DamageKind::Corrupt);
}

#[test]
fn bytes_after_the_end_are_damage() {
    let text = games(30);
    for (stored, _) in containers(&text) {
        let whole = stored.len() as u64;
        let reading = read(&[&stored[..], b"something else"].concat(), options(1 << 20));
        assert_eq!(reading.text(), text);
        let damage = last_damage(&reading);
        let expected = (DamageKind::Corrupt, whole, whole + 14);
        assert_eq!(
            (damage.kind, damage.stored_from, damage.stored_to),
            expected
        );
    }
}

/// Four parts that end in the middle of games.
fn parts(text: &[u8]) -> Vec<&[u8]> {
    text.chunks(text.len() / 4 + 1).collect()
}

#[test]
fn a_corrupt_frame_does_not_touch_the_others() {
    let text = games(1200);
    let parts = parts(&text);
    for (mut stored, offsets) in [zst_frames(&parts), pzst(&parts)] {
        let frame_end = zst(parts[1]).len() as u64 + offsets[1];
        let from = usize::try_from(offsets[1]).unwrap() + 60_000;
        stored[from..from + 50].fill(0xFF);
        let reading = read(&stored, options(50_000));

        let damaged = reading.damaged();
        assert_eq!(damaged.len(), 1);
        let before: Vec<u8> = reading.chunks[..=usize::try_from(damaged[0].sequence).unwrap()]
            .iter()
            .flat_map(|chunk| chunk.bytes.clone())
            .collect();
        let kept = before.len() - parts[0].len();
        assert!(text.starts_with(&before));
        assert!(kept >= 1, "the first blocks of the frame");
        let damage = damaged[0].damage.as_ref().unwrap();
        assert_eq!(damage.kind, DamageKind::Corrupt);
        assert!(
            (offsets[1]..=from as u64).contains(&damage.stored_from),
            "{damage:?}"
        );
        assert_eq!(damage.stored_to, frame_end);
        assert!(!damaged[0].last_of_source);

        let first_after = &reading.chunks[usize::try_from(damaged[0].sequence).unwrap() + 1];
        assert!(!first_after.first_of_source);
        let start = Identity {
            frame_offset: offsets[2],
            byte_offset: 0,
        };
        assert_eq!(first_after.identity(0), start);
        assert_eq!(reading.text(), [&before[..], parts[2], parts[3]].concat());
        // Spans after the hole keep their identities.
        let expected = reference_spans(parts[3]);
        let identities = reading.span_identities();
        for span in &expected[1..] {
            let byte_offset = span.start as u64;
            assert!(identities.contains(&Identity {
                frame_offset: offsets[3],
                byte_offset
            }));
        }
        assert_eq!(reading.reports[0].xxh3_128, digest(&stored));
    }
}

#[test]
fn every_frame_may_be_damaged() {
    let text = games(400);
    let parts = parts(&text);
    let (mut stored, offsets) = pzst(&parts);
    for &offset in &offsets {
        // The magic itself.
        stored[usize::try_from(offset).unwrap()] = 0;
    }
    let reading = read(&stored, options(50_000));
    assert!(reading.text().is_empty());
    let damage = last_damage(&reading);
    assert_eq!(
        (damage.stored_from, damage.stored_to),
        (12, stored.len() as u64)
    );

    let (mut stored, offsets) = zst_frames(&parts);
    for offset in [offsets[0], offsets[2]] {
        // After magic and frame header: the type of the first block.
        let block = usize::try_from(offset).unwrap() + 4;
        stored[block..block + 12].fill(0xFF);
    }
    let reading = read(&stored, options(1 << 20));
    let expected = [(0, offsets[1]), (offsets[2], offsets[3])];
    let found: Vec<(u64, u64)> = reading
        .damaged()
        .iter()
        .map(|chunk| chunk.damage.as_ref().unwrap())
        .map(|damage| (damage.stored_from, damage.stored_to))
        .collect();
    for (found, expected) in found.iter().zip(expected) {
        assert!(
            (expected.0..expected.0 + 20).contains(&found.0),
            "{found:?}"
        );
        assert_eq!(found.1, expected.1);
    }
    assert_eq!(found.len(), 2);
    assert_eq!(reading.text(), [parts[1], parts[3]].concat());
    let last = reading.chunks.last().unwrap();
    assert!(last.last_of_source && last.damage.is_none());
    assert!(reading.chunks[0].bytes.is_empty() && reading.chunks[0].first_of_source);
}

#[test]
fn a_magic_by_chance_is_not_a_frame() {
    let text = games(100);
    let magic = b"\x28\xB5\x2F\xFD";
    let noise = [&b"noise"[..], magic, &[0xFF; 40], magic, magic, b"more"].concat();
    let stored = [zst(&text), noise.clone(), zst(&text)].concat();
    let reading = read(&stored, options(1 << 20));
    assert_eq!(reading.text(), [text.clone(), text.clone()].concat());
    let damaged = reading.damaged();
    assert_eq!(damaged.len(), 1);
    let hole = zst(&text).len() as u64;
    let damage = damaged[0].damage.as_ref().unwrap();
    assert_eq!(
        (damage.stored_from, damage.stored_to),
        (hole, hole + noise.len() as u64)
    );
}

#[test]
fn truncation_of_several_frames_is_reported_wherever_possible() {
    let text = games(40);
    let parts = parts(&text);
    let (stored, offsets) = pzst(&parts);
    // The announcement of the last frame, without the frame.
    let reading = read(
        &stored[..usize::try_from(offsets[3]).unwrap()],
        options(1 << 20),
    );
    assert_eq!(last_damage(&reading).kind, DamageKind::Truncated);
    assert_eq!(reading.text(), parts[..3].concat());
    for length in [3, 4, 7, 9, 11] {
        // Within an announcement.
        let end = usize::try_from(offsets[3]).unwrap() - 12 + length;
        let reading = read(&stored[..end], options(1 << 20));
        assert_eq!(
            last_damage(&reading).kind,
            DamageKind::Truncated,
            "{length}"
        );
        assert_eq!(reading.text(), parts[..3].concat());
    }
    let (stored, offsets) = zst_frames(&parts);
    for length in 1..8 {
        let reading = read(
            &stored[..usize::try_from(offsets[3]).unwrap() + length],
            options(9999),
        );
        assert_eq!(
            last_damage(&reading).kind,
            DamageKind::Truncated,
            "{length}"
        );
        assert_eq!(reading.text(), parts[..3].concat());
    }
}

#[test]
fn a_second_member_that_is_cut_short_is_truncated() {
    let text = games(30);
    for (stored, _) in containers(&text) {
        for length in [1, 2, 3, 5, 12] {
            let cut = [&stored[..], &stored[..length]].concat();
            let reading = read(&cut, options(1 << 20));
            assert_eq!(reading.text(), text);
            assert_eq!(
                last_damage(&reading).kind,
                DamageKind::Truncated,
                "{length}"
            );
        }
    }
}

#[test]
fn damage_is_the_same_in_pieces() {
    let text = games(400);
    let parts = parts(&text);
    let (mut stored, offsets) = pzst(&parts);
    let from = usize::try_from(offsets[1]).unwrap() + 10_000;
    stored[from..from + 50].fill(0xFF);
    stored.truncate(stored.len() - 1000);
    let mut broken_gz = gz(&text);
    broken_gz.truncate(broken_gz.len() / 2);
    for stored in [stored, broken_gz] {
        let whole = read(&stored, options(5000));
        let stingy = Input::from_reader("input", crate::support::SmallReads::new(&stored));
        let pieces = read_inputs(vec![stingy], options(5000));
        assert_eq!(whole.chunks.len(), pieces.chunks.len());
        for (left, right) in whole.chunks.iter().zip(&pieces.chunks) {
            assert_eq!((&left.bytes, &left.damage), (&right.bytes, &right.damage));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_damage_is_survived_and_reported(
        container in 0_usize..6,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        end in any::<prop::sample::Index>(),
        target in 1_usize..9000,
    ) {
        let text = games(12);
        let (left, right) = text.split_at(text.len() / 2);
        let whole = match container {
            0 => zst_with_checksum(&text),
            1 => pzst(&[left, right]).0,
            2 => [gz(left), gz(right)].concat(),
            3 => [bz2(left), bz2(right)].concat(),
            4 => zip_of(&[("a.pgn", left), ("b.pgn.gz", &gz(right))]),
            _ => zst_frames(&[left, right]).0,
        };
        let mut stored = whole.clone();
        for (at, byte) in changes {
            let at = at.index(stored.len());
            stored[at] = byte;
        }
        // In half of the cases the end is missing too.
        stored.truncate((end.index(2 * whole.len()) + 1).max(12));
        let reading = read(&stored, options(target));
        prop_assert_eq!(&reading.reports[0].xxh3_128, &digest(&stored));
        for chunk in reading.damaged() {
            let damage = chunk.damage.as_ref().unwrap();
            prop_assert!(damage.stored_from <= damage.stored_to);
            prop_assert!(damage.stored_to <= whole.len() as u64);
            prop_assert!(!damage.message.is_empty());
        }
        if stored == whole {
            prop_assert!(reading.text() == text && reading.damaged().is_empty());
        }
        // zstd stores a checksum only on request, and no container says which file it is.
        if container == 0 && reading.sources.len() == 1 && stored.starts_with(&whole[..4]) {
            prop_assert!(reading.text() == text || !reading.damaged().is_empty());
        }
    }
}
