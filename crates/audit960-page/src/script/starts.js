
/* The tables of positions and mirror pairs, and the interactive parts of the charts. */
const opener = (number, text) => el('button', {
  type: 'button', class: 'open arrangement', onclick: () => openPosition(number),
}, text);

const SCORES = [
  { name: t('Score'), num: true, title: t("White's mean score"), value: (r) => r.score, text: (r) => percent(r.score) },
  { name: t('Games'), num: true, value: (r) => r.games, text: (r) => grouped(r.games) },
  { name: t('95 % interval'), num: true, title: t('of the score'), value: (r) => r.score_low,
    text: (r) => interval(r.score_low, r.score_high) },
  { name: t('Won'), num: true, title: t('by White'), value: (r) => r.white_wins, text: (r) => grouped(r.white_wins) },
  { name: t('Drawn'), num: true, value: (r) => r.draws, text: (r) => grouped(r.draws) },
  { name: t('Lost'), num: true, title: t('by White'), value: (r) => r.black_wins, text: (r) => grouped(r.black_wins) },
];
const REST = [
  { name: t('Moves'), num: true, title: t('mean length of a game'), value: (r) => r.mean_plies,
    text: (r) => fixed(r.mean_plies == null ? null : r.mean_plies / 2, 1) },
  { name: t('Runs'), num: true, title: t('runs of fifty moves'), value: (r) => r.incidents,
    text: (r) => grouped(r.incidents) },
];

function positionsTable(root) {
  const king = el('select', {}, el('option', { value: '' }, t('any')),
    ...'bcdefg'.split('').map((file) => el('option', { value: file }, file)));
  const least = el('input', { type: 'number', min: 0, value: 1, step: 1 });
  const judged = POSITIONS.some((position) => position.q_value != null);
  const adjusted = [
    { name: t('Adjusted'), num: true, title: t('the best estimate: players and ratings taken into account; drawn toward the mean where games are few'),
      value: (p) => p.adjusted_score, text: (p) => percent(p.adjusted_score) },
    { name: t('Likely range'), num: true, title: t('95 % interval of the adjusted score'), value: (p) => p.adjusted_low,
      text: (p) => (p.adjusted_low == null ? '' : interval(p.adjusted_low, p.adjusted_high)) },
  ];
  const tested = [
    { name: 'q', num: true, first: 'ascending', title: t('expected share of false discoveries if all positions up to this q are called different'),
      value: (p) => p.q_value, text: (p) => probability(p.q_value) },
  ];
  const joined = DATA.columns.map(([name, values, title]) => ({
    name, title, num: true, value: (p) => values[p.start], text: (p) => decimal(values[p.start]),
  }));
  const within = bounds(DATA.cells, (cell) => cell[1], (cell) => cell[2]);
  const table = new DataTable(root, {
    caption: t('Results of the start positions'),
    hint: t('Number or pieces (518, RNB, ..K)'),
    rows: POSITIONS,
    sort: [t('Games'), 'descending'],
    search: (position, needle) => found(position, needle),
    filters: [
      { label: t('King on'), element: king,
        keeps: (position) => king.value === '' || 'abcdefgh'[position.arrangement.indexOf('K')] === king.value },
      { label: t('Minimum games'), element: least, keeps: (position) => position.games >= Number(least.value) },
      ...within.map((filter) => ({ ...filter, keeps: () => true })),
    ],
    columns: [
      { name: t('Position'), value: (p) => p.arrangement, node: (p) => opener(p.start, p.arrangement) },
      { name: t('No.'), num: true, first: 'ascending', title: t('Scharnagl number'), value: (p) => p.start,
        text: (p) => String(p.start) },
      ...SCORES, ...adjusted, ...(judged ? tested : []), ...REST, ...joined,
    ],
  });
  for (const { element } of within) {
    element.addEventListener('input', () => {
      table.rows = within.some((filter) => filter.element.value !== '') ? positionsWithin(within) : POSITIONS;
      table.draw();
    });
  }
  return table;
}

/* The positions with the results of some years and ratings alone; what else is known of them is of all games. */
function positionsWithin(filters) {
  const tallies = POSITIONS.map(() => [0, 0, 0, 0]);
  for (const cell of DATA.cells.filter((one) => filters.every((filter) => filter.keeps(one)))) {
    tallies[cell[0]].forEach((_, index, tally) => { tally[index] += cell[3 + index]; });
  }
  return POSITIONS.map(({ start, arrangement }, index) => {
    const [wins, draws, losses, unfinished] = tallies[index];
    const decided = wins + draws + losses;
    return { start, arrangement, games: decided + unfinished, white_wins: wins, draws, black_wins: losses,
      score: decided ? (wins + draws / 2) / decided : null };
  });
}

/* A number matches its position; letters match the arrangements that contain them, with a dot for any
   piece; a pattern that begins with a dot begins at the a-file. */
function found(position, needle) {
  if (/^\d+$/.test(needle)) return position.start === Number(needle);
  if (!/^[kqrbn.]+$/.test(needle)) return false;
  const pattern = new RegExp((needle.startsWith('.') ? '^' : '') + needle.toUpperCase());
  return pattern.test(position.arrangement);
}

function pairsTable(root) {
  const pair = (row) => {
    const [first, second] = row.members.map((number) => POSITIONS[number]);
    return el('span', {}, opener(first.start, first.arrangement), ' ', opener(second.start, second.arrangement));
  };
  return new DataTable(root, {
    caption: t('Results of mirror pairs'),
    hint: t('Number or pieces (518, RNB, ..K)'),
    rows: named(DATA.pairs),
    sort: [t('Games'), 'descending'],
    search: (row, needle) => row.members.some((number) => found(POSITIONS[number], needle)),
    columns: [
      { name: t('Pair'), value: (r) => r.members[0], node: pair },
      { name: t('Nos.'), value: (r) => r.members[0], text: (r) => r.members.join(', ') },
      ...SCORES, ...REST,
    ],
  });
}

function startStarts() {
  const root = byId('starts-table');
  if (!root) return;
  const views = { positions: positionsTable, pairs: pairsTable };
  const show = (view) => views[view](root);
  byId('starts-view').addEventListener('change', (event) => show(event.target.value));
  show('positions');
}

/* Dots of the funnel plot are in the order of the positions that have a score. */
function startFunnel() {
  const scored = POSITIONS.filter((position) => position.score != null);
  const dots = [...document.querySelectorAll('#funnel-chart circle')];
  dots.forEach((dot, index) => {
    dot.append(svg('title', {}, note(scored[index])));
    dot.addEventListener('click', () => openPosition(scored[index].start));
  });
}
