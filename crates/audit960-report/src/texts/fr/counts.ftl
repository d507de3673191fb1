# Nombres et leurs noms sur la page ; noun-verdict est placé à côté de son nombre.

count-games = { $count ->
    [one] { $count } partie
   *[other] { $count } parties
}
count-sources = { $count ->
    [one] { $count } fichier
   *[other] { $count } fichiers
}
count-replayed = { $count ->
    [one] { $count } demi-coup rejoué
   *[other] { $count } demi-coups rejoués
}
count-moveless = { $count ->
    [one] { $count } partie n'a pas de coups
   *[other] { $count } parties n'ont pas de coups
}
count-errors = dont { $count } de gravité « erreur »
count-claimable = { $count ->
    [one] { $count } réclamable selon la règle et le lieu
   *[other] { $count } réclamables selon la règle et le lieu
}
count-starts = { $count } { $kind ->
    [standard] d'échecs orthodoxes
    [chess960] de Chess960
    [double_chess960] de double Chess960
    [other] d'une autre position
   *[unknown] sans indication
}
count-inputs = { $count ->
    [one] { $count } fichier lu, avec parties, taille et somme de contrôle
   *[other] { $count } fichiers lus, avec parties, taille et somme de contrôle
}
count-no-cases = Les tables connaissent les positions de { $known ->
    [one] { $known } réclamation
   *[other] { $known } réclamations
 } ; { $count ->
    [one] { $count } d'entre elles n'est pas un cas
   *[other] { $count } d'entre elles ne sont pas des cas
 } : la partie s'est décidée sans réclamation manquée, ou un doute demeure.
count-positions = { $count ->
    [one] { $count } position
   *[other] { $count } positions
}
count-moves = { $count ->
    [one] { $count } coup
   *[other] { $count } coups
}
count-in-other-sources = et { $findings } dans { $count ->
    [one] { $count } autre fichier
   *[other] { $count } autres fichiers
}
count-copies = { $count ->
    [one] { $count } doublon
   *[other] { $count } doublons
}
count-without-moves = { $count ->
    [one] { $count } partie sans coups
   *[other] { $count } parties sans coups
}
count-findings = { $count ->
    [one] { $count } constat
   *[other] { $count } constats
}
count-information = { $count ->
    [one] { $count } sorte d'information
   *[other] { $count } sortes d'informations
}
count-warnings = { $count ->
    [one] { $count } sorte d'avertissement
   *[other] { $count } sortes d'avertissements
}
count-runs = { $count ->
    [one] { $count } série de cinquante coups
   *[other] { $count } séries de cinquante coups
}
copies-not-sought = les doublons n'ont pas été recherchés
left-out = sans compter { $games }
noun-verdict = { $verdict ->
    [ok] { $count ->
        [one] intacte
       *[other] intactes
    }
    [repaired] { $count ->
        [one] réparée
       *[other] réparées
    }
    [damaged] { $count ->
        [one] endommagée
       *[other] endommagées
    }
    [rejected] { $count ->
        [one] rejetée
       *[other] rejetées
    }
   *[foreign] autre variante
}

# Pour le script.
count-as-others = { $count ->
    [one] (comme { $count } autre)
   *[other] (comme { $count } autres)
}
count-turns = { $count } fois
count-more-half-moves = { $count ->
    [one] encore { $count } demi-coup
   *[other] encore { $count } demi-coups
}
count-rated-games = { $count ->
    [one] { $count } partie classée
   *[other] { $count } parties classées
}
count-unfinished = { $count ->
    [one] dont { $count } inachevée
   *[other] dont { $count } inachevées
}
