// The built site in a browser: search, both colour schemes, links, accessibility, narrow screens, and that it asks no other server.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import axe from 'axe-core';
import { chromium } from 'playwright-core';

const SITE = resolve(import.meta.dirname, 'target/site');
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' };
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
const pages = readdirSync(SITE, { recursive: true }).filter(file => file.endsWith('.html') && file !== '404.html' && !file.startsWith('files'));

function file(path) {
  const named = join(SITE, decodeURI(path));
  return [named, named + '.html', join(named, 'index.html')].find(one => existsSync(one) && statSync(one).isFile());
}

test('no link is broken', () => {
  assert.ok(pages.length > 60, `${pages.length} pages`);
  const broken = [];
  let links = 0;
  for (const page of pages) {
    for (const [, href] of readFileSync(join(SITE, page), 'utf8').matchAll(/<a [^>]*href="([^"]+)"/g)) {
      if (/^[a-z]+:/.test(href)) {
        continue;
      }
      links++;
      const url = new URL(href, `http://site/${page}`);
      const target = file(url.pathname);
      const heading = decodeURIComponent(url.hash.slice(1));
      if (!target || (heading && !readFileSync(target, 'utf8').includes(`id="${heading}"`))) {
        broken.push(`${page}: ${href}`);
      }
    }
  }
  assert.ok(links > 1000, `${links} links`);
  assert.deepEqual(broken, []);
});

test('in a browser', { skip: CHROMIUM ? false : 'chromium is not installed' }, async context => {
  let server;
  let browser;
  let home;
  before(async () => {
    server = createServer((request, response) => {
      const found = file(new URL(request.url, 'http://site').pathname);
      response.writeHead(found ? 200 : 404, { 'content-type': TYPES[extname(found ?? '')] ?? 'application/octet-stream' });
      response.end(found ? readFileSync(found) : '');
    });
    await new Promise(started => server.listen(0, '127.0.0.1', started));
    home = `http://127.0.0.1:${server.address().port}/`;
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
  });
  after(async () => {
    await browser.close();
    server.close();
  });

  async function visit(options, visited) {
    const page = await browser.newPage({ reducedMotion: 'reduce', ...options });
    const elsewhere = [];
    const errors = [];
    page.on('request', request => request.url().startsWith(home) || request.url().startsWith('data:') || elsewhere.push(request.url()));
    page.on('pageerror', error => errors.push(String(error)));
    await visited(page);
    assert.deepEqual({ elsewhere, errors }, { elsewhere: [], errors: [] });
    await page.close();
  }

  await context.test('search leads to the page', () => visit({}, async page => {
    await page.goto(home);
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox').fill('carry-over');
    await page.locator('.result').first().click();
    await page.waitForURL(/\/docs\/budgets/);
  }));

  await context.test('dark mode is a choice that stays', () => visit({ colorScheme: 'light' }, async page => {
    await page.goto(home);
    const isDark = () => page.evaluate(() => document.documentElement.classList.contains('dark'));
    assert.equal(await isDark(), false);
    await page.locator('.VPNavBarAppearance .VPSwitchAppearance').click();
    assert.equal(await isDark(), true);
    await page.goto(home + 'docs/budgets.html');
    assert.equal(await isDark(), true);
  }));

  // colours are the same on all pages; the longest ones take a minute each
  for (const [colorScheme, some] of [['light', pages], ['dark', pages.filter(path => path.startsWith('docs/tutorial'))]]) {
    await context.test(`accessible, ${colorScheme}`, () => visit({ colorScheme }, async page => {
      const found = [];
      for (const path of some) {
        await page.goto(home + path);
        await page.addScriptTag({ content: axe.source });
        const result = await page.evaluate(() => globalThis.axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }));
        found.push(...result.violations.map(one => `${path}: ${one.id}: ${one.nodes[0].html.slice(0, 100)}`));
      }
      assert.deepEqual(found, []);
    }));
  }

  await context.test('a narrow screen scrolls in one direction', () => visit({ viewport: { width: 360, height: 640 } }, async page => {
    const wide = [];
    for (const path of pages) {
      await page.goto(home + path);
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) {
        wide.push(path);
      }
    }
    assert.deepEqual(wide, []);
  }));
});
