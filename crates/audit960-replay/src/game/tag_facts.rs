//! What tags alone say of a game: facts that are known before it is replayed.

use std::borrow::Cow;

use audit960_law::Day;
use audit960_pgn::Tag;
use audit960_types::tables::{ColumnDoc, ColumnGroup};
use audit960_types::{Effect, Fact, GameFacts, GameResult, TextSink, TimeClass, Venue};

use super::{GameReplay, ReadMode, TagSection, plain_movetext};
use crate::consistency;
use crate::player_key::{fide_id, write_player_key};
use crate::players::population;
use crate::tag_roster::TagRoster;
use crate::time_control::TimeControl;

/// Columns of table `games` that the tags of a plain record decide, besides those that hold a tag.
const DECIDED: [&str; 23] = [
    "source",
    "frame_offset",
    "byte_offset",
    "byte_length",
    "game",
    "line",
    "result",
    "year",
    "venue",
    "start_kind",
    "white_start",
    "black_start",
    "date_from",
    "date_to",
    "date_source",
    "game_id",
    "population",
    "time_class",
    "base_seconds",
    "increment_seconds",
    "time_periods",
    "white_player_key",
    "black_player_key",
];

/// Whether the tags of a plain record decide the value of a column of table `games` ([`ByTags`](crate::ByTags)). How the
/// game ended may be said elsewhere, too.
#[must_use]
pub fn is_of_tags(column: &ColumnDoc) -> bool {
    column.tag.is_some_and(|tag| tag != "Termination") || DECIDED.contains(&column.name)
}

/// What the row of a game says that its tags decide.
pub(super) struct TagRow<'a> {
    texts: TagTexts<'a>,
    players: PlayerTexts<'a>,
    /// Those of White and Black, if known.
    ratings: [Option<i32>; 2],
    /// The time control, in seconds whatever unit was written.
    pub(super) control: Option<TimeControl>,
    time_periods: Option<String>,
}

/// The texts of the tags that the row has.
struct TagTexts<'a> {
    event: Option<Cow<'a, str>>,
    site: Option<Cow<'a, str>>,
    date: Option<Cow<'a, str>>,
    round: Option<Cow<'a, str>>,
    white: Option<Cow<'a, str>>,
    black: Option<Cow<'a, str>>,
    variant: Option<Cow<'a, str>>,
    event_date: Option<Cow<'a, str>>,
    time_control: Option<Cow<'a, str>>,
    white_title: Option<Cow<'a, str>>,
    black_title: Option<Cow<'a, str>>,
    eco: Option<Cow<'a, str>>,
    time: Option<Cow<'a, str>>,
}

impl<'a> TagTexts<'a> {
    #[inline]
    fn of(roster: &TagRoster<'a>) -> Self {
        let text = |tag| roster.text(tag);
        Self {
            event: text(Tag::Event),
            site: text(Tag::Site),
            date: text(Tag::Date).or_else(|| text(Tag::UtcDate)),
            round: text(Tag::Round),
            white: text(Tag::White),
            black: text(Tag::Black),
            variant: text(Tag::Variant),
            event_date: text(Tag::EventDate),
            time_control: text(Tag::TimeControl),
            white_title: text(Tag::WhiteTitle),
            black_title: text(Tag::BlackTitle),
            eco: text(Tag::Eco),
            time: text(Tag::UtcTime).or_else(|| text(Tag::Time)),
        }
    }
}

/// What columns about the players are made of.
#[derive(Default)]
struct PlayerTexts<'a> {
    fide_ids: [Option<i64>; 2],
    teams: [Option<Cow<'a, str>>; 2],
    /// Whether there is a key in the scratch space.
    has_key: [bool; 2],
}

impl<'a> PlayerTexts<'a> {
    /// Reads them, and writes the keys.
    fn of(
        roster: &TagRoster<'a>,
        names: [Option<&str>; 2],
        venue: Venue,
        keys: &mut [String; 2],
    ) -> Self {
        let ids = [Tag::WhiteFideId, Tag::BlackFideId];
        let fide_ids = ids.map(|tag| roster.raw(tag).and_then(fide_id));
        let mut has_key = [false; 2];
        for (side, key) in keys.iter_mut().enumerate() {
            has_key[side] = write_player_key(names[side], fide_ids[side], venue, key);
        }
        Self {
            fide_ids,
            teams: [Tag::WhiteTeam, Tag::BlackTeam].map(|tag| roster.text(tag)),
            has_key,
        }
    }
}

impl TagRow<'_> {
    /// The facts that the tags decide; place and all others are those of no game. `keys` are those of the players.
    pub(super) fn facts<'f>(
        &'f self,
        tags: &'f TagSection<'_>,
        keys: &'f [String; 2],
        result: GameResult,
    ) -> GameFacts<'f> {
        let Self { texts, players, .. } = self;
        let control = self.control.as_ref();
        // Servers write this for games without a clock.
        let without_clock = || {
            let is_none = tags.roster.raw(Tag::TimeControl) == Some(b"-");
            (is_none && tags.venue.is_server()).then_some(TimeClass::Correspondence)
        };
        GameFacts {
            event: texts.event.as_deref(),
            site: texts.site.as_deref(),
            date: texts.date.as_deref(),
            round: texts.round.as_deref(),
            white: texts.white.as_deref(),
            black: texts.black.as_deref(),
            variant: texts.variant.as_deref(),
            result,
            days: tags.dates.game.map(|days| {
                let [first, last] = [days.first(), days.last()].map(Day::days_since_1970);
                (first, last)
            }),
            event_date: texts.event_date.as_deref(),
            date_source: tags.dates.source,
            year: tags.dates.year().map(i32::from),
            white_elo: self.ratings[0],
            black_elo: self.ratings[1],
            venue: tags.venue,
            population: population(tags.roster.players(self.ratings), tags.venue),
            time_control: texts.time_control.as_deref(),
            time_class: control.map(TimeControl::class).or_else(without_clock),
            base_seconds: control.and_then(TimeControl::base_seconds),
            increment_seconds: control.and_then(TimeControl::increment_seconds),
            time_periods: self.time_periods.as_deref(),
            white_title: texts.white_title.as_deref(),
            black_title: texts.black_title.as_deref(),
            eco: texts.eco.as_deref(),
            time: texts.time.as_deref(),
            fide_ids: players.fide_ids,
            white_team: players.teams[0].as_deref(),
            black_team: players.teams[1].as_deref(),
            player_keys: [0, 1]
                .map(|side: usize| players.has_key[side].then_some(keys[side].as_str())),
            ..GameFacts::default()
        }
    }
}

impl<'a, S: TextSink> GameReplay<'a, '_, S> {
    /// Reads what the tags say; the keys of the players go to the scratch space.
    pub(super) fn tag_row(
        &mut self,
        ratings: [Option<i32>; 2],
        control: Option<TimeControl>,
    ) -> TagRow<'a> {
        let texts = TagTexts::of(&self.tags.roster);
        let mut players = PlayerTexts::default();
        if self.options.columns >= ColumnGroup::Players {
            let names = [texts.white.as_deref(), texts.black.as_deref()];
            let keys = &mut self.scratch.player_keys;
            players = PlayerTexts::of(&self.tags.roster, names, self.tags.venue, keys);
        }
        TagRow {
            texts,
            players,
            ratings,
            time_periods: control.as_ref().and_then(TimeControl::time_periods),
            control,
        }
    }

    /// Whether the game is replayed, now that its tags are read. If the record is plain, it may be skipped, or its tags
    /// be all that is asked for.
    pub(super) fn is_replayed(&mut self) -> bool {
        let Some(by_tags) = &self.options.by_tags else {
            return true;
        };
        let may_be_plain = self.walk.reading == ReadMode::English
            && !self.tags.start.foreign
            // The moves may show castling rights that the record lacks.
            && self.tags.start.kind == self.tags.start.kind_with_rights
            && self.effect() == Effect::None
            && !self.cut;
        let result = self
            .tags
            .roster
            .raw(Tag::Result)
            .and_then(consistency::tag_result);
        let Some(result) = result.filter(|_| may_be_plain) else {
            return true;
        };
        let control = self.time_control(&mut Vec::new());
        let ratings = self.tags.roster.ratings().map(Result::unwrap_or_default);
        let row = self.tag_row(ratings, control);
        let begin = self.begin.at();
        let keys = &self.scratch.player_keys;
        let facts = GameFacts {
            identity: (self.identity)(begin),
            byte_length: (self.span_end() - begin) as u64,
            line: self.begin.lines(),
            start: self.tags.start.kind,
            white_start: self.tags.start.numbers[0],
            black_start: self.tags.start.numbers[1],
            ..row.facts(&self.tags, keys, result)
        };
        let condition = by_tags.condition.as_ref();
        let keeps = condition.is_none_or(|condition| condition.keeps(self.source, &facts));
        if keeps && by_tags.replays || !plain_movetext::is_plain(self.movetext_text()) {
            return true;
        }
        let fact = match keeps {
            true => Fact::Game(&facts),
            false => Fact::Skipped(facts.byte_length),
        };
        self.sink.fact(fact);
        self.index += 1;
        // Of a game that is not read nothing is found.
        self.findings.clear();
        false
    }
}
