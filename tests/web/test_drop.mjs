// Files dropped on the page open as they do natively: the first picture has the bytes of the native one. A
// broken file gives a message. $BINDPOSE_MODELS names a folder of glTF files (../shared/models); without it
// our own character stands for them.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { dropFiles, openBrowser, openPage, runNative, until } from './browser.mjs';

const models = process.env.BINDPOSE_MODELS || '../shared/models';
const files = fs.existsSync(models)
  ? fs.readdirSync(models).filter((name) => /\.(glb|gltf)$/.test(name))
  : [];

let browser, folder;
before(async () => {
  browser = await openBrowser();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bindpose-'));
});
after(async () => {
  fs.rmSync(folder, { recursive: true });
  await browser.close();
});

// The clock stands still, so clips stay at their first moment.
const stopClock = () => {
  performance.now = () => 1;
};

// Waits until the canvas shows the picture of a PNG.
async function shows(page, png) {
  await page.waitForFunction(
    async (png) => {
      const response = await fetch(`data:image/png;base64,${png}`);
      const image = await createImageBitmap(await response.blob(), { colorSpaceConversion: 'none' });
      const canvas = document.getElementById('window');
      const wanted = new OffscreenCanvas(image.width, image.height).getContext('2d');
      wanted.drawImage(image, 0, 0);
      const [a, b] = [wanted, canvas.getContext('2d')].map(
        (context) => new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer),
      );
      window.differing = a.reduce((sum, pixel, i) => sum + (pixel !== b[i]), 0);
      return canvas.width === image.width && canvas.height === image.height && window.differing === 0;
    },
    { polling: 200 },
    png.toString('base64'),
  );
}

// The panels beside the picture may come a moment after the file: until then the canvas is wider.
async function nativePicture(page, file) {
  await page.waitForFunction(
    () => {
      const { width, height } = document.getElementById('window');
      const before = window.sizeBefore;
      window.sizeBefore = `${width}x${height}`;
      return before === window.sizeBefore;
    },
    { polling: 500 },
  );
  const picture = path.join(folder, 'native.png');
  const size = await page.$eval('#window', ({ width, height }) => `${width}x${height}`);
  runNative(['view', file, '--illustration', '--size', size, '--screenshot', picture]);
  return fs.readFileSync(picture);
}

async function dropShows(hash, dropped, file) {
  const page = await openPage(browser, hash, { before: stopClock });
  await dropFiles(page, dropped);
  const name = path.basename(file);
  await page.waitForFunction((name) => document.title.includes(name), {}, name);
  await shows(page, await nativePicture(page, file));
  assert.deepEqual(page.problems, []);
  await page.close();
}

test('our character, dropped on the list and on the viewer', async () => {
  const copy = path.join(folder, 'somebody.glb');
  fs.copyFileSync('assets/character.glb', copy);
  await dropShows('', [copy], copy);
  await dropShows('#view', [copy], copy);
});

for (const name of files)
  test(`${name}`, () => dropShows('#view', [path.join(models, name)], path.join(models, name)));
if (files.length === 0) test('models', { skip: `no files in ${models}` }, () => {});

// The page has Draco's decoder, also where this machine's program was built without.
const draco = path.resolve('tests/cases/draco.glb');
let withoutDraco = false;
try {
  runNative(['inspect', draco], { stdio: 'pipe' });
} catch {
  withoutDraco = 'the native program has no Draco';
}
test('a mesh by Draco', { skip: withoutDraco }, () => dropShows('#view', [draco], draco));

const skip = files.length === 0 && `no files in ${models}`;
test('a .gltf with its buffer beside it', { skip }, async () => {
  const name = files.find((file) => file.endsWith('.gltf'));
  const json = JSON.parse(fs.readFileSync(path.join(models, name), 'utf8'));
  const parts = [path.join(folder, 'parts.gltf')];
  json.buffers.forEach((buffer, i) => {
    const [, data] = buffer.uri.split('base64,');
    buffer.uri = `buffer ${i}.bin`;
    parts.unshift(path.join(folder, buffer.uri));
    fs.writeFileSync(parts[0], Buffer.from(data, 'base64'));
  });
  fs.writeFileSync(path.join(folder, 'parts.gltf'), JSON.stringify(json));
  await dropShows('', parts, path.join(folder, 'parts.gltf'));
});

// What a person can read: the message box, or the window.
async function readable(page) {
  return page.evaluate(() => {
    const box = document.getElementById('message');
    return (box.hidden ? '' : box.textContent) + document.title + (window.said || '');
  });
}

test('broken files are told, and the page goes on', async () => {
  const broken = {
    'cut.glb': fs.readFileSync('assets/character.glb').subarray(0, 20000),
    'noise.glb': Buffer.from('This is no glTF file.'),
    'empty.gltf': Buffer.alloc(0),
    'photo.jpg': Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]),
  };
  for (const [name, bytes] of Object.entries(broken)) {
    const file = path.join(folder, name);
    fs.writeFileSync(file, bytes);
    const page = await openPage(browser, '');
    await dropFiles(page, [file]);
    await until(page, `!document.getElementById('message').hidden`);
    const text = await readable(page);
    assert.match(text, new RegExp(name), text);
    assert.ok(text.length > name.length + 30, text);
    // Another file opens after it.
    await dropFiles(page, [path.resolve('assets/character.glb')]);
    await until(page, `document.title.includes('character.glb')`);
    await until(page, `document.getElementById('message').hidden`);
    await page.close();
  }
});
