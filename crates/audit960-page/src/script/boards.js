
/* Boards of the start positions that stand out: played most and least, scored best and worst. */
const BOARDS = 2;

function startBoards() {
  if (!byId('boards')) return;
  const played = POSITIONS.filter((position) => position.games > 0);
  const judged = played.filter((position) => position.adjusted_score != null);
  const first = (rows, field, sign) => rows.slice()
    .sort((a, b) => sign * (b[field] - a[field]) || a.start - b.start).slice(0, BOARDS);
  const groups = [
    [t('Most played'), first(played, 'games', 1), 'score'], [t('Least played'), first(played, 'games', -1), 'score'],
    [t('Best adjusted score'), first(judged, 'adjusted_score', 1), 'adjusted_score'],
    [t('Worst adjusted score'), first(judged, 'adjusted_score', -1), 'adjusted_score'],
  ].filter(([, positions]) => positions.length > 0);
  byId('boards').append(...groups.map(([name, positions, field]) => el('section', {}, el('h3', {}, name),
    ...positions.map((position) => el('figure', {},
      drawBoard(startBoard(position.arrangement), note(position)),
      el('figcaption', {}, opener(position.start, positionLabel(position)), standing(position, field)))))));
}

/* Games and a score; of how many other positions the games are as many. */
function standing(position, field) {
  const others = POSITIONS.filter((other) => other.games === position.games).length - 1;
  const like = others ? ` ${plural('count-as-others', others)}` : '';
  return `${games(position.games)}${like}, ${t(field === 'score' ? 'score' : 'adjusted score')} ${percent(position[field])}`;
}
