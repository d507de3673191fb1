
/* A table that can be sorted, searched and paged.

   columns: {name, title, value(row), text(row) or node(row), num, first: 'descending'}
   options: {rows, columns, sort: [column, direction], caption, search, filters, mark}
   search(row, needle): whether a row matches; filters: elements with a function `keeps(row)` each. */
class DataTable {
  constructor(root, options) {
    Object.assign(this, { size: matchMedia('(max-width: 42rem)').matches ? 6 : 10, page: 0, needle: '', filters: [] }, options);
    this.input = el('input', { type: 'search', placeholder: this.hint, 'aria-label': this.hint });
    this.input.addEventListener('input', () => {
      this.needle = this.input.value.trim().toLowerCase();
      this.page = 0;
      this.draw();
    });
    this.count = el('output', { 'aria-live': 'polite' });
    this.previous = el('button', { type: 'button', onclick: () => this.turn(-1) }, t('Previous'));
    this.next = el('button', { type: 'button', onclick: () => this.turn(1) }, t('Next'));
    this.all = el('button', { type: 'button', onclick: () => this.showAll() }, t('Show all'));
    this.head = el('tr');
    this.body = el('tbody');
    const table = el('table', {}, el('caption', { class: 'visually-hidden' }, this.caption),
      el('thead', {}, this.head), this.body);
    for (const filter of this.filters) {
      filter.element.addEventListener('input', () => { this.page = 0; this.draw(); });
    }
    const filters = el('details', { class: 'filters' }, el('summary', {}, t('Filters')), el('div', { class: 'controls' },
      ...this.filters.map((filter) => el('label', {}, `${filter.label} `, filter.element))));
    const controls = el('div', { class: 'controls' }, this.input, this.filters.length ? filters : null);
    root.replaceChildren(controls,
      el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': this.caption }, table),
      el('div', { class: 'pager' }, this.count, this.previous, this.next, this.all, csvButton(this.caption, () => this.cells())));
    this.drawHead();
    this.draw();
  }

  drawHead() {
    this.head.replaceChildren(...this.columns.map((column) => el('th', {
      scope: 'col', class: column.num ? 'num' : null, 'aria-sort': this.direction(column),
    }, el('button', { type: 'button', title: column.title, onclick: () => this.sortBy(column) },
      column.name))));
  }

  direction(column) {
    return this.sort[0] === column.name ? this.sort[1] : 'none';
  }

  sortBy(column) {
    const turned = { ascending: 'descending', descending: 'ascending' };
    const first = column.num ? 'descending' : 'ascending';
    this.sort = [column.name, turned[this.direction(column)] || column.first || first];
    this.page = 0;
    this.columns.forEach((other, index) => {
      this.head.children[index].setAttribute('aria-sort', this.direction(other));
    });
    this.draw();
  }

  /* Rows that are kept, in order. Rows without a value come last in either direction. */
  kept() {
    const kept = this.rows.filter((row) => this.filters.every((filter) => filter.keeps(row))
      && (this.needle === '' || this.search(row, this.needle)));
    const column = this.columns.find((other) => other.name === this.sort[0]);
    if (!column) return kept;
    const sign = this.sort[1] === 'ascending' ? 1 : -1;
    const keyed = kept.map((row, place) => ({ row, place, key: column.value(row) }));
    keyed.sort((a, b) => {
      if (a.key == null || b.key == null) return (a.key == null) - (b.key == null) || a.place - b.place;
      return sign * ((a.key > b.key) - (a.key < b.key)) || a.place - b.place;
    });
    return keyed.map((entry) => entry.row);
  }

  /* Heads and cells of all rows that are kept, as texts. */
  cells() {
    const text = (row, column) => (column.text || column.value)(row);
    return [this.columns.map((column) => column.name),
      ...this.kept().map((row) => this.columns.map((column) => text(row, column)))];
  }

  draw() {
    const kept = this.kept();
    const pages = Math.max(1, Math.ceil(kept.length / this.size));
    this.page = Math.min(this.page, pages - 1);
    const from = this.page * this.size;
    const shown = kept.slice(from, from + this.size);
    this.body.replaceChildren(...shown.map((row) => this.row(row)));
    const total = kept.length === this.rows.length ? '' : t(' (of {0})', grouped(this.rows.length));
    this.count.textContent = kept.length === 0 ? t('Nothing found{0}', total)
      : t('{0} of {1}{2}', `${grouped(from + 1)}–${grouped(from + shown.length)}`, grouped(kept.length), total);
    this.previous.disabled = this.page === 0;
    this.next.disabled = this.page >= pages - 1;
    this.all.hidden = pages === 1;
  }

  row(row) {
    const cells = this.columns.map((column, index) => el(index === 0 ? 'th' : 'td',
      { scope: index === 0 ? 'row' : null, class: column.num ? 'num' : null },
      column.node ? column.node(row) : column.text(row)));
    const element = el('tr', {}, ...cells);
    if (this.mark) this.mark(row, element);
    return element;
  }

  turn(pages) {
    this.page += pages;
    this.draw();
  }

  showAll() {
    this.size = Math.max(this.rows.length, 1);
    this.page = 0;
    this.draw();
  }
}
