//! Whether players could claim a draw, and what leaves that in doubt.

use audit960_types::{Message, Venue, message};

/// Whether players could claim a draw by a rule where and when a game was played, the clearest answer first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ClaimRight {
    /// They could.
    Claims,
    /// They could, once the moves had been made: one that was only announced did not count there.
    MovesMade,
    /// Claims by endgame tables took the place of the rule.
    LeftToTablebases,
    /// They could, but the half-move clock rests on a FEN in which it cannot be right.
    ClockInDoubt,
    /// They could, but the possible dates of the game had different limits.
    DateInDoubt,
    /// What the venue did on that date is not known.
    VenueNotKnown,
    /// What the law of that date was is not known.
    LawNotKnown,
    /// They could not: draws were automatic there, or the rule was not applied.
    NoClaims,
}

impl ClaimRight {
    /// Whether players could claim, as in column `claimable_at_venue`.
    #[must_use]
    pub const fn at_venue(self) -> Option<bool> {
        match self {
            Self::Claims | Self::MovesMade => Some(true),
            Self::NoClaims => Some(false),
            _ => None,
        }
    }

    /// Whether the Laws themselves leave the claim open: it is not judged, whatever the venue.
    #[must_use]
    pub const fn is_doubt(self) -> bool {
        matches!(
            self,
            Self::ClockInDoubt | Self::DateInDoubt | Self::LawNotKnown
        )
    }

    /// What stands in the way of a claim; `None` where players could claim.
    #[must_use]
    pub fn objection(self, venue: Venue) -> Option<Message> {
        let key = match self {
            Self::Claims => return None,
            Self::MovesMade => "objection-moves-made",
            Self::ClockInDoubt => "objection-clock",
            Self::DateInDoubt => "objection-date",
            Self::LawNotKnown => "objection-law",
            Self::NoClaims => "objection-venue",
            Self::LeftToTablebases => "objection-tablebases",
            Self::VenueNotKnown => "objection-venue-not-known",
        };
        Some(message!(key, venue = venue.as_str()))
    }
}

/// Whether the Laws are the rules of a venue, so that only the law of the day can leave open what it had.
pub(crate) const fn has_the_laws(venue: Venue) -> bool {
    matches!(
        venue,
        Venue::OverTheBoard | Venue::Unknown | Venue::Mainz | Venue::Twic | Venue::Correspondence
    )
}
