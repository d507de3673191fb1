# The list of claims, rulings on a claim and boards that are watched: audit960 draws.

column-game = game
column-date = date
column-result = result
column-claim = claim
column-counts = counts
column-loser = ½ lost by
column-law = law
column-venue = venue
column-tables = by endgame tables
no-date = no date
line-lost = half a point lost by { $loser }
counts-run = clock { $clock }, then { $end }
counts-runs = { $runs } runs, clock { $clock }
counts-stood = stood { $times } times
counts-stood-move = stood { $times } times, a move makes it three
counts-repetitions = { $count ->
    [one] { $count } repetition
   *[other] { $count } repetitions
}
value-changed = the value changed with { $change }

totals = { $found } in { count-games }; half a point was lost by White in { $white }, by Black in { $black }
totals-none = Nothing to list: { $found }
totals-denied = { $all } ({ $denied } without a known claim)
totals-uncertain = { $count } of them under a law that sources leave open
articles = Articles of the Laws of 2023: { $meanings }
copies-unknown = { copies-not-sought } (audit --duplicates does)
copies = { $count ->
    [one] { $count } of these games is a copy of another, counted too
   *[other] { $count } of these games are copies of others, counted too
}
copies-lost = and { $count } of the half points
lost-elsewhere = elsewhere, in { count-games }, a player lost who could have claimed by the law, but not where it was played: draws are automatic there, a claim needs more, or its rule is not known; --law fide lists them
unread = could be read only in part or not at all: { count-games }; audit960 audit says why

# A ruling.
ruling-claim = { side-name } claims a draw before { $label }
ruling-claim-with = { side-name } claims a draw before { $move }, with that move
ruling-claim-out-of-turn = { side-name } claims a draw before { $label }, at the opponent's turn
ruling-over = No claim is needed: the game was already drawn { $when } ({ $reason })
ruling-mate = No draw: the game was over { $when } ({ $reason })
ruling-correct = Correct: the game is drawn
ruling-if-clock = the moves have to confirm the half-move clock of the FEN
ruling-by-tables = Correct at this venue ({ venue-name }): endgame tables, which take the place of the fifty-move rule there, give a draw
ruling-no-draw = No draw: { $why }
ruling-not-judged = Not judged: { $why }
ruling-incorrect = Incorrect: the game goes on
ruling-incorrect-by = Incorrect: the game goes on, the opponent gets { $time } ({ $article })
ruling-must-be-played = the move that was written must be played
ruling-legal-must-be-played = a legal move must be played
ruling-one-must-be-played = one of these moves must be played: { $moves }
ruling-result-stands = the recorded result { $result } stands
ruling-result-stands-by = the recorded result { $result } stands unless the arbiter decides otherwise ({ $article })
extra-time = { $minutes ->
    [one] { $minutes } minute
   *[other] { $minutes } minutes
 } more
extra-time-quick = { $time }, { $where ->
    [blitz] in blitz
   *[rapid-and-blitz] in rapid and blitz
 } { $minutes }
extra-time-unknown = extra time
extra-time-uncertain = { $time }, which is uncertain
ruling-uncertain = Uncertain: { law-open }
ruling-yes = { $article } yes: { $reason }
ruling-no = { $article } no: { $reason }
ruling-open = { $article } open: { $reason }
ruling-from-to = from { $first } to { $last }
ruling-seen = The arbiter must have seen:
seen-own-turn = { side-name } claimed when having the move
seen-untouched = no piece was touched before the claim
seen-written = the move was written down and not yet made on the board
ruling-stands = The claim cannot be withdrawn ({ $article })
alike = not { $when }: it only looks the same ({ $why })
alike-turn = { side-name } had the move
alike-en-passant = a pawn could be captured en passant, { $moves }
alike-castling = a right to castle was lost with { $move }
ruling-tables = Apart from the law, by endgame tables: { $value }
about-9-2-1 = repetition with the intended move
about-9-2-2 = repetition on the board
about-9-3-1 = the limit of moves with the intended move
about-9-3-2 = the limit of moves completed
reason-after = after { $move } { $reason }
reason-with = with { $move } { $reason }
reason-occurs = the position occurs for the { $times ->
    [1] first
    [2] second
    [3] third
    [4] fourth
    [5] fifth
    [6] sixth
   *[other] { NUMBER($times, type: "ordinal") ->
        [one] { $times }st
        [two] { $times }nd
        [few] { $times }rd
       *[other] { $times }th
    }
 } time
reason-out-of-turn = { side-name } has the move, and only the player having the move can claim
reason-illegal = { $move } is not a legal move of { side-name }
reason-ambiguous = { $move } is ambiguous: { $moves } are legal
reason-open-repetition = only the moves of the game show how often the position has occurred
reason-open-clock = the FEN does not state the half-move clock
reason-is = { $move } is { run-ended-by }
reason-short = the half-move clock is { $clock }: { $short } short
reason-short-of = the half-move clock is { $clock }: { $short } short of the { $moves } moves that the law of the day requires
reason-complete = the half-move clock is { $clock }: { $moves } moves by each player
reason-from-fen = the half-move clock is { $clock }, of which { $start } come from the FEN at the start
short-moves = { $moves ->
    [one] { $moves } move by each side
   *[other] { $moves } moves by each side
}

# Boards of a broadcast.
watch-line = { $event }, { $white } – { $black }: { $news }
watch-line-round = { $event }, round { $round }, { $white } – { $black }: { $news }
watch-at-start = at the start
watch-read-again = { $after } the record can be read again
watch-goes-on = { $after } the game goes on
watch-lapsed = { $after } a claim is no longer possible
watch-stopped = { $after } the record cannot be read on: { $reason }
watch-over = { $after } the game is over ({ $reason })
watch-over-since = { $after } the game has been over since { $since } ({ $reason })
watch-claims = { $after } { $claims }
watch-may-claim = { side-name } may claim { $claims }
watch-not-judged = { side-name }'s claim of { $claims } is not judged: { $why }
watch-by-laws = { side-name } could claim by the Laws { $claims }; { $why }
watch-with = { $article } with { $moves }
watch-occurred = { $article } (the position has occurred { $count } times)
watch-clock = { $article } (half-move clock { $count })
watch-missing = { $file }: it is not there yet
watch-empty = { $file }: no game is in it yet
watch-unreachable = { $file } cannot be reached: { $reason }
watch-command-failed = the command of an event failed: { $command } ({ $reason })
