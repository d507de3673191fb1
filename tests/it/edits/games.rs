//! The games that are edited, and those that stand beside them.

use std::path::Path;
use std::sync::LazyLock;

use audit960_types::{Severity, Verdict};

use super::edit::{Change, Dice, Sample};
use super::judge::{ReadGame, judge};
use super::lines::with_line_ends;
use crate::support::{audit_text, corpus, data, pgn_files};

/// A valid game that the judge and the audit read alike.
#[derive(Clone, Debug)]
pub(super) struct Base {
    pub(super) sample: Sample,
    pub(super) read: ReadGame,
    pub(super) white: Option<String>,
    /// The FEN column of the audit; null for the orthodox start.
    pub(super) fen: Option<String>,
    /// The main line as UCI_Chess960.
    pub(super) moves: String,
    /// Whether the audit has no findings.
    pub(super) is_clean: bool,
}

/// Why a text is not a base.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// It is not strict PGN, or it has no move, or a tag is doubtful.
    Unfit,
    /// It is strict PGN, and the audit reads something else.
    Misread(String),
}

impl Base {
    pub(super) fn new(text: Vec<u8>) -> Result<Self, Refused> {
        let reading = judge(&text, 0, None);
        let [read] = &reading.games[..] else {
            return Err(Refused::Unfit);
        };
        let written = read.moves.clone().filter(|moves| !moves.is_empty());
        let (true, false, Some(moves)) = (reading.is_strict(), reading.misnumbered, written) else {
            return Err(Refused::Unfit);
        };
        let audit = audit_text(&text);
        let misread = || Refused::Misread(String::from_utf8_lossy(&text).into_owned());
        let [game] = &audit.games[..] else {
            return Err(misread());
        };
        if game.verdict != Verdict::Ok || game.moves.as_ref() != Some(&moves) {
            return Err(misread());
        }
        let is_reported = |severity: Severity| severity > Severity::Info;
        if audit
            .findings
            .iter()
            .any(|f| is_reported(f.code.severity()))
        {
            return Err(Refused::Unfit);
        }
        Ok(Self {
            white: game.white.clone(),
            fen: game.fen.clone(),
            moves,
            is_clean: audit.findings.is_empty(),
            read: read.clone(),
            sample: Sample {
                movetext: read.movetext,
                tail: read.end,
                text,
            },
        })
    }
}

/// Bases in one kind of line end.
#[derive(Debug, Default)]
struct Shelf {
    games: Vec<Base>,
    /// Indices of games of fewer than 1,200 bytes.
    short: Vec<usize>,
    /// Indices of short games without findings.
    neighbours: Vec<usize>,
}

/// All bases: with LF, CR LF and CR.
#[derive(Debug)]
pub(super) struct Pool {
    shelves: [Shelf; 3],
    /// Texts of strict PGN that the audit misreads before any edit.
    pub(super) misread: Vec<String>,
}

/// The games of the project, those below, and some of each shared archive.
pub(super) static POOL: LazyLock<Pool> = LazyLock::new(|| {
    let mut texts = pieces(INVENTED.as_bytes());
    for path in pgn_files(&data("archive")) {
        texts.extend(pieces(&std::fs::read(path).unwrap()));
    }
    for folder in ["chess960", "standard", "fifty"] {
        for path in corpus(folder).iter().flat_map(|folder| pgn_files(folder)) {
            texts.extend(some_pieces(&path));
        }
    }
    Pool::new(texts)
});

impl Pool {
    fn new(texts: Vec<Vec<u8>>) -> Self {
        let mut shelves = [Shelf::default(), Shelf::default(), Shelf::default()];
        let mut misread = Vec::new();
        for text in texts {
            let base = match Base::new(text) {
                Ok(base) => base,
                Err(Refused::Unfit) => continue,
                Err(Refused::Misread(text)) => {
                    misread.push(text);
                    continue;
                }
            };
            for (shelf, end) in shelves.iter_mut().zip(["\n", "\r\n", "\r"]) {
                let text = with_line_ends(&base.sample, &[end.as_bytes()]);
                shelf.add(base.with_text(text));
            }
        }
        Self { shelves, misread }
    }

    /// How many games there are.
    pub(super) fn len(&self) -> usize {
        self.shelves[0].games.len()
    }

    /// A game and its two neighbours, all with the same line ends, mostly LF.
    pub(super) fn draw(&self, dice: &mut Dice) -> [&Base; 3] {
        let shelf = match dice.below(16) {
            0 => &self.shelves[2],
            1 | 2 => &self.shelves[1],
            _ => &self.shelves[0],
        };
        let any = |dice: &mut Dice, of: &[usize]| &shelf.games[*dice.pick(of).unwrap()];
        let before = any(dice, &shelf.neighbours);
        let after = any(dice, &shelf.neighbours);
        let game = match dice.below(3) {
            0 => &shelf.games[dice.below(shelf.games.len())],
            _ => any(dice, &shelf.short),
        };
        [before, game, after]
    }

    /// The games below, with LF.
    pub(super) fn invented(&self) -> &[Base] {
        &self.shelves[0].games[..INVENTED.matches("[Event ").count()]
    }
}

impl Shelf {
    fn add(&mut self, base: Base) {
        if base.sample.text.len() < 1200 {
            self.short.push(self.games.len());
            if base.is_clean {
                self.neighbours.push(self.games.len());
            }
        }
        self.games.push(base);
    }
}

impl Base {
    /// The same game with other line ends.
    fn with_text(&self, text: Vec<u8>) -> Self {
        let read = judge(&text, 0, None).games.remove(0);
        let sample = Sample {
            movetext: read.movetext,
            tail: read.end,
            text,
        };
        Self {
            sample,
            read,
            ..self.clone()
        }
    }
}

/// The games of a text, with LF as line end and one empty line after each.
fn pieces(text: &[u8]) -> Vec<Vec<u8>> {
    let text = text.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(text);
    let mut pieces: Vec<Vec<u8>> = Vec::new();
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        if line.starts_with(b"[Event ") || pieces.is_empty() {
            pieces.push(Vec::new());
        }
        let piece = pieces.last_mut().unwrap();
        piece.extend(line.iter().filter(|byte| **byte != b'\r'));
    }
    for piece in &mut pieces {
        piece.truncate(piece.trim_ascii_end().len());
        piece.extend_from_slice(b"\n\n");
    }
    pieces
}

/// At most eight games of fewer than 6,000 bytes, from all parts of a file.
fn some_pieces(path: &Path) -> Vec<Vec<u8>> {
    let mut all = pieces(&std::fs::read(path).unwrap());
    all.retain(|piece| piece.len() < 6000);
    let step = all.len().div_ceil(8).max(1);
    all.into_iter().step_by(step).collect()
}

/// Joins three games; returns the text and where the second and third game begin.
pub(super) fn joined(
    before: &Base,
    game: &Sample,
    change: Option<&Change>,
    after: &Base,
) -> Joined {
    let middle = change.map_or_else(|| game.text.clone(), |change| change.apply(game));
    let mut text = before.sample.text.clone();
    let start = text.len();
    text.extend_from_slice(&middle);
    let end = text.len();
    text.extend_from_slice(&after.sample.text);
    Joined { text, start, end }
}

/// Three games in one text.
#[derive(Debug)]
pub(super) struct Joined {
    pub(super) text: Vec<u8>,
    /// Where the edited game begins.
    pub(super) start: usize,
    /// Where its right neighbour begins.
    pub(super) end: usize,
}

/// Small games with features that archives of bare moves lack.
const INVENTED: &str = r#"[Event "Invented Cup"]
[Site "?"]
[Date "2020.01.02"]
[Round "1"]
[White "InventedAuk"]
[Black "InventedBoa"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1

[Event "Invented Cup"]
[Site "?"]
[Date "2020.01.02"]
[Round "2"]
[White "InventedCat"]
[Black "InventedDoe"]
[Result "*"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "rkbnnqrb/pppppppp/8/8/8/8/PPPPPPPP/RKBNNQRB w KQkq - 0 1"]

1. Nc3 b6 2. f4 {a} f5 *

[Event "Invented Cup"]
[Site "?"]
[Date "2020.01.03"]
[Round "3"]
[White "InventedElk"]
[Black "InventedFox"]
[Result "1/2-1/2"]

{A quiet game.} 1. e4 {best by test} e5 2. Nf3 $1 (2. f4 exf4 (2... d5 3. exd5
e4 $5) 3. Nf3) 2... Nc6 3. Bb5 a6! ; the old move
4. Ba4 Nf6 5. O-O {[%clk 0:59:58]} Nxe4 6. Re1 Nc5 7. Bxc6 dxc6 8. Nxe5 Be7
9. d4 Ne6 10. Be3 O-O 1/2-1/2

[Event "Invented Cup"]
[Site "?"]
[Date "2020.01.03"]
[Round "4"]
[White "InventedGnu"]
[Black "InventedHen"]
[Result "1-0"]
[SetUp "1"]
[FEN "4k2r/1P3pp1/8/2pP4/8/8/p7/1R2K2R w Kk c6 0 30"]

30. dxc6 a1=N 31. O-O O-O 32. b8=Q g5 33. Qxf8+ Kxf8 34. c7 Nc2 35. c8=R+ Kg7
1-0

[Event "Invented Cup"]
[Site "?"]
[Date "2020.01.04"]
[Round "5"]
[White "InventedIbex"]
[Black "InventedJay"]
[Result "1-0"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "nrbbqknr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKNR w HBhb - 0 1"]

1. Nf3 Nf6 2. e3 e6 3. Be2 Be7 4. O-O O-O 5. Nb3 Nb6 6. Nbd4 c5 7. Nb5 d5 8.
Nc7 Qd7 9. Nxe6 fxe6 10. d4 c4 1-0
"#;
