//! Objects on a stand-in of a store on loopback: ranges only, answers that fail, objects that change.

// Helpers of tests may fail like tests; their names say what they do.
#![allow(clippy::unwrap_used, missing_docs)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use audit960_source::{ByteRange, Chunk, RangeReader, ReaderOptions, Stored};

/// What the server holds, and what it was asked for.
#[derive(Default)]
struct Server {
    text: Vec<u8>,
    /// Answers that are to fail first.
    failures: u32,
    /// First and last byte of each range.
    ranges: Vec<(usize, usize)>,
    /// Requests for all of it.
    whole: u32,
}

/// Serves one object; gives its address.
fn serve(server: Arc<Mutex<Server>>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let server = Arc::clone(&server);
            std::thread::spawn(move || answer(&stream.unwrap(), &server));
        }
    });
    format!("http://{address}/archive/games.pgn")
}

fn answer(stream: &TcpStream, server: &Mutex<Server>) {
    let mut reader = BufReader::new(stream);
    let mut stream = stream;
    loop {
        let mut first = String::new();
        if reader.read_line(&mut first).unwrap_or(0) == 0 {
            return;
        }
        let (mut range, mut tag) = (None, None);
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            let line = line.trim().to_ascii_lowercase();
            if line.is_empty() {
                break;
            }
            if let Some(bytes) = line.strip_prefix("range: bytes=") {
                let (start, end) = bytes.split_once('-').unwrap();
                range = Some((
                    start.parse::<usize>().unwrap(),
                    end.parse::<usize>().unwrap(),
                ));
            }
            if let Some(wanted) = line.strip_prefix("if-match: ") {
                tag = Some(wanted.to_owned());
            }
        }
        let mut server = server.lock().unwrap();
        let size = server.text.len();
        let current = format!("\"{size}\"");
        let head = format!("etag: {current}\r\nlast-modified: Mon, 02 Jan 2023 03:04:05 GMT\r\n");
        let mut body = Vec::new();
        let status = if first.starts_with("HEAD") {
            format!("200 OK\r\ncontent-length: {size}")
        } else if server.failures > 0 {
            server.failures -= 1;
            "503 Service Unavailable\r\ncontent-length: 0".to_owned()
        } else if tag.is_some_and(|tag| tag != current) {
            "412 Precondition Failed\r\ncontent-length: 0".to_owned()
        } else if let Some((from, to)) = range {
            let to = to.min(size - 1);
            server.ranges.push((from, to));
            body = server.text[from..=to].to_vec();
            let length = body.len();
            format!(
                "206 Partial Content\r\ncontent-length: {length}\r\ncontent-range: bytes {from}-{to}/{size}"
            )
        } else {
            server.whole += 1;
            "400 Bad Request\r\ncontent-length: 0".to_owned()
        };
        drop(server);
        let text = format!("HTTP/1.1 {status}\r\n{head}\r\n");
        if stream
            .write_all(text.as_bytes())
            .and_then(|()| stream.write_all(&body))
            .is_err()
        {
            return;
        }
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
    let told = |error: &dyn std::error::Error| {
        format!(
            "{error}: {}",
            error.source().map(ToString::to_string).unwrap_or_default()
        )
    };
    let reader = RangeReader::open(Arc::clone(stored), range, ReaderOptions::default());
    let mut reader = reader.map_err(|error| told(&error))?;
    let (mut chunk, mut text) = (Chunk::default(), Vec::new());
    while reader
        .next_chunk(&mut chunk)
        .map_err(|error| told(&error))?
    {
        text.extend_from_slice(&chunk.bytes);
    }
    reader.finish().map_err(|error| told(&error))?;
    Ok(text)
}

/// One test, because the environment is that of all threads.
#[test]
fn objects_are_read_in_ranges() {
    // The stand-in speaks no TLS. No other thread has begun.
    let allowed = std::env::var_os("ALLOW_HTTP").is_some();
    assert!(allowed, "run with ALLOW_HTTP=true, as make test-cloud does");
    let text = games(12_000);
    let server = Arc::new(Mutex::new(Server {
        text: text.clone(),
        ..Server::default()
    }));
    let uri = serve(Arc::clone(&server));

    let stored = audit960_cloud::open(&uri).unwrap();
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
    let error = audit960_cloud::open("http://127.0.0.1:1/none.pgn").unwrap_err();
    assert!(!error.to_string().is_empty());
    assert!(audit960_cloud::open("s3:/nothing").is_err());
}
