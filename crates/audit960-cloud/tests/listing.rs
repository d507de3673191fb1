//! Folders of a store: a stand-in on loopback that lists what it holds as S3 does (`ListObjectsV2`).

// Helpers of tests may fail like tests; their names say what they do.
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::Command;

use audit960_source::{Input, ObjectStores, discover, set_object_stores, stored_inputs};

/// The keys of bucket `games`. Each object holds its key.
const KEYS: [&str; 8] = [
    "archive/b.pgn",
    "archive/a b%.pgn",
    "archive/deep/er/c.epd.gz",
    "archive/deep/z.zip",
    "archive/notes.txt",
    "archive/deep/pgn",
    "archive-2/d.pgn",
    "other/e.pgn",
];

fn serve() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            std::thread::spawn(move || answer(&stream.unwrap()));
        }
    });
    format!("http://{address}")
}

fn answer(stream: &TcpStream) {
    let mut reader = BufReader::new(stream);
    let mut stream = stream;
    loop {
        let mut first = String::new();
        if reader.read_line(&mut first).unwrap_or(0) == 0 {
            return;
        }
        let mut line = first.clone();
        while !line.trim().is_empty() {
            line.clear();
            reader.read_line(&mut line).unwrap();
        }
        let target = first.split(' ').nth(1).unwrap();
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let path = decoded(path);
        let body = match path.strip_prefix("/games/") {
            Some(key) if KEYS.contains(&key) => Some(key.to_owned()),
            Some("") | None if query.contains("list-type=2") => Some(listed(query)),
            _ => None,
        };
        let (status, body) = match body {
            Some(body) => ("206 Partial Content", body),
            None => ("404 Not Found", String::new()),
        };
        let status = if query.is_empty() { status } else { "200 OK" };
        let size = body.len();
        let mut text = format!(
            "HTTP/1.1 {status}\r\netag: \"1\"\r\ncontent-length: {size}\r\n\
             last-modified: Mon, 02 Jan 2023 03:04:05 GMT\r\ncontent-range: bytes 0-{}/{size}\r\n\r\n",
            size.saturating_sub(1)
        );
        if !first.starts_with("HEAD") {
            text.push_str(&body);
        }
        if stream.write_all(text.as_bytes()).is_err() {
            return;
        }
    }
}

/// Text without percent-encoding.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        match (first, after) {
            (b'%', [high, low, after @ ..]) => {
                let digits = [*high, *low];
                let digits = std::str::from_utf8(&digits).unwrap();
                bytes.push(u8::from_str_radix(digits, 16).unwrap());
                rest = after;
            }
            _ => bytes.push(*first),
        }
    }
    String::from_utf8(bytes).unwrap()
}

/// The answer to a request for the keys that begin with a prefix, up to the next delimiter.
fn listed(query: &str) -> String {
    let value = |name: &str| {
        let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        let found = pairs.clone().find(|(key, _)| *key == name);
        found.map(|(_, value)| decoded(value)).unwrap_or_default()
    };
    let (prefix, delimiter) = (value("prefix"), value("delimiter"));
    assert_eq!(delimiter, "/");
    let mut folders = BTreeSet::new();
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><ListBucketResult>".to_owned();
    for key in KEYS {
        let Some(rest) = key.strip_prefix(&prefix) else {
            continue;
        };
        if let Some((folder, _)) = rest.split_once('/') {
            folders.insert(format!("{prefix}{folder}/"));
            continue;
        }
        let size = key.len();
        write!(
            text,
            "<Contents><Key>{key}</Key><LastModified>2023-01-02T03:04:05.000Z</LastModified>\
             <ETag>&quot;1&quot;</ETag><Size>{size}</Size></Contents>"
        )
        .unwrap();
    }
    for folder in folders {
        write!(
            text,
            "<CommonPrefixes><Prefix>{folder}</Prefix></CommonPrefixes>"
        )
        .unwrap();
    }
    text + "</ListBucketResult>"
}

/// The store is named by the environment, so the test is run again in a process of its own.
#[test]
fn archives_below_a_prefix_are_inputs() {
    if std::env::var_os("STAND_IN").is_none() {
        let program = std::env::current_exe().unwrap();
        let again = Command::new(program)
            .args([
                "--exact",
                "archives_below_a_prefix_are_inputs",
                "--nocapture",
            ])
            .envs([
                ("STAND_IN", "1"),
                ("AWS_REGION", "eu-1"),
                ("AWS_ALLOW_HTTP", "true"),
            ])
            .envs([("AWS_ACCESS_KEY_ID", "x"), ("AWS_SECRET_ACCESS_KEY", "y")])
            .env("AWS_ENDPOINT", serve())
            .status();
        assert!(again.unwrap().success());
        return;
    }
    set_object_stores(ObjectStores {
        open: audit960_cloud::open,
        list: audit960_cloud::list,
    });
    let names = |arguments: &[&str]| {
        let arguments: Vec<String> = arguments.iter().map(|it| (*it).to_owned()).collect();
        let discovery = discover(&arguments).unwrap();
        let named: Vec<String> = discovery
            .inputs
            .iter()
            .map(|it| it.name().to_owned())
            .collect();
        let stored = stored_inputs(&arguments).unwrap();
        let once: BTreeSet<&str> = named.iter().map(String::as_str).collect();
        assert_eq!(
            stored.iter().map(|it| it.name()).collect::<BTreeSet<_>>(),
            once
        );
        assert_eq!(stored.len(), once.len());
        for object in stored {
            let mut text = String::new();
            object
                .read_from(0)
                .unwrap()
                .read_to_string(&mut text)
                .unwrap();
            assert_eq!(
                format!("s3://games/{}", text.replace('%', "%25")),
                object.name()
            );
        }
        (named, discovery.passed_over)
    };
    let archive = [
        "s3://games/archive/a b%25.pgn",
        "s3://games/archive/b.pgn",
        "s3://games/archive/deep/er/c.epd.gz",
        "s3://games/archive/deep/z.zip",
    ];
    assert_eq!(
        names(&["s3://games/archive/"]),
        (archive.map(str::to_owned).to_vec(), 2)
    );
    let below = ["s3://games/archive/deep/er/c.epd.gz".to_owned()];
    assert_eq!(names(&["s3://games/archive/deep/er/"]), (below.to_vec(), 0));
    assert_eq!(names(&["s3://games/"]).0.len(), 6);
    // What is named twice is read once, and an object without a name of an archive is meant.
    let (all, _) = names(&[
        "s3://games/archive/notes.txt",
        "s3://games/archive/b.pgn",
        "s3://games/archive/",
    ]);
    assert_eq!(all.len(), 6);
    let discovery = discover(&vec!["s3://games/archive/b.pgn".to_owned(); 2]).unwrap();
    assert_eq!(
        discovery.inputs.iter().map(Input::name).collect::<Vec<_>>(),
        ["s3://games/archive/b.pgn"; 2]
    );

    for nothing in ["s3://games/none/", "s3://games/none.pgn"] {
        let error = discover(&[nothing.to_owned()]).unwrap_err().to_string();
        assert!(error.contains(nothing), "{error}");
        let error = stored_inputs(&[nothing.to_owned()])
            .unwrap_err()
            .to_string();
        assert!(error.contains(nothing), "{error}");
    }
}
