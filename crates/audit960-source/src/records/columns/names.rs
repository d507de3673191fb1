//! What columns mean, by their names.

use std::sync::OnceLock;

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TableColumn {
    pub(super) name: String,
    /// Its type, if it is one whose cells have no text.
    pub(super) unreadable: Option<String>,
}

impl TableColumn {
    /// How it is called where it is not read.
    pub(super) fn described(&self) -> String {
        match &self.unreadable {
            Some(kind) => format!("{} ({kind})", self.name),
            None => self.name.clone(),
        }
    }
}

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
    /// Seconds spent on each half-move.
    MoveTimes,
}

/// Names of columns that hold movetext, the best first. Letter case and underscores do not count, here as below.
const MOVES: [&str; 10] = [
    "pgn", "movetext", "movessan", "san", "moves", "movelist", "movesuci", "uci", "ucimoves", "an",
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
    ("fen", "FEN"),
    ("rules", "Variant"),
    ("endtype", "Termination"),
    ("status", "Termination"),
    ("openingname", "Opening"),
    ("openingeco", "ECO"),
    ("outcome", "Result"),
];

/// Names that say more exactly what they mean than those below: a raw text says more than a label made of it, and in
/// the records of chess.com `fen` is the position at the end of the game.
const EXACT: &[(&str, &str)] = &[
    ("terminationraw", "Termination"),
    ("initialfen", "FEN"),
    ("initialsetup", "FEN"),
    ("startfen", "FEN"),
    ("startingfen", "FEN"),
];

/// Tags that columns of the same name become, whatever the letter case and underscores. Others have to be named
/// exactly like the tag.
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
    "SetUp",
    "EventDate",
    "EventType",
    "Annotator",
    "Link",
    "PlyCount",
];

/// What the user said: meanings (a tag, or `movetext`), each with the name of a column.
static GIVEN: OnceLock<Vec<(String, String)>> = OnceLock::new();

/// Says which columns mean what: the name of a tag, `movetext`, `clocks` (`%clk`), `evals` (`%eval`) or `winner`, each with the name of a column. These have
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

/// A name without what does not count in it.
fn plain(name: &str) -> String {
    name.replace('_', "").to_ascii_lowercase()
}

/// Whether a name is that of a tag (PGN 8.1): letters, digits and underscores, the first one a capital letter.
fn is_tag_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_uppercase())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// What the user means by a name.
fn given_role(meaning: &str) -> Role {
    let known = SAME
        .iter()
        .chain(&["FEN"])
        .find(|tag| plain(tag) == plain(meaning));
    match plain(meaning).as_str() {
        name if MOVES.contains(&name) => Role::Moves,
        "clocks" | "%clk" => Role::Clocks,
        "evals" | "%eval" => Role::Evals,
        "movetimes" | "%emt" => Role::MoveTimes,
        "winner" => Role::Winner,
        _ => Role::Tag(known.map_or(meaning, |tag| *tag).to_owned()),
    }
}

/// Roles by index, each index and each role once.
#[derive(Default)]
struct Roles(Vec<(usize, Role)>);

impl Roles {
    fn add(&mut self, index: usize, role: Role) {
        let is_new = |(other, taken): &(usize, Role)| *other != index && *taken != role;
        if self.0.iter().all(is_new) {
            self.0.push((index, role));
        }
    }
}

/// The columns that are read: index and role, each role once.
///
/// # Errors
/// If no column holds moves, or one that was given is not there or has no text.
pub(super) fn roles(
    columns: &[TableColumn],
    given: &[(String, String)],
) -> Result<Vec<(usize, Role)>, String> {
    let mut roles = Roles::default();
    for (meaning, name) in given {
        let index = columns.iter().position(|column| column.name == *name);
        let index = index.ok_or_else(|| {
            let all = shown(columns);
            format!("no column is named {name} (--input-columns {meaning}={name}); columns: {all}")
        })?;
        if columns[index].unreadable.is_some() {
            let column = columns[index].described();
            return Err(format!(
                "column {column} is of a type that is not read as {meaning}"
            ));
        }
        roles.add(index, given_role(meaning));
    }
    let named = |wanted: &str| {
        columns
            .iter()
            .position(|column| column.unreadable.is_none() && plain(&column.name) == wanted)
    };
    let tag = |tag: &str| Role::Tag(tag.to_owned());
    let moves = MOVES.iter().map(|name| ((*name).to_owned(), Role::Moves));
    let pairs = |all: &'static [(&str, &str)]| {
        all.iter()
            .map(move |(name, is)| ((*name).to_owned(), tag(is)))
    };
    let same = SAME.iter().map(|name| (plain(name), tag(name)));
    let others = [
        ("winner", Role::Winner),
        ("whitestart", Role::Number),
        ("clocks", Role::Clocks),
        ("evals", Role::Evals),
        ("movetimes", Role::MoveTimes),
    ];
    let others = others.map(|(name, role)| (name.to_owned(), role));
    let by_name = moves
        .chain(pairs(EXACT))
        .chain(same)
        .chain(pairs(TAGS))
        .chain(others);
    for (name, role) in by_name {
        if let Some(index) = named(&name) {
            roles.add(index, role);
        }
    }
    for (index, column) in columns.iter().enumerate() {
        if column.unreadable.is_none() && is_tag_name(&column.name) {
            roles.add(index, tag(&column.name));
        }
    }
    match roles.0.iter().any(|(_, role)| *role == Role::Moves) {
        true => Ok(roles.0),
        false => Err(format!(
            "no column holds moves (movetext, moves, pgn); say which does by --input-columns movetext=NAME; columns: {}",
            shown(columns)
        )),
    }
}

/// The first columns, to choose from.
fn shown(columns: &[TableColumn]) -> String {
    let shown: Vec<String> = columns
        .iter()
        .take(20)
        .map(TableColumn::described)
        .collect();
    shown.join(", ")
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
        Role::MoveTimes => "%emt",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(names: &[&str]) -> Vec<TableColumn> {
        let column = |name: &&str| TableColumn {
            name: (*name).to_owned(),
            unreadable: name.starts_with('!').then(|| "Struct".to_owned()),
        };
        names.iter().map(column).collect()
    }

    fn found(names: &[&str], given: &[(&str, &str)]) -> Result<String, String> {
        let given: Vec<_> = given
            .iter()
            .map(|(meaning, name)| ((*meaning).to_owned(), (*name).to_owned()))
            .collect();
        let roles = roles(&columns(names), &given)?;
        let said = roles
            .iter()
            .map(|(index, role)| format!("{}={}", names[*index], meaning(role)));
        Ok(said.collect::<Vec<_>>().join(" "))
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
            "moves_san=movetext initial_fen=FEN white_elo=WhiteElo end_type=Termination winner=Result"
        );
        // A table of Lichess that many people use.
        assert_eq!(
            found(&["White", "AN"], &[]).unwrap(),
            "AN=movetext White=White"
        );
        let ours = [
            "fen",
            "moves",
            "termination",
            "termination_raw",
            "clocks",
            "move_times",
        ];
        assert_eq!(
            found(&ours, &[]).unwrap(),
            "moves=movetext termination_raw=Termination fen=FEN clocks=%clk move_times=%emt"
        );
        // Where chess.com says where a game began, the other position is that of its end.
        assert_eq!(
            found(&["fen", "moves", "initial_setup"], &[]).unwrap(),
            "moves=movetext initial_setup=FEN"
        );
    }

    /// Tags that are no words of data people are read if they are named exactly.
    #[test]
    fn columns_named_like_tags_are_tags() {
        assert_eq!(
            found(
                &[
                    "moves",
                    "TerminationDetails",
                    "ICCResult",
                    "source",
                    "No Tag"
                ],
                &[]
            )
            .unwrap(),
            "moves=movetext TerminationDetails=TerminationDetails ICCResult=ICCResult"
        );
    }

    #[test]
    fn what_is_given_comes_first() {
        let names = ["moves", "line", "position", "uhr", "wer"];
        let given = [
            ("movetext", "line"),
            ("fen", "position"),
            ("%clk", "uhr"),
            ("winner", "wer"),
        ];
        assert_eq!(
            found(&names, &given).unwrap(),
            "line=movetext position=FEN uhr=%clk wer=Result"
        );
        let error = found(&names, &[("Event", "absent")]).unwrap_err();
        assert!(error.starts_with(
            "no column is named absent (--input-columns Event=absent); columns: moves, line"
        ));
    }

    #[test]
    fn columns_without_text_are_not_read() {
        let error = found(&["White", "Black", "!moves"], &[]).unwrap_err();
        assert!(
            error.ends_with("columns: White, Black, !moves (Struct)"),
            "{error}"
        );
        let error = found(&["White", "!moves"], &[("movetext", "!moves")]).unwrap_err();
        assert_eq!(
            error,
            "column !moves (Struct) is of a type that is not read as movetext"
        );
    }
}
