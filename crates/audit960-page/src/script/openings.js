/* The opening trees: a board, and the moves that were played from it. */
let openings = null;

function startOpenings() {
  if (!byId('data-openings')) return;
  openings = new OpeningTree(block('data-openings'));
  byId('opening-tree').replaceChildren(openings.element);
  openings.open(0, []);
}

class OpeningTree {
  constructor({ roots, positions }) {
    this.roots = roots.map(([name, address, games, position]) => ({ name, address, games, position }));
    this.positions = positions.map(([placement, white, results, moves, others]) => ({
      placement, white, results, others,
      moves: moves.map(([san, uci, from, to, wins, draws, losses, unfinished, after]) =>
        ({ san, uci, from, to, results: [wins, draws, losses, unfinished], after })),
    }));
    this.select = el('select', { id: 'opening-start', onchange: () => this.open(this.select.selectedIndex, [], true) },
      ...this.roots.map((root) => el('option', {}, t('{0}: reached in {1}', root.name, games(root.games)))));
    this.picture = el('div');
    const button = (name, label, go) => el('button', { type: 'button', 'aria-label': label, title: label, onclick: go }, name);
    this.back = button('‹', t('One half-move back'), () => this.goBack());
    this.on = button('›', t('The most played move'), () => this.goOn());
    this.home = button('«', t('The start position'), () => this.open(this.root, [], true));
    this.say = el('p', { class: 'say', 'aria-live': 'polite' });
    this.list = el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('Moves from this position') });
    this.element = el('div', { class: 'split openings', onkeydown: (event) => this.key(event) },
      el('div', {}, el('label', { for: 'opening-start' }, t('From ')), this.select, this.say, this.list),
      el('div', { class: 'card' }, this.picture,
        el('div', { class: 'stepper' }, this.home, this.back, this.on)));
  }

  /* Shows the position after some moves from a start; a move that is not known ends the line. */
  open(root, line, linked) {
    this.root = Math.max(0, Math.min(this.roots.length - 1, root));
    this.select.selectedIndex = this.root;
    this.path = [{ position: this.positions[this.roots[this.root].position], played: null }];
    for (const uci of line) {
      const played = this.here.position.moves.find((move) => move.uci === uci);
      if (!played || !this.take(played)) break;
    }
    this.show(linked);
  }

  get here() {
    return this.path[this.path.length - 1];
  }

  take(played) {
    if (played.after == null) return false;
    this.path.push({ position: this.positions[played.after], played });
    return true;
  }

  play(played) {
    if (!this.take(played)) return;
    this.show(true);
  }

  goBack() {
    if (this.path.length === 1) return;
    this.path.pop();
    this.show(true);
  }

  goOn() {
    const most = this.here.position.moves.find((move) => move.after != null);
    if (most) this.play(most);
  }

  key(event) {
    if (event.target.tagName === 'SELECT' || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowLeft') this.goBack();
    else if (event.key === 'ArrowRight') this.goOn();
    else return;
    event.preventDefault();
  }

  /* A start with other rights than its number names has none. */
  get hasAddress() {
    return this.roots[this.root].address !== '';
  }

  /* The address of what is shown: the start and the moves, such as #o518,e2e4,c7c5. */
  address() {
    const moves = this.path.slice(1).map((step) => step.played.uci);
    return `#o${[this.roots[this.root].address, ...moves].join(',')}`;
  }

  /* An address that was followed. */
  follow(text) {
    const [start, ...line] = text.split(',');
    const root = this.roots.findIndex((it) => it.address === start);
    if (root < 0) return;
    this.open(root, line);
    byId('openings').scrollIntoView();
  }

  /* The moves that led here, such as 1.e4 c5 2.Nf3. */
  line() {
    let white = this.path[0].position.white;
    let number = 1;
    return this.path.slice(1).map(({ played }, index) => {
      const text = white ? `${number}.${played.san}` : index === 0 ? `${number}…${played.san}` : played.san;
      if (!white) number += 1;
      white = !white;
      return text;
    }).join(' ');
  }

  show(linked) {
    const { position, played } = this.here;
    const [wins, draws, losses, unfinished] = position.results;
    const total = wins + draws + losses + unfinished;
    const place = this.path.length === 1 ? t('The start position') : t('After {0}', this.line());
    this.picture.replaceChildren(drawBoard(boardOf(position.placement), t('Board: {0}', place),
      played ? [played.from, played.to] : []));
    this.back.disabled = this.home.disabled = this.path.length === 1;
    this.on.disabled = !position.moves.some((move) => move.after != null);
    this.say.replaceChildren(el('strong', {}, t('{0}: reached in {1}', place, games(total))),
      position.white ? t(', White to move. ') : t(', Black to move. '),
      this.hasAddress ? el('a', { href: this.address() }, t('Link')) : '');
    this.list.replaceChildren(this.table(position, total));
    if (linked) history.replaceState(null, '', this.hasAddress ? this.address() : location.pathname + location.search);
  }

  table(position, total) {
    if (position.moves.length === 0) {
      return el('p', { class: 'none' }, t('No game went on from here.'));
    }
    const rows = position.moves.map((move) => {
      const [wins, draws, losses, unfinished] = move.results;
      const count = wins + draws + losses + unfinished;
      const decided = wins + draws + losses;
      const name = move.after == null ? move.san
        : el('button', { type: 'button', class: 'open', onclick: () => this.play(move) }, move.san);
      return el('tr', {}, el('th', { scope: 'row' }, name), el('td', { class: 'num' }, grouped(count)),
        el('td', { class: 'num' }, percent(count / total)),
        el('td', { class: 'num' }, percent(decided ? (wins + draws / 2) / decided : null)),
        el('td', {}, resultBar(wins, draws, losses)));
    });
    if (position.others > 0) {
      rows.push(el('tr', {}, el('th', { scope: 'row' }, t('others')),
        el('td', { class: 'num' }, grouped(position.others)),
        el('td', { class: 'num' }, percent(position.others / total)), el('td', {}), el('td', {})));
    }
    const head = (name, kind) => el('th', { scope: 'col', class: kind }, name);
    return el('table', {}, el('thead', {}, el('tr', {}, head(t('Move')), head(t('Games'), 'num'), head(t('Share'), 'num'),
      head(t('Score'), 'num'), head(t('White won, drawn, Black won')))), el('tbody', {}, ...rows));
  }
}

