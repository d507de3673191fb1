// Tables saved as CSV and pictures saved as SVG, without a request.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator(button).first().click()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

export async function checkSaving(page, expected) {
  const played = expected.positions.filter((position) => position.games > 0);
  const table = await saved(page, '#starts-table .save');
  assert.equal(table.name, 'results-of-the-start-positions.csv');
  const [head, ...rows] = table.text.trimEnd().split('\r\n').map((row) => row.split(','));
  assert.deepEqual(head.slice(0, 4), ['Position', 'No.', 'Score', 'Games']);
  assert.deepEqual(rows.map((row) => `${row[0]} ${row[3]}`).sort(),
    played.map((position) => `${position.arrangement} ${position.games}`).sort());
  // A name with quotes and commas is one cell.
  const damaged = await saved(page, '#damaged-table .save');
  assert.ok(damaged.text.includes(expected.oddName.replaceAll('"', '""')));
  for (const [button, shape, count] of [
    ['#map > .save', 'rect', 960],
    ['#funnel-chart .save', 'circle', expected.positions.filter((position) => position.score !== null).length],
  ]) {
    const picture = await saved(page, button);
    assert.ok(picture.name.endsWith('.svg'), picture.name);
    const found = await page.evaluate(([text, name]) => {
      const drawn = new DOMParser().parseFromString(text, 'image/svg+xml');
      return drawn.querySelector('parsererror') ? -1 : drawn.getElementsByTagName(name).length;
    }, [picture.text, shape]);
    assert.equal(found, count, picture.name);
  }
  await page.click('.cell[data-number="518"]');
  const board = await saved(page, '#position .save');
  assert.equal(board.text.match(/<symbol /g).length, 6, 'a board brings its pieces');
  assert.ok(!board.text.includes('currentColor') || board.text.includes('color='));
  await page.keyboard.press('Escape');
}
