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

/// The targets of the Makefile, with the names of what each needs.
fn targets() -> Vec<(String, Vec<String>)> {
    let makefile = std::fs::read_to_string(root().join("Makefile")).unwrap();
    let rules = makefile.lines().filter_map(|line| line.split_once(':'));
    rules
        .filter(|(name, rest)| {
            name.bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
                && !rest.starts_with('=')
        })
        .map(|(name, rest)| {
            (
                name.to_owned(),
                rest.split_whitespace().map(str::to_owned).collect(),
            )
        })
        .collect()
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
    let targets: BTreeSet<String> = targets().into_iter().map(|(name, _)| name).collect();
    assert!(targets.len() > 25, "{targets:?}");
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

/// `make pull-request` runs here what a pull request runs there, on Linux.
#[test]
fn pull_requests_run_alike_here_and_there() {
    let (_, _, workflow) = workflows()
        .into_iter()
        .find(|(name, ..)| name == "pull-request.yml")
        .unwrap();
    let mut there = BTreeSet::new();
    for command in commands(&workflow["jobs"]["checks"]) {
        let words = command.strip_prefix("make ").unwrap().split_whitespace();
        there.extend(words.filter(|word| !word.contains('=')).map(str::to_owned));
    }
    let (_, here) = targets()
        .into_iter()
        .find(|(name, _)| name == "pull-request")
        .unwrap();
    assert_eq!(here.into_iter().collect::<BTreeSet<_>>(), there);
}

/// The tests of `.ci/run` are parts of a pull request or of the night.
#[test]
fn every_part_of_the_full_run_is_run_there_too() {
    let run = std::fs::read_to_string(root().join(".ci/run")).unwrap();
    let parts = run
        .lines()
        .filter(|line| !line.starts_with('#'))
        .flat_map(|line| {
            let after = line.split("make ").skip(1);
            after
                .filter_map(|rest| rest.split([' ', '|']).next())
                .map(str::to_owned)
        });
    let texts: String = workflows().into_iter().map(|(_, text, _)| text).collect();
    let mut seen = 0;
    for part in parts {
        // The same tests, without the archives that no service has; and speed, as a table.
        let there = match part.as_str() {
            "test" => "test-alone",
            "bench-quick" => "compare-speed",
            part => part,
        };
        let is_there = texts.split_whitespace().any(|word| word == there);
        assert!(is_there, "no workflow runs make {there}");
        seen += 1;
    }
    assert!(seen > 8, "{seen}");
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
