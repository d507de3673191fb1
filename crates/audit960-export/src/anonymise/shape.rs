//! A word of the same shape: length, letter case, encoding of each character.

/// Replaces a word in place by the word of an ordinal: letters spell the ordinal, digits count it, and other words of
/// the same shape have other ordinals, as far as they are long enough to differ.
pub(super) fn replace(word: &mut [u8], ordinal: usize) {
    let mut rest = ordinal;
    let mut text = Vec::with_capacity(word.len());
    // From the end, so that short words differ, too; the first letters are x.
    let mut pieces: Vec<Vec<u8>> = Vec::new();
    for chunk in word.utf8_chunks() {
        pieces.extend(chunk.valid().chars().map(|c| c.to_string().into_bytes()));
        pieces.extend(chunk.invalid().iter().map(|byte| vec![*byte]));
    }
    for piece in pieces.iter().rev() {
        let mut take = |radix: usize| {
            let digit = rest % radix;
            rest /= radix;
            u8::try_from(digit).unwrap_or_default()
        };
        let new = match std::str::from_utf8(piece)
            .ok()
            .and_then(|c| c.chars().next())
        {
            Some(c) if c.is_ascii_digit() => vec![b'0' + take(10)],
            Some(c) if c.is_ascii_lowercase() => vec![letter(b'x', take(26))],
            Some(c) if c.is_ascii_uppercase() => vec![letter(b'X', take(26))],
            Some(c) => match (c.len_utf8(), c.is_uppercase()) {
                (2, true) => "Ø".into(),
                (2, false) => "ø".into(),
                (3, true) => "Ẋ".into(),
                (3, false) => "ẋ".into(),
                (4, _) => "𝐱".into(),
                _ => piece.clone(),
            },
            // A letter of Latin-1; or of an encoding that nobody knows.
            None => vec![0xF8],
        };
        text.extend(new.iter().rev());
    }
    text.reverse();
    if text.len() == word.len() {
        word.copy_from_slice(&text);
    }
}

/// The letter so many after `first`, in the circle of 26.
fn letter(first: u8, after: u8) -> u8 {
    let base = first & 0xE0 | 1;
    base + (first - base + after) % 26
}
