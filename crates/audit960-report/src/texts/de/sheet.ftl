# Die Blätter über die Reklamationen von Partien, für Schiedsrichter: audit960 draws sheet und draws claim --sheet.

sheet-title = { $white } – { $black }: Remisreklamationen
sheets-title = Remisreklamationen in { count-games }
sheet-footer = Erstellt von audit960. Die Reklamationen sind das, was die Züge zuließen; keine Aufzeichnung zeigt, was am Brett gesagt wurde, und ein unterschriebenes Ergebnis bleibt bestehen. Artikel tragen die Nummern der Schachregeln, die am Tag der Partie galten; sind diese nicht bekannt, steht da, worum es in dem Artikel geht.
sheet-article = Artikel { $article }
sheet-article-about = Artikel: { $article }
sheet-completing = Züge, mit denen die Reklamation korrekt gewesen wäre ({ $count }):
sheet-marked = Markiert
sheet-moves = Züge von da an, mit dem Halbzugzähler nach jedem
sheet-before = { half-moves } davor, zum Zählen
sheet-to-move = am Zug

sheet-signatures = Unterschriften
sign-date = Datum und Uhrzeit
sign-arbiter = Schiedsrichter

# Angaben zu einer Entscheidung.
fact-ruling = Entscheidung
fact-article = Artikel
fact-detail = Beruht auf
fact-to-be-seen = Der Schiedsrichter muss festgestellt haben
fact-stands = Danach

# Angaben zur Partie.
fact-site = Ort
fact-round = Runde
fact-record = Aufzeichnung
fact-record-at = { $game } (Byte { $byte })
fact-over = Ende ohne Reklamation
fact-damaged = Beschädigt
fact-damaged-record = die Aufzeichnung geht nach dem letzten lesbaren Zug weiter

# Angaben zu einer Reklamation.
fact-lost-by = Halben Punkt verlor
fact-chances-of-loser = Gelegenheiten des Verlierers
fact-chances-of-winner = Gelegenheiten des Gewinners
fact-chances-of-white = Gelegenheiten von Weiß
fact-chances-of-black = Gelegenheiten von Schwarz
chances-none = keine
chance-only = nur vor dem { $turn } Zug
chances = vor dem { $first } Zug, zuletzt vor dem { $last }
chances-counted = { $turns }-mal: { $chances }
fact-counted-from = Gezählt ab
counted-from-start = Anfang der Aufzeichnung, Halbzugzähler { $clock }
move-that-ends = { $move } ({ run-end })
fact-at-fifty = Bei fünfzig Zügen
first-turn = { $label } { $turn }
fact-turns = Reklamation möglich
fact-turns-at-fifty = Züge bei fünfzig Zügen
turns-with-claim = Weiß { $white }-mal, Schwarz { $black }-mal
turns-some-late = Weiß { $white }-mal, Schwarz { $black }-mal, teils nach dem Ende der Partie
turns-over = nie: Die Partie war vorher zu Ende
fact-highest-clock = Höchster Stand
fact-ended-by = Beendet durch
fact-source = Quelle der Regel
fact-certainty = Gewissheit
fact-open = Offen
open-law = ob { $law } galt: { $certainty }
venue-by = { $rule } ({ $source }; { $certainty })
fact-worth = Wert nach den Tabellen
worth-at = { $place }: { $worth }
fact-tables = Nach Endspieltabellen
fact-clock-at-150 = Zähler bei 150
clock-at-150 = nach { $move }: { $drawn }
fact-automatic-draw = Remis ohne Reklamation
fact-occurred = Die Stellung kam vor nach
fact-fivefold = Fünfmal

# Was die Artikel sagen.
article-9-2-1 = Wer am Zug ist, kann Remis reklamieren, indem er einen Zug aufschreibt und dem Schiedsrichter erklärt, dass er ihn ausführen will, wenn danach dieselbe Stellung mindestens zum dritten Mal entsteht. Der aufgeschriebene Zug kann nicht mehr geändert werden.
article-9-2-2 = Wer am Zug ist, kann Remis reklamieren, wenn dieselbe Stellung soeben mindestens zum dritten Mal entstanden ist.
article-9-3-1 = Wer am Zug ist, kann Remis reklamieren, indem er einen Zug aufschreibt und dem Schiedsrichter erklärt, dass er ihn ausführen will, wenn damit jeder Spieler die letzten { $moves } Züge ohne Bauernzug und ohne Schlagzug gemacht hat. Der aufgeschriebene Zug kann nicht mehr geändert werden.
article-9-3-2 = Wer am Zug ist, kann Remis reklamieren, wenn jeder Spieler die letzten { $moves } Züge ohne Bauernzug und ohne Schlagzug gemacht hat.

# Was die Markierung eines Zuges heißt.
marked-repetition = unten: Vor diesem Zug konnte der Spieler Remis reklamieren, weil diese Stellung mindestens zum dritten Mal vorkam oder ein Zug sie wiederholen konnte.
marked-fifty = unten: Vor diesem Zug konnte der Spieler Remis reklamieren nach der Regel der Partie, die { $moves } Züge verlangte.
marked-no-claims = unten: Vor diesem Zug hätte der Spieler Remis reklamieren können nach der Regel der Partie, die { $moves } Züge verlangte, wenn am Spielort reklamiert würde, was nicht der Fall ist.

# Unterschriften der Bretter.
caption-start = Anfang der Aufzeichnung
caption-count-begins = Nach { $move }: Die Zählung beginnt
caption-run-ends = Nach { $move }: Ende der Serie, Halbzugzähler { $clock }
caption-only = Die einzige Stellung: Halbzugzähler { $clock }
caption-repeated = Die Stellung, zuerst nach { $move }
caption-repeated-from-start = Die Stellung am Anfang der Aufzeichnung
