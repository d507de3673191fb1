# Les feuilles sur les réclamations des parties, pour l'arbitre : audit960 draws sheet et draws claim --sheet.

sheet-title = { $white } – { $black } : réclamations de nulle
sheets-title = Réclamations de nulle dans { count-games }
sheet-footer = Établi par audit960. Les réclamations sont ce que les coups permettaient ; aucune feuille de partie ne montre ce qui s'est dit à l'échiquier, et un résultat signé reste acquis. Les articles portent les numéros des Règles du jeu en vigueur le jour de la partie ; si ces numéros ne sont pas connus, la feuille dit l'objet de l'article.
sheet-article = Article { $article }
sheet-article-about = Article : { $article }
sheet-completing = Coups qui auraient complété la réclamation ({ $count }) :
sheet-marked = Marqué
sheet-moves = Coups à partir de là, avec le compteur de demi-coups après chacun
sheet-before = { half-moves } avant, à compter
sheet-to-move = trait

sheet-signatures = Signatures
sign-date = Date et heure
sign-arbiter = Arbitre

# Faits d'une décision.
fact-ruling = Décision
fact-article = Article
fact-detail = Fondé sur
fact-to-be-seen = L'arbitre doit avoir constaté
fact-stands = Ensuite

# Faits de la partie.
fact-site = Lieu
fact-round = Ronde
fact-record = Feuille de partie
fact-record-at = { $game } (octet { $byte })
fact-over = Fin sans réclamation
fact-damaged = Endommagée
fact-damaged-record = la feuille de partie continue après le dernier coup lisible

# Faits d'une réclamation.
fact-lost-by = Demi-point perdu par
fact-chances-of-loser = Occasions du perdant
fact-chances-of-winner = Occasions du gagnant
fact-chances-of-white = Occasions des Blancs
fact-chances-of-black = Occasions des Noirs
chances-none = aucune
chance-only = au { $turn } coup seulement
chances = au { $first } coup, une dernière fois au { $last }
chances-counted = { $turns } fois : { $chances }
fact-counted-from = Compté depuis
counted-from-start = le début de la feuille de partie, compteur à { $clock } demi-coups
move-that-ends = { $move } ({ run-end })
fact-at-fifty = À cinquante coups
first-turn = { $label } { $turn }
fact-turns = Réclamation possible
fact-turns-at-fifty = Traits à cinquante coups
turns-with-claim = Blancs { $white } fois, Noirs { $black } fois
turns-some-late = Blancs { $white } fois, Noirs { $black } fois, en partie après la fin de la partie
turns-over = aucune : la partie était déjà finie
fact-highest-clock = Plus haut compteur
fact-ended-by = Terminée par
fact-source = Source de la règle
fact-certainty = Certitude
fact-open = En suspens
open-law = si { $law } était en vigueur : { $certainty }
venue-by = { $rule } ({ $source } ; { $certainty })
fact-worth = Valeur selon les tables
worth-at = { $place } : { $worth }
fact-tables = Selon les tables de finales
fact-clock-at-150 = Compteur à 150
clock-at-150 = après { $move } : { $drawn }
fact-automatic-draw = Nulle d'office
fact-occurred = La position s'est produite après
fact-fivefold = Cinq fois

# Ce que disent les articles.
article-9-2-1 = Le joueur au trait peut réclamer la nulle en écrivant un coup sur sa feuille de partie et en déclarant à l'arbitre qu'il va le jouer, si après ce coup la même position apparaît pour la troisième fois au moins. Le coup écrit ne peut plus être changé.
article-9-2-2 = Le joueur au trait peut réclamer la nulle si la même position vient d'apparaître pour la troisième fois au moins.
article-9-3-1 = Le joueur au trait peut réclamer la nulle en écrivant un coup sur sa feuille de partie et en déclarant à l'arbitre qu'il va le jouer, si avec ce coup chaque joueur a joué les { $moves } derniers coups sans coup de pion ni prise. Le coup écrit ne peut plus être changé.
article-9-3-2 = Le joueur au trait peut réclamer la nulle si chaque joueur a joué les { $moves } derniers coups sans coup de pion ni prise.

# Ce que signifie la marque d'un trait.
marked-repetition = ci-dessous : avant ce coup, le joueur pouvait réclamer la nulle parce que cette position s'était produite, ou qu'un coup pouvait la répéter, pour la troisième fois au moins.
marked-fifty = ci-dessous : avant ce coup, le joueur pouvait réclamer la nulle selon la règle de la partie, qui exigeait { $moves } coups.
marked-no-claims = ci-dessous : avant ce coup, le joueur aurait pu réclamer la nulle selon la règle de la partie, qui exigeait { $moves } coups, si l'on réclamait sur ce serveur, ce qui n'est pas le cas.

# Légendes des échiquiers.
caption-start = Début de la feuille de partie
caption-count-begins = Après { $move } : le compte commence
caption-run-ends = Après { $move } : fin de la série, compteur à { $clock } demi-coups
caption-only = La seule position : compteur à { $clock } demi-coups
caption-repeated = La position, d'abord après { $move }
caption-repeated-from-start = La position au début de la feuille de partie
