//! The row of a game.

use std::borrow::Cow;
use std::fmt::Write as _;

use audit960_board::{MaterialStays, Position, write_uci};
use audit960_law::Day;
use audit960_pgn::Tag;
use audit960_types::tables::ColumnGroup;
use audit960_types::{
    Effect, Fact, GameFacts, HalfPoint, Incident, JudgedRepetition, LastPosition, StartKind,
    TextSink, TimeClass, Venue,
};
use xxhash_rust::xxh3::xxh3_64;

use super::row::Row;
use super::{GameReplay, ORTHODOX};
use crate::options::ENDING_PIECES;
use crate::player_key::{fide_id, write_player_key};
use crate::players::population;
use crate::quality::{Noted, quality};
use crate::replayed_line::ReplayedLine;
use crate::tag_roster::TagRoster;
use crate::termination::Stated;
use crate::time_control::TimeControl;

/// Number of half-moves in column `opening`.
const OPENING: usize = 4;

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

impl<S: TextSink> GameReplay<'_, '_, S> {
    /// Hands the row of a game on.
    pub(super) fn write_facts(
        &mut self,
        row: &Row,
        stated: &Stated<'_>,
        incidents: &[Incident],
        repetitions: &[JudgedRepetition],
    ) {
        let &Row {
            identity,
            end,
            result,
            ending,
            over,
            effect,
            extremes,
            ratings,
            control,
        } = row;
        let played = effect < Effect::Rejected;
        let start_known = played || effect == Effect::Foreign;
        let texts = TagTexts::of(&self.tags.roster);
        let mut players = PlayerTexts::default();
        if self.options.columns >= ColumnGroup::Players {
            let names = [texts.white.as_deref(), texts.black.as_deref()];
            let keys = &mut self.scratch.player_keys;
            players = PlayerTexts::of(&self.tags.roster, names, self.tags.venue, keys);
        }
        let writer = self.writer();
        let castling_source = played.then(|| self.castling_source());
        // Servers write this for games without a clock.
        let without_clock = || {
            let is_none = self.tags.roster.raw(Tag::TimeControl) == Some(b"-");
            (is_none && self.tags.venue.is_server()).then_some(TimeClass::Correspondence)
        };
        let time_class = control
            .as_ref()
            .map(TimeControl::class)
            .or_else(without_clock);
        let time_periods = control.as_ref().and_then(TimeControl::time_periods);
        let claimable = !incidents.is_empty() || !repetitions.is_empty();
        let lost = claimable
            .then(|| HalfPoint::of(incidents, repetitions))
            .flatten();
        let with_moves = self.options.with_moves || claimable;
        self.scratch.rights.clear();
        if played {
            self.write_moves(with_moves);
        }
        let scratch = &*self.scratch;
        let line = &scratch.line;
        let quality = (played && self.options.columns >= ColumnGroup::Quality).then(|| {
            let notes = &scratch.notes;
            let noted = Noted {
                clocks: notes.clocks().unwrap_or_default(),
                move_times: notes.move_times().unwrap_or_default(),
                evals: notes.analysis().unwrap_or_default(),
            };
            quality(noted, control.as_ref(), line.start.turn(), line.plies())
        });
        let has_notes = played && self.options.with_moves;
        let moves_hash = played.then(|| xxh3_64(line.trail.record()).cast_signed());
        let start = if start_known {
            self.tags.start.kind
        } else {
            StartKind::Unknown
        };
        let fen = match effect {
            Effect::Foreign => self.tags.start.xfen.as_deref(),
            _ => played.then(|| line.trail.fen()),
        };
        self.sink.fact(Fact::Game(&GameFacts {
            identity,
            byte_length: (end - self.begin.at()) as u64,
            line: self.begin.lines(),
            event: texts.event.as_deref(),
            site: texts.site.as_deref(),
            date: texts.date.as_deref(),
            round: texts.round.as_deref(),
            white: texts.white.as_deref(),
            black: texts.black.as_deref(),
            variant: texts.variant.as_deref(),
            result,
            days: self.tags.dates.game.map(|days| {
                let [first, last] = [days.first(), days.last()].map(Day::days_since_1970);
                (first, last)
            }),
            event_date: texts.event_date.as_deref(),
            date_source: self.tags.dates.source,
            termination: stated.termination,
            termination_raw: stated.raw.as_deref(),
            half_point_lost_by: lost.map(|half_point| half_point.lost_by),
            half_point_uncertain: lost.map(|half_point| half_point.uncertain),
            year: self.tags.dates.year().map(i32::from),
            white_elo: ratings[0],
            black_elo: ratings[1],
            venue: self.tags.venue,
            population: population(self.tags.roster.players(ratings), self.tags.venue),
            time_control: texts.time_control.as_deref(),
            time_class,
            base_seconds: control.as_ref().and_then(TimeControl::base_seconds),
            increment_seconds: control.as_ref().and_then(TimeControl::increment_seconds),
            time_periods: time_periods.as_deref(),
            draw_offers: (played && !scratch.offers.is_empty()).then_some(&*scratch.offers),
            white_title: texts.white_title.as_deref(),
            black_title: texts.black_title.as_deref(),
            eco: texts.eco.as_deref(),
            time: texts.time.as_deref(),
            start,
            white_start: self.tags.start.numbers[0].filter(|_| start_known),
            black_start: self.tags.start.numbers[1].filter(|_| start_known),
            fen: fen.filter(|fen| *fen != ORTHODOX),
            castling_style: self.tags.start.style,
            rights: &scratch.rights,
            plies: if played { line.plies() } else { 0 },
            verdict: effect.verdict(),
            ending,
            end: over,
            final_clock: played.then(|| line.position.clock()),
            max_clock: extremes.map(|(clock, _)| clock),
            castled: if played { line.castled } else { [None; 2] },
            max_repetition: extremes.map(|(_, repetition)| repetition),
            opening: played.then_some(scratch.opening.as_str()),
            moves_hash,
            illegal_kept: self.game.keeping.kept,
            unread_bytes: self.walk.unread,
            moves: (played && with_moves).then_some(scratch.uci.as_str()),
            opening_moves: (played && self.options.opening_plies.is_some())
                .then_some(scratch.opening_moves.as_str()),
            endings: (played && self.options.opening_plies.is_some())
                .then_some(scratch.endings.as_str())
                .filter(|endings| !endings.is_empty()),
            clocks: scratch.notes.clocks().filter(|_| has_notes),
            move_times: scratch.notes.move_times().filter(|_| has_notes),
            evals: scratch.notes.evals().filter(|_| has_notes),
            quality: quality.as_ref(),
            fide_ids: players.fide_ids,
            white_team: players.teams[0].as_deref(),
            black_team: players.teams[1].as_deref(),
            player_keys: [0, 1].map(|side: usize| {
                players.has_key[side].then_some(scratch.player_keys[side].as_str())
            }),
            incidents: incidents.len() as u32,
            hashed: played.then_some(line.trail.record()),
            last: (played && self.options.with_last).then(|| last_position(&line.position)),
            writer,
            castling_source,
            codes: &scratch.codes,
            start_search: self.game.search.as_ref(),
        }));
    }

    /// Writes what the row says of the moves of a game that was played into the scratch space.
    fn write_moves(&mut self, with_moves: bool) {
        let scratch = &mut *self.scratch;
        let line = &scratch.line;
        scratch.rights.extend(line.start.castling_rights());
        scratch.opening.clear();
        write_uci(line.trail.moves().take(OPENING), &mut scratch.opening);
        if with_moves {
            scratch.uci.clear();
            write_uci(line.trail.moves(), &mut scratch.uci);
        }
        if let Some(plies) = self.options.opening_plies {
            scratch.opening_moves.clear();
            let kept = line.trail.moves().take(plies as usize + 1);
            write_uci(kept, &mut scratch.opening_moves);
            let legal = self.game.keeping.legal_plies.unwrap_or(line.plies());
            write_endings(line, legal, &mut scratch.stays, &mut scratch.endings);
        }
        scratch.notes.end(line.plies());
    }
}

/// Writes how long each material with few pieces stood on the board within the first half-moves of a line.
fn write_endings(line: &ReplayedLine, plies: u32, stays: &mut MaterialStays, out: &mut String) {
    out.clear();
    if line.position.piece_count() > ENDING_PIECES {
        return;
    }
    stays.clear();
    // A promotion changes material, but not the number of pieces.
    let mut pieces = line.start.piece_count();
    let few = (0..=plies).find(|ply| {
        pieces -= u32::from(line.trail.captured(*ply));
        pieces <= ENDING_PIECES
    });
    let Some(first) = few else {
        return;
    };
    let mut position = line.position_before(first + 1);
    stays.visit(first, &position);
    for (ply, played) in (first + 1..).zip(line.trail.moves_between(first, plies)) {
        position.play(played);
        stays.visit(ply, &position);
    }
    for stay in stays.found() {
        if !out.is_empty() {
            out.push(' ');
        }
        // Writing to a string cannot fail.
        let _ = write!(out, "{stay}");
    }
}

fn last_position(position: &Position) -> LastPosition {
    LastPosition {
        pieces: position.pieces(),
        turn: position.turn(),
        castling_rooks: position.castling_rooks(),
        en_passant: position.en_passant(),
    }
}
