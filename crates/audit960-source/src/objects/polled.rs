//! A text at an address that is requested again and again.

use std::io;
use std::time::Duration;

use reqwest::header::{
    ETAG, HeaderName, HeaderValue, IF_MODIFIED_SINCE, IF_NONE_MATCH, LAST_MODIFIED,
};
use reqwest::{Client, Response, StatusCode, Url};

use super::object::runtime;
use crate::Polled;

/// The longest text that is accepted, in bytes: the games of a round have some hundred thousand.
const MAX_BYTES: usize = 64 << 20;

/// How long an answer may take.
const TIMEOUT: Duration = Duration::from_secs(20);

/// A text at an `http://` or `https://` address.
#[derive(Debug)]
pub struct PolledText {
    client: Client,
    url: Url,
    /// The headers that ask for the text only if it is another one, from the last answer.
    conditions: Vec<(HeaderName, HeaderValue)>,
}

impl PolledText {
    /// The text at an address, which is not requested yet.
    ///
    /// # Errors
    /// If this is no address.
    pub fn new(address: &str) -> io::Result<Self> {
        let client = Client::builder().timeout(TIMEOUT);
        let client = client.user_agent(concat!("audit960/", env!("CARGO_PKG_VERSION")));
        Ok(Self {
            client: client.build().map_err(io::Error::other)?,
            url: Url::parse(address).map_err(io::Error::other)?,
            conditions: Vec::new(),
        })
    }

    async fn ask(&mut self) -> io::Result<Option<Vec<u8>>> {
        let request = self.client.get(self.url.clone());
        let request = request.headers(self.conditions.iter().cloned().collect());
        let answer = request.send().await.map_err(unreachable)?;
        match answer.status() {
            StatusCode::NOT_MODIFIED => return Ok(None),
            StatusCode::OK => {}
            StatusCode::NOT_FOUND => {
                let why = "the server has nothing there (404)";
                return Err(io::Error::new(io::ErrorKind::NotFound, why));
            }
            other => return Err(io::Error::other(format!("the server answers {other}"))),
        }
        let conditions = [(ETAG, IF_NONE_MATCH), (LAST_MODIFIED, IF_MODIFIED_SINCE)];
        let conditions = conditions
            .into_iter()
            .filter_map(|(says, asks)| Some((asks, answer.headers().get(says)?.clone())));
        let conditions = conditions.collect();
        let text = body(answer).await?;
        // Only of a text that has arrived.
        self.conditions = conditions;
        Ok(Some(text))
    }
}

impl Polled for PolledText {
    fn changed(&mut self) -> io::Result<Option<Vec<u8>>> {
        runtime()?.block_on(self.ask())
    }
}

/// The text of an answer.
async fn body(mut answer: Response) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    while let Some(part) = answer.chunk().await.map_err(unreachable)? {
        text.extend_from_slice(&part);
        if text.len() > MAX_BYTES {
            let why = format!("the text is longer than {} MiB", MAX_BYTES >> 20);
            return Err(io::Error::other(why));
        }
    }
    Ok(text)
}

/// What lies behind the error of a request, without its address, which the caller names.
fn unreachable(error: reqwest::Error) -> io::Error {
    let error = error.without_url();
    let mut cause: &dyn std::error::Error = &error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    io::Error::other(cause.to_string())
}
