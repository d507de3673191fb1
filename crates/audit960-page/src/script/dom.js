/* SPDX-License-Identifier: MIT-0
   Script of the report. Text of the archive is only ever set as text, never as markup. */
'use strict';

const byId = (id) => document.getElementById(id);
const block = (id) => JSON.parse(byId(id).textContent);

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

const NONE = '–';
const grouped = (number) => (number == null ? NONE : number.toLocaleString('en-US'));
const fixed = (number, digits) => (number == null ? NONE : number.toFixed(digits));
const percent = (share) => (share == null ? NONE : `${(100 * share).toFixed(1)} %`);
const interval = (low, high) =>
  low == null ? NONE : `${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)} %`;
const probability = (p) => {
  if (p == null) return NONE;
  return p < 0.001 ? p.toExponential(1) : p.toFixed(3);
};
const plural = (count, noun) => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
const words = (label) => label.replaceAll('_', ' ');

/* Wins, draws and losses as a bar; widths are set by script, which the policy of the page allows. */
function resultBar(wins, draws, losses) {
  const total = wins + draws + losses;
  if (total === 0) return null;
  const bar = el('div', {
    class: 'results', role: 'img',
    'aria-label': `White won ${wins}, drawn ${draws}, Black won ${losses}`,
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
    button.textContent = `Theme: ${theme}`;
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
