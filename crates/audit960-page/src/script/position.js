
/* The start positions, and the window about one of them. */
const DATA = block('data-positions');
const POSITIONS = named(DATA.positions);
/* What is known of them beyond results: a name, the values by number, and what they are. */
const KNOWN = [...DATA.columns, DATA.evaluation];

const positionLabel = (position) => `${position.arrangement} (${position.start})`;

/* The games are parsed when the first window is opened: most readers open few. */
let gameData = null;
function gamesOf(number) {
  gameData = gameData || block('data-games');
  const text = (index) => gameData.texts[index];
  return (gameData.games[number] || []).map(
    ([white, black, whiteElo, blackElo, result, event, date, plies, source, line, site]) => ({
      white: text(white), black: text(black), whiteElo, blackElo, result: text(result),
      event: text(event), date: text(date), plies, source: text(source), line, site,
    }));
}

const positionWindow = byId('position');

function openPosition(number) {
  const position = POSITIONS[number];
  if (!position) return;
  const board = drawBoard(startBoard(position.arrangement), t('Start position {0}', positionLabel(position)));
  const go = (name, text, target) => el('button', {
    type: 'button', 'data-go': name,
    onclick: () => { openPosition(target); positionWindow.querySelector(`[data-go=${name}]`).focus(); },
  }, text);
  positionWindow.replaceChildren(
    el('header', {},
      el('h2', { id: 'position-title', tabindex: -1, autofocus: true }, t('Position {0} ', position.start),
        el('span', { class: 'arrangement' }, position.arrangement)),
      go('Previous', t('Previous'), (number + 959) % 960), go('Next', t('Next'), (number + 1) % 960),
      go('Mirror', t('Mirror'), position.mirror),
      el('button', { type: 'button', id: 'position-close', onclick: () => positionWindow.close() }, t('Close'))),
    el('div', { class: 'two' },
      el('div', {}, board, svgButton(positionLabel(position), () => board)),
      el('div', {}, resultBar(position.white_wins, position.draws, position.black_wins), positionFacts(position))),
    ...[firstMoves(position), gameList(position)].filter(Boolean));
  if (!positionWindow.open) positionWindow.showModal();
  positionWindow.scrollTop = 0;
  history.replaceState(null, '', `#p${number}`);
}

function facts(entries) {
  return el('dl', { class: 'facts' }, ...entries.flatMap(([name, value]) =>
    [el('dt', {}, name), el('dd', {}, value)]));
}

function positionFacts(position) {
  const mirror = POSITIONS[position.mirror];
  const judged = position.q_value == null ? t('not tested: too few games')
    : `p = ${probability(position.p_value)}, q = ${probability(position.q_value)}`;
  const rated = [
    [t('Adjusted score'), position.adjusted_score == null ? percent(null)
      : `${percent(position.adjusted_score)} (${interval(position.adjusted_low, position.adjusted_high)})`],
    [t('Expected'), t('{0} over {1}', percent(position.expected_score),
      plural('count-rated-games', position.rated_games))],
  ];
  return facts([
    [t('Games'), position.unfinished ? `${grouped(position.games)}, ${plural('count-unfinished', position.unfinished)}`
      : grouped(position.games)],
    [t('Score'), `${percent(position.score)} (${interval(position.score_low, position.score_high)})`],
    ...(position.expected_score == null ? [] : rated),
    [t('Difference'), judged],
    [t('Mean length'), position.mean_plies == null ? NONE : t('{0} moves', fixed(position.mean_plies / 2, 1))],
    [t('Claimable draws'), grouped(position.incidents)],
    ...KNOWN.map(([name, values]) => [name, decimal(values[position.start]) || NONE]),
    [t('Mirror'), t('{0}: {1}, {2}', positionLabel(mirror), games(mirror.games), percent(mirror.score))],
  ]);
}

function firstMoves(position) {
  if (position.first_moves.length === 0) return null;
  const most = position.first_moves[0][1];
  const rows = position.first_moves.map(([san, games, wins, draws, losses]) => {
    const decided = wins + draws + losses;
    const meter = el('meter', { min: 0, max: most, value: games, 'aria-hidden': 'true' });
    return el('tr', {}, el('th', { scope: 'row' }, `1.${san}`), el('td', { class: 'num' }, grouped(games)),
      el('td', {}, meter),
      el('td', { class: 'num' }, percent(decided ? (wins + draws / 2) / decided : null)));
  });
  return scrolled(t('First moves'), el('table', {}, el('thead', {}, el('tr', {},
    el('th', { scope: 'col' }, t('Move')), el('th', { scope: 'col', class: 'num' }, t('Games')),
    el('td', {}), el('th', { scope: 'col', class: 'num' }, t('Score')))), el('tbody', {}, ...rows)));
}

function gameList(position) {
  if (position.games === 0) return el('p', { class: 'none' }, t('No game that has moves starts here.'));
  const listed = gamesOf(position.start);
  const rows = listed.map((game) => el('tr', {},
    el('th', { scope: 'row' }, player(game.white, game.whiteElo)), el('td', {}, player(game.black, game.blackElo)),
    el('td', {}, game.result), el('td', {}, el('bdi', {}, game.event)), el('td', { class: 'num' }, game.date),
    el('td', { class: 'num' }, grouped(Math.ceil(game.plies / 2))),
    el('td', {}, sourceOf(game))));
  const heads = [t('White'), t('Black'), t('Result'), t('Event'), t('Date'), t('Moves'), t('Source and line')];
  return el('div', {},
    listed.length ? scrolled(t('Games ({0} of {1})', grouped(listed.length), grouped(position.games)),
      el('table', {}, el('thead', {}, el('tr', {}, ...heads.map((head) => el('th', { scope: 'col' }, head)))),
        el('tbody', {}, ...rows))) : null);
}

function player(name, elo) {
  return el('span', {}, el('bdi', {}, name || '?'), elo == null ? '' : ` ${elo}`);
}

function scrolled(title, table) {
  return el('section', { class: 'part' }, el('h3', {}, title),
    el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': title }, table));
}

function startPositionWindow() {
  positionWindow.addEventListener('close', () => {
    history.replaceState(null, '', location.pathname + location.search);
  });
  positionWindow.addEventListener('click', (event) => {
    if (event.target === positionWindow) positionWindow.close();
  });
}
