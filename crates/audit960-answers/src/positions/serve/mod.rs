//! What was played from positions, over HTTP: the interface of Lichess's opening explorer, and a page with a board.
//!
//! A request becomes a question (`asked`), the dataset answers it (`served`), and the answer is written in one of two forms
//! (`lichess`, `page`). `http` knows nothing of chess.

mod asked;
mod conditions;
mod games;
mod http;
mod lichess;
mod page;
mod routes;
mod served;

use std::net::TcpListener;
use std::sync::Arc;

use audit960_audit::{Observer, guarded};
use audit960_dataset::Dataset;
use audit960_types::Identity;

use crate::Inputs;

/// Writes one game of a dataset as PGN: the one of a source that begins at an identity.
pub type GameText = dyn Fn(&Dataset, &str, Identity) -> anyhow::Result<Vec<u8>> + Send + Sync;

impl Inputs {
    /// Answers questions about positions on threads that end with the process; returns when the first of them is ready.
    /// `name` is the host name that clients may use besides `localhost` and addresses in figures.
    ///
    /// # Errors
    /// If several datasets are named, an input cannot be read, or a dataset has no table `tree`.
    pub fn serve(
        self,
        listener: TcpListener,
        name: Option<&str>,
        game_text: Box<GameText>,
        observer: &dyn Observer,
    ) -> anyhow::Result<()> {
        let served = served::Served::open(self, observer)?;
        let answer = move |path: &str, query: &str| {
            let answered = || routes::answer(&served, &*game_text, path, query);
            let what = || format!("the request {path}?{query}");
            let answer = guarded(what, || Ok(answered().unwrap_or_else(|refusal| refusal)));
            answer.unwrap_or_else(|error| {
                served.failed(&error, 500, "a bug in audit960; please report it")
            })
        };
        let answer: Arc<http::Answer> = Arc::new(answer);
        http::listen(listener, name, &answer)
    }
}
