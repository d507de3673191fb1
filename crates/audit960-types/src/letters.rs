//! Letters of names, as those of the English alphabet.

/// Appends a letter in lower case; Latin letters that have no decomposition as those they are written with elsewhere.
///
/// ```
/// let mut folded = String::new();
/// "straße łø".chars().for_each(|letter| audit960_types::fold_letter(letter, &mut folded));
/// assert_eq!(folded, "strasse lo");
/// ```
pub fn fold_letter(letter: char, folded: &mut String) {
    match letter {
        'ß' => folded.push_str("ss"),
        'æ' => folded.push_str("ae"),
        'œ' => folded.push_str("oe"),
        'þ' => folded.push_str("th"),
        'ø' => folded.push('o'),
        'ł' => folded.push('l'),
        'đ' | 'ð' => folded.push('d'),
        'ħ' => folded.push('h'),
        'ı' => folded.push('i'),
        'ŋ' => folded.push('n'),
        'ŧ' => folded.push('t'),
        _ => folded.push(letter),
    }
}
