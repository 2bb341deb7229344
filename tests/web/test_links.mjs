// Addresses: a link opens a step with its settings, the address follows the lesson, back and forward work,
// the link can be copied, and the page works in a frame of another page.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { firstPicture, newPage, onlyChromium, openBrowser, openPage, pageFile, runNative, until } from './browser.mjs';

let browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

const shown = (page) => page.evaluate('Page.shown');
const atStep = (lesson, step) => `Page.shown.lesson === ${lesson} && Page.shown.step === ${step}`;

test('a link opens the step, and the step has its caption', async () => {
  const page = await openPage(browser, '#04/2');
  await until(page, atStep(4, 2));
  const captions = runNative(['lesson', '4', '--list'])
    .split('\n')
    .map((line) => line.replace(/^ *\d+ +/, ''));
  const { caption, question } = await shown(page);
  assert.ok(question || caption === captions[1], caption);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('settings in the link hold, and are not kept', async () => {
  const page = await openPage(browser, '#05/2?theme=dark&numbers=columns');
  await until(page, atStep(5, 2));
  let now = await shown(page);
  assert.deepEqual([now.theme, now.numbers], ['dark', 'columns']);
  await page.keyboard.press('l');
  await until(page, `Page.shown.theme === 'light' && location.hash === '#05/2?theme=light&numbers=columns'`);
  await page.goto(`${pathToFileURL(pageFile).href}?numbers=columns#05/2`);
  await until(page, atStep(5, 2));
  now = await shown(page);
  assert.equal(now.numbers, 'columns');
  await page.close();
});

test('the address follows steps without entries of their own, and back returns to the list', async () => {
  const page = await openPage(browser);
  await until(page, `Page.shown.program === 'list'`);
  const entries = await page.evaluate('history.length');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await until(page, `location.hash === '#02/1'`);
  await page.keyboard.press('ArrowRight');
  await until(page, `location.hash === '#02/2'`);
  assert.equal(await page.evaluate('history.length'), entries + 1);
  await page.evaluate('history.back()'); // goBack waits for a new document
  await until(page, `Page.shown.program === 'list'`);
  assert.equal(await page.evaluate('location.hash'), '');
  await page.evaluate('history.forward()');
  await until(page, atStep(2, 2));
  await page.evaluate(() => {
    location.hash = '#view';
  });
  await until(page, `Page.shown.program === 'view'`);
  await page.keyboard.press('Escape');
  await until(page, `Page.shown.program === 'list' && location.hash === ''`);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('after the last step a link leads on to the next lesson', async () => {
  const context = await browser.createBrowserContext(); // without the progress of other tests
  const page = await openPage(context, '#01/9');
  await until(page, atStep(1, 9));
  await page.keyboard.press('ArrowRight');
  await until(page, `Page.shown.end?.next === 'Seven matrices'`);
  await page.keyboard.press(' ');
  await until(page, atStep(2, 1));
  assert.equal(await page.evaluate('location.hash'), '#02/1');
  await page.close();
  await context.close();
});

test('the end of a lesson leads to the next one', async () => {
  const context = await browser.createBrowserContext();
  const page = await openPage(context, '#20/7');
  await until(page, atStep(20, 7));
  await page.keyboard.press('ArrowRight');
  await until(page, `Page.shown.end?.next === 'From a vertex to its pixel'`);
  await page.keyboard.press(' ');
  await until(page, atStep(21, 1));
  await page.close();
  await context.close();
});

test('a link to a step that is gone opens the lesson', async () => {
  const page = await openPage(browser, '#05/99');
  await until(page, atStep(5, 1));
  assert.ok(await page.evaluate(`document.getElementById('message').hidden`));
  await page.close();
});

test('Ctrl+C copies the link', async () => {
  const page = await openPage(browser, '#03/2');
  await until(page, atStep(3, 2));
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
  assert.equal(link, `${pathToFileURL(pageFile).href}#03/2`);
  const other = await openPage(browser, '', { address: link });
  await until(other, atStep(3, 2));
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
  const { page, frame } = await coursePage('#05/2');
  await until(frame, atStep(5, 2));
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
  // Tab is not caught, without the compact mode, too.
  for (let i = 0; i < 4; i++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(`document.activeElement.id === 'behind'`)) break;
  }
  assert.equal(await page.evaluate('document.activeElement.id'), 'behind');
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
  }, `${pathToFileURL(pageFile).href}#05/3?compact`);
  const frame = await (await page.$('iframe')).contentFrame();
  await until(frame, atStep(5, 3));
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
  await until(frame, `${atStep(5, 3)} && Page.window.isOpen`);
  await page.close();
});
