// The runs with a claimable draw: their list, and the board on which one is stepped through.

import assert from 'node:assert/strict';

/* First field of the FEN of a board. */
export const placementOf = (page, board) => page.locator(board).evaluate((board) => {
  const squares = Array(64).fill('');
  for (const use of board.querySelectorAll('use')) {
    const letter = use.getAttribute('href').slice(-1);
    const white = use.getAttribute('class') === 'piece-w';
    const [x, y] = ['x', 'y'].map((name) => Number(use.getAttribute(name)) / 100);
    squares[8 * y + x] = white ? letter : letter.toLowerCase();
  }
  const rank = (row) => squares.slice(8 * row, 8 * row + 8).map((piece) => piece || '1').join('')
    .replace(/1+/g, (empty) => String(empty.length));
  return [...Array(8).keys()].map(rank).join('/');
});

/* The facts of a claim: the first is there, the others open. */
export async function factsOf(page, card) {
  const more = page.locator(`${card} > details`);
  if (await more.getAttribute('open') === null) await more.locator('summary').click();
  return (await page.locator(`${card} dl`).allInnerTexts()).join('\n');
}

const placement = (page) => placementOf(page, '#incident .board');
const said = (page) => page.locator('#incident .say').innerText();

export async function checkIncidents(page, expected) {
  const all = page.locator('#incidents-table button:text-is("Show all")');
  if (await all.isVisible()) await all.click();
  const rows = page.locator('#incidents-table tbody tr');
  assert.equal(await rows.count(), expected.incidents);
  // The most important come first: half a point lost, then by peak clock.
  const order = await page.evaluate(() => INCIDENTS.map((row) => [row.half_point_lost_by ? 0 : 1, -row.peak_clock]));
  assert.ok(order.every(([, peak]) => peak < 0), 'every run has its peak clock');
  const lost = order.filter(([kind]) => kind === 0);
  assert.equal(lost.length, expected.missed);
  assert.deepEqual(order.slice(0, lost.length), lost);
  assert.deepEqual(lost, lost.slice().sort((a, b) => a[1] - b[1]));
  for (let index = 0; index < expected.incidents; index++) await checkRun(page, rows.nth(index), expected);
  await checkKeys(page);
}

/* Position of the loser's first chance, else of the first chance under law and venue, else of the first claim under law,
   else of the first claim: as the dataset has it; undefined if no side's first chance is the claim under law. */
function leading(claim) {
  if (claim.half_point_lost_by) return claim[`${claim.half_point_lost_by}_first_fen`];
  const sides = ['white', 'black'].filter((name) => claim[`${name}_first_ply`] != null);
  const [there] = claim.claimable_at_venue ? sides.map((name) => claim[`${name}_first_ply`]).sort((a, b) => a - b) : [];
  const ply = there ?? claim.first_claim_under_law_ply ?? claim.first_claim_ply;
  if (ply === claim.first_claim_ply) return claim.fen;
  const side = sides.find((name) => claim[`${name}_first_ply`] === ply);
  return side && claim[`${side}_first_fen`];
}

/* Whether players may claim there: the law gave it, the venue had claims, and the clock is not in doubt. */
const isOpen = (claim) =>
  claim.first_claim_under_law_ply != null && claim.claimable_at_venue === true && !claim.clock_in_doubt;

/* The board that the script plays to the claim it leads with is the position the dataset has there. */
async function checkRun(page, row, expected) {
  await row.locator('button').click();
  const facts = await factsOf(page, '#incident');
  const codes = page.locator('#incident dd code');
  assert.equal(await codes.count(), 1);
  const fen = await codes.innerText();
  const claim = expected.claims.find((known) => leading(known) === fen)
    ?? expected.claims.find((known) => leading(known) === undefined && facts.includes(known.material));
  assert.ok(claim, fen);
  const [board, turn, , , clock] = fen.split(' ');
  assert.equal(await placement(page), board);
  const side = turn === 'w' ? 'White' : 'Black';
  const text = await said(page);
  assert.ok(text.includes(`clock ${clock}.`), text);
  const says = ['may claim a draw (', 'could claim a draw by the Laws (', 'at fifty moves ('];
  assert.ok(says.some((words) => text.includes(`${side} ${words}`)) || text.includes('the game was over'), text);
  assert.ok(isOpen(claim) || !text.includes('may claim'), text);
  assert.ok(facts.includes(claim.material));
  // At the last step the marked moves of the list are as many as there were claims before a move, in time.
  await page.locator('#incident button[title="End of the run"]').click();
  const open = (await said(page)).includes('may claim a draw') ? 1 : 0;
  const marked = await page.locator('#incident .moves .claim').count();
  const claims = claim.white_claims + claim.black_claims;
  assert.ok(isOpen(claim) ? marked + open <= claims : marked + open === 0, fen);
}

async function checkKeys(page) {
  const range = page.locator('#incident input[type=range]');
  await page.locator('#incident button[title="Start of the run"]').click();
  assert.match(await said(page), /^Before the run: clock 0/);
  await range.focus();
  await page.keyboard.press('ArrowRight');
  assert.match(await said(page), /: clock 1\. No claim yet: one is possible after 98 more half-moves/);
  assert.match(await range.getAttribute('aria-valuetext'), /^After \d+(\.|…)\S+$/);
  await page.locator('#incident button[title="One half-move on"]').click();
  assert.match(await said(page), /: clock 2\./);
  await page.locator('#incident button[title="One half-move back"]').click();
  assert.match(await said(page), /: clock 1\./);
  const search = '#incidents-table input[type=search]';
  await page.fill(search, 'nobody of that name');
  assert.equal(await page.locator('#incidents-table tbody tr').count(), 0);
  await page.fill(search, '');
  assert.ok(await page.locator('#incidents-table tbody tr').count() > 1);
}

/* Moves that the squares alone do not determine: argued by hand. Squares are counted from a1 = 0. */
export async function checkMoves(page) {
  const play = (placementBefore, from, to, san) => page.evaluate(([text, ...move]) => {
    const after = moved(boardOf(text), ...move);
    return [...Array(8).keys()].map((row) => after.slice(56 - 8 * row, 64 - 8 * row)
      .map((piece) => piece || '1').join('').replace(/1+/g, (empty) => String(empty.length))).join('/');
  }, [placementBefore, from, to, san]);
  const rest = '8/8/8/8/8/8/8/';
  // King f1 and rook g1 change places; king b1 and rook a1 both move; king c1 stays and the rook passes it.
  assert.equal(await play(`${rest}5KR1`, 5, 6, 'O-O'), `${rest}5RK1`);
  assert.equal(await play(`${rest}RK6`, 1, 0, 'O-O-O'), `${rest}2KR4`);
  assert.equal(await play(`${rest}R1K5`, 2, 0, 'O-O-O+'), `${rest}2KR4`);
  assert.equal(await play('1rk4r/8/8/8/8/8/8/8', 58, 63, 'O-O'), '1r3rk1/8/8/8/8/8/8/8');
  // En passant, capture by a pawn, promotion of either colour.
  assert.equal(await play('8/8/8/3pP3/8/8/8/8', 36, 43, 'exd6'), '8/8/3P4/8/8/8/8/8');
  assert.equal(await play('8/8/3p4/3pP3/8/8/8/8', 36, 43, 'exd6'), '8/8/3P4/3p4/8/8/8/8');
  assert.equal(await play('1r6/P7/8/8/8/8/8/8', 48, 57, 'axb8=N#'), '1N6/8/8/8/8/8/8/8');
  assert.equal(await play('8/8/8/8/8/8/7p/8', 15, 7, 'h1=Q+'), '8/8/8/8/8/8/8/7q');
}
