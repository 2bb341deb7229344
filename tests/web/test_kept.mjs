// What the browser keeps: progress, settings and poses survive a reload, go into a file and come out of it;
// and what programs write is downloaded.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { openBrowser, openPage, until } from './browser.mjs';

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

async function answerFirst(page) {
  await page.waitForSelector('[id="05/3"] input[type=text]');
  await page.type('[id="05/3"] input[type=text]', '75');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[id="05/3"] output.good');
  await until(page, `localStorage.getItem('bindpose/progress.json')?.includes('answered')`);
}

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
  // Not the other's 2. The picture of step 4 may become live meanwhile, and then keeps its own.
  assert.equal(before['05_same_pose_three_ways'].step, 3);
  assert.ok([3, 4].includes(after['05_same_pose_three_ways'].step));
  assert.equal(after['07_rest_pose'].step, 4);
  await page.close();
});

test('progress goes through a file to another browser', async () => {
  const one = await freshPage('#05/3');
  await answerFirst(one);
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

test('animations are downloads', async () => {
  const page = await freshPage('#view');
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
  await page.keyboard.press('F10');
  await page.waitForSelector('#menu[open]');
  assert.match(await page.$eval('#menu', (menu) => menu.textContent), /keeps nothing/);
  assert.deepEqual(page.problems, []);
  await page.close();
});
