// The link to what is shown can be copied, and the page works in a frame of another page.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { firstPicture, newPage, onlyChromium, openBrowser, openPage, pageFile, runNative, until } from './browser.mjs';

let browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

test('Ctrl+C copies the link', async () => {
  const page = await openPage(browser, '#view');
  await until(page, `Page.shown.program === 'view'`);
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => {
      window.copied = text;
    };
  });
  await page.keyboard.down('Control');
  await page.keyboard.press('c');
  await page.keyboard.up('Control');
  await until(page, 'window.copied');
  const link = await page.evaluate('window.copied');
  assert.equal(link, `${pathToFileURL(pageFile).href}#view`);
  const other = await openPage(browser, '', { address: link });
  await until(other, `Page.shown.program === 'view'`);
  await other.close();
  await page.close();
});

// A page with a frame far down, as a course has it.
async function coursePage(address) {
  const page = await newPage(browser);
  await page.setViewport({ width: 1000, height: 600 });
  await page.goto(pathToFileURL(pageFile).href.replace(/[^/]*$/, ''));
  await page.evaluate((address) => {
    document.body.innerHTML = `<button id="before">before</button><div style="height: 500px"></div>
      <iframe src="${address}" title="lesson" width="860" height="520"></iframe>
      <button id="behind">behind</button><div style="height: 2000px"></div>`;
  }, `${pathToFileURL(pageFile).href}${address}`);
  const frame = await (await page.$('iframe')).contentFrame();
  await firstPicture(frame);
  return { page, frame };
}

test('a frame takes no focus and no scrolling before it is clicked', async () => {
  const { page, frame } = await coursePage('#view');
  await until(frame, `Page.shown.program === 'view'`);
  assert.equal(await page.evaluate('document.activeElement.tagName'), 'BODY');
  assert.equal(await page.evaluate('scrollY'), 0);
  await page.mouse.move(400, 560);
  await page.mouse.wheel({ deltaY: 100 });
  await page.waitForFunction('scrollY === 100');
  // In Firefox, WebDriver gives a click at a point to the outer page only.
  if (!onlyChromium) {
    await page.mouse.click(400, 500);
    await frame.evaluate(() => {
      addEventListener('wheel', (event) => {
        window.zoomed = event.defaultPrevented;
      });
    });
    await page.mouse.wheel({ deltaY: 100 });
    await frame.waitForFunction('window.zoomed !== undefined');
    assert.equal(await frame.evaluate('window.zoomed'), true);
    assert.equal(await page.evaluate('scrollY'), 100);
  }
  await page.close();
});

test('a frame in another page: compact, and Tab passes through it', async () => {
  const page = await newPage(browser);
  await page.setViewport({ width: 1400, height: 900 });
  await page.goto(pathToFileURL(pageFile).href.replace(/[^/]*$/, ''));
  await page.evaluate((address) => {
    document.body.innerHTML = `<button id="before">before</button>
      <iframe src="${address}" title="lesson" width="1300" height="700"></iframe>
      <button id="behind">behind</button>`;
  }, `${pathToFileURL(pageFile).href}#view?compact`);
  const frame = await (await page.$('iframe')).contentFrame();
  await until(frame, `Page.shown.program === 'view'`);
  const visible = await frame.evaluate(() =>
    ['#menu-button', '#bar'].filter((name) => document.querySelector(name).offsetWidth > 0),
  );
  assert.deepEqual(visible, []);
  await page.focus('#before');
  for (let i = 0; i < 4; i++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(`document.activeElement.id === 'behind'`)) break;
  }
  assert.equal(await page.evaluate('document.activeElement.id'), 'behind');
  await frame.focus('#window');
  await page.keyboard.press('Escape'); // there is no list to leave to
  await until(frame, `Page.shown.program === 'view' && Page.window.isOpen`);
  await page.close();
});
