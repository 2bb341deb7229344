// The exercises in the page: a formula, lines in order and a choice, right and wrong, by mouse and by
// keyboard; what is kept; what must not be seen too early.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { dragElement, openBrowser, openPage, runInPage, runNative, until, web } from './browser.mjs';

const axe = fs.readFileSync(
  createRequire(path.join(web, 'tests', 'node_modules', 'x.js')).resolve('axe-core/axe.min.js'),
  'utf8',
);
const FINAL = 'inverse(bind * parent_absolute_bind) * local * parent_absolute';

let browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

async function freshPage(hash, options = {}) {
  const context = await browser.createBrowserContext();
  const page = await openPage(context, hash, { user: true, ...options });
  page.on('close', () => context.close().catch(() => {}));
  return page;
}

const text = (page, where) => page.$eval(where, (element) => element.textContent);

// Presses Check and returns what is said.
async function check(page) {
  await page.evaluate(() => document.getElementById('verdict').replaceChildren());
  await page.click('.work [type=submit]');
  await page.waitForSelector('#verdict p');
  return text(page, '#verdict');
}

async function write(page, formula) {
  await page.$eval(
    '#formula',
    (area, value) => {
      area.value = value;
      area.dispatchEvent(new Event('input'));
    },
    formula,
  );
}

const press = (page, label) =>
  page.evaluate((wanted) => {
    const named = (one) => one.getAttribute('aria-label') || one.textContent;
    [...document.querySelectorAll('.work button')].find((one) => named(one).startsWith(wanted)).click();
  }, label);

// What the native program says about an answer.
function judged(...argv) {
  try {
    return JSON.parse(runNative(['exercise', 'try', ...argv]));
  } catch (error) {
    return JSON.parse(error.stdout);
  }
}

// Its explanation as the page shows it: with `code` as an element.
const explained = (...argv) => judged(...argv).text.replaceAll('`', '');

test('the list leads to each exercise, and the menu to the list', async () => {
  const page = await freshPage('');
  await page.keyboard.press('F10');
  await page.waitForSelector('#menu[open]');
  await page.evaluate(() => {
    [...document.querySelectorAll('#menu button')].find((one) => one.textContent === 'Exercises').click();
  });
  await page.waitForSelector('#exercises .cards a');
  assert.equal(await page.evaluate('location.hash'), '#exercises');
  const known = JSON.parse(runNative(['exercise', 'describe']));
  const cards = await page.$$eval('#exercises .cards a', (all) => all.map((one) => [one.hash, one.textContent]));
  assert.equal(cards.length, known.length);
  known.forEach((one, i) => {
    assert.equal(cards[i][0], `#exercise/${one.id}`);
    assert.ok(cards[i][1].includes(one.title));
  });
  await page.click('#exercises .cards a[href="#exercise/03"]');
  await page.waitForSelector('#formula');
  assert.match(await page.title(), /^03 Absolute from locals/);
  assert.equal(await page.evaluate('document.activeElement.tagName'), 'H1');
  await page.goBack();
  await page.waitForSelector('#exercises .cards a');
  await page.click('.pagenav a[href="#"]');
  await until(page, `document.querySelector('main[data-page="list"]:not([hidden])')`);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('a wrong formula is explained as in C, with pictures; the right one stays solved', async () => {
  const page = await freshPage('#exercise/05');
  await write(page, 'local * parent_absolute');
  const said = await check(page);
  const expected = judged('5', 'local * parent_absolute');
  assert.equal(expected.id, 'bind_not_removed');
  assert.ok(said.includes(expected.text), said);
  assert.ok((await text(page, '.shown')).includes(expected.case));
  const sizes = await page.$$eval('.shown img', async (all) => {
    await Promise.all(all.map((one) => one.decode()));
    return all.map((one) => [one.naturalWidth, one.naturalHeight]);
  });
  assert.deepEqual(sizes, [
    [480, 360],
    [480, 360],
  ]);
  assert.match(await text(page, '.shown pre'), /final_matrix row 0 +0\.2588\* 0\.9659\*.* 0\.7071 /);
  await write(page, FINAL);
  assert.match(await check(page), /Right: all 21 cases/);
  await page.reload();
  await page.waitForSelector('#formula');
  assert.equal(await page.$eval('#formula', (area) => area.value), FINAL);
  await write(page, 'bind'); // a later attempt takes nothing away
  await check(page);
  await page.goto(page.url().replace(/#.*/, '#exercises'));
  await page.waitForSelector('.cards .done');
  assert.match(await text(page, '#exercises'), /1 of \d+ done/);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('by keyboard alone: from the list to a solved exercise', async () => {
  const page = await freshPage('#exercises');
  const tabTo = async (selector) => {
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) {
        const width = await page.evaluate(() =>
          parseFloat(getComputedStyle(document.activeElement).outlineWidth),
        );
        assert.equal(width, 3);
        return;
      }
    }
    assert.fail(`Tab does not lead to ${selector}`);
  };
  await tabTo('a[href="#exercise/05"]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#formula');
  await tabTo('#formula');
  await page.keyboard.type('local *'); // in place of the `?`
  await page.keyboard.down('Control');
  await page.keyboard.press('Enter');
  await page.keyboard.up('Control');
  await page.waitForSelector('#formula[aria-invalid]');
  assert.match(await text(page, '#verdict'), /Line 1, column 23: the text ends where a value should follow/);
  assert.equal(await page.$eval('#formula', (area) => area.selectionStart), 'final_matrix = local *'.length);
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.type(FINAL);
  await tabTo('[type=submit]');
  await page.keyboard.press('Enter');
  await until(page, `/Right/.test(document.getElementById('verdict').textContent)`);
  assert.equal(await page.$('#formula[aria-invalid]'), null);

  await page.evaluate(() => {
    location.hash = '#exercise/10';
  });
  await page.waitForSelector('.pool button');
  for (const line of ['E', 'C', 'H']) {
    await tabTo(`.pool [data-line="${line.charCodeAt(0) - 65}"]`);
    await page.keyboard.press('Enter');
    await page.evaluate(() => document.querySelector('#exercises h1').focus());
  }
  await tabTo('[aria-label="Move line H up"]');
  await page.keyboard.press('Enter'); // the focus stays on the button
  await page.keyboard.press('Enter');
  await tabTo('[aria-label="Move line E down"]');
  await page.keyboard.press('Enter');
  await tabTo('[type=submit]');
  await page.keyboard.press(' ');
  await until(page, `/Right/.test(document.getElementById('verdict').textContent)`);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('an exercise that is opened while another one opens is the one that stays', async () => {
  const page = await freshPage('#exercises');
  await page.evaluate(() => {
    for (const hash of ['#exercise/14', '#exercise/05', '#exercise/10']) {
      location.hash = hash;
      dispatchEvent(new Event('hashchange')); // at once, not when the browser gets to it
    }
  });
  await page.waitForSelector('.pool');
  assert.match(await text(page, '#exercises h1'), /^10 /);
  await page.evaluate(() => {
    for (const hash of ['#exercise/14', '#05/2']) {
      location.hash = hash;
      dispatchEvent(new Event('hashchange'));
    }
  });
  await until(page, `document.querySelector('main[data-page="05"]:not([hidden])')`);
  await page.evaluate(() => Engine.run(['exercise', 'describe'])); // the late one is done by then, too
  assert.equal(await page.evaluate('location.hash'), '#05/2');
  assert.equal(await page.$('.choice'), null);
  assert.equal(await page.$eval('#message', (message) => message.hidden), true);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('names are put in at the cursor', async () => {
  const page = await freshPage('#exercise/03');
  await press(page, 'local[i], each a matrix');
  assert.equal(await page.$eval('#formula', (area) => area.value), 'absolute[i] = local[i]');
  await press(page, 'Start over');
  assert.equal(await page.$eval('#formula', (area) => area.value), 'absolute[i] = ?');
  await page.close();
});

test('lines in order: wrong, moved, taken out, right, kept', async () => {
  const page = await freshPage('#exercise/10');
  assert.match(await text(page, '.mine'), /Your lines go here/);
  for (const line of ['H', 'G', 'E']) await press(page, `Add line ${line}`);
  assert.ok((await check(page)).includes(explained('10', 'H G E')));
  await press(page, 'Take line G out');
  await press(page, 'Add line C');
  assert.ok((await check(page)).includes(explained('10', 'H E C')));
  await press(page, 'Move line C up');
  assert.match(await check(page), /Right: all \d+ cases/);
  await page.reload();
  await page.waitForSelector('.mine b');
  assert.deepEqual(await page.$$eval('.mine b', (all) => all.map((one) => one.textContent)), ['H', 'C', 'E']);
  assert.equal(await page.evaluate(() => document.querySelectorAll('.pool li').length), 7);
  await page.close();
});

test('lines are dragged into the function, within it, and out of it', async () => {
  const page = await freshPage('#exercise/10');
  const drag = async (from, to, part) => {
    const box = await (await page.waitForSelector(to)).boundingBox();
    const x = box.x + box.width / 3;
    await dragElement(page, from, [
      [x, box.y + box.height / 3],
      [x, box.y + box.height * part],
    ]);
  };
  // The browser may tell of a drop after the mouse is up.
  const mine = (letters) =>
    until(page, `[...document.querySelectorAll('.mine b')].map((one) => one.textContent).join('') === '${letters}'`);
  await page.setViewport({ width: 1280, height: 1600 });
  const pool = (letter) => `.pool li:has([data-line="${letter.charCodeAt(0) - 65}"])`;
  await drag(pool('E'), '.mine', 0.5);
  await mine('E');
  await drag(pool('H'), '.mine', 0.05);
  await mine('HE');
  await drag(pool('C'), '.mine', 0.5);
  await mine('HCE');
  await drag('.mine li:first-child', '.mine', 0.98);
  await mine('CEH');
  await drag('.mine li:first-child', '.pool', 0.5);
  await mine('EH');
  assert.equal(await page.evaluate(`Store.exercise('10_prepare_a_linked_skeleton').answer`), 'E H');
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('a choice: none, wrong, right; each line has its picture', async () => {
  const page = await freshPage('#exercise/14');
  await page.waitForSelector('.choice img');
  assert.match(await check(page), /choose one of the lines/);
  await page.click('input[value="B"]');
  assert.ok((await check(page)).includes(explained('14', 'B')));
  // The right picture would be one of the cards.
  assert.deepEqual(await page.$$eval('.shown figcaption', (all) => all.map((one) => one.textContent)), ['Yours']);
  await page.click('input[value="D"]');
  assert.match(await check(page), /Right/);
  const sources = await page.$$eval('.choice img', (all) =>
    Promise.all(
      all.map(async (one) => {
        const bytes = new Uint8Array(await (await fetch(one.src)).arrayBuffer());
        return bytes.reduce((hash, byte) => (Math.imul(hash, 31) + byte) >>> 0, 7);
      }),
    ),
  );
  assert.equal(new Set(sources).size, 6);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('exercises on the rasterizer: lesson, pictures, and where the rasterizer does it', async () => {
  const page = await freshPage('#exercise/22');
  await page.waitForSelector('.choice img');
  assert.match(await text(page, '#exercises .about'), /Taught by lesson 27/);
  await page.click('input[value="A"]');
  assert.ok((await check(page)).includes(explained('22', 'A')));
  await page.click('input[value="E"]');
  assert.match(await check(page), /Right.*The rasterizer does it in src\/raster\/shade_scalar\.c/);
  await page.goto(page.url().replace(/#.*/, '#exercise/18'));
  await page.waitForSelector('.pool button');
  assert.match(await text(page, '#exercises .about'), /Taught by lesson 22/);
  for (const line of ['C', 'H', 'F', 'I']) await press(page, `Add line ${line}`);
  assert.match(await check(page), /Right/);
  assert.deepEqual(page.problems, []);
  await page.close();
});

// The same program judges, so one wrong answer to each exercise is enough. Each run in the page is the first one, and
// gives no hint after three wrong answers.
test('the page and the native program say the same', async () => {
  const page = await freshPage('#exercises');
  const known = JSON.parse(runNative(['exercise', 'describe']));
  for (const { id, form } of known) {
    const start = form === 'expression' && JSON.parse(runNative(['exercise', 'describe', id])).start;
    const answers = start
      ? [start, 'identity()', '0 / 0']
      : form === 'lines'
        ? ['', 'A B', 'D C B A']
        : ['A', 'D'];
    for (const answer of answers) {
      const ran = await runInPage(page, ['exercise', 'try', id, answer]);
      const { hint, ...expected } = judged(id, answer);
      assert.deepEqual(JSON.parse(ran.output), expected, `${id} ${answer}`);
    }
  }
  await page.close();
});

test('hints come one at a time, and no answer is there before them', async () => {
  const page = await freshPage('#exercise/05');
  const { hints } = JSON.parse(runNative(['exercise', 'describe', '5']));
  const html = () => page.$eval('#exercises', (section) => section.textContent);
  for (const hint of hints) assert.ok(!(await html()).includes(hint.slice(0, 40)));
  assert.equal(await page.$('#exercises img'), null);
  assert.ok(!/inverse\(absolute bind\)/.test(await html()));
  await press(page, 'Hint 1 of 3');
  assert.equal(await text(page, '.hints'), hints[0]);
  await page.reload();
  await page.waitForSelector('.hints li');
  await press(page, 'Hint 2 of 3');
  await press(page, 'Hint 3 of 3');
  assert.equal(await page.$$eval('.hints li', (all) => all.length), 3);
  await press(page, 'No more hints');
  assert.equal(await page.$$eval('.hints li', (all) => all.length), 3);
  await page.close();
});

test('progress goes with the file, and joins what is there', async () => {
  const page = await freshPage('#exercise/05');
  await write(page, FINAL);
  await check(page);
  const file = await page.evaluate('Store.exportText()');
  const other = await freshPage('#exercise/14');
  await other.waitForSelector('.choice img');
  await other.click('input[value="D"]');
  await check(other);
  await other.evaluate((one) => Store.importText(one), file);
  assert.deepEqual(await other.evaluate(`Store.exercise('05_final_matrix')`), {
    answer: FINAL,
    passed: true,
    hints: 0,
  });
  assert.equal(await other.evaluate(`Store.exercise('14_top_left_rule').passed`), true);
  const worse = JSON.parse(file);
  worse.files['exercises.json']['14_top_left_rule'] = { answer: 'B', hints: 2 };
  await other.evaluate((one) => Store.importText(one), JSON.stringify(worse));
  assert.deepEqual(await other.evaluate(`Store.exercise('14_top_left_rule')`), {
    answer: 'D',
    passed: true,
    hints: 2,
  });
  await page.close();
  await other.close();
});

for (const [theme, viewport] of [
  ['dark', { width: 1280, height: 800 }],
  ['light', { width: 360, height: 740, isMobile: true, hasTouch: true }],
  ['light', { width: 320, height: 200, deviceScaleFactor: 4 }], // zoomed to 400 %
])
  test(`axe finds nothing, nothing is cut off: ${theme}, ${viewport.width} pixels wide`, async () => {
    const page = await freshPage('#exercises', {
      prefer: [{ name: 'prefers-color-scheme', value: theme }],
      viewport,
    });
    await page.evaluate(axe);
    // Hidden articles, which axe would look through each time: minutes.
    await page.$$eval('.pages[data-page]', (all) => all.forEach((one) => one.remove()));
    for (const hash of ['#exercises', '#exercise/01', '#exercise/05', '#exercise/10', '#exercise/14', '#exercise/22', '#exercise/24']) {
      await page.evaluate((to) => {
        location.hash = to;
      }, hash);
      const id = hash.split('/')[1] || '';
      await until(
        page,
        `(Page.shown.exercise || '') == '${id}' && document.querySelector('#exercises h1')
        ?.textContent.startsWith('${id || 'Exercises'}')`,
      );
      if (id) await check(page);
      await page.$$eval('.work details', (all) => all.forEach((one) => one.setAttribute('open', '')));
      const found = await page.evaluate(() => window.axe.run(document));
      assert.ok(found.passes.length > 10);
      assert.deepEqual(
        found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' ')}`),
        [],
        hash,
      );
      const cut = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      assert.ok(cut <= 0, `${hash}: ${cut}`);
    }
    await page.close();
  });

test('the theme changes and stays; a frame has no bars; an unknown number is answered', async () => {
  const page = await freshPage('#exercise/14');
  await page.waitForSelector('.choice img');
  await page.keyboard.press('F10');
  await page.waitForSelector('#menu[open]');
  await page.evaluate(() => {
    [...document.querySelectorAll('#menu button')].find((one) => one.textContent === 'Light or dark').click();
  });
  await until(page, `document.documentElement.dataset.theme === 'light'`);
  await page.reload();
  await until(page, `document.documentElement.dataset.theme === 'light'`);
  await page.goto(page.url().replace(/#.*/, '#exercise/05?compact'));
  await page.reload();
  await page.waitForSelector('#formula');
  assert.equal(await page.$eval('nav', (nav) => nav.offsetHeight), 0);
  assert.equal(await page.$eval('.ways a', (one) => one.hash), '#exercise/04?compact');
  await page.evaluate(() => {
    location.hash = '#exercise/99';
  });
  await until(page, `/no such exercise/.test(document.getElementById('message').textContent)`);
  await page.evaluate(() => document.querySelector('#message button').click());
  await page.waitForSelector('.cards');
  assert.equal(await page.$eval('#message', (message) => message.hidden), true);
  assert.deepEqual(page.problems, []);
  await page.close();
});
