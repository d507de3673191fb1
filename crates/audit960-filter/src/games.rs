//! The columns of table `games`, and their values for a game that has just been read.

use audit960_types::{Castled, CastlingSource, GameFacts, Side, Termination, TimeClass};

use crate::value::{Kind, Value};

/// The facts of a game and where it is in its source.
#[derive(Clone, Copy, Debug)]
pub struct GameRow<'g> {
    /// The facts of an audit.
    pub facts: &'g GameFacts<'g>,
    /// Name of its source.
    pub source: &'g str,
    /// Ordinal in its source, from 0; `None` if it is not known.
    pub game: Option<u64>,
    /// First line in its source, from 1.
    pub line: u64,
    /// Its `game_id`.
    pub id: i64,
}

impl<'g> GameRow<'g> {
    fn castled(&self, side: Side) -> Option<Castled> {
        self.facts.castled[side as usize]
    }

    fn date(days: Option<i32>) -> Value<'g> {
        days.map_or(Value::Null, Value::Date)
    }
}

/// Defines the columns: name, kind, and value for a row.
macro_rules! columns {
    ($($name:ident: $kind:ident = |$row:ident| $value:expr;)+) => {
        /// A column of table `games`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(non_camel_case_types, missing_docs, reason = "named as in the table, which says what each is")]
        pub enum Column { $($name),+ }

        impl Column {
            /// All columns, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// Its name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => stringify!($name)),+ }
            }

            /// The kind of its values.
            #[must_use]
            pub const fn kind(self) -> Kind {
                match self { $(Self::$name => Kind::$kind),+ }
            }
        }

        impl Row for GameRow<'_> {
            fn value(&self, column: Column) -> Value<'_> {
                match column { $(Column::$name => { let $row = self; $value }),+ }
            }
        }
    };
}

columns! {
    source: Text = |row| Value::text(Some(row.source));
    frame_offset: Int = |row| Value::number(Some(row.facts.identity.frame_offset));
    byte_offset: Int = |row| Value::number(Some(row.facts.identity.byte_offset));
    byte_length: Int = |row| Value::number(Some(row.facts.byte_length));
    game: Int = |row| Value::number(row.game);
    line: Int = |row| Value::number(Some(row.line));
    event: Text = |row| Value::text(row.facts.event);
    site: Text = |row| Value::text(row.facts.site);
    date: Text = |row| Value::text(row.facts.date);
    round: Text = |row| Value::text(row.facts.round);
    white: Text = |row| Value::text(row.facts.white);
    black: Text = |row| Value::text(row.facts.black);
    result: Text = |row| Value::text(Some(row.facts.result.as_str()));
    year: Int = |row| Value::number(row.facts.year);
    white_elo: Int = |row| Value::number(row.facts.white_elo);
    black_elo: Int = |row| Value::number(row.facts.black_elo);
    variant: Text = |row| Value::text(row.facts.variant);
    venue: Text = |row| Value::text(Some(row.facts.venue.as_str()));
    start_kind: Text = |row| Value::text(Some(row.facts.start.as_str()));
    white_start: Int = |row| Value::number(row.facts.white_start);
    black_start: Int = |row| Value::number(row.facts.black_start);
    fen: Text = |row| Value::text(row.facts.fen);
    castling_style: Text = |row| Value::text(Some(row.facts.castling_style.as_str()));
    plies: Int = |row| Value::number(Some(row.facts.plies));
    verdict: Text = |row| Value::text(Some(row.facts.verdict.as_str()));
    ending: Text = |row| Value::text(Some(row.facts.ending.as_str()));
    final_clock: Int = |row| Value::number(row.facts.final_clock);
    max_clock: Int = |row| Value::number(row.facts.max_clock);
    white_castled: Text = |row| Value::text(row.castled(Side::White).map(|it| it.wing.as_str()));
    black_castled: Text = |row| Value::text(row.castled(Side::Black).map(|it| it.wing.as_str()));
    white_castled_ply: Int = |row| Value::number(row.castled(Side::White).map(|it| it.ply));
    black_castled_ply: Int = |row| Value::number(row.castled(Side::Black).map(|it| it.ply));
    max_repetition: Int = |row| Value::number(row.facts.max_repetition);
    opening: Text = |row| Value::text(row.facts.opening);
    moves_hash: Int = |row| Value::number(row.facts.moves_hash);
    unread_bytes: Int = |row| Value::number(Some(row.facts.unread_bytes));
    moves: Text = |row| Value::text(row.facts.moves);
    date_from: Date = |row| GameRow::date(row.facts.days.map(|(first, _)| first));
    date_to: Date = |row| GameRow::date(row.facts.days.map(|(_, last)| last));
    event_date: Text = |row| Value::text(row.facts.event_date);
    date_source: Text = |row| Value::text(Some(row.facts.date_source.as_str()));
    termination: Text = |row| Value::text(row.facts.termination.map(Termination::as_str));
    termination_raw: Text = |row| Value::text(row.facts.termination_raw);
    half_point_lost_by: Text = |row| Value::text(row.facts.half_point_lost_by.map(Side::as_str));
    game_id: Int = |row| Value::number(Some(row.id));
    population: Text = |row| Value::text(Some(row.facts.population.as_str()));
    time_control: Text = |row| Value::text(row.facts.time_control);
    time_class: Text = |row| Value::text(row.facts.time_class.map(TimeClass::as_str));
    white_title: Text = |row| Value::text(row.facts.white_title);
    black_title: Text = |row| Value::text(row.facts.black_title);
    eco: Text = |row| Value::text(row.facts.eco);
    time: Text = |row| Value::text(row.facts.time);
    writer: Text = |row| Value::text(Some(row.facts.writer.as_str()));
    castling_source: Text = |row| Value::text(row.facts.castling_source.map(CastlingSource::as_str));
    illegal_kept: Int = |row| Value::number(Some(row.facts.illegal_kept));
}

/// A row of table `games`.
pub trait Row {
    /// The value of a column, of the kind that the column has, or null.
    fn value(&self, column: Column) -> Value<'_>;
}

impl Column {
    /// The column with a name, in any letter case.
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        let same = |column: &&Self| column.name().eq_ignore_ascii_case(name);
        Self::ALL.iter().find(same).copied()
    }
}
