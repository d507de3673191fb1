//! What tags decide before a game is replayed is what the replay finds, on every available archive and on games with small
//! edits.

use audit960_replay::{AuditOptions, Auditor, ByTags, is_of_tags};
use audit960_source::spans;
use audit960_types::tables::{ColumnGroup, GAMES, Placed, TableRow};
use audit960_types::{Fact, FactSink, Identity};

use crate::edits;
use crate::support::{all_archives, text_of};

/// Of each game the columns that tags decide, and its half-moves.
#[derive(Default)]
struct Rows(Vec<(String, u32)>);

impl FactSink for Rows {
    fn fact(&mut self, fact: Fact<'_>) {
        let Fact::Game(facts) = fact else { return };
        let row = Placed {
            source: "a.pgn",
            game: Some(self.0.len() as u64),
            line: facts.line,
            facts,
        };
        let columns = GAMES.columns.iter().enumerate();
        let columns = columns.filter(|(_, column)| is_of_tags(column));
        let values =
            columns.map(|(index, column)| format!("{} {:?}", column.name, row.value(index)));
        self.0
            .push((values.collect::<Vec<_>>().join("\n"), facts.plies));
    }
}

fn rows(text: &[u8], by_tags: Option<ByTags>) -> Vec<(String, u32)> {
    let options = AuditOptions {
        columns: ColumnGroup::Players,
        by_tags,
        ..AuditOptions::default()
    };
    let identity = |at: usize| Identity {
        byte_offset: at as u64,
        ..Identity::default()
    };
    let mut rows = Rows::default();
    Auditor::new(options).audit(text, spans(text), &identity, false, &mut rows);
    rows.0
}

/// Compares all games of a text; returns how many were not replayed.
fn compare(text: &[u8]) -> usize {
    let by_tags = ByTags {
        condition: None,
        replays: false,
    };
    let (all, of_tags) = (rows(text, None), rows(text, Some(by_tags)));
    let shown = || String::from_utf8_lossy(text).into_owned();
    assert_eq!(all.len(), of_tags.len(), "{}", shown());
    let pairs = all.iter().zip(&of_tags);
    for ((replayed, _), (read, _)) in pairs.clone() {
        assert_eq!(read, replayed, "{}", shown());
    }
    pairs.filter(|(all, read)| all.1 > read.1).count()
}

#[test]
fn tags_decide_what_the_replay_finds_in_every_archive() {
    let mut decided = 0;
    for path in all_archives() {
        decided += compare(&text_of(&std::fs::read(path).unwrap()));
    }
    println!("{decided} games");
    assert!(decided > 50);
}

#[test]
fn tags_decide_what_the_replay_finds_in_edited_games() {
    let mut decided = 0;
    edits::for_some(20_000, |text| decided += compare(text));
    println!("{decided} games");
    assert!(decided > 2000);
}
