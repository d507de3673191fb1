//! A run that is stopped leaves no file.

use std::io::Write;

use audit960_audit::{NoObserver, Observer, Stopped};
use audit960_dataset::Door;
use audit960_export::{ExportOptions, ExportPlan, ExportRun, ExportSelection, Files, Outputs};
use audit960_replay::AuditOptions;
use audit960_source::Limits;

struct StopsAtOnce;

impl Observer for StopsAtOnce {
    fn is_stopped(&self) -> bool {
        true
    }
}

fn nowhere() -> Box<dyn Write + Send> {
    Box::new(std::io::sink())
}

#[test]
fn a_stopped_run_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let (games, out) = (folder.path().join("a.pgn"), folder.path().join("out.pgn"));
    std::fs::write(&games, "[Event \"x\"]\n\n1. e4 e5 1-0\n").unwrap();
    let inputs = [games.to_str().unwrap().to_owned()];
    for stops in [true, false] {
        let observer: &dyn Observer = if stops { &StopsAtOnce } else { &NoObserver };
        let mut run = ExportRun {
            plan: ExportPlan {
                options: ExportOptions::default(),
                audit: AuditOptions::default(),
                limits: Limits::default(),
                apply_proposals: false,
                selection: ExportSelection::default(),
                separate_damaged: false,
                split_by: None,
                merge: None,
            },
            threads: 2,
            observer,
            outputs: Outputs {
                games: Files::new(&out, false, false, nowhere, Door::default()).unwrap(),
                damaged: None,
            },
        };
        let read = run.archives(&inputs);
        if stops {
            assert!(read.unwrap_err().is::<Stopped>());
            drop(run);
            assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        } else {
            assert_eq!(read.unwrap().anew, 1);
            run.outputs.finish().unwrap();
            assert!(
                std::fs::read_to_string(&out)
                    .unwrap()
                    .contains("1. e4 e5 1-0")
            );
        }
    }
}
