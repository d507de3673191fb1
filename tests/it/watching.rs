//! Boards that are watched: commands for their events, and texts at addresses.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;

use serde_json::Value;

use crate::folder::{Folder, Has as _, Ran as _};

/// Black may claim with 4... Ng8.
const ROUND: &str = "[Event \"Open\"]\n[Round \"3\"]\n[White \"Alpha\"]\n[Black \"Beta\"]\n[Result \"*\"]\n\n\
                     1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 *\n\n";

/// The command gets one event, in JSON; one that fails is said and stops nothing.
#[cfg(unix)]
#[test]
fn a_command_gets_each_event() {
    let folder = Folder::new();
    let second = ROUND.replace("Alpha", "Gamma; $(touch x)");
    let file = folder.write("live.pgn", ROUND.to_owned() + &second);
    let events = folder.path("events.jsonl");
    let out = printed!("draws watch --once {file} --on-event `cat >> {events}`");
    assert_eq!(out.lines().count(), 2);
    let written = std::fs::read_to_string(&events).unwrap();
    let events: Vec<Value> = written
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let whites: Vec<&str> = events
        .iter()
        .filter_map(|event| event["white"].as_str())
        .collect();
    assert_eq!(whites, ["Alpha", "Gamma; $(touch x)"]);
    assert_eq!(events[0]["claims"][0]["article"], "9.2.1");
    // The same line as that of --json.
    assert_eq!(printed!("draws watch --once {file} --json"), written);
    let failed = run!("draws watch --once {file} --on-event `exit 3`");
    failed.ends(0);
    assert_eq!(failed.out(), out);
    let said = failed.err();
    assert_eq!(
        said.matches("the command of an event failed: exit 3 (exit status: 3)")
            .count(),
        2,
        "{said}"
    );
    // A command need not read.
    run!("draws watch --once {file} --on-event true").ends(0);
}

/// Answers each request as the test says; returns the address.
fn serve(answer: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
            while lines.next().is_some_and(|line| !line.unwrap().is_empty()) {}
            // Its length is that of the connection.
            write!(stream, "HTTP/1.1 {answer}").unwrap();
        }
    });
    format!("http://{address}/round-3.pgn?key=1")
}

#[test]
fn an_address_is_watched_where_the_build_has_stores() {
    let text = format!("200 OK\r\nconnection: close\r\n\r\n{ROUND}");
    let address = serve(text.leak());
    let watched = run!("draws watch --once {address}");
    if !cfg!(feature = "cloud") {
        watched.ends(2);
        watched.err().has("without object stores (feature cloud)");
        return;
    }
    watched.ends(0);
    watched
        .out()
        .has("Alpha – Beta: after 4. Ng1 Black may claim 9.2.1 with Ng8");
    let none = serve("404 Not Found\r\nconnection: close\r\n\r\n");
    refused!("draws watch --once {none}").has("the server has nothing there (404)");
    let busy = serve("503 Service Unavailable\r\nconnection: close\r\n\r\n");
    refused!("draws watch --once {busy}").has("the server answers 503 Service Unavailable");
    refused!("draws watch --once http://127.0.0.1:1/none.pgn").has("http://127.0.0.1:1/none.pgn: ");
}
