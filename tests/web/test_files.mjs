// Files of the user: dropped or chosen, good and broken; nothing leaves the computer.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { colours, dropFiles, openBrowser, openPage, runNative, until } from './browser.mjs';

const CHARACTER = path.resolve('assets/character.glb');

let browser, folder;
before(async () => {
  browser = await openBrowser();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bindpose-'));
});
after(async () => {
  await browser.close();
  fs.rmSync(folder, { recursive: true });
});

const message = (page) =>
  page.$eval('#message', (element) => (element.hidden ? '' : element.querySelector('p').textContent));

// Presses a button beside the picture, once it is there.
async function pressTool(page, text) {
  const find = (text) => [...document.querySelectorAll('#tools button')].find((one) => one.textContent === text);
  await page.waitForFunction(find, { polling: 100 }, text);
  await page.evaluate((find, text) => new Function(`return ${find}`)()(text).click(), String(find), text);
}

// Splits the character into a .gltf with its buffer and images as files.
function splitCharacter() {
  const glb = fs.readFileSync(CHARACTER);
  const length = glb.readUInt32LE(12);
  const json = JSON.parse(glb.subarray(20, 20 + length).toString());
  const bin = glb.subarray(28 + length);
  json.buffers[0].uri = 'parts/the%20buffer.bin';
  const files = [path.join(folder, 'split.gltf'), path.join(folder, 'the buffer.bin')];
  fs.writeFileSync(files[0], JSON.stringify(json));
  fs.writeFileSync(files[1], bin);
  return files;
}

test('a .glb is dropped on the list, then another on the viewer; nothing is sent', async () => {
  const page = await openPage(browser);
  const sent = [];
  page.on('request', (request) => {
    if (!/^(blob|data):/.test(request.url())) sent.push(request.url());
  });
  const one = path.join(folder, 'one.glb'),
    two = path.join(folder, 'two.glb');
  fs.copyFileSync(CHARACTER, one);
  fs.copyFileSync(CHARACTER, two);
  await dropFiles(page, [one]);
  await until(page, `Page.shown.file === 'one.glb'`);
  assert.ok((await colours(page)) > 50);
  await dropFiles(page, [two]);
  await until(page, `Page.shown.file === 'two.glb'`);
  assert.deepEqual(sent, []);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('a .gltf is chosen by a button, with its buffer from a folder that is lost', async () => {
  const page = await openPage(browser);
  await page.keyboard.press('F10');
  await page.waitForSelector('#menu[open]');
  assert.match(await page.$eval('#menu', (menu) => menu.textContent), /Nothing leaves this computer/);
  await page.evaluate(() => {
    [...document.querySelectorAll('#menu button')].find((one) => /^Open files/.test(one.textContent)).click();
  });
  await (await page.$('#files')).uploadFile(...splitCharacter());
  await until(page, `Page.shown.file === 'split.gltf'`);
  assert.equal(await page.evaluate('Page.shown.joints'), 21);
  await page.close();
});

test('a .gltf without its buffer: on the list and on the viewer, what to do', async () => {
  const [alone] = splitCharacter();
  const page = await openPage(browser);
  await dropFiles(page, [alone]);
  await until(page, `/the%20buffer\\.bin.*open both together/.test(Page.shown.notice)`);
  await page.evaluate(() => {
    location.hash = '#05';
  });
  await until(page, 'Page.shown.lesson === 5');
  await dropFiles(page, [CHARACTER]);
  await until(page, `Page.shown.file === 'character.glb'`);
  await dropFiles(page, [alone]);
  await until(page, `/the%20buffer\\.bin.*open both together/.test(Page.shown.notice)`);
  await page.close();
});

test("a broken file: the reason, the doctor's report, and the way back", async () => {
  const broken = path.join(folder, 'broken.glb');
  fs.writeFileSync(broken, fs.readFileSync(CHARACTER).subarray(0, 5000));
  const page = await openPage(browser);
  await dropFiles(page, [broken]);
  await until(page, `!document.getElementById('message').hidden`);
  assert.match(await message(page), /broken\.glb/);
  const press = (text) =>
    page.evaluate((words) => {
      [...document.querySelectorAll('#message button')].find((one) => one.textContent === words).click();
    }, text);
  await press("Doctor's report");
  await pressTool(page, 'The report as text');
  await page.waitForSelector('#tools pre');
  let expected;
  try {
    expected = runNative(['doctor', 'broken.glb'], { cwd: folder, stdio: 'pipe' });
  } catch (error) {
    expected = `${error.stdout}\n${error.stderr}`;
  }
  const text = await page.$eval('#tools pre', (one) => one.textContent);
  for (const line of expected.trim().split('\n')) assert.ok(text.includes(line), line);
  await page.evaluate(() => {
    location.hash = '';
  });
  await until(page, `Page.shown.program === 'list'`);
  assert.equal(await message(page), '');
  await page.close();
});

test('a broken file on the open viewer: the viewer goes on, and both files have a report', async () => {
  const broken = path.join(folder, 'torn.glb'),
    good = path.join(folder, 'good.glb');
  fs.writeFileSync(broken, fs.readFileSync(CHARACTER).subarray(0, 3000));
  fs.copyFileSync(CHARACTER, good);
  const page = await openPage(browser, '#view');
  await until(page, `Page.shown.file === 'character.glb'`);
  await dropFiles(page, [good]);
  await until(page, `Page.shown.file === 'good.glb'`);
  await dropFiles(page, [broken]);
  await until(page, `/torn\\.glb/.test(Page.shown.notice)`);
  assert.ok(await page.evaluate('Page.window.isOpen'));
  const reports = async (press) => {
    await page.keyboard.press('F10');
    await page.waitForSelector('#menu[open]');
    return page.evaluate((press) => {
      const all = [...document.querySelectorAll('#menu button')].filter((one) => /report/.test(one.textContent));
      all[press].click();
      return all.map((one) => one.textContent);
    }, press);
  };
  for (const [i, name] of ['good.glb', 'torn.glb'].entries()) {
    assert.deepEqual(await reports(i), ["Doctor's report on good.glb", "Doctor's report on torn.glb"]);
    await until(page, `document.querySelector('#tools h2')?.textContent.endsWith('${name}')`);
    await pressTool(page, 'The report as text');
    await until(page, `document.querySelector('#tools pre')?.textContent.includes('${name}')`);
  }
  const before = await page.evaluate('Page.shown.path');
  await dropFiles(page, [good]); // opens again: the broken one is history
  await until(page, `Page.shown.path !== '${before}'`);
  assert.deepEqual(await reports(0), ["Doctor's report on good.glb"]);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('a repaired copy is saved, by key and from the report', async () => {
  const bad = path.join(folder, 'bad.glb');
  const glb = fs.readFileSync(CHARACTER);
  const at = glb.indexOf('"joints": [0, 1, 2, 3,'); // two joints in each other's place: certain to mend
  glb.write('"joints": [0, 2, 1, 3,', at);
  fs.writeFileSync(bad, glb);
  const page = await openPage(browser, '', {
    before: () => {
      window.saved = [];
      const click = HTMLAnchorElement.prototype.click;
      HTMLAnchorElement.prototype.click = function () {
        if (this.download) window.saved.push(this.download);
        else click.call(this);
      };
    },
  });
  await dropFiles(page, [bad]);
  await until(page, `Page.shown.file === 'bad.glb'`);
  await page.focus('#window');
  await page.keyboard.down('Control');
  await page.keyboard.press('d');
  await page.keyboard.up('Control');
  await until(page, `window.saved.length === 1`);
  await pressTool(page, 'Fix …');
  await page.waitForSelector('#tools .findings img');
  const said = await page.$eval('#tools .findings [role=status]', (one) => one.textContent);
  assert.match(said, /What it changes.*order of the matrices.*Left then: errors 0, warnings 0/s);
  assert.equal(await page.evaluate('window.saved.length'), 1);
  await pressTool(page, 'Save bad-repaired.glb');
  assert.deepEqual(await page.evaluate('window.saved'), ['bad-repaired-1.glb', 'bad-repaired.glb']);
  await pressTool(page, 'Open it here');
  await until(page, `Page.shown.file === 'bad-repaired.glb'`);
  assert.equal(await page.evaluate('Page.window.host.hasOwnFile'), true);
  await page.close();
});

test('changed binds are not lost unasked', async () => {
  const page = await openPage(browser, '#view');
  const asked = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    return asked.length > 1 ? dialog.accept() : dialog.dismiss();
  });
  await page.keyboard.press('t');
  await page.keyboard.down('Control');
  await page.keyboard.press('b');
  await page.keyboard.up('Control');
  await page.keyboard.press('ArrowUp');
  await until(page, 'Page.shown.unsaved === 1');
  await page.evaluate(`location.hash = '#05'`); // nothing is lost: the program waits
  await until(page, `document.querySelector('main[data-page="05"]:not([hidden])')`);
  await page.goBack();
  await until(page, `Page.shown.program === 'view'`);
  assert.equal(await page.evaluate('Page.shown.unsaved'), 1);
  assert.equal(asked.length, 0);
  await page.evaluate(`location.hash = '#demo'`);
  await until(page, `location.hash === '#view'`);
  assert.match(asked[0], /not saved: 1/);
  assert.equal(await page.evaluate('Page.shown.unsaved'), 1);
  await dropFiles(page, [CHARACTER]);
  await until(page, `Page.shown.unsaved === 0`);
  assert.equal(asked.length, 2);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('commands are forms beside the picture, and say what the native program says', async () => {
  const page = await openPage(browser, '#view');
  await until(page, `Page.shown.file === 'character.glb'`);
  await page.waitForSelector('#tools form');
  const run = async (index, fields) => {
    await page.$$eval(
      '#tools form',
      (all, index, fields) => {
        for (const [name, value] of Object.entries(fields)) all[index].querySelector(`[name=${name}]`).value = value;
        all[index].requestSubmit();
      },
      index,
      fields,
    );
    await page.waitForFunction((index) => document.querySelectorAll('#tools form')[index].querySelector('[role=status] button'), {}, index);
    return page.$$eval('#tools form', (all, index) => all[index].querySelector('[role=status]').textContent, index);
  };
  const native = runNative(['inspect', 'assets/character.glb', '--animation', 'walk', '--time', '0.5']);
  const said = await run(0, { animation: 'walk', time: '0.5' });
  assert.ok(said.includes(native.trim().split('\n')[3].trim()), said.slice(0, 500));
  assert.match(await run(4, { bind: 'identity' }), /proof: the same motion[^]*Save rebound\.glb/);
  assert.match(await run(5, { bound: '0.1' }), /proof: the farthest vertex is off by 0\.\d+ mm[^]*Save packed\.glb/);
  const other = await page.$('#tools form [name=other]');
  await other.uploadFile('assets/character.glb');
  assert.match(await run(6, {}), /: fits\n[^]*Save matched\.glb/);
  await run(2, { size: '320x320' });
  assert.ok(await page.$('#tools img'));
  assert.deepEqual(page.problems, []);
  await page.close();
});

test("the menu's Character is ours again after a file of the user", async () => {
  const own = path.join(folder, 'own.glb');
  fs.copyFileSync(CHARACTER, own);
  const page = await openPage(browser, '', { user: true });
  await dropFiles(page, [own]);
  await until(page, `Page.shown.file === 'own.glb'`);
  await page.keyboard.press('F10');
  await page.evaluate(() => {
    [...document.querySelectorAll('#menu button')].find((one) => one.textContent === 'Character').click();
  });
  await until(page, `Page.shown.file === 'character.glb'`);
  assert.equal(await page.evaluate('Page.window.host.hasOwnFile'), false);
  await page.close();
});

test('files that are no models', async () => {
  const text = path.join(folder, 'notes.txt');
  fs.writeFileSync(text, 'hello');
  const page = await openPage(browser, '#05/2');
  await until(page, 'Page.shown.lesson === 5');
  await dropFiles(page, [text]);
  await until(page, `!document.getElementById('message').hidden`);
  assert.match(await message(page), /\.glb.*notes\.txt/s);
  await page.evaluate(() => {
    [...document.querySelectorAll('#message button')].find((one) => one.textContent === 'Go on').click();
  });
  assert.equal(await message(page), '');
  assert.equal(await page.evaluate('Page.shown.lesson'), 5);
  await page.close();
});
