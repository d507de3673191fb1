# Sheets about the claims of games, for an arbiter: audit960 draws sheet and draws claim --sheet.

sheet-title = { $white } – { $black }: claims of a draw
sheets-title = Claims of a draw in { count-games }
sheet-footer = Made by audit960. The claims are what the moves allowed; no record shows what was said at the board, and a signed result stands. Articles have the numbers of the Laws in force on the day of the game; where these are not known, the sheet says what an article is about.
sheet-article = Article { $article }
sheet-article-about = Article: { $article }
sheet-completing = Moves that would have completed the claim ({ $count }):
sheet-marked = Marked
sheet-moves = Moves from there on, with the half-move clock after each
sheet-before = { half-moves } before it, to be counted
sheet-to-move = to move

sheet-signatures = Signatures
sign-date = Date and time
sign-arbiter = Arbiter

# Facts of a ruling.
fact-ruling = Ruling
fact-article = Article
fact-detail = Rests on
fact-to-be-seen = The arbiter must have seen
fact-stands = Then

# Facts of the game.
fact-site = Site
fact-round = Round
fact-record = Record
fact-record-at = { $game } (byte { $byte })
fact-over = End without a claim
fact-damaged = Damaged
fact-damaged-record = the record goes on after the last move that can be read

# Facts of a claim.
fact-lost-by = Half a point lost by
fact-chances-of-loser = Chances of the loser
fact-chances-of-winner = Chances of the winner
fact-chances-of-white = White's chances
fact-chances-of-black = Black's chances
chances-none = none
chance-only = at { $turn } only
chances = first at { $first }, last at { $last }
chances-counted = { $turns } turns, { $chances }
fact-counted-from = Counted from
counted-from-start = the start of the record, half-move clock { $clock }
move-that-ends = { $move } ({ run-end })
fact-at-fifty = At fifty moves
first-turn = { $label } { $turn }
fact-turns = Turns with a claim
fact-turns-at-fifty = Turns at fifty moves
turns-with-claim = White { $white }, Black { $black }
turns-some-late = White { $white }, Black { $black }, some after the end of the game
turns-over = none: the game was over before
fact-highest-clock = Highest clock
fact-ended-by = Ended by
fact-source = Source of the law
fact-certainty = Certainty
fact-open = Open
open-law = whether { $law } was in force: { $certainty }
venue-by = { $rule } ({ $source }; { $certainty })
fact-worth = Value by tables
worth-at = { $place }: { $worth }
fact-tables = By endgame tables
fact-clock-at-150 = Clock at 150
clock-at-150 = after { $move }: { $drawn }
fact-automatic-draw = Automatic draw
fact-occurred = The position occurred after
fact-fivefold = Fivefold

# What the articles say.
article-9-2-1 = The player whose turn it is may claim a draw by writing a move on the scoresheet and telling the arbiter that it is to be played, if after it the same position appears for at least the third time. The move written cannot be changed.
article-9-2-2 = The player whose turn it is may claim a draw if the same position has just appeared for at least the third time.
article-9-3-1 = The player whose turn it is may claim a draw by writing a move on the scoresheet and telling the arbiter that it is to be played, if with it each player will have made the last { $moves } moves without moving a pawn and without a capture. The move written cannot be changed.
article-9-3-2 = The player whose turn it is may claim a draw if each player has made the last { $moves } moves without moving a pawn and without a capture.

# What the mark of a turn means.
marked-repetition = below: before this move the player could have claimed a draw because this position occurred, or a move could repeat it, for at least the third time.
marked-fifty = below: before this move the player could have claimed a draw under the law of the game, which required { $moves } moves.
marked-no-claims = below: before this move the player could have claimed a draw under the law of the game, which required { $moves } moves, if players claimed at that venue, where they do not.

# Captions of boards.
caption-start = Start of the record
caption-count-begins = After { $move }: the count begins
caption-run-ends = After { $move }: end of the run, clock { $clock }
caption-only = The only position: clock { $clock }
caption-repeated = The position, first after { $move }
caption-repeated-from-start = The position at the start of the record
