//! What each venue makes of fifty moves without capture or pawn move.
//!
//! A missed claim means something only where claims exist. Where a server or a match program draws
//! by itself, nobody could have claimed and nobody can have missed it.

use audit960_types::Venue;

/// How a venue treats the draw by fifty moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VenueRule {
    /// Whether players can (and must) claim the draw.
    pub claims_exist: bool,
    /// Half-move clock (plies) at which the venue itself ends the game, if it does and the last move
    /// did not mate.
    pub automatic_at_clock: Option<u32>,
    /// Whether the automatic draws of the FIDE Laws (9.6.1, 9.6.2) are applied there, from the day
    /// they are in force.
    pub fide_automatic_draws: bool,
    /// Where this is from.
    pub source: &'static str,
    /// What is not certain about it.
    pub certainty: &'static str,
}

impl VenueRule {
    /// The rule of a venue.
    #[must_use]
    pub const fn of(venue: Venue) -> &'static Self {
        match venue {
            Venue::Lichess => &LICHESS,
            Venue::ChessCom => &CHESS_COM,
            Venue::Fics => &FICS,
            Venue::Icc => &ICC,
            Venue::Tcec => &TCEC,
            Venue::Cutechess => &CUTECHESS,
            Venue::Fastchess => &FASTCHESS,
            Venue::Mainz => &MAINZ,
            Venue::Twic => &TWIC,
            Venue::OverTheBoard => &OVER_THE_BOARD,
            Venue::Unknown => &UNKNOWN,
        }
    }

    const fn automatic(source: &'static str, certainty: &'static str) -> Self {
        Self {
            claims_exist: false,
            automatic_at_clock: Some(100),
            fide_automatic_draws: false,
            source,
            certainty,
        }
    }

    const fn claimed_at_server(source: &'static str, certainty: &'static str) -> Self {
        Self {
            claims_exist: true,
            automatic_at_clock: None,
            fide_automatic_draws: false,
            source,
            certainty,
        }
    }

    const fn fide(source: &'static str, certainty: &'static str) -> Self {
        Self {
            claims_exist: true,
            automatic_at_clock: None,
            fide_automatic_draws: true,
            source,
            certainty,
        }
    }
}

static LICHESS: VenueRule = VenueRule::automatic(
    "scalachess: autoDraw at a half-move clock of 100",
    "certain for the present program; a forced draw is spoken of in 2012 already",
);
static CHESS_COM: VenueRule = VenueRule::automatic(
    "players' accounts in the forum of chess.com",
    "unverified: old accounts tell of a claim button, newer ones of an automatic draw, for daily \
     games still of a claim; the day of the change is not known",
);
static FICS: VenueRule = VenueRule::claimed_at_server(
    "freechess.org, help draw (1997)",
    "certain; the 75 moves of 2014 are not mentioned",
);
static ICC: VenueRule = VenueRule::claimed_at_server(
    "chessclub.com, help draw: \"The game does not end automatically\"",
    "certain; the 75 moves of 2014 are not mentioned",
);
static TCEC: VenueRule = VenueRule::automatic(
    "cutechess, on which the event runs: draw at 100 reversible half-moves",
    "certain; TCEC's own draw rule and tablebases mostly end games before",
);
static CUTECHESS: VenueRule = VenueRule::automatic(
    "cutechess: draw at 100 reversible half-moves",
    "certain for the program; that it ran the match is concluded from the tags",
);
static FASTCHESS: VenueRule = VenueRule::automatic(
    "fastchess adjudicates by its chess library: draw at a half-move clock of 100",
    "certain for the program; that it ran the match is concluded from the tags",
);
static MAINZ: VenueRule = VenueRule::fide(
    "FIDE Laws, played over the board",
    "the event's own rules were not seen",
);
static TWIC: VenueRule = VenueRule::fide(
    "FIDE Laws: The Week in Chess reports events over the board",
    "the event's own rules were not seen",
);
static OVER_THE_BOARD: VenueRule = VenueRule::fide("FIDE Laws", "national rules may have differed");
static UNKNOWN: VenueRule = VenueRule::fide(
    "taken as over the board",
    "where the game was played is not known",
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_and_lichess_draw_by_themselves_at_a_hundred_plies() {
        for venue in [
            Venue::Lichess,
            Venue::Tcec,
            Venue::Cutechess,
            Venue::Fastchess,
            Venue::ChessCom,
        ] {
            let rule = VenueRule::of(venue);
            assert!(!rule.claims_exist, "{venue}");
            assert_eq!(rule.automatic_at_clock, Some(100), "{venue}");
        }
    }

    #[test]
    fn elsewhere_players_claim() {
        for venue in [
            Venue::Icc,
            Venue::Fics,
            Venue::OverTheBoard,
            Venue::Mainz,
            Venue::Twic,
            Venue::Unknown,
        ] {
            let rule = VenueRule::of(venue);
            assert!(rule.claims_exist, "{venue}");
            assert_eq!(rule.automatic_at_clock, None, "{venue}");
        }
    }

    #[test]
    fn the_laws_end_games_over_the_board_only() {
        for &venue in Venue::ALL {
            let board = matches!(
                venue,
                Venue::OverTheBoard | Venue::Mainz | Venue::Twic | Venue::Unknown
            );
            assert_eq!(VenueRule::of(venue).fide_automatic_draws, board, "{venue}");
        }
    }

    #[test]
    fn what_is_not_verified_says_so() {
        assert!(
            VenueRule::of(Venue::ChessCom)
                .certainty
                .starts_with("unverified")
        );
        for &venue in Venue::ALL {
            assert!(!VenueRule::of(venue).source.is_empty(), "{venue}");
        }
    }
}
