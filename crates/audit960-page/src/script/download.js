
/* What is saved, made in the page: tables as CSV, pictures as SVG. */
function save(name, type, text) {
  const link = el('a', { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

const saver = (format, name, run) => el('button', {
  type: 'button', class: 'save', 'aria-label': t('Save {0} as {1}', name, format), onclick: run,
}, format);
const fileName = (name) => name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '').toLowerCase();

/* A button that saves rows of cells; `rows` is asked when it is pressed. */
function csvButton(name, rows) {
  const cell = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return saver('CSV', name, () => save(`${fileName(name)}.csv`, 'text/csv',
    rows().map((row) => `${row.map((text) => cell(String(text ?? ''))).join(',')}\r\n`).join('')));
}

/* A button that saves a picture. Pieces are kept elsewhere in the page, with their colours: both go into the file. */
function svgButton(name, picture) {
  return saver('SVG', name, () => {
    const copy = picture().cloneNode(true);
    for (const id of new Set([...copy.querySelectorAll('use')].map((use) => use.getAttribute('href').slice(1)))) {
      copy.prepend(byId(id).cloneNode(true));
    }
    for (const kind of ['piece-w', 'piece-b']) {
      const used = copy.querySelectorAll(`.${kind}`);
      const style = used.length && getComputedStyle(document.querySelector(`.board .${kind}`));
      used.forEach((use) => {
        for (const key of ['fill', 'stroke', 'color', 'stroke-width', 'stroke-linejoin']) use.setAttribute(key, style[key]);
      });
    }
    save(`${fileName(name)}.svg`, 'image/svg+xml', new XMLSerializer().serializeToString(copy));
  });
}

/* Buttons for the tables and the charts that the page has without script. */
function startSaving() {
  for (const area of document.querySelectorAll('main .scroll:has(> table)')) {
    const rows = () => [...area.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => cell.textContent));
    area.after(csvButton(area.getAttribute('aria-label'), rows));
  }
  for (const figure of document.querySelectorAll('figure:has(> .chart)')) {
    const chart = figure.querySelector('.chart');
    figure.append(svgButton(figure.querySelector('h3').textContent, () => chart));
  }
  byId('map-note')?.before(svgButton(t('Start positions by Scharnagl number'), mapPicture));
}
