//! Which games are wanted.

use audit960_export::Game;
use audit960_filter::{Column, Filter, GameRow};
use audit960_tables::{ReadError, Rows, game_id};
use audit960_types::{Code, Verdict};

use crate::commands::filters::{FilterArgs, check_for_archives};

/// The options that select games.
#[derive(Debug, clap::Args)]
pub(super) struct SelectionArgs {
    /// Only games with this verdict: ok, repaired, damaged, rejected or foreign
    #[arg(long, value_name = "VERDICT", value_delimiter = ',', value_parser = verdict)]
    verdict: Vec<Verdict>,
    /// Only games with a finding of this code
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = code)]
    code: Vec<Code>,
    /// Only games from this start position: White's Scharnagl number, 0 to 959
    #[arg(long, value_name = "N", value_delimiter = ',',
        value_parser = clap::value_parser!(u16).range(0..960))]
    start: Vec<u16>,
    /// Only games of a player whose name holds this text, in any letter case
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,
    /// Only games whose half-move clock reached this
    #[arg(long, value_name = "PLIES")]
    min_clock: Option<u32>,
    #[command(flatten, next_help_heading = "Which games")]
    filters: FilterArgs,
}

fn verdict(text: &str) -> Result<Verdict, String> {
    let found = Verdict::ALL.iter().find(|verdict| verdict.as_str() == text);
    found.copied().ok_or_else(|| {
        let names: Vec<&str> = Verdict::ALL
            .iter()
            .map(|verdict| verdict.as_str())
            .collect();
        format!("a verdict is one of {}", names.join(", "))
    })
}

fn code(text: &str) -> Result<Code, String> {
    let found = Code::ALL
        .iter()
        .find(|code| code.as_str().eq_ignore_ascii_case(text) || code.name() == text);
    found
        .copied()
        .ok_or_else(|| "no such code; audit960 explain lists them".to_owned())
}

/// What games must be.
#[derive(Debug)]
pub(super) struct Selection {
    verdicts: Vec<Verdict>,
    codes: Vec<Code>,
    starts: Vec<u16>,
    /// Parts of names, in small letters.
    players: Vec<String>,
    min_clock: Option<u32>,
    /// The condition, where it is asked of the games that are read and not of a dataset.
    filter: Option<Filter>,
}

impl SelectionArgs {
    pub(super) fn selection(&self) -> Selection {
        Selection {
            verdicts: self.verdict.clone(),
            codes: self.code.clone(),
            starts: self.start.clone(),
            players: self.player.iter().map(|name| name.to_lowercase()).collect(),
            min_clock: self.min_clock,
            filter: self.filters.filter(),
        }
    }
}

impl Selection {
    /// Whether moves are asked for as text.
    pub(super) fn asks_for_moves(&self) -> bool {
        self.asks_for(Column::moves)
    }

    /// Refuses what cannot be told of a game while its archive is being read.
    pub(super) fn check_for_archives(&self) -> anyhow::Result<()> {
        check_for_archives(self.filter.as_ref(), &[Column::game])
    }

    fn asks_for(&self, column: Column) -> bool {
        let filter = self.filter.as_ref();
        filter.is_some_and(|filter| filter.columns().contains(&column))
    }

    /// The condition, which from then on is asked of nobody else.
    pub(super) fn take_filter(&mut self) -> Option<Filter> {
        self.filter.take()
    }

    /// The columns of table `games` that [`Self::of_table`] asks.
    pub(super) const COLUMNS: [&str; 3] = ["verdict", "white_start", "max_clock"];

    /// Tells of rows of table `games` whether they may be wanted: more may than are.
    pub(super) fn of_table<'r>(
        &'r self,
        rows: &'r Rows,
    ) -> Result<impl Fn(usize) -> bool + 'r, ReadError> {
        let [verdict, start, clock] = Self::COLUMNS;
        let (verdicts, starts) = (rows.texts(verdict)?, rows.ints(start)?);
        let clocks = rows.ints(clock)?;
        Ok(move |row| {
            let is = |verdict: &Verdict| verdicts.get(row) == Some(verdict.as_str());
            let starts_there = |start: &u16| starts.get(row) == Some(i64::from(*start));
            (self.verdicts.is_empty() || self.verdicts.iter().any(is))
                && (self.starts.is_empty() || self.starts.iter().any(starts_there))
                && self
                    .min_clock
                    .is_none_or(|least| clocks.get(row) >= Some(i64::from(least)))
        })
    }

    /// Whether a game is wanted.
    pub(super) fn wants(&self, game: &Game<'_>, source: &str, line: u64) -> bool {
        let facts = game.facts;
        let row = GameRow {
            facts,
            source,
            game: None,
            line,
            id: game_id(source, facts.identity),
        };
        let among = |wanted: &[u16], number: Option<u16>| {
            wanted.is_empty() || number.is_some_and(|number| wanted.contains(&number))
        };
        let has_code = || {
            game.findings
                .iter()
                .any(|found| self.codes.contains(&found.code))
        };
        let plays = |name: Option<&str>| {
            let name = name.unwrap_or_default().to_lowercase();
            self.players.iter().any(|player| name.contains(player))
        };
        (self.verdicts.is_empty() || self.verdicts.contains(&facts.verdict))
            && among(&self.starts, facts.white_start)
            && self
                .min_clock
                .is_none_or(|least| facts.max_clock >= Some(least))
            && (self.codes.is_empty() || has_code())
            && (self.players.is_empty() || plays(facts.white) || plays(facts.black))
            && self.filter.as_ref().is_none_or(|filter| filter.keeps(&row))
    }
}
