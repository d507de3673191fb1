//! A text that is requested again and again: conditional requests, and answers that fail.

use std::io::ErrorKind;
use std::sync::{Arc, Mutex};

use super::server::{Answer, serve};

/// What the server holds, and the conditions of the requests it received.
#[derive(Default)]
struct Store {
    text: Vec<u8>,
    tagged: bool,
    status: Option<&'static str>,
    conditions: Vec<[Option<String>; 2]>,
}

const MODIFIED: &str = "Mon, 02 Jan 2023 03:04:05 GMT";

/// The text is sent at first, and again only after it has changed, by its tag or by its date; an answer that fails forgets
/// nothing.
#[test]
fn a_text_is_sent_only_if_it_changed() {
    let store = Arc::new(Mutex::new(Store::default()));
    let held = Arc::clone(&store);
    let address = serve(move |request| {
        let mut store = held.lock().unwrap();
        let asked = ["if-none-match", "if-modified-since"];
        let asked = asked.map(|name| request.header(name).map(str::to_owned));
        store.conditions.push(asked.clone());
        if let Some(status) = store.status.take() {
            return Answer::empty(status);
        }
        let tag = format!("\"{}\"", store.text.len());
        let current = match store.tagged {
            true => [Some(tag.clone()), None],
            false => [None, Some(MODIFIED.to_owned())],
        };
        if asked == current {
            return Answer::empty("304 Not Modified");
        }
        let header = match store.tagged {
            true => ("etag", tag),
            false => ("last-modified", MODIFIED.to_owned()),
        };
        Answer {
            status: "200 OK",
            headers: vec![header],
            body: store.text.clone(),
        }
    });
    let hold = |text: &str, tagged| {
        let mut store = store.lock().unwrap();
        (store.text, store.tagged) = (text.as_bytes().to_vec(), tagged);
    };
    let answer = |status| store.lock().unwrap().status = Some(status);
    let mut polled = audit960_source::polled(&format!("{address}/round.pgn")).unwrap();
    let mut changed = || polled.changed().map_err(|error| error.kind());
    let sent = |text: &str| Ok(Some(text.as_bytes().to_vec()));
    hold("1. e4", true);
    assert_eq!(changed(), sent("1. e4"));
    assert_eq!(changed(), Ok(None));
    answer("404 Not Found");
    assert_eq!(changed(), Err(ErrorKind::NotFound));
    answer("429 Too Many Requests");
    assert_eq!(changed(), Err(ErrorKind::Other));
    assert_eq!(changed(), Ok(None));
    hold("1. e4 e5", true);
    assert_eq!(changed(), sent("1. e4 e5"));
    // A server without tags.
    hold("1. e4 e5 2. Nf3", false);
    assert_eq!(changed(), sent("1. e4 e5 2. Nf3"));
    assert_eq!(changed(), Ok(None));
    let conditions = store.lock().unwrap().conditions.clone();
    assert_eq!(conditions[0], [None, None]);
    assert_eq!(conditions[4], [Some("\"5\"".to_owned()), None]);
    assert_eq!(
        conditions.last().unwrap(),
        &[None, Some(MODIFIED.to_owned())]
    );
    assert!(audit960_source::polled("https://").is_err());
}
