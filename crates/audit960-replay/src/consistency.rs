//! Checks whether tags, termination marker and board of a game agree. An audit says *inconsistent*, never
//! *wrong* (Laws 8.7: a signed result stands).

use audit960_board::DeadBy;
use audit960_law::{
    BoardEnd, DrawRule, GameDates, PgnDate, end_article_of_the_day, flag_article_of_the_day,
};
use audit960_pgn::{Tag, quoted, stated_result};
use audit960_types::{
    Code, EndReason, Ending, GameEnd, GameResult, PositionValue, Side, TableValue, Termination,
    Venue, half_moves,
};

use crate::tag_roster::{ROSTER, Ratings, TagRoster};
use crate::termination::Stated;

/// The result in a Result tag, if the tag is one of the four results or begins with one.
pub(crate) fn tag_result(raw: &[u8]) -> Option<GameResult> {
    GameResult::ALL
        .iter()
        .copied()
        .find(|result| result.as_str().as_bytes() == raw)
        .or_else(|| stated_result(raw))
}

/// What a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum About {
    /// The game.
    Game,
    /// A tag; the game, if it has none.
    Tag(Tag),
    /// A half-move, from 1; the game, if it is not known where that stands.
    HalfMove(u32),
}

/// A finding: code, what it is about, and message.
pub(crate) type Note = (Code, About, String);

/// A finding about a tag.
const fn about(tag: Tag, code: Code, message: String) -> Note {
    (code, About::Tag(tag), message)
}

/// Adds the findings on the tags alone.
pub(crate) fn tags(roster: &TagRoster<'_>, date: PgnDate, ratings: Ratings, notes: &mut Vec<Note>) {
    if !roster.has_roster() {
        let missing = ROSTER.iter().filter(|tag| !roster.has(**tag));
        let names: Vec<_> = missing.map(|tag| tag.name()).collect();
        let names = names.join(", ");
        let message = format!("tags of the Seven Tag Roster are missing: {names}");
        notes.push((Code::MissingRoster, About::Game, message));
    }
    let shown = |tag| quoted(roster.text(tag).unwrap_or_default().as_bytes());
    if let PgnDate::Impossible { .. } = date {
        let date = shown(Tag::Date);
        let message = format!("{date} is not a valid date of the form YYYY.MM.DD");
        notes.push(about(Tag::Date, Code::ImpossibleDate, message));
    }
    for (tag, rating) in [Tag::WhiteElo, Tag::BlackElo].into_iter().zip(ratings) {
        if rating.is_err() {
            let (name, elo) = (tag.name(), shown(tag));
            let message = format!("{name} {elo} is not a rating between 1 and 4999");
            notes.push(about(tag, Code::EloOutOfRange, message));
        }
    }
    if let Some(raw) = roster.raw(Tag::Result) {
        let result = || shown(Tag::Result);
        match tag_result(raw) {
            Some(read) if read.as_str().as_bytes() != raw => {
                let message = format!("Result \"{}\" read as {read}", result());
                notes.push(about(Tag::Result, Code::ResultTagSpelling, message));
            }
            Some(_) => {}
            None => {
                let message = format!(
                    "Result \"{}\" is not one of 1-0, 0-1, 1/2-1/2 and *",
                    result()
                );
                notes.push(about(Tag::Result, Code::UnknownResult, message));
            }
        }
    }
}

/// Checks the Result tag against the termination marker.
pub(crate) fn marker(tag: Option<GameResult>, marker: Option<GameResult>) -> Option<Note> {
    let (tag, marker) = (tag?, marker?);
    (tag != marker).then(|| {
        let message = format!("the Result tag says {tag}, the termination marker {marker}");
        about(Tag::Result, Code::ResultAgainstMarker, message)
    })
}

/// Checks the result against the last position; `turn` is the side to move in it.
pub(crate) fn board(result: GameResult, ending: Ending, turn: Side) -> Option<Note> {
    match (ending, result.winner()) {
        (Ending::Checkmate, winner) if winner != Some(turn.other()) => {
            let message = format!("{} is checkmated, and the result is {result}", turn.name());
            Some(about(Tag::Result, Code::ResultAgainstMate, message))
        }
        (Ending::Stalemate, Some(_)) => {
            let message = format!("{} is stalemated, and the result is {result}", turn.name());
            Some(about(Tag::Result, Code::ResultAgainstStalemate, message))
        }
        _ => None,
    }
}

/// Checks the result against who won by the words of the record.
pub(crate) fn told(stated: &Stated<'_>, result: GameResult) -> Option<Note> {
    let (told, text) = stated.told.as_ref()?;
    told.contradicts(result).then(|| {
        let text = quoted(text.as_bytes());
        let message = format!("the record says \"{text}\", but the result is {result}");
        about(Tag::Termination, Code::TerminationAgainstBoard, message)
    })
}

/// The number of an article in parentheses after a blank; nothing where the numbering of the day is not known.
pub(crate) fn in_parentheses(article: Option<&str>) -> String {
    article.map_or_else(String::new, |article| format!(" ({article})"))
}

/// Checks the result against a dead position in which the game ended.
pub(crate) fn dead(
    result: GameResult,
    board: BoardEnd,
    over: Option<GameEnd>,
    dates: &GameDates,
) -> Option<Note> {
    result.winner()?;
    let dead = board.dead?;
    // Where a program runs the games, a position can be dead and the game not over.
    (over?.reason == EndReason::DeadPosition).then(|| {
        let what = match dead.by {
            DeadBy::Blocked => "on the blocked board neither side can mate",
            DeadBy::Material | DeadBy::Forced => "neither side can mate",
        };
        let article = in_parentheses(end_article_of_the_day(EndReason::DeadPosition, dates));
        let message = format!("{what}{article}, and the result is {result}");
        about(Tag::Result, Code::ResultAgainstDeadPosition, message)
    })
}

/// Checks a decisive result against a draw that the last half-move made by itself.
pub(crate) fn automatic_draw(
    result: GameResult,
    over: Option<GameEnd>,
    plies: u32,
    (dates, venue): (&GameDates, Venue),
) -> Option<Note> {
    result.winner()?;
    let end = over.filter(|end| end.ply == plies)?;
    let article = in_parentheses(end_article_of_the_day(end.reason, dates));
    let what = match end.reason {
        EndReason::FivefoldRepetition => {
            format!("the last half-move made the fifth occurrence of a position, a draw{article}")
        }
        EndReason::SeventyFiveMoves => {
            format!(
                "the last half-move completed seventy-five moves by each player, a draw{article}"
            )
        }
        EndReason::VenueThreefold => {
            format!(
                "the last half-move made the third occurrence of a position, at which {venue} draws"
            )
        }
        EndReason::VenueFifty => {
            format!("the last half-move took the clock to 100, at which {venue} draws")
        }
        EndReason::VenueMaterial => {
            format!("at most a bishop or a knight is left on each side, at which {venue} draws")
        }
        EndReason::Checkmate | EndReason::Stalemate | EndReason::DeadPosition => return None,
    };
    let message = format!("{what}, and the result is {result}");
    Some(about(Tag::Result, Code::ResultAgainstDraw, message))
}

/// Checks a win on time; `never` is whether it is proved that the winner cannot mate.
pub(crate) fn flag(winner: Side, never: bool, dates: &GameDates) -> Option<Note> {
    never.then(|| {
        let article = in_parentheses(flag_article_of_the_day(dates));
        let message = format!(
            "{} won on time, but cannot mate by any series of legal moves: a draw by the Laws{article}",
            winner.name()
        );
        about(Tag::Termination, Code::FlagWithoutMate, message)
    })
}

/// The facts about the last position that the stated termination is checked against.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Board {
    pub(crate) ending: Ending,
    /// Half-move clock of the last position.
    pub(crate) clock: u32,
    /// Occurrences of the most frequent position (Laws 9.2.3).
    pub(crate) repetitions: u32,
    /// Whether either side has a pawn, a rook or a queen.
    pub(crate) can_mate: bool,
}

/// Checks the stated termination against board and result.
///
/// A claim with an intended move (9.2.1, 9.3.1) ends a game one half-move before the board shows it, so
/// one occurrence or one half-move less is accepted where `claimed` says that players claim.
pub(crate) fn termination(
    stated: &Stated<'_>,
    result: GameResult,
    board: Board,
    claimed: impl Fn(DrawRule) -> bool,
) -> Option<Note> {
    use Termination as T;
    let termination = stated.termination?;
    let clock_of = |full: u32, rule| full - u32::from(claimed(rule));
    let times = |count: u32| match count {
        1 => "no position was repeated".to_owned(),
        _ => format!("no position occurred more than {count} times"),
    };
    let clock = || format!("the half-move clock is {}", board.clock);
    let contradiction = match termination {
        T::Checkmate if board.ending != Ending::Checkmate => {
            Some("neither side is checkmated".to_owned())
        }
        T::Stalemate if board.ending != Ending::Stalemate => {
            Some("neither side is stalemated".to_owned())
        }
        T::InsufficientMaterial if board.can_mate => Some("there is mating material".to_owned()),
        T::FiftyMoves if board.clock < clock_of(100, DrawRule::Fifty) => Some(clock()),
        T::SeventyFiveMoves if board.clock < 150 => Some(clock()),
        T::ThreefoldRepetition if board.repetitions < clock_of(3, DrawRule::Threefold) => {
            Some(times(board.repetitions))
        }
        T::FivefoldRepetition if board.repetitions < 5 => Some(times(board.repetitions)),
        T::Stalemate
        | T::Agreement
        | T::InsufficientMaterial
        | T::TimeInsufficientMaterial
        | T::FiftyMoves
        | T::SeventyFiveMoves
        | T::ThreefoldRepetition
        | T::FivefoldRepetition
            if result.winner().is_some() =>
        {
            Some(format!("the result is {result}"))
        }
        _ => None,
    };
    contradiction.map(|what| {
        let raw = quoted(stated.raw.as_deref().unwrap_or_default().as_bytes());
        let message = format!("the record says \"{raw}\", but {what}");
        about(Tag::Termination, Code::TerminationAgainstBoard, message)
    })
}

/// Checks a result that the record bases on endgame tables against what tables say of the last position, in which
/// `turn` is to move.
///
/// Some programs count the fifty moves when they adjudicate, some do not, and in correspondence chess a claim by tables
/// knows no fifty moves. So a side that won must have a win or a cursed win, and a draw is no win by either count.
pub(crate) fn tables(
    stated: &str,
    result: GameResult,
    turn: Side,
    found: &PositionValue,
) -> Option<Note> {
    let wdl = found.wdl?;
    let for_white = if turn == Side::White { wdl } else { -wdl };
    let contradicted = match (result, result.winner()) {
        (_, Some(Side::White)) => for_white <= 0,
        (_, Some(Side::Black)) => for_white >= 0,
        (GameResult::Draw, None) => {
            found.certain && matches!(found.value, TableValue::Win | TableValue::Loss)
        }
        _ => false,
    };
    let truth = match for_white {
        2 => "White wins",
        1 => "White wins, though not within fifty moves",
        0 => "the position is a draw",
        -1 => "Black wins, though not within fifty moves",
        _ => "Black wins",
    };
    contradicted.then(|| {
        let stated = quoted(stated.as_bytes());
        let message =
            format!("the record says \"{stated}\" and {result}, but by the endgame tables {truth}");
        about(Tag::Termination, Code::TerminationAgainstTables, message)
    })
}

/// Checks the PlyCount tag against the number of half-moves replayed.
pub(crate) fn ply_count(roster: &TagRoster<'_>, plies: u32) -> Option<Note> {
    let raw = roster.raw(Tag::PlyCount)?;
    let stated = std::str::from_utf8(raw).ok()?.parse::<u32>().ok()?;
    (stated != plies).then(|| {
        let message = format!(
            "PlyCount says {stated}, the record has {}",
            half_moves(plies)
        );
        about(Tag::PlyCount, Code::PlyCountDiffers, message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who is mated has not won, and nobody has who is stalemated; without a result nothing speaks against a stalemate.
    #[test]
    fn results_are_compared_with_the_board() {
        use GameResult::{Black, Draw, Unfinished, White};
        for (ending, code, contradicted) in [
            (
                Ending::Checkmate,
                Code::ResultAgainstMate,
                vec![Draw, Black, Unfinished],
            ),
            (
                Ending::Stalemate,
                Code::ResultAgainstStalemate,
                vec![White, Black],
            ),
            (Ending::None, Code::ResultAgainstMate, Vec::new()),
        ] {
            for result in [White, Draw, Black, Unfinished] {
                let found = board(result, ending, Side::Black).map(|(code, ..)| code);
                let expected = contradicted.contains(&result).then_some(code);
                assert_eq!(found, expected, "{ending} {result}");
            }
        }
    }

    /// Black is to move, and the values are Black's: a cursed win contradicts no draw.
    #[test]
    fn results_are_compared_with_tables() {
        use GameResult::{Black, Draw, Unfinished, White};
        for (wdl, value, certain, contradicted) in [
            (-2, TableValue::Loss, true, vec![Draw, Black]),
            (-2, TableValue::Loss, false, vec![Black]),
            (-1, TableValue::Draw, true, vec![Black]),
            (0, TableValue::Draw, true, vec![White, Black]),
            (1, TableValue::Draw, true, vec![White]),
            (2, TableValue::Win, true, vec![White, Draw]),
        ] {
            let found = PositionValue {
                value,
                certain,
                reason: None,
                wdl: Some(wdl),
                dtz: None,
            };
            for result in [White, Draw, Black, Unfinished] {
                let note = tables("SyzygyTB", result, Side::Black, &found);
                assert_eq!(
                    note.is_some(),
                    contradicted.contains(&result),
                    "{wdl} {result}"
                );
            }
        }
    }
}
