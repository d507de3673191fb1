use std::io::{Cursor, Read};

use audit960_source::{Damage, DamageKind, Format, Input};
use zip::CompressionMethod::{Deflated, Stored};

use crate::support::{
    Reading, add_member, bz2, digest, games, gz, options, read, read_inputs, zip_of, zst,
    zst_frames,
};

const EPD: &[u8] = b"8/8/8/8/8/8/8/K1k5 w - -\n";

#[test]
fn members_are_sources_in_the_order_of_the_archive() {
    let (one, two) = (games(20), games(30));
    let (frames, offsets) = zst_frames(&[&two[..5000], &two[5000..]]);
    let stored = zip_of(&[
        ("z.pgn", &one),
        ("folder/", b""),
        ("folder/a.pgn.zst", &frames),
        ("readme.txt", b"These are the games of 2019."),
        ("positions", EPD),
        ("by-content.txt", &one),
        ("b.pgn.gz", &gz(&two)),
        ("c.epd.bz2", &bz2(EPD)),
        ("empty.pgn", b""),
        ("__MACOSX/._z.pgn", b"\0\x05\x16\x07"),
        ("inner.zip", &zip_of(&[("x.pgn", &one)])),
    ]);
    let reading = read(&stored, options(3000));
    assert_eq!(
        reading.names(),
        [
            "input!/z.pgn",
            "input!/folder/a.pgn.zst",
            "input!/positions",
            "input!/by-content.txt",
            "input!/b.pgn.gz",
            "input!/c.epd.bz2",
            "input!/empty.pgn",
            "input!/inner.zip",
        ]
    );
    for (name, text) in [
        ("z.pgn", &one[..]),
        ("folder/a.pgn.zst", &two),
        ("positions", EPD),
        ("by-content.txt", &one),
        ("b.pgn.gz", &two),
        ("c.epd.bz2", EPD),
        ("empty.pgn", b""),
    ] {
        assert!(reading.text_of(&format!("input!/{name}")) == text, "{name}");
    }
    let formats: Vec<Format> = reading.sources.iter().map(|source| source.format).collect();
    use Format::{Epd, Pgn};
    assert_eq!(formats, [Pgn, Pgn, Epd, Pgn, Pgn, Epd, Pgn, Pgn]);
    // What an archive within the archive holds is not read, and that is no secret.
    let [lost] = &reading.damaged()[..] else {
        panic!("one member is lost")
    };
    let why = lost.damage.as_ref().map(|damage| damage.message.as_str());
    assert_eq!(lost.source, 7);
    assert_eq!(
        why,
        Some("the member is a zip archive itself; unpack it first")
    );
    let frame_offsets: Vec<u64> = reading
        .chunks
        .iter()
        .filter(|chunk| chunk.source == 1)
        .map(|chunk| chunk.identity(0).frame_offset)
        .collect();
    assert!(frame_offsets.iter().all(|offset| offsets.contains(offset)));
    assert!(
        frame_offsets.contains(&offsets[1]),
        "offsets count in the member"
    );
    let [report] = &reading.reports[..] else {
        panic!("one input")
    };
    assert_eq!(report.sources, 0..8);
    assert_eq!(report.skipped_members, ["readme.txt", "__MACOSX/._z.pgn"]);
    assert_eq!(report.xxh3_128, digest(&stored));
}

#[test]
fn an_archive_without_games_has_no_source() {
    for stored in [zip_of(&[]), zip_of(&[("readme.txt", b"Nothing here.")])] {
        let reading = read(&stored, options(3000));
        assert!(reading.chunks.is_empty() && reading.sources.is_empty());
        assert_eq!(reading.reports[0].xxh3_128, digest(&stored));
    }
}

/// An archive as zip programs write it to a pipe: sizes and checksums come after the data.
fn streamed(members: &[(&str, &[u8], zip::CompressionMethod)]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new_stream(Vec::new());
    for (name, text, method) in members {
        add_member(&mut writer, name, text, *method);
    }
    writer.finish().unwrap().into_inner()
}

#[test]
fn members_with_sizes_after_the_data() {
    let text = games(200);
    let stored = streamed(&[("a.pgn", &text, Deflated), ("b.pgn", &text, Stored)]);
    let reading = read(&stored, options(3000));
    assert_eq!(reading.text(), [&text[..], &text].concat());
    assert!(reading.damaged().is_empty());
}

fn last_chunk_damage<'a>(reading: &'a Reading, source: &str) -> Option<&'a Damage> {
    let last = reading
        .chunks
        .iter()
        .rfind(|chunk| &*chunk.source_name == source);
    last.unwrap().damage.as_ref()
}

#[test]
fn without_a_directory_members_are_found() {
    let text = games(200);
    let mut sized = zip::ZipWriter::new(Cursor::new(Vec::new()));
    add_member(&mut sized, "a.pgn", &text, Deflated);
    add_member(&mut sized, "folder/", b"", Stored);
    add_member(&mut sized, "b.pgn.zst", &zst(&text), Stored);
    add_member(&mut sized, "c.txt", b"no games", Stored);
    let sized = sized.finish().unwrap().into_inner();
    let behind = streamed(&[
        ("a.pgn", &text, Deflated),
        ("b.pgn.zst", &zst(&text), Deflated),
    ]);
    for mut stored in [sized, behind] {
        // The central directory begins with this magic. Cuts it off within the name of the first entry.
        let directory = memchr::memmem::find(&stored, b"PK\x01\x02").unwrap();
        stored.truncate(directory + 48);
        let reading = read(&stored, options(3000));
        assert_eq!(reading.text_of("input!/a.pgn"), text);
        assert_eq!(reading.text_of("input!/b.pgn.zst"), text);
        assert_eq!(
            reading.names(),
            ["input!/a.pgn", "input!/b.pgn.zst", "input"]
        );
        assert_eq!(reading.damaged().len(), 1);
        let damage = last_chunk_damage(&reading, "input").unwrap();
        assert_eq!(damage.kind, DamageKind::Truncated);
        assert_eq!(damage.stored_to, stored.len() as u64);
        assert_eq!(reading.reports[0].xxh3_128, digest(&stored));
    }
}

#[test]
fn a_truncated_archive_keeps_what_came_before() {
    let text = games(300);
    let stored = zip_of(&[("a.pgn", &text), ("b.pgn", &text)]);
    let second = memchr::memmem::rfind(&stored, b"PK\x03\x04").unwrap();
    let end = second + (stored.len() - second) / 2;
    let reading = read(&stored[..end], options(3000));
    assert_eq!(reading.text_of("input!/a.pgn"), text);
    let found = reading.text_of("input!/b.pgn");
    assert!(text.starts_with(&found) && found.len() > text.len() / 3);
    assert_eq!(reading.damaged().len(), 1);
    let damage = last_chunk_damage(&reading, "input!/b.pgn").unwrap();
    assert_eq!(
        (damage.kind, damage.stored_to),
        (DamageKind::Truncated, end as u64)
    );
}

#[test]
fn a_corrupt_member_does_not_touch_the_others() {
    let text = games(300);
    for method in [Stored, Deflated] {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for name in ["a.pgn", "b.pgn", "c.pgn"] {
            add_member(&mut writer, name, &text, method);
        }
        let mut stored = writer.finish().unwrap().into_inner();
        let third = stored.len() / 2;
        stored[third..third + 300].fill(0xFF);
        let reading = read(&stored, options(3000));
        assert_eq!(reading.text_of("input!/a.pgn"), text);
        assert_eq!(reading.text_of("input!/c.pgn"), text);
        assert_eq!(reading.damaged().len(), 1);
        let damage = last_chunk_damage(&reading, "input!/b.pgn").unwrap();
        assert_eq!(damage.kind, DamageKind::Corrupt);
        let found = reading.text_of("input!/b.pgn");
        let common = found
            .iter()
            .zip(&text)
            .take_while(|(left, right)| left == right)
            .count();
        assert!(common > text.len() / 3);
        assert_eq!(
            found.len() == text.len(),
            method == Stored,
            "only the checksum tells"
        );
    }
}

#[test]
fn damage_inside_a_compressed_member_is_reported() {
    let text = games(300);
    let mut inner = zst(&text);
    let middle = inner.len() / 2;
    inner.truncate(middle);
    let stored = zip_of(&[("a.pgn.zst", &inner), ("b.pgn", &text)]);
    let reading = read(&stored, options(3000));
    let damage = last_chunk_damage(&reading, "input!/a.pgn.zst").unwrap();
    assert_eq!(
        (damage.kind, damage.stored_to),
        (DamageKind::Truncated, middle as u64)
    );
    assert_eq!(reading.text_of("input!/b.pgn"), text);
}

#[test]
fn members_with_the_same_name_are_all_read() {
    let text = games(30);
    let mut stored = zip_of(&[("a.pgn", &text), ("b.pgn", EPD)]);
    while let Some(at) = memchr::memmem::find(&stored, b"b.pgn") {
        stored[at] = b'a';
    }
    let reading = read(&stored, options(3000));
    assert_eq!(reading.names(), ["input!/a.pgn", "input!/a.pgn (2)"]);
    assert_eq!(reading.text_of("input!/a.pgn"), text);
    assert_eq!(reading.text_of("input!/a.pgn (2)"), EPD);
}

#[test]
fn an_unsupported_compression_method_is_reported() {
    let text = games(30);
    let mut stored = zip_of(&[("a.pgn", &text), ("b.pgn", &text), ("c.txt", b"?")]);
    // Method 14, LZMA, in the directory's entries of the first and the last.
    for name in ["a.pgn", "c.txt"] {
        let at = memchr::memmem::rfind(&stored, name.as_bytes()).unwrap();
        stored[at - 46 + 10] = 14;
    }
    let reading = read(&stored, options(3000));
    assert_eq!(reading.names(), ["input!/a.pgn", "input!/b.pgn"]);
    assert!(reading.text_of("input!/a.pgn").is_empty());
    assert!(last_chunk_damage(&reading, "input!/a.pgn").is_some());
    assert_eq!(reading.text_of("input!/b.pgn"), text);
    assert_eq!(reading.reports[0].skipped_members, ["c.txt"]);
}

#[test]
fn an_archive_is_the_same_from_a_file() {
    let text = games(500);
    let stored = zip_of(&[("a.pgn", &text), ("b.txt", b"no games"), ("c.pgn", &text)]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.bin");
    std::fs::write(&path, &stored).unwrap();
    let discovery = audit960_source::discover(&[path.to_str().unwrap().to_owned()]).unwrap();
    let file = read_inputs(discovery.inputs, options(3000));
    let pipe = Input::from_reader(
        path.to_str().unwrap(),
        Cursor::new(stored.clone()).take(u64::MAX),
    );
    let pipe = read_inputs(vec![pipe], options(3000));
    assert_eq!(file.reports, pipe.reports);
    assert_eq!(file.reports[0].xxh3_128, digest(&stored));
    assert_eq!(file.chunks.len(), pipe.chunks.len());
    for (left, right) in file.chunks.iter().zip(&pipe.chunks) {
        assert_eq!(
            (&left.bytes, &left.source_name),
            (&right.bytes, &right.source_name)
        );
    }
}
