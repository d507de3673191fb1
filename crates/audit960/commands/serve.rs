//! `audit960 serve`: what was played from positions, in a browser and for clients of Lichess's explorer.

use std::io::Write as _;
use std::net::TcpListener;
use std::process::ExitCode;
use std::thread;

use anyhow::Context as _;
use audit960_answers::Inputs;
use audit960_audit::Stopped;
use audit960_export::game_of_dataset;
use audit960_types::harmless;

use crate::commands::common::{LimitArgs, ThreadArgs, VerifyArgs};
use crate::console::Console;
use crate::output;
use crate::signals::Signals;

/// Serve an explorer of positions: a page with a board, and the interface of Lichess's explorer
///
/// Answers what was played from positions of all 960 start positions, whatever moves led to them, within the half-moves
/// that audit --positions kept. /lichess and /masters answer programs that ask the opening explorer of Lichess, /masters/pgn/ID
/// is a game; speeds, ratings, since and until are answered from the games. Nothing is written.
///
/// Only this computer is answered, unless --listen names another address. Any page in a browser here may read the answers.
/// Stops on Ctrl-C.
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("help/serve.txt").trim_end())]
pub(crate) struct Args {
    /// A dataset written by audit960 audit with --positions, or archives, which are audited first
    #[arg(required = true, value_name = "DIR|INPUT")]
    inputs: Vec<String>,
    /// Port on this computer; 0 takes a free one
    #[arg(long, value_name = "N", default_value_t = 8960)]
    port: u16,
    /// Answer other computers, too: the address and port to listen at. Whoever reaches it reads the whole archive
    #[arg(long, value_name = "ADDRESS:PORT", conflicts_with = "port")]
    listen: Option<String>,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    door: VerifyArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let signals = Signals::watch()?;
        let inputs = Inputs {
            no_verify: self.door.no_verify,
            ..self.limits.inputs(self.inputs.clone(), self.threads)
        };
        inputs.refuse_shared_games()?;
        // First, so that a port that is taken is known before an audit.
        let local = format!("127.0.0.1:{}", self.port);
        let asked = self.listen.as_ref().unwrap_or(&local);
        let listener = TcpListener::bind(asked).with_context(|| asked.clone())?;
        let address = listener.local_addr().with_context(|| asked.clone())?;
        if !address.ip().is_loopback() {
            output::note(&format!(
                "{address}: whoever reaches this address reads the games, without a password and unencrypted"
            ));
        }
        let name = asked.rsplit_once(':').map(|(name, _)| name);
        let console = Console::bar(false).stopped_by(signals.clone());
        let served = inputs.serve(listener, name, Box::new(game_of_dataset), &console);
        match served {
            Err(error) if error.is::<Stopped>() => return Ok(signals.exit_code()),
            served => served?,
        }
        let mut out = output::stdout();
        let names = self.inputs.join(", ");
        writeln!(
            out,
            "{} at http://{address}/ until Ctrl-C",
            harmless(&names)
        )?;
        out.flush()?;
        while !signals.is_received() {
            thread::sleep(Signals::STEP);
        }
        Ok(ExitCode::SUCCESS)
    }
}
