// The positions that occurred three times: their list, and the board of the chosen one.

import assert from 'node:assert/strict';

import { placementOf } from './incidents.mjs';

export async function checkRepetitions(page, expected) {
  const all = page.locator('#repetitions-table button:text-is("Show all")');
  if (await all.isVisible()) await all.click();
  const rows = page.locator('#repetitions-table tbody tr');
  assert.equal(await rows.count(), expected.repetitions.length);
  // Half a point lost comes first.
  const lost = await page.evaluate(() => REPETITIONS.map((row) => (row.half_point_lost_by ? 0 : 1)));
  assert.equal(lost.filter((kind) => kind === 0).length, expected.repetitionsMissed);
  assert.deepEqual(lost, lost.slice().sort());
  const known = expected.repetitions.map((row) => `${row.fen} ${row.occurrences}`).sort();
  const shown = [];
  for (let index = 0; index < await rows.count(); index++) {
    await rows.nth(index).locator('button').click();
    const fen = await page.locator('#repetition dd code').innerText();
    assert.equal(await placementOf(page, '#repetition .board'), fen.split(' ')[0]);
    const facts = await page.locator('#repetition dl').innerText();
    assert.match(facts, /(may|could) claim \(/);
    shown.push(`${fen} ${/(\d+) times:/.exec(facts)[1]}`);
  }
  assert.deepEqual(shown.sort(), known);
}
