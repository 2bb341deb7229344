// Articles and the list: all words and numbers of the native transcript are in the document, pictures become live
// and have the native bytes, sliders and questions work, and nothing is drawn while nothing moves.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { newPage, onlyChromium, openBrowser, openPage, runNative, serve, web } from './browser.mjs';

const site = path.join(web, 'site');
const numbers = fs.readdirSync('lessons').filter((name) => /^\d\d_/.test(name)).map((name) => name.slice(0, 2));
let browser, server;
before(async () => {
  browser = await openBrowser();
  server = await serve(site);
});
after(async () => {
  server.close();
  await browser.close();
});

const bookProblems = (page) => page.problems.filter((text) => !/favicon/.test(text));

async function openArticle(name, options = {}) {
  const context = await browser.createBrowserContext(); // without the progress of other tests
  const page = await openPage(context, options.hash || '', { ...options, address: `${server.address}${name}.html`, wait: true });
  page.on('close', () => context.close().catch(() => {}));
  return page;
}

const figure = (step) => `main:not([hidden]) figure[data-step="${step}"]`;
const live = (page, step) =>
  page.waitForFunction((selector) => {
    const one = Book.all.get(document.querySelector(selector));
    return one?.alive && one.shown.sliders && !one.window.requested && !one.window.coarse;
  }, { polling: 100 }, figure(step));
async function show(page, step) {
  await page.$eval(figure(step), (one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await live(page, step);
}

test('the site has a page for each finding of the doctor, with its texts and pictures', () => {
  const texts = JSON.parse(runNative(['explain', '--json']));
  const list = fs.readFileSync(path.join(site, 'findings.html'), 'utf8');
  let pictures = 0;
  for (const { id, cause, remedy, blender, lesson } of texts) {
    const html = fs.readFileSync(path.join(site, `finding-${id}.html`), 'utf8');
    assert.ok(list.includes(`href="finding-${id}.html"`), id);
    for (const text of [cause, remedy, blender]) assert.ok(plain(html).includes(close(text)), `${id}: ${text}`);
    assert.ok(html.includes(`href="${String(lesson).padStart(2, '0')}.html"`), id);
    assert.ok(!html.includes('<script'), id);
    for (const [, name] of html.matchAll(/src="(pictures[^"]*)"/g)) pictures += fs.existsSync(path.join(site, name)) ? 1 : assert.fail(name);
  }
  assert.ok(texts.length > 60 && pictures >= 30, `${texts.length} findings, ${pictures} pictures`);
});

// ---- words -----------------------------------------------------------------------------------------------------

const close = (text) => text.replaceAll('−', '-').replace(/\s+/g, '').replace(/-0(?![.\d])/g, '0');
const plain = (html) =>
  close(html
    .replace(/<math alttext="([^"]*)">.*?<\/math>/g, '$1') // the lesson's own text
    .replace(/<(style|script)[^]*?<\/\1>/g, '')
    .replace(/<sup>[^]*?<\/sup>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&'));

for (const number of numbers)
  test(`article ${number} has the sentences and numbers of the native transcript`, () => {
    const lines = runNative(['lesson', number, '--headless']).split('\n');
    const html = fs.readFileSync(path.join(site, `${number}.html`), 'utf8');
    const article = plain(html);
    // Lines of code: a slider's value is that of another moment there.
    const codes = [...html.matchAll(/<code class="c">(.*?)<\/code>/g)].map(
      ([, code]) => new RegExp(`^${code
        .split(/<b data-value[^>]*>.*?<\/b>/)
        .map((part) => plain(part).replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
        .join('-?[\\d.]+')}$`),
    );
    let matrices = false, // the transcript has all seven; an article those that its lesson has introduced
      seen = 0;
    const missing = [];
    for (const line of lines.slice(2)) {
      if (/ of stage \d+:$/.test(line)) matrices = true;
      if (line.startsWith('  [') || line.startsWith('Step') || line === '') matrices = false;
      if (matrices || !line.trim()) continue;
      const text = line
        .replace(/^Step \d+\. /, '')
        .replace(/^(Question|Code): /, '')
        .replace(/^\d+\. /, '') // an option's number
        .replace(/^Answer: [^.]*?(-?\d[\d.]*)[^.]*\. /, '') // of a choice the number is an index
        .replace(/^  \[pass\] [^:]*: /, '')
        .trim();
      if (/^\d+ of \d+ claims hold/.test(text)) continue;
      if (line.startsWith('Code: ')) {
        seen++;
        if (!codes.some((code) => code.test(close(text)))) missing.push(text);
        continue;
      }
      for (const part of text.split(/(?<=[.?!]) /)) {
        const wanted = close(part).replace(/:$/, '').replace(/^(page|engine):/, '').replace(/\([^()]*\)$/, '');
        seen++;
        // "label: value" is two cells of a table, and either may have a colon.
        const cut = [...wanted.matchAll(/:/g)].some(
          ({ index }) => article.includes(wanted.slice(0, index)) && article.includes(wanted.slice(index + 1)),
        );
        if (!article.includes(wanted) && !cut) missing.push(part);
      }
    }
    assert.ok(seen > 20, `${seen}`);
    assert.deepEqual(missing, []);
  });

test('without scripts an article has its words, pictures and answers', { skip: onlyChromium }, async () => {
  const page = await newPage(browser);
  await page.setJavaScriptEnabled(false);
  await page.goto(`${server.address}05.html`);
  const text = await page.evaluate('document.body.innerText').catch(() => null);
  if (text !== null) assert.match(text, /Three characters share one mesh/);
  const html = await page.content();
  assert.match(html, /<img src="pictures\/05-1-dark.webp"/);
  assert.match(html, /<summary>Show the answer<\/summary>/);
  await page.close();
});

// ---- live pictures -----------------------------------------------------------------------------------------------

// The canvas of a step, and a native picture of the same size, as lists of pixels: how many differ.
async function differing(page, number, step) {
  const size = await page.$eval(`${figure(step)} canvas`, ({ width, height }) => `${width}x${height}`);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bindpose-'));
  runNative(['lesson', number, '--frames', folder, '--illustration', '--size', size]);
  const png = fs.readFileSync(path.join(folder, `step-${String(step).padStart(2, '0')}.png`)).toString('base64');
  fs.rmSync(folder, { recursive: true });
  return page.evaluate(
    async (selector, png) => {
      const bytes = Uint8Array.from(atob(png), (one) => one.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes]), { colorSpaceConversion: 'none' });
      const wanted = new OffscreenCanvas(image.width, image.height).getContext('2d');
      wanted.drawImage(image, 0, 0);
      const contexts = [wanted, document.querySelector(selector).getContext('2d')];
      const [a, b] = contexts.map((one) => new Uint32Array(one.getImageData(0, 0, image.width, image.height).data.buffer));
      return a.reduce((sum, pixel, i) => sum + (pixel !== b[i]), 0);
    },
    `${figure(step)} canvas`,
    png,
  );
}

for (const number of ['01', '05', '12', '19', '25'])
  test(`the live pictures of ${number} are the native bytes; at most three are alive`, async () => {
    const page = await openArticle(number);
    const steps = await page.$$eval('figure', (all) => all.length);
    for (let step = 1; step <= steps; step++) {
      await show(page, step);
      assert.equal(await differing(page, number, step), 0, `step ${step}`);
      assert.ok((await page.evaluate('[...Book.all.values()].filter((one) => one.alive).length')) <= 3);
    }
    assert.deepEqual(bookProblems(page), []);
    await page.close();
  });

test('a slider changes picture, code and numbers; nothing is drawn while nothing moves', async () => {
  const page = await openArticle('05');
  await show(page, 2);
  await page.evaluate((selector) => {
    const { window: one } = Book.all.get(document.querySelector(selector));
    const { present } = one;
    window.drawn = 0;
    one.present = function (...values) {
      window.drawn++;
      present.apply(this, values);
    };
  }, figure(2));
  await page.$eval(`${figure(2)} summary`, (one) => one.click());
  const input = await page.$(`${figure(2)} input[type=range]`);
  await input.evaluate((one) => {
    one.value = 60;
    one.dispatchEvent(new Event('input', { bubbles: true }));
  });
  const text = (selector) => page.$eval(`${figure(2)} ${selector}`, (one) => one.textContent);
  await page.waitForFunction((selector) => document.querySelector(selector).textContent === '60', {}, `${figure(2)} .code .c b`);
  assert.equal(await text('[data-readout="0"]'), '60°');
  // cos 60° = 0.5, sin 60° = 0.8660
  assert.match(await text('[data-matrix="0"]'), /local0\.50000\.86600\.00000\.0000−0\.86600\.5000/);
  assert.equal(await input.evaluate((one) => one.getAttribute('aria-valuetext')), '60°');
  const drawn = await page.evaluate('window.drawn');
  assert.ok(drawn > 0);
  await new Promise((resolve) => {
    setTimeout(resolve, 1500);
  });
  assert.equal(await page.evaluate('window.drawn'), drawn);
  // Dragged through 30 frames: words at most every 100 milliseconds, and those of the last picture at the end.
  const [told, most] = await page.evaluate(async (selector) => {
    const { module } = Book.all.get(document.querySelector(selector)).window;
    const one = document.querySelector(`${selector} input[type=range]`);
    const tell = module._bp_web_tell;
    let told = 0;
    module._bp_web_tell = () => {
      told++;
      tell();
    };
    const began = performance.now();
    for (let i = 1; i <= 30; i++) {
      one.value = i;
      one.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise(requestAnimationFrame);
    }
    return [told, (performance.now() - began) / 100 + 1];
  }, figure(2));
  assert.ok(told <= most, `${told} in ${most}`);
  await page.waitForFunction((selector) => document.querySelector(selector).textContent === '30°', {}, `${figure(2)} [data-readout="0"]`);
  await page.close();
});

// A frame of 9 ms is more than the 6 that a drag has, and less than the 12 at which half of the pixels is left.
test('on a screen of ratio 2 a dragged picture has fewer pixels, and all of them when it rests', async () => {
  const page = await openArticle('05', { viewport: { deviceScaleFactor: 2 } });
  await show(page, 2);
  const widths = await page.evaluate(async (selector) => {
    const { window: picture } = Book.all.get(document.querySelector(selector));
    const input = document.querySelector(`${selector} input[type=range]`);
    let took = 0;
    const refine = picture.refine.bind(picture);
    picture.refine = () => refine(took);
    const drag = async (milliseconds) => {
      took = milliseconds;
      for (let i = 0; i < 40; i++) {
        input.value = 30 + (i % 10);
        input.dispatchEvent(new Event('input', { bubbles: true }));
        await new Promise(requestAnimationFrame);
      }
      return picture.canvas.width;
    };
    return [await drag(1), await drag(9), await drag(20)];
  }, figure(2));
  assert.deepEqual(widths, [1440, 1080, 720]); // the illustration is 720 CSS pixels wide
  await live(page, 2);
  assert.equal(await page.$eval(`${figure(2)} canvas`, (one) => one.width), 1440);
  assert.deepEqual(bookProblems(page), []);
  await page.close();
});

test('on paper all pictures are there, and light, also of steps that were never seen', async () => {
  const page = await openArticle('05', { prefer: [{ name: 'prefers-color-scheme', value: 'dark' }] });
  await show(page, 1);
  const grounds = await page.evaluate(() => {
    dispatchEvent(new Event('beforeprint'));
    const all = [...document.querySelectorAll('.paper')];
    const found = all.map((one) => [...one.getContext('2d').getImageData(1, one.height - 2, 1, 1).data].join());
    dispatchEvent(new Event('afterprint'));
    return found;
  });
  assert.deepEqual(grounds, Array(6).fill('244,245,247,255')); // #f4f5f7
  assert.equal(await page.$('.paper'), null);
  assert.equal(await page.evaluate('Book.theme()'), 'dark');
  assert.deepEqual(bookProblems(page), []);
  await page.close();
});

test('a question: wrong, right, and the slider waits until then', async () => {
  const page = await openArticle('05');
  await show(page, 3);
  const part = (selector) => `[id="3"] ${selector}`;
  assert.equal(await page.$eval(part('input[type=range]'), (one) => one.disabled), true);
  const reply = (pattern) =>
    page.waitForFunction((selector, pattern) => new RegExp(pattern).test(document.querySelector(selector).textContent), {},
      part('output'), pattern);
  await page.type(part('input[type=text]'), 'x');
  await page.keyboard.press('Enter');
  await reply('digits, a point');
  await page.$eval(part('input[type=text]'), (one) => (one.value = ''));
  await page.type(part('input[type=text]'), '45');
  await page.keyboard.press('Enter');
  await reply('The arm should rotate by that');
  await page.$eval(part('input[type=text]'), (one) => (one.value = ''));
  await page.type(part('input[type=text]'), '75');
  await page.keyboard.press('Enter');
  await reply('75° - 30° = 45°');
  assert.equal(await page.$eval(part('output'), (one) => one.className), 'good');
  await page.waitForFunction((selector) => !document.querySelector(selector).disabled, {}, part('input[type=range]'));
  const progress = await page.evaluate(`JSON.parse(localStorage.getItem('bindpose/progress.json'))`);
  assert.deepEqual(progress['05_same_pose_three_ways'].answered, [3]);
  // A choice that is given up.
  await show(page, 4);
  await page.$eval('[id="4"] .answer summary', (one) => one.click());
  await page.waitForFunction((selector) => !document.querySelector(selector).disabled, {}, '[id="4"] input[type=range]');
  await page.close();
});

test('the code of all steps switches to Babylon.js', async () => {
  const page = await openArticle('05');
  const visible = () =>
    page.$$eval('.code code', (all) => [...new Set(all.filter((one) => one.offsetWidth > 0).map((one) => one.className))]);
  assert.deepEqual(await visible(), ['c']);
  await page.$eval('.switch', (one) => one.click());
  assert.deepEqual(await visible(), ['js']);
  await page.close();
});

test('a handle is a slider for the keyboard', async () => {
  const page = await openArticle('21');
  const step = await page.evaluate(async () => {
    for (const [figure, one] of Book.all) {
      figure.scrollIntoView({ block: 'center', behavior: 'instant' });
      for (let i = 0; i < 100 && !one.shown.handles; i++) await new Promise((done) => setTimeout(done, 100));
      if (one.form) one.form.querySelector('.answer').open = true; // an open question has no handles
      for (let i = 0; i < 20 && one.shown.handles?.length === 0; i++) await new Promise((done) => setTimeout(done, 100));
      if (one.shown.handles?.length > 0) return figure.dataset.step;
    }
    return null;
  });
  assert.ok(step);
  const handle = `${figure(step)} .handle`;
  const before = await page.$eval(handle, (one) => one.getAttribute('aria-valuetext'));
  await page.focus(handle);
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
  await page.waitForFunction(
    (selector, before) => document.querySelector(selector).getAttribute('aria-valuetext') !== before, {}, handle, before);
  assert.equal(await page.$eval(handle, (one) => one.getAttribute('role')), 'slider');
  await page.close();
});

// ---- looks -------------------------------------------------------------------------------------------------------

for (const theme of ['dark', 'light'])
  test(`axe finds nothing in the list and in articles, ${theme}`, { skip: onlyChromium }, async () => {
    const axe = fs.readFileSync(path.join(web, 'tests/node_modules/axe-core/axe.min.js'), 'utf8');
    for (const name of ['index', '05', '10', '20']) {
      const page = await openArticle(name, { prefer: [{ name: 'prefers-color-scheme', value: theme }] });
      await page.setBypassCSP(true);
      await page.reload();
      if (name !== 'index') await show(page, 1);
      await page.evaluate(axe);
      const { violations } = await page.evaluate('axe.run()');
      const words = violations.map(({ id, nodes }) => `${name}: ${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`);
      assert.deepEqual(words, []);
      await page.close();
    }
  });

for (const [width, height] of [[360, 740], [740, 360], [320, 256], [1280, 800]])
  test(`nothing is wider than ${width} pixels`, async () => {
    for (const name of ['index', '05', '02', '26']) {
      const page = await openArticle(name, { viewport: { width, height } });
      const [wide, inner] = await page.evaluate('[document.documentElement.scrollWidth, innerWidth]');
      assert.ok(wide <= inner, `${name}: ${wide}`);
      await page.close();
    }
  });

test('on paper: words and pictures, no controls', { skip: onlyChromium }, async () => {
  const page = await openArticle('05');
  await page.emulateMediaType('print');
  const controls = await page.$$eval('button:not(.term), input, nav, summary', (all) => all.filter((one) => one.offsetWidth > 0).length);
  assert.equal(controls, 0);
  assert.equal(await page.evaluate('getComputedStyle(document.body).backgroundColor'), 'rgb(255, 255, 255)');
  await page.close();
});

for (const address of ['05.html#3', 'bindpose-offline.html#05/3'])
  test(`a frame with a step shows that step alone: ${address}`, async () => {
    const page = await newPage(browser);
    await page.goto(`${server.address}05.html`);
    await page.evaluate((address) => {
      document.body.innerHTML = `<iframe src="${address}" width="700" height="600" sandbox="allow-scripts"></iframe>`;
    }, server.address + address);
    const frame = await (await page.$('iframe')).contentFrame();
    await frame.waitForSelector('.one .step.target');
    const visible = await frame.$$eval('section', (all) => all.filter((one) => one.offsetHeight > 0).map((one) => one.id));
    assert.deepEqual(visible, [address.split('#')[1]]);
    await live(frame, 3);
    await page.close();
  });

test('the character on top of the list is pulled', async () => {
  const page = await openArticle('index');
  await page.waitForSelector('.top canvas');
  await page.waitForFunction(() => [...Book.all.values()].some((one) => one.alive && !one.window.requested));
  assert.equal(await page.$$eval('.top canvas', (all) => all.length), 1);
  const bytes = () => page.$eval('.top canvas', (canvas) => canvas.toDataURL());
  let before; // once the arm is up
  for (let now = await bytes(); now !== before; now = await bytes()) {
    before = now;
    await new Promise((done) => setTimeout(done, 500));
  }
  const { x, y, width, height } = await (await page.$('.top canvas')).boundingBox();
  const hand = [x + width * 0.865, y + height * 0.06];
  await page.mouse.move(...hand);
  await page.mouse.down();
  await page.mouse.move(hand[0], hand[1] + height * 0.4, { steps: 5 });
  await page.mouse.up();
  await page.waitForFunction((old) => document.querySelector('.top canvas').toDataURL() !== old, {}, before);
  assert.deepEqual(bookProblems(page), []);
  await page.close();
});

test('what a lesson claims is measured in the page, when it is opened', async () => {
  const page = await openArticle('05');
  await page.evaluate(() => document.querySelector('section:not(.asking) .claims summary').click());
  await page.waitForFunction(() => /all of it holds/.test(document.querySelector('section:not(.asking) .claims summary').textContent));
  assert.equal(await page.$eval('section:not(.asking) .claims li.holds b', (one) => one.textContent), '45');
  assert.deepEqual(bookProblems(page), []);
  await page.close();
});

test('without WebAssembly the pictures stay, and the page says why', async () => {
  const page = await openArticle('05', {
    before: () => {
      delete window.WebAssembly;
    },
  });
  await page.waitForSelector('.trouble');
  assert.match(await page.$eval('.trouble', (one) => one.textContent), /WebAssembly switched off/);
  assert.ok(await page.$eval('figure img', (one) => one.naturalWidth > 0));
  await page.close();
});

test('the single file has all articles, and opens one where the address says', async () => {
  const page = await openPage(browser, '#05/3', { wait: true });
  await live(page, 3);
  const seen = () => page.$$eval('.pages, #stage', (all) => all.filter((one) => one.offsetHeight > 0).map((one) => one.dataset.page || one.id));
  assert.deepEqual(await seen(), ['05']);
  assert.equal(await page.$$eval('main article', (all) => all.length), numbers.length);
  await page.evaluate(`location.hash = ''`);
  await page.waitForFunction(`!document.querySelector('[data-page=list]').hidden`);
  assert.deepEqual(await seen(), ['list']);
  await page.evaluate(`location.hash = '#view'`);
  await page.waitForFunction(`Page.shown.file`);
  assert.deepEqual(await seen(), ['stage']);
  assert.deepEqual(page.problems, []);
  await page.close();
});

// ---- sizes -------------------------------------------------------------------------------------------------------

test('module, page and articles stay small', () => {
  const size = (name) => fs.statSync(path.join(site, name)).size;
  assert.ok(size('bindpose.wasm.br') < 1.35e6);
  const start = ['index.html.br', 'page.css.br', 'bindpose.js.br', 'page.js.br', 'bindpose.wasm.br', 'character.glb.br'];
  assert.ok(start.reduce((sum, name) => sum + size(name), 0) < 1.6e6);
  for (const number of numbers) {
    const pictures = fs.readdirSync(path.join(site, 'pictures')).filter((name) => name.startsWith(`${number}-`) && name.endsWith('-dark.webp') && !/card|answer/.test(name));
    const total = pictures.reduce((sum, name) => sum + size(`pictures/${name}`), size(`${number}.html.br`));
    assert.ok(total < 150e3, `${number}: ${total}`);
  }
});
