# Remisreklamationen: wer wann reklamieren konnte und sonst warum nicht, wie Partien endeten, was Stellungen wert waren.

# Teile, die andere verbinden.
clauses = { $first }; { $second }
list = { $first }, { $second }
both = { $first } und { $second }
as-is = { $text }
with-article = { $what } ({ $article })
none = {""}

# $side ist white oder black oder das, was ein Skript ersetzt.
side-name = { $side ->
    [white] Weiß
    [black] Schwarz
   *[other] { $side }
}
nobody = niemand
# Ein Zug nach seiner Nummer: der Seite, von der der Satz spricht, und mit der Seite.
turn = { $number }.
turn-of = { $number }. Zug von { side-name }
half-moves = { $count ->
    [one] { $count } Halbzug
   *[other] { $count } Halbzüge
}
record-start = Beginn der Aufzeichnung
at-start = am Anfang der Aufzeichnung
after-turn = nach dem { $turn }
after-move = nach { $move }
start = Anfang

# Wo die Partie gespielt wurde.
venue-name = { $venue ->
    [over_the_board] am Brett
    [engine_match] Programmwettkampf
    [correspondence] Fernschach
    [online] online
    [unknown] ohne Angabe
    [lichess] Lichess
    [fics] FICS
    [icc] ICC
    [iccf] ICCF
    [tcec] TCEC
    [ccrl] CCRL
    [ccc] CCC
    [cegt] CEGT
    [uscf] USCF
   *[other] { $venue }
}
venue-no-claims = { venue-name }: dort wird nicht reklamiert
venue-tablebases = { venue-name }: Sache der Endspieltabellen, nicht beurteilt
venue-not-judged = { venue-name }: nicht beurteilt
venue-unknown = { venue-name }: Regeln nicht bekannt, nicht beurteilt
venue-undated = { venue-name }: Regel ohne Datum nicht bekannt, nicht beurteilt
venue-not-known-then = { venue-name }: damalige Regel nicht bekannt, nicht beurteilt

# Der Hauptsatz einer Reklamation.
claim-lost = { $label } { side-name } verlor und konnte reklamieren ({ $article })
claim-lost-last = { $label } { side-name } verlor und konnte reklamieren ({ $article }), zuletzt vor dem { $last } Zug
claim-given = { $label } { side-name } kann reklamieren ({ $article })
claim-by-laws = { $label } { side-name } könnte nach den Schachregeln reklamieren ({ $article })
claim-not-given = { $label } { side-name }, bei fünfzig Zügen; keine Reklamation nach der geltenden Regel
at-rule = { $rule ->
    [fifty] bei fünfzig Zügen
   *[repetition] beim dritten Vorkommen
}
claim-not-judged = { $label } { side-name }, { at-rule }; { $why }
claim-over = { $label } keine Reklamation: { $over }
not-judged = nicht beurteilt: { $why }
no-claim = keine Reklamation: { $why }

# Was einer Reklamation entgegensteht.
objection-moves-made = dort müssen die Züge ausgeführt sein
objection-venue = dort ({ venue-name }) wird nach dieser Regel nicht reklamiert
objection-tablebases = bei so wenigen Steinen treten dort ({ venue-name }) Reklamationen nach Endspieltabellen an die Stelle der Fünfzig-Züge-Regel
objection-clock = der Halbzugzähler in der FEN des Anfangs kann nicht stimmen
objection-date = das Datum der Partie umfasst Regeln mit verschiedenen Grenzen
objection-venue-not-known = ob dort ({ venue-name }) damals reklamiert werden konnte, ist nicht bekannt
objection-law = welche Regel an diesem Tag galt, ist nicht bekannt

# Was von einem Zug gesagt wird, auf dem Brett der Seite und in Kommentaren von Partien.
turn-over = Da war die Partie ohne Reklamation schon zu Ende.
turn-given = { side-name } kann Remis reklamieren ({ $what })
turn-by-laws = { side-name } könnte nach den Schachregeln Remis reklamieren ({ $what }), aber: { $why }
turn-not-given = { side-name } bei fünfzig Zügen ({ $what }); keine Reklamation: Die damalige Regel verlangte { $moves } Züge
turn-not-judged = { side-name } { at-rule } ({ $what }); { $why }
comment-lost = { side-name } verlor und konnte Remis reklamieren ({ $what })
comment-last = Letzte Gelegenheit für { side-name } zu reklamieren
comment-last-by = Letzte Gelegenheit für { side-name } zu reklamieren ({ $what })
comment-damaged = die Aufzeichnung geht weiter, ist aber nicht lesbar
what-clock = Halbzugzähler { $clock }
what-article-clock = { $article }, Halbzugzähler { $clock }
what-article-clock-law = { $article }, Halbzugzähler { $clock }, nach { $law }
position-occurred = die Stellung kam nach { $stood } vor
position-repeated = mit { $move } ist die Stellung dieselbe wie nach { $stood }

# Die Regel einer Reklamation.
law-open = die Quellen lassen offen, welche Regel an diesem Tag galt
law-name = { $law ->
    [ambiguous_date] das Datum umfasst zwei Regeln
   *[other] { $law }
}
law-limit = { law-name } ({ $moves } Züge)
law-limit-uncertain = { law-name } ({ $moves } Züge, unsicher)
law-limit-unknown = { law-name } (Grenze nicht bekannt): nicht beurteilt
law-not-judged = { $law }: nicht beurteilt
law-later = { $law }: ab dem { $from } Zug, nicht ab dem { $first }
law-over = { $law }: keine Reklamation, die Partie war zu Ende
law-no-claim = { $law }: keine Reklamation
law-rule-unknown = Regel nicht bekannt: nicht beurteilt
law-rule-uncertain = Regel unsicher
loser-uncertain = { side-name } (Regel unsicher)

# Wie Partien endeten.
over = Partie beendet { $when } ({ $reason })
by-article = { $article }: { $reason }
end-reason = { $reason ->
    [checkmate] Matt
    [stalemate] Patt
    [dead_position] keine Folge regelkonformer Züge setzt einen König matt
    [fivefold_repetition] eine Stellung kam zum fünften Mal vor
    [seventy_five_moves] 75 Züge jedes Spielers ohne Schlag- und Bauernzug
    [venue_threefold] eine Stellung kam zum dritten Mal vor, womit Partien dort enden
    [venue_fifty] 50 Züge jedes Spielers ohne Schlag- und Bauernzug, womit Partien dort enden
   *[venue_material] höchstens ein Läufer oder Springer auf jeder Seite, womit Partien dort enden
}
drawn = remis nach dem { $turn } ({ $by })
drawing-rule = { $rule ->
    [seventy-five] 75 Züge
    [venue] nach der Regel des Spielorts
    [third] drittes Vorkommen, nach der Regel des Spielorts
   *[fifth] fünftes Vorkommen
}
seventy-five = 75 Züge jedes Spielers: Remis ohne Reklamation
seventy-five-open = 75 Züge jedes Spielers; keine Regel beendete damals die Partie
run-end = { $end ->
    [capture] Schlagzug
    [pawn] Bauernzug
    [checkmate] Matt
    [stalemate] Patt
    [damaged] beschädigte Aufzeichnung
   *[end_of_game] Ende
}
run-ended-by = { $end ->
    [capture] einen Schlagzug
    [pawn] einen Bauernzug
    [checkmate] Matt
    [stalemate] Patt
   *[end_of_game] das Ende der Aufzeichnung
}
outcome = { $outcome ->
    [drawn_with_claim_open] remis, Reklamation wäre am Ende möglich gewesen
    [drawn_later] später remis
    [lost_after_claim] nach möglicher Reklamation verloren
    [won_after_claim] nach möglicher Reklamation gewonnen
    [unfinished] nicht beendet
   *[over_before] schon beendet
}

# Was Stellungen wert waren, nach Endspieltabellen.
value = { $value ->
    [win] gewonnen für { side-name }, rechtzeitig
    [cursed-win] gewonnen für { side-name }, aber nicht innerhalb der fünfzig Züge
    [draw] remis
    [blessed-loss] verloren für { side-name }, gäbe es die fünfzig Züge nicht
    [loss] verloren für { side-name }, rechtzeitig
   *[unknown] nicht bekannt
}
value-unknown = nicht bekannt ({ tables-reason })
tables-reason = { $reason ->
    [too_many_pieces] zu viele Steine
    [castling_rights] Rochaderechte
    [table_missing] Tabelle fehlt
    [table_damaged] Tabelle beschädigt
   *[impossible_position] unmögliche Stellung
}
value-rounded = { $value }; ein Halbzug, den die Tabelle rundet, entscheidet
value-change = { $move }: erst { $before }, dann { $after }
value-noun = { $value ->
    [win] Gewinn
    [cursed-win] zu später Gewinn
    [draw] Remis
    [blessed-loss] Verlust, den die fünfzig Züge retten
    [loss] Verlust
   *[unknown] unbekannter Wert
}
tables-say = nach Endspieltabellen: { $value }
place-start = die Zählung beginnt
place-first = erste Reklamation
place-last = letzte Reklamation
place-end = Ende der Aufzeichnung
truth = { $case ->
    [missed-in-draw] verloren, obwohl nach den Tabellen remis
    [missed-in-blessed-loss] verloren, obwohl die fünfzig Züge gerettet hatten
    [missed-in-loss] ohnehin verloren, bis auf die Reklamation
    [missed-in-win] verloren, obwohl nach den Tabellen gewonnen
    [thrown-away] { side-name } verschenkte einen Gewinn
    [taken-away] die fünfzig Züge nahmen { side-name } einen Gewinn
   *[drawn-anyway] ohnehin remis
}
truth-late = { $truth }, um mindestens { $moves ->
    [one] { $moves } Zug
   *[other] { $moves } Züge
 } zu spät
