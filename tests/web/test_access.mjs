// The page without sight, without a mouse, without motion, in high zoom: axe-core's rules, the accessibility
// tree as the browser makes it, focus, and the preferences of the system.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { dropFiles, onlyChromium, openBrowser, openPage, picture, runNative, until, web } from './browser.mjs';

const axe = fs.readFileSync(
  createRequire(path.join(web, 'tests', 'node_modules', 'x.js')).resolve('axe-core/axe.min.js'),
  'utf8',
);

let browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

async function freshPage(hash, options = {}) {
  const context = await browser.createBrowserContext();
  const opened = await openPage(context, hash, { user: true, ...options });
  opened.on('close', () => context.close().catch(() => {}));
  return opened;
}

async function violations(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document));
  assert.ok(found.passes.length > 10);
  return found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' ')}`);
}

const prefers = (name, value) => [{ name: `prefers-${name}`, value }];

for (const theme of ['light', 'dark'])
  test(`axe finds nothing in the doctor's report, nor in the viewer, ${theme}`, async () => {
    const page = await freshPage('', { prefer: prefers('color-scheme', theme) });
    await dropFiles(page, ['assets/character.glb']);
    await page.waitForSelector('#tools .findings');
    await page.click('#tools .numbers summary');
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press('F10');
    assert.deepEqual(await violations(page), []);
    await page.close();
  });

test('forced colours: buttons have edges, and the choice is seen', { skip: onlyChromium }, async () => {
  const page = await freshPage('#exercise/14');
  const client = await page.createCDPSession();
  await client.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] });
  await page.waitForSelector('.choice input');
  await page.click('.choice input');
  const shown = await page.evaluate(() => {
    const style = (where) => getComputedStyle(document.querySelector(where));
    return {
      forced: matchMedia('(forced-colors: active)').matches,
      choice: style('.choice label:has(:checked)').outlineStyle,
      others: style('.choice label:not(:has(:checked))').outlineStyle,
      check: style('.work .main').borderTopWidth,
      button: style('.work [type=button]').borderTopStyle,
    };
  });
  assert.deepEqual(shown, { forced: true, choice: 'solid', others: 'none', check: '3px', button: 'solid' });
  await page.close();
});

test('menu by keyboard: focus goes in, is visible, and comes back', async () => {
  const page = await freshPage('#view');
  await page.keyboard.press('F10');
  await page.waitForSelector('#menu[open]');
  const outline = () =>
    page.evaluate(() => {
      const style = getComputedStyle(document.activeElement);
      return [document.activeElement.tagName, style.outlineStyle, parseFloat(style.outlineWidth)];
    });
  await page.keyboard.press('Tab');
  assert.deepEqual(await outline(), ['BUTTON', 'solid', 3]);
  await page.keyboard.press('Escape');
  await page.waitForSelector('#menu:not([open])');
  assert.equal(await page.evaluate('document.activeElement.id'), 'window');
  assert.equal((await outline())[1], 'solid');
  assert.equal(await page.evaluate('Page.shown.program'), 'view');
  await page.close();
});

test('with reduced motion the crowd stands until it is asked to walk', async () => {
  const page = await freshPage('#demo', { prefer: prefers('reduced-motion', 'reduce') });
  await until(page, 'Page.shown.moving === false');
  await page.keyboard.press(' ');
  await until(page, 'Page.shown.moving');
  await page.close();
});

test('Tab leaves the picture for what is beside it, Shift+Tab for what is above, with visible focus', async () => {
  const page = await openPage(browser, '#view', { user: true });
  await page.waitForSelector('#tools select');
  const focused = () => page.evaluate('document.activeElement.id || document.activeElement.tagName');
  const outline = () => page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
  await page.keyboard.press('Tab');
  if ((await focused()) === 'tools') await page.keyboard.press('Tab'); // Firefox stops at a box that scrolls
  assert.equal(await focused(), 'SELECT');
  await page.focus('#window');
  await page.keyboard.down('Shift');
  await page.keyboard.press('Tab');
  await page.keyboard.up('Shift');
  assert.equal(await focused(), 'menu-button');
  assert.notEqual(await outline(), 'none');
  await page.close();
});

// Every control that is shown, scrolled into the middle of the screen, is what a click there reaches.
const covered = (root = document) => {
  const found = [];
  for (const one of root.querySelectorAll('button, a, input, select, textarea, summary, [role=treeitem] > span')) {
    one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const [box] = one.getClientRects();
    if (!box || one.matches('[type=file]') || one.closest('.unseen')) continue;
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const label = one.closest('label');
    if (!one.contains(hit) && !(label && label.contains(hit)))
      found.push(`${one.outerHTML.slice(0, 90)}: ${hit ? hit.outerHTML.slice(0, 60) : 'off screen'}`);
  }
  scrollTo(0, 0);
  return [...found, ...(document.documentElement.scrollWidth > innerWidth ? ['wider than the screen'] : [])];
};

for (const [width, height] of [[320, 640], [360, 740], [740, 360], [1280, 800]])
  test(`every control can be reached by a click, ${width}x${height}`, async () => {
    const page = await freshPage('', { viewport: { width, height } });
    for (const [hash, ready] of [
      ['', '.cards a'],
      ['#05', '[data-page="05"]:not([hidden])'],
      ['#22', '[data-page="22"]:not([hidden])'],
      ['#exercises', '#exercises .cards'],
      ['#exercise/05', '#formula'],
      ['#exercise/10', '.pool'],
      ['#exercise/14', '.choice img'],
      ['#view', '#tools .findings'],
      ['#demo', '#bar .keys button'],
    ]) {
      await page.evaluate((to) => (location.hash = to), hash);
      await page.waitForSelector(ready);
      await page.$$eval('details', (all) => all.forEach((one) => (one.open = true)));
      assert.deepEqual(await page.evaluate(covered), [], hash);
    }
    await page.evaluate(() => Menu.open());
    assert.deepEqual(await page.$eval('#menu', covered), [], 'the menu');
    await page.close();
  });
