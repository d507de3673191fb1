# What results of start positions prove, and how positions were picked: audit960 starts, and the page.

# Whether positions differ.
verdict-no-games = no position can be judged: no Chess960 game has a result
verdict-few-games = no position can be judged: none has { $least } games with a result (the most is { $most })
verdict-none-tested-differs = { $count ->
    [one] the only position tested does not differ significantly from the others (q = { $q })
   *[other] none of the { $count } positions tested differs significantly from the others (smallest q = { $q })
}
verdict-none-differs = no position differs significantly from the others (smallest q = { $q })
verdict-differ = { $count ->
    [one] one position differs significantly from the others: { $positions }
   *[other] { $count } positions differ significantly from the others: { $positions }
}
verdict-position = { $start } ({ $number }; White's score { $points } percentage points, q = { $q })
verdict-and-more = { $positions } and { $count } more
verdict-tested = { $positions } positions tested on { $games } games, { $rated } of them with both ratings
verdict-untested = nothing is said of { $count } with fewer than { $least } games with a result
verdict-finds-nothing = with the median of { $games } games, no difference at all would be found
verdict-finds = with the median of { $games } games, a difference of { $points } percentage points would be found 4 times in 5
together-differ = Taken together the { $positions } positions tested differ (p = { $p }, Q = { $q })
together-differ-unnamed = Taken together the { $positions } positions tested do differ (p = { $p }, Q = { $q }), but no single one has enough games to be named
together-chance = Taken together the { $positions } positions tested scatter no more than chance explains (p = { $p }, Q = { $q })
together-chance-but-named = Taken together the { $positions } positions tested scatter no more than chance explains (p = { $p }, Q = { $q }): the others hide the ones that are named

# Kinds of games.
stratum = { $population ->
    [human] human
    [engine] engine
    [mixed] mixed
    [unknown] unknown
   *[all] all
 }, { $rated ->
    [rated] with both ratings
   *[unrated] without both ratings
 }, { $speeds }
stratum-speed = { $speed ->
    [bullet] bullet
    [blitz] blitz
    [rapid] rapid
    [classical] classical
    [correspondence] correspondence
   *[none] no time control
}
plus = { $first } + { $second }

# How positions were picked.
way-no-games = no Chess960 games, so it is not known how positions were picked
way-few-games = too few Chess960 games to tell how positions were picked: { $count }
way-uniform = each of the 960 alike
way-one-die = the one-die procedure
way-orthodox-excluded = each alike but never the orthodox position
way-fits = { $way } fits ({ $p })
way-fits-as-well = { $way } fits as well ({ $p }), with lots { $times } times less likely
way-does-not = { $way } does not ({ $reason }, { $p })
way-none = no way of drawing fits: { $ways }
way-rejected = not { $way } ({ $reason }, { $p })
way-orthodox-picked = the orthodox position was picked
way-orthodox-count = too many or too few lots for the orthodox position
way-too-even = counts more even than lots are
way-too-uneven = counts more uneven than lots are
way-rival-uniform = a mixture with the uniform lot explains more
way-rival-one-die = a mixture with the one-die procedure explains more
p-is = p = { $p }
p-below = p < { $p }
p-at-most = p ≤ { $p }
