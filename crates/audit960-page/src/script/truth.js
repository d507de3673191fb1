
/* Claims of which endgame tables say something: the list, the board, and what the position was worth along the run. */
let TRUTHS = [];

function startTruth() {
  if (!byId('data-truth')) return;
  TRUTHS = named(block('data-truth'));
  const cases = Object.fromEntries(TRUTHS.map((row) => [row.case, t(row.case.replaceAll('-', ' '))]));
  new ClaimList('truth', TRUTHS, {
    card: 'truth-case',
    caption: t('Claims of which endgame tables say something'),
    hint: t('Player, event, venue …'),
    searched: ['says'],
    filter: chosen(t('Case'), TRUTHS, 'case', cases),
    columns: [
      { name: t('By tables'), value: (r) => r.case, text: (r) => r.says },
      plainColumn(t('Result'), 'result'),
      plainColumn(t('Date'), 'date'),
    ],
    stepper: (row) => new TruthStepper(row),
    facts: (row) => [
      [t('By tables'), row.says],
      [t('Rule'), row.rule === 'fifty' ? t('fifty moves') : t('repetition')],
      [t('Game'), row.name],
    ],
  });
}

/* A board on which a run is stepped through, with the places whose value is known. */
class TruthStepper extends LineStepper {
  constructor(row) {
    super(row.run, {
      home: t('Claim'),
      hint: t('The first claim'),
      start: t('The count begins'),
      end: t('The last claim'),
      listLabel: t('Moves of the run; underlined: the position after it was looked up'),
      rangeLabel: t('Half-move of the run'),
      first: row.home,
    });
    this.history = row.history.map(([place, text, winner, step]) => ({ place, text, winner, step }));
    this.baseClock = row.run[3];
    this.begin(this.historyList());
  }

  /* The places in their order; a place on the board is a button that leads to it. */
  historyList() {
    this.items = this.history.map((point) => {
      const words = [el('b', {}, point.place), el('span', { class: point.winner || 'nobody' }, point.text)];
      return el('li', {}, point.step == null ? el('div', {}, ...words)
        : el('button', { type: 'button', onclick: () => this.go(point.step) }, ...words));
    });
    return el('ol', { class: 'history', 'aria-label': t('What the position was worth') }, ...this.items);
  }

  before() {
    return t('Before the first move counted');
  }

  marked(index) {
    return this.history.some((point) => point.step === index + 1);
  }

  told(place) {
    this.items.forEach((item, index) =>
      item.classList.toggle('current', this.history[index].step === this.step));
    const known = this.history.find((point) => point.step === this.step);
    const clock = this.baseClock + this.step;
    if (!known) return [el('strong', {}, t('{0}: clock {1}. ', place, clock))];
    return [el('strong', {}, t('{0}: clock {1}. ', place, clock)), t('By endgame tables {0}.', known.text)];
  }
}
