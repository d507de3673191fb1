//! Options shared by commands that ask about positions of games.

use audit960_answers::{GameScan, GameStartKind, LeftOut, named_start};
use audit960_board::start::Start;

use crate::commands::choice::choice;
use crate::output;

/// Which games a question about positions is about, besides the usual conditions.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct StartArgs {
    /// Only games from this start position: a Scharnagl number or White's first rank; 518/12 for double
    /// Chess960, White's before Black's
    #[arg(long, value_name = "START")]
    start: Option<String>,
    /// Only games that start from such a position [default: all]
    #[arg(long, value_name = "KIND", value_delimiter = ',', value_parser = choice::<GameStartKind>())]
    start_kind: Vec<GameStartKind>,
}

impl StartArgs {
    /// The arrangements of White and Black, if a start position is named.
    pub(crate) fn start(&self) -> anyhow::Result<Option<[Start; 2]>> {
        self.start.as_deref().map(named_start).transpose()
    }

    /// The games that are followed.
    pub(crate) fn scan(&self) -> anyhow::Result<GameScan> {
        Ok(GameScan {
            kinds: self.start_kind.clone(),
            start: self.start()?,
            ..GameScan::default()
        })
    }
}

/// Says on standard error which games are left out, or counted only in part.
pub(crate) fn tell_left_out(left_out: LeftOut) {
    for sentence in left_out.sentences() {
        output::note(&sentence);
    }
}
