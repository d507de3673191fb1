
/* Claims of which endgame tables say something: the list, the board, and what the position was worth along the run. */
let truthTable = null;
let TRUTHS = [];

function startTruth() {
  if (!byId('data-truth')) return;
  TRUTHS = named(block('data-truth'));
  const kind = el('select', {}, el('option', { value: '' }, t('any')),
    ...[...new Set(TRUTHS.map((row) => row.case))].map((label) => el('option', { value: label }, t(label.replaceAll('-', ' ')))));
  let shown = null;
  truthTable = new DataTable(byId('truth-table'), {
    caption: t('Claims of which endgame tables say something'),
    hint: t('Player, event, venue …'),
    size: 12,
    rows: TRUTHS,
    sort: ['', 'none'],
    search: (row, needle) => [row.white, row.black, row.event, row.date, row.venue, row.name, row.says]
      .some((text) => text.toLowerCase().includes(needle)),
    filters: [{ label: t('Case'), element: kind, keeps: (row) => !kind.value || row.case === kind.value }],
    mark: (row, element) => {
      element.dataset.truth = row.index;
      element.classList.toggle('current', row === shown);
    },
    columns: [
      { name: t('Game'), value: (r) => playersOf(r), node: (r) => el('button', {
        type: 'button', class: 'open', onclick: () => show(r, true),
      }, el('bdi', {}, r.white || '?'), ' – ', el('bdi', {}, r.black || '?')) },
      { name: t('By tables'), value: (r) => r.case, text: (r) => r.says },
      { name: t('Result'), value: (r) => r.result, text: (r) => r.result },
      { name: t('Date'), value: (r) => r.date, text: (r) => r.date },
    ],
  });
  byId('truth-case').hidden = false;
  show(TRUTHS[0], false);

  function show(row, focus) {
    shown = row;
    for (const element of truthTable.body.children) {
      element.classList.toggle('current', Number(element.dataset.truth) === row.index);
    }
    const title = el('h3', { tabindex: -1 }, player(row.white, row.white_elo), ' – ',
      player(row.black, row.black_elo), ` ${row.result}`);
    const stepper = new TruthStepper(row);
    byId('truth-case').replaceChildren(title,
      el('p', { class: 'faint' }, [row.event, row.date].filter(Boolean).join(', ')), stepper.element,
      facts([
        [t('By tables'), row.says],
        [t('Rule'), row.rule === 'fifty' ? t('fifty moves') : t('repetition')],
        [t('Game'), row.name],
      ]));
    stepper.markMove();
    if (!focus) return;
    title.focus({ preventScroll: true });
    byId('truth-case').scrollIntoView({ block: 'nearest' });
  }
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
