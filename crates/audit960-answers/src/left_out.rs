//! Sentences about the games that an answer leaves out, or reads only in part.

use audit960_dataset::{Dataset, DatasetError, GamesLeftOut};
use audit960_report::{Language, counted, grouped};

use crate::GameScan;
use crate::positions::played::copies_among;

/// Games that do not count, or not to their end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Games of archives that could be read only in part or not at all.
    pub unread: u64,
    /// Copies of other games among those asked about.
    pub games: GamesLeftOut,
    /// Half-moves that a question was limited to because a dataset has no more.
    pub kept: Option<u32>,
}

impl LeftOut {
    /// Of a question that tables of counts answered: copies alone.
    pub(crate) fn of_counted(dataset: &Dataset, scan: &GameScan) -> Result<Self, DatasetError> {
        Ok(Self {
            games: copies_among(dataset, scan)?,
            ..Self::default()
        })
    }

    /// Sentences about the games that are left out, or counted only in part.
    #[must_use]
    pub fn sentences(self) -> Vec<String> {
        let mut sentences = Vec::new();
        sentences.extend(copies_sentence(self.games));
        if let Some(plies) = self.kept {
            sentences.push(format!(
                "only the first {plies} half-moves of the games were kept: what comes after them is not found"
            ));
        }
        if self.unread > 0 {
            let games = if self.unread == 1 { "game" } else { "games" };
            let (unread, why) = (grouped(self.unread), "audit960 audit says why");
            sentences.push(format!(
                "{unread} {games} could be read only in part or not at all; {why}"
            ));
        }
        sentences
    }
}

/// Sentences about the games that an answer about start positions leaves out.
pub(crate) fn sentences_about(left_out: GamesLeftOut, can_count_moveless: bool) -> Vec<String> {
    let copies = copies_sentence(left_out);
    let moveless = (left_out.moveless > 0).then(|| {
        counted(
            left_out.moveless,
            "game without moves is left out",
            "games without moves are left out",
        )
    });
    let without_rights = (left_out.without_rights > 0).then(|| {
        counted(
            left_out.without_rights,
            "game without full castling rights is no game from a start position: left out",
            "games without full castling rights are no games from a start position: left out",
        )
    });
    let counted = match can_count_moveless {
        true => "; --count-moveless counts their results",
        false => "",
    };
    let moveless = moveless.map(|sentence| sentence + counted);
    copies
        .into_iter()
        .chain(moveless)
        .chain(without_rights)
        .collect()
}

fn copies_sentence(left_out: GamesLeftOut) -> Option<String> {
    let found = counted(
        left_out.copies,
        "copy of another game is left out",
        "copies of other games are left out",
    );
    let unknown = Language::English.word("copies-unknown");
    match (left_out.copies, left_out.copies_unknown) {
        (0, false) => None,
        (_, false) => Some(found),
        (0, true) => Some(unknown.into_owned()),
        (_, true) => Some(format!("{found}; elsewhere {unknown}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_game_is_singular() {
        let left_out = |copies, moveless| GamesLeftOut {
            copies,
            moveless,
            ..GamesLeftOut::default()
        };
        assert!(sentences_about(left_out(0, 0), true).is_empty());
        assert_eq!(
            sentences_about(left_out(1, 1), false),
            [
                "1 copy of another game is left out",
                "1 game without moves is left out"
            ]
        );
        assert_eq!(
            sentences_about(left_out(1200, 2), true),
            [
                "1,200 copies of other games are left out",
                "2 games without moves are left out; --count-moveless counts their results"
            ]
        );
    }
}
