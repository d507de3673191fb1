//! pgn-reader and shakmaty read exported archives without errors, and like the archives themselves.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::ops::ControlFlow;
use std::path::PathBuf;

use audit960_export::{CastlingField, ExportOptions, Form};
use audit960_types::{Code, Verdict};
use pgn_reader::{Nag, Outcome, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};

use crate::support::{Exported, Row, all_archives, export_as};

/// A game as pgn-reader and shakmaty read it.
#[derive(Clone, Debug, Default, PartialEq)]
struct Read {
    tags: BTreeMap<String, String>,
    /// The main line as UCI_Chess960.
    moves: Vec<String>,
    last: Chess,
    /// Words of the comments, without the diagnostics that an export adds.
    comments: Vec<String>,
    nags: Vec<u8>,
    variations: u32,
    outcome: Option<String>,
    /// The first thing that could not be read.
    error: Option<String>,
}

/// The beginnings of diagnostics that an export adds as comments.
const OWN: [&str; 3] = [
    "The termination marker of the record:",
    "The Result tag of the record:",
    "The record gives ",
];

#[derive(Default)]
struct Collector {
    depth: u32,
    comment: Vec<u8>,
}

impl Collector {
    fn end_comment(&mut self, game: &mut Read) {
        let text = String::from_utf8_lossy(&std::mem::take(&mut self.comment)).into_owned();
        if !OWN.iter().any(|own| text.starts_with(own)) {
            // Only ASCII words: pgn-reader does not convert other encodings to UTF-8, an export does.
            let words = text.split_ascii_whitespace().filter(|word| word.is_ascii());
            game.comments.extend(words.map(str::to_owned));
        }
    }
}

impl Visitor for Collector {
    type Tags = Read;
    type Movetext = Read;
    type Output = Read;

    fn begin_tags(&mut self) -> ControlFlow<Read, Read> {
        *self = Self::default();
        ControlFlow::Continue(Read::default())
    }

    fn tag(&mut self, game: &mut Read, name: &[u8], value: RawTag<'_>) -> ControlFlow<Read> {
        let name = String::from_utf8_lossy(name).into_owned();
        let value = value.decode_utf8_lossy().into_owned();
        game.tags.entry(name).or_insert(value);
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, mut game: Read) -> ControlFlow<Read, Read> {
        if let Some(fen) = game.tags.get("FEN") {
            let fen = fen.parse::<Fen>().map_err(|error| error.to_string());
            let start = fen.and_then(|fen| {
                let start = fen.into_position::<Chess>(CastlingMode::Chess960);
                start.map_err(|error| error.to_string())
            });
            match start {
                Ok(start) => game.last = start,
                Err(error) => game.error = Some(error),
            }
        }
        ControlFlow::Continue(game)
    }

    fn san(&mut self, game: &mut Read, san: SanPlus) -> ControlFlow<Read> {
        if self.depth > 0 || game.error.is_some() {
            return ControlFlow::Continue(());
        }
        match san.san.to_move(&game.last) {
            Ok(played) => {
                let uci = UciMove::from_chess960(played);
                game.moves.push(uci.to_string());
                game.last.play_unchecked(played);
            }
            Err(error) => game.error = Some(format!("{san}: {error}")),
        }
        ControlFlow::Continue(())
    }

    fn nag(&mut self, game: &mut Read, nag: Nag) -> ControlFlow<Read> {
        game.nags.push(nag.0);
        ControlFlow::Continue(())
    }

    fn partial_comment(&mut self, _: &mut Read, comment: RawComment<'_>) -> ControlFlow<Read> {
        self.comment.extend_from_slice(comment.as_bytes());
        ControlFlow::Continue(())
    }

    fn comment(&mut self, game: &mut Read, comment: RawComment<'_>) -> ControlFlow<Read> {
        self.comment.extend_from_slice(comment.as_bytes());
        self.end_comment(game);
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, game: &mut Read) -> ControlFlow<Read, Skip> {
        self.depth += 1;
        game.variations += 1;
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, _: &mut Read) -> ControlFlow<Read> {
        self.depth = self.depth.saturating_sub(1);
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, game: &mut Read, outcome: Outcome) -> ControlFlow<Read> {
        game.outcome = Some(outcome.to_string());
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, game: Read) -> Read {
        game
    }
}

/// The games of a text; what stopped pgn-reader, if anything did.
fn read(text: &[u8]) -> (Vec<Read>, Option<String>) {
    let mut reader = Reader::build(Cursor::new(text))
        .set_supported_tag_line_length(1 << 16)
        .finish();
    let mut games = Vec::new();
    loop {
        match reader.read_game(&mut Collector::default()) {
            Ok(Some(game)) => games.push(game),
            Ok(None) => return (games, None),
            Err(error) => return (games, Some(error.to_string())),
        }
    }
}

/// Whether a game has a normal form, and shakmaty accepts its start position.
fn is_normal(row: &Row) -> bool {
    let replayed = matches!(row.verdict, Verdict::Ok | Verdict::Repaired);
    replayed && !row.codes.contains(&Code::TooManyPieces)
}

/// Whether the start position may differ from the FEN, or have other castling rights.
fn starts_otherwise(row: &Row) -> bool {
    row.codes.iter().any(|code| code.as_str().starts_with('F'))
}

/// The games of an export, all in normal form, as pgn-reader and shakmaty read them.
fn written_anew(exported: &Exported, place: &str) -> Vec<Read> {
    let (games, stopped) = read(&exported.text);
    assert_eq!(stopped, None, "{place}");
    assert_eq!(games.len(), exported.rows.len(), "{place}");
    for (game, row) in games.iter().zip(&exported.rows) {
        let place = || format!("{place}: {:?}", game.tags);
        assert_eq!(game.error, None, "{}", place());
        assert_eq!(game.moves.len(), row.plies as usize, "{}", place());
        assert_eq!(
            game.outcome.as_deref(),
            Some(row.result.as_str()),
            "{}",
            place()
        );
    }
    games
}

/// An export of the games of a text that have a normal form. Damaged games would be copied as they are, and
/// could hide the following games from pgn-reader.
fn replayable(text: &[u8]) -> Exported {
    let all = export_as(text, ExportOptions::default());
    let normal = all.rows.iter().filter(|row| is_normal(row));
    let kept = normal.flat_map(|row| text[row.range.clone()].iter().copied());
    export_as(&kept.collect::<Vec<_>>(), ExportOptions::default())
}

/// Every form of every archive: the same moves, last positions and tags; comments, annotations and
/// variations where the form has them.
#[test]
fn every_form_is_read_without_errors() {
    let mut games = 0;
    for path in all_archives() {
        let text = std::fs::read(&path).unwrap();
        let place = path.display().to_string();
        let whole = replayable(&text);
        let expected = written_anew(&whole, &place);
        games += expected.len();
        let form = |options| {
            let exported = export_as(&whole.text, options);
            written_anew(&exported, &place)
        };
        let usual = ExportOptions::default();
        let one_line = form(ExportOptions {
            one_line: true,
            ..usual
        });
        assert!(one_line == expected, "{place}");
        let shredder = form(ExportOptions {
            castling: CastlingField::Shredder,
            ..usual
        });
        let minimal = form(ExportOptions {
            form: Form::Minimal,
            ..usual
        });
        for ((one, other), bare) in expected.iter().zip(&shredder).zip(&minimal) {
            let fen = other.tags.get("FEN").or(one.tags.get("FEN")).cloned();
            let mut dialect = other.clone();
            if let Some(fen) = one.tags.get("FEN") {
                dialect.tags.insert("FEN".to_owned(), fen.clone());
            }
            assert!(dialect == *one, "{place}: {fen:?}");
            assert_eq!(
                (&bare.tags, &bare.moves),
                (&one.tags, &one.moves),
                "{place}"
            );
            assert_eq!(bare.last, one.last, "{place}");
            assert!(bare.comments.is_empty() && bare.nags.is_empty(), "{place}");
            assert_eq!(bare.variations, 0, "{place}");
        }
        check_uci(&whole, &expected, &place);
    }
    println!("{games} games");
    assert!(games > 20);
}

/// The moves as UCI, and the last positions as EPD.
fn check_uci(whole: &Exported, expected: &[Read], place: &str) {
    let of = |form| {
        let options = ExportOptions {
            form,
            ..ExportOptions::default()
        };
        export_as(&whole.text, options)
    };
    let uci = of(Form::Uci);
    let mut movetexts = uci.text().split("\n\n").skip(1).step_by(2);
    let last = of(Form::LastPosition);
    let mut lines = last.text().lines();
    for game in expected {
        let movetext = movetexts.next().unwrap();
        let moves: Vec<&str> = movetext.split_ascii_whitespace().collect();
        assert_eq!(moves[..moves.len() - 1], game.moves, "{place}");
        let fields: Vec<&str> = lines.next().unwrap().split(' ').take(4).collect();
        let found: Fen = format!("{} 0 1", fields.join(" ")).parse().unwrap();
        let found: Chess = found.into_position(CastlingMode::Chess960).unwrap();
        let plain = |position: &Chess| {
            let mut setup = position.to_setup(EnPassantMode::Legal);
            (setup.halfmoves, setup.fullmoves) = (0, std::num::NonZeroU32::MIN);
            setup
        };
        assert_eq!(plain(&found), plain(&game.last), "{place}");
    }
    assert_eq!((movetexts.next(), lines.next()), (None, None), "{place}");
}

/// Codes of games that pgn-reader reads differently: for these it is no reference.
const READ_OTHERWISE: [Code; 16] = [
    Code::ResultSpelling,
    Code::CaptureMark,
    Code::UnknownToken,
    Code::StrayClosing,
    Code::EarlyTermination,
    Code::SurplusTermination,
    Code::TagInMovetext,
    Code::TagInComment,
    Code::BraceInComment,
    Code::StrayBrace,
    Code::UnusualLayout,
    Code::MalformedTag,
    Code::UnescapedQuote,
    Code::NotUtf8,
    Code::ContradictoryTag,
    Code::NoTermination,
];

/// pgn-reader and shakmaty find in the export what they find in the archive itself. Traps are left out:
/// they are made to be read in several ways.
#[test]
fn games_are_those_of_the_archive() {
    let (mut compared, mut aside) = (0, 0);
    let traps = |path: &PathBuf| path.components().any(|part| part.as_os_str() == "traps");
    for path in all_archives().into_iter().filter(|path| !traps(path)) {
        let text = std::fs::read(&path).unwrap();
        let exported = export_as(&text, ExportOptions::default());
        let ((before, stopped), (after, _)) = (read(&text), read(&exported.text));
        if stopped.is_some() || before.len() != after.len() || before.len() != exported.rows.len() {
            aside += exported.rows.len();
            continue;
        }
        for ((one, other), row) in before.iter().zip(&after).zip(&exported.rows) {
            let otherwise = row.codes.iter().any(|code| READ_OTHERWISE.contains(code));
            if one.error.is_some() || row.verdict != Verdict::Ok || otherwise {
                aside += 1;
                continue;
            }
            compared += 1;
            let place = format!("{}: {:?}", path.display(), other.tags);
            assert_eq!(one.moves, other.moves, "{place}");
            assert!(starts_otherwise(row) || one.last == other.last, "{place}");
            assert_eq!(one.nags, other.nags, "{place}");
            assert_eq!(one.variations, other.variations, "{place}");
            assert_eq!(one.comments, other.comments, "{place}");
            for (name, value) in &one.tags {
                // Tags that an export computes.
                let anew = ["Result", "FEN", "SetUp", "Variant"].contains(&name.as_str());
                let words = |text: &str| {
                    text.split_whitespace()
                        .map(str::to_owned)
                        .collect::<Vec<_>>()
                };
                let kept = other.tags.get(name).map(|value| words(value));
                assert!(
                    anew || kept == Some(words(value)) || value.is_empty(),
                    "{place}: {name}"
                );
            }
        }
    }
    println!("{compared} games compared, {aside} aside");
    assert!(compared > 10);
}
