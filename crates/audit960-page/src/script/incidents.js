
/* Runs without capture or pawn move: the list, and the board on which one is stepped through. */
const { fields: INCIDENT_FIELDS, labels: LABELS, rows: INCIDENT_ROWS } = block('data-incidents');
const INCIDENTS = INCIDENT_ROWS.map((row, index) =>
  ({ index, ...Object.fromEntries(INCIDENT_FIELDS.map((field, place) => [field, row[place]])) }));
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const OUTCOMES = Object.fromEntries(LABELS.outcome);
const ENDS = Object.fromEntries(LABELS.ended_by);
let incidentTable = null;
let shownIncident = null;

const sideName = (side) => (side === 'white' ? 'White' : 'Black');
const playersOf = (incident) => `${incident.white || '?'} – ${incident.black || '?'}`;

function startIncidents() {
  if (INCIDENTS.length === 0) return;
  const outcome = el('select', {}, el('option', { value: '' }, 'any'),
    ...Object.entries(OUTCOMES).filter(([label]) => INCIDENTS.some((row) => row.outcome === label))
      .map(([label, text]) => el('option', { value: label }, text)));
  incidentTable = new DataTable(byId('incidents-table'), {
    caption: 'Runs with a claimable draw',
    hint: 'Player, event, material …',
    size: 12,
    rows: INCIDENTS,
    sort: ['', 'none'],
    search: (row, needle) => [row.white, row.black, row.event, row.date, row.material, row.venue, row.name]
      .some((text) => text.toLowerCase().includes(needle)),
    filters: [{ label: 'Game', element: outcome, keeps: (row) => !outcome.value || row.outcome === outcome.value }],
    mark: (row, element) => {
      element.dataset.incident = row.index;
      element.classList.toggle('current', row === shownIncident);
    },
    columns: [
      { name: 'Game', value: (r) => playersOf(r), node: (r) => el('button', {
        type: 'button', class: 'open', onclick: () => showIncident(r.index, true),
      }, el('bdi', {}, r.white || '?'), ' – ', el('bdi', {}, r.black || '?')) },
      { name: 'Date', value: (r) => r.date, text: (r) => r.date },
      { name: 'Result', value: (r) => r.result, text: (r) => r.result },
      { name: 'Outcome', value: (r) => (r.half_point_lost_by ? '' : r.outcome), text: (r) =>
        (r.half_point_lost_by ? `${sideName(r.half_point_lost_by)} lost half a point` : OUTCOMES[r.outcome]) },
      { name: 'Peak', num: true, title: 'highest half-move clock', value: (r) => r.peak_clock, text: (r) => String(r.peak_clock) },
    ],
  });
  byId('incident').hidden = false;
  showIncident(0, false);
}

function showIncident(index, focus) {
  const incident = INCIDENTS[index];
  if (!incident) return;
  shownIncident = incident;
  for (const row of incidentTable.body.children) {
    row.classList.toggle('current', Number(row.dataset.incident) === index);
  }
  const title = el('h3', { tabindex: -1 }, player(incident.white, incident.white_elo), ' – ',
    player(incident.black, incident.black_elo), ` ${incident.result}`);
  const stepper = incident.run ? new Stepper(incident) : null;
  byId('incident').replaceChildren(title,
    el('p', { class: 'faint' }, [incident.event, /[\w]/.test(incident.round) && `round ${incident.round}`, incident.date]
      .filter(Boolean).join(', ')),
    stepper ? stepper.element : drawBoard(boardOf(incident.fen), 'Position at the first claim'),
    incidentFacts(incident));
  if (stepper) stepper.markMove();
  if (!focus) return;
  title.focus({ preventScroll: true });
  byId('incident').scrollIntoView({ block: 'nearest' });
  history.replaceState(null, '', `#i${index}`);
}

function venueRule(atVenue) {
  if (atVenue == null) return ': its rule on that date is not known';
  return atVenue ? '' : ': the draw is automatic, nobody claims';
}

/* When the side that lost could have claimed. */
function chanceOf(incident) {
  if (!incident.losers_chance) return OUTCOMES[incident.outcome];
  const [first, last] = incident.losers_chance;
  return first === last ? `could claim at ${first}` : `could claim at ${first}, for the last time at ${last}`;
}

function incidentFacts(incident) {
  const undated = { undated: 'the game has no date', ambiguous_date: 'the date is ambiguous' };
  const law = undated[incident.law] || `row ${incident.law} of the law table`;
  const entries = [
    ['Claims', `White ${plural(incident.white_claims, 'turn')}, Black ${plural(incident.black_claims, 'turn')}; `
      + `ended by ${ENDS[incident.ended_by]}`],
    ['Law', `${incident.limit_moves} moves by each player; ${law}`],
    ['Venue', words(incident.venue) + venueRule(incident.claimable_at_venue)],
    ['Material', incident.material],
    ['Outcome', incident.half_point_lost_by ? `${sideName(incident.half_point_lost_by)} lost half a point: ${chanceOf(incident)}`
      : OUTCOMES[incident.outcome]],
    ['Game', incident.name],
    ['First claim', el('code', {}, incident.fen)],
  ];
  if (incident.shown_fen && incident.shown_ply !== incident.first_claim_ply) {
    entries.push([incident.losers_chance ? `First chance of ${sideName(incident.half_point_lost_by)}` : 'First claim under law',
      el('code', {}, incident.shown_fen)]);
  }
  if (incident.automatic_draw_ply != null) {
    entries.splice(2, 0, ['Automatic draw', `after half-move ${incident.automatic_draw_ply}`]);
  }
  return facts(entries);
}

/* A board on which a run is stepped through; step 0 is the position before its first move. */
class Stepper {
  constructor(incident) {
    const [placement, whiteFirst, number, clock, san, squares] = incident.run;
    Object.assign(this, { incident, whiteFirst, number, baseClock: clock });
    this.san = san === '' ? [] : san.split(' ');
    this.squares = this.san.map((_, index) =>
      [DIGITS.indexOf(squares[2 * index]), DIGITS.indexOf(squares[2 * index + 1])]);
    this.boards = [boardOf(placement)];
    this.san.forEach((move, index) => {
      this.boards.push(moved(this.boards[index], ...this.squares[index], move));
    });
    this.picture = el('div');
    this.range = el('input', {
      type: 'range', min: 0, max: this.san.length, 'aria-label': 'Half-move of the run',
      oninput: () => this.go(Number(this.range.value)),
    });
    this.say = el('p', { class: 'say', 'aria-live': 'polite' });
    this.bar = this.clockBar();
    this.first = incident.shown_ply - 1 - incident.reset_ply;
    const button = (name, label, step) => el('button', {
      type: 'button', 'aria-label': label, title: label, onclick: () => this.go(step()),
    }, name);
    this.list = this.moveList();
    this.element = el('div', {}, this.picture, el('div', { class: 'stepper' },
      button('«', 'Start of the run', () => 0),
      button('‹', 'One half-move back', () => this.step - 1),
      button('Claim', 'First chance of the side that lost, else the first claim', () => this.first),
      button('›', 'One half-move on', () => this.step + 1),
      button('»', 'End of the run', () => this.san.length)),
    this.range, this.bar, this.say, this.list);
    this.go(this.first);
  }

  /* Half-move clock after `step` half-moves of the run. */
  clock(step) {
    const reset = ['capture', 'pawn'].includes(this.incident.ended_by) && step === this.san.length;
    return reset ? 0 : this.baseClock + step;
  }

  /* Article under which the side to move could claim, whatever the law and the venue; null if none. */
  article(step) {
    const ply = this.incident.reset_ply + step;
    const over = ['capture', 'pawn', 'checkmate', 'stalemate'].includes(this.incident.ended_by)
      && step === this.san.length;
    if (over || ply + 1 < this.incident.first_claim_ply) return null;
    return this.clock(step) >= 100 ? '9.3.2' : '9.3.1';
  }

  whiteMoves(step) {
    return this.whiteFirst === (step % 2 === 0);
  }

  /* Name of the move that led to a step, such as 112...Rh8. */
  moveName(step) {
    const half = step - 1 + (this.whiteFirst ? 0 : 1);
    const number = this.number + Math.floor(half / 2);
    return `${number}${half % 2 === 0 ? '.' : '…'}${this.san[step - 1]}`;
  }

  go(step) {
    this.step = Math.max(0, Math.min(this.san.length, step));
    this.range.value = this.step;
    const place = this.step === 0 ? 'Before the run' : `After ${this.moveName(this.step)}`;
    this.range.setAttribute('aria-valuetext', place);
    this.picture.replaceChildren(drawBoard(this.boards[this.step], `Board: ${place}`,
      this.step === 0 ? [] : this.squares[this.step - 1]));
    const clock = this.clock(this.step);
    this.bar.style.setProperty('--clock', Math.min(100, (clock / this.scale) * 100).toFixed(2));
    this.bar.classList.toggle('open', this.article(this.step) !== null);
    this.tell(place, clock);
    this.markMove();
  }

  tell(place, clock) {
    const article = this.article(this.step);
    const parts = [el('strong', {}, `${place}: clock ${clock}. `)];
    if (article !== null) {
      const side = this.whiteMoves(this.step) ? 'White' : 'Black';
      const how = article === '9.3.1' ? 'by writing down a move that completes the fifty'
        : 'fifty moves are completed';
      parts.push(el('strong', { class: 'claim' }, `${side} may claim a draw`),
        ` under article ${article} (${how}). `, this.lawNote());
    } else if (this.step === this.san.length && this.incident.ended_by !== 'end_of_game') {
      parts.push(`The run ends with ${ENDS[this.incident.ended_by]}.`);
    } else {
      parts.push(`No claim yet: one is possible after ${plural(99 - clock, 'more half-move')}.`);
    }
    this.say.replaceChildren(...parts);
  }

  lawNote() {
    const {
      first_claim_under_law_ply: lawClaim, limit_moves: limit, claimable_at_venue: atVenue,
      automatic_draw_ply: automatic, reset_ply: reset,
    } = this.incident;
    const ply = reset + this.step;
    if (automatic != null && ply >= automatic) return 'By then the game was over without a claim.';
    if (atVenue == null) return 'Whether this venue had claims on that date is not known.';
    if (!atVenue) return 'At this venue nobody claims: the draw is automatic.';
    if (lawClaim == null || ply + 1 < lawClaim) return `The law in force required ${limit} moves.`;
    return '';
  }

  clockBar() {
    this.scale = Math.max(150, this.incident.peak_clock);
    const bar = el('div', { class: 'clock', 'aria-hidden': 'true' }, el('i'));
    for (const mark of [50, 100, 150]) {
      const tick = el('b', {}, String(mark));
      tick.style.setProperty('--at', ((mark / this.scale) * 100).toFixed(2));
      bar.append(tick);
    }
    return bar;
  }

  moveList() {
    const spans = this.san.map((_, index) => {
      const step = index + 1;
      const before = this.article(index) !== null;
      const full = index === 0 || this.whiteMoves(index);
      const text = full ? this.moveName(step) : this.san[index];
      return el('span', { class: before ? 'claim' : null, onclick: () => this.go(step) }, text);
    });
    this.spans = spans;
    const list = el('div', {
      class: 'moves', tabindex: 0, role: 'region', 'aria-label': 'Moves of the run; underlined: a claim before it',
    });
    spans.forEach((span) => list.append(span, ' '));
    return list;
  }

  markMove() {
    this.spans.forEach((span, index) => span.classList.toggle('current', index === this.step - 1));
    const current = this.spans[this.step - 1];
    if (!current) return;
    this.list.scrollTop = current.offsetTop - this.list.clientHeight / 2;
  }
}
