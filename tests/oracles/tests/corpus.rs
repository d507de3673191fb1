//! Real archives, where they are at hand: `AUDIT960_CORPUS`, else `../shared/data` beside the
//! workspace. Expectations come from the archives' own tags and from python-chess 1.11.2.

#![expect(clippy::unwrap_used, reason = "helpers of tests, outside of tests")]

#[path = "../../corpus.rs"]
#[allow(dead_code, reason = "each package uses a part of it")]
mod at_hand;

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use audit960_audit::second_reading::{SecondReading, read};
use audit960_oracles::{ReferenceIncident, ReferenceLedger, ledger, validate};
use audit960_types::{ClaimArticle, ResetBy, RunEnd, Side};
use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};

use at_hand::corpus;

fn archives(folder: &Path, prefix: &str) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "pgn"))
        .filter(|path| {
            path.file_name()
                .unwrap()
                .to_string_lossy()
                .starts_with(prefix)
        })
        .collect();
    files.sort();
    files
        .into_iter()
        .map(|path| (path.display().to_string(), fs::read(&path).unwrap()))
        .collect()
}

/// The texts of games, each of which begins with its Event.
fn texts(bytes: &[u8]) -> Vec<&[u8]> {
    let event = b"[Event \"";
    let begins = (0..bytes.len()).filter(|at| bytes[*at..].starts_with(event));
    let mut ends: Vec<usize> = begins.chain([bytes.len()]).collect();
    ends.dedup();
    ends.windows(2)
        .map(|pair| &bytes[pair[0]..pair[1]])
        .collect()
}

/// The value of a tag that the second reading does not have.
fn tag<'a>(text: &'a [u8], name: &str) -> &'a str {
    let opening = format!("[{name} \"");
    let from = text
        .windows(opening.len())
        .position(|at| at == opening.as_bytes());
    let value = &text[from.unwrap() + opening.len()..];
    let end = value.iter().position(|&byte| byte == b'"').unwrap();
    std::str::from_utf8(&value[..end]).unwrap()
}

fn clock(game: &SecondReading) -> u32 {
    game.reached.as_ref().unwrap().half_move_clock
}

#[test]
fn engine_games_have_the_plies_and_the_termination_of_their_tags() {
    let Some(folder) = corpus("chess960") else {
        return;
    };
    let mut by_the_rule = 0;
    for (path, bytes) in archives(&folder, "TCEC_") {
        let reading = read(&bytes);
        assert_eq!(reading.aborted, None, "{path}");
        let texts = texts(&bytes);
        assert_eq!(texts.len(), reading.games.len(), "{path}");
        for (number, (game, text)) in reading.games.iter().zip(texts).enumerate() {
            let at = format!("{path}, game {number}");
            assert_eq!(game.stopped, None, "{at}");
            assert_eq!(game.plies.to_string(), tag(text, "PlyCount"), "{at}");
            let fifty = tag(text, "TerminationDetails") == "Fifty moves rule";
            assert_eq!(clock(game) == 100, fifty, "{at}");
            assert!(clock(game) <= 100, "{at}");
            by_the_rule += usize::from(fifty);
        }
        let counted = validate(&bytes);
        let plies: u64 = reading.games.iter().map(|game| u64::from(game.plies)).sum();
        assert_eq!(
            (counted.games, counted.plies, counted.errors),
            (reading.games.len() as u64, plies, 0)
        );
    }
    assert!(by_the_rule > 0, "no game ended by the rule");
}

/// Start and moves of every game of an archive.
struct Moves;

impl Visitor for Moves {
    type Tags = Chess;
    type Movetext = (Chess, String, String);
    type Output = (String, String);

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Chess> {
        ControlFlow::Continue(Chess::default())
    }

    fn tag(
        &mut self,
        start: &mut Chess,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        if name == b"FEN" {
            let fen = Fen::from_ascii(value.as_bytes()).unwrap();
            *start = fen.into_position(CastlingMode::Chess960).unwrap();
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Chess) -> ControlFlow<Self::Output, Self::Movetext> {
        let fen = Fen::from_position(&start, EnPassantMode::Always).to_string();
        ControlFlow::Continue((start, fen, String::new()))
    }

    fn san(&mut self, game: &mut Self::Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
        let played = san.san.to_move(&game.0).unwrap();
        game.2 += &format!("{} ", UciMove::from_chess960(played));
        game.0.play_unchecked(played);
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, game: Self::Movetext) -> Self::Output {
        (game.1, game.2)
    }
}

fn ledgers(bytes: &[u8]) -> Vec<ReferenceLedger> {
    let mut reader = Reader::build(bytes)
        .set_supported_tag_line_length(1 << 12)
        .finish();
    let games: Result<Vec<_>, _> = reader.read_games(&mut Moves).collect();
    games
        .unwrap()
        .iter()
        .map(|(start, moves)| ledger(start, moves).unwrap())
        .collect()
}

/// Columns: reset ply and kind; first claim: ply, side; first ply under 9.3.2; claims of White and
/// Black; peak; ply of 9.6.2; end.
type Row = (
    u32,
    ResetBy,
    u32,
    Side,
    Option<u32>,
    [u32; 2],
    u32,
    Option<u32>,
    RunEnd,
);

/// The facts of a game by python-chess 1.11.2.
struct Known {
    file: &'static str,
    game: usize,
    plies: u32,
    max_clock: u32,
    max_repetition: u32,
    incidents: &'static [Row],
}

fn row(incident: &ReferenceIncident) -> Row {
    assert_eq!(incident.first_claim_article, ClaimArticle::Intended);
    (
        incident.reset_ply,
        incident.reset_by,
        incident.first_claim_ply,
        incident.first_claim_side,
        incident.first_932_ply,
        incident.claims,
        incident.peak_clock,
        incident.seventy_five_ply,
        incident.ended_by,
    )
}

#[test]
fn ledgers_of_known_games_are_those_of_python_chess() {
    use ResetBy::{Capture, Pawn};
    use RunEnd::EndOfGame;
    use Side::{Black, White};
    let known = [
        Known {
            file: "fifty/fifty_pattern_098_start_white_demchenko_martinez_2019.pgn",
            game: 0,
            plies: 206,
            max_clock: 98,
            max_repetition: 3,
            incidents: &[],
        },
        Known {
            file: "fifty/wikipedia_fifty_move_1_filipowicz_smederevac_1966.pgn",
            game: 0,
            plies: 140,
            max_clock: 100,
            max_repetition: 2,
            incidents: &[(
                40,
                Pawn,
                140,
                Black,
                Some(141),
                [1, 1],
                100,
                None,
                EndOfGame,
            )],
        },
        Known {
            file: "fifty/long_nikolic_arsovic_1989.pgn",
            game: 0,
            plies: 538,
            max_clock: 205,
            max_repetition: 3,
            incidents: &[
                (
                    222,
                    Pawn,
                    322,
                    Black,
                    Some(323),
                    [6, 6],
                    110,
                    None,
                    RunEnd::Capture,
                ),
                (
                    333,
                    Capture,
                    433,
                    White,
                    Some(434),
                    [54, 53],
                    205,
                    Some(483),
                    EndOfGame,
                ),
            ],
        },
        Known {
            file: "fifty/seventy_five_correct_topalov_nakamura_2016.pgn",
            game: 0,
            plies: 264,
            max_clock: 150,
            max_repetition: 2,
            incidents: &[(
                114,
                Capture,
                214,
                Black,
                Some(215),
                [26, 26],
                150,
                Some(264),
                EndOfGame,
            )],
        },
        Known {
            file: "fifty/pgnextract-test-seventyfive.pgn",
            game: 4,
            plies: 296,
            max_clock: 150,
            max_repetition: 2,
            incidents: &[(
                144,
                Capture,
                244,
                Black,
                Some(245),
                [26, 26],
                150,
                Some(294),
                RunEnd::Capture,
            )],
        },
        Known {
            file: "chess960/TCEC_Season_24_-_Dfrc_2_League_3.pgn",
            game: 66,
            plies: 422,
            max_clock: 99,
            max_repetition: 2,
            incidents: &[(219, Pawn, 319, White, None, [1, 0], 99, None, RunEnd::Pawn)],
        },
        Known {
            file: "chess960/TCEC_Season_6_-_FRC.pgn",
            game: 35,
            plies: 300,
            max_clock: 100,
            max_repetition: 2,
            incidents: &[
                (100, Pawn, 200, Black, None, [0, 1], 99, None, RunEnd::Pawn),
                (
                    200,
                    Pawn,
                    300,
                    Black,
                    Some(301),
                    [1, 1],
                    100,
                    None,
                    EndOfGame,
                ),
            ],
        },
    ];
    for game in known {
        let (folder, name) = game.file.split_once('/').unwrap();
        let Some(folder) = corpus(folder) else {
            continue;
        };
        let found = ledgers(&fs::read(folder.join(name)).unwrap()).swap_remove(game.game);
        assert_eq!(
            (found.plies, found.max_clock, found.max_repetition),
            (game.plies, game.max_clock, game.max_repetition),
            "{}",
            game.file
        );
        let rows: Vec<Row> = found.incidents.iter().map(row).collect();
        assert_eq!(rows, game.incidents, "{}", game.file);
    }
}
