// The page opens from a file and from a server, draws the native program's bytes, and says what is wrong
// instead of staying blank.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { colours, openBrowser, openPage, picture, runInPage, until } from './browser.mjs';

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

for (const hash of ['#view', '#demo']) {
  test(`the file opens ${hash}`, async () => {
    const page = await openPage(browser, hash);
    assert.ok((await colours(page)) > 50);
    assert.equal(await message(page), '');
    assert.deepEqual(page.problems, []);
    await page.close();
  });
}

test('the canvas has the pixels of the screen', async () => {
  for (const ratio of [1, 1.5, 2]) {
    const page = await openPage(browser, '#view', {
      viewport: { width: 900, height: 600, deviceScaleFactor: ratio },
      prefer: [{ name: 'prefers-reduced-motion', value: 'reduce' }], // a picture that moves may be coarse
    });
    await picture(page);
    const [width, height, wide, high] = await page.$eval('#window', (one) => [one.width, one.height, one.clientWidth, one.clientHeight]);
    assert.ok(Math.abs(width - wide * ratio) <= 1 && Math.abs(height - high * ratio) <= 1, `${width}x${height}`);
    await page.close();
  }
});

test('the program runs its SIMD kernels', async () => {
  const page = await openPage(browser);
  const { output } = await runInPage(page, ['--version']);
  assert.match(output, /\bSSE2\b/);
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
      'too old',
      () => {
        delete window.DecompressionStream;
      },
    ],
    [
      'no memory left',
      () => {
        WebAssembly.Instance = function () {
          throw new RangeError('could not allocate memory');
        };
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
    const page = await openPage(browser, '#view', { before, wait: true });
    await until(page, `!document.getElementById('message').hidden`);
    assert.match(await message(page), new RegExp(words));
    await page.close();
  }
});
