// What a screen reader says of a picture, beside what the program answers with: `starts`, `starts --by year`, `draws`.

import assert from 'node:assert/strict';
import { factsOf } from './incidents.mjs';

const label = (page, picture) => page.locator(picture).first().getAttribute('aria-label');
const percent = (share) => (share == null ? '–' : `${(100 * share).toFixed(1)} %`);
const numbers = (text) => text.match(/[\d.]+/g).map(Number);

export async function checkDescriptions(page, expected) {
  await checkMap(page, expected.starts);
  await checkBoards(page, expected.starts);
  await checkFunnel(page, expected.starts);
  await checkYears(page, expected.years);
  await checkCastling(page, expected.castling);
  await checkClaims(page, expected.draws);
}

/* The map: each square says games and score. */
async function checkMap(page, starts) {
  const labels = await page.locator('.cell').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label')));
  const known = new Map(starts.map((row) => [row.start, row]));
  labels.forEach((text, number) => {
    const row = known.get(number);
    if (!row) return assert.match(text, new RegExp(`^${number} [A-Z]{8}: no game$`));
    const words = new RegExp(`^${number} ${row.arrangement}: ${row.games} games?, score (\\S+)`).exec(text);
    assert.ok(words, text);
    if (row.score == null) assert.equal(words[1], '–');
    else assert.ok(Math.abs(Number(words[1]) - 100 * row.score) < 0.051, text);
  });
}

/* The boards: the positions that stand out, each with what its square of the map says. */
async function checkBoards(page, starts) {
  const boards = await page.locator('#boards section').evaluateAll((groups) => groups.map((group) =>
    [...group.querySelectorAll('.board')].map((board) => board.getAttribute('aria-label'))));
  const games = starts.map((row) => row.games).sort((a, b) => a - b);
  const adjusted = starts.map((row) => row.adjusted_score).filter((score) => score != null).sort((a, b) => a - b);
  const row = (text) => starts.find(({ start }) => start === Number(text.split(' ')[0]));
  const values = (group, field) => boards[group].map((text) => row(text)[field]);
  assert.deepEqual(values(0, 'games'), games.slice(-2).reverse());
  assert.deepEqual(values(1, 'games'), games.slice(0, 2));
  for (const [shown, best] of [[values(2, 'adjusted_score'), adjusted.slice(-2).reverse()],
    [values(3, 'adjusted_score'), adjusted.slice(0, 2)]]) {
    shown.forEach((score, place) => assert.ok(Math.abs(score - best[place]) < 1e-6, `${score} for ${best[place]}`));
  }
  for (const text of boards.flat()) {
    const cell = `.cell[data-number="${text.split(' ')[0]}"]`;
    assert.equal(text, await label(page, cell));
  }
}

/* The funnel: positions with a score, and those outside the limits of the normal distribution. */
async function checkFunnel(page, starts) {
  const scored = starts.filter((row) => row.score != null);
  const sum = (of) => scored.reduce((all, row) => all + of(row), 0);
  const games = (row) => row.white_wins + row.draws + row.black_wins;
  const mean = sum((row) => row.white_wins + row.draws / 2) / sum(games);
  const variance = sum((row) => row.white_wins + row.draws / 4) / sum(games) - mean ** 2;
  const outside = (limit) => scored.filter((row) =>
    Math.abs(row.score - mean) > limit * Math.sqrt(variance / games(row))).length;
  const [, after] = (await label(page, '#funnel-chart .chart')).split('Start positions: ');
  const [positions, , near, , far] = numbers(after.replace('99.8 percent limits', '99.8 limits'));
  assert.deepEqual([positions, near, far], [scored.length, outside(1.959964), outside(3.090232)]);
}

/* The years: scores and draws of the first and of the last. */
async function checkYears(page, years) {
  const scored = years.filter((row) => row.year != null && row.score != null).sort((a, b) => a.year - b.year);
  const [first, last] = [scored[0], scored.at(-1)];
  const text = await label(page, '#trend .chart');
  assert.ok(text.includes(`${first.year} to ${last.year}: score ${percent(first.score)} in the first year and `
    + `${percent(last.score)} in the last, draws ${percent(first.draw_share)} and ${percent(last.draw_share)}.`), text);
}

/* The charts of castling: the mean, and the places with the highest and the lowest value. */
async function checkCastling(page, rows) {
  const sum = (part) => rows.reduce((all, row) => all + part(row), 0);
  const rights = (row) => row.rights_played;
  const games = (row) => row.wins + row.draws + row.losses;
  const points = (row) => row.wins + row.draws / 2;
  // A half-move n belongs to move (n + 1) / 2.
  const move = (row) => (row.mean_ply + 1) / 2;
  const share = (part, whole) => (whole ? 100 * part / whole : null);
  const measures = [
    [(row) => share(row.castled, rights(row)), share(sum((row) => row.castled), sum(rights)), 0.51],
    [(row) => share(points(row), games(row)), share(sum(points), sum(games)), 0.51],
    [(row) => (row.castled ? move(row) : null), sum((row) => move(row) * row.castled) / sum((row) => row.castled), 0.051],
  ];
  for (const [index, [value, mean, near]] of measures.entries()) {
    const text = await page.locator('#castling .chart').nth(index).getAttribute('aria-label');
    const words = /: (\S+).* on the whole, most with (\S+).* for king (.) and rook (.), least with (\S+).* for king (.) and rook (.)\./;
    const said = words.exec(text);
    assert.ok(said, text);
    const at = (king, rook) => value(rows.find((row) => row.king_file === king && row.rook_file === rook));
    const known = rows.map(value).filter((one) => one != null);
    const expected = [mean, Math.max(...known), Math.min(...known)];
    [said[1], said[2], said[5]].forEach((shown, place) =>
      assert.ok(Math.abs(Number(shown) - expected[place]) < near, `${expected} in ${text}`));
    assert.deepEqual([at(said[3], said[4]), at(said[6], said[7])], expected.slice(1), text);
  }
}

/* The board of a claim: the move before the claim that the words name, in a game that `draws` lists. */
async function checkClaims(page, draws) {
  const rows = page.locator('#incidents-table tbody tr');
  for (let index = 0; index < await rows.count(); index++) {
    await rows.nth(index).locator('button').click();
    const facts = await factsOf(page, '#incident');
    const fen = await page.locator('#incident dd code').first().innerText();
    const [, number, dots] = /Claim\s+(\d+)(\.+) /.exec(facts);
    const names = (row) => [row.fen, row.white_first_fen, row.black_first_fen].includes(fen);
    assert.ok(draws.some((row) => row.rule === 'fifty' && names(row)), fen);
    const text = await label(page, '#incident .board');
    const before = dots === '...' ? `After ${number}.` : `After ${number - 1}…`;
    assert.ok(text.startsWith(`Board: ${before}`) || text === 'Board: Before the run', `${text}: ${facts}`);
  }
}
