
/* Positions that occurred, or could have, for the third time: the list, and the board. */
const REPETITIONS = named(block('data-repetitions'));

function startRepetitions() {
  if (REPETITIONS.length === 0) return;
  new ClaimList('repetitions', REPETITIONS, {
    card: 'repetition',
    caption: t('Repeated positions with a claimable draw'),
    hint: t('Player, event, venue …'),
    searched: [],
    columns: [
      plainColumn(t('Date'), 'date'),
      plainColumn(t('Result'), 'result'),
      outcomeColumn(),
      { name: t('Times'), num: true, title: t('how often the position occurred'), value: (r) => r.occurrences,
        text: (r) => String(r.occurrences) },
    ],
    board: t('The repeated position'),
    stepper: (repetition) => new RepetitionStepper(repetition),
    facts: repetitionFacts,
  });
}

function repetitionFacts(repetition) {
  const entries = [
    [t('Claim'), repetition.claim],
    [t('Occurred'), t('{0} times: {1}', repetition.occurrences, repetition.occurred)],
    [t('Claims'), t('White {0}, Black {1}', turns(repetition.white_claims), turns(repetition.black_claims))],
    [t('Venue'), venueOf(repetition)],
    [t('Outcome'), outcomeOf(repetition)],
    [t('Game'), repetition.name],
    [t('Position'), el('code', {}, repetition.fen)],
  ];
  if (repetition.automatic_draw != null) entries.splice(3, 0, [t('Automatic draw'), repetition.automatic_draw]);
  if (repetition.uncertain) entries.push([t('Uncertain'), repetition.uncertain]);
  return entries;
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
