//! The articles on claims and on ends of games: their numbers, and what they are about.

use audit960_law::{GameDates, article_of_the_day, end_article_of_the_day};
use audit960_types::{Choice as _, EndReason, Message, choices, message};

use crate::game::LedgerGame;

choices! {
    /// An article on claims, by its number in the Laws of 2023.
    pub(crate) enum Article {
        /// A move that is only announced repeats the position.
        Repeating = "9.2.1",
        /// The position on the board is repeated.
        Repeated = "9.2.2",
        /// A move that is only announced completes the moves.
        Completing = "9.3.1",
        /// The moves are completed.
        Completed = "9.3.2",
    }
}

impl Article {
    /// Its number in the Laws of the day, if known; without a date, in those of 2023.
    pub(crate) fn number(self, dates: &GameDates) -> Option<&'static str> {
        article_of_the_day(self.name(), dates)
    }

    /// Whether it is about repetition.
    pub(crate) const fn is_about_repetition(self) -> bool {
        matches!(self, Self::Repeating | Self::Repeated)
    }

    /// Whether it is about a move that is only announced.
    pub(crate) const fn is_intended(self) -> bool {
        matches!(self, Self::Repeating | Self::Completing)
    }

    /// Its number; where that is not known, what it is about.
    pub(crate) fn named(self, number: Option<&str>) -> Message {
        let about = match self {
            Self::Repeating => "about-9-2-1",
            Self::Repeated => "about-9-2-2",
            Self::Completing => "about-9-3-1",
            Self::Completed => "about-9-3-2",
        };
        number.map_or_else(
            || message!(about),
            |number| message!("as-is", text = number),
        )
    }
}

/// What is said, with the number of the article that it rests on, if that is known.
pub(crate) fn with_article(what: Message, article: Option<&str>) -> Message {
    match article {
        Some(article) => message!("with-article", what = what, article = article),
        None => what,
    }
}

/// What is said, after the number of the article that says so, if there is one.
pub(crate) fn by_article(article: Option<&str>, what: Message) -> Message {
    match article {
        Some(article) => message!("by-article", article = article, reason = what),
        None => what,
    }
}

/// When and why the game was over without anybody's claim: `over after 61... (5.2.2: ...)`. The article has its number of
/// these dates.
pub(crate) fn over(game: &LedgerGame, dates: &GameDates) -> Option<Message> {
    let end = game.end?;
    let when = match end.ply {
        0 => message!("at-start"),
        ply => message!("after-turn", turn = game.numbers().turn("turn-of", ply)),
    };
    let reason = reason_by(end.reason, end_article_of_the_day(end.reason, dates));
    Some(message!("over", when = when, reason = reason))
}

/// What ended a game, with the number of the article if there is one.
pub(crate) fn reason_by(reason: EndReason, article: Option<&str>) -> Message {
    by_article(article, message!("end-reason", reason = reason.as_str()))
}

/// The label of an end in JSON: the article of the Laws, or the venue's rule.
pub(crate) fn label_of_end(reason: EndReason) -> &'static str {
    reason.article().unwrap_or(reason.as_str())
}
