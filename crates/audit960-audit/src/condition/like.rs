//! `LIKE`: `%` stands for any text, `_` for any character.

/// Whether a text is like a pattern, in any letter case if `any_case`.
pub(super) fn is_like(text: &str, pattern: &str, any_case: bool) -> bool {
    let letters = |text: &str| -> Vec<char> {
        if any_case {
            text.to_lowercase().chars().collect()
        } else {
            text.chars().collect()
        }
    };
    let (text, pattern) = (letters(text), letters(pattern));
    let (mut at, mut wanted) = (0, 0);
    // The pattern after the last `%`, and where it was tried in the text: only the last `%` ever has to
    // match more.
    let mut retry: Option<(usize, usize)> = None;
    while at < text.len() {
        match pattern.get(wanted) {
            Some('%') => {
                wanted += 1;
                retry = Some((wanted, at));
            }
            Some(letter) if *letter == '_' || *letter == text[at] => {
                wanted += 1;
                at += 1;
            }
            _ => match &mut retry {
                Some((behind, from)) => {
                    *from += 1;
                    (wanted, at) = (*behind, *from);
                }
                None => return false,
            },
        }
    }
    pattern[wanted..].iter().all(|letter| *letter == '%')
}

#[cfg(test)]
mod tests {
    use super::is_like;

    #[test]
    fn patterns() {
        for (text, pattern, like) in [
            ("Carlsen,M", "Carlsen%", true),
            ("Carlsen,M", "carlsen%", false),
            ("Carlsen,M", "%sen,_", true),
            ("abcabd", "%abd", true),
            ("abcab", "%abd", false),
            ("", "%", true),
            ("", "_", false),
            ("Müller", "M_ller", true),
            ("aaa", "a%a%a%a", false),
        ] {
            assert_eq!(is_like(text, pattern, false), like, "{text} {pattern}");
        }
        assert!(is_like("MÜLLER", "mü%", true));
    }
}
