
/* The damaged and rejected games, each with the finding that says why. */
function startDamaged() {
  if (!byId('data-damaged')) return;
  const rows = named(block('data-damaged'));
  new DataTable(byId('damaged-table'), {
    caption: t('Damaged games'),
    hint: t('Player, event, finding …'),
    rows,
    size: 6,
    sort: ['', 'none'],
    search: (row, needle) => ['white', 'black', 'event', 'date', 'source', 'code', 'meaning', 'reason']
      .some((field) => (row[field] || '').toLowerCase().includes(needle)),
    filters: gameBounds(rows),
    columns: [
      { name: t('Game'), value: (r) => pairing(r), node: (r) => el('span', {}, player(r.white, r.white_elo), ' – ',
        player(r.black, r.black_elo)) },
      plainColumn(t('Verdict'), 'verdict'),
      { name: t('Reason'), value: (r) => r.code, text: (r) => [r.code, r.meaning, r.reason].filter(Boolean).join(' '),
        node: (r) => (r.code ? el('span', {}, el('a', { href: `#${r.code}` }, r.code), ' ', r.meaning, ' ',
          r.meaning ? el('code', {}, r.reason) : r.reason) : NONE) },
      plainColumn(t('Event'), 'event'),
      plainColumn(t('Date'), 'date'),
      sourceColumn(),
    ],
  });
}

const pairing = (game) => `${game.white || '?'} – ${game.black || '?'}`;
const place = (game) => game.source + (game.line == null ? '' : `:${game.line}`);
const sourceColumn = () => ({ name: t('Source and line'), value: place, text: place, node: sourceOf });

/* Where a game was read, and where it is on the web. */
const sourceOf = (game) => el('span', {}, el('bdi', {}, place(game)), ' ', siteLink(game.site));

function siteLink(site) {
  if (!/^https?:/.test(site)) return null;
  try {
    const address = new URL(site);
    return el('a', { href: address.href, rel: 'noopener noreferrer' }, address.host);
  } catch {
    return null;
  }
}
