// The page on a web server, where nothing lies beside it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/* Serves the page under another path than its own, and nothing else. The page asks for nothing; each link leads to a place in
   it, or to the address of a game; and it names no folder of this machine. */
export async function checkServed(browser, file, expected) {
  const text = readFileSync(file, 'utf8');
  for (const folder of expected.folders) assert.ok(!text.includes(folder), `the page names ${folder}`);
  assert.ok(!/audit960 (starts|draws|explore|query|explain) /.test(text), 'the page names a command');
  const at = '/some/where/else/';
  const addresses = expected.sites.map(({ site }) => new URL(site).href);
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(request.url === at ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
    response.end(request.url === at ? text : '');
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const page = await browser.newPage();
  try {
    await page.goto(`http://127.0.0.1:${server.address().port}${at}`);
    await page.evaluate((number) => { location.hash = `#p${number}`; }, expected.oddPosition);
    await page.locator('#position[open]').waitFor();
    const links = await page.locator('a[href]').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    assert.ok(links.length > 10);
    for (const link of new Set(links)) {
      const isThere = link.startsWith('#') && await page.locator(link).count() === 1;
      assert.ok(isThere || addresses.includes(link), `${link} leads nowhere`);
    }
    assert.ok(links.includes(expected.site), 'the game has its address');
    assert.deepEqual(asked, [at]);
  } finally {
    await page.close();
    server.close();
  }
}
