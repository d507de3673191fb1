use super::*;

/// The name of the variant that a Variant tag means, `chess`, `chess960` or `?`.
fn variant(text: &str) -> &'static str {
    shown(of_variant(text.as_bytes()))
}

fn event_in(text: &str, year: Option<i32>) -> &'static str {
    shown(of_event(text.as_bytes(), || year))
}

fn event(text: &str) -> &'static str {
    event_in(text, None)
}

const fn shown(rules: Rules) -> &'static str {
    match rules {
        Rules::Chess => "chess",
        Rules::ChessRearranged => "rearranged",
        Rules::Chess960 => "chess960",
        Rules::Other(variant) => variant.name,
        Rules::Unknown => "?",
    }
}

#[test]
fn variant_tags() {
    for (text, expected) in [
        // Chess960 as Lichess, TWIC, chess.com, cutechess, WinBoard, broadcasts, Mainz and others
        // write it.
        ("Chess960", "chess960"),
        ("chess960", "chess960"),
        ("chess 960", "chess960"),
        ("Chess-960", "chess960"),
        ("960", "chess960"),
        ("C960", "chess960"),
        ("fischerandom", "chess960"),
        ("Fischerandom", "chess960"),
        ("fischerrandom", "chess960"),
        ("Fischer Random", "chess960"),
        ("Fischer random chess (rapid)", "chess960"),
        ("FRC", "chess960"),
        ("DFRC", "chess960"),
        ("Freestyle", "chess960"),
        ("Freestyle Chess", "chess960"),
        ("9LX", "chess960"),
        ("Chess 9LX", "chess960"),
        ("wild/fr", "chess960"),
        ("uwild/fr", "chess960"),
        ("wild/22", "chess960"),
        // Chess.
        ("Standard", "chess"),
        ("From Position", "chess"),
        ("From position", "chess"),
        ("fromPosition", "chess"),
        ("Chess", "chess"),
        ("normal", "chess"),
        ("nocastle", "chess"),
        ("wild/5", "chess"),
        ("wild/8a", "chess"),
        // Lichess.
        ("Crazyhouse", "Crazyhouse"),
        ("Atomic", "Atomic"),
        ("Antichess", "Antichess"),
        ("King of the Hill", "King of the Hill"),
        ("Three-check", "Three-check"),
        ("Racing Kings", "Racing Kings"),
        ("Horde", "Horde"),
        // Lichess's names in URLs and in its API, and chess.com's.
        ("kingOfTheHill", "King of the Hill"),
        ("threeCheck", "Three-check"),
        ("racingKings", "Racing Kings"),
        ("kingofthehill", "King of the Hill"),
        ("3-Check", "Three-check"),
        ("Bughouse", "Bughouse"),
        // python-chess, XBoard, cutechess, the PyChess program and the site of that name.
        ("Atomic chess", "Atomic"),
        ("Give away chess", "Giveaway"),
        ("Anti chess", "Antichess"),
        ("Suicide", "Suicide"),
        ("losers", "Losers"),
        ("3check", "Three-check"),
        ("KOTH", "King of the Hill"),
        ("zh", "Crazyhouse"),
        ("seirawan", "S-Chess"),
        ("S-Chess", "S-Chess"),
        ("S-Chess960", "S-Chess"),
        ("Crazyhouse960", "Crazyhouse"),
        ("Crazyhouse Chess960", "Crazyhouse"),
        ("Atomic 960", "Atomic"),
        ("Racing Kings 1440", "Racing Kings"),
        ("Placement", "Placement"),
        ("Setup Chess", "Placement"),
        ("kriegspiel", "Kriegspiel"),
        ("Hordechess", "Horde"),
        ("capablanca", "Capablanca"),
        ("ICC w23", "Crazyhouse"),
        ("wild/27", "Atomic"),
        // Another arrangement, which no name tells.
        ("Shuffle Chess", "rearranged"),
        ("Upside-down", "rearranged"),
        ("Knight odds", "rearranged"),
        // Unknown.
        ("Fischer clock", "?"),
        ("Fischer", "?"),
        ("Najdorf", "?"),
        ("4x9600", "?"),
        ("1960", "?"),
        ("s", "?"),
        ("wild/99", "?"),
        ("\u{e9}", "?"),
        (
            "a name that is longer than that of any variant known to anybody, and goes on",
            "?",
        ),
    ] {
        assert_eq!(variant(text), expected, "{text}");
    }
}

#[test]
fn events() {
    for (text, expected) in [
        ("Rated Chess960 game", "chess960"),
        ("CCM9 - Chess960 Rapid WCh", "chess960"),
        ("6th Int Chess 960 2025", "chess960"),
        ("Chess-960 open", "chess960"),
        ("Schach960", "chess960"),
        ("Champions Chess 9LX", "chess960"),
        ("World Fischer Random KO", "chess960"),
        ("Fischerandom cup", "chess960"),
        ("FISCHER-RANDOM", "chess960"),
        ("grenke Freestyle Open", "chess960"),
        ("Chess.com 960 friendly", "chess960"),
        ("ICC w22 5 0", "chess960"),
        ("ICC w22", "chess960"),
        ("FICS rated wild/fr game", "chess960"),
        ("FICS unrated wild/fr game", "chess960"),
        ("ICS Rated wild/fr match", "chess960"),
        ("Unrated wild/22 match", "chess960"),
        // ICC's list of wild types.
        ("ICC w16 1 0", "Kriegspiel"),
        ("ICC w17 3 0 u", "Losers"),
        ("ICC w23 3 0", "Crazyhouse"),
        ("ICC w24 3 0", "Bughouse"),
        ("ICC w25 3 0", "Three-check"),
        ("ICC w26 3 0", "Giveaway"),
        ("ICC w27 3 0", "Atomic"),
        ("ICC w28 3 0", "Shatranj"),
        ("ICC w9 3 0", "Two Kings"),
        ("ICC w5 3 0", "chess"),
        ("ICC w8a 3 0", "chess"),
        ("ICC w0 3 0", "chess"),
        ("ICC w7 3 0", "chess"),
        // The categories of FICS.
        ("FICS rated atomic game", "Atomic"),
        ("FICS rated crazyhouse game", "Crazyhouse"),
        ("FICS unrated suicide game", "Suicide"),
        ("FICS rated losers game", "Losers"),
        ("FICS rated bughouse game", "Bughouse"),
        ("ICS rated crazyhouse match", "Crazyhouse"),
        ("FICS rated wild/0 game", "chess"),
        // Neither.
        ("FICS rated blitz game", "?"),
        ("FICS rated lightning game", "?"),
        ("FICS TeamLeague Losers", "?"),
        ("ICC 5 0 u", "?"),
        ("ICC w1622 5 0", "?"),
        ("ICC wednesday", "?"),
        ("WT/M/960", "?"),
        ("Game 960", "?"),
        ("Team 4x960", "?"),
        ("58th Biel GM1-960 2025", "?"),
        ("Chess9600", "?"),
        ("Tournament 9601", "?"),
        ("URS-ch 1960", "?"),
        ("Fischer memorial", "?"),
        ("Randomfischer", "?"),
        ("Freestylers", "?"),
        ("Atomic city open", "?"),
        ("wild/frankfurt", "?"),
        ("", "?"),
    ] {
        assert_eq!(event(text), expected, "{text}");
    }
}

#[test]
fn freestyle_has_been_chess960_since_2024() {
    let name = "Freestyle Chess GOAT KO";
    assert_eq!(event_in(name, Some(2024)), "chess960");
    assert_eq!(event_in(name, None), "chess960");
    // The freestyle events of 2005 to 2008 were of chess, with programs allowed.
    assert_eq!(event_in("PAL/CSS Freestyle", Some(2006)), "?");
}

#[test]
fn wild_types_are_found_anywhere_in_events_of_icc() {
    assert_eq!(event("ICC 5 0 u w23"), "Crazyhouse");
    assert_eq!(event("ICC w22 5 0"), "chess960");
    assert_eq!(event("w23"), "Crazyhouse");
    assert_eq!(event("ICC 5 0"), "?");
    assert_eq!(event("ICC tourney 23"), "?");
    // A letter and a number in another event.
    assert_eq!(event("Team w23"), "?");
}
