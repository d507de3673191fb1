// Opens the page of `audit960 serve` in Chromium and uses it as a reader does. Called by tests/it/browser.rs:
//
//   node explorer.mjs CHROMIUM ADDRESS FOLDER
//
// ADDRESS is where the server answers; pictures go into FOLDER. Exits with 1 and says what is wrong if anything is.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { checkPart } from './access.mjs';
import { checkPolicy, launchOptions, watched } from './watch.mjs';

const [executablePath, address, folder] = process.argv.slice(2);
const errors = [];

// A start whose h-side castling is legal at once, and whose a-side castling is after two knights have moved. Its number by
// Scharnagl's rule: bishops 0 and 0, the queen last of six, knights first of five: 4 * (4 * 5) = 80.
const ARRANGEMENT = 'BBNNRKRQ';
const LINE = [
  ['f1g1', 'O-O'], ['c8b6', 'Nb6'], ['e2e4', 'e4'], ['d8c6', 'Nc6'], ['d2d4', 'd4'], ['f8e8', 'O-O-O'], ['c1d3', 'Nd3'],
  ['e7e5', 'e5'], ['f2f3', 'f3'], ['d7d6', 'd6'],
];
const PLAYED = LINE.map(([uci]) => uci);
const NUMBERED = '1.O-O Nb6 2.e4 Nc6 3.d4 O-O-O 4.Nd3 e5 5.f3 d6';

const current = (page) => page.locator('#line [aria-current]');
const given = (page, name) => new URL(page.url()).searchParams.get(name);
const askedFor = (page, query) => page.evaluate((text) => fetch(`position?${text}`).then((answer) => answer.json()), query);
const picture = (page, name) => page.screenshot({ path: join(folder, `explorer-${name}.png`), fullPage: true });

async function open(browser, path, options = {}) {
  const usual = { colorScheme: 'light', locale: 'en-GB', viewport: { width: 1280, height: 900 } };
  const context = await browser.newContext({ ...usual, ...options });
  const page = watched(await context.newPage(), errors, address);
  await page.goto(address + path);
  await page.locator('#answer').waitFor();
  return page;
}

/* The squares of pieces as chessground shows them, such as { g1: 'white king' }. */
const placement = (page) => page.locator('cg-board piece:not(.ghost)').evaluateAll((pieces) =>
  Object.fromEntries(pieces.map((piece) => [piece.cgKey, `${piece.classList[0]} ${piece.classList[1]}`]).sort()));

/* Drags a piece with the mouse. */
async function drag(page, from, to) {
  const board = await page.locator('cg-board').boundingBox();
  const side = board.width / 8;
  const at = ([file, rank]) => [board.x + (file.charCodeAt(0) - 96.5) * side, board.y + (8.5 - rank) * side];
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 4 });
  await page.mouse.up();
}

async function start(page, name) {
  await page.fill('#start', name);
  await page.keyboard.press('Enter');
}

/* Ten half-moves with both castlings: White's king is dropped on its rook, Black's on the square where it will stand. */
async function checkGame(browser) {
  const page = await open(browser, '/');
  assert.equal(given(page, 'start'), '518', 'the orthodox start');
  await start(page, ARRANGEMENT.toLowerCase());
  await page.locator(`#start-name:text-is("Start position 80: ${ARRANGEMENT}")`).waitFor();
  for (const [uci, san] of LINE) {
    const [from, to] = san === 'O-O-O' ? ['f8', 'c8'] : [uci.slice(0, 2), uci.slice(2)];
    await drag(page, from, to);
    await page.waitForFunction((last) => new URLSearchParams(location.search).get('play')?.endsWith(last), uci);
    assert.equal(await current(page).innerText(), san);
  }
  assert.deepEqual(given(page, 'play').split(','), PLAYED);
  assert.equal(await page.locator('#where').innerText().then((text) => text.split(':')[0]), `After ${NUMBERED}`);
  await page.waitForTimeout(300);
  const pieces = await placement(page);
  const castled = {
    g1: 'white king', f1: 'white rook', e1: 'white rook', c8: 'black king', d8: 'black rook', g8: 'black rook',
  };
  for (const [square, piece] of Object.entries(castled)) assert.equal(pieces[square], piece, square);
  assert.ok(!('f8' in pieces) && !('e8' in pieces));
  await checkSteps(page);
  await checkLink(browser, page);
  await page.context().close();
}

/* Back, on, to the ends, by buttons, keys and the browser's own way back; the line stays. */
async function checkSteps(page) {
  const at = async (ply) => {
    const marked = (index) => [...document.querySelectorAll('#line button')].findIndex((move) => move.ariaCurrent) === index;
    await page.waitForFunction(marked, ply - 1);
    assert.deepEqual(await page.locator('#line button').allInnerTexts(), LINE.map(([, san]) => san));
  };
  await page.click('#back');
  await at(9);
  await page.click('#back');
  await at(8);
  await page.goBack();
  await at(9);
  await page.locator('body').press('ArrowLeft');
  await at(8);
  await page.keyboard.press('Home');
  await at(0);
  assert.ok(await page.locator('#back').isDisabled());
  await page.keyboard.press('End');
  await at(10);
  await page.click('#line button >> nth=5');
  await at(6);
}

/* The address restores start, line, half-move, side and filters in another browser. */
async function checkLink(browser, page) {
  await page.click('#flip');
  await page.locator('#board.orientation-black').waitFor();
  await page.locator('#filters summary').click();
  await page.fill('[name="since"]', '1990');
  await page.keyboard.press('Tab');
  await page.waitForFunction(() => location.search.includes('since=1990'));
  const seen = async (of) => ({
    where: await of.locator('#where').innerText(), line: await of.locator('#line').innerText(), pieces: await placement(of),
    start: await of.locator('#start-name').innerText(), since: await of.inputValue('[name="since"]'),
    side: await of.locator('#board').getAttribute('class'), at: await current(of).innerText(),
  });
  const href = await page.locator('#link').getAttribute('href');
  const other = await open(browser, `/${href}`);
  await other.waitForTimeout(300);
  assert.equal(new URL(other.url()).search, new URL(page.url()).search);
  assert.deepEqual(await seen(other), await seen(page));
  await picture(other, 'link');
  await other.context().close();
}

/* The tables show what the server answers; a filter changes both. */
async function checkTables(browser) {
  const page = await open(browser, '/?start=518');
  const rows = async () => (await page.locator('#moves tbody tr').allInnerTexts()).map((row) => row.split(/\s+/).slice(0, 2));
  const answer = await askedFor(page, 'start=518');
  assert.ok(answer.moves.length > 3);
  assert.deepEqual(await rows(), answer.moves.map((move) => [move.san, move.games.toLocaleString('en')]));
  assert.equal(await page.locator('#games tbody tr').count(), answer.games.length);
  for (const [index, game] of answer.games.entries()) {
    const row = page.locator('#games tbody tr').nth(index);
    assert.ok((await row.innerText()).includes(game.white.name ?? '?'));
    assert.equal(await row.locator('a').last().getAttribute('href'), game.pgn);
  }
  const pgn = await page.evaluate((path) => fetch(path).then((text) => text.text()), answer.games[0].pgn);
  assert.ok(pgn.includes(`[White "${answer.games[0].white.name}"]`), pgn);
  assert.ok(await page.locator('.cg-shapes line').count() >= 3, 'arrows');
  await page.locator('#filters summary').click();
  await page.fill('[name="until"]', '2008');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.search.includes('until=2008'));
  const until = await askedFor(page, 'start=518&until=2008');
  assert.ok(until.total.games < answer.total.games && until.total.games > 0);
  assert.deepEqual(await rows(), until.moves.map((move) => [move.san, move.games.toLocaleString('en')]));
  await page.click('#all');
  await page.waitForFunction(() => !location.search.includes('until'));
  await page.click('#lot');
  // Of 960 starts the lot could choose this one, too; not three times in a row.
  await page.waitForFunction(() => {
    if (!location.search.includes('start=518')) return true;
    document.querySelector('#lot').click();
    return false;
  }, null, { polling: 500, timeout: 3000 });
  assert.match(await page.locator('#start-name').innerText(), /^Start position \d+: [BKNQR]{8}$/);
  await page.context().close();
}

/* Everything by keys: a start, moves by the field and by the table. */
async function checkKeyboard(browser) {
  const page = await open(browser, '/');
  const reach = async (selector) => {
    for (let press = 0; press < 60; press++) {
      if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) return;
      await page.keyboard.press('Tab');
    }
    assert.fail(`${selector} cannot be reached`);
  };
  const after = async (text) => {
    await page.waitForFunction((wanted) => document.querySelector('#where').textContent.startsWith(`${wanted}:`), text);
  };
  await reach('#move');
  await page.keyboard.type('e4');
  await page.keyboard.press('Enter');
  await after('After 1.e4');
  await page.keyboard.type('Ke4');
  await page.keyboard.press('Enter');
  await page.locator('#error:text-is("Ke4 is not a legal move here.")').waitFor();
  await page.keyboard.type('c7c5');
  await page.keyboard.press('Enter');
  await after('After 1.e4 c5');
  assert.ok(await page.locator('#error').isHidden());
  await reach('#moves button');
  const [first] = await page.locator('#moves button').allInnerTexts();
  await page.keyboard.press('Enter');
  await after(`After 1.e4 c5 2.${first}`);
  await page.keyboard.press('ArrowLeft');
  await after('After 1.e4 c5');
  await page.keyboard.press('Home');
  await after('The start position');
  await page.context().close();
}

/* A pawn becomes what the reader says; a FEN is a start, too. */
async function checkPromotion(browser) {
  const page = await open(browser, '/');
  await start(page, '8/P6k/8/8/8/8/8/K7 w - - 0 1');
  await page.locator('#start-name:text-is("Another start position")').waitFor();
  await drag(page, 'a7', 'a8');
  await picture(page, 'promotion');
  await checkPart(page, 'promotion', '#promotion');
  await page.click('#promotion button:text-is("Cancel")');
  await page.waitForTimeout(300);
  assert.equal((await placement(page)).a7, 'white pawn');
  await drag(page, 'a7', 'a8');
  await page.click('#promotion button:text-is("Knight")');
  await current(page).filter({ hasText: 'a8=N' }).waitFor();
  await page.context().close();
}

/* What the server refuses is said in words, and what was shown stays; so does a server that is gone. */
async function checkErrors(browser) {
  const page = await open(browser, '/?start=80');
  const before = errors.length;
  await start(page, '1000');
  await page.locator('#error:has-text("The server refused the question: ")').waitFor();
  assert.equal(given(page, 'start'), '80');
  await picture(page, 'error');
  await page.route('**/position?*', (route) => route.abort());
  await drag(page, 'e2', 'e4');
  await page.locator('#error:has-text("The server does not answer.")').waitFor();
  await page.waitForTimeout(300);
  assert.equal((await placement(page)).e2, 'white pawn', 'the piece goes back');
  // The browser itself says in the console that a request failed.
  assert.ok(errors.splice(before).every((text) => text.startsWith('console: Failed to load resource')));
  await page.context().close();
}

/* The board's library is served as its package has it. */
async function checkVendored() {
  const vendor = '../../crates/audit960-answers/src/positions/serve/page/vendor/chessground/';
  const known = readFileSync(new URL(`${vendor}VERSION.md`, import.meta.url), 'utf8');
  for (const name of ['chessground.js', 'chessground.css']) {
    const bytes = await fetch(`${address}/${name}`).then((answer) => answer.arrayBuffer());
    const sum = createHash('sha256').update(new Uint8Array(bytes)).digest('hex');
    assert.ok(known.includes(`| \`${name}\` | \`${sum}\` |`), `${name}: ${sum}`);
  }
}

/* Both schemes, both widths, three languages: axe finds nothing, nothing is wider than the screen. */
async function checkLooks(browser) {
  const looks = [['light', 1280, 'en'], ['light', 390, 'de'], ['dark', 1280, 'fr'], ['dark', 390, 'en']];
  for (const [colorScheme, width, lang] of looks) {
    const screen = { colorScheme, viewport: { width, height: 844 } };
    const page = await open(browser, `/?start=518&play=d2d4,g8f6&lang=${lang}`, screen);
    assert.equal(await page.locator('html').getAttribute('lang'), lang);
    const text = await page.locator('body').innerText();
    assert.ok(!/undefined|NaN|\{\d\}/.test(text), text);
    await checkPart(page, `${colorScheme}, ${width}, ${lang}`, 'body');
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(over <= 0, `the page is ${over} pixels wider than ${width}`);
    const cut = await page.locator('#moves').evaluate((table) => table.scrollWidth - table.clientWidth);
    assert.ok(cut <= 0, `the table of moves is ${cut} pixels too wide at ${width}`);
    await picture(page, `${colorScheme}-${width}-${lang}`);
    await page.context().close();
  }
}

const browser = await chromium.launch(launchOptions(executablePath));
try {
  for (const check of [checkGame, checkTables, checkKeyboard, checkPromotion, checkErrors, checkVendored, checkLooks]) {
    const began = performance.now();
    await check(browser);
    console.log(`${check.name}: ok, ${(performance.now() - began).toFixed(0)} ms`);
  }
  await checkPolicy(browser, `${address}/`);
  assert.deepEqual(errors, [], 'errors in the console, or requests that leave the page');
} finally {
  await browser.close();
}
