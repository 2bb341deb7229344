// The site's start page: a picture of each lesson, in the colours that the system prefers, that opens it.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { colours, firstPicture, onlyChromium, openBrowser, openPage, serve, until, web } from './browser.mjs';

let browser, server;
before(async () => {
  browser = await openBrowser();
  server = await serve(path.join(web, 'site'));
});
after(async () => {
  server.close();
  await browser.close();
});

const open = (viewport) => openPage(browser, '', { address: server.address, wait: true, viewport });

// Everything that a visitor downloads for the page: its goal is in src/web/README.md.
test('the page is less than 1.5 MB by brotli', () => {
  const folder = path.join(web, 'site');
  const packed = fs.readdirSync(folder).filter((name) => name.endsWith('.br'));
  assert.ok(packed.includes('bindpose.wasm.br'));
  const total = packed.reduce((sum, name) => sum + fs.statSync(path.join(folder, name)).size, 0);
  assert.ok(total < 1.5e6, `${total} bytes`);
});

test('pictures of all lessons and the viewer, in both schemes', { skip: onlyChromium }, async () => {
  const page = await open({ width: 360, height: 740 });
  const count = fs.readdirSync('lessons').filter((name) => /^\d\d_/.test(name)).length + 1;
  for (const scheme of ['dark', 'light']) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await page.waitForFunction(
      (scheme, count) => {
        const images = [...document.images];
        for (const image of images) image.loading = 'eager';
        const shown = images.filter(
          (image) =>
            image.complete && image.naturalWidth === 640 && image.currentSrc.endsWith(`-${scheme}.webp`),
        );
        return images.length === count && shown.length === count;
      },
      { polling: 100 },
      scheme,
      count,
    );
    if (scheme === 'light') continue;
    // Those of the other scheme aren't loaded, and these are small.
    const loaded = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((one) => one.name.includes('/pictures/'))
        .map((one) => [one.name.replace(/.*-/, ''), one.encodedBodySize]),
    );
    assert.deepEqual([...new Set(loaded.map(([name]) => name))], ['dark.webp']);
    const bytes = loaded.reduce((sum, [, size]) => sum + size, 0);
    assert.ok(bytes > 100000 && bytes < 400000, `${bytes} bytes`);
  }
  assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('a link opens its lesson', async () => {
  const page = await open();
  const links = await page.$$eval('li a', (all) =>
    all.map((link) => [link.getAttribute('href'), link.textContent.trim().slice(0, 2)]),
  );
  const lessons = fs.readdirSync('lessons').filter((name) => /^\d\d_/.test(name)).length;
  assert.equal(links.length, lessons + 1);
  for (const [href, text] of links.slice(0, lessons)) assert.equal(href, `bindpose.html#${text}`);
  await page.click('a[href$="#07"]');
  await until(page, `location.hash.startsWith('#07')`);
  await firstPicture(page);
  assert.ok((await colours(page)) > 50);
  assert.match(await page.title(), /rest pose/i);
  await page.close();
});

test('the single file can be saved from it', () => {
  const offline = fs.readFileSync(path.join(web, 'site', 'bindpose-offline.html'));
  assert.ok(offline.equals(fs.readFileSync(path.join(web, 'bindpose.html'))));
});
