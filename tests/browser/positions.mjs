// The table of the start positions, their map, and the window about one of them.

import assert from 'node:assert/strict';

const number = (text) => (text === '–' ? null : Number(text.replaceAll(',', '').replace('\u00a0%', '')));

/* The rows of the table: texts of their cells. */
const rowsOf = (page) => page.locator('#starts-table tbody tr').evaluateAll((rows) =>
  rows.map((row) => [...row.children].map((cell) => cell.textContent)));

const sortBy = (page, name) => page.click(`#starts-table thead button:text-is("${name}")`);

export async function checkTable(page, expected) {
  await page.click('#starts-table .filters summary');
  await page.fill(leastGames, '0');
  await page.click('#starts-table button:text-is("Show all")');
  await checkRows(page, expected);
  await checkOrder(page);
  await checkSearch(page, expected);
  await checkGroups(page, expected);
}

async function checkRows(page, expected) {
  const rows = await rowsOf(page);
  assert.equal(rows.length, 960);
  const heads = await page.locator('#starts-table thead button').allTextContents();
  const runs = heads.indexOf('Runs');
  const byNumber = new Map(rows.map((row) => [Number(row[1]), row]));
  for (const position of expected.positions) {
    const row = byNumber.get(position.start);
    assert.equal(row[0], position.arrangement);
    const counts = [position.games, position.white_wins, position.draws, position.black_wins];
    assert.deepEqual([row[3], ...row.slice(5, 8)].map(number), counts, position.arrangement);
    near(number(row[2]), position.score, position.arrangement);
    const [low, high] = row[4] === '–' ? [null, null] : row[4].split('–').map(number);
    near(low, position.score_low, position.arrangement);
    near(high, position.score_high, position.arrangement);
    near(number(row[8]), position.adjusted_score, position.arrangement);
    assert.equal(number(row[runs]), position.incidents);
  }
}

/* A percentage with one decimal against a share; both may be missing. */
function near(percentage, share, what) {
  if (share === null || percentage === null) assert.equal(percentage, share, what);
  else assert.ok(Math.abs(percentage - 100 * share) < 0.06, `${what}: ${percentage} for ${share}`);
}

async function checkOrder(page) {
  for (const [name, column] of [['Score', 2], ['No.', 1]]) {
    await sortBy(page, name);
    const head = page.locator(`#starts-table th:has(button:text-is("${name}"))`);
    for (let turn = 0; turn < 2; turn++) {
      const direction = await head.getAttribute('aria-sort');
      const sign = direction === 'ascending' ? 1 : -1;
      const values = (await rowsOf(page)).map((row) => number(row[column]));
      const known = values.filter((value) => value !== null);
      assert.deepEqual(values.slice(0, known.length), known, 'rows without a value come last');
      known.slice(1).forEach((value, index) => assert.ok(sign * (value - known[index]) >= 0, direction));
      await head.locator('button').press('Enter');
      assert.notEqual(await head.getAttribute('aria-sort'), direction);
    }
  }
}

async function checkSearch(page, expected) {
  const search = '#starts-table input[type=search]';
  const arrangements = async () => (await rowsOf(page)).map((row) => row[0]);
  await page.fill(search, '518');
  assert.deepEqual(await arrangements(), ['RNBQKBNR']);
  await page.fill(search, 'rnb');
  const all = expected.positions.map((position) => position.arrangement);
  assert.deepEqual((await arrangements()).sort(), all.filter((name) => name.includes('RNB')).sort());
  await page.fill(search, '..k');
  assert.deepEqual((await arrangements()).sort(), all.filter((name) => name[2] === 'K').sort());
  await page.fill(search, 'xyz');
  assert.deepEqual(await arrangements(), []);
  await page.fill(search, '');
  await page.selectOption('#starts-table select', 'b');
  const kings = await arrangements();
  assert.equal(kings.length, 108, 'positions with the king on b1');
  assert.ok(kings.every((name) => name[1] === 'K'));
  await page.fill(leastGames, '2');
  assert.ok((await rowsOf(page)).every((row) => number(row[3]) >= 2));
  await page.selectOption('#starts-table select', '');
  await page.fill(leastGames, '0');
  // Results of some years alone are those that the program answers with.
  const { year, games, score } = expected.since;
  await page.fill('#starts-table label:has-text("From year") input', String(year));
  const within = await rowsOf(page);
  assert.equal(within.reduce((sum, row) => sum + number(row[3]), 0), games);
  for (const row of within) near(number(row[2]), score[row[1]] ?? null, row[0]);
  await page.fill('#starts-table label:has-text("From year") input', '');
}

const leastGames = '#starts-table label:has-text("Minimum games") input';

async function checkGroups(page, expected) {
  const games = expected.positions.reduce((sum, position) => sum + position.games, 0);
  await page.check('[name=starts-view][value=pairs]', { force: true });
  await page.click('#starts-table button:text-is("Show all")');
  const shown = await rowsOf(page);
  assert.equal(shown.length, 480);
  assert.equal(shown.reduce((sum, row) => sum + number(row[3]), 0), games, 'games of mirror pairs');
  const kings = await page.locator('[aria-label="Results by file of the king"] tbody tr').evaluateAll((rows) =>
    rows.map((row) => Number(row.children[1].textContent)));
  assert.equal(kings.length, 6);
  assert.equal(kings.reduce((sum, count) => sum + count, 0), games, 'games of the files of the king');
}

export async function checkMap(page, expected) {
  const title = page.locator('#position-title');
  await page.click('.cell[data-number="518"]');
  assert.match(await title.innerText(), /518 RNBQKBNR/);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#position').isVisible(), false);
  assert.equal(await focused(page), '518', 'the focus is back on the map');
  // One stop for the tab key, arrows within: a column is 16 numbers.
  assert.equal(await page.locator('.cell[tabindex="0"]').count(), 1);
  for (const [key, at] of [['ArrowRight', 534], ['ArrowDown', 535], ['ArrowLeft', 519], ['Home', 0],
    ['ArrowUp', 0], ['End', 959]]) {
    await page.keyboard.press(key);
    assert.equal(await focused(page), String(at), key);
  }
  await page.keyboard.press('Enter');
  assert.match(await title.innerText(), new RegExp(`959 ${expected.positions[959].arrangement}`));
  await page.keyboard.press('Escape');
  for (const by of ['games', 'adjusted', 'incidents', 'score']) {
    await page.check(`[name=map-by][value=${by}]`, { force: true });
    const empty = await page.locator('.cell.none').count();
    const value = { games: 'games', adjusted: 'adjusted_score', incidents: 'games', score: 'score' }[by];
    assert.equal(empty, expected.positions.filter((position) => !position[value] && position[value] !== 0
      || (value === 'games' && position.games === 0)).length, by);
  }
}

const focused = (page) => page.evaluate(() => document.activeElement.dataset.number);

export async function checkWindow(page, expected) {
  const { most } = expected;
  await page.evaluate((start) => { location.hash = `#p${start}`; }, most.start);
  const window = page.locator('#position');
  await window.waitFor();
  const moves = await window.locator('section:has(h3:text-is("First moves")) tbody tr').evaluateAll((rows) =>
    rows.map((row) => [row.children[0].textContent, Number(row.children[1].textContent)]));
  assert.equal(moves.reduce((sum, [, games]) => sum + games, 0), most.games);
  assert.ok(moves.every(([san]) => /^1\.([a-h][34]|N[a-h]?[a-h]3|O-O(-O)?)$/.test(san)), String(moves));
  const games = await window.locator('section:has(h3:text("Games")) tbody tr').count();
  assert.equal(games, Math.min(20, most.games));
  const pawns = await window.locator('dt:text-is("evaluation") + dd').innerText();
  const row = expected.starts.find(({ start }) => start === most.start);
  assert.equal(Number(pawns), row.evaluation / 100, 'the evaluation that starts has');
  const pieces = await window.locator('.board use').count();
  assert.equal(pieces, 32);
  await window.locator('button:text-is("Mirror")').press('Enter');
  assert.match(await window.locator('h2').innerText(), new RegExp(`Position ${most.mirror} `));
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Mirror');
  await window.locator('button:text-is("Close")').click();
  assert.equal(await window.isVisible(), false);
}
