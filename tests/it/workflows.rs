//! What runs on a service is what runs here: each step of a workflow is a make target or a script of the tree.

use std::collections::BTreeSet;
use std::path::Path;

use saphyr_parser::{Event, Parser};
use serde_json::{Map, Value};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A YAML document; every scalar is a text.
fn yaml(text: &str) -> Value {
    fn value<'e>(event: Event<'e>, events: &mut impl Iterator<Item = Event<'e>>) -> Value {
        match event {
            Event::Scalar(text, ..) => Value::String(text.into_owned()),
            Event::SequenceStart(..) => {
                let mut items = Vec::new();
                loop {
                    match events.next().unwrap() {
                        Event::SequenceEnd => return Value::Array(items),
                        event => items.push(value(event, events)),
                    }
                }
            }
            Event::MappingStart(..) => {
                let mut members = Map::new();
                loop {
                    let name = match events.next().unwrap() {
                        Event::MappingEnd => return Value::Object(members),
                        Event::Scalar(name, ..) => name.into_owned(),
                        event => panic!("{event:?} is no name"),
                    };
                    let event = events.next().unwrap();
                    let member = value(event, events);
                    assert!(
                        members.insert(name.clone(), member).is_none(),
                        "{name} twice"
                    );
                }
            }
            event => panic!("{event:?}"),
        }
    }
    let events = Parser::new_from_str(text).map(|event| event.unwrap().0);
    let mut events =
        events.skip_while(|event| matches!(event, Event::StreamStart | Event::DocumentStart(_)));
    let first = events.next().unwrap();
    let document = value(first, &mut events);
    assert_eq!(events.next(), Some(Event::DocumentEnd));
    document
}

/// Name and document of each workflow.
fn workflows() -> Vec<(String, String, Value)> {
    let mut found: Vec<_> = std::fs::read_dir(root().join(".github/workflows"))
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let document = yaml(&text);
            (name, text, document)
        })
        .collect();
    found.sort_by(|a, b| a.0.cmp(&b.0));
    assert_eq!(found.len(), 3);
    found
}

/// The targets of the Makefile.
fn targets() -> BTreeSet<String> {
    let makefile = std::fs::read_to_string(root().join("Makefile")).unwrap();
    let is_name = |name: &&str| {
        name.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let rules = makefile.lines().filter_map(|line| line.split_once(':'));
    let targets = rules.filter(|(_, rest)| !rest.starts_with('='));
    let names = targets.map(|(name, _)| name).filter(is_name);
    names.map(str::to_owned).collect()
}

/// The commands of a job: those of its steps, once for each part of its matrix.
fn commands(job: &Value) -> Vec<String> {
    let mut found = Vec::new();
    for step in job["steps"].as_array().unwrap() {
        match step["run"].as_str() {
            Some("${{ matrix.run }}") => {
                let parts = job["strategy"]["matrix"]["include"].as_array().unwrap();
                found.extend(
                    parts
                        .iter()
                        .map(|part| part["run"].as_str().unwrap().to_owned()),
                );
            }
            Some(command) => found.push(command.to_owned()),
            None => assert!(step["uses"].is_string(), "{step}"),
        }
    }
    found
}

#[test]
fn each_step_is_one_command_of_the_tree() {
    let targets = targets();
    assert!(targets.len() > 20, "{targets:?}");
    let mut seen = 0;
    for (file, _, workflow) in workflows() {
        for (name, job) in workflow["jobs"].as_object().unwrap() {
            let commands = commands(job);
            assert!(!commands.is_empty(), "{file} {name}");
            for command in commands {
                assert!(
                    !command.contains(['\n', ';', '|', '&']),
                    "{file}: {command} is not one command"
                );
                let words: Vec<&str> = command.split_whitespace().collect();
                match words.as_slice() {
                    ["make", wanted @ ..] => {
                        let wanted = wanted
                            .iter()
                            .filter(|word| !word.contains('=') && !word.contains(['{', '}']));
                        for target in wanted.filter(|word| !word.starts_with("github.")) {
                            assert!(targets.contains(*target), "{file}: make {target}");
                        }
                    }
                    ["sh" | "bash" | "python3", script, ..] | [script, ..] => {
                        assert!(
                            root().join(script).is_file(),
                            "{file}: {script} is not there"
                        );
                        assert!(script.starts_with("scripts/"), "{file}: {command}");
                    }
                    [] => panic!("{file}: an empty command"),
                }
                seen += 1;
            }
        }
    }
    assert!(seen > 20, "{seen}");
}

/// The make targets that the jobs of a workflow run.
fn run_there(file: &str, jobs: &[&str]) -> BTreeSet<String> {
    let mut workflows = workflows().into_iter();
    let (_, _, workflow) = workflows.find(|(name, ..)| name == file).unwrap();
    let mut found = BTreeSet::new();
    for command in jobs.iter().flat_map(|job| commands(&workflow["jobs"][job])) {
        let words = command.strip_prefix("make ").unwrap().split_whitespace();
        found.extend(words.filter(|word| !word.contains('=')).map(str::to_owned));
    }
    found
}

/// The steps of `scripts/steps.sh` in a text, from `from` on.
fn steps(text: &str, from: &str) -> BTreeSet<String> {
    let (_, text) = text.split_once(from).unwrap();
    let (_, text) = text.split_once("steps.sh ").unwrap();
    let text = text.replace("\\\n", " ");
    let line = text.lines().next().unwrap();
    line.split_whitespace().map(str::to_owned).collect()
}

/// `make pull-request` and `make night` run here what a pull request and a night run there, on Linux.
#[test]
fn pull_requests_and_nights_run_alike_here_and_there() {
    let makefile = std::fs::read_to_string(root().join("Makefile")).unwrap();
    let there = run_there("pull-request.yml", &["checks"]);
    assert_eq!(steps(&makefile, "\npull-request:"), there);
    let there = run_there("nightly.yml", &["long", "fuzz"]);
    assert_eq!(steps(&makefile, "\nnight:"), there);
}

/// The steps of `.ci/run` are parts of a pull request.
#[test]
fn every_part_of_the_full_run_is_run_there_too() {
    let run = std::fs::read_to_string(root().join(".ci/run")).unwrap();
    let mut parts = steps(&run, "\n");
    assert!(parts.len() > 8, "{parts:?}");
    // No service has the large archives.
    assert!(parts.remove("test-without-corpus"));
    let there = run_there("pull-request.yml", &["checks"]);
    assert!(parts.is_subset(&there), "{parts:?} {there:?}");
}

/// What only another system or a service can show says that it was never run.
#[test]
fn what_was_never_run_says_so() {
    for (file, text, workflow) in workflows() {
        let says = |what: &str| text.to_lowercase().contains(what);
        assert!(says("never run"), "{file}");
        for (name, job) in workflow["jobs"].as_object().unwrap() {
            let systems = format!("{} {}", job["runs-on"], job["strategy"]["matrix"]["os"]);
            if systems.contains("windows") || systems.contains("macos") {
                let marked = job["name"]
                    .as_str()
                    .is_some_and(|name| name.contains("never run"));
                assert!(marked || file == "release.yml", "{file}: {name}");
            }
            // A token may do only what its job needs.
            assert!(workflow["permissions"]["contents"] == "read", "{file}");
        }
    }
    for name in [
        ".github/dependabot.yml",
        "scripts/compare_speed.sh",
        "scripts/release/publish.sh",
    ] {
        let text = std::fs::read_to_string(root().join(name)).unwrap();
        assert!(text.contains("Never run: "), "{name}");
    }
}

/// Forms that the service cannot read are not shown to anybody.
#[test]
fn forms_are_forms() {
    for name in ["bug", "wrong_answer", "wish"] {
        let text =
            std::fs::read_to_string(root().join(format!(".github/ISSUE_TEMPLATE/{name}.yml")))
                .unwrap();
        let form = yaml(&text);
        for key in ["name", "description"] {
            assert!(form[key].is_string(), "{name}: {key}");
        }
        let mut ids = BTreeSet::new();
        for part in form["body"].as_array().unwrap() {
            let kind = part["type"].as_str().unwrap();
            let attributes = &part["attributes"];
            match kind {
                "markdown" => assert!(attributes["value"].is_string(), "{name}"),
                "textarea" => {
                    assert!(attributes["label"].is_string(), "{name}");
                    assert!(
                        ids.insert(part["id"].as_str().unwrap().to_owned()),
                        "{name}: an id twice"
                    );
                }
                _ => panic!("{name}: {kind}"),
            }
        }
    }
    let text = std::fs::read_to_string(root().join(".github/dependabot.yml")).unwrap();
    for update in yaml(&text)["updates"].as_array().unwrap() {
        let folders = update["directories"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        for folder in folders.iter().chain(update.get("directory")) {
            let folder = folder.as_str().unwrap().trim_start_matches('/');
            assert!(root().join(folder).is_dir(), "{folder}");
        }
    }
}
