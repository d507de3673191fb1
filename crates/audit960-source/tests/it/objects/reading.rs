//! Objects on a local test server: ranges only, answers that fail, objects that change.

use std::io::Read as _;
use std::process::Command;
use std::sync::{Arc, Mutex};

use audit960_source::{ByteRange, Chunk, RangeReader, ReaderOptions, Stored};

use super::server::{Answer, Request, serve};

/// What the store holds, and the requests it received.
#[derive(Default)]
struct Store {
    text: Vec<u8>,
    /// How many of the next answers fail.
    failures: u32,
    /// First and last byte of each range.
    ranges: Vec<(usize, usize)>,
    /// Requests for the whole object.
    whole: u32,
}

fn answer(request: &Request, store: &mut Store) -> Answer {
    let size = store.text.len();
    let current = format!("\"{size}\"");
    let head = [
        ("etag", current.clone()),
        ("last-modified", "Mon, 02 Jan 2023 03:04:05 GMT".to_owned()),
    ];
    if request.method == "HEAD" {
        return Answer {
            status: "200 OK",
            headers: head.into(),
            body: store.text.clone(),
        };
    }
    if store.failures > 0 {
        store.failures -= 1;
        return Answer::empty("503 Service Unavailable");
    }
    if request.header("if-match").is_some_and(|tag| tag != current) {
        return Answer::empty("412 Precondition Failed");
    }
    let Some((from, to)) = request.range() else {
        store.whole += 1;
        return Answer::empty("400 Bad Request");
    };
    let to = to.min(size - 1);
    store.ranges.push((from, to));
    let range = ("content-range", format!("bytes {from}-{to}/{size}"));
    Answer {
        status: "206 Partial Content",
        headers: head.into_iter().chain([range]).collect(),
        body: store.text[from..=to].to_vec(),
    }
}

fn games(count: usize) -> Vec<u8> {
    let game = |number| {
        format!(
            "[Event \"{number}\"]\n\n1. e4 {{{}}} e5 *\n\n",
            "x".repeat(2_000)
        )
    };
    (0..count).map(game).collect::<String>().into_bytes()
}

fn text_of(stored: &Arc<dyn Stored>, start: u64, end: u64) -> Result<Vec<u8>, String> {
    let range = ByteRange { start, end };
    let describe = |error: &dyn std::error::Error| {
        format!(
            "{error}: {}",
            error.source().map(ToString::to_string).unwrap_or_default()
        )
    };
    let reader = RangeReader::open(Arc::clone(stored), range, ReaderOptions::default());
    let mut reader = reader.map_err(|error| describe(&error))?;
    let (mut chunk, mut text) = (Chunk::default(), Vec::new());
    while reader
        .next_chunk(&mut chunk)
        .map_err(|error| describe(&error))?
    {
        text.extend_from_slice(&chunk.bytes);
    }
    reader.finish().map_err(|error| describe(&error))?;
    Ok(text)
}

/// The test server has no TLS, and what is allowed is set by the environment, so the test runs again in a process of its own.
#[test]
fn objects_are_read_in_ranges() {
    if std::env::var_os("ALLOW_HTTP").is_none() {
        let again = Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "objects::objects_are_read_in_ranges",
                "--nocapture",
            ])
            .env("ALLOW_HTTP", "true")
            .status();
        assert!(again.unwrap().success());
        return;
    }
    let text = games(12_000);
    let server = Arc::new(Mutex::new(Store {
        text: text.clone(),
        ..Store::default()
    }));
    let shared = Arc::clone(&server);
    let address = serve(move |request| answer(request, &mut shared.lock().unwrap()));
    let uri = format!("{address}/archive/games.pgn");

    let stored = audit960_source::objects::open(&uri).unwrap();
    assert_eq!((stored.name(), stored.size()), (&*uri, text.len() as u64));
    let size = stored.size();
    let mut found = Vec::new();
    for pair in [0, 5_000_000, 5_000_001, size / 2, size].windows(2) {
        found.extend(text_of(&stored, pair[0], pair[1]).unwrap());
    }
    assert!(found == text, "ranges that tile an object give its text");
    assert_eq!(
        server.lock().unwrap().whole,
        0,
        "no request without a range"
    );

    server.lock().unwrap().ranges.clear();
    text_of(&stored, size - 100_000, size).unwrap();
    let read: usize = server
        .lock()
        .unwrap()
        .ranges
        .iter()
        .map(|(from, to)| to + 1 - from)
        .sum();
    assert!(read < 10 << 20, "{read} bytes for the last range");

    server.lock().unwrap().failures = 3;
    assert!(
        text_of(&stored, 0, size).unwrap() == text,
        "what fails is asked for again"
    );
    assert_eq!(server.lock().unwrap().failures, 0);

    let mut all = Vec::new();
    stored
        .read_from(size - 10)
        .unwrap()
        .read_to_end(&mut all)
        .unwrap();
    assert_eq!(all, &text[text.len() - 10..]);

    server.lock().unwrap().text.extend(games(1));
    let error = text_of(&stored, 0, size).unwrap_err();
    assert!(error.contains(&uri), "{error}");
    let mut broken = stored.read_from(size - 10).unwrap();
    for _ in 0..2 {
        let read = broken.read(&mut [0; 10]);
        assert!(
            read.is_err(),
            "an error is not followed by the end of the object"
        );
    }
    let error = audit960_source::objects::open("http://127.0.0.1:1/none.pgn").unwrap_err();
    assert!(!error.to_string().is_empty());
    assert!(audit960_source::objects::open("s3:/nothing").is_err());
}
