use audit960_source::Input;
use audit960_types::Identity;

use crate::support::{
    SmallReads, bz2, digest, games, gz, options, plain, pzst, read, read_inputs, reference_spans,
    zip_of, zst, zst_frames, zst_with_checksum,
};

/// Reads `stored` at once and in small pieces; checks text, chunks and digest.
fn check(stored: &[u8], text: &[u8], name: &str) -> Vec<Identity> {
    let plain_chunks: Vec<_> = read(text, options(4096))
        .chunks
        .into_iter()
        .map(|chunk| chunk.bytes)
        .collect();
    let reading = read(stored, options(4096));
    let pieces = read_inputs(
        vec![Input::from_reader("input", SmallReads::new(stored))],
        options(4096),
    );
    assert_eq!(reading.reports, pieces.reports);
    assert_eq!(reading.names(), [name]);
    assert_eq!(reading.reports[0].stored_bytes, stored.len() as u64);
    assert_eq!(reading.reports[0].xxh3_128, digest(stored));
    for reading in [&reading, &pieces] {
        assert!(reading.damaged().is_empty());
        let chunks: Vec<_> = reading
            .chunks
            .iter()
            .map(|chunk| chunk.bytes.clone())
            .collect();
        assert_eq!(chunks, plain_chunks);
    }
    assert_eq!(reading.span_identities(), pieces.span_identities());
    reading.span_identities()
}

fn plain_identities(text: &[u8]) -> Vec<Identity> {
    reference_spans(text)
        .iter()
        .map(|span| plain(span.start))
        .collect()
}

#[test]
fn one_text_in_every_container() {
    let text = games(300);
    let middle = text.len() / 2 + 13;
    let (left, right) = text.split_at(middle);
    let expected = plain_identities(&text);
    assert_eq!(expected.len(), 300);
    for stored in [
        text.clone(),
        zst(&text),
        zst_with_checksum(&text),
        gz(&text),
        [gz(left), gz(b""), gz(right)].concat(),
        [gz(&text), vec![0; 1000]].concat(),
        bz2(&text),
        [bz2(left), bz2(b""), bz2(right)].concat(),
        [zst(&text), vec![0; 1000]].concat(),
    ] {
        assert_eq!(check(&stored, &text, "input"), expected);
    }
    let member = zip_of(&[("games.pgn", &text)]);
    assert_eq!(check(&member, &text, "input!/games.pgn"), expected);
}

#[test]
fn empty_texts_in_every_container() {
    for stored in [
        zst(b""),
        zst_with_checksum(b""),
        gz(b""),
        bz2(b""),
        pzst(&[b"", b""]).0,
    ] {
        assert!(check(&stored, b"", "input").is_empty());
    }
}

#[test]
fn frames_give_identities() {
    let text = games(300);
    let parts: Vec<&[u8]> = text.chunks(10_007).collect();
    for (stored, offsets) in [zst_frames(&parts), pzst(&parts)] {
        let expected: Vec<Identity> = reference_spans(&text)
            .iter()
            .map(|span| Identity {
                frame_offset: offsets[span.start / 10_007],
                byte_offset: (span.start % 10_007) as u64,
            })
            .collect();
        assert_eq!(check(&stored, &text, "input"), expected);
    }
    assert_eq!(pzst(&parts).1[0], 12);
}

#[test]
fn skippable_frames_of_other_kinds_are_skipped() {
    let text = games(20);
    let skippable = |magic: u8, size: u32| {
        let mut frame = vec![magic, 0x2A, 0x4D, 0x18];
        frame.extend(size.to_le_bytes());
        frame.extend((0..size).map(|byte| byte as u8));
        frame
    };
    let stored = [
        skippable(0x5E, 300_000),
        zst(&text),
        skippable(0x50, 0),
        skippable(0x5F, 9),
    ]
    .concat();
    let expected: Vec<Identity> = plain_identities(&text)
        .into_iter()
        .map(|identity| Identity {
            frame_offset: 300_008,
            ..identity
        })
        .collect();
    assert_eq!(check(&stored, &text, "input"), expected);
}

#[test]
fn a_large_window_is_accepted() {
    // The library refuses frames that the reference program writes with --long=31, unless it is configured.
    let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), 1).unwrap();
    encoder
        .set_parameter(zstd::stream::raw::CParameter::WindowLog(29))
        .unwrap();
    let text = games(20);
    std::io::Write::write_all(&mut encoder, &text).unwrap();
    let stored = encoder.finish().unwrap();
    assert!(
        zstd::stream::decode_all(&stored[..]).is_err(),
        "otherwise this shows nothing"
    );
    assert_eq!(check(&stored, &text, "input"), plain_identities(&text));
}

#[test]
fn files_pipes_and_readers_are_alike() {
    let folder = tempfile::tempdir().unwrap();
    let text = games(50);
    for (name, stored) in [
        ("a.pgn", text.clone()),
        ("b.pgn.zst", zst(&text)),
        ("c.pgn.gz", gz(&text)),
        ("d.pgn.bz2", bz2(&text)),
        ("e.zip", zip_of(&[("games.pgn", &text)])),
    ] {
        std::fs::write(folder.path().join(name), stored).unwrap();
    }
    let argument = folder.path().to_str().unwrap().to_owned();
    let discovery = audit960_source::discover(std::slice::from_ref(&argument)).unwrap();
    let total = discovery.stored_bytes.unwrap();
    let reading = read_inputs(discovery.inputs, options(4096));
    assert_eq!(reading.progress, total);
    let names = [
        "a.pgn",
        "b.pgn.zst",
        "c.pgn.gz",
        "d.pgn.bz2",
        "e.zip!/games.pgn",
    ];
    let names: Vec<String> = names
        .iter()
        .map(|name| format!("{argument}/{name}"))
        .collect();
    assert_eq!(reading.names(), names);
    for (index, name) in names.iter().enumerate() {
        assert_eq!(reading.text_of(name), text);
        let report = &reading.reports[index];
        assert_eq!(report.sources, index as u32..index as u32 + 1);
        let stored = std::fs::read(&report.name).unwrap();
        assert_eq!(report.stored_bytes, stored.len() as u64);
        assert_eq!(report.xxh3_128, digest(&stored));
    }
}
