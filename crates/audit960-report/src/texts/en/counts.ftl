# Counts with their nouns on the page; noun-verdict stands beside its number.

count-games = { $count ->
    [one] { $count } game
   *[other] { $count } games
}
count-sources = { $count ->
    [one] { $count } source
   *[other] { $count } sources
}
count-replayed = { $count ->
    [one] { $count } half-move replayed
   *[other] { $count } half-moves replayed
}
count-moveless = { $count ->
    [one] { $count } game has no moves
   *[other] { $count } games have no moves
}
count-errors = { $count } of severity error
count-claimable = { $count } claimable under law and venue
count-starts = { $count } { $kind ->
    [standard] standard
    [chess960] chess960
    [double_chess960] double chess960
    [other] other
   *[unknown] unknown
}
count-inputs = { $count ->
    [one] { $count } input with games, size and checksum
   *[other] { $count } inputs with games, size and checksum
}
count-no-cases = The tables know the positions of { $known ->
    [one] { $known } claim
   *[other] { $known } claims
 }; { $count ->
    [one] { $count } of them is no case
   *[other] { $count } of them are no case
 }: the game was decided without a missed claim, or a doubt is left.
count-positions = { $count ->
    [one] { $count } position
   *[other] { $count } positions
}
count-moves = { $count ->
    [one] { $count } move
   *[other] { $count } moves
}
count-in-other-sources = and { $findings } in { $count ->
    [one] { $count } other source
   *[other] { $count } other sources
}
count-copies = { $count ->
    [one] { $count } copy of another game
   *[other] { $count } copies of other games
}
count-without-moves = { $count ->
    [one] { $count } game without moves
   *[other] { $count } games without moves
}
count-findings = { $count ->
    [one] { $count } finding
   *[other] { $count } findings
}
count-information = { $count ->
    [one] { $count } kind of information
   *[other] { $count } kinds of information
}
count-warnings = { $count ->
    [one] { $count } kind of warning
   *[other] { $count } kinds of warnings
}
count-runs = { $count ->
    [one] { $count } run of fifty moves
   *[other] { $count } runs of fifty moves
}
copies-not-sought = copies of games were not looked for
left-out = { $games } left out
noun-verdict = { $verdict ->
    [ok] ok
    [repaired] repaired
    [damaged] damaged
    [rejected] rejected
   *[foreign] foreign
}

# For the script.
count-as-others = { $count ->
    [one] (as { $count } other)
   *[other] (as { $count } others)
}
count-turns = { $count ->
    [one] { $count } turn
   *[other] { $count } turns
}
count-more-half-moves = { $count ->
    [one] { $count } more half-move
   *[other] { $count } more half-moves
}
count-rated-games = { $count ->
    [one] { $count } game with both ratings
   *[other] { $count } games with both ratings
}
count-unfinished = { $count } unfinished
