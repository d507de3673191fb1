//! A local HTTP/1.1 server that answers as a test says.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;

/// A request.
pub(crate) struct Request {
    /// `GET`, `HEAD` and so on.
    pub(crate) method: String,
    /// The path, decoded.
    pub(crate) path: String,
    /// The query by name, decoded.
    pub(crate) query: BTreeMap<String, String>,
    /// Header fields, with lower-case names.
    headers: BTreeMap<String, String>,
}

impl Request {
    /// The first and last byte requested.
    pub(crate) fn range(&self) -> Option<(usize, usize)> {
        let range = self.headers.get("range").or(self.headers.get("x-ms-range"));
        let (start, end) = range?.strip_prefix("bytes=")?.split_once('-')?;
        Some((start.parse().unwrap(), end.parse().unwrap()))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(String::as_str)
    }
}

/// An answer.
pub(crate) struct Answer {
    /// Such as `200 OK`.
    pub(crate) status: &'static str,
    /// Header fields other than the length.
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// An answer without a body.
    pub(crate) fn empty(status: &'static str) -> Self {
        Self {
            status,
            headers: Vec::new(),
            body: Vec::new(),
        }
    }
}

/// Starts a server that runs as long as the process; returns its address, such as `http://127.0.0.1:4711`.
pub(crate) fn serve(answer: impl Fn(&Request) -> Answer + Send + Sync + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let answer = Arc::new(answer);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let answer = Arc::clone(&answer);
            std::thread::spawn(move || talk(&stream.unwrap(), &*answer));
        }
    });
    format!("http://{address}")
}

fn talk(stream: &TcpStream, answer: &dyn Fn(&Request) -> Answer) {
    let mut reader = BufReader::new(stream);
    let mut stream = stream;
    while let Some(request) = read(&mut reader) {
        let Answer {
            status,
            headers,
            body,
        } = answer(&request);
        let mut text = format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\n", body.len());
        for (name, value) in headers {
            text += &format!("{name}: {value}\r\n");
        }
        let mut bytes = (text + "\r\n").into_bytes();
        if request.method != "HEAD" {
            bytes.extend(body);
        }
        if stream.write_all(&bytes).is_err() {
            return;
        }
    }
}

/// The next request; `None` once the client has closed the connection.
fn read(reader: &mut BufReader<&TcpStream>) -> Option<Request> {
    let mut line = || {
        let mut line = String::new();
        (reader.read_line(&mut line).ok()? > 0).then(|| line.trim().to_owned())
    };
    let first = line()?;
    let mut headers = BTreeMap::new();
    while let Some((name, value)) = line()?.split_once(':') {
        headers.insert(name.to_ascii_lowercase(), value.trim().to_owned());
    }
    let mut words = first.split(' ');
    let (method, target) = (words.next()?.to_owned(), words.next()?);
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    Some(Request {
        method,
        path: decoded(path),
        query: pairs
            .map(|(name, value)| (name.to_owned(), decoded(value)))
            .collect(),
        headers,
    })
}

/// Text with its percent-encoding decoded.
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
