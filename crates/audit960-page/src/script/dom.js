/* SPDX-License-Identifier: MIT-0
   Script of the report. Text of the archive is only ever set as text, never as markup. */
'use strict';

const byId = (id) => document.getElementById(id);
const block = (id) => JSON.parse(byId(id).textContent);
/* Rows, each with its values under the names of fields and its place in the list. */
const named = ({ fields, rows }) => rows.map((row, index) =>
  ({ index, ...Object.fromEntries(fields.map((field, place) => [field, row[place]])) }));

/* The element `tag` with attributes and children; strings become text. */
function el(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child != null));
  return element;
}

/* The same in SVG. */
function svg(tag, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/* Labels in the language of the page, by their English text; {0}, {1} … are places for values. */
const { labels: TEXTS, counts: COUNTS, locale: LOCALE } = block('data-labels');
const t = (text, ...values) => (TEXTS[text] || text).replace(/\{(\d)\}/g, (_, place) => values[place]);

const NONE = '–';
const POINT = (1.5).toLocaleString(LOCALE)[1];
const grouped = (number) => (number == null ? NONE : number.toLocaleString(LOCALE));
/* Of a number that is as near to one as to the other the even one is shown, as in the tables of the program. */
const fixed = (number, digits) => {
  if (number == null) return NONE;
  const scaled = number * 10 ** digits;
  const below = Math.floor(scaled);
  const shown = scaled - below === 0.5 && below % 2 === 0 ? below / 10 ** digits : number;
  return shown.toFixed(digits).replace('.', POINT);
};
const percent = (share) => (share == null ? NONE : `${fixed(100 * share, 1)}\u00a0%`);
const interval = (low, high) =>
  low == null ? NONE : `${fixed(100 * low, 1)}–${fixed(100 * high, 1)}\u00a0%`;
const probability = (p) => {
  if (p == null) return NONE;
  return p < 0.001 ? p.toExponential(1).replace('.', POINT) : fixed(p, 3);
};
/* A count with its noun, whose form is that of CLDR. */
const RULES = new Intl.PluralRules(LOCALE);
const plural = (key, count) =>
  (COUNTS[key][RULES.select(count)] || COUNTS[key].other).replace('{0}', grouped(count));

/* Wins, draws and losses as a bar; widths are set by script, which the policy of the page allows. */
function resultBar(wins, draws, losses) {
  const total = wins + draws + losses;
  if (total === 0) return null;
  const bar = el('div', {
    class: 'results', role: 'img',
    'aria-label': t('White won {0}, drawn {1}, Black won {2}', wins, draws, losses),
  });
  for (const [kind, count] of [['w', wins], ['d', draws], ['b', losses]]) {
    if (count === 0) continue;
    const part = el('span', { class: kind }, grouped(count));
    part.style.flexGrow = count;
    bar.append(part);
  }
  return bar;
}

/* Cycles through the themes; the choice is stored where the browser lets a local file store anything. */
function startTheme() {
  const themes = ['auto', 'light', 'dark'];
  const button = byId('theme');
  const set = (theme) => {
    if (theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    button.textContent = t('Theme: {0}', t(theme));
  };
  let theme = 'auto';
  try {
    theme = localStorage.getItem('audit960-theme') || theme;
  } catch { /* Storage is closed to files in some browsers. */ }
  set(theme);
  button.addEventListener('click', () => {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length];
    set(theme);
    try {
      localStorage.setItem('audit960-theme', theme);
    } catch { /* As above. */ }
  });
}
