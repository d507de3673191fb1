//! Inputs that cannot be read, change, or hold no games; readers that go away; signals.

use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::folder::{BROKEN, CLEAN, Folder, Has, Ran, Words, manifest, program, rows, run};

/// The codes of a dataset about whole sources, with the end of the source's name.
fn codes(dataset: &str) -> Vec<(String, String)> {
    let sql = "SELECT code, source FROM diagnostics WHERE code LIKE 'S0%'";
    let rows = rows(dataset, sql);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let name = |value: &Value| text(value).rsplit('/').next().unwrap().to_owned();
    rows.iter()
        .map(|row| (text(&row["code"]), name(&row["source"])))
        .collect()
}

fn pair(code: &str, source: &str) -> (String, String) {
    (code.to_owned(), source.to_owned())
}

#[test]
fn folders_without_archives_are_refused() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("half/_inprogress")).unwrap();
    fs::create_dir(folder.path("empty")).unwrap();
    let out = folder.path("out");
    for (name, words) in [("empty", "holds no archives"), ("half", "not finished")] {
        let input = folder.path(name);
        for arguments in [
            vec!["audit", "--out", &out, &input],
            vec!["draws", "--rule", "fifty", &input],
            vec!["draws", &input],
            vec!["starts", &input],
            vec!["query", &input, "SELECT 1"],
        ] {
            let output = run(&arguments);
            output.ends(2);
            let message = output.err();
            message.has(words);
            message.has(&input);
        }
        let report = run!("report {input}");
        report.ends(2);
        report.err().has("is not a dataset");
    }
    assert!(!folder.is_dataset("out"));
}

#[cfg(unix)]
#[test]
fn one_bad_input_leaves_the_others() {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    let folder = Folder::new();
    let input = folder.path("in");
    fs::create_dir(&input).unwrap();
    folder.write("in/a.pgn", CLEAN);
    folder.write("in/z.pgn", CLEAN);
    symlink("nowhere", folder.path("in/dangling.pgn")).unwrap();
    symlink("loop.pgn", folder.path("in/loop.pgn")).unwrap();
    symlink("/dev/zero", folder.path("in/device.pgn")).unwrap();
    let made = Command::new("mkfifo")
        .arg(folder.path("in/fifo.pgn"))
        .status();
    assert!(made.unwrap().success());
    drop(UnixListener::bind(folder.path("in/socket.pgn")).unwrap());
    let missing = folder.path("missing.pgn");
    let output = folder.audit(["-q", &input, &missing]);
    output.ends(2);
    let message = output.err();
    message.has("dangling.pgn");
    message.has("incomplete");
    let out = folder.path("out");
    let manifest = manifest(&out);
    assert_eq!(manifest["incomplete"], true);
    assert_eq!(manifest["totals"]["games"], 2);
    let names = [
        "dangling.pgn",
        "device.pgn",
        "fifo.pgn",
        "loop.pgn",
        "socket.pgn",
        "missing.pgn",
    ];
    let mut expected: Vec<_> = names.iter().map(|name| pair("S011", name)).collect();
    // z.pgn has the bytes of another good file.
    expected.insert(5, pair("S019", "z.pgn"));
    assert_eq!(codes(&out), expected);
    run!("verify {out}").ends(0);
    run!("verify --inputs {out}").ends(2);
    // Without any other input, the run fails.
    let folder = Folder::new();
    folder.audit(["-q", &missing]).ends(2);
    assert!(!folder.is_dataset("out"));
}

#[test]
fn a_file_named_twice_is_read_once() {
    let folder = Folder::new();
    let file = folder.write("a.pgn", CLEAN);
    let again = folder.path("./a.pgn");
    let said = folder.audit(["-q", &file, &file, &again]).ends(0).out();
    assert!(said.contains("Games  1 from 1 source,"), "{said}");
    let out = folder.path("out");
    assert_eq!(manifest(&out)["totals"]["games"], 1);
    assert_eq!(codes(&out), [pair("S013", "a.pgn"), pair("S013", "a.pgn")]);
    assert_eq!(manifest(&out)["inputs"][1]["repeats"], file.as_str());
    run!("verify --inputs {out}").ends(0);
}

#[test]
fn bytes_are_not_lost_in_silence() {
    let zeros = |count: usize| vec![0_u8; count];
    let lost = [CLEAN.as_bytes(), &zeros(4096), CLEAN.as_bytes()].concat();
    let few = [CLEAN.as_bytes(), &zeros(511), CLEAN.as_bytes()].concat();
    let cases: [(&str, Vec<u8>, &str); 5] = [
        ("lost.pgn", lost, "S009"),
        ("few.pgn", few, ""),
        ("zeros.pgn", zeros(70_000), "S009 S010"),
        (
            "page.pgn",
            b"<!DOCTYPE html><html><p>404</p></html>\n".to_vec(),
            "S010",
        ),
        ("empty.pgn", Vec::new(), "S010"),
    ];
    for (name, bytes, expected) in cases {
        let folder = Folder::new();
        let file = folder.write(name, bytes);
        let output = folder.audit(["-q", &file]);
        let code = i32::from(!expected.is_empty());
        assert_eq!(output.status.code(), Some(code), "{name}");
        let found = codes(&folder.path("out"));
        for code in expected.split_whitespace() {
            assert!(found.contains(&pair(code, name)), "{name}: {found:?}");
        }
    }
}

/// A run whose standard output and error nobody reads.
fn unread(arguments: impl Words) -> Option<i32> {
    let mut child = program(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    drop(child.stderr.take());
    child.wait().unwrap().code()
}

#[test]
fn the_exit_code_does_not_depend_on_readers() {
    let folder = Folder::new();
    let (clean, broken) = (folder.write("c.pgn", CLEAN), folder.write("b.pgn", BROKEN));
    let (one, two) = (folder.path("one"), folder.path("two"));
    assert_eq!(unread(format!("audit {clean} --out {one}")), Some(0));
    assert_eq!(unread(format!("audit {broken} --out {two}")), Some(1));
    assert_eq!(unread(format!("starts {broken}")), Some(1));
    // What prints no more than a page, too.
    assert_eq!(unread("explain"), Some(0));
    assert_eq!(unread(format!("draws {}", folder.path("nowhere"))), Some(2));
}

#[cfg(unix)]
#[test]
fn signals_end_an_audit_cleanly() {
    use std::io::Write as _;

    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        let folder = Folder::new();
        let out = folder.path("out");
        let mut child = program(["audit", "-q", "-", "--out", &out])
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        // Enough for the run to be busy, and then more until it has ended.
        let text = CLEAN.repeat(10_000);
        stdin.write_all(text.as_bytes()).unwrap();
        let pid = child.id().to_string();
        let sent = Command::new("kill").args(["-s", signal, &pid]).status();
        assert!(sent.unwrap().success());
        let mut times = 2;
        while stdin.write_all(text.as_bytes()).is_ok() {
            times += 1;
        }
        let mut message = String::new();
        child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut message)
            .unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(code), "{message}");
        message.has("--resume continues");
        assert!(!Path::new(&out).join("manifest.json").exists());
        // With the same text again, the run goes on as if nothing had happened.
        let text = folder.write("again.pgn", text.repeat(times));
        let whole = folder.path("whole");
        for (out, more) in [(&out, "--resume"), (&whole, "")] {
            let mut audit = program(("audit -q - --out", out, more));
            audit.stdin(fs::File::open(&text).unwrap());
            audit.output().unwrap().ends(0);
        }
        let manifest = |out: &str| fs::read(Path::new(out).join("manifest.json")).unwrap();
        assert!(manifest(&out) == manifest(&whole));
    }
}

#[test]
fn an_input_that_grows_is_reported() {
    use std::io::Write as _;
    use std::sync::atomic::{AtomicBool, Ordering};

    let folder = Folder::new();
    let file = folder.write("a.pgn", CLEAN.repeat(100_000));
    let over = AtomicBool::new(false);
    let output = std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut file = fs::OpenOptions::new().append(true).open(&file).unwrap();
            while !over.load(Ordering::Relaxed) {
                file.write_all(CLEAN.as_bytes()).unwrap();
                std::thread::sleep(std::time::Duration::from_micros(500));
            }
        });
        let output = folder.audit(["-q", &file]);
        over.store(true, Ordering::Relaxed);
        output
    });
    output.ends(1);
    assert!(codes(&folder.path("out")).contains(&pair("S012", "a.pgn")));
}
