// The board: chessground, with the moves that the server says are legal.

import { Chessground } from './chessground.js';
import { byId, el } from './dom.js';
import { t } from './texts.js';

const ARROWS = 8;
const brush = (key, color) => ({ key, color, opacity: 1, lineWidth: 10 });
const BRUSHES = { share: brush('share', '#2a62b8'), pointed: brush('pointed', '#c2410c') };
const squares = (uci) => [uci.slice(0, 2), uci.slice(2, 4)];

// The squares a move may be dropped on. The king castles onto its rook, and onto the square where it will stand if no other
// move of it could be meant: two files away at least, and not where another rook castles.
function drops({ uci, san }, legal) {
  const [from, to] = squares(uci);
  if (!san.startsWith('O-O')) return [to];
  const target = (san.startsWith('O-O-O') ? 'c' : 'g') + to[1];
  const files = Math.abs(target.charCodeAt(0) - from.charCodeAt(0));
  const isFree = files > 1 && !legal.some((other) => other.uci.startsWith(from + target));
  return isFree ? [to, target] : [to];
}

export class Board {
  constructor(play) {
    this.play = play;
    this.ground = Chessground(byId('board'), {
      animation: { enabled: !matchMedia('(prefers-reduced-motion: reduce)').matches },
      drawable: { enabled: false, visible: true, brushes: BRUSHES },
      movable: { free: false, events: { after: (from, to) => this.dropped(from, to) } },
      premovable: { enabled: false },
    });
    // chessground remembers where the board is; lines that appear above it move it.
    byId('board').addEventListener('pointerdown', () => this.ground.state.dom.bounds.clear(), { capture: true });
  }

  // Shows an answer of the server; `label` says it in words.
  show(answer, side, label) {
    const dests = new Map();
    this.shown = [answer, side, label];
    this.answer = answer;
    this.moves = new Map();
    for (const move of answer.legal) {
      const [from] = squares(move.uci);
      for (const to of drops(move, answer.legal)) {
        const key = from + to;
        dests.set(from, [...(dests.get(from) ?? []), to]);
        this.moves.set(key, [...(this.moves.get(key) ?? []), move.uci]);
      }
    }
    const last = answer.line.at(-1);
    this.ground.set({
      fen: answer.fen, orientation: side, turnColor: answer.turn, check: answer.check, lastMove: last && squares(last.uci),
      selected: undefined, movable: { color: answer.turn, dests },
    });
    byId('board').setAttribute('aria-label', label);
    this.point(null);
  }

  // Puts back a piece whose move was not played.
  restore() {
    if (this.shown) this.show(...this.shown);
  }

  // Arrows of the most played moves, as wide as their share; the move that is pointed at stands out.
  point(uci) {
    const { moves, total } = this.answer;
    const arrow = (name, brush, lineWidth) => {
      const [orig, dest] = squares(name);
      return { orig, dest, brush, modifiers: { lineWidth } };
    };
    const shapes = moves.slice(0, ARROWS).filter((move) => move.uci !== uci)
      .map((move) => arrow(move.uci, 'share', 3 + Math.round(9 * move.games / total.games)));
    if (uci) shapes.push(arrow(uci, 'pointed', 10));
    this.ground.setAutoShapes(shapes.reverse());
  }

  // A piece was moved on the board. Several moves of a pawn differ by what it becomes.
  async dropped(from, to) {
    const moves = this.moves.get(from + to);
    const uci = moves.length === 1 ? moves[0] : await promoted(moves);
    if (uci) this.play(uci);
    else this.restore();
  }
}

// Asks which of these promotions is meant.
function promoted(moves) {
  const dialog = byId('promotion');
  const choices = ['Q', 'R', 'B', 'N'].map((piece) => el('button', {
    value: moves.find((uci) => uci.endsWith(piece.toLowerCase())),
  }, t(piece)));
  byId('pieces').replaceChildren(...choices, el('button', { value: '' }, t('cancel')));
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue), { once: true });
  });
}
