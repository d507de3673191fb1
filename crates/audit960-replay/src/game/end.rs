//! The effective end of a game, and what is said of the half-moves after it.

use audit960_board::Position;
use audit960_law::{
    BoardEnd, GameEnds, Jurisdiction, RepetitionLaw, VenueKind, end_article_of_the_day,
};
use audit960_types::{Code, EndReason, Ending, GameEnd, Repetition, TextSink, half_moves};

use super::GameReplay;
use crate::consistency::{About, Note, in_parentheses};

impl<S: TextSink> GameReplay<'_, '_, S> {
    /// What the board says of the end of the game; `ending` is that of its last position.
    pub(super) fn board_end(&self, ending: Ending) -> BoardEnd {
        let line = &self.scratch.line;
        let plies = line.plies();
        let reason = match ending {
            Ending::Checkmate => EndReason::Checkmate,
            Ending::Stalemate => EndReason::Stalemate,
            Ending::InsufficientMaterial => return self.examined_end(),
            Ending::None
                if line.position.may_be_dead() || line.position.has_at_most_minor_pieces() =>
            {
                return self.examined_end();
            }
            Ending::None => return BoardEnd::default(),
        };
        // A forced stalemate makes positions before it dead; all else that ends with one was alive.
        if reason == EndReason::Stalemate && line.position.may_be_dead() {
            return self.examined_end();
        }
        BoardEnd {
            stuck: Some(GameEnd { ply: plies, reason }),
            ..BoardEnd::default()
        }
    }

    #[cold]
    fn examined_end(&self) -> BoardEnd {
        let line = &self.scratch.line;
        let plies = line.plies();
        let after = |ply| -> Position {
            if ply == plies {
                line.position.clone()
            } else {
                line.position_before(ply + 1)
            }
        };
        BoardEnd::of(plies, &after)
    }

    /// Adds a note if the record goes on after the end of the game.
    pub(super) fn note_play_after_end(
        &self,
        board: BoardEnd,
        end: Option<GameEnd>,
        repetitions: &[Repetition],
        notes: &mut Vec<Note>,
    ) {
        let plies = self.scratch.line.plies();
        let Some(end) = end.filter(|end| end.ply < plies) else {
            return;
        };
        // What was forced had to be played.
        let shown = board.dead.map_or(end.ply, |dead| dead.shown_ply);
        if end.reason == EndReason::DeadPosition && shown >= plies {
            return;
        }
        // Of a record that is too long not all was replayed.
        let at_least = match self.walk.failed {
            Some(Code::TooManyMoves) => "at least ",
            _ => "",
        };
        let more = half_moves(plies - end.ply);
        let after = format!("the record goes on for {at_least}{more}");
        let when = match end.ply {
            0 => "at the start of the record".to_owned(),
            ply => format!("after half-move {ply}"),
        };
        let article = in_parentheses(end_article_of_the_day(end.reason, &self.tags.dates));
        let (code, message) = match end.reason {
            EndReason::VenueFifty => (
                Code::BeyondAutomaticDraw,
                format!(
                    "{} draws at a half-move clock of 100, reached {when}; {after}",
                    self.tags.venue
                ),
            ),
            EndReason::VenueMaterial => (
                Code::BeyondAutomaticDraw,
                format!(
                    "{} draws with at most a bishop or a knight on each side, reached {when}; {after}",
                    self.tags.venue
                ),
            ),
            EndReason::SeventyFiveMoves => (
                Code::BeyondSeventyFive,
                format!("the game was drawn {when}{article}; {after}"),
            ),
            EndReason::VenueThreefold | EndReason::FivefoldRepetition => {
                let rule = if end.reason == EndReason::VenueThreefold {
                    format!("{} draws at the third occurrence", self.tags.venue)
                } else {
                    format!("the fifth occurrence ends a game{article}")
                };
                let stood = stood(repetitions, end.ply);
                let message =
                    format!("{rule}: a position occurred after half-moves {stood}; {after}");
                (Code::BeyondRepetition, message)
            }
            EndReason::DeadPosition => (
                Code::BeyondDeadPosition,
                format!("no series of legal moves mates either king {when}{article}; {after}"),
            ),
            EndReason::Checkmate | EndReason::Stalemate => return,
        };
        notes.push((code, About::HalfMove(shown + 1), message));
    }

    /// Whose rules the game was played by.
    pub(super) fn jurisdiction(&self) -> Jurisdiction<'_> {
        Jurisdiction {
            dates: self.tags.roster.dates(),
            venue: self.tags.venue,
            law: &self.options.law,
            venues: &self.options.venues,
        }
    }

    /// The ends of the game by law and venue.
    pub(super) fn ends(&mut self, board: BoardEnd, repetitions: &[Repetition]) -> GameEnds {
        let most = repetitions
            .iter()
            .map(|repetition| repetition.plies.len())
            .max();
        let repeated = match most.unwrap_or_default() {
            0..3 => false,
            3..5 => self.repetition_law().threefold == Some(VenueKind::Automatic),
            _ => true,
        };
        let runs = self.scratch.line.runs.found();
        if board == BoardEnd::default() && runs.is_empty() && !repeated {
            return GameEnds::default();
        }
        GameEnds::of(board, runs, &repetitions.iter(), &self.jurisdiction())
    }

    /// The rules on repetition by the dates without the competition, which matters to the fifth occurrence
    /// alone: games of an archive often share them.
    pub(super) fn repetition_law(&mut self) -> RepetitionLaw {
        let key = (self.tags.dates, self.tags.venue);
        if let Some((known, law)) = self.scratch.repetition_law
            && known == key
        {
            return law;
        }
        let law = RepetitionLaw::of(&Jurisdiction {
            dates: self.tags.dates,
            venue: self.tags.venue,
            law: &self.options.law,
            venues: &self.options.venues,
        });
        self.scratch.repetition_law = Some((key, law));
        law
    }
}

/// The occurrences of the position that ended the game after half-move `last`, as text.
fn stood(repetitions: &[Repetition], last: u32) -> String {
    let ended = repetitions
        .iter()
        .find(|repetition| repetition.plies.contains(&last));
    let plies = ended.map_or(&[][..], |repetition| &repetition.plies);
    let stood: Vec<String> = plies
        .iter()
        .take_while(|ply| **ply <= last)
        .map(u32::to_string)
        .collect();
    stood.join(", ")
}
