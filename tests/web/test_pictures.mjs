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

const numbers = fs.readdirSync('lessons').filter((name) => /^\d\d_/.test(name)).map((name) => Number(name.slice(0, 2)));
for (const lesson of numbers)
  test(`lesson ${lesson}: every step`, () =>
    same(['lesson', `${lesson}`, '--frames', 'OUT', '--illustration', '--size', '720x405'], 4));

test('other sizes and themes', async () => {
  const alone = ['--illustration', '--size', '360x480', '--theme', 'light'];
  await same(['lesson', '2', '--frames', 'OUT', ...alone], 4);
  await same(['lesson', '17', '--frames', 'OUT', '--size', '800x600'], 4);
  await same(['lesson', '12', '--step', '3', '--screenshot', 'OUT/a.png', '--size', '2560x1600'], 1);
  const small = ['--size', '480x360', '--columns'];
  await same(['lesson', '9', '--step', '2', '--screenshot', 'OUT/a.png', ...small], 1);
});

test('the viewer and the crowd', async () => {
  await same(['view', 'assets/character.glb', '--screenshot', 'OUT/a.png'], 1);
  await same(['demo', '--frames', 'OUT', '--seconds', '0.1', '--size', '640x400'], 3);
});

test('animations', async () => {
  const small = ['--size', '64x48', '--fps', '10'];
  const render = ['render', 'assets/character.glb', '--animation', 'walk', ...small];
  await same([...render, '--gif', 'OUT/a.gif'], 1);
  await same([...render, '--animated', 'OUT/a.png'], 1);
  await same([...render, '--gif', 'OUT/a.gif', '--turntable', '--theme', 'light'], 1);
});

// The browser decodes a file that was written by the module, and the pictures of the same times, by its own
// code. Returns for each picture how long it is shown and the largest difference of a channel.
function decode(name, kind) {
  return page.evaluate(
    async (option, type) => {
      const camera = ['--eye', '1,1.2,3', '--target', '0,0.9,0', '--size', '60x80', '--animation', '1'];
      const render = async (file, ...words) => {
        const ran = await Engine.run(['render', 'assets/character.glb', ...camera, ...words, `/${file}`]);
        if (ran.code !== 0) throw new Error(ran.messages);
        return ran.read(`/${file}`);
      };
      const pixels = (image) => {
        const context = new OffscreenCanvas(60, 80).getContext('2d');
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, 60, 80).data;
      };
      const decoder = new ImageDecoder({ type, data: await render('a', '--fps', '5', option) });
      await decoder.tracks.ready;
      await decoder.completed;
      const found = [];
      for (let frameIndex = 0; frameIndex < decoder.tracks.selectedTrack.frameCount; frameIndex++) {
        const { image } = await decoder.decode({ frameIndex });
        const still = await render('b.png', '--time', `${frameIndex / 5}`, '-o');
        const expected = pixels(await createImageBitmap(new Blob([still], { type: 'image/png' })));
        let off = 0;
        pixels(image).forEach((value, at) => {
          off = Math.max(off, Math.abs(value - expected[at]));
        });
        found.push({ ms: Math.round(image.duration / 1000), off });
      }
      return found;
    },
    name,
    kind,
  );
}

// The walk takes 1.083 s: at five pictures a second the fifth stays until the end.
test('a browser shows animated PNGs as the pictures are, and GIFs nearly so', async () => {
  const apng = await decode('--animated', 'image/png');
  assert.deepEqual(apng, [200, 200, 200, 200, 283].map((ms) => ({ ms, off: 0 })));
  const gif = await decode('--gif', 'image/gif');
  assert.deepEqual(
    gif.map(({ ms }) => ms),
    [200, 200, 200, 200, 280],
  );
  for (const { off } of gif) assert.ok(off <= 32, `${off} of 255`);
});
