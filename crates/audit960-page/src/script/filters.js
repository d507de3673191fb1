
/* A field for a bound of a number of rows: at least (sign 1) or at most (sign -1); null where the number is the same in all. */
function bound(label, rows, number, sign) {
  const known = rows.map(number).filter((value) => value != null);
  const least = known.reduce((a, b) => Math.min(a, b), Infinity);
  const most = known.reduce((a, b) => Math.max(a, b), -Infinity);
  if (least >= most) return null;
  const element = el('input', { type: 'number', min: least, max: most, placeholder: sign > 0 ? least : most });
  const keeps = (row) => element.value === ''
    || (number(row) != null && sign * (number(row) - Number(element.value)) >= 0);
  return { label, element, keeps };
}

/* Bounds of years and of ratings. */
const bounds = (rows, year, rating) => [
  bound(t('From year'), rows, year, 1), bound(t('To year'), rows, year, -1),
  bound(t('Mean rating from'), rows, rating, 1), bound(t('Mean rating to'), rows, rating, -1),
].filter(Boolean);

/* The bounds of games that are listed. */
const gameBounds = (rows) => bounds(rows, (row) => Number(row.date.slice(0, 4)) || null,
  (row) => (row.white_elo && row.black_elo ? (row.white_elo + row.black_elo) / 2 : null));
