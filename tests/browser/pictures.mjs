// Takes the screenshots of the README: node tests/browser/pictures.mjs REPORT.html docs/images
//
// REPORT.html is the report of data/archive.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { launchOptions } from './watch.mjs';

const [report, folder] = process.argv.slice(2);
const browser = await chromium.launch(launchOptions(process.env.AUDIT960_CHROMIUM || '/usr/bin/chromium'));

async function picture(name, { height, colorScheme, arrange }) {
  const page = await browser.newPage({ viewport: { width: 1200, height }, colorScheme, reducedMotion: 'reduce' });
  await page.goto(pathToFileURL(report).href);
  await arrange(page);
  await page.screenshot({ path: join(folder, name) });
  await page.close();
}

await picture('report-map.png', {
  height: 1120,
  colorScheme: 'light',
  arrange: (page) => page.hover('.cell:not(.none) >> nth=20'),
});
await picture('report-fifty.png', {
  height: 890,
  colorScheme: 'dark',
  arrange: async (page) => {
    await page.click('#incidents-table button:has-text("Lputian")');
    await page.locator('#incidents').evaluate((section) => section.scrollIntoView());
    await page.mouse.move(0, 0);
    await page.evaluate(() => document.activeElement.blur());
  },
});
await browser.close();
