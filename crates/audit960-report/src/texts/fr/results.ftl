# Ce que prouvent les résultats des positions de départ, et comment elles ont été tirées : audit960 starts, et la page.

# Si les positions diffèrent.
verdict-no-games = aucune position ne peut être jugée : aucune partie de Chess960 n'a de résultat
verdict-few-games = aucune position ne peut être jugée : aucune n'a { $least } parties avec résultat (maximum : { $most })
verdict-none-tested-differs = { $count ->
    [one] la seule position testée ne diffère pas significativement des autres (q = { $q })
   *[other] aucune des { $count } positions testées ne diffère significativement des autres (plus petit q = { $q })
}
verdict-none-differs = aucune position ne diffère significativement des autres (plus petit q = { $q })
verdict-differ = { $count ->
    [one] une position diffère significativement des autres : { $positions }
   *[other] { $count } positions diffèrent significativement des autres : { $positions }
}
verdict-position = { $start } ({ $number } ; score des Blancs { $points } points de pourcentage, q = { $q })
verdict-and-more = { $positions } et { $count ->
    [one] { $count } autre
   *[other] { $count } autres
}
verdict-tested = { $positions ->
    [one] { $positions } position testée
   *[other] { $positions } positions testées
 } sur { $games ->
    [one] { $games } partie
   *[other] { $games } parties
 }, dont { $rated } avec classements
verdict-untested = { $count ->
    [one] rien n'est dit de celle qui a moins de { $least } parties avec résultat
   *[other] rien n'est dit des { $count } qui ont moins de { $least } parties avec résultat
}
verdict-finds-nothing = avec la médiane de { $games } parties, aucune différence ne serait trouvée
verdict-finds = avec la médiane de { $games } parties, une différence de { $points } points de pourcentage serait trouvée 4 fois sur 5
together-differ = Prises ensemble, les { $positions } positions testées diffèrent (p = { $p }, Q = { $q })
together-differ-unnamed = Prises ensemble, les { $positions } positions testées diffèrent bien (p = { $p }, Q = { $q }), mais aucune n'a assez de parties pour être nommée
together-chance = Prises ensemble, les { $positions } positions testées ne se dispersent pas plus que par hasard (p = { $p }, Q = { $q })
together-chance-but-named = Prises ensemble, les { $positions } positions testées ne se dispersent pas plus que par hasard (p = { $p }, Q = { $q }) : les autres cachent celles qui sont nommées

# Groupes de parties.
stratum = { $population ->
    [human] personnes
    [engine] programmes
    [mixed] mixtes
    [unknown] sans indication
   *[all] toutes
 }, { $rated ->
    [rated] avec classements
   *[unrated] sans classements
 }, { $speeds }
stratum-speed = { $speed ->
    [bullet] bullet
    [blitz] blitz
    [rapid] rapide
    [classical] classique
    [correspondence] par correspondance
   *[none] sans cadence
}
plus = { $first } + { $second }

# Comment les positions ont été tirées.
way-no-games = aucune partie de Chess960, mode de tirage inconnu
way-few-games = trop peu de parties de Chess960 pour connaître le mode de tirage ({ $count })
way-uniform = tirage équiprobable
way-one-die = tirage à un seul dé
way-orthodox-excluded = tirage équiprobable excluant la position orthodoxe
way-fits = un { $way } est compatible ({ $p })
way-fits-as-well = un { $way } est compatible aussi ({ $p }), avec des tirages { $times } fois moins vraisemblables
way-does-not = un { $way } ne convient pas ({ $reason }, { $p })
way-none = aucun ne convient ; { $ways }
way-rejected = { $way } : { $reason } ({ $p })
way-orthodox-picked = la position orthodoxe a été tirée
way-orthodox-count = trop ou trop peu de tirages de la position orthodoxe
way-too-even = fréquences trop régulières
way-too-uneven = fréquences trop irrégulières
way-rival-uniform = un mélange avec le tirage équiprobable explique mieux
way-rival-one-die = un mélange avec le tirage à un seul dé explique mieux
p-is = p = { $p }
p-below = p < { $p }
p-at-most = p ≤ { $p }
