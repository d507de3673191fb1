
/* The tables of positions, mirror pairs and king files, and the interactive parts of the charts. */
const opener = (number, text) => el('button', {
  type: 'button', class: 'open arrangement', onclick: () => openPosition(number),
}, text);

const SCORES = [
  { name: t('Games'), num: true, value: (r) => r.games, text: (r) => grouped(r.games) },
  { name: t('Won'), num: true, title: t('by White'), value: (r) => r.white_wins, text: (r) => grouped(r.white_wins) },
  { name: t('Drawn'), num: true, value: (r) => r.draws, text: (r) => grouped(r.draws) },
  { name: t('Lost'), num: true, title: t('by White'), value: (r) => r.black_wins, text: (r) => grouped(r.black_wins) },
  { name: t('Score'), num: true, title: t("White's mean score"), value: (r) => r.score, text: (r) => percent(r.score) },
  { name: t('95 % interval'), num: true, title: t('of the score'), value: (r) => r.score_low,
    text: (r) => interval(r.score_low, r.score_high) },
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
  const joined = DATA.columns.map(([name, values]) => ({
    name, num: true, value: (p) => values[p.start], text: (p) => decimal(values[p.start]),
  }));
  return new DataTable(root, {
    caption: t('Results of the start positions'),
    hint: t('Number or pieces (518, RNB, ..K)'),
    rows: POSITIONS,
    sort: [t('Games'), 'descending'],
    search: (position, needle) => found(position, needle),
    filters: [
      { label: t('King on'), element: king,
        keeps: (position) => king.value === '' || 'abcdefgh'[position.arrangement.indexOf('K')] === king.value },
      { label: t('Minimum games'), element: least, keeps: (position) => position.games >= Number(least.value) },
    ],
    columns: [
      { name: t('Position'), value: (p) => p.arrangement, node: (p) => opener(p.start, p.arrangement) },
      { name: t('No.'), num: true, first: 'ascending', title: t('Scharnagl number'), value: (p) => p.start,
        text: (p) => String(p.start) },
      ...SCORES, ...adjusted, ...(judged ? tested : []), ...REST, ...joined,
    ],
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

function kingsTable(root) {
  return new DataTable(root, {
    caption: t('Results by file of the king'),
    hint: t('File'),
    rows: named(DATA.kings),
    sort: [t('King'), 'ascending'],
    search: (row, needle) => row.members[0] === needle,
    columns: [
      { name: t('King'), value: (r) => r.members[0], text: (r) => `${r.members[0]}1` },
      { name: t('Positions'), num: true, value: (r) => r.members[1], text: (r) => grouped(r.members[1]) },
      ...SCORES, ...REST,
    ],
  });
}

function startStarts() {
  const views = { positions: positionsTable, pairs: pairsTable, kings: kingsTable };
  const show = (view) => views[view](byId('starts-table'));
  byId('starts-view').addEventListener('change', (event) => show(event.target.value));
  show('positions');
}

/* Dots of the funnel plot are in the order of the positions that have a score. */
function startFunnel() {
  const scored = POSITIONS.filter((position) => position.score != null);
  for (const chart of document.querySelectorAll('#funnel-chart .chart')) {
    const dots = [...chart.querySelectorAll('circle')];
    dots.forEach((dot, index) => dot.append(svg('title', {}, note(scored[index]))));
    chart.addEventListener('click', (event) => {
      const index = dots.indexOf(event.target);
      if (index >= 0) openPosition(scored[index].start);
    });
  }
}

function startPopularity() {
  const group = byId('popularity-group');
  const count = byId('popularity-count');
  if (!group) return;
  const show = () => {
    for (const chart of byId('popularity-charts').querySelectorAll('[data-group]')) {
      chart.hidden = chart.dataset.group !== group.value || chart.dataset.count !== count.value;
    }
  };
  group.addEventListener('input', show);
  count.addEventListener('input', show);
}
