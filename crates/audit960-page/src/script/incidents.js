
/* Runs without capture or pawn move: the list, and the board on which one is stepped through. */
const INCIDENT_DATA = block('data-incidents');
const INCIDENTS = named(INCIDENT_DATA);
const OUTCOMES = Object.fromEntries(INCIDENT_DATA.labels.outcome);
const ENDS = Object.fromEntries(INCIDENT_DATA.labels.ended_by);
let incidentTable = null;
let shownIncident = null;

const sideName = (side) => (side === 'white' ? t('White') : t('Black'));
const playersOf = (incident) => `${incident.white || '?'} – ${incident.black || '?'}`;

/* Who lost half a point by a claim, and whether the law leaves that open. */
function lostHalfPoint(claim) {
  const side = sideName(claim.half_point_lost_by);
  return claim.law_uncertain ? t('{0} lost half a point (law uncertain)', side) : t('{0} lost half a point', side);
}

function startIncidents() {
  if (INCIDENTS.length === 0) return;
  const outcome = el('select', {}, el('option', { value: '' }, t('any')),
    ...Object.entries(OUTCOMES).filter(([label]) => INCIDENTS.some((row) => row.outcome === label))
      .map(([label, text]) => el('option', { value: label }, text)));
  incidentTable = new DataTable(byId('incidents-table'), {
    caption: t('Runs of fifty moves'),
    hint: t('Player, event, material …'),
    size: 12,
    rows: INCIDENTS,
    sort: ['', 'none'],
    search: (row, needle) => [row.white, row.black, row.event, row.date, row.material, row.venue, row.name]
      .some((text) => text.toLowerCase().includes(needle)),
    filters: [{ label: t('Game'), element: outcome, keeps: (row) => !outcome.value || row.outcome === outcome.value }],
    mark: (row, element) => {
      element.dataset.incident = row.index;
      element.classList.toggle('current', row === shownIncident);
    },
    columns: [
      { name: t('Game'), value: (r) => playersOf(r), node: (r) => el('button', {
        type: 'button', class: 'open', onclick: () => showIncident(r.index, true),
      }, el('bdi', {}, r.white || '?'), ' – ', el('bdi', {}, r.black || '?')) },
      { name: t('Date'), value: (r) => r.date, text: (r) => r.date },
      { name: t('Result'), value: (r) => r.result, text: (r) => r.result },
      { name: t('Outcome'), value: (r) => (r.half_point_lost_by ? '' : r.outcome), text: (r) =>
        (r.half_point_lost_by ? lostHalfPoint(r) : OUTCOMES[r.outcome]) },
      { name: t('Peak'), num: true, title: t('highest half-move clock'), value: (r) => r.peak_clock, text: (r) => String(r.peak_clock) },
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
    el('p', { class: 'faint' }, [incident.event, /[\w]/.test(incident.round) && t('round {0}', incident.round), incident.date]
      .filter(Boolean).join(', ')),
    stepper ? stepper.element : drawBoard(boardOf(incident.fen), t('Position at the first claim')),
    incidentFacts(incident));
  if (stepper) stepper.markMove();
  if (!focus) return;
  title.focus({ preventScroll: true });
  byId('incident').scrollIntoView({ block: 'nearest' });
  history.replaceState(null, '', `#i${index}`);
}

function venueRule(atVenue) {
  if (atVenue == null) return t(': its rule on that date is not known');
  return atVenue ? '' : t(': the draw is automatic, nobody claims');
}

/* When the side that lost could have claimed. */
function chanceOf(incident) {
  if (!incident.losers_chance) return OUTCOMES[incident.outcome];
  const [first, last] = incident.losers_chance;
  return first === last ? t('could claim at {0}', first)
    : t('could claim at {0}, for the last time at {1}', first, last);
}

const turns = (count) => plural(count, '{0} turn', '{0} turns');

function incidentFacts(incident) {
  const undated = { undated: t('the game has no date'), ambiguous_date: t('the date is ambiguous') };
  const law = undated[incident.law] || t('row {0} of the law table', incident.law);
  const entries = [
    [t('Claims'), t('White {0}, Black {1}; ended by {2}', turns(incident.white_claims), turns(incident.black_claims),
      ENDS[incident.ended_by])],
    [t('Law'), t('{0} moves by each player; {1}', incident.limit_moves, law)],
    [t('Venue'), words(incident.venue) + venueRule(incident.claimable_at_venue)],
    [t('Material'), incident.material],
    [t('Outcome'), incident.half_point_lost_by
      ? t('{0} lost half a point: {1}', sideName(incident.half_point_lost_by), chanceOf(incident))
      : OUTCOMES[incident.outcome]],
    [t('Game'), incident.name],
    [t('First claim'), el('code', {}, incident.fen)],
  ];
  if (incident.shown_fen && incident.shown_ply !== incident.first_claim_ply) {
    entries.push([incident.losers_chance ? t('First chance of {0}', sideName(incident.half_point_lost_by))
      : t('First claim under law'),
      el('code', {}, incident.shown_fen)]);
  }
  if (incident.automatic_draw_ply != null) {
    entries.splice(2, 0, [t('Automatic draw'), t('after half-move {0}', incident.automatic_draw_ply)]);
  }
  if (incident.law_uncertain) {
    entries.push([t('Uncertain'), t('sources leave open which limit was in force on that date')]);
  }
  return facts(entries);
}

/* A board on which a run is stepped through; step 0 is the position before its first move. */
class RunStepper extends LineStepper {
  constructor(incident) {
    super(incident.run, {
      home: t('Claim'),
      hint: t('First chance of the side that lost, else the first claim'),
      start: t('Start of the run'),
      end: t('End of the run'),
      listLabel: t('Moves of the run; underlined: a claim before it'),
      rangeLabel: t('Half-move of the run'),
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
    return t('Before the run');
  }

  marked(index) {
    return this.article(index) !== null;
  }

  told(place) {
    const clock = this.clock(this.step);
    const article = this.article(this.step);
    this.bar.style.setProperty('--clock', Math.min(100, (clock / this.scale) * 100).toFixed(2));
    this.bar.classList.toggle('open', article !== null);
    const parts = [el('strong', {}, t('{0}: clock {1}. ', place, clock))];
    const side = this.whiteMoves(this.step) ? t('White') : t('Black');
    if (article !== null && this.incident.clock_in_doubt) {
      parts.push(t('{0} at fifty moves, not judged: the half-move clock in the FEN at the start cannot be right. ', side));
    } else if (article !== null) {
      const how = article === '9.3.1' ? t('by writing down a move that completes the fifty')
        : t('fifty moves are completed');
      parts.push(el('strong', { class: 'claim' }, t('{0} may claim a draw', side)),
        t(' under article {0} ({1}). ', article, how), this.lawNote());
    } else if (this.step === this.san.length && this.incident.ended_by !== 'end_of_game') {
      parts.push(t('The run ends with {0}.', ENDS[this.incident.ended_by]));
    } else {
      parts.push(t('No claim yet: one is possible after {0}.',
        plural(99 - clock, '{0} more half-move', '{0} more half-moves')));
    }
    return parts;
  }

  lawNote() {
    const {
      first_claim_under_law_ply: lawClaim, limit_moves: limit, claimable_at_venue: atVenue,
      automatic_draw_ply: automatic, reset_ply: reset,
    } = this.incident;
    const ply = reset + this.step;
    if (automatic != null && ply >= automatic) return t('By then the game was over without a claim.');
    if (atVenue == null) return t('Whether this venue had claims on that date is not known.');
    if (!atVenue) return t('At this venue nobody claims: the draw is automatic.');
    if (lawClaim == null || ply + 1 < lawClaim) return t('The law in force required {0} moves.', limit);
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
