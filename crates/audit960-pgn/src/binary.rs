//! Text or not: what a file is that holds no games.

/// Formats that people take for archives of games, by the bytes they begin with.
const FORMATS: [(&[u8], &str); 16] = [
    (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"%PDF-", "a PDF document"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive: unpack it first"),
    (b"Rar!\x1a\x07", "a RAR archive: unpack it first"),
    (b"\xfd7zXZ\x00", "xz: unpack it first"),
    (b"\x04\x22\x4d\x18", "lz4: unpack it first"),
    (b"\x02\x21\x4c\x18", "lz4: unpack it first"),
    (b"\x1f\x9d", "a file of compress: unpack it first"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"PAR1", "a Parquet file"),
    (b"ARROW1", "an Arrow file"),
    (b"Scid.si", "an index of a Scid database: export it as PGN"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
];

/// Bytes that decide whether something is text.
const LOOKED_AT: usize = 1024;

/// Fewer bytes are no file of another format, but a stray character of a text, such as the Ctrl-Z of DOS at its end.
const LEAST: usize = 64;

/// What the bytes are if they are not text: the format if it is known, else that they are binary. A few control
/// characters are damage of a text.
#[must_use]
pub fn not_text(bytes: &[u8]) -> Option<&'static str> {
    let head = bytes.get(..LOOKED_AT).unwrap_or(bytes);
    if head.len() < LEAST {
        return None;
    }
    let known = FORMATS.iter().find(|(magic, _)| head.starts_with(magic));
    let known = known
        .map(|(_, what)| *what)
        .or_else(|| is_tar(head).then_some(TAR));
    let control = |byte: &&u8| **byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c);
    let controls = head.iter().filter(control).count();
    if controls * 20 < head.len() {
        return known.filter(|_| controls > 0);
    }
    Some(known.unwrap_or("binary data"))
}

const TAR: &str = "a tar archive: unpack it first";

/// Whether bytes begin as a tar archive does (POSIX ustar).
fn is_tar(head: &[u8]) -> bool {
    const MAGIC: &[u8] = b"ustar";
    head.get(257..257 + MAGIC.len()) == Some(MAGIC)
}

/// Columns that a table of games has.
const COLUMNS: [&str; 7] = [
    "white", "black", "moves", "pgn", "movetext", "fen", "result",
];

/// What the bytes are that begin a file and hold no games: a format that people take for one of games; `None` if it is
/// none that is known.
#[must_use]
pub fn other_format(text: &[u8]) -> Option<&'static str> {
    /// Fewer may be the beginning of a text.
    const MAGIC: usize = 4;
    let mut known = FORMATS.iter().filter(|(magic, _)| magic.len() >= MAGIC);
    if let Some((_, what)) = known.find(|(magic, _)| text.starts_with(magic)) {
        return Some(what);
    }
    let text = text.trim_ascii_start();
    let begins = |with: &[u8]| {
        let head = text.get(..with.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(with))
    };
    if begins(b"<!doctype") || begins(b"<html") || begins(b"<?xml") {
        return Some("HTML or XML: download the games themselves");
    }
    let is_json = (begins(b"{\"") || begins(b"[{")) && text.windows(2).any(|pair| pair == b"\":");
    if is_json {
        return Some("JSON without games: a record of a game has a member moves or pgn");
    }
    let line = text.split(|byte| matches!(byte, b'\n' | b'\r')).next();
    let line = String::from_utf8_lossy(line.unwrap_or_default()).to_ascii_lowercase();
    let is_header = |separator| {
        let names = line
            .split(separator)
            .map(|name| name.trim().trim_matches('"'));
        let is_column = |name: &&str| name.split('_').any(|part| COLUMNS.contains(&part));
        names.filter(is_column).count() >= 2
    };
    [',', ';', '\t']
        .into_iter()
        .any(is_header)
        .then_some("CSV (comma-separated values): save the table as Parquet or JSON lines")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_formats_have_names() {
        let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\xc8".to_vec();
        png.extend((0..=255).cycle().take(5_000));
        assert_eq!(not_text(&png), Some("a PNG picture"));
        let noise: Vec<u8> = (0..=255).cycle().take(5_000).collect();
        assert_eq!(not_text(&noise), Some("binary data"));
        let mut database = b"SQLite format 3\0\x10\0\x01\x01".to_vec();
        database.resize(512, 0);
        assert_eq!(not_text(&database), Some("an SQLite database"));
        let mut tar = b"games.pgn".to_vec();
        tar.resize(257, 0);
        tar.extend(b"ustar\x0000");
        tar.resize(512, 0);
        assert_eq!(not_text(&tar), Some(TAR));
        let mut lz4 = b"\x04\x22\x4d\x18\x64\x40\xa7".to_vec();
        lz4.resize(100, 7);
        assert_eq!(not_text(&lz4), Some("lz4: unpack it first"));
    }

    #[test]
    fn texts_of_other_formats_have_names() {
        for (text, word) in [
            ("White,Black,Moves\na,b,e4 e5\n", "CSV"),
            ("\"Result\";\"FEN\"\n", "CSV"),
            ("id,turns,white_id,moves\n", "CSV"),
            ("\n<!DOCTYPE html>", "HTML"),
            ("%PDF-1.4\n1 0 obj", "PDF"),
            ("\u{2}!L\u{18}", "lz4"),
            ("[{\"city\": 1}]", "JSON"),
            ("{\"white\":\"A\"}\n", "JSON"),
        ] {
            let what = other_format(text.as_bytes()).unwrap();
            assert!(what.contains(word), "{text}: {what}");
        }
        for text in [
            "White to move, and Black resigns",
            "e4 e5",
            "",
            "<3",
            "{\"A fine game\"}",
            "MZ",
        ] {
            assert_eq!(other_format(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn damaged_text_is_text() {
        let mut text = b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 ".repeat(20);
        text[30] = 0;
        assert_eq!(not_text(&text), None);
        assert_eq!(not_text(b"MZ stands for a player's name"), None);
        assert_eq!(not_text(b""), None);
        assert_eq!(not_text(b"\x1a"), None);
        assert_eq!(not_text(&[0; 63]), None);
        assert_eq!(not_text(&[0; 64]), Some("binary data"));
    }
}
