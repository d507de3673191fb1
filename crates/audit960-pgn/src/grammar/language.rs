//! Piece letters of the languages that PGN section 8.2.3.2 lists, and figurines.

use audit960_types::{Role, SanWord};

/// Piece letters of a language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Language {
    /// English name.
    pub name: &'static str,
    /// Letters for pawn, knight, bishop, rook, queen and king. The pawn's is rarely written.
    letters: [&'static str; 6],
}

const fn language(name: &'static str, letters: [&'static str; 6]) -> Language {
    Language { name, letters }
}

impl Language {
    /// The language of the standard.
    pub const ENGLISH: Self = language("English", ["P", "N", "B", "R", "Q", "K"]);

    /// The piece at the beginning of a text, and the length of its letter in bytes.
    #[must_use]
    pub fn piece(&self, text: &[u8]) -> Option<(Role, usize)> {
        Role::ALL
            .into_iter()
            .find(|role| text.starts_with(self.letters[*role as usize].as_bytes()))
            .map(|role| (role, self.letters[role as usize].len()))
            .or_else(|| self.dark_figurine(text))
    }

    /// A plain move in the letters of this language, with those of English; `None` for any other word.
    ///
    /// # Examples
    /// ```
    /// use audit960_pgn::LANGUAGES;
    /// use audit960_pgn::types::SanWord;
    ///
    /// let word = |text: &str| SanWord::new(text.as_bytes()).unwrap();
    /// let german = LANGUAGES.iter().find(|language| language.name == "German").unwrap();
    /// assert_eq!(german.to_english(word("Sxf3+")), Some(word("Nxf3+")));
    /// assert_eq!(german.to_english(word("exd5")), Some(word("exd5")));
    /// // N is no piece in German.
    /// assert_eq!(german.to_english(word("Nf3")), None);
    /// ```
    #[must_use]
    pub fn to_english(&self, word: SanWord) -> Option<SanWord> {
        if !word.has_plain_form() {
            return None;
        }
        let first = word.byte(0);
        if first.is_ascii_lowercase() {
            return Some(word);
        }
        match self.piece(&[first])? {
            (Role::Pawn, _) => None,
            (role, _) => Some(SanWord {
                bytes: word.bytes & !0xff | u64::from(role.letter()),
                ..word
            }),
        }
    }

    /// Figurines come in two colours, twelve code points in a row.
    fn dark_figurine(&self, text: &[u8]) -> Option<(Role, usize)> {
        const DARK: [&str; 6] = ["♟", "♞", "♝", "♜", "♛", "♚"];
        let figurines = self.letters[0] == "♙";
        let found = Role::ALL
            .into_iter()
            .find(|r| text.starts_with(DARK[*r as usize].as_bytes()));
        found
            .filter(|_| figurines)
            .map(|role| (role, DARK[role as usize].len()))
    }

    /// Whether two languages use the same letters.
    #[must_use]
    pub fn same_letters(&self, other: &Self) -> bool {
        self.letters == other.letters
    }
}

/// The other languages, in the order in which they are tried: figurines first, then by how often
/// archives use them. Languages with the same letters follow each other.
pub const LANGUAGES: [Language; 17] = [
    language("figurines", ["♙", "♘", "♗", "♖", "♕", "♔"]),
    language("German", ["B", "S", "L", "T", "D", "K"]),
    language("Danish", ["B", "S", "L", "T", "D", "K"]),
    language("Norwegian", ["B", "S", "L", "T", "D", "K"]),
    language("Swedish", ["B", "S", "L", "T", "D", "K"]),
    language("French", ["P", "C", "F", "T", "D", "R"]),
    language("Spanish", ["P", "C", "A", "T", "D", "R"]),
    language("Italian", ["P", "C", "A", "T", "D", "R"]),
    language("Dutch", ["O", "P", "L", "T", "D", "K"]),
    language("Portuguese", ["P", "C", "B", "T", "D", "R"]),
    language("Polish", ["P", "S", "G", "W", "H", "K"]),
    language("Czech", ["P", "J", "S", "V", "D", "K"]),
    language("Hungarian", ["G", "H", "F", "B", "V", "K"]),
    language("Romanian", ["P", "C", "N", "T", "D", "R"]),
    language("Finnish", ["P", "R", "L", "T", "D", "K"]),
    language("Icelandic", ["P", "R", "B", "H", "D", "K"]),
    language("Estonian", ["P", "R", "O", "V", "L", "K"]),
];
