
/* Runs without capture or pawn move: the list, and the board on which one is stepped through. */
const { fields: INCIDENT_FIELDS, labels: LABELS, rows: INCIDENT_ROWS } = block('data-incidents');
const INCIDENTS = INCIDENT_ROWS.map((row, index) =>
  ({ index, ...Object.fromEntries(INCIDENT_FIELDS.map((field, place) => [field, row[place]])) }));
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
  const stepper = incident.run ? new RunStepper(incident) : null;
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
class RunStepper extends LineStepper {
  constructor(incident) {
    super(incident.run, {
      home: 'Claim',
      hint: 'First chance of the side that lost, else the first claim',
      start: 'Start of the run',
      end: 'End of the run',
      listLabel: 'Moves of the run; underlined: a claim before it',
      rangeLabel: 'Half-move of the run',
      first: incident.shown_ply - 1 - incident.reset_ply,
    });
    Object.assign(this, { incident, baseClock: incident.run[3] });
    this.bar = this.clockBar();
    this.begin(this.bar);
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

  before() {
    return 'Before the run';
  }

  marked(index) {
    return this.article(index) !== null;
  }

  told(place) {
    const clock = this.clock(this.step);
    const article = this.article(this.step);
    this.bar.style.setProperty('--clock', Math.min(100, (clock / this.scale) * 100).toFixed(2));
    this.bar.classList.toggle('open', article !== null);
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
    return parts;
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
}
