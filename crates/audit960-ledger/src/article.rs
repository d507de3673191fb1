//! The articles on claims: their numbers, and what they are about.

use audit960_law::{GameDates, article_of_the_day, repetition_article_of_the_day};
use audit960_types::{ClaimArticle, Message, RepetitionArticle, message};

/// An article on claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Article {
    Repetition(RepetitionArticle),
    Fifty(ClaimArticle),
}

impl Article {
    /// Those on a move that is only announced.
    pub(crate) const INTENDED: [Self; 2] = [
        Self::Repetition(RepetitionArticle::Intended),
        Self::Fifty(ClaimArticle::Intended),
    ];
    /// Those on the position on the board.
    pub(crate) const ON_BOARD: [Self; 2] = [
        Self::Repetition(RepetitionArticle::OnBoard),
        Self::Fifty(ClaimArticle::Completed),
    ];

    /// Its number in the Laws of 2023.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Repetition(article) => article.as_str(),
            Self::Fifty(article) => article.as_str(),
        }
    }

    /// Its number in the Laws of the day, if known; without a date, in those of 2023.
    pub(crate) fn number(self, dates: &GameDates) -> Option<&'static str> {
        match self {
            Self::Repetition(article) => repetition_article_of_the_day(article, dates),
            Self::Fifty(article) => article_of_the_day(article, dates),
        }
    }

    /// Whether it is about a move that is only announced.
    pub(crate) fn is_intended(self) -> bool {
        Self::INTENDED.contains(&self)
    }

    /// Its number; where that is not known, what it is about.
    pub(crate) fn named(self, number: Option<&str>) -> Message {
        match (self, number) {
            (_, Some(number)) => message!("as-is", text = number),
            (Self::Repetition(RepetitionArticle::Intended), None) => message!("about-9-2-1"),
            (Self::Repetition(RepetitionArticle::OnBoard), None) => message!("about-9-2-2"),
            (Self::Fifty(ClaimArticle::Intended), None) => message!("about-9-3-1"),
            (Self::Fifty(ClaimArticle::Completed), None) => message!("about-9-3-2"),
        }
    }
}

/// What is said, with the number of the article that it rests on, if that is known.
pub(crate) fn with_article(what: Message, article: Option<&str>) -> Message {
    match article {
        Some(article) => message!("with-article", what = what, article = article),
        None => what,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The Laws of 1997 to 2017 letter the cases; of 1991 no number is known.
    #[test]
    fn an_article_is_named_by_its_number_or_by_what_it_is_about() {
        let [intended, on_board] =
            [Article::INTENDED, Article::ON_BOARD].map(|of| of.map(Article::as_str));
        assert_eq!(
            (intended, on_board),
            (["9.2.1", "9.3.1"], ["9.2.2", "9.3.2"])
        );
        assert!(
            Article::INTENDED
                .iter()
                .all(|article| article.is_intended())
        );
        assert!(
            !Article::ON_BOARD
                .iter()
                .any(|article| article.is_intended())
        );
        let number = |date| Article::ON_BOARD[1].number(&GameDates::parse(date).unwrap());
        assert_eq!(
            [number("2010.01.01"), number("1991.01.01")],
            [Some("9.3 b"), None]
        );
        let named = |number| Article::ON_BOARD[1].named(number).key;
        assert_eq!(
            [named(Some("9.3 b")), named(None)],
            ["as-is", "about-9-3-2"]
        );
    }
}
