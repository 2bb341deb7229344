// The pixel inspector: opened by keys and from the menu, moved by mouse, finger and buttons. Each way must end in the
// picture of another way.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { finger, openBrowser, openPage, picture, until } from './browser.mjs';

let browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

const PHONE = { viewport: { width: 360, height: 740, hasTouch: true, isMobile: true, deviceScaleFactor: 2 } };
const inspects = (page) => until(page, 'Page.shown.inspector');
const hasPixel = (page) => until(page, 'Page.shown.inspector.text[2] > 0');

async function tap(page, selector, text) {
  await page.evaluate((where, words) => {
    [...document.querySelectorAll(where)].find((one) => (one.getAttribute('aria-label') || one.textContent).startsWith(words)).click();
  }, selector, text);
}

const open = async (hash, options) => {
  const page = await openPage(browser, hash, options);
  if (hash === '#view') await page.evaluate("Page.window.press(' ')"); // stands still
  await picture(page);
  return page;
};

for (const hash of ['#view'])
  test(`by keys and mouse, in ${hash}`, async () => {
    const page = await open(hash);
    const first = await picture(page);
    await page.keyboard.press('#');
    await page.mouse.move(350, 330);
    await hasPixel(page);
    const pointed = await picture(page);
    await page.keyboard.press('ArrowRight');
    const right = await picture(page);
    await page.keyboard.press('ArrowLeft');
    assert.equal(new Set([first, pointed, right, await picture(page)]).size, 4); // the last one: kept
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.mouse.move(600, 20);
    assert.equal(await picture(page), first);
    await page.keyboard.press('*');
    assert.notEqual(await picture(page), first);
    assert.deepEqual(page.problems, []);
    await page.close();
  });

for (const hash of ['#view'])
  test(`by fingers alone, in ${hash}`, async () => {
    const page = await open(hash, PHONE);
    const first = await picture(page);
    await tap(page, '#menu-button', 'Menu');
    await tap(page, '#menu button', 'Inspect a pixel');
    await inspects(page);
    await finger(page, [170, 300]);
    await hasPixel(page);
    const there = await picture(page);
    await finger(page, [120, 150], [170, 300]); // it follows the finger
    assert.equal(await picture(page), there);
    await tap(page, '#bar button', 'Pixel to the left');
    assert.notEqual(await picture(page), there);
    await tap(page, '#bar button', 'Pixel to the right');
    const kept = await picture(page);
    const [x, top, width, height] = await page.evaluate('Page.shown.inspector.text.map((one) => one / devicePixelRatio)');
    const y = top + (await page.$eval('#window', (one) => one.getBoundingClientRect().top));
    await finger(page, [x + width / 2, y + 2]); // a tap on the text chooses no pixel under it
    assert.equal(await picture(page), kept);
    await finger(page, [x + width / 2, y + height - 2], [x + width / 2, y + height - 70]); // scrolls
    assert.notEqual(await picture(page), kept);
    await tap(page, '#bar button', 'Close');
    assert.equal(await picture(page), first);
    assert.deepEqual(page.problems, []);
    await page.close();
  });
