//! Archives read by tasks, end to end: `splits`, `rows --parquet`, `finish`, `verify --inputs`.

use std::fs;
use std::path::Path;

use crate::folder::{BROKEN, CLEAN, Folder, Has, Ran, printed, run};

/// Zstd frames with `length` bytes of text each, announced as pzstd does; blocks are raw.
pub(crate) fn frames(text: &[u8], length: usize) -> Vec<u8> {
    let mut stored = Vec::new();
    for part in text.chunks(length) {
        // Magic; single segment, content size of four bytes; one last block (RFC 8878, 3.1.1).
        let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0b1010_0000];
        frame.extend((part.len() as u32).to_le_bytes());
        frame.extend(&((part.len() as u32) << 3 | 1).to_le_bytes()[..3]);
        frame.extend(part);
        stored.extend(b"\x50\x2A\x4D\x18\x04\0\0\0");
        stored.extend((frame.len() as u32).to_le_bytes());
        stored.extend(frame);
    }
    stored
}

/// Reads inputs as tasks do, with these options, and finishes the dataset `out`; returns the number of tasks.
pub(crate) fn finish(out: &str, inputs: &str, bytes: &str, options: &[&str]) -> usize {
    fs::create_dir(out).unwrap();
    let splits = printed!("splits --bytes {bytes} {inputs}");
    for (number, line) in splits.lines().enumerate() {
        let task = format!("{out}/_task");
        let range: Vec<&str> = line.split('\t').collect();
        let rows = ["rows", range[0], range[1], range[2], "--parquet", &task];
        printed((&rows, options));
        for file in fs::read_dir(&task).unwrap() {
            let file = file.unwrap().path();
            let table = Path::new(out).join(file.file_stem().unwrap());
            fs::create_dir_all(&table).unwrap();
            fs::rename(&file, table.join(format!("task-{number}.parquet"))).unwrap();
        }
        fs::remove_dir(&task).unwrap();
    }
    printed!("finish {out}");
    splits.lines().count()
}

#[test]
fn what_tasks_wrote_is_compared_with_its_inputs() {
    let folder = Folder::new();
    fs::create_dir(folder.path("archive")).unwrap();
    let text = format!("stray\n\n{}", [CLEAN, BROKEN].concat().repeat(40));
    let plain = folder.write("archive/plain.pgn", &text);
    folder.write("archive/frames.pgn.zst", frames(text.as_bytes(), 900));
    folder.write("archive/empty.pgn", "");
    folder.write(
        "archive/lines.epd",
        "4k3/8/8/8/8/8/8/4K2R w K - bm O-O;\n".repeat(60),
    );
    let archive = folder.path("archive");
    let verified = |out: &str| {
        let output = run(["verify", "--inputs", &folder.path(out)]);
        (output.status.code(), output.err())
    };
    let counts: Vec<usize> = [("one", "1G"), ("some", "4K"), ("many", "700")]
        .into_iter()
        .map(|(out, bytes)| finish(&folder.path(out), &archive, bytes, &[]))
        .collect();
    let holds = counts[0] == 4 && counts[1] > 6 && counts[2] > 20;
    assert!(holds, "{counts:?}");
    for out in ["one", "some", "many"] {
        assert_eq!(verified(out), (Some(0), String::new()), "{out}");
    }

    // Games of ranges have no numbers and no lines: they are named by their byte, and shown with the lines of the archive.
    let at = text.rfind("[Event").unwrap();
    let line = text[..at].matches('\n').count() + 1;
    let game = format!("plain.pgn@{at}");
    let shown = printed(["show", &folder.path("many"), &game]);
    let of_archive = printed(["show", &plain, &format!("@{at}")]);
    assert_eq!(shown, of_archive.replace("plain.pgn#80", &game));
    shown.has(&format!("{game} (line {line}, "));
    run(["show", &folder.path("many"), "plain.pgn#4"])
        .ends(2)
        .err()
        .has("SOURCE@BYTE");
    let none = run!("splits --bytes 0 {plain}");
    none.ends(2);
    assert!(none.err().contains("a range has at least one byte"));

    // One letter of a name, in a game after the first ranges.
    let at = text.rfind("\"A\"").unwrap() + 1;
    let mut other = text.clone().into_bytes();
    other[at] = b'Z';
    fs::write(&plain, &other).unwrap();
    for out in ["one", "some", "many"] {
        let (code, text) = verified(out);
        text.has("plain.pgn is not what was audited");
        assert!(code == Some(1), "{text}");
    }
    fs::write(&plain, format!("{text}\n")).unwrap();
    let (code, text) = verified("many");
    text.has("plain.pgn is not what was audited");
    assert!(code == Some(1), "{text}");
    fs::remove_file(&plain).unwrap();
    let (code, text) = verified("many");
    assert!(code == Some(2) && text.contains("plain.pgn"), "{text}");
}

#[test]
fn exit_codes_of_rows_as_files() {
    let folder = Folder::new();
    let input = folder.write("a.pgn", CLEAN);
    let task = folder.path("task");
    let rows = |arguments: &str| {
        let output = run((format!("rows {input} 0"), arguments));
        assert!(output.stdout.is_empty());
        (output.status.code(), output.err())
    };
    for clash in ["--nested", "--table gaps", "--columns white", "--limit 1"] {
        let (code, text) = rows(&format!("--parquet {task} {clash}"));
        text.has("cannot be used with");
        assert!(code == Some(2), "{text}");
        assert!(!Path::new(&task).exists());
    }
    assert_eq!(rows(&format!("--parquet {task}")), (Some(0), String::new()));
    let (code, text) = rows(&format!("--parquet {task}"));
    // No other attempt could do better.
    assert!(code == Some(2) && text.contains(&task), "{text}");
    let (code, text) = rows(&format!("--parquet {task}/none/task"));
    assert!(code == Some(1) && text.contains("none/task"), "{text}");
    let gone = run!(
        "rows {} --parquet {}",
        folder.path("none.pgn"),
        folder.path("other")
    );
    assert!(gone.status.code() == Some(1) && gone.err().contains("none.pgn"));
}

/// An input that became shorter after it was split, and a disk that is full: neither leaves an answer, and the
/// folder of an attempt that failed is not in the way of the next one.
#[test]
fn attempts_that_fail_leave_nothing() {
    let folder = Folder::new();
    let input = folder.path("games.pgn");
    fs::write(&input, CLEAN.repeat(400)).unwrap();
    let size = fs::metadata(&input).unwrap().len();
    let task = folder.path("task");
    for range in [
        ["0".to_owned(), (size + 1).to_string()],
        [(size + 1).to_string(), (size + 2).to_string()],
    ] {
        let output = run(["rows", &input, &range[0], &range[1]]);
        output.ends(1);
        assert!(output.stdout.is_empty());
        output.err().has(&format!("the input has {size} bytes"));
    }
    #[cfg(unix)]
    {
        let program = env!("CARGO_BIN_EXE_audit960");
        let limited = |blocks: &str| {
            let line = format!("ulimit -f {blocks}; exec \"$0\" rows \"$1\" --parquet \"$2\"");
            let mut shell = std::process::Command::new("sh");
            shell.args(["-c", &line, program, &input, &task]);
            shell.output().unwrap()
        };
        let output = limited("1");
        output.ends(1);
        assert!(!Path::new(&task).exists(), "{}", output.err());
        assert!(limited("unlimited").status.success());
    }
}
