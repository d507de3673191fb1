//! What columns mean, by their names.

use std::sync::OnceLock;

/// What a column says of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Movetext or moves, or a whole PGN.
    Moves,
    /// A tag.
    Tag(String),
    /// Who won: `white`, `black`, or anything else for a draw.
    Winner,
    /// The Scharnagl number, in datasets of audit960, whose column `fen` is null for the orthodox position.
    Number,
    /// Seconds left after each half-move.
    Clocks,
    /// Evaluations after each half-move, in pawns.
    Evals,
}

/// Names of columns that hold movetext, the best first. Letter case and underscores do not count, here as below.
const MOVES: [&str; 9] = [
    "pgn", "movetext", "movessan", "san", "moves", "movelist", "movesuci", "uci", "ucimoves",
];

/// Names of columns that are not tags of the same name.
const TAGS: &[(&str, &str)] = &[
    ("url", "Site"),
    ("gameurl", "Site"),
    ("whiteplayer", "White"),
    ("whiteusername", "White"),
    ("whitename", "White"),
    ("blackplayer", "Black"),
    ("blackusername", "Black"),
    ("blackname", "Black"),
    ("whiterating", "WhiteElo"),
    ("blackrating", "BlackElo"),
    ("initialfen", "FEN"),
    ("startfen", "FEN"),
    ("startingfen", "FEN"),
    ("rules", "Variant"),
    ("terminationraw", "Termination"),
    ("endtype", "Termination"),
    ("status", "Termination"),
    ("openingname", "Opening"),
    ("openingeco", "ECO"),
    ("outcome", "Result"),
];

/// Tags that columns of the same name become.
const SAME: &[&str] = &[
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "UTCDate",
    "UTCTime",
    "WhiteElo",
    "BlackElo",
    "WhiteTitle",
    "BlackTitle",
    "WhiteRatingDiff",
    "BlackRatingDiff",
    "WhiteFideId",
    "BlackFideId",
    "WhiteTeam",
    "BlackTeam",
    "ECO",
    "Opening",
    "Termination",
    "TimeControl",
    "Variant",
    "FEN",
    "SetUp",
    "EventDate",
    "EventType",
    "Annotator",
    "Link",
    "PlyCount",
];

/// What the user said: meanings (a tag, or `movetext`), each with the name of a column.
static GIVEN: OnceLock<Vec<(String, String)>> = OnceLock::new();

/// Says which columns mean what: the name of a tag, or `movetext`, each with the name of a column. These have
/// priority over what names mean otherwise. Only the first call has an effect; it is for the whole process, because
/// inputs are opened again wherever their games are shown.
pub fn set_columns(given: Vec<(String, String)>) {
    let _ = GIVEN.set(given);
}

/// What was given by [`set_columns`].
#[must_use]
pub fn given_columns() -> &'static [(String, String)] {
    GIVEN.get().map_or(&[], Vec::as_slice)
}

/// The columns that are read: index and role, each role once. `None` if no column holds moves.
pub(super) fn roles(names: &[&str], given: &[(String, String)]) -> Option<Vec<(usize, Role)>> {
    let plain = |name: &str| name.replace('_', "").to_ascii_lowercase();
    let mut roles: Vec<(usize, Role)> = Vec::new();
    let add = |roles: &mut Vec<(usize, Role)>, index: usize, role: Role| {
        let is_new = |(other, taken): &(usize, Role)| *other != index && *taken != role;
        if roles.iter().all(is_new) {
            roles.push((index, role));
        }
    };
    for (meaning, name) in given {
        let Some(index) = names.iter().position(|other| other == name) else {
            continue;
        };
        let known = SAME.iter().find(|tag| plain(tag) == plain(meaning));
        let role = match (MOVES.contains(&plain(meaning).as_str()), known) {
            (true, _) => Role::Moves,
            (false, Some(tag)) => Role::Tag((*tag).to_owned()),
            (false, None) => Role::Tag(meaning.clone()),
        };
        add(&mut roles, index, role);
    }
    for wanted in MOVES {
        if let Some(index) = names.iter().position(|name| plain(name) == wanted) {
            add(&mut roles, index, Role::Moves);
        }
    }
    // A raw text says more than a label made of it, and both more than a column of another name.
    let first = |(other, _): &&(&str, &str)| *other == "terminationraw";
    let same = SAME.iter().map(|tag| (plain(tag), *tag));
    let others = TAGS.iter().map(|(name, tag)| ((*name).to_owned(), *tag));
    let raw = TAGS
        .iter()
        .find(first)
        .map(|(name, tag)| ((*name).to_owned(), *tag));
    for (wanted, tag) in raw.into_iter().chain(same).chain(others) {
        if let Some(index) = names.iter().position(|name| plain(name) == wanted) {
            add(&mut roles, index, Role::Tag(tag.to_owned()));
        }
    }
    for (wanted, role) in [
        ("winner", Role::Winner),
        ("whitestart", Role::Number),
        ("clocks", Role::Clocks),
        ("evals", Role::Evals),
    ] {
        if let Some(index) = names.iter().position(|name| plain(name) == wanted) {
            add(&mut roles, index, role);
        }
    }
    roles
        .iter()
        .any(|(_, role)| *role == Role::Moves)
        .then_some(roles)
}

/// What a role is called where mappings are printed.
pub(super) fn meaning(role: &Role) -> &str {
    match role {
        Role::Moves => "movetext",
        Role::Tag(tag) => tag,
        Role::Winner => "Result",
        Role::Number => "FEN of number 518",
        Role::Clocks => "%clk",
        Role::Evals => "%eval",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(names: &[&str], given: &[(&str, &str)]) -> Option<String> {
        let given: Vec<_> = given
            .iter()
            .map(|(meaning, name)| ((*meaning).to_owned(), (*name).to_owned()))
            .collect();
        let roles = roles(names, &given)?;
        let said = roles
            .iter()
            .map(|(index, role)| format!("{}={}", names[*index], meaning(role)));
        Some(said.collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn names_in_use_are_understood() {
        let lichess = [
            "Event", "White", "WhiteElo", "UTCDate", "FEN", "movetext", "other",
        ];
        assert_eq!(
            found(&lichess, &[]).unwrap(),
            "movetext=movetext Event=Event White=White UTCDate=UTCDate WhiteElo=WhiteElo FEN=FEN"
        );
        let other = [
            "moves_uci",
            "moves_san",
            "initial_fen",
            "white_elo",
            "end_type",
            "winner",
        ];
        assert_eq!(
            found(&other, &[]).unwrap(),
            "moves_san=movetext white_elo=WhiteElo initial_fen=FEN end_type=Termination winner=Result"
        );
        let ours = ["fen", "moves", "termination", "termination_raw", "clocks"];
        assert_eq!(
            found(&ours, &[]).unwrap(),
            "moves=movetext termination_raw=Termination fen=FEN clocks=%clk"
        );
    }

    #[test]
    fn what_is_given_comes_first() {
        let names = ["moves", "line", "position"];
        let given = [
            ("movetext", "line"),
            ("fen", "position"),
            ("Event", "absent"),
        ];
        assert_eq!(found(&names, &given).unwrap(), "line=movetext position=FEN");
        assert_eq!(found(&["White", "Black"], &[]), None);
    }
}
