// Every picture that a program writes in the page has the bytes of the native program's: each lesson's each
// step, other sizes and themes, the viewer and the crowd.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { native, openBrowser, openPage, runInPage } from './browser.mjs';

let browser, page, folder;
before(async () => {
  browser = await openBrowser();
  page = await openPage(browser);
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bindpose-'));
});
after(async () => {
  fs.rmSync(folder, { recursive: true });
  await browser.close();
});

// Runs both programs with the same arguments; OUT stands for a folder that they write into.
async function same(argv, least) {
  fs.rmSync(folder, { recursive: true });
  fs.mkdirSync(folder);
  const there = argv.map((word) => word.replace('OUT', '/out'));
  const here = argv.map((word) => word.replace('OUT', folder));
  const [ran] = await Promise.all([
    runInPage(page, there, '/out'),
    promisify(execFile)(path.join(native, 'bin', 'bindpose'), here),
  ]);
  assert.equal(ran.code, 0, ran.messages);
  const names = fs.readdirSync(folder).sort();
  assert.ok(names.length >= least, `${names.length} files`);
  assert.deepEqual(Object.keys(ran.files).sort(), names);
  const different = names.filter((name) => !ran.files[name].equals(fs.readFileSync(path.join(folder, name))));
  assert.deepEqual(different, []);
}

for (let lesson = 1; lesson <= 18; lesson++)
  test(`lesson ${lesson}: every step`, () => same(['lesson', `${lesson}`, '--frames', 'OUT'], 4));

test('other sizes and themes', async () => {
  await same(['lesson', '2', '--frames', 'OUT', '--size', '800x600', '--theme', 'light'], 4);
  await same(['lesson', '17', '--frames', 'OUT', '--size', '800x600'], 4);
  await same(['lesson', '12', '--step', '3', '--screenshot', 'OUT/a.png', '--size', '2560x1600'], 1);
  const small = ['--size', '480x360', '--columns'];
  await same(['lesson', '9', '--step', '2', '--screenshot', 'OUT/a.png', ...small], 1);
});

test('the viewer and the crowd', async () => {
  await same(['view', 'assets/character.glb', '--screenshot', 'OUT/a.png'], 1);
  await same(['demo', '--frames', 'OUT', '--seconds', '0.1', '--size', '640x400'], 3);
});
