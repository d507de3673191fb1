//! Datasets made by hand through audit960-tables; expectations are counted by hand beside them.

mod answers;
mod folder;
mod human_events;
mod lines;
mod scale;
mod sql;

use std::path::Path;
use std::sync::Arc;

use audit960_tables::{Assembler, ChunkTables, DatasetWriter, Limits, TableOptions};
use audit960_types::{
    CastlingStyle, ClaimArticle, Ending, FactSink, GameFacts, GameResult, Identity, IncidentFacts,
    LawFacts, Outcome, ResetBy, RunEnd, Side, StartKind, Tally, Venue, Verdict,
};

use super::Dataset;

/// Small row groups and files, so that a few games make several of each.
const OPTIONS: TableOptions = TableOptions {
    with_moves: false,
    crosscheck: false,
    duplicates: false,
    limits: Limits {
        group_rows: 3,
        file_groups: 2,
    },
};

/// A game from a Chess960 start position, of which little else is known.
fn game(start: u16, result: GameResult) -> GameFacts<'static> {
    GameFacts {
        identity: Identity::default(),
        byte_length: 1,
        line: 0,
        event: None,
        site: None,
        date: None,
        round: None,
        white: None,
        black: None,
        variant: Some("chess960"),
        result,
        year: None,
        white_elo: None,
        black_elo: None,
        venue: Venue::Unknown,
        start: StartKind::Chess960,
        white_start: Some(start),
        black_start: Some(start),
        fen: None,
        castling_style: CastlingStyle::Xfen,
        rights: &[],
        plies: 0,
        verdict: Verdict::Ok,
        ending: Ending::None,
        final_clock: Some(0),
        max_clock: Some(0),
        castled: [None; 2],
        max_repetition: Some(1),
        opening: Some(""),
        moves_hash: Some(0),
        moves: None,
        incidents: 0,
        hashed: None,
        last: None,
    }
}

/// An incident of the game at an offset.
fn incident(byte_offset: u64) -> IncidentFacts<'static> {
    IncidentFacts {
        identity: Identity {
            frame_offset: 0,
            byte_offset,
        },
        reset_ply: 60,
        reset_by: ResetBy::Capture,
        first_claim_ply: 160,
        first_claim_side: Side::Black,
        first_claim_article: ClaimArticle::Intended,
        first_932_ply: None,
        claims: [0, 1],
        peak_clock: 99,
        seventy_five_ply: None,
        ended_by: RunEnd::Pawn,
        outcome: Outcome::DrawnLater,
        material: "KRvKR",
        fen: "8/8/4k3/8/3R4/2K5/8/7r b - - 99 130",
        law: LawFacts {
            law: "undated",
            limit_moves: 50,
            first_claim_ply: None,
            claimable_at_venue: true,
            half_point_lost_by: None,
            automatic_draw_ply: None,
        },
        start_fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        moves: "",
    }
}

/// Writes the games of some sources, each with its incidents, and gives the tally of the pass.
fn write(dir: &Path, options: TableOptions, sources: &[(&str, &[GameFacts<'_>])]) -> Tally {
    let feeds: Vec<_> = sources
        .iter()
        .map(|(source, games)| {
            let feed = move |tables: &mut ChunkTables| {
                for game in *games {
                    for _ in 0..game.incidents {
                        tables.incident(&incident(game.identity.byte_offset));
                    }
                    tables.game(game);
                }
            };
            (*source, feed)
        })
        .collect();
    let feeds: Vec<(&str, Feed<'_>)> = feeds
        .iter()
        .map(|(source, feed)| (*source, feed as Feed<'_>))
        .collect();
    write_fed(dir, options, &feeds)
}

/// What a source holds.
type Feed<'f> = &'f dyn Fn(&mut ChunkTables);

/// Writes some sources and gives the tally of the pass.
fn write_fed(dir: &Path, options: TableOptions, sources: &[(&str, Feed<'_>)]) -> Tally {
    let mut tables = ChunkTables::new(options);
    let mut assembler = Assembler::new(options).unwrap();
    let mut writer = DatasetWriter::create(dir, options).unwrap();
    for (source, feed) in sources {
        feed(&mut tables);
        let rows = tables.finish(0).unwrap();
        let source: Arc<str> = (*source).into();
        for job in assembler.push(rows, &source, true).jobs {
            writer.append(job.encode().unwrap()).unwrap();
        }
    }
    for job in assembler.finish() {
        writer.append(job.encode().unwrap()).unwrap();
    }
    let tally = tables.into_tally();
    let (starts, castling) = (
        crate::start_position_rows(&tally),
        crate::castling_rows(&tally),
    );
    writer.finish(&starts, &castling, "{}\n").unwrap();
    tally
}

/// A dataset of some sources in a folder of its own.
fn dataset(sources: &[(&str, &[GameFacts<'_>])]) -> (tempfile::TempDir, Dataset, Tally) {
    let dir = tempfile::tempdir().unwrap();
    let tally = write(dir.path(), OPTIONS, sources);
    let dataset = Dataset::open(dir.path()).unwrap();
    (dir, dataset, tally)
}
