// Accessibility: axe-core finds nothing serious, in either theme, with a window open or not.

import assert from 'node:assert/strict';
import axe from 'axe-core';

export async function checkAccess(page) {
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    await checkPart(page, colorScheme, 'body');
    await page.click('.cell[data-number="518"]');
    await checkPart(page, `${colorScheme}, window`, '#position');
    await page.keyboard.press('Escape');
  }
  await page.emulateMedia({ colorScheme: null });
}

async function checkPart(page, where, root) {
  const present = await page.evaluate(() => 'axe' in window);
  // Evaluated, not added as an element: the policy of the page would not let it run.
  if (!present) await page.evaluate(axe.source);
  for (const details of await page.locator('details:not([open])').all()) {
    if (await details.isVisible()) await details.evaluate((element) => { element.open = true; });
  }
  const { violations, passes } = await page.evaluate((element) => window.axe.run(element, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'],
  }), root);
  assert.ok(passes.length > 10, 'axe looked at the page');
  const grave = violations.filter(({ impact }) => ['serious', 'critical'].includes(impact));
  const report = grave.map(({ id, help, nodes }) =>
    `${id}: ${help}\n${nodes.slice(0, 3).map((node) => `    ${node.html}\n    ${node.failureSummary}`).join('\n')}`);
  assert.deepEqual(report, [], `accessibility (${where})`);
  for (const { id, nodes } of violations) console.log(`access (${where}): minor: ${id}, ${nodes.length} times`);
}
