// Every sentence of the page in English, French and German, and numbers as each language writes them. Letters of pieces are
// English in all of them, as in the moves.

const KNOWN = ['en', 'fr', 'de'];
const TEXTS = {
  title: ['Explorer', 'Explorateur', 'Explorer'],
  scope: ['{0}: {1}', '{0} : {1}', '{0}: {1}'],
  skip: ['Skip to the moves', 'Aller aux coups', 'Zu den Zügen'],
  language: ['Language', 'Langue', 'Sprache'],
  start: ['Start position', 'Position de départ', 'Grundstellung'],
  startHint: ['number, arrangement or FEN', 'numéro, disposition ou FEN', 'Nummer, Aufstellung oder FEN'],
  show: ['Show', 'Afficher', 'Zeigen'],
  lot: ['Pick by lot', 'Tirer au sort', 'Auslosen'],
  namedStart: ['Start position {0}: {1}', 'Position de départ {0} : {1}', 'Grundstellung {0}: {1}'],
  otherStart: ['Another start position', 'Autre position de départ', 'Andere Grundstellung'],
  atStart: ['The start position', 'La position de départ', 'Die Grundstellung'],
  after: ['After {0}', 'Après {0}', 'Nach {0}'],
  board: ['Board: {0}', 'Échiquier : {0}', 'Brett: {0}'],
  reached: ['{0}: reached in {1}', '{0} : atteinte dans {1}', '{0}: erreicht in {1}'],
  white: ['White to move', 'Trait aux Blancs', 'Weiß am Zug'],
  black: ['Black to move', 'Trait aux Noirs', 'Schwarz am Zug'],
  check: ['check', 'échec', 'Schach'],
  checkmate: ['Checkmate', 'Échec et mat', 'Matt'],
  stalemate: ['Stalemate', 'Pat', 'Patt'],
  home: ['To the start position', 'À la position de départ', 'Zur Grundstellung'],
  back: ['One half-move back', 'Un demi-coup en arrière', 'Einen Halbzug zurück'],
  on: ['One half-move on', 'Un demi-coup en avant', 'Einen Halbzug vor'],
  end: ['To the last move', 'Au dernier coup', 'Zum letzten Zug'],
  flip: ['Turn the board', "Retourner l'échiquier", 'Brett drehen'],
  link: ['Link to this position', 'Lien vers cette position', 'Link zu dieser Stellung'],
  line: ['Moves up to here and after', "Coups jusqu'ici et après", 'Züge bis hier und danach'],
  yourMove: ['Play a move', 'Jouer un coup', 'Zug ausführen'],
  play: ['Play', 'Jouer', 'Ziehen'],
  illegal: ['{0} is not a legal move here.', "{0} n'est pas un coup légal ici.", '{0} ist hier regelwidrig.'],
  promotion: ['Promote to', 'Promouvoir en', 'Umwandeln in'],
  Q: ['Queen', 'Dame', 'Dame'],
  R: ['Rook', 'Tour', 'Turm'],
  B: ['Bishop', 'Fou', 'Läufer'],
  N: ['Knight', 'Cavalier', 'Springer'],
  cancel: ['Cancel', 'Annuler', 'Abbrechen'],
  moves: ['Moves from this position', 'Coups depuis cette position', 'Züge aus dieser Stellung'],
  move: ['Move', 'Coup', 'Zug'],
  gamesHead: ['Games', 'Parties', 'Partien'],
  results: ['White won, drawn, Black won', 'Gains blancs, nulles, gains noirs', 'Weiß gewann, remis, Schwarz gewann'],
  resultBar: ['White won {0}, drawn {1}, Black won {2}', 'Gains blancs {0}, nulles {1}, gains noirs {2}',
    'Weiß gewann {0}, remis {1}, Schwarz gewann {2}'],
  score: ["White's score", 'Score des Blancs', 'Ausbeute von Weiß'],
  rating: ['Mean rating', 'Classement moyen', 'Mittlere Wertungszahl'],
  scoreNote: ['Below the games their share, below the score its 95 % interval.',
    'Sous les parties, leur part ; sous le score, son intervalle de confiance à 95 %.',
    'Unter den Partien ihr Anteil, unter der Ausbeute ihr 95-%-Intervall.'],
  unfinished: ['{0} without a result', '{0} sans résultat', '{0} ohne Ergebnis'],
  noMoves: ['No game went on from here, as far as the dataset keeps half-moves.',
    "Aucune partie n'a continué d'ici, dans la limite des demi-coups enregistrés.",
    'Keine Partie ging von hier aus weiter, soweit Halbzüge gespeichert sind.'],
  noGames: ['No game reached this position, as far as the dataset keeps half-moves.',
    "Aucune partie n'a atteint cette position, dans la limite des demi-coups enregistrés.",
    'Keine Partie erreichte diese Stellung, soweit Halbzüge gespeichert sind.'],
  game: ['Game', 'Partie', 'Partie'],
  gameLink: ['Address of the game {0}', 'Adresse de la partie {0}', 'Adresse der Partie {0}'],
  gamePgn: ['PGN of the game {0}', 'PGN de la partie {0}', 'PGN der Partie {0}'],
  players: ['White, Black', 'Blancs, Noirs', 'Weiß, Schwarz'],
  result: ['Result', 'Résultat', 'Ergebnis'],
  year: ['Year', 'Année', 'Jahr'],
  filters: ['Which games count', 'Quelles parties compter', 'Welche Partien zählen'],
  since: ['From year', "Depuis l'année", 'Ab Jahr'],
  until: ['To year', "Jusqu'à l'année", 'Bis Jahr'],
  ratings: ['Mean rating', 'Classement moyen', 'Mittlere Wertungszahl'],
  speeds: ['Speed', 'Cadence', 'Bedenkzeit'],
  ultraBullet: ['UltraBullet', 'UltraBullet', 'UltraBullet'],
  bullet: ['Bullet', 'Bullet', 'Bullet'],
  blitz: ['Blitz', 'Blitz', 'Blitz'],
  rapid: ['Rapid', 'Rapide', 'Schnellschach'],
  classical: ['Classical', 'Classique', 'Klassisch'],
  correspondence: ['Correspondence', 'Par correspondance', 'Fernschach'],
  all: ['All games', 'Toutes les parties', 'Alle Partien'],
  refused: ['The server refused the question:', 'Le serveur a refusé la question :', 'Der Server lehnt die Frage ab:'],
  unreachable: ['The server does not answer. Is audit960 serve still running?',
    'Le serveur ne répond pas. audit960 serve est-il toujours lancé ?',
    'Der Server antwortet nicht. Läuft audit960 serve noch?'],
};
// A count of games with its noun, by CLDR's categories.
const GAMES = [
  { one: '{0} game', other: '{0} games' },
  { one: '{0} partie', many: '{0} de parties', other: '{0} parties' },
  { one: '{0} Partie', other: '{0} Partien' },
];

const asked = new URLSearchParams(location.search).get('lang');
const spoken = [asked, ...navigator.languages].map((name) => name?.slice(0, 2).toLowerCase());
export const LANGUAGE = spoken.find((name) => KNOWN.includes(name)) ?? 'en';
const COLUMN = KNOWN.indexOf(LANGUAGE);
const RULES = new Intl.PluralRules(LANGUAGE);
const DIGITS = new Intl.NumberFormat(LANGUAGE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const NONE = '–';

// French has a narrow no-break space before these marks, every language one before a percent sign.
const spaced = (text) => text.replace(LANGUAGE === 'fr' ? / ([:;!?%])/g : / (%)/g, '\u202f$1');
const filled = (text, values) => spaced(text).replace(/\{(\d)\}/g, (_, place) => values[place]);

// The text of this name; {0}, {1} … are places for values.
export const t = (name, ...values) => filled(TEXTS[name][COLUMN], values);
export const grouped = (number) => number.toLocaleString(LANGUAGE);
export const games = (count) => {
  const forms = GAMES[COLUMN];
  return filled(forms[RULES.select(count)] ?? forms.other, [grouped(count)]);
};
// A share without decimals, where there is little room.
export const rounded = (share) => spaced(`${Math.round(100 * share)} %`);
export const percent = (share) => (share == null ? NONE : spaced(`${DIGITS.format(100 * share)} %`));
export const interval = (low, high) =>
  (low == null ? '' : spaced(`${DIGITS.format(100 * low)}–${DIGITS.format(100 * high)} %`));
