// SPDX-License-Identifier: GPL-3.0-or-later
// The explorer: what is shown, its address, and what the reader does.

import { Board } from './board.js';
import { byId, el } from './dom.js';
import { showGames, showLine, showMoves, showTotal } from './tables.js';
import { LANGUAGE, games, t } from './texts.js';

const ORTHODOX = '518';
// The groups of ratings and the speeds of the explorer's interface; a group reaches up to the next.
const RATINGS = [0, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2500];
const ratingGroup = (from, index) => (index + 1 < RATINGS.length ? `${from}–${RATINGS[index + 1] - 1}` : `${from}+`);
const SPEEDS = ['ultraBullet', 'bullet', 'blitz', 'rapid', 'classical', 'correspondence'];
const FILTERS = ['since', 'until', 'ratings', 'speeds'];

// What the address says: a start, a line of play and how much of it has been played, filters, the side that is below.
function ofAddress() {
  const given = new URLSearchParams(location.search);
  const line = (given.get('play') ?? '').split(',').filter(Boolean).map((uci) => ({ uci }));
  const at = Math.min(Number(given.get('at') ?? line.length) || 0, line.length);
  const side = given.get('side') === 'black' ? 'black' : 'white';
  const filters = Object.fromEntries(FILTERS.map((name) => [name, given.get(name) ?? '']));
  return { start: given.get('start') ?? ORTHODOX, line, at, side, ...filters };
}

function addressOf({ start, line, at, side, ...filters }) {
  const named = { start, play: line.map((move) => move.uci).join(','), ...filters };
  if (at < line.length) named.at = String(at);
  if (side === 'black') named.side = side;
  const lang = new URLSearchParams(location.search).get('lang');
  return `?${query({ ...named, lang: lang ?? '' })}`;
}

// Names with values as a query; commas and slashes stay readable.
function query(named) {
  const given = Object.entries(named).filter(([, value]) => value !== '');
  return new URLSearchParams(given).toString().replaceAll('%2C', ',').replaceAll('%2F', '/');
}

// What the server says of a position after `plies` half-moves of the line.
async function ask(wanted, plies, signal) {
  const { start, since, until, ratings, speeds } = wanted;
  const play = wanted.line.slice(0, plies).map((move) => move.uci).join(',');
  let response;
  let answer;
  try {
    response = await fetch(`position?${query({ start, play, since, until, ratings, speeds })}`, { signal });
    answer = await response.json();
  } catch (error) {
    throw error.name === 'AbortError' ? error : new Error(t('unreachable'));
  }
  if (!response.ok) throw new Error(`${t('refused')} ${answer.error}`);
  return answer;
}

let state = ofAddress();
let shown = null;
let asking = new AbortController();
const board = new Board(play);

// Asks for the wanted state and shows it. If the server refuses, what was shown stays, with its address.
async function go(wanted, remember = true) {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  try {
    let { line } = wanted;
    if (line.slice(wanted.at).some((move) => !move.san)) ({ line } = await ask(wanted, line.length, signal));
    const answer = await ask(wanted, wanted.at, signal);
    line = [...answer.line, ...line.slice(wanted.at)];
    state = { ...wanted, line, start: String(answer.start.number ?? answer.start.fen) };
    if (remember) history.pushState(null, '', addressOf(state));
    else history.replaceState(null, '', addressOf(state));
    show(answer);
    byId('error').hidden = true;
  } catch (error) {
    if (error.name === 'AbortError') return;
    byId('error').textContent = error.message;
    byId('error').hidden = false;
    board.restore();
  }
}

function show(answer) {
  shown = answer;
  const { number, arrangement } = answer.start;
  byId('start-name').textContent = number == null ? t('otherStart') : t('namedStart', number, arrangement);
  const played = showLine(state.line, state.at, answer.start.fen, (at) => go({ ...state, at }));
  const place = played ? t('after', played) : t('atStart');
  document.title = `${place} – ${byId('start-name').textContent}`;
  byId('answer').hidden = false;
  byId('where').textContent = `${t('reached', place, games(answer.total.games))}.`;
  byId('turn').textContent = `${answer.over ? t(answer.over) : t(answer.turn) + (answer.check ? `, ${t('check')}` : '')}.`;
  byId('link').href = addressOf(state);
  byId('scope').textContent = t('scope', answer.dataset.name, games(answer.dataset.games));
  board.show(answer, state.side, t('board', `${place}. ${byId('turn').textContent}`));
  showTotal(answer);
  showMoves(answer, play, (uci) => board.point(uci));
  showGames(answer);
  byId('start').value = number ?? answer.start.fen;
  byId('move').placeholder = answer.legal[0]?.san ?? '';
  byId('legal').replaceChildren(...answer.legal.map(({ san }) => el('option', { value: san })));
  byId('home').disabled = byId('back').disabled = state.at === 0;
  byId('on').disabled = byId('end').disabled = state.at === state.line.length;
  showFilters();
}

function showFilters() {
  const form = byId('filter-form');
  for (const name of ['since', 'until']) form.elements[name].value = state[name];
  for (const name of ['ratings', 'speeds']) {
    const chosen = state[name].split(',');
    for (const box of form.querySelectorAll(`[name="${name}"]`)) box.checked = chosen.includes(box.value);
  }
  if (FILTERS.some((name) => state[name])) byId('filters').open = true;
}

// Plays a move: one that the line goes on with keeps the line, another one ends it.
function play(uci) {
  const { line, at } = state;
  const goesOn = line[at]?.uci === uci;
  go({ ...state, line: goesOn ? line : [...line.slice(0, at), { uci }], at: at + 1 });
}

const step = (at) => {
  if (at >= 0 && at <= state.line.length && at !== state.at) go({ ...state, at });
};
const steps = {
  home: () => step(0), back: () => step(state.at - 1), on: () => step(state.at + 1), end: () => step(state.line.length),
};
const keys = { Home: 'home', ArrowLeft: 'back', ArrowRight: 'on', End: 'end' };

// A move in words, as SAN or UCI: signs of check and the letter for castling do not matter.
function typed(text) {
  const plain = (san) => san.replace(/[+#!?=x]/g, '').replaceAll('0', 'O');
  return shown?.legal.find(({ uci, san }) => uci === text.toLowerCase() || plain(san) === plain(text));
}

const begin = (start) => go({ ...state, start, line: [], at: 0 });

function listen() {
  for (const [id, act] of Object.entries(steps)) byId(id).addEventListener('click', act);
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.closest('input, select, dialog') || event.altKey || event.ctrlKey || event.metaKey;
    if (isTyping || !keys[event.key]) return;
    steps[keys[event.key]]();
    event.preventDefault();
  });
  byId('flip').addEventListener('click', () => go({ ...state, side: state.side === 'white' ? 'black' : 'white' }));
  byId('start-form').addEventListener('submit', (event) => {
    event.preventDefault();
    begin(byId('start').value.trim());
  });
  byId('lot').addEventListener('click', () => begin(String(Math.floor(960 * Math.random()))));
  byId('move-form').addEventListener('submit', (event) => {
    event.preventDefault();
    const text = byId('move').value.trim();
    const move = typed(text);
    byId('error').hidden = move != null;
    byId('error').textContent = move ? '' : t('illegal', text);
    byId('move').value = '';
    if (move) play(move.uci);
  });
  byId('filter-form').addEventListener('change', (event) => {
    const given = new FormData(event.currentTarget);
    go({ ...state, ...Object.fromEntries(FILTERS.map((name) => [name, given.getAll(name).join(',').trim()])) });
  });
  byId('filter-form').addEventListener('submit', (event) => event.preventDefault());
  byId('all').addEventListener('click', () => go({ ...state, ...Object.fromEntries(FILTERS.map((name) => [name, ''])) }));
  byId('language').addEventListener('change', (event) => {
    const given = new URLSearchParams(location.search);
    given.set('lang', event.target.value);
    location.search = query(Object.fromEntries(given));
  });
  addEventListener('popstate', () => go(ofAddress(), false));
}

function write() {
  document.documentElement.lang = LANGUAGE;
  byId('language').value = LANGUAGE;
  byId('start').placeholder = t('startHint');
  for (const element of document.querySelectorAll('[data-text]')) element.textContent = t(element.dataset.text);
  for (const element of document.querySelectorAll('[data-label]')) {
    element.setAttribute('aria-label', t(element.dataset.label));
    if (element.tagName === 'BUTTON') element.title = t(element.dataset.label);
  }
  const boxes = (name, values, label) => byId(name).append(...values.map((value, index) =>
    el('label', {}, el('input', { type: 'checkbox', name, value }), label(value, index))));
  boxes('ratings', RATINGS, ratingGroup);
  boxes('speeds', SPEEDS, t);
}

write();
listen();
go(state, false);
