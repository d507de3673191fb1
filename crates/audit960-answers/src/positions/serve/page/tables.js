// What games made of a position: the bar of results, the table of moves, the list of games.

import { byId, el } from './dom.js';
import { grouped, interval, percent, rounded, t } from './texts.js';

const number = (...content) => el('td', { className: 'num' }, ...content);
const small = (text) => el('small', {}, text);
const head = (name, className = '') => el('th', { scope: 'col', className }, t(name));
const none = (name) => el('p', { className: 'none' }, t(name));

// Wins, draws and losses as a bar; parts too narrow for their number are empty.
function resultBar({ white, draws, black }) {
  const total = white + draws + black;
  if (total === 0) return null;
  const label = t('resultBar', ...[white, draws, black].map(grouped));
  const part = (className, count) =>
    el('span', { className, style: { flexGrow: count } }, count / total < 0.18 ? '' : rounded(count / total));
  return el('div', { className: 'results', role: 'img', title: label, 'aria-label': label },
    part('w', white), part('d', draws), part('b', black));
}

// The score of all games that reached the position, and how they ended.
export function showTotal({ total }) {
  const { white, draws, black, unfinished } = total;
  const decided = white + draws + black;
  const score = decided ? [el('strong', {}, `${t('score')} ${percent((white + draws / 2) / decided)}`)] : [];
  const without = unfinished ? [small(t('unfinished', grouped(unfinished)))] : [];
  byId('total').replaceChildren(...[resultBar(total) ?? '', el('p', { className: 'sums' }, ...score, ...without)]);
}

// The table of moves. `play` plays one, `point` shows it on the board.
export function showMoves({ moves, total }, play, point) {
  const hadFocus = byId('moves').contains(document.activeElement);
  if (moves.length === 0) {
    byId('moves').replaceChildren(none(total.games ? 'noMoves' : 'noGames'));
    if (hadFocus) byId('moves').focus();
    return;
  }
  const isRated = moves.some((move) => move.averageRating != null);
  const rows = moves.map((move) => el('tr', {
    onclick: () => play(move.uci), onmouseenter: () => point(move.uci), onmouseleave: () => point(null),
    onfocusin: () => point(move.uci), onfocusout: () => point(null),
  },
  el('th', { scope: 'row' }, el('button', { type: 'button', className: 'open' }, move.san)),
  number(grouped(move.games), small(percent(move.games / total.games))),
  el('td', {}, resultBar(move)),
  number(percent(move.score), small(interval(move.low, move.high))),
  isRated ? el('td', { className: 'num rating' }, move.averageRating == null ? '–' : String(move.averageRating)) : null));
  byId('moves').replaceChildren(el('table', {},
    el('thead', {}, el('tr', {}, head('move'), head('gamesHead', 'num'), head('results'), head('score', 'num'),
      isRated ? head('rating', 'num rating') : null)),
    el('tbody', {}, ...rows)));
  // Enter after Enter plays the most played moves.
  if (hadFocus) byId('moves').querySelector('button').focus();
}

// A player with the rating of that game.
const player = ({ name, rating }) => [name ?? '?', rating ? small(` ${rating}`) : ''];

// Games that reached the position, each with its address and its PGN.
export function showGames({ games: list }) {
  byId('games-part').hidden = list.length === 0;
  const rows = list.map((game) => {
    const players = `${game.white.name ?? '?'} – ${game.black.name ?? '?'}`;
    const link = (href, name, label) => el('a', { href, rel: 'noreferrer', 'aria-label': t(label, players) }, name);
    return el('tr', {}, el('td', {}, el('div', {}, ...player(game.white)), el('div', {}, ...player(game.black))),
      el('td', { className: 'num' }, game.result), number(game.year ?? '–'),
      el('td', { className: 'links' }, game.link ? link(game.link, t('game'), 'gameLink') : null,
        link(game.pgn, 'PGN', 'gamePgn')));
  });
  byId('games').replaceChildren(el('table', {},
    el('thead', {}, el('tr', {}, head('players'), head('result', 'num'), head('year', 'num'),
      el('th', { scope: 'col' }, el('span', { className: 'visually-hidden' }, t('game'))))),
    el('tbody', {}, ...rows)));
}

// The line of play as buttons, numbered from the position it begins with; the current one is marked.
export function showLine(line, at, startFen, go) {
  const [, side, , , , number = '1'] = startFen.split(' ');
  const first = 2 * Number(number) - (side === 'w' ? 2 : 1);
  const items = line.map(({ san }, index) => {
    const ply = first + index;
    const isWhite = ply % 2 === 0;
    const count = isWhite || index === 0 ? `${Math.floor(ply / 2) + 1}${isWhite ? '.' : '…'}` : '';
    const button = el('button', { type: 'button', onclick: () => go(index + 1) }, san);
    if (index + 1 === at) button.setAttribute('aria-current', 'step');
    return el('li', {}, count, button);
  });
  const hadFocus = byId('line').contains(document.activeElement);
  byId('line').replaceChildren(...items);
  const current = byId('line').querySelector('[aria-current]');
  if (hadFocus) current?.focus();
  byId('line').scrollTop = current ? current.offsetTop - byId('line').clientHeight / 2 : 0;
  return items.slice(0, at).map((item) => item.textContent).join(' ');
}
