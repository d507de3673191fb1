// Opens reports in Chromium and uses them as a reader does. Called by tests/it/browser.rs:
//
//   node report.mjs CHROMIUM SMALL.html EXPECTED.json LARGE.html FOLDER
//
// EXPECTED.json holds facts of the dataset of the small report. The PDF goes into FOLDER. Exits with 1
// and says what is wrong if anything is.

import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { checkPolicy, launchOptions, watched } from './watch.mjs';
import { checkAccess } from './access.mjs';
import { checkDescriptions } from './descriptions.mjs';
import { checkIncidents, checkMoves } from './incidents.mjs';
import { checkRepetitions } from './repetitions.mjs';
import { checkMap, checkTable, checkWindow } from './positions.mjs';
import { checkSaving } from './saving.mjs';
import { checkServed } from './served.mjs';

const [executablePath, small, expectedFile, large, folder] = process.argv.slice(2);
const expected = JSON.parse(readFileSync(expectedFile, 'utf8'));
const address = (file) => pathToFileURL(file).href;

async function checkOverview(page) {
  const facts = await page.locator('.archive dd').allInnerTexts();
  const numbers = facts.map((text) => Number(/[\d,]+/.exec(text)[0].replaceAll(',', '')));
  const { ok, seen, incidents, findings } = expected;
  assert.deepEqual(numbers, [ok, seen, incidents, findings]);
  const bytes = (await page.locator('.law dd').first().innerText()).replaceAll(',', '');
  const [total, inGames, inGaps] = bytes.match(/\d+/g).map(Number);
  assert.equal(total, inGames + inGaps);
  assert.equal(total, expected.bytes);
}

async function checkTheme(page) {
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.click('#theme');
  assert.equal(await paper(), light, 'the light theme is what a light system shows');
  await page.click('#theme');
  const dark = await paper();
  assert.notEqual(dark, light);
  await page.reload();
  assert.equal(await paper(), dark, 'the theme is remembered');
  await page.click('#theme');
  assert.equal(await paper(), light);
}

/* Of the damaged games each is listed, with the finding that is the reason. */
async function checkDamaged(page) {
  const rows = await page.locator('#damaged-table tbody tr').allInnerTexts();
  assert.equal(rows.length, expected.damaged);
  assert.ok(rows.length > 0);
  for (const row of rows) {
    const isReason = ({ verdict, code, message }) => row.includes(verdict) && row.includes(`${code} ${message}`);
    assert.ok(expected.reasons.some(isReason), row);
  }
}

async function checkPaper(page) {
  const pdf = await page.pdf({ path: join(folder, 'report.pdf'), preferCSSPageSize: true });
  assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const control of ['nav', '#theme', '.pager', '.stepper', '.controls']) {
    assert.equal(await page.locator(control).first().isVisible(), false, `${control} on paper`);
  }
  const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(paper, 'rgb(255, 255, 255)', 'paper is white');
  await page.emulateMedia({ media: null, colorScheme: null });
}

async function checkText(page) {
  await page.goto(`${address(small)}#p${expected.oddPosition}`);
  const list = await page.locator('#position').innerText();
  assert.ok(list.includes(expected.oddName), 'a name is shown as it is written');
  assert.equal(await page.locator('script').count(), 7);
  assert.equal(await page.locator('#position script, #position img').count(), 0);
}

async function checkWithoutScript(browser) {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(address(small));
  assert.ok(await page.locator('.archive').isVisible());
  assert.ok(await page.locator('#funnel-chart .chart').isVisible());
  assert.ok(await page.locator('noscript p').isVisible());
  assert.equal(await page.locator('#map').isVisible(), false);
  await context.close();
}

async function checkPhone(browser) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await context.newPage();
  await page.goto(address(small));
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(over <= 0, `the page is ${over} pixels wider than a phone`);
  // The map and the verdict are on the first screen, the score in the table without scrolling to the side.
  for (const part of ['.verdict', '#map-blocks']) {
    const { y, height } = await page.locator(part).boundingBox();
    assert.ok(y + height <= 844, `${part} ends at ${y + height}`);
  }
  const score = await page.locator('#starts-table thead button:text-is("Score")').boundingBox();
  assert.ok(score.x + score.width <= 390, `the score ends at ${score.x + score.width}`);
  await page.tap('.cell[data-number="518"]');
  assert.ok(await page.locator('#position').isVisible());
  await context.close();
}

/* The time until a large report can be used: opened, drawn, and a position shown. */
async function checkLarge(page) {
  const megabytes = statSync(large).size / 1e6;
  assert.ok(megabytes < 3, `${megabytes} MB`);
  const began = performance.now();
  await page.goto(address(large), { waitUntil: 'load' });
  await page.locator('#starts-table tbody tr').first().waitFor();
  const opened = performance.now() - began;
  await page.click('.cell[data-number="17"]');
  await page.locator('#position[open]').waitFor();
  const used = performance.now() - began;
  assert.equal(await page.locator('.cell').count(), 960);
  assert.equal(await page.evaluate(() => INCIDENTS.length), 500);
  console.log(`large report: ${megabytes.toFixed(2)} MB, opened in ${opened.toFixed(0)} ms, `
    + `first position after ${used.toFixed(0)} ms`);
  assert.ok(opened < 5000, 'a large report opens within five seconds');
}

const browser = await chromium.launch(launchOptions(executablePath));
const errors = [];
try {
  const context = await browser.newContext({ colorScheme: 'light', viewport: { width: 1280, height: 900 } });
  const page = watched(await context.newPage(), errors);
  const checks = {
    overview: checkOverview, table: checkTable, map: checkMap, window: checkWindow,
    incidents: checkIncidents, moves: checkMoves, repetitions: checkRepetitions, damaged: checkDamaged,
    descriptions: checkDescriptions, saving: checkSaving, theme: checkTheme,
    access: checkAccess, paper: checkPaper, text: checkText,
  };
  for (const [name, check] of Object.entries(checks)) {
    await page.goto('about:blank');
    await page.goto(address(small));
    const began = performance.now();
    await check(page, expected);
    console.log(`${name}: ok, ${(performance.now() - began).toFixed(0)} ms`);
  }
  await checkLarge(page);
  await checkPolicy(browser, address(small));
  await checkWithoutScript(browser);
  await checkPhone(browser);
  await checkServed(browser, small, expected);
  assert.deepEqual(errors, [], 'errors in the console, or requests that leave the page');
} finally {
  await browser.close();
}
