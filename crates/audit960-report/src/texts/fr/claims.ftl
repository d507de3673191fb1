# Réclamations de nulle : qui pouvait réclamer, quand et sinon pourquoi, comment les parties ont fini, ce que valaient les positions.

# Éléments qui en relient d'autres.
clauses = { $first } ; { $second }
list = { $first }, { $second }
both = { $first } et { $second }
as-is = { $text }
with-article = { $what } ({ $article })
none = {""}

# $side est white ou black, ou ce qu'un script remplace.
side-name = { $side ->
    [white] Blancs
    [black] Noirs
   *[other] { $side }
}
nobody = personne
# Un trait par son numéro : du camp dont parle la phrase, ou avec le camp.
turn = { $number }e
turn-of = { $number }e coup des { side-name }
half-moves = { $count ->
    [one] { $count } demi-coup
   *[other] { $count } demi-coups
}
record-start = le début de l'enregistrement
at-start = au début de la feuille de partie
after-turn = après le { $turn }
after-move = après { $move }
start = début

# Où la partie s'est jouée.
venue-name = { $venue ->
    [over_the_board] à l'échiquier
    [engine_match] match de programmes
    [correspondence] par correspondance
    [online] en ligne
    [unknown] sans indication
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
venue-no-claims = { venue-name } : on n'y réclame pas
venue-tablebases = { venue-name } : affaire des tables de finales, non jugé
venue-not-judged = { venue-name } : non jugé
venue-unknown = { venue-name } : règles inconnues, non jugé
venue-undated = { venue-name } : règle inconnue sans date, non jugé
venue-not-known-then = { venue-name } : règle de cette date inconnue, non jugé

# La phrase principale d'une réclamation.
claim-lost = { $label } les { side-name }, qui ont perdu, pouvaient réclamer ({ $article })
claim-lost-last = { $label } les { side-name }, qui ont perdu, pouvaient réclamer ({ $article }), une dernière fois au { $last } coup
claim-given = { $label } les { side-name } peuvent réclamer ({ $article })
claim-by-laws = { $label } les { side-name } pourraient réclamer selon les Règles du jeu ({ $article })
claim-not-given = { $label } les { side-name }, à cinquante coups ; pas de réclamation selon la règle
at-rule = à { $rule ->
    [fifty] cinquante coups
   *[repetition] la troisième occurrence
}
claim-not-judged = { $label } les { side-name }, { at-rule } ; { $why }
claim-over = { $label } pas de réclamation : { $over }
not-judged = non jugé : { $why }
no-claim = pas de réclamation : { $why }

# Ce qui s'oppose à une réclamation.
objection-moves-made = sur ce serveur, les coups doivent avoir été joués
objection-venue = sur ce serveur ({ venue-name }), on ne réclame pas selon cette règle
objection-tablebases = avec si peu de pièces, la réclamation par tables de finales remplace ici la règle des cinquante coups ({ venue-name })
objection-clock = le compteur de demi-coups du FEN initial ne peut pas être juste
objection-date = la date de la partie recouvre des règles de limites différentes
objection-venue-not-known = on ne sait pas si l'on pouvait réclamer ici ({ venue-name }) à cette date
objection-law = on ne sait pas quelle règle était en vigueur à cette date

# Ce qui est dit d'un trait, sur l'échiquier de la page et dans les commentaires des parties.
turn-over = La partie était alors finie sans réclamation.
turn-given = Les { side-name } peuvent réclamer la nulle ({ $what })
turn-by-laws = Les { side-name } pourraient réclamer la nulle selon les Règles du jeu ({ $what }), mais { $why }
turn-not-given = Les { side-name } à cinquante coups ({ $what }) ; pas de réclamation : la règle d'alors exigeait { $moves } coups
turn-not-judged = Les { side-name } { at-rule } ({ $what }) ; { $why }
comment-lost = Les { side-name }, qui ont perdu, pouvaient réclamer la nulle ({ $what })
comment-last = Dernière occasion des { side-name } de réclamer
comment-last-by = Dernière occasion des { side-name } de réclamer ({ $what })
comment-damaged = la feuille de partie continue, mais elle est illisible
what-clock = compteur à { $clock } demi-coups
what-article-clock = { $article }, compteur à { $clock } demi-coups
what-article-clock-law = { $article }, compteur à { $clock } demi-coups, selon { $law }
position-occurred = la position s'est produite après { $stood }
position-repeated = avec { $move }, la position est la même qu'après { $stood }

# La règle d'une réclamation.
law-open = les sources ne disent pas quelle règle était en vigueur à cette date
law-name = { $law ->
    [ambiguous_date] la date recouvre deux règles
   *[other] { $law }
}
law-limit = { law-name } ({ $moves } coups)
law-limit-uncertain = { law-name } ({ $moves } coups, incertain)
law-limit-unknown = { law-name } (limite inconnue) : non jugé
law-not-judged = { $law } : non jugé
law-later = { $law } : à partir du { $from } coup, non du { $first }
law-over = { $law } : pas de réclamation, la partie était finie
law-no-claim = { $law } : pas de réclamation
law-rule-unknown = règle inconnue : non jugé
law-rule-uncertain = règle incertaine
loser-uncertain = { side-name } (règle incertaine)

# Comment les parties ont fini.
over = partie terminée { $when } ({ $reason })
by-article = { $article } : { $reason }
end-reason = { $reason ->
    [checkmate] mat
    [stalemate] pat
    [dead_position] aucune suite de coups légaux ne mate l'un des rois
    [fivefold_repetition] une position s'est produite pour la cinquième fois
    [seventy_five_moves] 75 coups de chaque joueur sans prise ni coup de pion
    [venue_threefold] une position s'est produite pour la troisième fois, ce qui termine ici la partie
    [venue_fifty] 50 coups de chaque joueur sans prise ni coup de pion, ce qui termine ici la partie
   *[venue_material] au plus un fou ou un cavalier de chaque côté, ce qui termine ici la partie
}
drawn = nulle après le { $turn } ({ $by })
drawing-rule = { $rule ->
    [seventy-five] 75 coups
    [venue] selon la règle du serveur
    [third] troisième occurrence, selon la règle du serveur
   *[fifth] cinquième occurrence
}
seventy-five = 75 coups de chaque joueur : nulle d'office
seventy-five-open = 75 coups de chaque joueur ; aucune règle ne terminait alors la partie
run-end = { $end ->
    [capture] prise
    [pawn] coup de pion
    [checkmate] mat
    [stalemate] pat
    [damaged] partie endommagée
   *[end_of_game] fin
}
run-ended-by = { $end ->
    [capture] une prise
    [pawn] un coup de pion
    [checkmate] un mat
    [stalemate] un pat
   *[end_of_game] la fin de la feuille de partie
}
outcome = { $outcome ->
    [drawn_with_claim_open] nulle ; réclamation encore possible à la fin
    [drawn_later] nulle plus tard
    [lost_after_claim] perdue après une réclamation possible
    [won_after_claim] gagnée après une réclamation possible
    [unfinished] inachevée
   *[over_before] déjà terminée
}

# Ce que valaient les positions, selon les tables de finales.
value = { $value ->
    [win] gagnée à temps pour les { side-name }
    [cursed-win] gagnée pour les { side-name }, mais pas en cinquante coups
    [draw] nulle
    [blessed-loss] perdue pour les { side-name }, sans les cinquante coups
    [loss] perdue à temps pour les { side-name }
   *[unknown] inconnue
}
value-unknown = inconnue ({ tables-reason })
tables-reason = { $reason ->
    [too_many_pieces] trop de pièces
    [castling_rights] droits de roque
    [table_missing] table absente
    [table_damaged] table endommagée
   *[impossible_position] position impossible
}
value-rounded = { $value } ; un demi-coup, que la table arrondit, en décide
value-change = { $move }, de { $before } à { $after }
value-noun = { $value ->
    [win] gain
    [cursed-win] gain trop tardif
    [draw] nulle
    [blessed-loss] perte sauvée par les cinquante coups
    [loss] perte
   *[unknown] valeur inconnue
}
tables-say = selon les tables de finales : { $value }
place-start = le compte commence
place-first = première réclamation
place-last = dernière réclamation
place-end = fin de la feuille de partie
truth = { $case ->
    [missed-in-draw] perdue, bien que nulle selon les tables
    [missed-in-blessed-loss] perdue, bien que les cinquante coups l'aient sauvée
    [missed-in-loss] perdue de toute façon, sauf réclamation
    [missed-in-win] perdue, bien que gagnée selon les tables
    [thrown-away] les { side-name } ont gâché un gain
    [taken-away] les cinquante coups ont privé les { side-name } d'un gain
   *[drawn-anyway] nulle de toute façon
}
truth-late = { $truth }, en retard d'au moins { $moves ->
    [one] { $moves } coup
   *[other] { $moves } coups
 }
