//! Text of others in HTML.

use std::fmt::{self, Write as _};

/// Text that stays text wherever it stands in HTML, between tags or in a quoted attribute.
///
/// Control characters but tab and line feed are shown as `�`: they have no place in HTML.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text<'a>(pub(crate) &'a str);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\t' | '\n' => f.write_char(letter)?,
                _ if letter.is_control() => f.write_char(char::REPLACEMENT_CHARACTER)?,
                _ => f.write_char(letter)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_it_is_markup() {
        let text = "<script>alert('1')</script> \"&amp;\"";
        assert_eq!(
            Text(text).to_string(),
            "&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &quot;&amp;amp;&quot;"
        );
        assert_eq!(Text("a\u{0}b\u{9b}c\nd ü ½").to_string(), "a\u{fffd}b\u{fffd}c\nd ü ½");
    }
}
