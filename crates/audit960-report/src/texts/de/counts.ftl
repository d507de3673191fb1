# Zahlen und ihre Substantive auf der Seite; noun-verdict steht neben seiner Zahl.

count-games = { $count ->
    [one] { $count } Partie
   *[other] { $count } Partien
}
count-sources = { $count ->
    [one] { $count } Datei
   *[other] { $count } Dateien
}
count-replayed = { $count ->
    [one] { $count } Halbzug nachgespielt
   *[other] { $count } Halbzüge nachgespielt
}
count-moveless = { $count ->
    [one] { $count } Partie hat keine Züge
   *[other] { $count } Partien haben keine Züge
}
count-errors = davon { $count } Fehler
count-claimable = { $count } nach Regel und Spielort zu reklamieren
count-starts = { $count } { $kind ->
    [standard] orthodox
    [chess960] Schach960
    [double_chess960] doppeltes Schach960
    [other] aus anderen Stellungen
   *[unknown] ohne Angabe
}
count-inputs = { $count ->
    [one] { $count } Eingabe mit Partien, Größe und Prüfsumme
   *[other] { $count } Eingaben mit Partien, Größe und Prüfsumme
}
count-no-cases = Die Tabellen kennen die Stellungen von { $known ->
    [one] { $known } Reklamation
   *[other] { $known } Reklamationen
 }; { $count ->
    [one] { $count } davon ist kein Fall
   *[other] { $count } davon sind keine Fälle
 }: Die Partie wurde ohne versäumte Reklamation entschieden, oder ein Zweifel bleibt.
count-positions = { $count ->
    [one] { $count } Stellung
   *[other] { $count } Stellungen
}
count-moves = { $count ->
    [one] { $count } Zug
   *[other] { $count } Züge
}
count-in-other-sources = und { $findings } in { $count ->
    [one] { $count } weiteren Datei
   *[other] { $count } weiteren Dateien
}
count-copies = { $count ->
    [one] { $count } Kopie einer anderen Partie
   *[other] { $count } Kopien anderer Partien
}
count-without-moves = { $count ->
    [one] { $count } Partie ohne Züge
   *[other] { $count } Partien ohne Züge
}
count-findings = { $count ->
    [one] { $count } Befund
   *[other] { $count } Befunde
}
count-information = { $count ->
    [one] { $count } Art von Hinweisen
   *[other] { $count } Arten von Hinweisen
}
count-warnings = { $count ->
    [one] { $count } Art von Warnungen
   *[other] { $count } Arten von Warnungen
}
count-runs = { $count ->
    [one] { $count } Serie von 50 Zügen ohne Schlag- und Bauernzug
   *[other] { $count } Serien von 50 Zügen ohne Schlag- und Bauernzug
}
copies-not-sought = nach Kopien von Partien wurde nicht gesucht
left-out = { $games } ausgelassen
noun-verdict = { $verdict ->
    [ok] heil
    [repaired] repariert
    [damaged] beschädigt
    [rejected] abgewiesen
   *[foreign] andere Variante
}

# Für das Skript.
count-as-others = (wie { $count } andere)
count-turns = { $count }-mal
count-more-half-moves = { $count ->
    [one] { $count } weiteren Halbzug
   *[other] { $count } weiteren Halbzügen
}
count-rated-games = { $count ->
    [one] { $count } gewertete Partie
   *[other] { $count } gewertete Partien
}
count-unfinished = davon { $count } nicht beendet
