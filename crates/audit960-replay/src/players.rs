//! Who played: people or programs, according to the tags.
//!
//! Each side is classified separately, by the first of these that applies:
//!
//! 1. A title: `BOT` means a program (Lichess), any other title a person.
//! 2. `WhiteType` or `BlackType` (PGN 9.1.3), `WhiteIsComp` or `BlackIsComp` (FICS), the name of an engine
//!    (`EngineWhiteName`).
//! 3. The venue, where only programs play: TCEC, CCRL, cutechess, fastchess.
//! 4. A server, where programs are marked: without a mark, a person, whatever the name.
//! 5. A name `Surname, Name`: a person.
//! 6. A name that begins with that of a well-known engine, or that ends in a version (`Minic 3.18`):
//!    a program.
//! 7. A rating of 2900 or more: a program. No person has reached it over the board.
//! 8. A venue where people play: over the board, Mainz, The Week in Chess, ICCF.
//!
//! Anything else is unknown. Two people make a game `human`, two programs `engine`, one of each
//! `mixed`; where one side is unknown, so is the game.

use audit960_types::{Population, Venue};

/// Names of engines, each the first word of a player's name; sorted.
const ENGINES: [&[u8]; 40] = [
    b"AllieStein",
    b"Andscacs",
    b"Arasan",
    b"Berserk",
    b"Booot",
    b"Caissa",
    b"ChessBrainVB",
    b"Chiron",
    b"Crafty",
    b"Defenchess",
    b"Demolito",
    b"Dragon",
    b"Ethereal",
    b"Fritz",
    b"Glaurung",
    b"Gull",
    b"HIARCS",
    b"Houdini",
    b"Igel",
    b"Ikarus",
    b"Jonny",
    b"Koivisto",
    b"Komodo",
    b"KomodoDragon",
    b"LCZero",
    b"Laser",
    b"Lc0",
    b"Leela",
    b"Nemorino",
    b"Obsidian",
    b"Pedone",
    b"RubiChess",
    b"Rybka",
    b"ScorpioNN",
    b"Shredder",
    b"SlowChess",
    b"Stockfish",
    b"Stoofvlees",
    b"Texel",
    b"Xiphos",
];

/// How Lichess calls the program that it plays with, before its level.
const LICHESS_AI: &[u8] = b"lichess AI level ";

/// Minimum rating that no person has had over the board.
const BEYOND_PEOPLE: i32 = 2_900;

/// The tags that describe one player.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PlayerTags<'a> {
    /// `White` or `Black`.
    pub(crate) name: Option<&'a [u8]>,
    /// `WhiteTitle` or `BlackTitle`.
    pub(crate) title: Option<&'a [u8]>,
    /// `WhiteType`, `WhiteIsComp` or the same for Black.
    pub(crate) kind: Option<&'a [u8]>,
    /// `EngineWhiteName` and the like.
    pub(crate) engine: Option<&'a [u8]>,
    /// The rating, if known.
    pub(crate) elo: Option<i32>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Player {
    Person,
    Program,
}

/// Who played a game.
#[must_use]
pub(crate) fn population(players: [PlayerTags<'_>; 2], venue: Venue) -> Population {
    match players.map(|player| player.judge(venue)) {
        [Some(Player::Person), Some(Player::Person)] => Population::Human,
        [Some(Player::Program), Some(Player::Program)] => Population::Engine,
        // A program against a person, or against somebody of whom nothing is known.
        players if players.contains(&Some(Player::Program)) => Population::Mixed,
        _ => Population::Unknown,
    }
}

/// What the rest of a record says for a match of programs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct EngineRecord {
    /// Event names a match or tournament of engines.
    pub(crate) event: bool,
    /// Comments are what engines write.
    pub(crate) data: bool,
}

/// Whether two programs played a game whose venue says nothing: by what the tags say of both, or, where nothing says that
/// one is a person, by the rest of the record; what that must say depends on whether one of them is a known program.
pub(crate) fn is_engine_match(
    players: [PlayerTags<'_>; 2],
    record: impl FnOnce() -> EngineRecord,
) -> bool {
    match players.map(|player| player.judge(Venue::Unknown)) {
        [Some(Player::Program), Some(Player::Program)] => true,
        players if players.contains(&Some(Player::Person)) => false,
        players => {
            let record = record();
            if players.contains(&Some(Player::Program)) {
                record.event || record.data
            } else {
                record.event && record.data
            }
        }
    }
}

impl PlayerTags<'_> {
    fn judge(&self, venue: Venue) -> Option<Player> {
        self.by_title().or_else(|| self.by_kind()).or_else(|| {
            if venue.is_for_engines() || self.is_server_program() {
                Some(Player::Program)
            } else if venue.is_server() {
                Some(Player::Person)
            } else {
                self.by_name(venue)
            }
        })
    }

    /// Whether tags or the form of the name say that it is a person, wherever the game was played.
    pub(crate) fn is_person(&self) -> bool {
        self.judge(Venue::Unknown) == Some(Player::Person)
    }

    /// Whether it is the program that Lichess itself plays with, at a level from 1 to 8.
    fn is_server_program(&self) -> bool {
        let level = self.name.unwrap_or_default().strip_prefix(LICHESS_AI);
        level.is_some_and(|level| matches!(level, [b'1'..=b'8']))
    }

    fn by_title(&self) -> Option<Player> {
        match self.title? {
            b"" | b"-" | b"?" => None,
            b"BOT" => Some(Player::Program),
            _ => Some(Player::Person),
        }
    }

    fn by_kind(&self) -> Option<Player> {
        if self
            .engine
            .is_some_and(|name| !matches!(name, b"" | b"?" | b"-"))
        {
            return Some(Player::Program);
        }
        let kind = self.kind?;
        let is = |words: [&[u8]; 2]| words.iter().any(|word| kind.eq_ignore_ascii_case(word));
        if is([b"program", b"yes"]) {
            Some(Player::Program)
        } else if is([b"human", b"no"]) {
            Some(Player::Person)
        } else {
            None
        }
    }

    fn by_name(&self, venue: Venue) -> Option<Player> {
        let name = self.name.unwrap_or_default();
        if name.contains(&b',') {
            return Some(Player::Person);
        }
        let name = name.strip_prefix(b"Deep ").unwrap_or(name);
        let word = name.split(|byte| !byte.is_ascii_alphanumeric()).next();
        let known = word.is_some_and(|word| {
            let first = word.first().map(u8::to_ascii_uppercase);
            let mut alike = ENGINES
                .iter()
                .filter(|engine| engine.first() == first.as_ref());
            alike.any(|engine| engine.eq_ignore_ascii_case(word))
        });
        if known || ends_in_version(name) || self.elo.is_some_and(|elo| elo >= BEYOND_PEOPLE) {
            return Some(Player::Program);
        }
        let people = [Venue::OverTheBoard, Venue::Mainz, Venue::Twic, Venue::Iccf];
        people.contains(&venue).then_some(Player::Person)
    }
}

/// Whether the last word is a number with a full stop in it.
fn ends_in_version(name: &[u8]) -> bool {
    let mut words = name.rsplit(|byte| *byte == b' ');
    let last = words.next().unwrap_or_default();
    words.next().is_some()
        && last.contains(&b'.')
        && last
            .iter()
            .all(|byte| byte.is_ascii_digit() || *byte == b'.')
        && last.first() != Some(&b'.')
        && last.last() != Some(&b'.')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player<'a>(name: &'a str, title: &'a str, kind: &'a str, elo: i32) -> PlayerTags<'a> {
        let given = |text: &'a str| (!text.is_empty()).then_some(text.as_bytes());
        PlayerTags {
            name: given(name),
            title: given(title),
            kind: given(kind),
            engine: None,
            elo: (elo > 0).then_some(elo),
        }
    }

    fn both(player: PlayerTags<'_>, venue: Venue) -> Population {
        population([player, player], venue)
    }

    #[test]
    fn a_known_program_makes_a_game_one_with_programs() {
        let (program, nobody) = (player("Fritz 8.0", "", "", 0), player("x", "", "", 0));
        let person = player("Kramnik, Vladimir", "", "", 0);
        for (other, expected) in [
            (nobody, Population::Mixed),
            (person, Population::Mixed),
            (program, Population::Engine),
        ] {
            assert_eq!(population([program, other], Venue::Unknown), expected);
            assert_eq!(population([other, program], Venue::Unknown), expected);
        }
        assert_eq!(
            population([person, nobody], Venue::Unknown),
            Population::Unknown
        );
    }

    #[test]
    fn the_first_evidence_that_applies_decides() {
        use Population::{Engine, Human, Unknown};
        for (name, title, kind, elo, venue, expected) in [
            ("maia1", "BOT", "", 1500, Venue::Lichess, Engine),
            ("Stockfish", "", "", 3100, Venue::Lichess, Human),
            ("lichess AI level 8", "", "", 0, Venue::Lichess, Engine),
            ("lichess AI level 9", "", "", 0, Venue::Lichess, Human),
            ("Carlsen", "GM", "", 2850, Venue::Unknown, Human),
            ("Carlsen", "-", "", 2850, Venue::Unknown, Unknown),
            ("griffySr", "", "program", 0, Venue::Unknown, Engine),
            ("griffySr", "", "Yes", 2300, Venue::Fics, Engine),
            ("someone", "", "human", 0, Venue::Tcec, Human),
            ("anything", "", "", 0, Venue::Ccrl, Engine),
            ("Rybka, Jan", "", "", 0, Venue::Unknown, Human),
            ("Rybka 2.2n2", "", "", 0, Venue::Mainz, Engine),
            ("Minic 3.18", "", "", 0, Venue::Unknown, Engine),
            ("Team 2", "", "", 0, Venue::Unknown, Unknown),
            ("Rybkaman", "", "", 0, Venue::Unknown, Unknown),
            ("Prodigy", "", "", 3_010, Venue::Unknown, Engine),
            ("Aronian", "", "", 2_750, Venue::Mainz, Human),
        ] {
            assert_eq!(
                both(player(name, title, kind, elo), venue),
                expected,
                "{name}"
            );
        }
    }

    #[test]
    fn both_sides_count() {
        let person = player("Aronian, Levon", "", "", 0);
        let program = player("Komodo 12", "", "", 0);
        let nobody = player("?", "", "", 0);
        let venue = Venue::Unknown;
        assert_eq!(population([person, program], venue), Population::Mixed);
        assert_eq!(population([program, person], venue), Population::Mixed);
        assert_eq!(population([person, nobody], venue), Population::Unknown);
    }

    /// A program against somebody unknown is a match of programs only if the record shows it.
    #[test]
    fn two_programs_make_an_engine_match() {
        let person = player("Aronian, Levon", "", "", 0);
        let program = player("Komodo 12", "", "", 0);
        let named = PlayerTags {
            engine: Some(b"Invented 1"),
            ..player("amber", "", "", 0)
        };
        let nobody = player("Ibex", "", "", 0);
        let record = |event, data| EngineRecord { event, data };
        for (one, other, record, expected) in [
            (program, program, record(false, false), true),
            (program, named, record(false, false), true),
            (program, nobody, record(true, false), true),
            (program, nobody, record(false, true), true),
            (program, nobody, record(false, false), false),
            (program, person, record(true, true), false),
            (nobody, nobody, record(true, true), true),
            (nobody, nobody, record(true, false), false),
            (nobody, nobody, record(false, true), false),
        ] {
            assert_eq!(is_engine_match([one, other], || record), expected);
            assert_eq!(is_engine_match([other, one], || record), expected);
        }
    }

    #[test]
    fn names_are_in_order() {
        assert!(ENGINES.is_sorted());
    }
}
