//! The members of a record, read leniently: a member of another type than usual counts as missing.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The names of the members of a [`Record`].
pub(crate) const RECORD_MEMBERS: [&str; 31] = [
    "pgn",
    "moves",
    "id",
    "url",
    "event",
    "rated",
    "variant",
    "rules",
    "speed",
    "time_class",
    "status",
    "termination",
    "end_type",
    "result",
    "winner",
    "initialFen",
    "initial_fen",
    "initial_setup",
    "createdAt",
    "end_time",
    "time_control",
    "daysPerTurn",
    "tournament",
    "swiss",
    "clock",
    "opening",
    "players",
    "white",
    "black",
    "clocks",
    "analysis",
];

/// A game, as Lichess or chess.com exports it; all other members are left out.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Record {
    pub(super) pgn: Text,
    pub(super) moves: Moves,
    pub(super) id: Text,
    pub(super) url: Text,
    pub(super) event: Text,
    pub(super) rated: Text,
    #[serde(alias = "rules")]
    pub(super) variant: Text,
    #[serde(alias = "time_class")]
    pub(super) speed: Text,
    pub(super) status: Text,
    pub(super) termination: Text,
    pub(super) end_type: Text,
    pub(super) result: Text,
    pub(super) winner: Text,
    #[serde(rename = "initialFen", alias = "initial_fen", alias = "initial_setup")]
    pub(super) initial_fen: Text,
    #[serde(rename = "createdAt")]
    pub(super) created_at: Text,
    pub(super) end_time: Text,
    pub(super) time_control: Text,
    #[serde(rename = "daysPerTurn")]
    pub(super) days_per_turn: Text,
    pub(super) tournament: Text,
    pub(super) swiss: Text,
    pub(super) clock: Members<Clock>,
    pub(super) opening: Members<Opening>,
    pub(super) players: Members<Players>,
    pub(super) white: Members<Player>,
    pub(super) black: Members<Player>,
    pub(super) clocks: List<Number>,
    pub(super) analysis: List<Evaluation>,
}

/// Base time and increment, in seconds.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Clock {
    pub(super) initial: Text,
    pub(super) increment: Text,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Opening {
    pub(super) eco: Text,
    pub(super) name: Text,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Players {
    pub(super) white: Members<Player>,
    pub(super) black: Members<Player>,
}

/// A player of either server.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Player {
    pub(super) user: Members<User>,
    #[serde(rename = "userId")]
    pub(super) user_id: Text,
    #[serde(alias = "username")]
    pub(super) name: Text,
    pub(super) rating: Text,
    #[serde(rename = "ratingDiff")]
    pub(super) rating_diff: Text,
    #[serde(rename = "aiLevel")]
    pub(super) ai_level: Text,
    pub(super) result: Text,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct User {
    pub(super) name: Text,
    pub(super) id: Text,
    pub(super) title: Text,
}

/// An evaluation after a half-move: centipawns, or moves to mate, from White's point of view.
#[derive(Debug, Default)]
pub(super) struct Evaluation {
    pub(super) eval: Number,
    pub(super) mate: Number,
}

/// A text, number or truth value as text, or a list of them with blanks between.
#[derive(Debug, Default, Deserialize)]
#[serde(from = "Value")]
pub(super) struct Text(pub(super) Option<String>);

/// Moves: a text, or a list of words.
#[derive(Debug, Default, Deserialize)]
#[serde(from = "Value")]
pub(super) enum Moves {
    /// There are none.
    #[default]
    None,
    /// As movetext.
    Text(String),
    /// Anything else.
    Unknown,
}

/// A whole number.
#[derive(Debug, Default)]
pub(super) struct Number(pub(super) Option<i64>);

/// A list; anything else is an empty one.
#[derive(Debug, Default, Deserialize)]
#[serde(from = "Value", bound(deserialize = "T: From<Value>"))]
pub(super) struct List<T>(pub(super) Vec<T>);

/// An object; anything else is an empty one.
#[derive(Debug, Default, Deserialize)]
#[serde(
    try_from = "Value",
    bound(deserialize = "T: DeserializeOwned + Default")
)]
pub(super) struct Members<T>(pub(super) T);

impl Text {
    pub(super) fn as_deref(&self) -> Option<&str> {
        self.0.as_deref()
    }
}

impl From<Value> for Text {
    fn from(value: Value) -> Self {
        Self(match value {
            Value::Null => None,
            Value::Bool(value) => Some(value.to_string()),
            Value::Number(number) => Some(match number.as_f64().filter(|_| number.is_f64()) {
                Some(float) => float.to_string(),
                None => number.to_string(),
            }),
            Value::String(text) => Some(text),
            Value::Array(list) => {
                let mut all = String::new();
                for one in list {
                    if !all.is_empty() {
                        all.push(' ');
                    }
                    all.push_str(Self::from(one).as_deref().unwrap_or_default());
                }
                Some(all)
            }
            // Variants may be objects with a key.
            Value::Object(mut object) => object.remove("key").and_then(|key| Self::from(key).0),
        })
    }
}

impl From<Value> for Moves {
    fn from(value: Value) -> Self {
        match value {
            Value::Null => Self::None,
            Value::String(text) => Self::Text(text),
            Value::Array(list) => {
                let is_word = |word: &&str| !word.contains(char::is_whitespace);
                let words = list.iter().map(|one| one.as_str().filter(is_word));
                let words: Option<Vec<&str>> = words.collect();
                words.map_or(Self::Unknown, |words| Self::Text(words.join(" ")))
            }
            _ => Self::Unknown,
        }
    }
}

impl From<&Value> for Number {
    fn from(value: &Value) -> Self {
        let float = value.as_f64().filter(|_| value.is_f64());
        Self(value.as_i64().or(float.map(|float| float.round() as i64)))
    }
}

impl From<Value> for Number {
    fn from(value: Value) -> Self {
        Self::from(&value)
    }
}

impl<T: From<Value>> From<Value> for List<T> {
    fn from(value: Value) -> Self {
        Self(match value {
            Value::Array(list) => list.into_iter().map(T::from).collect(),
            _ => Vec::new(),
        })
    }
}

impl From<Value> for Evaluation {
    fn from(value: Value) -> Self {
        let number = |name| value.get(name).map(Number::from).unwrap_or_default();
        Self {
            eval: number("eval"),
            mate: number("mate"),
        }
    }
}

/// A player or an opening that is a text is known by its name.
impl<T: DeserializeOwned + Default> TryFrom<Value> for Members<T> {
    type Error = serde_json::Error;

    fn try_from(value: Value) -> Result<Self, Self::Error> {
        match value {
            Value::Object(_) => T::deserialize(value).map(Self),
            Value::String(name) => T::deserialize(serde_json::json!({ "name": name })).map(Self),
            _ => Ok(Self::default()),
        }
    }
}
