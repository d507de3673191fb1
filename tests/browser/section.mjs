// A section that the page of one dataset has and that of another has not.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { checkPolicy, launchOptions, watched } from './watch.mjs';

export const address = (file) => pathToFileURL(file).href;

/* Runs `check` on the page with the section, and sees that the other page lacks it; takes pictures in both schemes and at two
   widths. Nothing may be said in the console, and nothing leave the page. */
export async function useSection({ executablePath, withSection, without, folder, id, check }) {
  const browser = await chromium.launch(launchOptions(executablePath));
  const errors = [];
  try {
    const context = await browser.newContext({ colorScheme: 'light', viewport: { width: 1280, height: 900 } });
    const page = watched(await context.newPage(), errors);
    await page.goto(address(withSection));
    await check(page);
    await page.goto(address(without));
    assert.equal(await page.locator(`#${id}, #data-${id}, nav a[href="#${id}"]`).count(), 0);
    await checkPolicy(browser, address(withSection));
    await pictures(browser, { withSection, folder, id });
    assert.deepEqual(errors, [], 'errors in the console, or requests that leave the page');
  } finally {
    await browser.close();
  }
}

async function pictures(browser, { withSection, folder, id }) {
  for (const colorScheme of ['light', 'dark']) {
    for (const width of [1280, 390]) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
      const page = await context.newPage();
      await page.goto(address(withSection));
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `the page is ${over} pixels wider than ${width}`);
      await page.locator(`#${id}`).screenshot({ path: join(folder, `${id}-${width}-${colorScheme}.png`) });
      await context.close();
    }
  }
}
