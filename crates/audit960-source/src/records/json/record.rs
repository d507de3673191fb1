//! The members of a record, read leniently: a member of another type than usual counts as missing.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{
    DeserializeOwned, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor,
    value::{MapAccessDeserializer, MapDeserializer},
};

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
    #[serde(alias = "end_time")]
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
    pub(super) analysis: List<Members<Evaluation>>,
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
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Evaluation {
    pub(super) eval: Number,
    pub(super) mate: Number,
}

/// A text, number or truth value as text, or a list of them with blanks between.
#[derive(Debug, Default)]
pub(super) struct Text(pub(super) Option<String>);

/// Moves: a text, or a list of words.
#[derive(Debug, Default)]
pub(super) enum Moves {
    /// There are none.
    #[default]
    None,
    /// As movetext.
    Text(String),
    /// Anything else.
    Unknown,
}

/// An element of a list of moves, if it is one word.
#[derive(Debug, Default)]
struct Word(Option<String>);

/// A whole number.
#[derive(Debug, Default)]
pub(super) struct Number(pub(super) Option<i64>);

/// A list; anything else is an empty one.
#[derive(Debug)]
pub(super) struct List<T>(pub(super) Vec<T>);

/// An object; anything else is an empty one.
#[derive(Debug, Default)]
pub(super) struct Members<T>(pub(super) T);

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl Text {
    pub(super) fn as_deref(&self) -> Option<&str> {
        self.0.as_deref()
    }
}

/// Skips the elements of a list.
fn skip_list<'de, A: SeqAccess<'de>>(mut list: A) -> Result<(), A::Error> {
    while list.next_element::<IgnoredAny>()?.is_some() {}
    Ok(())
}

/// Skips the members of an object.
fn skip_object<'de, A: MapAccess<'de>>(mut object: A) -> Result<(), A::Error> {
    while object.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
    Ok(())
}

/// A visitor that takes any value: those it does not name give the default.
macro_rules! lenient {
    ($target:ty, $visitor:ident $(<$p:ident>)?, { $($method:tt)* } skips { $($skipped:ident)* }) => {
        impl<'de $(, $p: DeserializeOwned + Default)?> Deserialize<'de> for $target {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_any($visitor::<$($p)?>(PhantomData))
            }
        }

        impl<'de $(, $p: DeserializeOwned + Default)?> Visitor<'de> for $visitor<$($p)?> {
            type Value = $target;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("any value")
            }

            fn visit_unit<E>(self) -> Result<Self::Value, E> {
                Ok(Self::Value::default())
            }

            $($method)*
            $(lenient!(@ $skipped);)*
        }
    };
    (@ bool) => {
        fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> { Ok(Self::Value::default()) }
    };
    (@ number) => {
        fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> { Ok(Self::Value::default()) }
        fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> { Ok(Self::Value::default()) }
        fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> { Ok(Self::Value::default()) }
    };
    (@ text) => {
        fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> { Ok(Self::Value::default()) }
    };
    (@ list) => {
        fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Self::Value, A::Error> {
            skip_list(list)?;
            Ok(Self::Value::default())
        }
    };
    (@ object) => {
        fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<Self::Value, A::Error> {
            skip_object(object)?;
            Ok(Self::Value::default())
        }
    };
}

struct AsText<T = ()>(PhantomData<T>);
struct AsMoves<T = ()>(PhantomData<T>);
struct AsWord<T = ()>(PhantomData<T>);
struct AsNumber<T = ()>(PhantomData<T>);
struct AsList<T>(PhantomData<T>);
struct AsMembers<T>(PhantomData<T>);

lenient!(Text, AsText, {
    fn visit_str<E>(self, text: &str) -> Result<Text, E> {
        Ok(Text(Some(text.to_owned())))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Text, E> {
        Ok(Text(Some(value.to_string())))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Text, E> {
        Ok(Text(Some(number.to_string())))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Text, E> {
        Ok(Text(Some(number.to_string())))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Text, E> {
        Ok(Text(Some(number.to_string())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Text, A::Error> {
        let mut all = String::new();
        while let Some(Text(one)) = list.next_element()? {
            if !all.is_empty() {
                all.push(' ');
            }
            all.push_str(&one.unwrap_or_default());
        }
        Ok(Text(Some(all)))
    }

    /// Variants may be objects with a key.
    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Text, A::Error> {
        let mut key = Text::default();
        while let Some(name) = object.next_key::<String>()? {
            match name.as_str() {
                "key" => key = object.next_value()?,
                _ => {
                    object.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(key)
    }
} skips {});

lenient!(Moves, AsMoves, {
    fn visit_str<E>(self, text: &str) -> Result<Moves, E> {
        Ok(Moves::Text(text.to_owned()))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Moves, E> {
        Ok(Moves::Unknown)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Moves, E> {
        Ok(Moves::Unknown)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Moves, E> {
        Ok(Moves::Unknown)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Moves, E> {
        Ok(Moves::Unknown)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Moves, A::Error> {
        let mut words = Some(Vec::new());
        while let Some(Word(word)) = list.next_element()? {
            match (word, &mut words) {
                (Some(word), Some(words)) => words.push(word),
                _ => words = None,
            }
        }
        Ok(words.map_or(Moves::Unknown, |words| Moves::Text(words.join(" "))))
    }

    fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<Moves, A::Error> {
        skip_object(object)?;
        Ok(Moves::Unknown)
    }
} skips {});

lenient!(Word, AsWord, {
    fn visit_str<E>(self, text: &str) -> Result<Word, E> {
        let is_word = !text.contains(char::is_whitespace);
        Ok(Word(is_word.then(|| text.to_owned())))
    }
} skips { bool number list object });

lenient!(Number, AsNumber, {
    fn visit_i64<E>(self, number: i64) -> Result<Number, E> {
        Ok(Number(Some(number)))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Number, E> {
        Ok(Number(i64::try_from(number).ok()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Number, E> {
        Ok(Number(Some(number.round() as i64)))
    }
} skips { bool text list object });

lenient!(List<T>, AsList<T>, {
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<List<T>, A::Error> {
        let mut all = Vec::new();
        while let Some(one) = list.next_element()? {
            all.push(one);
        }
        Ok(List(all))
    }
} skips { bool number text object });

lenient!(Members<T>, AsMembers<T>, {
    /// A player or an opening that is a text is known by its name.
    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Members<T>, E> {
        let name = std::iter::once(("name", text));
        Ok(Members(T::deserialize(MapDeserializer::new(name))?))
    }

    fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<Members<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(object)).map(Members)
    }
} skips { bool number list });
