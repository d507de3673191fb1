//! When and why a game was over without anybody's claim, in words.

use audit960_law::{GameDates, end_article_of_the_day};
use audit960_types::{EndReason, Message, message};

use crate::game::LedgerGame;

/// The Laws that number the articles in a text: one edition throughout. Where a number of the day is not known, the text says
/// what the article is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edition {
    /// Those of 2023, as in the columns of a dataset: tables and pages.
    Present,
    /// Those in force when the game was played: rulings, sheets and games.
    OfTheDay,
}

impl Edition {
    /// The dates by which it numbers articles: without a date they have the present numbers.
    pub(crate) const fn dates(self, of_game: GameDates) -> GameDates {
        match self {
            Self::Present => GameDates::NONE,
            Self::OfTheDay => of_game,
        }
    }

    /// The number of the article by which a game was over.
    pub(crate) fn of_end(self, reason: EndReason, game: &LedgerGame) -> Option<&'static str> {
        end_article_of_the_day(reason, &self.dates(game.dates))
    }
}

/// When and why the game was over without anybody's claim: `over after 61... (5.2.2: ...)`.
pub(crate) fn over(game: &LedgerGame, edition: Edition) -> Option<Message> {
    let end = game.end?;
    let when = match end.ply {
        0 => message!("at-start"),
        ply => message!("after-turn", turn = game.numbers().turn("turn-of", ply)),
    };
    let reason = reason_by(end.reason, edition.of_end(end.reason, game));
    Some(message!("over", when = when, reason = reason))
}

/// What ended a game, with the number of the article if there is one.
pub(crate) fn reason_by(reason: EndReason, article: Option<&str>) -> Message {
    let reason = message!("end-reason", reason = reason.as_str());
    match article {
        Some(article) => message!("by-article", article = article, reason = reason),
        None => reason,
    }
}

/// The label of an end in JSON: the article of the Laws, or the venue's rule.
pub(crate) fn label_of_end(reason: EndReason) -> &'static str {
    reason.article().unwrap_or(reason.as_str())
}
