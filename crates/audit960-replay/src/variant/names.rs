//! The names of variants, as programs and servers write them.
//!
//! Sources: the names that python-chess, scalachess, chessops, XBoard, cutechess and
//! Fairy-Stockfish read or write, those of the PyChess program and site, of chess.com, FICS and
//! ICC, and ICC's own list of its wild types.

use super::Rules;

/// Maximum length of a name that is looked up, in letters and digits; no known name is longer.
const LONGEST: usize = 64;

/// A variant that is played neither by the rules of chess nor by those of Chess960.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OtherVariant {
    /// Its usual name.
    pub(crate) name: &'static str,
    /// Whether its games start from the orthodox arrangement if there is no FEN.
    pub(crate) from_orthodox: bool,
}

/// Names of Chess960 and of double Chess960, in lower-case letters and digits.
const CHESS960: [&str; 18] = [
    "chess960",
    "fischerandom",
    "fischerrandom",
    "fischerandomchess",
    "fischerrandomchess",
    "frc",
    "dfrc",
    "doublefischerrandom",
    "doublefischerandom",
    "doublechess960",
    "freestyle",
    "freestylechess",
    "c960",
    "9lx",
    "chess9lx",
    "schach960",
    "wildfr",
    "uwildfr",
];

/// Names of chess, from the orthodox arrangement or from a position in a FEN. Some of them exclude castling, which replay need not know, because nobody
/// castles in such games.
const CHESS: [&str; 18] = [
    "standard",
    "chess",
    "normal",
    "regular",
    "classical",
    "classic",
    "orthodox",
    "orthodoxchess",
    "standardchess",
    "fromposition",
    "setupposition",
    "position",
    "endgame",
    "thematic",
    "nocastle",
    "nocastling",
    "wildcastle",
    "blindfold",
];

/// Names of chess from another arrangement, which a FEN must give.
const REARRANGED: [&str; 14] = [
    "shuffle",
    "shufflechess",
    "randomchess",
    "asymmetricrandom",
    "upsidedown",
    "pawnspushed",
    "pawnspassed",
    "corner",
    "knightodds",
    "pawnodds",
    "queenodds",
    "rookodds",
    "odds",
    "oddschess",
];

const fn orthodox(
    name: &'static str,
    names: &'static [&'static str],
) -> (OtherVariant, &'static [&'static str]) {
    let variant = OtherVariant {
        name,
        from_orthodox: true,
    };
    (variant, names)
}

const fn own(
    name: &'static str,
    names: &'static [&'static str],
) -> (OtherVariant, &'static [&'static str]) {
    let variant = OtherVariant {
        name,
        from_orthodox: false,
    };
    (variant, names)
}

/// All other variants: each with its usual name and its names in lower-case letters and digits, without
/// `chess` at the end.
static OTHERS: &[(OtherVariant, &[&str])] = &[
    orthodox("Crazyhouse", &["crazyhouse", "house", "zh"]),
    orthodox("Atomic", &["atomic", "atom"]),
    orthodox("Antichess", &["anti", "losing"]),
    orthodox("Giveaway", &["giveaway"]),
    orthodox("Suicide", &["suicide"]),
    orthodox("Losers", &["losers"]),
    orthodox("King of the Hill", &["kingofthehill", "koth"]),
    orthodox(
        "Three-check",
        &["threecheck", "3check", "threechecks", "3checks"],
    ),
    orthodox("Five-check", &["fivecheck", "5check"]),
    own("Racing Kings", &["racingkings", "racing", "race"]),
    own("Horde", &["horde"]),
    orthodox("Bughouse", &["bughouse", "bug", "tandem"]),
    orthodox("S-Chess", &["s", "seirawan"]),
    orthodox("S-House", &["shouse"]),
    own(
        "Placement",
        &["placement", "setup", "pre", "bronstein", "benko"],
    ),
    orthodox("Kriegspiel", &["kriegspiel", "kriegsspiel"]),
    orthodox("Fog of War", &["fogofwar", "dark"]),
    orthodox("Duck Chess", &["duck"]),
    orthodox("Alice Chess", &["alice"]),
    orthodox("Checkless", &["checkless"]),
    orthodox("Extinction", &["extinction", "kinglet", "threekings"]),
    orthodox("Loop Chess", &["loop", "chessgi", "pocketknight"]),
    orthodox("Rifle Chess", &["rifle"]),
    orthodox("Grid Chess", &["grid", "displacedgrid", "slippedgrid"]),
    orthodox("Andernach", &["andernach", "antiandernach"]),
    orthodox("Knight Relay", &["knightrelay"]),
    orthodox("Progressive", &["progressive"]),
    orthodox("Marseillais", &["marseillais", "marseillaise"]),
    orthodox("Cylinder", &["cylinder"]),
    orthodox("Torpedo", &["torpedo"]),
    orthodox("Berolina", &["berolina"]),
    own("Two Kings", &["twokings", "twokingseach", "coregal"]),
    own("Knightmate", &["knightmate"]),
    own("Dragon Chess", &["dragon"]),
    own("Hoppel-Poppel", &["hoppelpoppel"]),
    own("Chigorin", &["chigorin"]),
    own(
        "Capablanca",
        &["capablanca", "capablancarandom", "caparandom"],
    ),
    own("Capahouse", &["capahouse"]),
    own("Gothic", &["gothic", "gothhouse"]),
    own("Janus", &["janus"]),
    own("Grand Chess", &["grand", "grandhouse"]),
    own("Courier", &["courier"]),
    own("Falcon", &["falcon"]),
    own("Spartan", &["spartan"]),
    own("Superchess", &["super"]),
    own("Great Shatranj", &["great", "greatshatranj"]),
    own("Shatranj", &["shatranj"]),
    own(
        "Makruk",
        &["makruk", "makpong", "karouk", "ouk", "oukchaktrang"],
    ),
    own("Cambodian", &["cambodian"]),
    own("ASEAN", &["asean"]),
    own("Sittuyin", &["sittuyin"]),
    own("Shako", &["shako"]),
    own("Orda", &["orda", "ordamirror"]),
    own("Synochess", &["syno"]),
    own("Empire", &["empire"]),
    own("Shogun", &["shogun"]),
    own("Shinobi", &["shinobi"]),
    own("Amazon", &["amazon"]),
    own("Los Alamos", &["losalamos"]),
    own("Minichess", &["mini", "gardner", "micro"]),
    own("Shogi", &["shogi", "minishogi", "kyotoshogi", "euroshogi"]),
    own("Xiangqi", &["xiangqi", "minixiangqi"]),
    own("Janggi", &["janggi"]),
    own("Four-player chess", &["ffa", "4player", "fourplayer"]),
];

/// The rules that a name means. Only letters and digits count, in either letter case.
pub(super) fn rules(name: &[u8]) -> Rules {
    let mut key = [0; LONGEST];
    let Some(key) = key_of(name, &mut key) else {
        return Rules::Unknown;
    };
    let known: [(&[&str], Rules); 3] = [
        (&CHESS960, Rules::Chess960),
        (&CHESS, Rules::Chess),
        (&REARRANGED, Rules::ChessRearranged),
    ];
    let is_key = |name: &&str| name.as_bytes() == key;
    if let Some((_, rules)) = known.iter().find(|(names, _)| names.iter().any(is_key)) {
        return *rules;
    }
    if let Some(number) = wild_number(key) {
        return wild(number);
    }
    if let Some(variant) = other(key) {
        return Rules::Other(variant);
    }
    // `Crazyhouse960`, `Racing Kings 1440`: the same rules from a random arrangement.
    let drawn = [&b"960"[..], b"1440"]
        .iter()
        .find_map(|number| key.strip_suffix(*number))
        .or_else(|| key.strip_prefix(b"chess960"));
    if let Some(variant) = drawn.and_then(other) {
        return Rules::Other(OtherVariant {
            from_orthodox: false,
            ..variant
        });
    }
    if names_chess960(key) || is_nearly_chess960(key) {
        return Rules::Chess960;
    }
    Rules::Unknown
}

/// Whether a name is one of the longer names of Chess960 but for a letter or two: `Fisher Random`.
fn is_nearly_chess960(key: &[u8]) -> bool {
    /// Shorter names are too near to others.
    const MIN_LEN: usize = 8;
    /// Letters that differ.
    const MAX_EDITS: usize = 2;
    let Ok(key) = std::str::from_utf8(key) else {
        return false;
    };
    let long = CHESS960.iter().filter(|name| name.len() >= MIN_LEN);
    key.len() >= MIN_LEN
        && long.into_iter().any(|name| {
            let most = if name.len() > 10 { MAX_EDITS } else { 1 };
            strsim::damerau_levenshtein(key, name) <= most
        })
}

/// The rules of one of ICC's wild types; FICS's numbers mean the same, as far as it has them.
pub(super) fn wild(number: u32) -> Rules {
    let named = match number {
        9 => "twokings",
        16 => "kriegspiel",
        17 => "losers",
        23 => "crazyhouse",
        24 => "bughouse",
        25 => "threecheck",
        26 => "giveaway",
        27 => "atomic",
        28 => "shatranj",
        22 => return Rules::Chess960,
        // Other arrangements, odds, set-up positions and thematic openings: the rules of chess.
        0..=8 | 10..=15 | 18..=21 => return Rules::Chess,
        _ => return Rules::Unknown,
    };
    other(named.as_bytes()).map_or(Rules::Unknown, Rules::Other)
}

/// The letters, in lower case, and digits of a name; `None` if there are none, or too many.
fn key_of<'k>(name: &[u8], key: &'k mut [u8; LONGEST]) -> Option<&'k [u8]> {
    let mut length = 0;
    for byte in name.iter().filter(|byte| byte.is_ascii_alphanumeric()) {
        *key.get_mut(length)? = byte.to_ascii_lowercase();
        length += 1;
    }
    key.get(..length).filter(|key| !key.is_empty())
}

fn other(key: &[u8]) -> Option<OtherVariant> {
    let named = |key: &[u8]| {
        let row = OTHERS
            .iter()
            .find(|(_, names)| names.iter().any(|name| name.as_bytes() == key));
        row.map(|(variant, _)| *variant)
    };
    // A single `s` is not a name; `s-chess` is.
    let whole = if key.len() > 1 { named(key) } else { None };
    whole.or_else(|| named(key.strip_suffix(b"chess")?))
}

/// The number of a wild type: `wild/22`, `uwild/16`, `ICC w23`.
fn wild_number(key: &[u8]) -> Option<u32> {
    let rest = key.strip_prefix(b"icc").unwrap_or(key);
    let rest = rest.strip_prefix(b"u").unwrap_or(rest);
    let rest = rest.strip_prefix(b"w")?;
    let digits = rest.strip_prefix(b"ild").unwrap_or(rest);
    super::number(digits.strip_suffix(b"a").unwrap_or(digits))
}

/// Whether a Variant tag names Chess960 among other words: the number, or Fischer and random.
fn names_chess960(key: &[u8]) -> bool {
    let has = |part: &[u8]| key.windows(part.len()).any(|window| window == part);
    let digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    let number = key.windows(3).enumerate().any(|(at, window)| {
        let before = at.checked_sub(1).and_then(|before| key.get(before));
        window == b"960" && !digit(key.get(at + 3)) && !digit(before)
    });
    number || has(b"fischer") && has(b"random")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_means_two_variants() {
        let mut seen = std::collections::BTreeSet::new();
        let others = OTHERS.iter().flat_map(|(_, names)| names.iter().copied());
        for name in CHESS960
            .iter()
            .chain(&CHESS)
            .chain(&REARRANGED)
            .copied()
            .chain(others)
        {
            assert!(seen.insert(name), "{name} twice");
            let plain = name
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
            assert!(plain && name.len() <= LONGEST, "{name}");
        }
    }

    #[test]
    fn every_variant_is_found_under_each_of_its_names() {
        for (variant, names) in OTHERS {
            for name in *names {
                let with_chess = format!("{name} Chess");
                assert_eq!(
                    rules(with_chess.as_bytes()),
                    Rules::Other(*variant),
                    "{name}"
                );
                if name.len() > 1 {
                    assert_eq!(rules(name.as_bytes()), Rules::Other(*variant), "{name}");
                }
            }
            assert_eq!(rules(variant.name.as_bytes()), Rules::Other(*variant));
        }
    }
}
