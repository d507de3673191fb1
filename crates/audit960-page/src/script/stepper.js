
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/* A board on which moves are stepped through; step 0 is the position before the first of them. What is said of a step,
   and which moves are marked, is up to those who extend it. */
class LineStepper {
  constructor([placement, whiteFirst, number, , san, squares], { home, hint, start, end, listLabel, rangeLabel, first }) {
    Object.assign(this, { whiteFirst, number, homeStep: first });
    this.san = san === '' ? [] : san.split(' ');
    this.squares = this.san.map((_, index) =>
      [DIGITS.indexOf(squares[2 * index]), DIGITS.indexOf(squares[2 * index + 1])]);
    this.boards = [boardOf(placement)];
    this.san.forEach((move, index) => {
      this.boards.push(moved(this.boards[index], ...this.squares[index], move));
    });
    this.picture = el('div');
    this.range = el('input', {
      type: 'range', class: 'steps', min: 0, max: this.san.length, 'aria-label': rangeLabel,
      oninput: () => this.go(Number(this.range.value)),
    });
    this.say = el('p', { class: 'say', 'aria-live': 'polite' });
    const button = (name, label, step) => el('button', {
      type: 'button', 'aria-label': label, title: label, onclick: () => this.go(step()),
    }, name);
    this.buttons = el('div', { class: 'stepper' },
      button('«', start, () => 0),
      button('‹', t('One half-move back'), () => this.step - 1),
      button(home, hint, () => this.homeStep),
      button('›', t('One half-move on'), () => this.step + 1),
      button('»', end, () => this.san.length));
    this.listLabel = listLabel;
  }

  /* Puts the parts together, with `more` between the range and the sentence, and begins. */
  begin(...more) {
    this.list = this.moveList();
    this.element = el('div', {}, this.picture, this.buttons, this.range, ...more, this.say, this.list);
    this.go(this.homeStep);
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
    const place = this.step === 0 ? this.before() : t('After {0}', this.moveName(this.step));
    this.range.setAttribute('aria-valuetext', place);
    this.picture.replaceChildren(drawBoard(this.boards[this.step], t('Board: {0}', place),
      this.step === 0 ? [] : this.squares[this.step - 1]));
    this.say.replaceChildren(...this.told(place));
    this.markMove();
  }

  moveList() {
    const spans = this.san.map((_, index) => {
      const step = index + 1;
      const full = index === 0 || this.whiteMoves(index);
      const text = full ? this.moveName(step) : this.san[index];
      return el('span', { class: this.marked(index) ? 'claim' : null, onclick: () => this.go(step) }, text);
    });
    this.spans = spans;
    const list = el('div', { class: 'moves', tabindex: 0, role: 'region', 'aria-label': this.listLabel });
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
