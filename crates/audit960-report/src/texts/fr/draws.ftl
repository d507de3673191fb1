# La liste des réclamations, les décisions et les échiquiers suivis : audit960 draws.

column-game = partie
column-date = date
column-result = résultat
column-claim = réclamation
column-counts = comptes
column-loser = ½ perdu par
column-law = règle
column-venue = serveur ou lieu
column-tables = selon les tables de finales
no-date = sans date
line-lost = demi-point perdu par les { $loser }
counts-run = compteur à { $clock } demi-coups, puis { $end }
counts-runs = { $runs ->
    [one] { $runs } série
   *[other] { $runs } séries
 }, compteur à { $clock } demi-coups
counts-stood = { $times } occurrences
counts-stood-move = { $times ->
    [one] { $times } occurrence
   *[other] { $times } occurrences
 }, un coup donne la troisième
counts-repetitions = { $count ->
    [one] { $count } répétition
   *[other] { $count } répétitions
}
value-changed = la valeur a changé avec { $change }

totals = { $found } dans { count-games } ; parties où un demi-point a été perdu : { $white } par les Blancs, { $black } par les Noirs
totals-none = Rien à lister : { $found }
totals-denied = { $all } (dont { $denied } sans réclamation connue)
totals-uncertain = dont { $count } sous une règle que les sources laissent incertaine
articles = Articles des Règles du jeu de 2023 : { $meanings }
copies-unknown = { copies-not-sought } (audit --duplicates le fait)
copies = { $count ->
    [one] { $count } de ces parties est le doublon d'une autre et compte aussi
   *[other] { $count } de ces parties sont des doublons et comptent aussi
}
copies-lost = demi-points compris : { $count }
lost-elsewhere = ailleurs, dans { count-games }, un joueur a perdu alors qu'il pouvait réclamer selon les Règles du jeu, mais pas là où elle s'est jouée : la nulle y est automatique, une réclamation y demande davantage, ou la règle n'est pas connue ; --law fide les affiche
unread = lecture partielle ou impossible : { count-games } ; audit960 audit dit pourquoi

# Une décision.
ruling-claim = les { side-name } réclament la nulle avant { $label }
ruling-claim-with = les { side-name } réclament la nulle avant { $move }, avec ce coup
ruling-claim-out-of-turn = les { side-name } réclament la nulle avant { $label }, au trait de l'adversaire
ruling-over = Inutile de réclamer : la partie était déjà nulle { $when } ({ $reason })
ruling-mate = Pas de nulle : la partie était terminée { $when } ({ $reason })
ruling-correct = Correcte : la partie est nulle
ruling-if-clock = les coups doivent confirmer le compteur de demi-coups du FEN
ruling-by-tables = Correcte ici ({ venue-name }) : les tables de finales, qui y remplacent la règle des cinquante coups, donnent nulle
ruling-no-draw = Pas de nulle : { $why }
ruling-not-judged = Non jugé : { $why }
ruling-incorrect = Incorrecte : la partie continue
ruling-incorrect-by = Incorrecte : la partie continue, l'adversaire reçoit { $time } ({ $article })
ruling-must-be-played = le coup écrit doit être joué
ruling-legal-must-be-played = un coup légal doit être joué
ruling-one-must-be-played = un de ces coups doit être joué : { $moves }
ruling-result-stands = le résultat enregistré { $result } reste acquis
ruling-result-stands-by = le résultat enregistré { $result } reste acquis, sauf décision contraire de l'arbitre ({ $article })
extra-time = { $minutes ->
    [one] { $minutes } minute
   *[other] { $minutes } minutes
 } de plus
extra-time-quick = { $time }, { $where ->
    [blitz] en blitz
   *[rapid-and-blitz] en rapide et en blitz
 } { $minutes }
extra-time-unknown = du temps supplémentaire
extra-time-uncertain = { $time }, ce qui est incertain
ruling-uncertain = Incertain : { law-open }
ruling-yes = { $article } oui : { $reason }
ruling-no = { $article } non : { $reason }
ruling-open = { $article } indécis : { $reason }
ruling-from-to = de { $first } à { $last }
ruling-seen = L'arbitre doit avoir constaté :
seen-own-turn = les { side-name } ont réclamé en ayant le trait
seen-untouched = aucune pièce n'a été touchée avant la réclamation
seen-written = le coup a été écrit et pas encore joué sur l'échiquier
ruling-stands = La réclamation ne peut pas être retirée ({ $article })
alike = pas { $when } : elle n'est la même qu'en apparence ({ $why })
alike-turn = les { side-name } avaient le trait
alike-en-passant = un pion pouvait être pris en passant, { $moves }
alike-castling = un droit de roque a été perdu avec { $move }
ruling-tables = Indépendamment des règles, selon les tables de finales : { $value }
about-9-2-1 = répétition avec le coup annoncé
about-9-2-2 = répétition sur l'échiquier
about-9-3-1 = limite de coups avec le coup annoncé
about-9-3-2 = limite de coups atteinte
reason-after = après { $move }, { $reason }
reason-with = avec { $move }, { $reason }
reason-occurs = la position se produit pour la { $times ->
    [1] première
    [2] deuxième
    [3] troisième
    [4] quatrième
    [5] cinquième
    [6] sixième
   *[other] { $times }e
 } fois
reason-out-of-turn = les { side-name } ont le trait, et seul le joueur au trait peut réclamer
reason-illegal = { $move } n'est pas un coup légal des { side-name }
reason-ambiguous = { $move } est ambigu : { $moves } sont légaux
reason-open-repetition = seuls les coups de la partie montrent combien de fois la position s'est produite
reason-open-clock = le FEN n'indique pas le compteur de demi-coups
reason-is = { $move } est { run-ended-by }
reason-short = le compteur est à { $clock } demi-coups, il manque { $short }
reason-short-of = le compteur est à { $clock } demi-coups, il manque { $short } aux { $moves } coups qu'exige la règle du jour
reason-complete = le compteur est à { $clock } demi-coups, { $moves } coups de chaque joueur
reason-from-fen = le compteur est à { $clock } demi-coups, dont { $start } viennent du FEN initial
short-moves = { $moves ->
    [one] { $moves } coup de chaque camp
   *[other] { $moves } coups de chaque camp
}

# Échiquiers d'une retransmission.
watch-line = { $event }, { $white } – { $black } : { $news }
watch-line-round = { $event }, ronde { $round }, { $white } – { $black } : { $news }
watch-at-start = au début
watch-read-again = { $after }, la partie est de nouveau lisible
watch-goes-on = { $after }, la partie continue
watch-lapsed = { $after }, plus de réclamation possible
watch-stopped = { $after }, la suite de la partie est illisible : { $reason }
watch-over = { $after }, la partie est terminée ({ $reason })
watch-over-since = { $after }, la partie est terminée depuis { $since } ({ $reason })
watch-claims = { $after }, { $claims }
watch-may-claim = les { side-name } peuvent réclamer : { $claims }
watch-not-judged = réclamation des { side-name } ({ $claims }) non jugée : { $why }
watch-by-laws = les { side-name } pourraient réclamer selon les Règles du jeu : { $claims } ; { $why }
watch-with = { $article } avec { $moves }
watch-occurred = { $article } (la position s'est produite { $count } fois)
watch-clock = { $article } (compteur à { $count } demi-coups)
watch-missing = { $file } : pas encore là
watch-empty = { $file } : pas encore de partie
watch-unreachable = { $file } est inaccessible : { $reason }
watch-command-failed = échec de la commande d'un événement : { $command } ({ $reason })
