// The positions that occurred three times: their list, and the board of the chosen one.

import assert from 'node:assert/strict';

import { factsOf, placementOf } from './incidents.mjs';

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
    const facts = await factsOf(page, '#repetition');
    const fen = await page.locator('#repetition dd code').innerText();
    assert.equal(await placementOf(page, '#repetition .board'), fen.split(' ')[0]);
    assert.match(facts, /(may|could) claim \(/);
    await checkSteps(page, fen.split(' ')[0], Number(/(\d+) times:/.exec(facts)[1]));
    shown.push(`${fen} ${/(\d+) times:/.exec(facts)[1]}`);
  }
  assert.deepEqual(shown.sort(), known);
}

/* The board begins at the last time; the position stands on it at the first time and after each marked move. */
async function checkSteps(page, placement, times) {
  const said = () => page.locator('#repetition .say').innerText();
  assert.ok((await said()).includes(`the position, time ${times} of ${times}.`), await said());
  await page.locator('#repetition button[title="The first time"]').click();
  assert.equal(await said(), `The first time: the position, time 1 of ${times}.`);
  assert.equal(await placementOf(page, '#repetition .board'), placement);
  const marked = page.locator('#repetition .moves .claim');
  assert.equal(await marked.count(), times - 1);
  for (let index = 0; index < times - 1; index++) {
    await marked.nth(index).click();
    assert.equal(await placementOf(page, '#repetition .board'), placement);
    assert.ok((await said()).includes(`time ${index + 2} of ${times}`), await said());
  }
  await page.locator('#repetition button[title="The first time"]').click();
  await page.locator('#repetition button[title="One half-move on"]').click();
  assert.match(await said(), /^After .*Another position\.$/);
  await page.locator('#repetition button[title="The last time that the position occurred"]').click();
  assert.equal(await placementOf(page, '#repetition .board'), placement);
}
