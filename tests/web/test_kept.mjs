// What the browser keeps: progress, settings and poses survive a reload, go into a file and come out of it;
// and what programs write is downloaded.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { openBrowser, openPage, runNative, until } from './browser.mjs';

let browser, folder;
before(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bindpose-'));
  browser = await openBrowser({ downloads: folder });
});
after(async () => {
  await browser.close();
  fs.rmSync(folder, { recursive: true });
});

const kept = (page, name) =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key)), `bindpose/${name}`);

async function freshPage(hash, options) {
  const context = await browser.createBrowserContext({
    downloadBehavior: { policy: 'allow', downloadPath: folder },
  });
  const page = await openPage(context, hash, options);
  page.on('close', () => context.close().catch(() => {}));
  return page;
}

async function download(press) {
  const seen = new Set(fs.readdirSync(folder));
  await press();
  for (let i = 0; i < 600; i++) {
    const files = fs.readdirSync(folder).filter((file) => !seen.has(file));
    const name = files.find((file) => fs.statSync(path.join(folder, file)).size > 0);
    if (name && !files.some((file) => /^\.|\.(crdownload|part)$/.test(file)))
      return { name, bytes: fs.readFileSync(path.join(folder, name)) };
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
  throw new Error('nothing was downloaded');
}

async function choose(page, text) {
  await page.keyboard.press('F10');
  await page.waitForSelector('#menu[open]');
  await page.evaluate((words) => {
    [...document.querySelectorAll('#menu button')].find((one) => one.textContent.startsWith(words)).click();
  }, text);
}

test('progress and settings survive a reload', async () => {
  const page = await freshPage('#01');
  await until(page, 'Page.shown.step === 1');
  await page.keyboard.press('c'); // in step 2 it is an answer
  await page.keyboard.press('ArrowRight');
  await until(page, `Page.shown.numbers === 'columns' && localStorage.getItem('bindpose/progress.json')`);
  const before = await kept(page, 'progress.json');
  assert.ok(before['01_what_a_bone_is'].step >= 2, JSON.stringify(before));
  assert.deepEqual(await kept(page, 'settings.json'), { numbers: 'columns' }); // not the system's theme
  await page.reload();
  await until(page, `Page.shown.numbers === 'columns'`);
  assert.deepEqual(await kept(page, 'progress.json'), before);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('an answer that is right counts in the list', async () => {
  const page = await freshPage('#05/3');
  await answerFirst(page);
  const progress = await kept(page, 'progress.json');
  assert.deepEqual(progress['05_same_pose_three_ways'].answered, [3]);
  await page.close();
});

async function answerFirst(page) {
  await until(page, 'Page.shown.question?.open');
  await page.keyboard.type('75');
  await page.keyboard.press('Enter');
  await until(page, 'Page.shown.question && !Page.shown.question.open');
}

test('a lesson opens where it was left, by whatever link', async () => {
  const page = await freshPage('#06/3');
  await until(page, 'Page.shown.step === 3');
  await page.evaluate(() => {
    location.hash = '#exercises';
  });
  await page.waitForSelector('.cards');
  assert.equal((await kept(page, 'progress.json'))['06_removing_the_bind'].left, 3);
  await page.evaluate(() => {
    location.hash = '#06';
  });
  await until(page, `Page.shown.lesson === 6 && Page.shown.step === 3 && location.hash === '#06/3'`);
  assert.deepEqual(page.problems, []);
  await page.close();
});

// Two pages of one browser, as two tabs or two frames of a course page.
test('two pages do not overwrite the progress of each other', async () => {
  const context = await browser.createBrowserContext();
  const one = await openPage(context, '#05/3'),
    two = await openPage(context, '#01/1');
  await one.bringToFront();
  await answerFirst(one);
  await two.bringToFront();
  await until(two, 'Page.shown.step === 1');
  await two.keyboard.press('ArrowRight');
  await until(two, `localStorage.getItem('bindpose/progress.json').includes('01_what')`);
  const progress = await kept(two, 'progress.json');
  assert.deepEqual(progress['05_same_pose_three_ways'].answered, [3]);
  assert.equal(progress['01_what_a_bone_is'].step, 2);
  await context.close();
});

test('loaded progress joins what is there', async () => {
  const page = await freshPage('#05/3');
  await answerFirst(page);
  const before = await kept(page, 'progress.json');
  const file = path.join(folder, 'other.json');
  const entry = { step: 2, left: 2, answered: [2, 3] };
  const files = { 'progress.json': { '05_same_pose_three_ways': entry, '07_rest_pose': { step: 4 } } };
  fs.writeFileSync(file, JSON.stringify({ format: 'bindpose-progress-1', files }));
  await choose(page, 'Load progress');
  await (await page.$('#files')).uploadFile(file);
  await until(page, `localStorage.getItem('bindpose/progress.json').includes('07_rest')`);
  const after = await kept(page, 'progress.json');
  assert.deepEqual(after['05_same_pose_three_ways'].answered, [2, 3]);
  assert.equal(after['05_same_pose_three_ways'].step, before['05_same_pose_three_ways'].step);
  assert.equal(after['07_rest_pose'].step, 4);
  await page.close();
});

test('a pose is saved and opened again in a new instance', async () => {
  const page = await freshPage('#03/1');
  await until(page, 'Page.shown.bone');
  const control = async (key) => {
    await page.keyboard.down('Control');
    await page.keyboard.press(key);
    await page.keyboard.up('Control');
  };
  const original = await page.evaluate('Page.shown.local');
  await page.keyboard.press('ArrowUp');
  await until(page, `Page.shown.local !== ${JSON.stringify(original)}`);
  const posed = await page.evaluate('Page.shown.local');
  await control('s');
  await until(page, `localStorage.getItem('bindpose/03_bind_pose.pose.json')`);
  await page.reload();
  await until(page, `Page.shown.local === ${JSON.stringify(original)}`);
  await control('o');
  await until(page, `Page.shown.local === ${JSON.stringify(posed)}`);
  await page.close();
});

test('progress goes through a file to another browser', async () => {
  const one = await freshPage('#05/3');
  await until(one, 'Page.shown.question?.open');
  await one.keyboard.type('75');
  await one.keyboard.press('Enter');
  await until(one, `localStorage.getItem('bindpose/progress.json')`);
  const file = await download(() => choose(one, 'Save progress'));
  assert.equal(file.name, 'bindpose-progress.json');
  const other = await freshPage('');
  assert.equal(await kept(other, 'progress.json'), null);
  await choose(other, 'Load progress');
  const input = await other.$('#files');
  await input.uploadFile(path.join(folder, file.name));
  await until(other, `localStorage.getItem('bindpose/progress.json')`);
  assert.deepEqual(await kept(other, 'progress.json'), await kept(one, 'progress.json'));
  await choose(other, 'Load progress');
  fs.writeFileSync(path.join(folder, 'wrong.json'), '{"format": "other"}');
  await input.uploadFile(path.join(folder, 'wrong.json'));
  await until(other, `/not a file with progress/.test(document.getElementById('message').textContent)`);
  await one.close();
  await other.close();
});

test('pictures, transcripts and animations are downloads', async () => {
  const page = await freshPage('#05/2');
  await until(page, 'Page.shown.step === 2');
  const picture = await download(() => page.keyboard.press('s'));
  assert.equal(picture.name, '05_same_pose_three_ways-step-02.png');
  assert.equal(picture.bytes.subarray(1, 4).toString(), 'PNG');
  const transcript = await download(() => choose(page, 'Save transcript'));
  const expected = path.join(folder, 'expected.md');
  runNative(['lesson', '5', '--transcript', expected]);
  assert.ok(transcript.bytes.equals(fs.readFileSync(expected)));
  await page.evaluate(() => {
    location.hash = '#view';
  });
  await until(page, `Page.shown.program === 'view'`);
  const gif = await download(() => choose(page, 'Save animation'));
  assert.equal(gif.name, 'character-view-1.gif');
  assert.equal(gif.bytes.subarray(0, 6).toString(), 'GIF89a');
  await page.close();
});

test('without storage the page works, and says that it keeps nothing', async () => {
  const page = await freshPage('#01', {
    before: () => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    },
  });
  await until(page, 'Page.shown.step === 1');
  await page.keyboard.press('c');
  await until(page, `Page.shown.numbers === 'columns'`);
  await page.keyboard.press('F10');
  await page.waitForSelector('#menu[open]');
  assert.match(await page.$eval('#menu', (menu) => menu.textContent), /keeps nothing/);
  assert.deepEqual(page.problems, []);
  await page.close();
});
