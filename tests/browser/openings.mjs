// The opening trees. Called by tests/it/browser.rs:
//
//   node openings.mjs CHROMIUM WITH.html WITHOUT.html EXPECTED.json FOLDER
//
// EXPECTED.json has what `explore` says of some lines of the dataset of WITH.html: their start, their moves as UCI, and its
// answer; WITHOUT.html is of a dataset that does not count them. Pictures of the section go into FOLDER. Exits with 1 and says
// what is wrong if anything is.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { placementOf } from './incidents.mjs';
import { address, useSection } from './section.mjs';

const [executablePath, withTrees, without, expectedFile, folder] = process.argv.slice(2);
const lines = JSON.parse(readFileSync(expectedFile, 'utf8'));
const numberIn = (text) => Number(/([\d,]+) games?/.exec(text)[1].replaceAll(',', ''));

/* A line that an address names has the moves that explore names, with the same games, and its board. */
async function checkLines(page) {
  for (const { start, moves, answer } of lines) {
    await page.goto(`${address(withTrees)}#o${[start, ...moves].join(',')}`);
    await page.reload();
    const said = await page.locator('#openings .say').innerText();
    assert.equal(numberIn(said), answer.games, said);
    assert.ok(said.includes(answer.fen.includes(' w ') ? 'White to move' : 'Black to move'), said);
    assert.equal(await placementOf(page, '#openings .board'), answer.fen.split(' ')[0]);
    const rows = await page.locator('#openings tbody tr').allInnerTexts();
    const shown = rows.map((row) => row.split('\t').map((cell) => cell.trim()));
    const named = shown.filter(([name]) => name !== 'others');
    const expected = answer.moves.slice(0, 12).map((move) => [move.san, String(move.games)]);
    assert.deepEqual(named.map(([name, games]) => [name, games.replaceAll(',', '')]), expected);
    const rest = answer.moves.slice(12).reduce((sum, move) => sum + move.games, 0);
    assert.equal(shown.length - named.length, rest > 0 ? 1 : 0);
  }
}

/* Buttons, arrow keys and moves lead forward and back, and the address follows. */
async function checkSteps(page) {
  // A start with a move that leads on.
  const { start } = lines.find((line) => line.moves.length > 0);
  await page.goto(`${address(withTrees)}#o${start}`);
  await page.reload();
  const say = page.locator('#openings .say');
  const atStart = await say.innerText();
  assert.match(atStart, /^The start position: /);
  const back = page.locator('#openings button[title="One half-move back"]');
  assert.ok(await back.isDisabled());
  const first = page.locator('#openings tbody button').first();
  const san = await first.innerText();
  await first.click();
  assert.ok((await say.innerText()).startsWith(`After 1.${san}: `), await say.innerText());
  assert.match(new URL(page.url()).hash, new RegExp(`^#o${start},`));
  await page.locator('#openings .scroll').focus();
  await page.keyboard.press('ArrowLeft');
  assert.equal(await say.innerText(), atStart);
  await page.keyboard.press('ArrowRight');
  assert.match(await say.innerText(), /^After 1\./);
  await page.locator('#openings button[title="The start position"]').click();
  assert.equal(await say.innerText(), atStart);
  const starts = page.locator('#opening-start option');
  if (await starts.count() > 1) {
    await page.locator('#opening-start').selectOption({ index: 1 });
    assert.notEqual(await placementOf(page, '#openings .board'), '');
    assert.match(await say.innerText(), /^The start position: /);
  }
}

await useSection({
  executablePath, withSection: withTrees, without, folder, id: 'openings',
  check: async (page) => {
    await checkLines(page);
    await checkSteps(page);
  },
});
