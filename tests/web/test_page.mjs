// The page opens from a file and from a server, draws the native program's bytes, and says what is wrong
// instead of staying blank.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import {
  colours,
  firstPicture,
  openBrowser,
  openPage,
  picture,
  runInPage,
  runNative,
  serve,
  until,
  web,
} from './browser.mjs';

let browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

const message = (page) => page.$eval('#message', (element) => (element.hidden ? '' : element.textContent));

test('commands that need the desktop say so', async () => {
  const page = await openPage(browser);
  for (const command of ['bench', 'exercise grade', 'exercise handin']) {
    const ran = await runInPage(page, command.split(' '));
    assert.equal(ran.code, 3);
    assert.match(ran.messages, new RegExp(`bindpose ${command}: the page can't do this; use the program`));
  }
  await page.close();
});

for (const hash of ['', '#05', '#05/3', '#view', '#demo']) {
  test(`the file opens ${hash || 'the list'}`, async () => {
    const page = await openPage(browser, hash);
    assert.ok((await colours(page)) > 50);
    assert.equal(await message(page), '');
    assert.deepEqual(page.problems, []);
    await page.close();
  });
}

test('the site opens', async () => {
  const server = await serve(path.join(web, 'site'));
  const page = await openPage(browser, '', { address: server.address + 'bindpose.html' });
  assert.ok((await colours(page)) > 50);
  assert.deepEqual(page.problems, []);
  await page.close();
  server.close();
});

test('the canvas has the pixels of the screen', async () => {
  for (const ratio of [1, 1.5, 2]) {
    const page = await openPage(browser, '#05', {
      viewport: { width: 900, height: 600, deviceScaleFactor: ratio },
    });
    const size = await page.$eval('#window', (canvas) => [canvas.width, canvas.height]);
    assert.deepEqual(size, [900 * ratio, 600 * ratio]);
    await page.close();
  }
});

test('the program runs its SIMD kernels', async () => {
  const page = await openPage(browser);
  const { output } = await runInPage(page, ['--version']);
  assert.match(output, /\bSSE2\b/);
  await page.close();
});

test('the steps of lesson 05 are the native bytes', async () => {
  const page = await openPage(browser);
  const ran = await runInPage(page, ['lesson', '5', '--frames', '/out'], '/out');
  assert.equal(ran.code, 0, ran.messages);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bindpose-'));
  runNative(['lesson', '5', '--frames', folder]);
  const names = fs.readdirSync(folder).sort();
  assert.ok(names.length > 3);
  assert.deepEqual(Object.keys(ran.files).sort(), names);
  for (const name of names) assert.ok(ran.files[name].equals(fs.readFileSync(path.join(folder, name))), name);
  fs.rmSync(folder, { recursive: true });
  await page.close();
});

test('a key reaches the lesson, and nothing is drawn while nothing moves', async () => {
  const page = await openPage(browser, '#05');
  await page.evaluate(() => {
    window.frames_drawn = 0;
    const present = Page.window.present;
    Page.window.present = function (...values) {
      window.frames_drawn++;
      present.apply(this, values);
    };
  });
  const drawn = () => page.evaluate('window.frames_drawn');
  await page.keyboard.press('ArrowRight');
  await picture(page); // once nothing moves any more
  const moved = await drawn();
  assert.ok(moved > 0);
  await new Promise((resolve) => {
    setTimeout(resolve, 1500);
  });
  assert.equal(await drawn(), moved);
  await page.close();
});

test('errors are told in the page', async () => {
  const cases = [
    [
      'WebAssembly',
      () => {
        delete window.WebAssembly;
      },
    ],
    [
      'too old',
      () => {
        WebAssembly.validate = () => false;
      },
    ],
    [
      'no memory left',
      () => {
        WebAssembly.instantiate = () => Promise.reject(new RangeError('could not allocate memory'));
      },
    ],
    [
      'crashed',
      () => {
        addEventListener('load', () => {
          const timer = setInterval(() => {
            if (typeof Page === 'undefined' || !Page.firstPicture) return;
            clearInterval(timer);
            Page.window.module._bp_web_frame = () => {
              throw new WebAssembly.RuntimeError('unreachable');
            };
            Page.window.request();
          }, 20);
        });
      },
    ],
  ];
  for (const [words, before] of cases) {
    const page = await openPage(browser, '', { before, wait: true });
    await until(page, `!document.getElementById('message').hidden`);
    assert.match(await message(page), new RegExp(words));
    await page.close();
  }
});

test('the file opens without DecompressionStream', async () => {
  const page = await openPage(browser, '#05', {
    before: () => {
      delete window.DecompressionStream;
    },
  });
  await firstPicture(page);
  assert.deepEqual(page.problems, []);
  await page.close();
});
