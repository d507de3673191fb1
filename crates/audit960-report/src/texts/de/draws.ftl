# Die Liste der Reklamationen, Entscheidungen und beobachtete Bretter: audit960 draws.

column-game = Partie
column-date = Datum
column-result = Ergebnis
column-claim = Reklamation
column-counts = Zähler
column-loser = ½ verlor
column-law = Regel
column-venue = Spielort
column-tables = nach Endspieltabellen
no-date = ohne Datum
line-lost = halben Punkt verlor { $loser }
counts-run = Halbzugzähler { $clock }, dann { $end }
counts-runs = { $runs ->
    [one] { $runs } Serie
   *[other] { $runs } Serien
 }, Halbzugzähler { $clock }
counts-stood = { $times }-mal vorgekommen
counts-stood-move = { $times }-mal vorgekommen, ein Zug macht drei daraus
counts-repetitions = { $count ->
    [one] { $count } Wiederholung
   *[other] { $count } Wiederholungen
}
value-changed = der Wert änderte sich mit { $change }

totals = { $found } in { count-games }; Partien mit verlorenem halbem Punkt: Weiß { $white }, Schwarz { $black }
totals-none = Nichts aufzulisten: { $found }
totals-denied = { $all } (davon { $denied } ohne bekannte Reklamation)
totals-uncertain = davon { $count } unter Regeln, die die Quellen offenlassen
articles = Artikel der Schachregeln von 2023: { $meanings }
copies-unknown = { copies-not-sought } (das tut audit --duplicates)
copies = { $count ->
    [one] { $count } dieser Partien ist die Kopie einer anderen und zählt mit
   *[other] { $count } dieser Partien sind Kopien anderer und zählen mit
}
copies-lost = halbe Punkte darunter: { $count }
lost-elsewhere = anderswo, in { count-games } verlor ein Spieler, der nach den Schachregeln reklamieren konnte, nicht aber am Spielort: Remis tritt dort von selbst ein, eine Reklamation verlangt mehr, oder die Regel ist nicht bekannt; --law fide zeigt sie
unread = nur teilweise oder gar nicht lesbar: { count-games }; audit960 audit sagt, warum

# Eine Entscheidung.
ruling-claim = { side-name } reklamiert Remis vor { $label }
ruling-claim-with = { side-name } reklamiert Remis vor { $move }, mit diesem Zug
ruling-claim-out-of-turn = { side-name } reklamiert Remis vor { $label }, wenn der Gegner am Zug ist
ruling-over = Keine Reklamation nötig: Die Partie war schon remis { $when } ({ $reason })
ruling-mate = Kein Remis: Die Partie war zu Ende { $when } ({ $reason })
ruling-correct = Korrekt: Die Partie ist remis
ruling-if-clock = die Züge müssen den Halbzugzähler der FEN bestätigen
ruling-by-tables = Dort ({ venue-name }) korrekt: Endspieltabellen, die an die Stelle der Fünfzig-Züge-Regel treten, ergeben Remis
ruling-no-draw = Kein Remis: { $why }
ruling-not-judged = Nicht beurteilt: { $why }
ruling-incorrect = Nicht korrekt: Die Partie geht weiter
ruling-incorrect-by = Nicht korrekt: Die Partie geht weiter, der Gegner erhält { $time } ({ $article })
ruling-must-be-played = der aufgeschriebene Zug muss ausgeführt werden
ruling-legal-must-be-played = ein regelgemäßer Zug muss ausgeführt werden
ruling-one-must-be-played = einer dieser Züge muss ausgeführt werden: { $moves }
ruling-result-stands = das verzeichnete Ergebnis { $result } bleibt bestehen
ruling-result-stands-by = das verzeichnete Ergebnis { $result } bleibt bestehen, sofern der Schiedsrichter nicht anders entscheidet ({ $article })
extra-time = { $minutes ->
    [one] { $minutes } Minute
   *[other] { $minutes } Minuten
 } mehr Bedenkzeit
extra-time-quick = { $time }, { $where ->
    [blitz] im Blitzschach
   *[rapid-and-blitz] im Schnell- und Blitzschach
 } { $minutes }
extra-time-unknown = zusätzliche Bedenkzeit
extra-time-uncertain = { $time }, was unsicher ist
ruling-uncertain = Unsicher: { law-open }
ruling-yes = { $article } ja: { $reason }
ruling-no = { $article } nein: { $reason }
ruling-open = { $article } offen: { $reason }
ruling-from-to = von { $first } bis { $last }
ruling-seen = Der Schiedsrichter muss festgestellt haben:
seen-own-turn = { side-name } war beim Reklamieren am Zug
seen-untouched = vor der Reklamation wurde keine Figur berührt
seen-written = der Zug war aufgeschrieben und noch nicht ausgeführt
ruling-stands = Die Reklamation kann nicht zurückgezogen werden ({ $article })
alike = nicht { $when }: sie sieht nur gleich aus ({ $why })
alike-turn = { side-name } war am Zug
alike-en-passant = ein Bauer konnte en passant geschlagen werden, { $moves }
alike-castling = mit { $move } ging ein Rochaderecht verloren
ruling-tables = Unabhängig von den Regeln, nach Endspieltabellen: { $value }
about-9-2-1 = Wiederholung mit dem angekündigten Zug
about-9-2-2 = Wiederholung auf dem Brett
about-9-3-1 = Zuggrenze mit dem angekündigten Zug
about-9-3-2 = Zuggrenze erreicht
reason-after = { $reason } (nach { $move })
reason-with = { $reason } (mit { $move })
reason-occurs = die Stellung kommt zum { $times ->
    [1] ersten
    [2] zweiten
    [3] dritten
    [4] vierten
    [5] fünften
    [6] sechsten
   *[other] { $times }.
 } Mal vor
reason-out-of-turn = { side-name } ist am Zug, und nur wer am Zug ist, kann reklamieren
reason-illegal = { $move } ist kein regelgemäßer Zug von { side-name }
reason-ambiguous = { $move } ist mehrdeutig: { $moves } sind möglich
reason-open-repetition = nur die Züge der Partie zeigen, wie oft die Stellung vorkam
reason-open-clock = die FEN nennt den Halbzugzähler nicht
reason-is = { $move } zählt als { run-end }
reason-short = der Halbzugzähler steht auf { $clock }, { $short } zu wenig
reason-short-of = der Halbzugzähler steht auf { $clock }, { $short } weniger als die { $moves } Züge, die die Regel des Tages verlangt
reason-complete = der Halbzugzähler steht auf { $clock }, { $moves } Züge jedes Spielers
reason-from-fen = der Halbzugzähler steht auf { $clock }, davon { $start } aus der FEN des Anfangs
short-moves = { $moves ->
    [one] { $moves } Zug jeder Seite
   *[other] { $moves } Züge jeder Seite
}

# Bretter einer Übertragung.
watch-line = { $event }, { $white } – { $black }: { $news }
watch-line-round = { $event }, Runde { $round }, { $white } – { $black }: { $news }
watch-at-start = am Anfang
watch-read-again = { $after }: die Aufzeichnung ist wieder lesbar
watch-goes-on = { $after }: die Partie geht weiter
watch-lapsed = { $after }: keine Reklamation mehr möglich
watch-stopped = { $after }: die Aufzeichnung ist nicht weiter lesbar: { $reason }
watch-over = { $after }: die Partie ist zu Ende ({ $reason })
watch-over-since = { $after }: die Partie ist seit { $since } zu Ende ({ $reason })
watch-claims = { $after }: { $claims }
watch-may-claim = { side-name } kann reklamieren: { $claims }
watch-not-judged = Reklamation von { side-name } ({ $claims }) nicht beurteilt: { $why }
watch-by-laws = { side-name } könnte nach den Schachregeln reklamieren: { $claims }; { $why }
watch-with = { $article } mit { $moves }
watch-occurred = { $article } (die Stellung kam { $count }-mal vor)
watch-clock = { $article } (Halbzugzähler { $count })
watch-missing = { $file }: noch nicht da
watch-empty = { $file }: noch keine Partie
watch-unreachable = { $file } ist nicht erreichbar: { $reason }
watch-command-failed = der Befehl zu einem Ereignis schlug fehl: { $command } ({ $reason })
