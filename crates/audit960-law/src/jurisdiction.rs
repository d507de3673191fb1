//! Whose rules a game was played by: its dates and venue, and the tables that say what they mean.

use audit960_types::Venue;

use crate::days::GameDates;
use crate::table::{Fivefold, LawTable};
use crate::venue::{DrawRule, VenueKind, VenueTable};

/// The largest endings of which complete tablebases exist.
const MAX_PIECES: u32 = 7;

/// The dates and the venue of a game, with the tables of law and venues.
#[derive(Clone, Copy, Debug)]
pub struct Jurisdiction<'t> {
    /// When the game was played.
    pub dates: GameDates,
    /// Where it was played.
    pub venue: Venue,
    /// The law on draws.
    pub law: &'t LawTable,
    /// The rules of the venues.
    pub venues: &'t VenueTable,
}

impl Jurisdiction<'static> {
    /// Dates and venue under the built-in tables.
    #[must_use]
    pub fn builtin(dates: GameDates, venue: Venue) -> Self {
        Self {
            dates,
            venue,
            law: LawTable::builtin(),
            venues: VenueTable::builtin(),
        }
    }
}

impl Jurisdiction<'_> {
    /// How the venue applied a rule on these dates; `None` where that is not known.
    #[must_use]
    pub fn kind(&self, rule: DrawRule) -> Option<VenueKind> {
        self.venues.kind(self.venue, rule, self.dates.game)
    }

    /// What ends a game for want of material: where no row says so, every dead position (Laws 5.2.2), or too little
    /// material alone where a program runs the games.
    #[must_use]
    pub fn material(&self) -> VenueKind {
        let default = match self.venue.is_run_by_program() {
            true => VenueKind::InsufficientMaterial,
            false => VenueKind::Dead,
        };
        self.kind(DrawRule::Material).unwrap_or(default)
    }

    /// Whether a claim of fifty moves may rest on a move that is only announced (Laws 9.3.1).
    #[must_use]
    pub fn announced_fifty_counts(&self) -> bool {
        self.kind(DrawRule::Fifty) != Some(VenueKind::ClaimCompleted)
    }

    /// How the venue applied the fifty-move rule to a position with so many pieces and pawns; `None` where that
    /// is not known, or where tablebase claims take its place: then nothing can be said without tablebases.
    #[must_use]
    pub fn fifty(&self, pieces: u32) -> Option<VenueKind> {
        match self.is_left_to_tablebases(pieces) {
            true => None,
            false => self.kind(DrawRule::Fifty),
        }
    }

    /// Whether claims that rest on tablebases take the place of the fifty-move rule in a position with so many
    /// pieces and pawns. The day is that on which the event started, where it is known.
    #[must_use]
    pub fn is_left_to_tablebases(&self, pieces: u32) -> bool {
        let days = self.dates.competition.or(self.dates.game);
        match self.venues.kind(self.venue, DrawRule::Adjudication, days) {
            Some(VenueKind::Tablebases(most)) => pieces <= u32::from(most),
            Some(_) => false,
            None => pieces <= MAX_PIECES && self.venues.has_tablebases(self.venue),
        }
    }

    /// Whether the seventy-five-move rule (Laws 9.6.2) ended games of that date at that venue.
    #[must_use]
    pub fn ends_after_seventy_five(&self) -> bool {
        self.kind(DrawRule::SeventyFive) == Some(VenueKind::Automatic)
            && self.law.automatic_seventy_five(&self.dates) == Some(true)
    }

    /// When the fifth occurrence of a position ended games of that date at that venue (Laws 9.6.1);
    /// [`Fivefold::No`] where the venue did not apply the rule, or where the date leaves it open.
    #[must_use]
    pub fn fivefold(&self) -> Fivefold {
        match self.kind(DrawRule::Fivefold) {
            Some(VenueKind::Automatic) => self.law.certain_fivefold(&self.dates),
            _ => Fivefold::No,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ICCF has claims by tablebases since 2014: with six pieces, with seven from 2020 on. Where the day is not known,
    /// so may any game of seven. FICGS has no row on adjudication, and none of tablebases.
    #[test]
    fn tablebase_claims_are_of_iccf_alone() {
        let is_left = |venue, date: &str, pieces| {
            let dates = GameDates::parse(date).unwrap();
            Jurisdiction::builtin(dates, venue).is_left_to_tablebases(pieces)
        };
        let iccf = |date, pieces| is_left(Venue::Iccf, date, pieces);
        assert_eq!([6, 7].map(|pieces| iccf("2013", pieces)), [false, false]);
        assert_eq!([6, 7].map(|pieces| iccf("2015", pieces)), [true, false]);
        assert_eq!([7, 8].map(|pieces| iccf("2021", pieces)), [true, false]);
        assert_eq!([7, 8].map(|pieces| iccf("?", pieces)), [true, false]);
        assert!(!is_left(Venue::Ficgs, "2021", 5));
        assert!(!is_left(Venue::OverTheBoard, "2021", 5));
    }
}
