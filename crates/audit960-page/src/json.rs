//! The data of the page as JSON for its script.
//!
//! Blocks are in `<script type="application/json">` elements: every `<` is written `\u003c`, so
//! that no text of an archive can end the element. Rows are arrays, and repeated texts are kept once in
//! a table, because a page has to stay small for any archive.

use std::collections::BTreeMap;

use audit960_types::{ScoreTally, harmless};
use serde_json::{Value, json};

use audit960_statistics::{GroupRow, evaluated_by, evaluation};

use super::claims::block;
use super::data::{Cell, DamagedGame, FirstMove, GameEntry, PagePosition, ReportData};
use super::fields::{Fields, declared, rounded, short, significant, table};
use super::language::Language;

/// Games listed under a position, as long as there is room.
const GAMES_LISTED: [usize; 7] = [20, 15, 10, 5, 3, 1, 0];
/// First moves listed under a position.
const FIRST_MOVES: usize = 8;
/// External columns, at most.
const EXTERNAL: usize = 8;
/// Characters of a text, at most; the dataset has the rest.
const LONGEST: usize = 90;
/// Bytes of an address, at most: a shortened one would lead nowhere.
const LONGEST_ADDRESS: usize = 200;

/// A block of data, and how many rows fit into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    /// JSON without any `<`.
    pub(crate) text: String,
    /// Rows of the list (runs), or rows of each list (games).
    pub(crate) rows: usize,
}

/// The start positions and mirror pairs, and their results by year and rating.
pub(super) fn positions(data: &ReportData) -> String {
    let language = data.language;
    let joined = data.external.iter().take(EXTERNAL);
    let mut columns: Vec<Value> = joined
        .map(|(name, values)| column(name, None, values))
        .collect();
    if let Some(plies) = &data.alone_ply {
        let title = language.text("half-moves after which half of its games are alone: no other game from this start has the same position");
        columns.push(column(language.text("alone after"), Some(title), plies));
    }
    let value = json!({
        "mean": data.archive_score.map(|(mean, _)| rounded(mean)),
        "cells": data.cells.iter().map(cell).collect::<Vec<Value>>(),
        "positions": table(data.positions.iter().map(position)),
        "columns": columns,
        "evaluation": evaluations(data),
        "pairs": table(data.mirror_pairs.iter().map(|pair| {
            group(json!([pair.start.number(), pair.mirror.number()]), &pair.group)
        })),
    });
    script_text(&value)
}

/// What an engine thinks of each position.
fn evaluations(data: &ReportData) -> Value {
    let engine = evaluated_by().split(',').next().unwrap_or_default();
    let title = "{0}: pawns, from White's side";
    let title = data.language.fill(title, &[engine]);
    let pawns = data.positions.iter().map(|position| {
        let centipawns = evaluation(position.row.start)?;
        Some(f64::from(centipawns) / 100.0)
    });
    let pawns: Vec<Option<f64>> = pawns.collect();
    column(data.language.text("evaluation"), Some(&title), &pawns)
}

/// Start, year and rating, null where they are not known, and results.
fn cell((cell, score): &(Cell, ScoreTally)) -> Value {
    json!([
        cell.start,
        cell.year,
        cell.rating,
        score.white_wins,
        score.draws,
        score.black_wins,
        score.unfinished
    ])
}

/// A name, and the values by Scharnagl number.
fn column(name: &str, title: Option<&str>, values: &[Option<f64>]) -> Value {
    let values: Vec<Value> = values
        .iter()
        .map(|value| json!(value.map(significant)))
        .collect();
    json!([clipped(name), values, title])
}

/// Columns of table `start_positions` that the page does not need.
const NOT_OF_STARTS: [&str; 2] = ["king_file", "played"];

/// The columns of table `start_positions`, and the first moves.
fn position(position: &PagePosition) -> Fields {
    let mut fields = declared(&position.row, &NOT_OF_STARTS);
    let moves = position.first_moves.iter().take(FIRST_MOVES);
    let moves: Vec<Value> = moves.map(first_move).collect();
    fields.push(("first_moves", json!(moves)));
    fields
}

fn first_move(first: &FirstMove) -> Value {
    let score = first.score;
    json!([
        first.san,
        score.games(),
        score.white_wins,
        score.draws,
        score.black_wins
    ])
}

/// The members of a group, and what table `start_positions` has of each of them under the same names.
fn group(members: Value, group: &GroupRow) -> Fields {
    let tally = group.score_tally;
    let mean_plies = group.mean_plies.map(|plies| short(plies, "half-moves"));
    vec![
        ("members", members),
        ("games", json!(tally.games())),
        ("white_wins", json!(tally.white_wins)),
        ("draws", json!(tally.draws)),
        ("black_wins", json!(tally.black_wins)),
        ("unfinished", json!(tally.unfinished)),
        ("score", json!(group.score.map(rounded))),
        ("score_low", json!(group.score_low.map(rounded))),
        ("score_high", json!(group.score_high.map(rounded))),
        ("mean_plies", json!(mean_plies)),
        ("incidents", json!(group.incidents)),
    ]
}

/// Some games of each position: as many of each as fit in `room` bytes.
pub(super) fn games(data: &ReportData, room: usize) -> Block {
    let mut block = Block {
        text: String::new(),
        rows: 0,
    };
    for limit in GAMES_LISTED {
        let mut texts = Texts::default();
        let lists: Vec<Value> = data
            .positions
            .iter()
            .map(|position| {
                position
                    .games
                    .iter()
                    .take(limit)
                    .map(|g| game(g, &mut texts))
                    .collect()
            })
            .collect();
        let value = json!({"games": lists, "texts": texts.list});
        block = Block {
            text: script_text(&value),
            rows: limit,
        };
        if block.text.len() <= room {
            break;
        }
    }
    block
}

/// The damaged and rejected games, as many as fit in `room` bytes.
pub(super) fn damaged(data: &ReportData, room: usize) -> Block {
    let rows = data
        .damaged
        .iter()
        .map(|damaged| damaged_game(damaged, data.language));
    block(rows, room, data.language)
}

/// A damaged game; `reason` is the message of a finding, which is English; on a page in another language it is the text, and
/// `meaning` says what is wrong with it.
fn damaged_game(damaged: &DamagedGame, language: Language) -> Fields {
    let game = &damaged.game;
    let reason = damaged.reason.as_ref();
    vec![
        ("white", json!(clipped(&game.white))),
        ("black", json!(clipped(&game.black))),
        ("white_elo", json!(game.white_elo)),
        ("black_elo", json!(game.black_elo)),
        ("result", json!(game.result)),
        ("event", json!(clipped(&game.event))),
        ("date", json!(clipped(&game.date))),
        ("site", json!(address(&game.site))),
        ("source", json!(clipped(&game.source))),
        (
            "line",
            json!(reason.map_or(game.line, |(_, line, _)| *line)),
        ),
        ("verdict", json!(language.text(damaged.verdict.as_str()))),
        ("code", json!(reason.map(|(code, ..)| code.as_str()))),
        (
            "meaning",
            json!(
                reason
                    .filter(|_| language != Language::English)
                    .map(|(code, ..)| language.meaning(*code))
            ),
        ),
        (
            "reason",
            json!(reason.map(|(.., message)| clipped(message))),
        ),
    ]
}

/// The address of a game on the web, from its Site tag; empty for any other text, and for one too long for a page.
pub(crate) fn address(site: &str) -> &str {
    let is_address = ["http://", "https://"]
        .iter()
        .any(|scheme| site.starts_with(scheme));
    match is_address && site.len() <= LONGEST_ADDRESS {
        true => site,
        false => "",
    }
}

/// White, Black, their ratings, result, event, date, half-moves, input, line, address.
fn game(game: &GameEntry, texts: &mut Texts) -> Value {
    json!([
        texts.index(&game.white),
        texts.index(&game.black),
        game.white_elo,
        game.black_elo,
        texts.index(&game.result),
        texts.index(&game.event),
        texts.index(&game.date),
        game.plies,
        texts.index(&game.source),
        game.line,
        address(&game.site),
    ])
}

/// Texts that occur often, each kept once.
#[derive(Default)]
struct Texts {
    list: Vec<String>,
    places: BTreeMap<String, usize>,
}

impl Texts {
    fn index(&mut self, text: &str) -> usize {
        let text = clipped(text);
        *self.places.entry(text).or_insert_with_key(|text| {
            self.list.push(text.clone());
            self.list.len() - 1
        })
    }
}

/// A text, shortened if it is too long for a page.
pub(crate) fn clipped(text: &str) -> String {
    clipped_to(text, LONGEST)
}

pub(crate) fn clipped_to(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

///
/// Characters that would show a text as another become `�`, as in the rest of the page.
pub(crate) fn script_text(value: &Value) -> String {
    harmless(&value.to_string()).replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{claims, sample};

    const ROOM: usize = 1_000_000;

    #[test]
    fn no_text_can_end_the_element() {
        let mut data = sample::report();
        let odd = "</script><script>alert(1)</script>".to_owned();
        data.incidents[0].game.white = Some(odd.clone());
        data.repetitions[0].game.white = Some(odd.clone());
        data.positions[518].games[0].white.clone_from(&odd);
        data.damaged = vec![crate::sample::damaged(&odd)];
        let blocks = [
            games(&data, ROOM).text,
            claims::incidents(&data, ROOM).text,
            claims::repetitions(&data, ROOM).text,
            damaged(&data, ROOM).text,
        ];
        for block in &blocks {
            assert!(!block.contains('<'), "{block}");
            let value: Value = serde_json::from_str(block).unwrap();
            assert!(value.to_string().contains("</script>"));
        }
    }

    #[test]
    fn only_whole_addresses_of_the_web_are_links() {
        assert_eq!(address("https://lichess.org/a"), "https://lichess.org/a");
        for other in ["javascript:alert(1)", "Mainz GER", "file:///etc/passwd", ""] {
            assert_eq!(address(other), "");
        }
        assert_eq!(
            address(&format!("http://{}", "x".repeat(LONGEST_ADDRESS))),
            ""
        );
    }

    #[test]
    fn games_of_a_position_are_found_by_its_number() {
        let data = sample::report();
        let value: Value = serde_json::from_str(&games(&data, ROOM).text).unwrap();
        let game = &value["games"][518][0];
        let text = |index: &Value| value["texts"][index.as_u64().unwrap() as usize].clone();
        let expected = &data.positions[518].games[0];
        assert_eq!(text(&game[0]), expected.white.as_str());
        assert_eq!(text(&game[8]), expected.source.as_str());
        assert_eq!(game[7], expected.plies);
        assert_eq!(value["games"][0], json!([]));
    }

    #[test]
    fn lists_get_shorter_until_they_fit() {
        let mut data = sample::report();
        for (number, position) in data.positions.iter_mut().enumerate() {
            position.games = (0..20)
                .map(|game| GameEntry {
                    white: format!("{number} {game} {}", "x".repeat(80)),
                    ..GameEntry::default()
                })
                .collect();
        }
        let block = games(&data, ROOM);
        // A name of 88 letters and a row of 37: 9600 are 1.2 MB, 4800 half of that.
        assert_eq!(block.rows, 5);
        assert!(block.text.len() <= ROOM);
    }

    #[test]
    fn numbers_and_texts_are_short() {
        assert_eq!(rounded(0.123_456_78), 0.123_457);
        assert_eq!(significant(0.000_012_345), 1.23e-5);
        assert_eq!(clipped(&"ü".repeat(LONGEST)).chars().count(), LONGEST);
        assert!(clipped(&"ü".repeat(LONGEST + 1)).ends_with("ü…"));
    }
}
