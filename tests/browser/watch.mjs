// A page that is watched: its console messages, and its network requests.

import assert from 'node:assert/strict';

/* Options for Chromium: root needs to go without its sandbox. */
export function launchOptions(executablePath) {
  const args = ['--disable-gpu', '--disable-background-networking'];
  if (process.getuid && process.getuid() === 0) args.push('--no-sandbox');
  return { executablePath, args };
}

/* The page; errors, dialogs and requests for anything but the page itself, and what its server has, are collected in
   `errors`. */
export function watched(page, errors, server = 'file:') {
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) errors.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => errors.push(`script: ${error.message}`));
  page.on('dialog', (dialog) => {
    errors.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = request.url();
    const main = request.isNavigationRequest() && (url.startsWith('file:') || url === 'about:blank');
    const own = server !== 'file:' && url.startsWith(server);
    if (!main && !own && !url.startsWith('data:')) errors.push(`request: ${url}`);
  });
  return page;
}

/* The content security policy stops what a script on the page would send or run. */
export async function checkPolicy(browser, address) {
  const page = await browser.newPage();
  await page.goto(address);
  const stopped = await page.evaluate(() => new Promise((resolve) => {
    const directives = [];
    document.addEventListener('securitypolicyviolation', (event) => {
      directives.push(event.effectiveDirective);
      if (directives.length === 3) resolve(directives.sort());
    });
    setTimeout(() => resolve(directives.sort()), 3000);
    fetch('http://127.0.0.1:9/').catch(() => {});
    const image = new Image();
    image.src = 'http://127.0.0.1:9/x.png';
    const script = document.createElement('script');
    script.textContent = 'window.strange = true';
    document.body.append(script);
  }));
  assert.deepEqual(stopped, ['connect-src', 'img-src', 'script-src-elem']);
  assert.equal(await page.evaluate(() => 'strange' in window), false);
  await page.close();
}
