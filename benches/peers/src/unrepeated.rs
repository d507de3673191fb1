//! Archives of any size in which no game occurs twice, from samples of a megabyte: names, places, dates,
//! rounds and ratings differ from copy to copy of the sample. A sample that is merely repeated flatters what
//! looks texts up in dictionaries.

/// A text repeated up to at least `bytes`, each copy with other values of its tags. Values that are equal
/// within a copy stay equal: an event has as many games as before, a player too. The movetext stays.
pub fn unrepeated(text: &[u8], bytes: usize) -> Vec<u8> {
    let copies = bytes.div_ceil(text.len().max(1));
    let mut fresh = Vec::with_capacity(copies * (text.len() + text.len() / 64));
    for copy in 0..copies {
        for line in text.split_inclusive(|byte| *byte == b'\n') {
            match line.first() {
                Some(b'[') => write_tag(line, copy, &mut fresh),
                _ => fresh.extend(line),
            }
        }
    }
    fresh
}

/// Writes a tag pair of a copy.
fn write_tag(line: &[u8], copy: usize, fresh: &mut Vec<u8>) {
    let name = line[1..].split(|byte| *byte == b' ').next().unwrap_or(b"");
    let start = fresh.len();
    fresh.extend(line);
    let line = &mut fresh[start..];
    let Some(value) = line.iter().position(|byte| *byte == b'"') else {
        return;
    };
    let value = &mut line[value..];
    match name {
        b"Event" | b"White" | b"Black" => rotate_letters(value, copy),
        // The domain says where a game was played, what follows it is a game's own.
        b"Site" => {
            let from = value.windows(3).position(|three| three == b"://");
            let path = from.and_then(|from| {
                let slash = value[from + 3..].iter().position(|byte| *byte == b'/')?;
                Some(from + 3 + slash)
            });
            rotate_letters(&mut value[path.unwrap_or(0)..], copy);
        }
        b"WhiteElo" | b"BlackElo" => add_to_digits(value, 2, copy),
        b"Date" | b"UTCDate" | b"EventDate" => change_date(value, copy),
        b"UTCTime" | b"Time" => add_to_digits(value, 1, copy),
        _ => {}
    }
}

/// Replaces each lower-case letter but the first of a word by another, in a way of each copy's own.
fn rotate_letters(value: &mut [u8], copy: usize) {
    // Letters of a copy move by two distances in turn: 25 x 25 different copies.
    let distances = [1 + copy % 25, 1 + copy / 25 % 25];
    let letters = value.iter_mut().filter(|byte| byte.is_ascii_lowercase());
    for (at, byte) in letters.enumerate() {
        let letter = usize::from(*byte - b'a') + distances[at % 2];
        *byte = b'a' + (letter % 26) as u8;
    }
}

/// Adds the number of the copy to the last digits of a value, each without a carry.
fn add_to_digits(value: &mut [u8], count: usize, copy: usize) {
    let digits = value.iter_mut().rev().filter(|byte| byte.is_ascii_digit());
    let mut rest = copy;
    for byte in digits.take(count) {
        *byte = b'0' + ((usize::from(*byte - b'0') + rest) % 10) as u8;
        rest /= 10;
    }
}

/// Another day of the same month and another year of the same decade.
fn change_date(value: &mut [u8], copy: usize) {
    let at = |index: usize| 1 + index;
    if value.len() < at(10) || !value[at(0)..at(4)].iter().all(u8::is_ascii_digit) {
        return;
    }
    let year = usize::from(value[at(3)] - b'0') + copy;
    value[at(3)] = b'0' + (year % 10) as u8;
    if value[at(8)..at(10)].iter().all(u8::is_ascii_digit) {
        let day = 1 + (usize::from(value[at(9)] - b'0') + copy / 10) % 28;
        value[at(8)] = b'0' + (day / 10) as u8;
        value[at(9)] = b'0' + (day % 10) as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_differ_and_agree_within() {
        let game = "[Event \"Cup of Rome\"]\n[Site \"https://lichess.org/abcdefgh\"]\n[Date \"2024.05.17\"]\n\
                    [White \"Auk, Ann\"]\n[Black \"Cat\"]\n[WhiteElo \"2345\"]\n\n1. e4 e5 *\n\n";
        let text = game.repeat(2);
        let fresh = unrepeated(text.as_bytes(), 500 * text.len());
        assert_eq!(fresh.len(), 500 * text.len());
        let copies: Vec<&[u8]> = fresh.chunks(text.len()).collect();
        for copy in &copies {
            assert_eq!(copy[..game.len()], copy[game.len()..]);
            let text = std::str::from_utf8(copy).unwrap();
            assert!(text.contains("https://lichess.org/") && text.contains("1. e4 e5 *"));
        }
        let mut distinct = copies.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), copies.len());
    }
}
