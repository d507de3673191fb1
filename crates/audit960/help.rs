//! Help that fits a screen: what a command shares with others is on pages of its own.
//!
//! `-h` and `--help` print the options that are the command's own, a line or two each, and a few examples;
//! `audit960 help COMMAND` prints everything at length, `audit960 help filters` and `audit960 help limits` what
//! many commands share.

use std::collections::HashSet;
use std::sync::LazyLock;

use clap::{Arg, ArgAction, Args as _, Command, CommandFactory as _};

use crate::Cli;
use crate::commands::{FilterArgs, LimitArgs};

/// Headings of options that many commands share.
const SHARED: [&str; 2] = ["Which games", "Limits"];

/// The options that the pages about these describe.
static ON_PAGES: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let pages = [
        FilterArgs::augment_args(Command::new("filters")),
        LimitArgs::augment_args(Command::new("limits")),
    ];
    let options = pages.iter().flat_map(Command::get_arguments);
    options.map(|arg| arg.get_id().to_string()).collect()
});

/// Options that all or most commands share.
const COMMON: [&str; 4] = ["threads", "no_verify", RAW_CSV, "exit_zero"];

/// The option of all commands that only some can use.
const RAW_CSV: &str = "raw_csv";

/// How far clap indents what an option does.
const OPTION_TEXT: usize = 10;

/// How wide a page is at most.
pub(crate) const PAGE_WIDTH: usize = 100;

/// Examples in the short help.
const EXAMPLES: usize = 3;

/// Commands as the list of all shows them; what is missing here is on the page about plumbing.
const GROUPS: [(&str, &[&str]); 3] = [
    (
        "Every day",
        &[
            "check", "audit", "report", "draws", "starts", "export", "diff",
        ],
    ),
    (
        "Search in positions",
        &["explore", "find", "endings", "serve"],
    ),
    (
        "Ask",
        &[
            "query",
            "show",
            "explain",
            "law",
            "tablebase",
            "epd",
            "verify",
        ],
    ),
];

/// The pages about what commands share.
const TOPICS: [&str; 3] = ["filters", "limits", "plumbing"];

/// The commands and pages with their help.
pub(crate) fn command() -> Command {
    let command = concise(Cli::command(), "");
    let groups = GROUPS.map(|(title, names)| format!("{title}:\n{}\n", listed(&command, names)));
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{}\nOptions:\n{{options}}{{after-help}}",
        groups.join("\n")
    );
    let command = command.help_template(template);
    TOPICS
        .into_iter()
        .fold(command, |command, name| command.subcommand(topic(name)))
}

/// A page that was asked for like a command, `audit960 filters`; none if the name is not one of a page.
pub(crate) fn topic_page(name: &str) -> Option<clap::Error> {
    let page = || command().try_get_matches_from(["audit960", "help", name]);
    TOPICS.contains(&name).then(page)?.err()
}

/// A page of clap's without the empty lines within a list of options, and with defaults on the line before.
pub(crate) fn compact(page: &str) -> String {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut lines = page.lines().map(str::trim_end).peekable();
    let mut kept: Vec<String> = Vec::new();
    while let Some(line) = lines.next() {
        if line.is_empty() {
            while lines.next_if(|next| next.is_empty()).is_some() {}
            let after_text = kept.last().is_some_and(|last| indent(last) >= OPTION_TEXT);
            if after_text && lines.peek().is_some_and(|next| indent(next) > 0) {
                continue;
            }
        }
        let text = line.trim_start();
        match kept.last_mut() {
            Some(last)
                if text.starts_with("[default: ")
                    && !last.trim_start().starts_with("- ")
                    && last.len() + text.len() < PAGE_WIDTH =>
            {
                last.push(' ');
                last.push_str(text);
            }
            _ => kept.push(line.to_owned()),
        }
    }
    kept.join("\n") + "\n"
}

/// A command whose short help fits a screen. `above` are the commands that it belongs to.
fn concise(command: Command, above: &str) -> Command {
    let path = match command.get_name() {
        name if above.is_empty() => name.to_owned(),
        name => format!("{above} {name}"),
    };
    let shares = command.get_arguments().any(is_filter);
    let limits = command.get_arguments().any(is_on_a_page);
    let name = path.strip_prefix("audit960 ").unwrap_or_default();
    let more = match (name, shares) {
        ("", _) => {
            "More: audit960 help COMMAND, help filters, help limits; commands for programs: help plumbing".to_owned()
        }
        (_, true) => format!(
            "Conditions on games, such as --since, --player, --venue and --where: audit960 help filters\n\
             All options at length: audit960 help {name}"
        ),
        (_, false) => format!("All options at length: audit960 help {name}"),
    };
    let long = command
        .get_after_help()
        .map(ToString::to_string)
        .unwrap_or_default();
    let short = format!("{}{more}", in_short(&long, name.is_empty()));
    let is_about_csv = above.is_empty() || command.has_subcommands() || writes_csv(&command);
    let command = match is_about_csv {
        true => command,
        false => command.arg(no_raw_csv()),
    };
    let command = command
        .mut_args(|arg| match is_shared(&arg) {
            true if is_on_a_page(&arg) => arg.hide(true),
            true => arg.hide_short_help(true),
            false => first_sentence(in_own_section(arg)),
        })
        .mut_subcommands(|sub| concise(sub, &path))
        .disable_help_flag(true)
        .arg(
            Arg::new("help")
                .short('h')
                .long("help")
                .action(ArgAction::HelpShort)
                .help_heading(None::<&str>)
                .help("Print help"),
        )
        .after_help(short);
    let pages = match (name, shares, limits) {
        ("", ..) | (_, false, false) => String::new(),
        (_, true, _) => "\n\nConditions on games: audit960 help filters; limits on memory and text: audit960 help limits".to_owned(),
        (_, false, true) => "\n\nLimits on memory and text: audit960 help limits".to_owned(),
    };
    // Without what the short help ends with, which would name the page that it stands on.
    command.after_long_help(format!("{long}{pages}").trim_start().to_owned())
}

/// An option of which the short help has the first sentence alone.
fn first_sentence(arg: Arg) -> Arg {
    let Some(whole) = arg.get_help().map(ToString::to_string) else {
        return arg;
    };
    let Some((first, _)) = whole.split_once(". ") else {
        return arg;
    };
    let first = first.to_owned();
    let arg = match arg.get_long_help() {
        Some(_) => arg,
        None => arg.long_help(whole),
    };
    arg.help(first)
}

/// Whether something that a command prints or writes can be CSV.
fn writes_csv(command: &Command) -> bool {
    let is_csv = |arg: &Arg| {
        let values = arg.get_possible_values();
        arg.get_id() == "dropped" || values.iter().any(|value| value.get_name() == "csv")
    };
    command.get_arguments().any(is_csv)
}

/// Takes the place of the option of all commands in the help of one that cannot use it.
fn no_raw_csv() -> Arg {
    let arg = Arg::new(RAW_CSV).long("raw-csv").hide(true);
    arg.action(ArgAction::SetTrue)
}

/// An option that is the command's own: clap gives it the heading of the shared ones before it.
fn in_own_section(arg: Arg) -> Arg {
    match arg.get_help_heading() {
        Some(heading) if SHARED.contains(&heading) => arg.help_heading(None::<&str>),
        _ => arg,
    }
}

fn is_filter(arg: &Arg) -> bool {
    arg.get_help_heading() == Some(SHARED[0]) && is_on_a_page(arg)
}

/// Whether a page of its own describes an option.
fn is_on_a_page(arg: &Arg) -> bool {
    let heading = arg.get_help_heading();
    heading.is_some_and(|heading| SHARED.contains(&heading))
        && ON_PAGES.contains(arg.get_id().as_str())
}

fn is_shared(arg: &Arg) -> bool {
    COMMON.contains(&arg.get_id().as_str()) || is_on_a_page(arg)
}

/// The first examples of a text about a command, or the whole text.
fn in_short(text: &str, whole: bool) -> String {
    let Some(at) = text.find("Examples:").filter(|_| !whole) else {
        return match text.is_empty() {
            true => String::new(),
            false => format!("{text}\n\n"),
        };
    };
    let lines = text[at..].lines().take(1 + EXAMPLES);
    lines.map(|line| format!("{line}\n")).collect::<String>() + "\n"
}

/// The page about what commands share.
fn topic(name: &'static str) -> Command {
    let command = Command::new(name)
        .disable_help_flag(true)
        .disable_version_flag(true)
        .hide(true)
        .arg(no_raw_csv());
    match name {
        "filters" => FilterArgs::augment_args(command)
            .about("Conditions on games, for every command that counts, lists or writes games")
            .long_about(
                "Conditions on games, for every command that counts, lists or writes games.\n\n\
                 All conditions that are given must hold; of an option that may be given several times, such as \
                 --event, one value must. They mean the same for archives and datasets.",
            )
            .override_usage("audit960 COMMAND ... [CONDITIONS]")
            .after_long_help(include_str!("commands/help/filters.txt").trim_end()),
        "plumbing" => command
            .about("Commands for programs and packagers")
            .override_usage("audit960 COMMAND ...")
            .after_long_help(plumbing()),
        _ => LimitArgs::augment_args(command)
            .about("Limits on memory and on the text of compressed inputs")
            .override_usage("audit960 COMMAND ... [LIMITS]"),
    }
}

/// The commands that the list of all leaves out, a line each.
fn plumbing() -> String {
    let commands = Cli::command();
    let hidden = commands
        .get_subcommands()
        .filter(|command| command.is_hide_set());
    let names: Vec<&str> = hidden.map(Command::get_name).collect();
    format!("Commands:\n{}", listed(&commands, &names))
}

/// Commands with what they do, a line each.
fn listed(commands: &Command, names: &[&str]) -> String {
    let line = |name: &&str| {
        let about = commands.find_subcommand(name).and_then(Command::get_about);
        format!(
            "  {name:12} {}",
            about.map(ToString::to_string).unwrap_or_default()
        )
    };
    names.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Adds the options that a command, or one below it, has twice.
    fn twice(command: &Command, found: &mut Vec<String>) {
        let (mut ids, mut names) = (HashSet::new(), HashSet::new());
        for argument in command.get_arguments() {
            let id = argument.get_id().as_str();
            let same_id = !ids.insert(id);
            let same_name = argument.get_long().is_some_and(|name| !names.insert(name));
            if same_id || same_name {
                found.push(format!("{} {id}", command.get_name()));
            }
        }
        for below in command.get_subcommands() {
            twice(below, found);
        }
    }

    /// clap itself sees this only in builds with its own assertions.
    #[test]
    fn no_command_has_an_option_twice() {
        let mut found = Vec::new();
        twice(&command(), &mut found);
        assert_eq!(found, Vec::<String>::new());
    }
}
