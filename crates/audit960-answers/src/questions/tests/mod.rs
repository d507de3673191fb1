//! Handmade datasets, written with audit960-tables; expectations are counted by hand beside them.

mod answers;
mod copies;
mod counted;
mod draws;
mod folder;
mod human_events;
mod lines;
mod reading;
mod spreads;

use std::path::Path;
use std::sync::Arc;

use audit960_dataset::tables::{
    Assembler, ChunkTables, DatasetWriter, RowSet, TableLimits, TableOptions, count_rows,
};
use audit960_dataset::{CheckOptions, CheckedDataset};
use audit960_types::tables::ColumnGroup;
use audit960_types::{
    CastlingStyle, ClaimArticle, DuplicateKind, DuplicateRow, FactSink, GameFacts, GameLocation,
    GameResult, Identity, Incident, IncidentFacts, Outcome, ResetBy, RunEnd, Side, StartKind,
    Tally, Verdict,
};
use serde_json::{Map, json};

use audit960_dataset::{Dataset, TableScan};

/// Small row groups and files, so that a few games make several of each.
pub(crate) const OPTIONS: TableOptions = TableOptions {
    crosscheck: false,
    duplicates: false,
    columns: ColumnGroup::Always,
    rows: RowSet::All,
    limits: TableLimits {
        group_rows: 3,
        file_groups: 2,
    },
};

/// Opens the dataset in a folder.
pub(crate) fn open(dir: &Path) -> Dataset {
    Dataset::of(CheckedDataset::open(dir, &CheckOptions::new(&count_rows)).unwrap())
}

/// A game from a Chess960 start position, of which little else is known.
pub(crate) fn game(start: u16, result: GameResult) -> GameFacts<'static> {
    GameFacts {
        byte_length: 1,
        variant: Some("chess960"),
        result,
        start: StartKind::Chess960,
        white_start: Some(start),
        black_start: Some(start),
        castling_style: CastlingStyle::Xfen,
        verdict: Verdict::Ok,
        final_clock: Some(0),
        max_clock: Some(0),
        max_repetition: Some(1),
        opening: Some(""),
        moves_hash: Some(0),
        ..GameFacts::default()
    }
}

/// An incident.
pub(crate) fn incident() -> Incident {
    Incident {
        reset_ply: 60,
        reset_by: ResetBy::Capture,
        first_claim_ply: 160,
        first_clock: 99,
        first_claim_side: Side::Black,
        first_claim_article: ClaimArticle::Intended,
        first_932_ply: None,
        claims: [0, 1],
        peak_clock: 99,
        seventy_five_ply: None,
        ended_by: RunEnd::Pawn,
        outcome: Outcome::DrawnLater,
        material: "KRvKR".to_owned(),
        fen: "8/8/4k3/8/3R4/2K5/8/7r b - - 99 130".to_owned(),
        clock_in_doubt: false,
        law: "undated".to_owned(),
        law_uncertain: false,
        limit_moves: 50,
        first_law_claim_ply: None,
        claimable_at_venue: Some(true),
        chances: [None, None],
        half_point_lost_by: None,
        automatic_draw_ply: None,
        claimant_offered_draw: None,
        values: None,
    }
}

/// The facts of an incident in the game with this identity.
fn incident_at(incident: &Incident, identity: Identity) -> IncidentFacts<'_> {
    IncidentFacts {
        identity,
        incident,
        start_fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        moves: "",
    }
}

/// Writes the games of some sources, each with its incidents, and returns the tally of the pass.
pub(crate) fn write(
    dir: &Path,
    options: TableOptions,
    sources: &[(&str, &[GameFacts<'_>])],
) -> Tally {
    let feeds: Vec<_> = sources
        .iter()
        .map(|(source, games)| {
            let feed = move |tables: &mut ChunkTables| {
                for game in *games {
                    for _ in 0..game.incidents {
                        tables.incident(&incident_at(&incident(), game.identity));
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

/// A dataset of one source with copies of its first game.
fn dataset_with_copies(
    source: &str,
    games: &[GameFacts<'_>],
    copies: &[(u64, DuplicateKind)],
) -> (tempfile::TempDir, Dataset) {
    let dir = tempfile::tempdir().unwrap();
    let options = TableOptions {
        duplicates: true,
        ..OPTIONS
    };
    let mut tables = ChunkTables::new(options);
    games.iter().for_each(|game| tables.game(game));
    let mut assembler = Assembler::new(options).unwrap();
    let mut writer = DatasetWriter::create(dir.path(), options).unwrap();
    let mut jobs = assembler
        .push(tables.finish(0).unwrap(), &source.into(), true)
        .jobs;
    jobs.extend(assembler.finish());
    for job in jobs {
        writer.append(job.encode().unwrap()).unwrap();
    }
    let place = |byte_offset| GameLocation {
        source,
        identity: Identity {
            frame_offset: 0,
            byte_offset,
        },
        game: 0,
    };
    for &(byte_offset, kind) in copies {
        let row = DuplicateRow {
            copy: place(byte_offset),
            first: place(0),
            kind,
        };
        writer.duplicate(&row).unwrap();
    }
    writer.finish(&[], &[], Map::new()).unwrap();
    let dataset = open(dir.path());
    (dir, dataset)
}

/// Feeds the rows of a source.
pub(crate) type Feed<'f> = &'f dyn Fn(&mut ChunkTables);

/// Writes some sources and returns the tally of the pass.
pub(crate) fn write_fed(dir: &Path, options: TableOptions, sources: &[(&str, Feed<'_>)]) -> Tally {
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
    let tally = tables.take_tally();
    let (starts, castling) = (
        audit960_statistics::start_position_rows(&tally),
        audit960_statistics::castling_rows(&tally),
    );
    let players = options.columns >= ColumnGroup::Players;
    let quality = options.columns >= ColumnGroup::Quality;
    let stated = json!({ "players": players, "quality": quality });
    let stated = Map::from_iter([("options".to_owned(), stated)]);
    writer.finish(&starts, &castling, stated).unwrap();
    tally
}

/// A dataset of some sources in a folder of its own.
pub(crate) fn dataset(sources: &[(&str, &[GameFacts<'_>])]) -> (tempfile::TempDir, Dataset, Tally) {
    let dir = tempfile::tempdir().unwrap();
    let tally = write(dir.path(), OPTIONS, sources);
    let dataset = open(dir.path());
    (dir, dataset, tally)
}
