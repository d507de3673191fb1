//! Random games, played by shakmaty: what is in them is known, so that the export is checked against it.

use std::fmt::Write as _;

use audit960_export::{CastlingField, ExportOptions, Form};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Move, Position, Role};

use crate::support::{export, export_as};

/// Pseudo-random numbers (xorshift).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

/// The first rank of a Scharnagl number, by the definition: bishops first, then queen, then knights,
/// then rook, king, rook.
fn first_rank(number: usize) -> String {
    let mut rank = [' '; 8];
    rank[2 * (number % 4) + 1] = 'B';
    let number = number / 4;
    rank[2 * (number % 4)] = 'B';
    let number = number / 4;
    let place = |rank: &mut [char; 8], nth: usize, piece: char| {
        let free: Vec<usize> = (0..8).filter(|file| rank[*file] == ' ').collect();
        rank[free[nth]] = piece;
    };
    place(&mut rank, number % 6, 'Q');
    let knights = [
        (0, 1),
        (0, 2),
        (0, 3),
        (0, 4),
        (1, 2),
        (1, 3),
        (1, 4),
        (2, 3),
        (2, 4),
        (3, 4),
    ];
    let (one, other) = knights[number / 6];
    // The second knight counts free squares before the first has its own.
    place(&mut rank, other, 'N');
    place(&mut rank, one, 'N');
    for piece in ['R', 'K', 'R'] {
        place(&mut rank, 0, piece);
    }
    rank.iter().collect()
}

fn start_fen(white: usize, black: usize) -> String {
    let (white, black) = (first_rank(white), first_rank(black).to_lowercase());
    format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1")
}

fn position(fen: &str) -> Chess {
    let fen: Fen = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    fen.into_position(CastlingMode::Chess960).unwrap()
}

/// A generated movetext, and the tokens that an export of it must have.
struct Written {
    text: String,
    tokens: Vec<String>,
}

/// Words of comments: some mean something outside comments, some have characters of several bytes.
const WORDS: [&str; 26] = [
    "plan", "(", ")", "[%clk", "1:02:03]", "%eval", ";", "1-0", "*", "12.", "e4", "$1", "\"", "\\",
    "é", "♘f3", "日本", "{", "--", "[Event", "\"x\"]", "!?", "a\u{a0}b", "\u{feff}", "<x>", "=",
];

impl Written {
    fn comment(&mut self, numbers: &mut Numbers) {
        let words: Vec<&str> = (0..numbers.below(12))
            .map(|_| numbers.pick(&WORDS))
            .collect();
        let blank = numbers.pick(&[" ", "  ", "\n", "\t", "\r\n"]);
        // A line that looks like a tag pair would not be part of the comment.
        let blank = if words.contains(&"[Event") {
            " "
        } else {
            blank
        };
        let mut inside = words.join(blank);
        if !inside.is_empty() && numbers.below(3) == 0 {
            inside = format!(" {inside} ");
        }
        let _ = write!(self.text, "{{{inside}}} ");
        self.tokens.push(format!("{{{}}}", words.join(" ")));
    }

    fn annotation(&mut self, numbers: &mut Numbers) {
        let (text, nag) = numbers.pick(&[
            ("!", "$1"),
            ("?", "$2"),
            ("!!", "$3"),
            ("??", "$4"),
            ("!?", "$5"),
            ("?!", "$6"),
            ("$14", "$14"),
            ("$255", "$255"),
        ]);
        let _ = write!(self.text, "{text} ");
        self.tokens.push(nag.to_owned());
    }

    /// Writes a move in one of several common notations.
    fn play(&mut self, position: &mut Chess, played: Move, numbers: &mut Numbers) {
        let san = SanPlus::from_move(position.clone(), played).to_string();
        let bare = san.trim_end_matches(['+', '#']);
        let shown = match numbers.below(12) {
            0 => bare.to_owned(),
            1 if played.is_castle() => bare.replace('O', "0"),
            2 => format!("{bare}+"),
            3 if !played.is_castle() && played.promotion().is_none() && !played.is_capture() => {
                let letter = match played.role() {
                    Role::Pawn => String::new(),
                    role => role.upper_char().to_string(),
                };
                format!("{letter}{}-{}", played.from().unwrap(), played.to())
            }
            _ => san.clone(),
        };
        if position.turn() == Color::White && numbers.below(5) > 0 {
            let _ = write!(self.text, "{}.", position.fullmoves());
            self.text.push_str(numbers.pick(&["", " ", "\n"]));
        }
        let _ = write!(self.text, "{shown}{}", numbers.pick(&[" ", "  ", "\n"]));
        self.tokens.push(san);
        position.play_unchecked(played);
    }

    fn line(&mut self, mut at: Chess, plies: usize, depth: usize, numbers: &mut Numbers) -> Chess {
        for _ in 0..plies {
            let moves = at.legal_moves();
            if moves.is_empty() {
                break;
            }
            let before = at.clone();
            let castles: Vec<Move> = moves
                .iter()
                .copied()
                .filter(|candidate| candidate.is_castle())
                .collect();
            let played = if castles.is_empty() {
                moves[numbers.below(moves.len())]
            } else {
                castles[0]
            };
            self.play(&mut at, played, numbers);
            while numbers.below(6) == 0 {
                self.annotation(numbers);
            }
            if numbers.below(6) == 0 {
                self.comment(numbers);
            }
            while depth < 4 && numbers.below(9) == 0 {
                self.text.push('(');
                self.tokens.push("(".to_owned());
                if numbers.below(4) == 0 {
                    self.comment(numbers);
                }
                let plies = 1 + numbers.below(6);
                self.line(before.clone(), plies, depth + 1, numbers);
                self.text.push_str(")\n");
                self.tokens.push(")".to_owned());
            }
        }
        at
    }
}

/// The tokens of an exported movetext, by an independent reader; move numbers are left out.
fn tokens(movetext: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut left = movetext.trim();
    while !left.is_empty() {
        let (token, rest) = if let Some(rest) = left.strip_prefix('{') {
            let (inside, rest) = rest.split_once('}').unwrap();
            let words: Vec<&str> = inside.split_ascii_whitespace().collect();
            (format!("{{{}}}", words.join(" ")), rest)
        } else if left.starts_with(['(', ')']) {
            let (bracket, rest) = left.split_at(1);
            (bracket.to_owned(), rest)
        } else {
            let stops = |letter: char| letter.is_ascii_whitespace() || "(){".contains(letter);
            let end = left.find(stops).unwrap_or(left.len());
            let (word, rest) = left.split_at(end);
            (word.to_owned(), rest)
        };
        left = rest.trim_ascii_start();
        if !token.ends_with('.') {
            tokens.push(token);
        }
    }
    tokens
}

#[test]
fn generated_games_keep_all_their_tokens() {
    let mut castled = 0;
    for seed in 1..600_u64 {
        let mut numbers = Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let white = numbers.below(960);
        let black = if seed % 5 == 0 {
            numbers.below(960)
        } else {
            white
        };
        let fen = start_fen(white, black);
        let mut written = Written {
            text: String::new(),
            tokens: Vec::new(),
        };
        if numbers.below(4) == 0 {
            written.comment(&mut numbers);
        }
        let plies = 5 + numbers.below(120);
        let last = written.line(position(&fen), plies, 0, &mut numbers);
        castled += written
            .tokens
            .iter()
            .filter(|token| token.starts_with("O-O"))
            .count();
        let value = numbers.pick(&["A \\\"b\\\" \\\\ c", "é ♘", "x", "?"]);
        let text = format!(
            "[Event \"{value}\"]\n[Variant \"Chess960\"]\n[FEN \"{fen}\"]\n\n{} *\n",
            written.text
        );
        let once = export(text.as_bytes());
        let shown = || format!("seed {seed}\n{text}\n---\n{}", once.text());
        assert_eq!(once.raw, 0, "{}", shown());
        assert!(once.errors.is_empty(), "{:?} {}", once.errors, shown());
        let (tags, movetext) = once.text().split_once("\n\n").unwrap();
        assert!(
            tags.starts_with(&format!("[Event \"{value}\"]\n[Site")),
            "{}",
            shown()
        );
        written.tokens.push("*".to_owned());
        assert_eq!(tokens(movetext), written.tokens, "{}", shown());
        for (number, line) in movetext.lines().enumerate() {
            assert!(
                line.chars().count() < 80 && line.trim() == line,
                "{line}\n{}",
                shown()
            );
            assert!(
                number == 0 || !line.starts_with(['[', '%', ';']),
                "{line}\n{}",
                shown()
            );
        }
        assert_eq!(export(&once.text).text(), once.text(), "seed {seed}");
        check_last_position(&text, &last, seed);
    }
    assert!(castled > 500, "{castled}");
}

/// UCI moves played by shakmaty, and the EPD of the last position, both lead to the same position.
fn check_last_position(text: &str, last: &Chess, seed: u64) {
    let form = |form| {
        let options = ExportOptions {
            form,
            ..ExportOptions::default()
        };
        export_as(text.as_bytes(), options)
    };
    let uci = form(Form::Uci);
    let (tags, moves) = uci.text().split_once("\n\n").unwrap();
    let fen = tags
        .lines()
        .find_map(|line| line.strip_prefix("[FEN \""))
        .unwrap();
    let mut played = position(fen.strip_suffix("\"]").unwrap());
    for word in moves.split_whitespace().filter(|word| *word != "*") {
        let uci: UciMove = word.parse().unwrap();
        let next = uci
            .to_move(&played)
            .unwrap_or_else(|error| panic!("seed {seed}: {word} {error}"));
        played.play_unchecked(next);
    }
    assert_eq!(&played, last, "seed {seed}");
    let epd = form(Form::LastPosition);
    let fields: Vec<&str> = epd.text().split(' ').take(4).collect();
    let counters = format!("{} {}", last.halfmoves(), last.fullmoves());
    assert_eq!(
        &position(&format!("{} {counters}", fields.join(" "))),
        last,
        "seed {seed}"
    );
}

/// The FEN of an export in both dialects, which shakmaty must read as one position.
fn check_dialects(fen: &str) {
    let text = format!("[Event \"x\"]\n[Variant \"Chess960\"]\n[FEN \"{fen}\"]\n\n*\n");
    let of = |castling, text: &[u8]| {
        let options = ExportOptions {
            castling,
            ..ExportOptions::default()
        };
        export_as(text, options).text
    };
    let xfen = of(CastlingField::XFen, text.as_bytes());
    let shredder = of(CastlingField::Shredder, &xfen);
    assert_eq!(of(CastlingField::XFen, &shredder), xfen, "{fen}");
    assert_eq!(
        of(CastlingField::Shredder, text.as_bytes()),
        shredder,
        "{fen}"
    );
    let expected = position(fen);
    for exported in [&xfen, &shredder] {
        let exported = std::str::from_utf8(exported).unwrap();
        let found = exported
            .lines()
            .find_map(|line| line.strip_prefix("[FEN \""));
        let found = found
            .unwrap_or_else(|| panic!("{exported}"))
            .strip_suffix("\"]")
            .unwrap();
        assert_eq!(position(found), expected, "{fen}: {found}");
        let letters = found.split(' ').nth(2).unwrap();
        let files = letters
            .bytes()
            .all(|letter| matches!(letter | 0x20, b'a'..=b'h'));
        assert!(
            exported.as_ptr() == xfen.as_ptr() || letters == "-" || files,
            "{found}"
        );
    }
}

#[test]
fn dialects_of_castling_fields_become_one_another() {
    for number in 0..960 {
        check_dialects(&start_fen(number, number));
    }
    let mut numbers = Numbers(960);
    for _ in 0..3000 {
        check_dialects(&start_fen(numbers.below(960), numbers.below(960)));
    }
}

/// A back rank with some pieces removed and one replaced by a rook, and the files of its castling rooks.
fn with_third_rook(number: usize, numbers: &mut Numbers) -> (String, String) {
    let rank = first_rank(number);
    let rooks = rank.char_indices().filter(|(_, piece)| *piece == 'R');
    let files = rooks
        .map(|(file, _)| char::from(b'A' + file as u8))
        .collect();
    let third = numbers.below(8);
    let piece = |(file, piece): (usize, char)| match piece {
        'K' | 'R' => piece,
        _ if file == third => 'R',
        _ if numbers.below(2) == 0 => '1',
        _ => piece,
    };
    (rank.char_indices().map(piece).collect(), files)
}

#[test]
fn dialects_after_moves() {
    let mut inner = 0;
    for seed in 1..600_u64 {
        let mut numbers = Numbers(seed.wrapping_mul(0x2545_f491_4f6c_dd1d));
        let (white, white_files) = with_third_rook(numbers.below(960), &mut numbers);
        let (black, black_files) = with_third_rook(numbers.below(960), &mut numbers);
        let (black, black_files) = (black.to_lowercase(), black_files.to_lowercase());
        let mut at = position(&format!(
            "{black}/ppppppp1/8/8/8/8/PPPPPPP1/{white} w {white_files}{black_files} - 0 1"
        ));
        for _ in 0..numbers.below(60) {
            let moves = at.legal_moves();
            // Castling and king moves would end the castling rights that are tested.
            let may = |candidate: &Move| !candidate.is_castle() && candidate.role() != Role::King;
            let quiet: Vec<Move> = moves.iter().copied().filter(may).collect();
            if quiet.is_empty() {
                break;
            }
            at.play_unchecked(quiet[numbers.below(quiet.len())]);
        }
        let fen = Fen::from_position(&at, EnPassantMode::Legal).to_string();
        let field = fen.split(' ').nth(2).unwrap();
        inner += usize::from(field.bytes().any(|letter| !b"KQkq-".contains(&letter)));
        check_dialects(&fen);
    }
    assert!(inner > 50, "{inner} positions with an inner rook");
}
