// Accessibility: axe-core finds nothing, in either theme, on a screen and on a phone, with a window open or not.

import assert from 'node:assert/strict';
import axe from 'axe-core';

export async function checkAccess(page) {
  const wide = page.viewportSize();
  for (const colorScheme of ['light', 'dark']) {
    for (const size of [wide, { width: 390, height: 844 }]) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      await checkPart(page, `${colorScheme}, ${size.width}`, 'body');
      await page.click('.cell[data-number="518"]');
      await checkPart(page, `${colorScheme}, ${size.width}, window`, '#position');
      await page.keyboard.press('Escape');
    }
  }
  await page.setViewportSize(wide);
  await page.emulateMedia({ colorScheme: null });
}

/* What axe finds in a part of the page, with everything unfolded: nothing. */
export async function checkPart(page, where, root) {
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
  const report = violations.map(({ id, help, nodes }) =>
    `${id}: ${help}\n${nodes.slice(0, 3).map((node) => `    ${node.html}\n    ${node.failureSummary}`).join('\n')}`);
  assert.deepEqual(report, [], `accessibility (${where})`);
}
