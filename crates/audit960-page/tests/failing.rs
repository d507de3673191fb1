//! Each file operation of a report fails in turn: the old page stays, or the new one is there.

#![expect(clippy::unwrap_used, reason = "helpers of tests, outside of tests")]

use std::fs;
use std::io::{BufWriter, Write as _};
use std::path::Path;

use audit960_audit::{NoObserver, Options, audit};
use audit960_dataset::Dataset;
use audit960_dataset::tables::count_rows;
use audit960_dataset::{CheckOptions, CheckedDataset, Door, Fault, Storage};
use audit960_page::{Page, page, write_html};

/// More operations than one report has.
const MANY: u64 = 100_000;

#[test]
fn a_report_is_there_whole_or_what_was_there_before() {
    let folder = tempfile::tempdir().unwrap();
    let (games, dataset) = (folder.path().join("a.pgn"), folder.path().join("a"));
    let text = "[Event \"x\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 97 60\"]\n\n\
                60. Ra2 Kd8 61. Ra1 Ke8 62. Ra2 Kd8 1-0\n";
    fs::write(&games, text).unwrap();
    let options = Options {
        threads: 1,
        ..Options::default()
    };
    let inputs = [games.to_str().unwrap().to_owned()];
    audit(&inputs, &dataset, options, &NoObserver).unwrap();
    let check = CheckOptions {
        memory: None,
        ..CheckOptions::new(&count_rows)
    };
    let out = folder.path().join("pages/report.html");
    fs::create_dir(out.parent().unwrap()).unwrap();
    let opened = Dataset::of(CheckedDataset::open(&dataset, &check).unwrap());
    let asked = Page {
        folder: &dataset,
        title: None,
        which: "",
        language: audit960_page::Language::English,
        external: None,
        tables: None,
    };
    let data = page(&opened, asked).unwrap();
    let write = |storage: &Storage| {
        Door::default().on(storage.clone()).replace(&out, |file| {
            let mut file = BufWriter::new(file);
            write_html(&data, &mut file)?;
            file.flush()
        })
    };
    let files = || fs::read_dir(out.parent().unwrap()).unwrap().count();
    for fault in [Fault::Once, Fault::From] {
        fs::write(&out, "before").unwrap();
        let mut through = None;
        for n in 1..MANY {
            let storage = Storage::failing(fault(n));
            let written = write(&storage);
            if storage.operations() < n {
                written.unwrap();
                through = Some(n);
                break;
            }
            let message = written.unwrap_err().to_string();
            assert!(message.contains("report.html"), "{n}: {message}");
            assert_eq!(fs::read_to_string(&out).unwrap(), "before", "{n}");
            // A dead disk keeps half a page, too: the next report gives its own file another name.
            let left = usize::from(matches!(fault(n), Fault::From(_)) && n > 1);
            assert!(files() <= 1 + left, "{n}");
            clear(out.parent().unwrap());
        }
        assert!(through.is_some_and(|n| n > 10), "{through:?}");
        assert!(fs::read_to_string(&out).unwrap().ends_with("</html>\n"));
    }
}

/// Removes what is not a page.
fn clear(folder: &Path) {
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|end| end == "inprogress") {
            fs::remove_file(path).unwrap();
        }
    }
}
