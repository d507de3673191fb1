# Was Ergebnisse von Grundstellungen beweisen, und wie sie ausgelost wurden: audit960 starts, und die Seite.

# Ob sich Grundstellungen unterscheiden.
verdict-no-games = keine Grundstellung lässt sich beurteilen: keine Schach960-Partie hat ein Ergebnis
verdict-few-games = keine Grundstellung lässt sich beurteilen: keine hat { $least } Partien mit Ergebnis (Höchstzahl: { $most })
verdict-none-tested-differs = { $count ->
    [one] die einzige getestete Grundstellung unterscheidet sich nicht signifikant von den anderen (q = { $q })
   *[other] keine der { $count } getesteten Grundstellungen unterscheidet sich signifikant von den anderen (kleinstes q = { $q })
}
verdict-none-differs = keine Grundstellung unterscheidet sich signifikant von den anderen (kleinstes q = { $q })
verdict-differ = { $count ->
    [one] eine Grundstellung unterscheidet sich signifikant von den anderen: { $positions }
   *[other] { $count } Grundstellungen unterscheiden sich signifikant von den anderen: { $positions }
}
verdict-position = { $start } ({ $number }; Ausbeute von Weiß { $points } Prozentpunkte, q = { $q })
verdict-and-more = { $positions } und { $count } weitere
verdict-tested = { $positions ->
    [one] { $positions } Grundstellung
   *[other] { $positions } Grundstellungen
 } getestet an { $games ->
    [one] { $games } Partie
   *[other] { $games } Partien
 }, davon { $rated } mit Wertungszahlen
verdict-untested = über { $count } mit weniger als { $least } Partien mit Ergebnis wird nichts gesagt
verdict-finds-nothing = mit dem Median von { $games } Partien würde gar kein Unterschied gefunden
verdict-finds = mit dem Median von { $games } Partien würde ein Unterschied von { $points } Prozentpunkten in 4 von 5 Fällen gefunden
together-differ = Zusammengenommen unterscheiden sich die { $positions } getesteten Grundstellungen (p = { $p }, Q = { $q })
together-differ-unnamed = Zusammengenommen unterscheiden sich die { $positions } getesteten Grundstellungen (p = { $p }, Q = { $q }), aber keine einzelne hat genug Partien, um genannt zu werden
together-chance = Zusammengenommen streuen die { $positions } getesteten Grundstellungen nicht mehr, als der Zufall erklärt (p = { $p }, Q = { $q })
together-chance-but-named = Zusammengenommen streuen die { $positions } getesteten Grundstellungen nicht mehr, als der Zufall erklärt (p = { $p }, Q = { $q }): die anderen verdecken die genannten

# Arten von Partien.
stratum = { $population ->
    [human] Menschen
    [engine] Programme
    [mixed] gemischt
    [unknown] ohne Angabe
   *[all] alle
 }, { $rated ->
    [rated] mit Wertungszahlen
   *[unrated] ohne Wertungszahlen
 }, { $speeds }
stratum-speed = { $speed ->
    [bullet] Bullet
    [blitz] Blitz
    [rapid] Schnellschach
    [classical] klassisch
    [correspondence] Fernschach
   *[none] ohne Bedenkzeit
}
plus = { $first } + { $second }

# Wie Grundstellungen ausgelost wurden.
way-no-games = keine Schach960-Partien, Art der Auslosung nicht bekannt
way-few-games = zu wenige Schach960-Partien, um die Art der Auslosung zu erkennen ({ $count })
way-uniform = Gleichverteilung
way-one-die = Auslosung mit einem Würfel
way-orthodox-excluded = Gleichverteilung ohne die orthodoxe Grundstellung
way-fits = { $way } passt ({ $p })
way-fits-as-well = { $way } passt ebenfalls ({ $p }), mit { $times }-mal weniger wahrscheinlichen Auslosungen
way-does-not = { $way } passt nicht ({ $reason }, { $p })
way-none = keine passt; { $ways }
way-rejected = { $way }: { $reason } ({ $p })
way-orthodox-picked = die orthodoxe Grundstellung wurde ausgelost
way-orthodox-count = zu viele oder zu wenige Auslosungen der orthodoxen Grundstellung
way-too-even = zu gleichmäßig
way-too-uneven = zu ungleichmäßig
way-rival-uniform = eine Mischung mit der Gleichverteilung erklärt mehr
way-rival-one-die = eine Mischung mit der Auslosung mit einem Würfel erklärt mehr
p-is = p = { $p }
p-below = p < { $p }
p-at-most = p ≤ { $p }
