//! Handmade facts, and functions that run them through the whole crate, for tests.

use serde_json::Map;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use audit960_types::{
    Castled, CastlingSource, CastlingStyle, Chance, Chances, ClaimArticle, Code, DateSource,
    Disagreement, DisagreementKind, EndReason, Ending, FactSink, Finding, GameEnd, GameFacts,
    GameResult, Identity, Incident, IncidentFacts, JudgedRepetition, Outcome, Population,
    PositionFacts, PositionValue, Repetition, RepetitionArticle, RepetitionFacts, ResetBy, RunEnd,
    RunValues, Side, SideQuality, StartKind, TableValue, Termination, TimeClass, UnknownReason,
    ValueChange, Venue, Verdict, Wing, Writer,
};

use crate::tables::{Assembler, ChunkTables, DatasetWriter, RowGroupJob, TableOptions};

/// What clocks and evaluations say of [`full_game`].
const QUALITY: [SideQuality; 2] = [
    SideQuality {
        time_left: [Some(170.5), Some(120.0), Some(0.0), None],
        time_trouble: Some(7),
        longest_think: Some(41.25),
        centipawn_loss: Some(12.5),
        accuracy: Some(97.5),
        inaccuracies: Some(1),
        mistakes: Some(0),
        blunders: Some(2),
    },
    SideQuality {
        time_left: [None; 4],
        time_trouble: Some(3),
        longest_think: None,
        centipawn_loss: None,
        accuracy: None,
        inaccuracies: None,
        mistakes: None,
        blunders: None,
    },
];

/// A game of which everything is known.
pub(crate) fn full_game() -> GameFacts<'static> {
    GameFacts {
        marker: None,
        identity: Identity {
            frame_offset: 4096,
            byte_offset: 1234,
        },
        byte_length: 987,
        line: 41,
        event: Some("Mainz \"Rapid\""),
        site: Some("https://lichess.org/abcdefgh"),
        date: Some("2009.08.0?"),
        round: Some("3.1"),
        white: Some("Hübner, Robert"),
        black: Some("Каспаров 👑"),
        variant: Some("chess 960"),
        result: GameResult::Draw,
        days: Some((14_457, 14_465)),
        event_date: Some("2009.07.30"),
        date_source: DateSource::Date,
        termination: Some(Termination::TimeForfeit),
        termination_raw: Some("Time forfeit"),
        half_point_lost_by: Some(Side::Black),
        half_point_uncertain: Some(true),
        year: Some(2009),
        white_elo: Some(2601),
        black_elo: Some(2805),
        venue: Venue::ChessCom,
        population: Population::Mixed,
        time_control: Some("300+3"),
        time_class: Some(TimeClass::Blitz),
        base_seconds: Some(5_400),
        increment_seconds: Some(30),
        time_periods: Some("40/5400+30:1800+30"),
        draw_offers: Some(&[7, 12]),
        white_title: Some("GM"),
        black_title: Some("BOT"),
        eco: Some("B07"),
        time: Some("12:34:56"),
        start: StartKind::DoubleChess960,
        white_start: Some(959),
        black_start: Some(0),
        fen: Some("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w HFhf - 0 1"),
        castling_style: CastlingStyle::Shredder,
        rights: &[],
        plies: 83,
        verdict: Verdict::Repaired,
        ending: Ending::InsufficientMaterial,
        end: Some(GameEnd {
            ply: 61,
            reason: EndReason::DeadPosition,
        }),
        final_clock: Some(0),
        max_clock: Some(151),
        castled: [
            Some(Castled {
                wing: Wing::HSide,
                ply: 11,
            }),
            Some(Castled {
                wing: Wing::ASide,
                ply: 12,
            }),
        ],
        max_repetition: Some(2),
        opening: Some("e2e4 e7e5 g1f3 b8c6"),
        moves_hash: Some(i64::MIN),
        illegal_kept: 1,
        unread_bytes: 7,
        moves: Some("e2e4 e7e5"),
        opening_moves: Some("e2e4"),
        endings: Some("KRBvKR:70:14:12:12"),
        clocks: Some(&[Some(180.0), None]),
        move_times: Some(&[None, Some(0.29)]),
        evals: Some(&[Some(-0.17), Some(1000.0)]),
        incidents: 0,
        hashed: None,
        last: None,
        writer: Writer::LichessBroadcast,
        castling_source: Some(CastlingSource::Inferred),
        codes: &[Code::MalformedTag, Code::DuplicateTag],
        start_search: None,
        quality: Some(&QUALITY),
        fide_ids: [Some(4_650_891), None],
        white_team: Some("Köln"),
        black_team: None,
        player_keys: [Some("fide:4650891"), Some("каспаров 👑")],
    }
}

/// A game of which nothing could be read.
pub(crate) fn bare_game() -> GameFacts<'static> {
    GameFacts {
        byte_length: 1,
        ..GameFacts::default()
    }
}

/// What tables said: a win that comes too late, a doubtful one, and a position that they do not have.
fn values() -> RunValues {
    let known = |value, certain, wdl, dtz| PositionValue {
        value,
        certain,
        reason: None,
        wdl: Some(wdl),
        dtz: Some(dtz),
    };
    RunValues {
        start: known(TableValue::Win, true, 2, 64),
        first_claim: known(TableValue::BlessedLoss, false, -2, -41),
        last_claim: known(TableValue::CursedWin, true, 1, 103),
        end: PositionValue {
            value: TableValue::Unknown,
            certain: false,
            reason: Some(UnknownReason::TableMissing),
            wdl: None,
            dtz: None,
        },
        change: Some(ValueChange {
            ply: 131,
            san: "Kd6+".to_owned(),
            before: TableValue::Win,
            after: TableValue::CursedWin,
        }),
    }
}

/// An incident in which every column holds something.
pub(crate) fn full_incident() -> Incident {
    Incident {
        reset_ply: 60,
        reset_by: ResetBy::Capture,
        first_claim_ply: 160,
        first_clock: 99,
        first_claim_side: Side::Black,
        first_claim_article: ClaimArticle::Intended,
        first_932_ply: Some(161),
        claims: [25, 26],
        peak_clock: 150,
        seventy_five_ply: Some(210),
        ended_by: RunEnd::EndOfGame,
        outcome: Outcome::DrawnWithClaimOpen,
        material: "KRBvKR".to_owned(),
        fen: "8/8/4k3/8/3RB3/2K5/8/7r b - - 99 130".to_owned(),
        clock_in_doubt: true,
        law: "fide_2014".to_owned(),
        law_uncertain: true,
        limit_moves: 50,
        first_law_claim_ply: Some(160),
        claimable_at_venue: Some(true),
        chances: [
            Some(Chance {
                first_ply: 161,
                last_ply: 209,
                first_fen: "8/8/4k3/8/3RB3/2K5/7r/8 w - - 100 131".to_owned(),
            }),
            Some(Chance {
                first_ply: 160,
                last_ply: 210,
                first_fen: "8/8/4k3/8/3RB3/2K5/8/7r b - - 99 130".to_owned(),
            }),
        ],
        half_point_lost_by: Some(Side::White),
        automatic_draw_ply: Some(210),
        claimant_offered_draw: Some(true),
        values: Some(Box::new(values())),
    }
}

/// An incident with every possible null.
pub(crate) fn bare_incident() -> Incident {
    Incident {
        first_932_ply: None,
        seventy_five_ply: None,
        clock_in_doubt: false,
        law: "undated".to_owned(),
        law_uncertain: false,
        limit_moves: 75,
        first_law_claim_ply: None,
        claimable_at_venue: None,
        chances: [None, None],
        half_point_lost_by: None,
        automatic_draw_ply: None,
        claimant_offered_draw: None,
        values: None,
        ..full_incident()
    }
}

/// A repetition of which everything is known: claims of both sides, and a fifth occurrence.
pub(crate) fn full_repetition() -> JudgedRepetition {
    let chances = |turns, first_ply, last_ply| Chances {
        turns,
        first_ply,
        last_ply,
    };
    JudgedRepetition {
        repetition: Repetition {
            first_claim_ply: 60,
            first_claim_side: Side::Black,
            first_claim_article: RepetitionArticle::Intended,
            plies: vec![40, 44, 60, 64, 72],
            chances: [Some(chances(3, 61, 73)), Some(chances(4, 60, 72))],
            fen: "8/8/4k3/8/3RB3/2K5/8/7r w - - 30 71".to_owned(),
        },
        outcome: Outcome::LostAfterClaim,
        claimable_at_venue: Some(true),
        half_point_lost_by: Some(Side::White),
        law_uncertain: Some(true),
        automatic_draw_ply: Some(72),
        claimant_offered_draw: Some(false),
        values: Some(Box::new(values())),
    }
}

/// A repetition with every possible null.
pub(crate) fn bare_repetition() -> JudgedRepetition {
    let full = full_repetition();
    JudgedRepetition {
        repetition: Repetition {
            first_claim_side: Side::White,
            plies: vec![0, 44],
            chances: [Some(Chances::at(60)), None],
            ..full.repetition
        },
        claimable_at_venue: None,
        half_point_lost_by: None,
        law_uncertain: None,
        automatic_draw_ply: None,
        claimant_offered_draw: None,
        values: None,
        ..full
    }
}

/// The facts of a repetition in [`full_game`].
pub(crate) fn repetition_facts(judged: &JudgedRepetition) -> RepetitionFacts<'_> {
    RepetitionFacts {
        identity: Identity {
            frame_offset: 4096,
            byte_offset: 1234,
        },
        judged,
    }
}

/// The facts of an incident in the game with this identity.
pub(crate) fn incident_at(incident: &Incident, identity: Identity) -> IncidentFacts<'_> {
    IncidentFacts {
        identity,
        incident,
        start_fen: "nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w KQkq - 0 1",
        moves: "c1c2 c8c7",
    }
}

/// A position of which everything is known.
pub(crate) fn full_position() -> PositionFacts<'static> {
    PositionFacts {
        identity: Identity {
            frame_offset: 4096,
            byte_offset: 1234,
        },
        byte_length: 87,
        line: 41,
        fen: Some("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 3 7"),
        start: StartKind::DoubleChess960,
        white_start: Some(959),
        black_start: Some(0),
        side: Some(Side::White),
        castling: Some("KQkq"),
        castling_style: CastlingStyle::Shredder,
        clock: Some(3),
        move_number: Some(7),
        operations: Some("[{\"opcode\":\"id\",\"operands\":[\"ü\"]}]"),
        verdict: Verdict::Damaged,
        findings: 3,
        codes: &[Code::ControlBytes, Code::IllegalOperand],
    }
}

/// A line that is not a position.
pub(crate) fn bare_position() -> PositionFacts<'static> {
    PositionFacts {
        identity: Identity::default(),
        byte_length: 1,
        line: 0,
        fen: None,
        start: StartKind::Unknown,
        white_start: None,
        black_start: None,
        side: None,
        castling: None,
        castling_style: CastlingStyle::None,
        clock: None,
        move_number: None,
        operations: None,
        verdict: Verdict::Rejected,
        findings: 0,
        codes: &[],
    }
}

/// A finding in the `game`-th game of its chunk.
pub(crate) fn finding(code: Code, game: Option<u64>, line: u64) -> Finding {
    Finding {
        code,
        identity: Identity {
            frame_offset: 7,
            byte_offset: 70,
        },
        game,
        line,
        column: 5,
        ply: game.map(|_| 12),
        message: "Nf6 is not a move of “White”.".to_owned(),
        excerpt: "1. e4 e5 2. Nf6 …".to_owned(),
        caret: (13, 3),
    }
}

/// A disagreement with the second reading.
pub(crate) fn disagreement(explained_by: Option<Code>) -> Disagreement {
    Disagreement {
        kind: DisagreementKind::Plies,
        ours: "3 plies, then the record goes on".to_owned(),
        theirs: "4 plies".to_owned(),
        explained_by,
    }
}

/// Fills the tables of a chunk, for [`write`].
pub(crate) type Feed<'a> = &'a dyn Fn(&mut ChunkTables);

/// A chunk: its source, whether it is the first of that source, its contents, and its line ends.
pub(crate) struct Chunk<'a> {
    pub(crate) source: &'a str,
    pub(crate) first: bool,
    pub(crate) feed: Feed<'a>,
    pub(crate) newlines: u64,
}

/// The row groups of some chunks.
pub(crate) fn jobs(options: TableOptions, chunks: &[Chunk<'_>]) -> Vec<RowGroupJob> {
    let mut tables = ChunkTables::new(options);
    let mut assembler = Assembler::new(options).unwrap();
    let mut jobs = Vec::new();
    for chunk in chunks {
        (chunk.feed)(&mut tables);
        let rows = tables.finish(chunk.newlines).unwrap();
        let source: Arc<str> = chunk.source.into();
        jobs.extend(assembler.push(rows, &source, chunk.first).jobs);
    }
    jobs.extend(assembler.finish());
    jobs
}

/// Writes a dataset of some chunks.
pub(crate) fn write(dir: &Path, options: TableOptions, chunks: &[Chunk<'_>]) {
    let mut writer = DatasetWriter::create(dir, options).unwrap();
    for job in jobs(options, chunks) {
        writer.append(job.encode().unwrap()).unwrap();
    }
    writer.finish(&[], &[], Map::new()).unwrap();
}

/// The only chunk of a source.
pub(crate) fn only<'a>(source: &'a str, feed: Feed<'a>) -> Chunk<'a> {
    Chunk {
        source,
        first: true,
        feed,
        newlines: 0,
    }
}

/// Feeds some games.
pub(crate) fn feed_games(tables: &mut ChunkTables, games: &[GameFacts<'_>]) {
    games.iter().for_each(|game| tables.game(game));
}

/// The bytes of every file below a folder, by path.
pub(crate) fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![dir.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(dir).unwrap().display().to_string();
                found.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    found
}
