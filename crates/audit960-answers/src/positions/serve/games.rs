//! Games by their ids: who played, when, and where the record is.

use std::collections::{HashMap, HashSet};

use audit960_dataset::{Dataset, TableScan, row_of, rows};
use audit960_types::{GameResult, Identity, Side, TimeClass};
use serde_json::{Value, json};

row_of! {
    /// What is said of a game.
    #[derive(Clone, Debug)]
    pub(super) struct Game {
        game_id: i64,
        source: String,
        frame_offset: u64,
        byte_offset: u64,
        site: Option<String>,
        date: Option<String>,
        white: Option<String>,
        black: Option<String>,
        white_elo: Option<i64>,
        black_elo: Option<i64>,
        result: GameResult,
        year: Option<i64>,
        time_class: Option<TimeClass>,
    }
}

/// The games of a dataset that have these ids.
pub(super) fn of_ids(dataset: &Dataset, ids: &HashSet<i64>) -> anyhow::Result<HashMap<i64, Game>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let reading = TableScan::of("games", Game::COLUMNS).only(&["game_id"], |rows| {
        let found = rows.ints("game_id")?;
        let wanted = |row| found.get(row).is_some_and(|id| ids.contains(&id));
        Ok((0..rows.len()).map(wanted).collect())
    });
    let table = dataset.read(&reading)?;
    let games = rows(&table).map(|row| Ok(Game::of(&row)?));
    let games = games.map(|game: anyhow::Result<Game>| game.map(|game| (game.game_id, game)));
    games.collect()
}

/// An id as it stands in addresses.
pub(super) fn id_text(id: i64) -> String {
    format!("{:016x}", id.cast_unsigned())
}

/// The id that stands in an address.
pub(super) fn parse_id(text: &str) -> Option<i64> {
    let is_id = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let id = is_id.then(|| u64::from_str_radix(text, 16).ok())?;
    id.map(u64::cast_signed)
}

impl Game {
    pub(super) fn source(&self) -> &str {
        &self.source
    }

    pub(super) const fn identity(&self) -> Identity {
        Identity {
            frame_offset: self.frame_offset,
            byte_offset: self.byte_offset,
        }
    }

    /// The side that won; null if none did, or it is not known.
    fn winner(&self) -> Value {
        match self.result.winner() {
            Some(Side::White) => "white".into(),
            Some(Side::Black) => "black".into(),
            None => Value::Null,
        }
    }

    /// The month as `2024-05`; null if the tag does not say it.
    fn month(&self) -> Option<String> {
        let date = self.date.as_deref()?;
        let (year, month) = (date.get(..4)?, date.get(5..7)?);
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        (is_number(year) && is_number(month)).then(|| format!("{year}-{month}"))
    }

    /// In the form of Lichess, whose clients expect a text and a number of each player.
    pub(super) fn lichess(&self) -> Value {
        let player = |name: &Option<String>, elo: Option<i64>| json!({ "name": name.as_deref().unwrap_or("?"), "rating": elo.unwrap_or(0) });
        json!({
            "id": id_text(self.game_id),
            "winner": self.winner(),
            "speed": self.time_class.map(|speed| speed.to_string()),
            "mode": null,
            "white": player(&self.white, self.white_elo),
            "black": player(&self.black, self.black_elo),
            "year": self.year,
            "month": self.month(),
        })
    }

    /// As the page has it.
    pub(super) fn page(&self) -> Value {
        let id = id_text(self.game_id);
        let link = self.site.as_deref();
        let link = link.filter(|site| site.starts_with("https://") || site.starts_with("http://"));
        json!({
            "white": { "name": self.white, "rating": self.white_elo },
            "black": { "name": self.black, "rating": self.black_elo },
            "winner": self.winner(),
            "result": self.result.to_string(),
            "year": self.year,
            "link": link,
            "pgn": format!("/masters/pgn/{id}"),
            "id": id,
        })
    }
}
