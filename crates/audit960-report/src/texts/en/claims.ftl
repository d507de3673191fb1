# Claims of a draw: who could claim, when and why not, how games ended, and what positions were worth.

# Parts that join others.
clauses = { $first }; { $second }
list = { $first }, { $second }
both = { $first } and { $second }
as-is = { $text }
with-article = { $what } ({ $article })
none = {""}

# $side is white or black, or what a script writes in its place.
side-name = { $side ->
    [white] White
    [black] Black
   *[other] { $side }
}
nobody = nobody
# A turn by its number: of the side that the sentence is about, and where the side has to be said.
turn = { $number }{ $side ->
    [white] .
   *[black] ...
}
turn-of = { turn }
half-moves = { $count ->
    [one] { $count } half-move
   *[other] { $count } half-moves
}
record-start = the start of the record
at-start = at the start of the record
after-turn = after { $turn }
after-move = after { $move }
start = start

# Where a game was played.
venue-name = { $venue ->
    [over_the_board] over the board
    [engine_match] engine match
    [correspondence] correspondence
    [online] online
    [unknown] unknown
    [lichess] lichess
    [fics] fics
    [icc] icc
    [iccf] iccf
    [tcec] tcec
    [ccrl] ccrl
    [ccc] ccc
    [cegt] cegt
    [uscf] uscf
   *[other] { $venue }
}
venue-no-claims = { venue-name }, no claims there
venue-tablebases = { venue-name }, left to tablebases: not judged
venue-not-judged = { venue-name }: not judged
venue-unknown = { venue-name }, rules not known: not judged
venue-undated = { venue-name }, rule not known without a date: not judged
venue-not-known-then = { venue-name }, rule on that date not known: not judged

# The main sentence of a claim.
claim-lost = { $label } { side-name }, who lost, could claim ({ $article })
claim-lost-last = { $label } { side-name }, who lost, could claim ({ $article }), last at { $last }
claim-given = { $label } { side-name } may claim ({ $article })
claim-by-laws = { $label } { side-name } could claim by the Laws ({ $article })
claim-not-given = { $label } { side-name }, at fifty moves; no claim under the law
at-rule = at { $rule ->
    [fifty] fifty moves
   *[repetition] the third occurrence
}
claim-not-judged = { $label } { side-name }, { at-rule }; { $why }
claim-over = { $label } no claim: { $over }
not-judged = not judged: { $why }
no-claim = no claim: { $why }

# What stands in the way of a claim.
objection-moves-made = at this venue the moves must have been made
objection-venue = at this venue ({ venue-name }) players do not claim by this rule
objection-tablebases = with so few pieces, claims by endgame tables take the place of the fifty-move rule at this venue ({ venue-name })
objection-clock = the half-move clock in the FEN at the start cannot be right
objection-date = the date of the game spans laws with different limits
objection-venue-not-known = whether players could claim at this venue ({ venue-name }) on that date is not known
objection-law = which rule was in force on that date is not known

# What is said of one turn, on the board of the page and in comments of games.
turn-over = By then the game was over without a claim.
turn-given = { side-name } may claim a draw ({ $what })
turn-by-laws = { side-name } could claim a draw by the Laws ({ $what }), but { $why }
turn-not-given = { side-name } at fifty moves ({ $what }); no claim: the law of the time required { $moves } moves
turn-not-judged = { side-name } { at-rule } ({ $what }); { $why }
comment-lost = { side-name }, who lost, could claim a draw ({ $what })
comment-last = { side-name }'s last chance to claim
comment-last-by = { side-name }'s last chance to claim ({ $what })
comment-damaged = the record goes on, but cannot be read
what-clock = clock { $clock }
what-article-clock = { $article }, clock { $clock }
what-article-clock-law = { $article }, clock { $clock }, under { $law }
position-occurred = the position occurred after { $stood }
position-repeated = with { $move } the position is the same as after { $stood }

# The law of a claim.
law-open = sources leave open which rule was in force on that date
law-name = { $law ->
    [ambiguous_date] the date spans two laws
   *[other] { $law }
}
law-limit = { law-name } ({ $moves } moves)
law-limit-uncertain = { law-name } ({ $moves } moves, uncertain)
law-limit-unknown = { law-name } (which limit, is not known): not judged
law-not-judged = { $law }: not judged
law-later = { $law }: from { $from }, not from { $first }
law-over = { $law }: no claim, the game was over
law-no-claim = { $law }: no claim
law-rule-unknown = which rule, is not known: not judged
law-rule-uncertain = rule uncertain
loser-uncertain = { side-name } (law uncertain)

# How games ended.
over = over { $when } ({ $reason })
by-article = { $article }: { $reason }
end-reason = { $reason ->
    [checkmate] checkmate
    [stalemate] stalemate
    [dead_position] no series of legal moves mates either king
    [fivefold_repetition] a position occurred for the fifth time
    [seventy_five_moves] 75 moves by each player without capture or pawn move
    [venue_threefold] a position occurred for the third time, which ends games at this venue
    [venue_fifty] 50 moves by each player without capture or pawn move, which end games at this venue
   *[venue_material] at most a bishop or a knight on each side, which ends games at this venue
}
drawn = drawn after { $turn } ({ $by })
drawing-rule = { $rule ->
    [seventy-five] 75 moves
    [venue] by the venue's rule
    [third] third occurrence, by the venue's rule
   *[fifth] fifth occurrence
}
seventy-five = 75 moves by each player: automatic draw
seventy-five-open = 75 moves by each player; no rule ended the game then
run-end = { $end ->
    [capture] capture
    [pawn] pawn move
    [checkmate] checkmate
    [stalemate] stalemate
    [damaged] damaged record
   *[end_of_game] end
}
run-ended-by = { $end ->
    [capture] a capture
    [pawn] a pawn move
    [checkmate] checkmate
    [stalemate] stalemate
   *[end_of_game] the end of the record
}
outcome = { $outcome ->
    [drawn_with_claim_open] drawn with the claim open
    [drawn_later] drawn later
    [lost_after_claim] lost after a claim
    [won_after_claim] won after a claim
    [unfinished] unfinished
   *[over_before] over before
}

# What positions were worth, by endgame tables.
value = { $value ->
    [win] won for { side-name }, in time
    [cursed-win] won for { side-name }, but not within the fifty moves
    [draw] a draw
    [blessed-loss] lost for { side-name }, but for the fifty moves
    [loss] lost for { side-name }, in time
   *[unknown] not known
}
value-unknown = not known ({ tables-reason })
tables-reason = { $reason ->
    [too_many_pieces] too many pieces
    [castling_rights] castling rights
    [table_missing] table missing
    [table_damaged] table damaged
   *[impossible_position] impossible position
}
value-rounded = { $value }; one half-move, which the table rounds, decides
value-change = { $move }, from { $before } to { $after }
value-noun = { $value ->
    [win] win
    [cursed-win] cursed-win
    [draw] draw
    [blessed-loss] blessed-loss
    [loss] loss
   *[unknown] unknown
}
tables-say = by endgame tables: { $value }
place-start = the count begins
place-first = first claim
place-last = last claim
place-end = end of the record
truth = { $case ->
    [missed-in-draw] lost, though a draw by tables
    [missed-in-blessed-loss] lost, though the fifty moves had saved it
    [missed-in-loss] lost anyway, but for the claim
    [missed-in-win] lost, though won by tables
    [thrown-away] { side-name } threw away a win
    [taken-away] the fifty moves took a win from { side-name }
   *[drawn-anyway] a draw anyway
}
truth-late = { $truth }, late by { $moves ->
    [one] { $moves } move
   *[other] { $moves } moves
 } at least
