//! HTTP/1.1 for an audience of few: `GET` without a body, a thread for each connection, and a limit on everything that a
//! client can make long, slow or many.

use std::borrow::Cow;
use std::io::{self, Read as _, Write as _};
use std::net::{IpAddr, Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context as _;

/// Connections that are answered at the same time; more wait until one of them ends.
const MAX_CONNECTIONS: usize = 32;
/// Requests on one connection.
const MAX_REQUESTS: u32 = 10_000;
/// Bytes of a request line with its headers.
const MAX_HEAD: usize = 16 << 10;
/// Headers of a request.
const MAX_HEADERS: usize = 64;
/// Bytes of an answer.
const MAX_ANSWER: usize = 16 << 20;
/// Time in which a request must arrive, and the longest silence between two of them.
const HEAD_TIME: Duration = Duration::from_secs(5);
/// Time in which a client must take in some of an answer.
const WRITE_TIME: Duration = Duration::from_secs(5);
/// How long what a refused client still sends is read: closed at once, the connection would take the answer with it.
const LINGER_TIME: Duration = Duration::from_millis(500);
/// Pause after a connection could not be accepted: too many files are open, say.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// What a page may load: its own files, and images that are written in them.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// An answer.
#[derive(Clone, Debug)]
pub(super) struct Response {
    pub(super) status: u16,
    /// Its `Content-Type`.
    pub(super) kind: &'static str,
    pub(super) body: Cow<'static, [u8]>,
}

impl Response {
    pub(super) fn text(status: u16, kind: &'static str, body: impl Into<Vec<u8>>) -> Self {
        Self {
            status,
            kind,
            body: Cow::Owned(body.into()),
        }
    }

    pub(super) fn json(status: u16, body: &serde_json::Value) -> Self {
        Self::text(status, "application/json; charset=utf-8", body.to_string())
    }

    /// A sentence about what is wrong.
    pub(super) fn error(status: u16, sentence: &str) -> Self {
        Self::json(status, &serde_json::json!({ "error": sentence }))
    }
}

/// Answers a path and a query.
pub(super) type Answer = dyn Fn(&str, &str) -> Response + Send + Sync;

/// Answers connections, on threads that end with the process. `name` is the host name that clients may use besides
/// `localhost` and addresses in figures.
pub(super) fn listen(
    listener: TcpListener,
    name: Option<&str>,
    answer: &Arc<Answer>,
) -> anyhow::Result<()> {
    let listener = Arc::new(listener);
    for _ in 0..MAX_CONNECTIONS {
        let (listener, answer) = (Arc::clone(&listener), Arc::clone(answer));
        let name = name.map(str::to_owned);
        let work = move || {
            loop {
                match listener.accept() {
                    // A client that goes away is no failure of ours.
                    Ok((stream, _)) => drop(converse(&stream, name.as_deref(), &*answer)),
                    Err(_) => thread::sleep(ACCEPT_PAUSE),
                }
            }
        };
        thread::Builder::new()
            .name("serve".to_owned())
            .spawn(work)
            .context("a thread for connections cannot be started")?;
    }
    Ok(())
}

/// Answers the requests of a connection until it is closed.
fn converse(mut stream: &TcpStream, name: Option<&str>, answer: &Answer) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(WRITE_TIME))?;
    let mut received = Vec::new();
    for number in 1..=MAX_REQUESTS {
        let head = match read_head(stream, &mut received)? {
            Some(Ok(head)) => head,
            Some(Err(problem)) => {
                write(stream, &problem, true, true)?;
                return linger(stream);
            }
            None => return Ok(()),
        };
        let closes = head.closes || number == MAX_REQUESTS;
        let response = respond(&head, name, answer);
        write(stream, &response, head.method != "HEAD", closes)?;
        if closes {
            return stream.flush();
        }
    }
    Ok(())
}

/// Reads on for a moment.
fn linger(mut stream: &TcpStream) -> io::Result<()> {
    stream.shutdown(Shutdown::Write)?;
    stream.set_read_timeout(Some(LINGER_TIME))?;
    let (deadline, mut block) = (Instant::now() + LINGER_TIME, [0; 4096]);
    while Instant::now() < deadline && stream.read(&mut block)? > 0 {}
    Ok(())
}

/// What of a request matters.
struct Head {
    method: String,
    target: String,
    host: Option<String>,
    /// Whether no request follows on the connection.
    closes: bool,
}

/// Reads a request up to the empty line after its headers; what follows it stays in `received`. `None` at the end of the
/// connection, or if the client is too slow.
fn read_head(
    mut stream: &TcpStream,
    received: &mut Vec<u8>,
) -> io::Result<Option<Result<Head, Response>>> {
    let deadline = Instant::now() + HEAD_TIME;
    let mut block = [0; 4096];
    loop {
        match parse_head(received) {
            Ok(None) if received.len() >= MAX_HEAD => {
                let problem = Response::error(431, "the request is too long");
                return Ok(Some(Err(problem)));
            }
            Ok(None) => {}
            Ok(Some((head, length))) => {
                received.drain(..length);
                return Ok(Some(Ok(head)));
            }
            Err(problem) => return Ok(Some(Err(problem))),
        }
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(None);
        }
        stream.set_read_timeout(Some(left))?;
        match stream.read(&mut block)? {
            0 => return Ok(None),
            count => received.extend_from_slice(block.get(..count).unwrap_or_default()),
        }
    }
}

/// The request at the beginning of some bytes, and its length; `None` if they end before it does.
fn parse_head(bytes: &[u8]) -> Result<Option<(Head, usize)>, Response> {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    let length = match request.parse(bytes) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => {
            return Err(Response::error(431, "the request has too many headers"));
        }
        Err(error) => {
            let sentence = format!("the request cannot be read: {error}");
            return Err(Response::error(400, &sentence));
        }
    };
    let mut head = Head {
        method: request.method.unwrap_or_default().to_owned(),
        target: request.path.unwrap_or_default().to_owned(),
        host: None,
        closes: request.version != Some(1),
    };
    for header in request.headers {
        let value = String::from_utf8_lossy(header.value);
        match header.name.to_ascii_lowercase().as_str() {
            "host" if head.host.is_some() => {
                return Err(Response::error(400, "the request names two hosts"));
            }
            "host" => head.host = Some(value.into_owned()),
            "connection" => head.closes |= value.eq_ignore_ascii_case("close"),
            "content-length" if value == "0" => {}
            // Where a body ends would have to be known to find the next request.
            "content-length" | "transfer-encoding" => {
                return Err(Response::error(400, "a request has no body here"));
            }
            _ => {}
        }
    }
    Ok(Some((head, length)))
}

/// The answer to a request.
fn respond(head: &Head, name: Option<&str>, answer: &Answer) -> Response {
    // A page elsewhere whose name is made to lead here (DNS rebinding) gives its own name.
    if !head.host.as_deref().is_some_and(|host| is_own(host, name)) {
        let sentence = "the header Host must be localhost, an address in figures, or the name that --listen gives";
        return Response::error(403, sentence);
    }
    match head.method.as_str() {
        "GET" | "HEAD" => {}
        "OPTIONS" => return Response::text(204, "text/plain", ""),
        _ => return Response::error(405, "only GET is answered"),
    }
    let (path, query) = head.target.split_once('?').unwrap_or((&head.target, ""));
    let response = answer(path, query);
    match response.body.len() <= MAX_ANSWER {
        true => response,
        false => Response::error(500, "the answer is too long"),
    }
}

/// Whether a host, with or without its port, is this one.
fn is_own(host: &str, name: Option<&str>) -> bool {
    let port = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let host = match host.rsplit_once(':') {
        Some((before, after)) if port(after) => before,
        _ => host,
    };
    let address = host
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    let is_named = |own: &str| host.eq_ignore_ascii_case(own);
    is_named("localhost")
        || name.is_some_and(is_named)
        || address.unwrap_or(host).parse::<IpAddr>().is_ok()
}

/// Writes an answer. Any page in a browser may read it, as any may read Lichess's: clients are pages of other sites.
fn write(
    mut stream: &TcpStream,
    response: &Response,
    with_body: bool,
    closes: bool,
) -> io::Result<()> {
    let connection = if closes { "close" } else { "keep-alive" };
    let length = match response.status {
        204 => String::new(),
        _ => format!("Content-Length: {}\r\n", response.body.len()),
    };
    let head = format!(
        "HTTP/1.1 {} \r\nContent-Type: {}\r\n{length}Connection: {connection}\r\nAllow: GET, HEAD, OPTIONS\r\n\
         Access-Control-Allow-Origin: *\r\nAccess-Control-Allow-Headers: Authorization, Accept, Content-Type\r\n\
         Cache-Control: no-cache\r\nContent-Security-Policy: {POLICY}\r\nX-Content-Type-Options: nosniff\r\n\
         Referrer-Policy: no-referrer\r\n\r\n",
        response.status, response.kind
    );
    let mut bytes = head.into_bytes();
    if with_body {
        bytes.extend_from_slice(&response.body);
    }
    stream.write_all(&bytes)
}
