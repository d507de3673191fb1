
/* Runs without capture or pawn move: the list, and the board on which one is stepped through. */
const INCIDENT_DATA = block('data-incidents');
const INCIDENTS = named(INCIDENT_DATA);
const OUTCOMES = Object.fromEntries(INCIDENT_DATA.labels.outcome);
const ENDS = Object.fromEntries(INCIDENT_DATA.labels.ended_by);
let incidentList = null;

function startIncidents() {
  if (INCIDENTS.length === 0) return;
  incidentList = new ClaimList('incidents', INCIDENTS, {
    card: 'incident',
    caption: t('Runs of fifty moves'),
    hint: t('Player, event, material …'),
    searched: ['material'],
    filter: chosen(t('Game'), INCIDENTS, 'outcome', OUTCOMES),
    columns: [
      plainColumn(t('Date'), 'date'),
      plainColumn(t('Result'), 'result'),
      outcomeColumn(),
      { name: t('Peak'), num: true, title: t('highest half-move clock'), value: (r) => r.peak_clock, text: (r) => String(r.peak_clock) },
    ],
    board: t('Position at the first claim'),
    stepper: (incident) => new RunStepper(incident),
    facts: incidentFacts,
    shows: (index) => history.replaceState(null, '', `#i${index}`),
  });
}

function showIncident(index, focus) {
  if (incidentList) incidentList.show(index, focus);
}

function incidentFacts(incident) {
  const undated = { undated: t('the game has no date'), ambiguous_date: t('the date is ambiguous') };
  const law = undated[incident.law] || t('row {0} of the law table', incident.law);
  const entries = [
    [t('Claim'), incident.claim],
    [t('Claims'), t('White {0}, Black {1}; ended by {2}', turns(incident.white_claims), turns(incident.black_claims),
      ENDS[incident.ended_by])],
    [t('Law'), t('{0} moves by each player; {1}', incident.limit_moves, law)],
    [t('Venue'), venueOf(incident)],
    [t('Material'), incident.material],
    [t('Outcome'), outcomeOf(incident)],
    [t('Game'), incident.name],
    [incident.half_point_lost_by ? t('First chance of {0}', sideName(incident.half_point_lost_by)) : t('First claim'),
      el('code', {}, incident.shown_fen || incident.fen)],
  ];
  if (incident.automatic_draw != null) entries.splice(3, 0, [t('Automatic draw'), incident.automatic_draw]);
  if (incident.uncertain) entries.push([t('Uncertain'), incident.uncertain]);
  return entries;
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

  /* What the claim says of the turn after `step` half-moves: from which half-move on, in which words, and whether the side
     to move may claim; undefined before the first. */
  turn(step) {
    const ply = this.incident.reset_ply + step + 1;
    return this.incident.turns.findLast(([from]) => from <= ply);
  }

  before() {
    return t('Before the run');
  }

  marked(index) {
    return Boolean(this.turn(index)?.[2]);
  }

  told(place) {
    const clock = this.clock(this.step);
    const [, text, open] = this.turn(this.step) || [];
    this.bar.style.setProperty('--clock', Math.min(100, (clock / this.scale) * 100).toFixed(2));
    this.bar.classList.toggle('open', Boolean(open));
    const parts = [el('strong', {}, t('{0}: clock {1}. ', place, clock))];
    if (text) {
      const side = this.whiteMoves(this.step) ? t('White') : t('Black');
      parts.push(el('strong', { class: open ? 'claim' : null }, t(text, side, clock)));
    } else if (this.step === this.san.length && this.incident.ended_by !== 'end_of_game') {
      parts.push(t('The run ends with {0}.', ENDS[this.incident.ended_by]));
    } else {
      parts.push(t('No claim yet: one is possible after {0}.',
        plural('count-more-half-moves', 99 - clock)));
    }
    return parts;
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
