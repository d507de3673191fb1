// The section on what endgame tables say. Called by tests/it/browser.rs:
//
//   node truth.mjs CHROMIUM WITH.html WITHOUT.html EXPECTED.json FOLDER
//
// EXPECTED.json has the rows of the ledger of the dataset of WITH.html; WITHOUT.html is of a dataset without tables.
// Pictures of the section go into FOLDER. Exits with 1 and says what is wrong if anything is.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { factsOf, placementOf } from './incidents.mjs';
import { address, useSection } from './section.mjs';

const [executablePath, withTables, without, expectedFile, folder] = process.argv.slice(2);
const ledger = JSON.parse(readFileSync(expectedFile, 'utf8'));
const told = ledger.filter((row) => row.truth);

/* The table counts what the ledger says of each claim. */
async function checkCounts(page) {
  const cells = await page.locator('#truth-counts tbody td').allInnerTexts();
  const shown = cells.map((text) => Number(text.replaceAll(',', '')));
  const count = (rule) => told.filter((row) => row.rule === rule).length;
  const sum = (column) => shown.filter((_, index) => index % 2 === column).reduce((all, one) => all + one, 0);
  assert.equal(sum(0), count('fifty'));
  assert.equal(sum(1), count('repetition'));
  for (const label of new Set(told.map((row) => row.truth))) {
    const listed = await page.evaluate((name) => TRUTHS.filter((row) => row.case === name).length, label);
    assert.equal(listed, told.filter((row) => row.truth === label).length, label);
  }
}

/* Each case has its board: at the first claim the position of the ledger, and at each place what it was worth. */
async function checkBoards(page) {
  const all = page.locator('#truth-table button:text-is("Show all")');
  if (await all.isVisible()) await all.click();
  const rows = page.locator('#truth-table tbody tr');
  assert.equal(await rows.count(), told.length);
  for (let index = 0; index < await rows.count(); index++) {
    await rows.nth(index).locator('button').click();
    const facts = await factsOf(page, '#truth-case');
    const name = /Game\s+(\S.*)/.exec(facts)[1];
    const rule = facts.includes('fifty moves\n') || /Rule\s+fifty/.test(facts) ? 'fifty' : 'repetition';
    const same = told.filter((row) => name.endsWith(`#${row.game + 1}`) && row.rule === rule);
    assert.ok(same.length > 0, name);
    const items = page.locator('#truth-case .history li');
    assert.ok(await items.count() >= 4);
    const places = await items.allInnerTexts();
    assert.ok(places[0].startsWith('the count begins'), places[0]);
    assert.ok(places.at(-1).startsWith('end of the record'), places.at(-1));
    const claim = page.locator('#truth-case .history button', { hasText: 'first claim' });
    await claim.click();
    assert.match(await page.locator('#truth-case .say').innerText(), /clock \d+\. By endgame tables /);
    if (rule === 'fifty') {
      const placement = await placementOf(page, '#truth-case .board');
      assert.ok(same.some((row) => row.fen.split(' ')[0] === placement), `${name}: ${placement}`);
    }
  }
  await page.locator('#truth-case button[title="The count begins"]').click();
  assert.match(await page.locator('#truth-case .say').innerText(), /^Before the first move counted: clock \d+\. By/);
}

await useSection({
  executablePath, withSection: withTables, without, folder, id: 'truth',
  check: async (page) => {
    await checkCounts(page);
    await checkBoards(page);
  },
});
