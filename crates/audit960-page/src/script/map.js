
/* The map of the 960 positions. Scharnagl's numbering gives it its form: a block of 96 numbers for
   the order of knights, rooks and king, a column of 16 for the queen, a row for the bishops. */
const BLOCKS = ['NNRKR', 'NRNKR', 'NRKNR', 'NRKRN', 'RNNKR', 'RNKNR', 'RNKRN', 'RKNNR', 'RKNRN', 'RKRNN'];
const cells = [];

const MEASURES = {
  score: { value: (p) => p.score, text: percent },
  adjusted: { value: (p) => p.adjusted_score, text: percent },
  games: { value: (p) => p.games || null, text: grouped, single: true },
  incidents: { value: (p) => (p.games ? p.incidents : null), text: grouped, single: true },
};

/* Columns beyond the results, joined to the positions or counted: blue above their mean, orange below. */
function joinedMeasures() {
  KNOWN.forEach(([name, values, title], index) => {
    const known = values.filter((value) => value != null);
    if (known.length === 0) return;
    const middle = known.reduce((sum, value) => sum + value, 0) / known.length;
    MEASURES[`joined${index}`] = { value: (p) => values[p.start], text: (value) => decimal(value), middle };
    byId('map-by').append(el('label', { title },
      el('input', { type: 'radio', name: 'map-by', value: `joined${index}` }), name));
  });
}

const decimal = (value) => (value == null ? '' : String(Number(value.toPrecision(4))).replace('.', POINT));

function startMap() {
  const root = byId('map-blocks');
  if (!root) return;
  joinedMeasures();
  BLOCKS.forEach((name, index) => {
    const grid = el('div');
    for (let number = 96 * index; number < 96 * (index + 1); number++) {
      const position = POSITIONS[number];
      const cell = el('button', {
        type: 'button', class: 'cell', tabindex: number === 0 ? 0 : -1, 'data-number': number,
        'aria-label': note(position),
      });
      cells.push(cell);
      grid.append(cell);
    }
    root.append(el('div', { class: 'block' }, el('h3', {}, name), grid));
  });
  const numberOf = (event) => {
    const cell = event.target.closest('.cell');
    return cell ? Number(cell.dataset.number) : null;
  };
  root.addEventListener('click', (event) => {
    const number = numberOf(event);
    if (number !== null) { focusCell(number); openPosition(number); }
  });
  const tell = (event) => {
    const number = numberOf(event);
    if (number !== null) byId('map-note').textContent = note(POSITIONS[number]);
  };
  root.addEventListener('pointerover', tell);
  root.addEventListener('focusin', tell);
  root.addEventListener('keydown', (event) => {
    const number = numberOf(event);
    const step = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -16, ArrowRight: 16, PageUp: -96, PageDown: 96 };
    const ends = { Home: 0, End: 959 };
    const target = event.key in ends ? ends[event.key] : number + step[event.key];
    if (number === null || !(target >= 0 && target < 960)) return;
    event.preventDefault();
    focusCell(target);
  });
  byId('map-by').addEventListener('change', (event) => colourMap(event.target.value));
  const judged = POSITIONS.some((position) => position.adjusted_score != null);
  byId('map-by').querySelector('[value=adjusted]').disabled = !judged;
  const shown = judged ? 'adjusted' : 'score';
  byId('map-by').querySelector(`[value=${shown}]`).checked = true;
  colourMap(shown);
}

function focusCell(number) {
  cells.forEach((cell) => { cell.tabIndex = -1; });
  cells[number].tabIndex = 0;
  cells[number].focus();
}

const games = (count) => plural('count-games', count);

function note(position) {
  if (position.games === 0) return t('{0} {1}: no game', position.start, position.arrangement);
  return t('{0} {1}: {2}, score {3} ({4}), adjusted {5} ({6})', position.start, position.arrangement,
    games(position.games), percent(position.score), interval(position.score_low, position.score_high),
    percent(position.adjusted_score), interval(position.adjusted_low, position.adjusted_high));
}

/* The distance from the middle within which 95 % of the games lie. */
function reach(values, middle) {
  const sorted = values.map((value, number) => [Math.abs(value - middle), POSITIONS[number].games])
    .filter((_, number) => values[number] != null).sort((a, b) => a[0] - b[0]);
  const games = sorted.reduce((sum, entry) => sum + entry[1], 0);
  let before = 0;
  for (const [distance, count] of sorted) {
    before += count;
    if (before >= 0.95 * games) return distance;
  }
  return 0;
}

/* The distance from the middle within which 95 % of the positions lie. */
function spread(values, middle) {
  const sorted = values.filter((value) => value != null).map((value) => Math.abs(value - middle)).sort((a, b) => a - b);
  return sorted[Math.floor(0.95 * (sorted.length - 1))] || 1;
}

/* How sure it is that a position lies on its side of the mean: 1 where the interval of the adjusted
   score leaves the mean out, less the further it reaches beyond. */
function sureness(position) {
  const away = Math.abs(position.adjusted_score - DATA.mean);
  const beyond = position.adjusted_score < DATA.mean ? position.adjusted_high - DATA.mean : DATA.mean - position.adjusted_low;
  return beyond <= 0 || away === 0 ? 1 : away / (away + beyond);
}

function colourMap(by) {
  const measure = MEASURES[by];
  const values = POSITIONS.map(measure.value);
  const middle = measure.middle ?? (measure.single ? 0 : DATA.mean);
  const far = 'middle' in measure ? spread(values, middle) : Math.max(reach(values, middle), measure.single ? 1 : 0.02);
  cells.forEach((cell, number) => {
    const value = values[number];
    cell.classList.toggle('none', value == null);
    if (value == null) return;
    let strength = Math.min(1, Math.abs(value - middle) / far);
    // A raw score of few games says little, and so does an adjusted one whose interval holds the mean.
    if (by === 'score') strength *= Math.sqrt(POSITIONS[number].games / (POSITIONS[number].games + 8));
    if (by === 'adjusted') strength *= sureness(POSITIONS[number]);
    cell.style.setProperty('--strength', strength.toFixed(3));
    cell.style.setProperty('--tone', value < middle ? 'var(--orange)' : 'var(--blue)');
  });
  legend(by, measure, middle, far);
}

/* The ends of a scale that goes no further than the values do. */
function beyond(values, middle, far) {
  const known = values.filter((value) => value != null);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  return [middle - far > least ? t('{0} or less', decimal(middle - far)) : decimal(least),
    middle + far < most ? t('{0} or more', decimal(middle + far)) : decimal(most)];
}

function legend(by, measure, middle, far) {
  if (cells.every((cell) => cell.classList.contains('none'))) {
    byId('map-legend').replaceChildren(t('empty: nothing known'));
    return;
  }
  const bar = el('i', { class: measure.single ? 'single' : null, 'aria-hidden': 'true' });
  bar.style.setProperty('--from', 'var(--orange)');
  bar.style.setProperty('--to', 'var(--blue)');
  const ends = measure.single ? [measure.text(0), t('{0} or more', measure.text(far))]
    : 'middle' in measure ? beyond(POSITIONS.map(measure.value), middle, far)
    : [middle - far > 0 ? t('{0} or less', percent(middle - far)) : percent(0),
      middle + far < 1 ? t('{0} or more', percent(middle + far)) : percent(1)];
  const paler = { score: t('paler: fewer games'), adjusted: t('paler: less sure') }[by];
  const tail = [paler, t('empty: no game')].filter(Boolean);
  byId('map-legend').replaceChildren(ends[0], bar, ends[1], el('span', {}, `· ${tail.join(' · ')}`));
}

/* The map as a picture: a square for each position, in the colours that it has now. */
function mapPicture() {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const rgb = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return alpha ? `rgb(${red},${green},${blue})` : 'none';
  };
  const squares = cells.map((cell, number) => {
    const [block, place] = [Math.floor(number / 96), number % 96];
    const at = { x: 70 * block + 10 * Math.floor(place / 16), y: 20 + 10 * (place % 16), width: 9, height: 9 };
    return svg('rect', { ...at, fill: rgb(getComputedStyle(cell).backgroundColor), stroke: '#9aa5b8', 'stroke-width': 0.3 },
      svg('title', {}, note(POSITIONS[number])));
  });
  const names = BLOCKS.map((name, block) => svg('text',
    { x: 70 * block, y: 14, 'font-size': 11, 'font-family': 'monospace', fill: '#4b5567' }, name));
  return svg('svg', { viewBox: '0 0 700 182' }, ...names, ...squares);
}
