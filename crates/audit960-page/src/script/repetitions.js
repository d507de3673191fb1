
/* Positions that occurred, or could have, for the third time: the list, and the board. */
const REPETITIONS = named(block('data-repetitions'));
let repetitionTable = null;
let shownRepetition = null;

function startRepetitions() {
  if (REPETITIONS.length === 0) return;
  repetitionTable = new DataTable(byId('repetitions-table'), {
    caption: t('Repeated positions with a claimable draw'),
    hint: t('Player, event, venue …'),
    size: 12,
    rows: REPETITIONS,
    sort: ['', 'none'],
    search: (row, needle) => [row.white, row.black, row.event, row.date, row.venue, row.name]
      .some((text) => text.toLowerCase().includes(needle)),
    filters: [],
    mark: (row, element) => {
      element.dataset.repetition = row.index;
      element.classList.toggle('current', row === shownRepetition);
    },
    columns: [
      { name: t('Game'), value: (r) => playersOf(r), node: (r) => el('button', {
        type: 'button', class: 'open', onclick: () => showRepetition(r.index, true),
      }, el('bdi', {}, r.white || '?'), ' – ', el('bdi', {}, r.black || '?')) },
      { name: t('Date'), value: (r) => r.date, text: (r) => r.date },
      { name: t('Result'), value: (r) => r.result, text: (r) => r.result },
      { name: t('Outcome'), value: (r) => (r.half_point_lost_by ? '' : r.outcome), text: (r) =>
        (r.half_point_lost_by ? lostHalfPoint(r) : OUTCOMES[r.outcome]) },
      { name: t('Times'), num: true, title: t('how often the position occurred'), value: (r) => r.occurrences,
        text: (r) => String(r.occurrences) },
    ],
  });
  byId('repetition').hidden = false;
  showRepetition(0, false);
}

function showRepetition(index, focus) {
  const repetition = REPETITIONS[index];
  if (!repetition) return;
  shownRepetition = repetition;
  for (const row of repetitionTable.body.children) {
    row.classList.toggle('current', Number(row.dataset.repetition) === index);
  }
  const title = el('h3', { tabindex: -1 }, el('bdi', {}, repetition.white || '?'), ' – ',
    el('bdi', {}, repetition.black || '?'), ` ${repetition.result}`);
  const stepper = repetition.run ? new RepetitionStepper(repetition) : null;
  byId('repetition').replaceChildren(title,
    el('p', { class: 'faint' }, [repetition.event, repetition.date].filter(Boolean).join(', ')),
    stepper ? stepper.element : drawBoard(boardOf(repetition.fen), t('The repeated position')),
    repetitionFacts(repetition));
  if (stepper) stepper.markMove();
  if (!focus) return;
  title.focus({ preventScroll: true });
  byId('repetition').scrollIntoView({ block: 'nearest' });
}

function repetitionFacts(repetition) {
  const entries = [
    [t('Claim'), repetition.claim],
    [t('Occurred'), t('{0} times: {1}', repetition.occurrences, repetition.occurred)],
    [t('Claims'), t('White {0}, Black {1}', turns(repetition.white_claims), turns(repetition.black_claims))],
    [t('Venue'), words(repetition.venue) + venueRule(repetition.claimable_at_venue)],
    [t('Outcome'), repetition.half_point_lost_by ? lostHalfPoint(repetition)
      : OUTCOMES[repetition.outcome]],
    [t('Game'), repetition.name],
    [t('Position'), el('code', {}, repetition.fen)],
  ];
  if (repetition.automatic_draw != null) entries.splice(3, 0, [t('Automatic draw'), repetition.automatic_draw]);
  if (repetition.law_uncertain) {
    entries.push([t('Uncertain'), t('sources leave open which rule on repetition was in force on that date')]);
  }
  return facts(entries);
}

/* A board on which the moves from the first to the last time of a position are stepped through. */
class RepetitionStepper extends LineStepper {
  constructor(repetition) {
    const times = repetition.run[6];
    super(repetition.run, {
      home: t('Position'),
      hint: t('The last time that the position occurred'),
      start: t('The first time'),
      end: t('The last time, or the last claim'),
      listLabel: t('Moves from the first time on; underlined: the position occurred after it'),
      rangeLabel: t('Half-move after the first time'),
      first: times[times.length - 1],
    });
    this.times = times;
    this.begin();
  }

  before() {
    return t('The first time');
  }

  marked(index) {
    return this.times.includes(index + 1);
  }

  told(place) {
    const time = this.times.indexOf(this.step);
    if (time < 0) return [el('strong', {}, `${place}. `), t('Another position.')];
    return [el('strong', {}, t('{0}: {1}', place, '')),
      el('strong', { class: 'claim' }, t('the position, time {0} of {1}.', time + 1, this.times.length))];
  }
}
