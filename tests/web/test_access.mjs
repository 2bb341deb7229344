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

// Presses a button of the open menu.
const chooseInMenu = (page, text) =>
  page.evaluate((words) => {
    [...document.querySelectorAll('#menu button')].find((one) => one.textContent.startsWith(words)).click();
  }, text);

const prefers = (name, value) => [{ name: `prefers-${name}`, value }];

for (const theme of ['light', 'dark'])
  test(`axe finds nothing, ${theme}`, async () => {
    const page = await freshPage('#05/3', { prefer: prefers('color-scheme', theme) });
    await until(page, 'document.querySelector("#words h1")');
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press('F10');
    await page.waitForSelector('#menu[open]');
    assert.deepEqual(await violations(page), []);
    await chooseInMenu(page, 'All keys');
    await page.waitForSelector('#report[open]');
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press('Escape');
    // Where the browser lets nothing be copied, a message has the link.
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
      document.execCommand = () => false;
    });
    await page.keyboard.press('F10');
    await chooseInMenu(page, 'Copy link');
    await page.waitForSelector('#message:not([hidden])');
    assert.match(await page.$eval('#message', (one) => one.textContent), /#05\/3/);
    assert.deepEqual(await violations(page), []);
    await page.close();
  });

for (const theme of ['light', 'dark'])
  test(`axe finds nothing in the doctor's report, nor in the viewer, ${theme}`, async () => {
    const page = await freshPage('', { prefer: prefers('color-scheme', theme) });
    await dropFiles(page, ['assets/character.glb']);
    await until(page, `Page.shown.findings && document.querySelector('#words h2')`);
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press('F10');
    await chooseInMenu(page, "Doctor's report");
    await page.waitForSelector('#report[open] textarea');
    assert.deepEqual(await violations(page), []);
    await page.close();
  });

test('at the end of a lesson: its exercises, and back', async () => {
  const page = await freshPage('#07/1');
  await until(page, 'Page.shown.step === 1');
  const { steps } = await page.evaluate('Page.shown');
  await page.evaluate((step) => {
    location.hash = `#07/${step}`;
  }, steps);
  await until(page, `Page.shown.step === ${steps}`);
  assert.equal(await page.$('#practise a'), null);
  for (let i = 0; i < 3 && !(await page.evaluate('Boolean(Page.shown.end)')); i++) {
    await page.keyboard.press(' ');
    await picture(page);
  }
  await page.waitForSelector('#practise a');
  assert.deepEqual(await violations(page), []);
  const known = JSON.parse(runNative(['exercise', 'describe'])).filter((one) => one.lesson === 7);
  const links = await page.$$eval('#practise a', (all) => all.map((one) => [one.hash, one.textContent]));
  assert.deepEqual(
    links,
    known.map((one) => [`#exercise/${one.id}`, `${one.id} ${one.title}`]),
  );
  await page.click('#practise a');
  await page.waitForSelector('#exercises .about a');
  assert.equal(await page.$eval('#exercises .about a', (one) => one.hash), '#07');
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

test('the terms that a caption underlines are explained in words', async () => {
  const page = await freshPage('#03/1');
  await until(page, 'document.querySelector("#words h1")');
  const { caption, terms } = await page.evaluate('Page.shown');
  assert.ok(terms.length > 0);
  const words = await page.$eval('#words', (one) => one.textContent);
  for (const { term, text } of terms) {
    assert.ok(caption.toLowerCase().includes(term.toLowerCase().slice(0, 4)), term);
    assert.ok(words.includes(`${term}: ${text}`), term);
  }
  await page.keyboard.press('F2'); // all terms so far
  await until(page, `Page.shown.terms.length > ${terms.length}`);
  await page.close();
});

test('axe finds nothing on a phone, nor in messages', async () => {
  const page = await freshPage('#05/3', {
    viewport: { width: 360, height: 740, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  });
  await until(page, 'document.querySelector("#words h1")');
  assert.deepEqual(await violations(page), []);
  await page.evaluate(() => {
    location.hash = '#77';
  });
  await until(page, `!document.getElementById('message').hidden`);
  assert.match(await page.$eval('#message', (message) => message.textContent), /no such lesson/);
  assert.deepEqual(await violations(page), []);
  await page.close();
});

test('options have letters, the panel has words, and switches are announced', async () => {
  const page = await freshPage('#01/2');
  const has = (id, text) =>
    until(page, `document.getElementById('${id}').textContent.includes(${JSON.stringify(text)})`);
  const words = (text) => has('words', text),
    said = (text) => has('said', text);
  await words('B: the upper arm, the forearm and the hand.');
  await words('Matrices of');
  await words('local: ');
  await page.keyboard.press('x');
  await said('axes shown.');
  await page.keyboard.press('x');
  await said('axes hidden.');
  await page.keyboard.press('l');
  await said('Light colours.');
  await page.close();
});

test('numbers of a change are said once, when it has ended', async () => {
  const page = await freshPage('#05/1');
  await until(page, 'document.querySelector("#words h1")');
  await page.evaluate(() => {
    window.heard = [];
    new MutationObserver(() => window.heard.push(document.getElementById('said').textContent)).observe(
      document.getElementById('said'),
      { childList: true },
    );
  });
  await page.keyboard.press('ArrowRight');
  await until(page, 'Page.shown.step === 2 && !Page.shown.question?.open && !Page.shown.moving');
  await until(page, `window.heard.some((text) => /1\\.827/.test(text))`); // the last number of this change
  const spoken = await page.evaluate(() => window.heard.filter((text) => /vertices apart/.test(text)).length);
  assert.ok(spoken <= 2, `said ${spoken} times`);
  await page.close();
});

test('on a phone all keys are buttons of a dialog', async () => {
  const page = await freshPage('#05/3', {
    viewport: { width: 360, height: 740, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  });
  await until(page, `Page.shown.numbers === 'rows' && Page.shown.keys`);
  const tap = (selector, text) =>
    page.evaluate(
      (all, wanted) =>
        [...document.querySelectorAll(all)].find((one) => one.textContent.includes(wanted)).click(),
      selector,
      text,
    );
  await tap('#bar button', '☰');
  await tap('#menu button', 'All keys');
  await page.waitForSelector('#report[open]');
  assert.deepEqual(await violations(page), []);
  const labels = await page.$$eval('#report kbd', (all) => all.map((one) => one.textContent));
  for (const key of ['F2', 'Ctrl+Z', 'X', 'O']) assert.ok(labels.includes(key), key);
  await tap('#report button', 'columns');
  await until(page, `Page.shown.numbers === 'columns' && !document.getElementById('report').open`);
  await tap('#bar button', '2/3'); // the step's stage; the button selects the next one
  await until(page, 'Page.shown.stage === 3');
  await page.close();
});

// All texts of the browser's accessibility tree.
async function treeTexts(page) {
  const texts = [];
  const walk = (node) => {
    if (!node) return;
    texts.push(`${node.role}: ${node.name || ''}`);
    (node.children || []).forEach(walk);
  };
  walk(await page.accessibility.snapshot({ interestingOnly: false }));
  return texts;
}

test('the accessibility tree has caption, question, reply, numbers', { skip: onlyChromium }, async () => {
  const transcript = JSON.parse(
    (() => {
      const file = path.join(web, 'tests', 'transcript.json');
      runNative(['lesson', '5', '--transcript', file]);
      return fs.readFileSync(file, 'utf8');
    })(),
  );
  const step = transcript.steps[2];
  const page = await freshPage('#05/3');
  await until(page, 'document.querySelector("#words h1")');
  const has = async (text) => {
    const texts = await treeTexts(page);
    assert.ok(
      texts.some((one) => one.includes(text)),
      `${text}\n${texts.join('\n')}`,
    );
  };
  await has('application: 05 The same pose, three ways');
  await has('Step 3 of 7.');
  await has('Which angle about Z must the left arm');
  await has('Type a number');
  await has("final's angle: ");
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  await until(page, `!/Type a number/.test(document.getElementById('words').textContent)`);
  await has(await page.evaluate('Page.shown.question.reply'));
  // The announcement tells the reply, and not the caption again.
  const said = await page.$eval('#said', (element) => element.textContent);
  assert.ok(said.includes(await page.evaluate('Page.shown.question.reply')), said);
  assert.ok(!said.includes('Step 3'), said);
  await page.keyboard.type('75');
  await page.keyboard.press('Enter');
  await until(page, `Page.shown.question && !Page.shown.question.open`);
  await until(page, `document.getElementById('words').textContent.includes(Page.shown.caption)`);
  await has(step.caption);
  await page.close();
});

test('numbers that the question hides are hidden in words, too', async () => {
  const page = await freshPage('#02/2');
  await until(page, 'document.querySelector("#words h1")');
  const shown = await page.evaluate('Page.shown');
  if (shown.question?.open && shown.readouts.some((one) => one.value === '?'))
    assert.match(await page.$eval('#words', (words) => words.textContent), /: \?/);
  await page.close();
});

test('menu by keyboard: focus goes in, is visible, and comes back', async () => {
  const page = await freshPage('#05/2');
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
  assert.equal(await page.evaluate('Page.shown.program'), 'lesson');
  await page.close();
});

test('the first visit has the theme of the system; later the user decides', async () => {
  for (const theme of ['light', 'dark']) {
    const page = await freshPage('#01', { prefer: prefers('color-scheme', theme) });
    await until(page, `Page.shown.theme === '${theme}'`);
    await page.keyboard.press('l');
    await until(page, `Page.shown.theme !== '${theme}'`);
    await page.reload();
    await until(page, `Page.shown.theme && Page.shown.theme !== '${theme}'`);
    await page.close();
  }
});

test('with reduced motion changes jump, and nothing moves by itself', async () => {
  for (const reduce of [true, false]) {
    const page = await freshPage('#05/3', {
      prefer: prefers('reduced-motion', reduce ? 'reduce' : 'no-preference'),
    });
    await until(page, 'Page.shown.question?.open');
    await page.keyboard.type('75');
    await picture(page);
    await page.evaluate(() => {
      window.drawn = 0;
      const present = Page.window.present;
      Page.window.present = function (...values) {
        window.drawn++;
        present.apply(this, values);
      };
      let now = performance.now(); // a frame takes as long on a slow machine
      performance.now = () => (now += 10);
    });
    await page.keyboard.press('Enter'); // the answer is right: the change begins
    await picture(page);
    const count = await page.evaluate('window.drawn');
    if (reduce) assert.ok(count <= 3, `${count} pictures`);
    else assert.ok(count > 5, `${count} pictures`);
    await page.close();
  }
});

test('with reduced motion the crowd stands until it is asked to walk', async () => {
  const page = await freshPage('#demo', { prefer: prefers('reduced-motion', 'reduce') });
  await until(page, 'Page.shown.moving === false');
  await page.keyboard.press(' ');
  await until(page, 'Page.shown.moving');
  await page.close();
});

test('a page zoomed to 400 % is the narrow one, and sharp', async () => {
  const page = await freshPage('#05/3', {
    viewport: { width: 320, height: 200, deviceScaleFactor: 4 },
  });
  const found = await page.evaluate(() => {
    const canvas = document.getElementById('window');
    return { ratio: canvas.width / canvas.clientWidth, bar: document.getElementById('bar').offsetHeight };
  });
  assert.equal(found.ratio, 4);
  assert.ok(found.bar > 0);
  await page.close();
});

test('Tab is the program\'s, and after Ctrl+M it leaves the picture, to a button with visible focus', async () => {
  const page = await openPage(browser, '#02/1', { user: true });
  const focused = () => page.evaluate('document.activeElement.id');
  await until(page, 'Page.shown.step === 1');
  await page.keyboard.press('Tab');
  assert.equal(await focused(), 'window');
  await page.keyboard.down('Control');
  await page.keyboard.press('m');
  await page.keyboard.up('Control');
  await page.keyboard.down('Shift');
  await page.keyboard.press('Tab');
  await page.keyboard.up('Shift');
  assert.equal(await focused(), 'menu-button');
  const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
  assert.notEqual(outline, 'none');
  await page.focus('#window');
  await page.keyboard.press('Tab');
  assert.equal(await focused(), 'window');
  await page.close();
});
