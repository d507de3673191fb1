
/* A list of claims, and beside it the card of one: its players, its board, and facts about it. */
class ClaimList {
  constructor(kind, rows, { card, caption, hint, columns, filter, searched, board, stepper, facts, shows }) {
    Object.assign(this, { rows, board, stepper, facts, shows, card: byId(card), shown: null });
    this.table = new DataTable(byId(`${kind}-table`), {
      caption,
      hint,
      rows,
      sort: ['', 'none'],
      search: (row, needle) => ['white', 'black', 'event', 'date', 'venue', 'name', ...searched]
        .some((field) => row[field].toLowerCase().includes(needle)),
      filters: [filter, ...gameBounds(rows)].filter(Boolean),
      mark: (row, element) => {
        element.dataset.claim = row.index;
        element.classList.toggle('current', row === this.shown);
      },
      columns: [{ name: t('Game'), value: pairing, node: (r) => el('button', {
        type: 'button', class: 'open', onclick: () => this.show(r.index, true),
      }, el('bdi', {}, r.white || '?'), ' – ', el('bdi', {}, r.black || '?')) }, ...columns],
    });
    this.card.hidden = false;
    this.show(0, false);
  }

  show(index, focus) {
    const row = this.rows[index];
    if (!row) return;
    this.shown = row;
    for (const element of this.table.body.children) {
      element.classList.toggle('current', Number(element.dataset.claim) === index);
    }
    const title = el('h3', { tabindex: -1 }, player(row.white, row.white_elo), ' – ',
      player(row.black, row.black_elo), ` ${row.result}`);
    const stepper = row.run ? this.stepper(row) : null;
    const [main, ...others] = this.facts(row);
    this.more = el('details', { open: this.more?.open }, el('summary', {}, t('More of this claim')), facts(others));
    this.card.replaceChildren(title,
      el('p', { class: 'faint' }, [row.event, /[\w]/.test(row.round) && t('round {0}', row.round), row.date]
        .filter(Boolean).join(', '), ' ', siteLink(row.site)),
      stepper ? stepper.element : drawBoard(boardOf(row.fen), this.board),
      facts([main]), this.more);
    if (stepper) stepper.markMove();
    if (!focus) return;
    title.focus({ preventScroll: true });
    this.card.scrollIntoView({ block: 'nearest' });
    if (this.shows) this.shows(index);
  }
}

/* A choice among the labels that the rows have in a field. */
function chosen(label, rows, field, texts) {
  const present = Object.entries(texts).filter(([value]) => rows.some((row) => row[field] === value));
  const element = el('select', {}, el('option', { value: '' }, t('any')),
    ...present.map(([value, text]) => el('option', { value }, text)));
  return { label, element, keeps: (row) => !element.value || row[field] === element.value };
}

const plainColumn = (name, field) => ({ name, value: (r) => r[field], text: (r) => r[field] });
const sideName = (side) => (side === 'white' ? t('White') : t('Black'));
const turns = (count) => plural('count-turns', count);
/* The venue, and what stood in the way of the claim there, which may name it. */
const venueOf = ({ venue, objection }) =>
  (!objection ? venue : objection.includes(venue) ? objection : t('{0}: {1}', venue, objection));

/* Who lost half a point by a claim, and whether the law leaves that open; else what became of the game. */
function outcomeOf(claim) {
  if (!claim.half_point_lost_by) return claim.given ? OUTCOMES[claim.outcome] : NONE;
  const side = sideName(claim.half_point_lost_by);
  return claim.law_uncertain ? t('{0} lost half a point (law uncertain)', side) : t('{0} lost half a point', side);
}

const outcomeColumn = () =>
  ({ name: t('Outcome'), value: (r) => (r.half_point_lost_by ? '' : r.outcome), text: outcomeOf });
