//! Games without a readable start position: the examiner may find the one from which all moves are legal.

use audit960_board::start::Start;
use audit960_pgn::{LANGUAGES, Tag};
use audit960_types::{Code, StartEvidence, StartKind, StartSearch, StartSet, TextSink};

use super::{GameReplay, ReadMode};
use crate::examine::{Case, Examiner, Round};
use crate::language::has_foreign_letter;
use crate::start::GameStart;

/// A game may have another start position if it fails from the orthodox arrangement before this many
/// half-moves.
const EARLY_FAILURE_PLIES: u32 = 12;

/// Maximum number of start positions that a finding lists.
const LISTED: usize = 12;

impl<S: TextSink> GameReplay<'_, '_, S> {
    /// Searches for the start of a game that has none, if that is enabled, or reports that it is missing.
    pub(super) fn retry_with_start(&mut self) {
        let found = self.lacks_start() && self.search_start();
        if self.tags.start.needs_stated_number && !found {
            let message = "Chess960 is named, but no start position is given";
            let tag = self.tags.start.named_by;
            let at = tag.map_or(self.begin.at(), |tag| self.tags.roster.place(tag));
            self.note(Code::MissingStart, at, 1, message);
        }
    }

    /// Whether no usable start position is given: Chess960 is named without one, the FEN cannot be read, or
    /// the record fails soon from the orthodox arrangement or a stated Scharnagl number.
    fn lacks_start(&self) -> bool {
        if self.options.examiner.is_none() || self.tags.start.foreign {
            return false;
        }
        match self.tags.start.kind {
            StartKind::Unknown => true,
            StartKind::Standard => {
                self.walk.failed.is_some()
                    && !self.tags.roster.has(Tag::Fen)
                    && self.scratch.line.plies() < EARLY_FAILURE_PLIES
            }
            // From a stated number the record does not replay.
            StartKind::Chess960 => self.walk.failed.is_some() && !self.tags.roster.has(Tag::Fen),
            StartKind::DoubleChess960 | StartKind::Other => false,
        }
    }

    /// Searches for the start, and starts from it if exactly one position fits; else `false`.
    #[cold]
    fn search_start(&mut self) -> bool {
        let Some(examiner) = self.options.examiner.clone() else {
            return false;
        };
        let record = self.record();
        let named = self.tags.start.kind != StartKind::Standard;
        let case = Case {
            identity: (self.identity)(self.begin.at()),
            record: &record,
            round: Round {
                event: self.tags.roster.raw(Tag::Event),
                round: self.tags.roster.raw(Tag::Round),
                venue: self.tags.venue,
            },
            named,
        };
        let Some(search) = examiner.search_start(&case) else {
            return false;
        };
        let search = self.search_in_languages(&*examiner, &case, search);
        let only = search.only();
        match only {
            Some(numbers) => self.start_from(numbers, &search),
            None => self.note(
                Code::StartOpen,
                self.movetext_at,
                1,
                search_message(&search),
            ),
        }
        self.game.search = Some(search);
        only.is_some()
    }

    /// The search of a record; where it fits no start in English and has letters of another language, that of all
    /// languages in which it fits one.
    fn search_in_languages(
        &self,
        examiner: &dyn Examiner,
        case: &Case<'_>,
        search: StartSearch,
    ) -> StartSearch {
        let words = case.record.words().iter();
        let is_foreign = words
            .map(|word| case.record.text(word))
            .any(has_foreign_letter);
        if search.incomplete || search.count() > 0 || !is_foreign {
            return search;
        }
        let mut fitting: Option<StartSearch> = None;
        for (index, language) in LANGUAGES.iter().enumerate() {
            // The same letters give the same moves.
            if LANGUAGES[..index]
                .iter()
                .any(|tried| tried.same_letters(language))
            {
                continue;
            }
            let record = self.record_in(language);
            let case = Case {
                record: &record,
                ..*case
            };
            let found = examiner.search_start(&case);
            let Some(found) = found.filter(|found| found.incomplete || found.count() > 0) else {
                continue;
            };
            match &mut fitting {
                None => fitting = Some(found),
                Some(all) => {
                    all.fitting = all.fitting.or(&found.fitting);
                    all.pairs.extend(found.pairs);
                    all.pairs.sort_unstable();
                    all.pairs.dedup();
                    all.incomplete |= found.incomplete;
                }
            }
        }
        fitting.unwrap_or(search)
    }

    /// Records a start given by a stated Scharnagl number as the result of the search, if that is enabled.
    pub(super) fn record_stated_number(&mut self, number: u16) {
        if self.options.examiner.is_some() {
            self.game.search = Some(StartSearch {
                fitting: [number].into_iter().collect(),
                pairs: Vec::new(),
                plies: 0,
                evidence: StartEvidence::Stated,
                incomplete: false,
            });
        }
    }

    /// A number is stated before the moves are read: how many there are is known at the end.
    pub(super) fn count_stated_plies(&mut self) {
        if let Some(search) = &mut self.game.search
            && search.evidence == StartEvidence::Stated
        {
            search.plies = self.scratch.line.plies();
        }
    }

    fn start_from(&mut self, (white, black): (u16, u16), search: &StartSearch) {
        let (Some(white), Some(black)) = (Start::new(white), Start::new(black)) else {
            return;
        };
        let named_by = self.tags.start.named_by;
        self.tags.start = GameStart::from_numbers(white, black);
        self.tags.start.named_by = named_by;
        for code in [Code::UnreadableFen, Code::ImpossiblePosition] {
            self.findings.forget(code);
        }
        self.begin_line();
        // A number stated in a comment must not replace the start that was found.
        self.game.stated = true;
        self.walk_again(ReadMode::English);
        if self.is_unread() {
            self.try_languages();
        }
        let start = if white == black {
            format!("number {}, {white}", white.number())
        } else {
            format!(
                "{} ({white}) against {} ({black})",
                white.number(),
                black.number()
            )
        };
        let because = match search.evidence {
            StartEvidence::Stated => "the record states it",
            StartEvidence::Moves => "the record is legal from no other of the 960",
            StartEvidence::RoundStarts => {
                "the record is legal from it, and games of the same round start from it"
            }
            StartEvidence::Notation => {
                "of the positions from which the record is legal, only this one agrees with check \
                 marks and disambiguation"
            }
        };
        let message = format!("no readable position is given; starts from {start}: {because}");
        self.note(Code::StartInferred, self.movetext_at, 1, message);
    }
}

/// The message that says how many start positions fit, and which.
fn search_message(search: &StartSearch) -> String {
    let words = search.plies;
    let listed = |set: &StartSet| {
        let numbers: Vec<_> = set.iter().take(LISTED).map(|n| n.to_string()).collect();
        numbers.join(", ")
    };
    let pairs: Vec<_> = search
        .pairs
        .iter()
        .take(LISTED)
        .map(|(white, black)| format!("{white}/{black}"))
        .collect();
    let more = if search.count() > LISTED { ", ..." } else { "" };
    if search.incomplete {
        return format!(
            "the search for the start position was stopped: too many start positions fit {words} half-moves"
        );
    }
    match (search.count(), search.fitting.is_empty()) {
        (0, _) => format!(
            "no start position is given, and the {words} half-moves are legal from none of the 960"
        ),
        (n, true) => format!(
            "{n} pairs of start positions fit the {words} half-moves: {}{more}",
            pairs.join(", ")
        ),
        (n, false) => format!(
            "{n} start positions fit the {words} half-moves: {}{more}",
            listed(&search.fitting)
        ),
    }
}
