//! Old names, misspellings and what people guess: each is answered by a command line that runs.

use crate::folder::{Has as _, Ran as _, cases, program, refused, run};

/// What somebody types, and how the right command line begins.
const GUESSES: &str = "\
    positions games.pgn | starts games.pgn
    positions games.pgn --popularity | starts games.pgn --popularity
    start show 518 | starts show 518
    start list | starts list
    Positions a b | starts a b
    fifty games.pgn --missed | draws games.pgn --missed --rule fifty
    fifty-move games.pgn | draws games.pgn --rule fifty
    popular games.pgn --by year | explore games.pgn --by year
    common games.pgn | explore games.pgn
    stats games.pgn | starts games.pgn
    statistics games.pgn | starts games.pgn
    summary games.pgn | starts games.pgn
    results games.pgn | starts games.pgn
    draw ../fifty | draws ../fifty
    random 3 | starts pick -n 3
    position 518 | starts show 518
    player games.pgn | audit games.pgn --players --report
    combine a.pgn b.pgn | export a.pgn b.pgn --no-duplicates
    add games.pgn | audit games.pgn --append --out games-audit
    unplayed games.pgn | starts games.pgn --min-games 0 --sort start
    drawrate games.pgn | starts games.pgn --draw-rates
    head games.pgn | query games.pgn \"SELECT * FROM games LIMIT 5\"
    help players | audit games.pgn --players --report
    518 | starts show 518
    fen BBQNNRKR | starts show BBQNNRKR
    draw 4 | starts pick -n 4
    lost games.pgn | draws games.pgn --missed
    popularity games.pgn | starts games.pgn --popularity
    merge a.pgn b.pgn -o c.pgn | export a.pgn b.pgn -o c.pgn --no-duplicates
    arbiter games.pgn --move 5 | draws claim games.pgn 1 --move 5
    diagram 518 | starts show 518
    resume games.pgn | audit games.pgn
    ruling games.pgn 12 113... | draws claim games.pgn 12 --move
    random | starts pick
    lottery | starts pick
    shuffle | starts pick
    repetition games.pgn | draws games.pgn --rule repetition
    threefold games.pgn | draws games.pgn --rule repetition
    missed games.pgn | draws games.pgn --missed
    claims games.pgn | draws games.pgn
    claim games.pgn | draws claim games.pgn
    watch round.pgn | draws watch round.pgn
    live round.pgn | draws watch round.pgn
    sheet games.pgn | draws sheet games.pgn
    tree games.pgn | explore games.pgn
    openings games.pgn | explore games.pgn
    validate games.pgn | check games.pgn
    lint games.pgn | check games.pgn
    errors games.pgn | check games.pgn
    clean games.pgn | export games.pgn
    convert games.pgn | export games.pgn
    normalize games.pgn | export games.pgn
    filter games.pgn | export games.pgn
    split games.pgn | export games.pgn --split-by
    merge a.pgn b.pgn | export a.pgn b.pgn
    repair games.pgn | export games.pgn --apply-proposals
    dedup games.pgn | audit games.pgn --duplicates
    import games.pgn | audit games.pgn
    analyse games.pgn | audit games.pgn
    html games | audit games --report
    compare a b | diff a b
    search games.pgn Anand | export games.pgn --player \"Anand\"
    material games.pgn | endings games.pgn
    endgames games.pgn | endings games.pgn
    sql audit | query audit
    view games.pgn | show games.pgn
    code | explain
    rules | law
    syzygy tables | tablebase probe
    perft suite.epd | epd perft suite.epd
    KRvK games.pgn | find games.pgn --material KRvK
    columns games.pgn | audit games.pgn";

#[test]
fn what_people_type_is_answered_by_the_command_that_does_it() {
    for [typed, expected] in cases(GUESSES) {
        let answer = refused(typed);
        let word = typed.strip_prefix("help ").unwrap_or(typed);
        let word = word.split(' ').next().unwrap();
        answer.begins(&format!(
            "audit960: there is no command {word}: audit960 {expected}"
        ));
        assert_eq!(answer.lines().count(), 1, "{answer}");
    }
}

#[test]
fn misspellings_are_answered_by_the_command_that_is_meant() {
    for [typed, meant] in cases(
        "audti | audit
        exprot | export
        chek | check
        reprot | report
        exlpore | explore
        endngs | endings
        qeury | query
        verfy | verify
        explian | explain
        strats | starts
        drwas | draws
        postions | starts",
    ) {
        refused((typed, "games.pgn")).ends_in(&format!(": audit960 {meant} games.pgn\n"));
    }
}

#[test]
fn options_that_went_are_answered_by_what_took_their_place() {
    for [typed, now] in cases(
        "draws --watch games.pgn | audit960 draws watch FILE
        draws games.pgn --claim 1 | audit960 draws claim FILE GAME
        draws games.pgn --sheet 1 | audit960 draws sheet FILE GAME
        find games.pgn --first 3 | --limit 3
        endings games.pgn --top=3 | --limit 3
        explore games.pgn --top 3 | --limit 3
        starts games.pgn --top 3 | --limit 3
        law --year 1988 | --date 1988
        explore games.pgn --top | --limit VALUE
        explore games.pgn --ply 3 | --plies 3
        query games.pgn --sql x | the query is an argument of its own: audit960 query FILE \"x\"
        starts games.pgn --white Aronian | --where \"white LIKE '%Aronian%'\"
        starts games.pgn --draws round | --lots RULE
        starts games.pgn --group-by year | --by year
        starts games.pgn --engines | --where
        draws games.pgn --fifty | --rule fifty
        check games.pgn --fix | audit960 export
        export games.pgn --year 2019 | --since 2019 --until 2019",
    ) {
        let option = typed
            .split(' ')
            .find(|word| word.starts_with("--"))
            .unwrap();
        let option = option.split('=').next().unwrap();
        refused(typed).begins(&format!(
            "audit960: there is no option {option} here: {now}"
        ));
    }
}

#[test]
fn values_and_arguments_that_people_guess_are_answered() {
    for [typed, said] in cases(
        "draws games.pgn --rule 75 | there is no option --rule 75 here: --rule fifty
        draws games.pgn --rule threefold | there is no option --rule threefold here: --rule repetition
        law KRBvKR | there is no argument KRBvKR here: audit960 law --date 2024 --material KRBvKR
        tablebase 518 | there is no command 518: audit960 starts show 518
        starts games.pgn --date 2019 | there is no option --date here: --since 2019 --until 2019",
    ) {
        refused(typed).begins(&format!("audit960: {said}"));
    }
    let asked = refused("endings data/archive/icc-style.pgn KRvK");
    asked.has("KRvK: cannot be opened");
    asked.has("to ask about it: audit960 find games.pgn --material KRvK");
    run("law --date 2024 --material KRBvKR").ends(0);
    refused("law lichess").begins("error: unexpected argument 'lichess' found");
}

/// A word may be no text at all.
#[cfg(unix)]
#[test]
fn what_is_no_text_is_refused_like_any_word() {
    use std::os::unix::ffi::OsStrExt as _;

    let name = std::ffi::OsStr::from_bytes(b"a\xff.pgn");
    let output = program("positions").arg(name).output().unwrap();
    output.ends(2);
    output
        .err()
        .begins("audit960: there is no command positions: audit960 starts ");
}

/// `./claim` is a file, and `claim` the command.
#[test]
fn a_first_word_that_is_a_command_is_the_command() {
    run("draws claim").err().has("<DIR|FILE|FEN>");
    refused("draws ./claim").has("./claim: cannot be opened: there is no such file or folder");
}
