//! The command serve: its protocol, its limits, its beginning and its end.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use audit960_board::start::SplitMix64;
use serde_json::Value;

use crate::folder::{Folder, Has, audited, program, refused};

/// A running server.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
    stderr: BufReader<std::process::ChildStderr>,
}

impl Server {
    /// Serves at a free port.
    pub(crate) fn of(inputs: &str) -> Self {
        let mut child = program(format!("serve {inputs} --port 0"))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let stderr = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        stdout.read_line(&mut line).unwrap();
        let address = line
            .split_once("http://")
            .map(|(_, rest)| rest.split('/').next());
        let address = address
            .flatten()
            .unwrap_or_else(|| panic!("{line}"))
            .to_owned();
        Self {
            child,
            address,
            stderr,
        }
    }

    /// What comes back for some bytes until the server closes the connection; nothing follows them.
    fn raw(&self, request: &[u8]) -> Vec<u8> {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        // The server may have answered and gone before all is written.
        let _ = stream.write_all(request);
        let _ = stream.shutdown(Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        answer
    }

    /// Status, headers and body of an answer.
    fn send(&self, request: &str) -> (u16, String, String) {
        let answer = String::from_utf8(self.raw(request.as_bytes())).unwrap();
        let (head, body) = answer
            .split_once("\r\n\r\n")
            .unwrap_or_else(|| panic!("{request}: {answer}"));
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, head.to_owned(), body.to_owned())
    }

    pub(crate) fn get(&self, target: &str) -> (u16, String, String) {
        let target = target.replace(' ', "%20");
        self.send(&format!(
            "GET {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        ))
    }

    /// The JSON of an answer with this status.
    #[track_caller]
    pub(crate) fn json(&self, status: u16, target: &str) -> Value {
        let (found, head, body) = self.get(target);
        assert_eq!(found, status, "{target}: {body}");
        head.has("application/json")
            .has("Access-Control-Allow-Origin: *");
        serde_json::from_str(&body).unwrap()
    }

    /// The sentence of a refusal.
    #[track_caller]
    pub(crate) fn refusal(&self, status: u16, target: &str) -> String {
        self.json(status, target)["error"]
            .as_str()
            .unwrap()
            .to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A dataset of the project's archives.
pub(crate) fn dataset(folder: &Folder) -> String {
    audited(folder, "dataset", "data/archive", "--positions")
}

#[test]
fn hosts_and_methods_are_checked() {
    let folder = Folder::new();
    let server = Server::of(&dataset(&folder));
    let status = |request: &str| server.send(request).0;
    let with_host = |host: &str| {
        status(&format!(
            "GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        ))
    };
    for host in [
        "localhost",
        "LOCALHOST:80",
        "127.0.0.1",
        "127.0.0.1:8960",
        "[::1]:9",
    ] {
        assert_eq!(with_host(host), 200, "{host}");
    }
    for host in [
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example:80",
        "",
    ] {
        assert_eq!(with_host(host), 403, "{host}");
    }
    assert_eq!(status("GET / HTTP/1.0\r\n\r\n"), 403);
    assert_eq!(
        status("GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n"),
        400
    );
    let (method, head, body) =
        server.send("HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    assert!(method == 200 && body.is_empty());
    head.lacks("Content-Length: 0");
    assert_eq!(
        status("OPTIONS /lichess HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"),
        204
    );
    assert_eq!(
        status("DELETE / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"),
        405
    );
    assert_eq!(
        status("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc"),
        400
    );
    let long = format!(
        "GET /?{} HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "x".repeat(20_000)
    );
    assert_eq!(status(&long), 431);
    // Two requests on one connection, sent at once.
    let twice = "GET /player HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(2);
    let both = String::from_utf8(server.raw(twice.as_bytes())).unwrap();
    assert_eq!(both.matches("HTTP/1.1 404 ").count(), 2, "{both}");
}

/// Requests with some bytes changed, cut, repeated or added: an answer of HTTP each time, or none, and no bug.
#[test]
fn ten_thousand_malformed_requests_are_survived() {
    let folder = Folder::new();
    let mut server = Server::of(&dataset(&folder));
    let seeds = [
        "GET /lichess?variant=chess960&fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR%20w%20KQkq%20-%200%201&play=e2e4,e7e5 \
         HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n\r\n",
        "GET /position?start=518&play=g1f3,g8f6&since=2000-01&until=2020&ratings=1600,1800 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        "GET /masters/pgn/85aad1882c49e893 HTTP/1.1\r\nHost: localhost:80\r\nConnection: keep-alive\r\n\r\n",
        "GET /masters?speeds%5B%5D=blitz&moves=3&topGames=1 HTTP/1.0\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n",
    ];
    let mut random = SplitMix64::new(10_000);
    let mut answered = 0;
    for _ in 0..10_000 {
        let mut below = |end: usize| random.below(u32::try_from(end).unwrap()) as usize;
        let mut request = seeds[below(seeds.len())].as_bytes().to_vec();
        for _ in 0..1 + below(4) {
            let at = below(request.len());
            match below(6) {
                0 => request[at] = u8::try_from(below(256)).unwrap(),
                1 => request.truncate(at.max(1)),
                2 => request.insert(at, u8::try_from(below(256)).unwrap()),
                3 if request.len() > 1 => drop(request.remove(at)),
                3 => {}
                4 => request[at] = b"%&=,/ \r\n:[]8K"[below(13)],
                _ => {
                    let part = request[at..request.len().min(at + 40)].to_vec();
                    request.splice(at..at, part.repeat(1 + below(30)));
                }
            }
        }
        let answer = server.raw(&request);
        let shown = String::from_utf8_lossy(&request);
        assert!(answer.len() < 1 << 20, "{shown}");
        assert!(
            answer.is_empty() || answer.starts_with(b"HTTP/1.1 "),
            "{shown}"
        );
        assert!(!answer.starts_with(b"HTTP/1.1 5"), "{shown}");
        answered += usize::from(!answer.is_empty());
    }
    assert!(answered > 5000, "{answered}");
    assert_eq!(server.get("/").0, 200);
    server.child.kill().unwrap();
    let mut said = String::new();
    server.stderr.read_to_string(&mut said).unwrap();
    said.lacks("panicked").lacks("bug");
}

#[test]
fn what_cannot_be_served_is_said_at_the_start() {
    let folder = Folder::new();
    let without = audited(&folder, "without", "data/archive", "--with-moves");
    refused(format!("serve {without} --port 0")).has("audit the archives again with --positions");
    let dataset = dataset(&folder);
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    refused(format!("serve {dataset} --port {port}")).has(&format!("127.0.0.1:{port}"));
    refused(format!("serve {dataset} {without} --port 0")).has("count twice");
    let part = std::fs::read_dir(format!("{dataset}/tree"))
        .unwrap()
        .next()
        .unwrap()
        .unwrap();
    let bytes = std::fs::read(part.path()).unwrap();
    std::fs::write(part.path(), &bytes[..bytes.len() / 2]).unwrap();
    refused(format!("serve {dataset} --port 0")).has("tree");
}

/// Archives are audited first; a dataset that changes is opened again; SIGTERM ends it soon, with 0.
#[test]
fn it_serves_archives_follows_changes_and_stops() {
    let folder = Folder::new();
    let archive = "data/archive/chess960.pgn";
    let archive = if std::path::Path::new(archive).exists() {
        archive
    } else {
        "data/archive"
    };
    let server = Server::of(archive);
    assert!(server.json(200, "/position?start=518")["dataset"]["games"].as_u64() > Some(0));
    let games = "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n";
    let first = folder.write("first.pgn", games);
    let second = folder.write("second.pgn", games.replace("1. e4 e5", "1. d4 d5"));
    let dataset = audited(&folder, "dataset", first, "--positions");
    let mut server = Server::of(&dataset);
    let total = |server: &Server| server.json(200, "/position")["total"]["games"].clone();
    assert_eq!(total(&server), 1);
    audited(&folder, "dataset", second, "--positions --append");
    let began = Instant::now();
    while total(&server) != 2 {
        assert!(began.elapsed() < Duration::from_secs(20));
        std::thread::sleep(Duration::from_millis(100));
    }
    let asked = Instant::now();
    let id = server.child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-TERM", &id])
            .status()
            .unwrap()
            .success()
    );
    assert!(server.child.wait().unwrap().success());
    assert!(
        asked.elapsed() < Duration::from_secs(1),
        "{:?}",
        asked.elapsed()
    );
}
