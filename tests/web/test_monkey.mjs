// A thousand random events, the same each time ($MONKEY: another number): clicks, drags, the wheel and keys in five places
// of the page. Nothing may fail or warn.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openBrowser, openPage } from './browser.mjs';

const EVENTS = Number(process.env.MONKEY || 1000);
const KEYS = [
  ...'abcdefghijklmnopqrstuvwxyz0123456789#*+-/.,<>[]?', ' ',
  'Escape', 'Tab', 'Enter', 'Backspace', 'Home', 'End', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown',
];

let browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

// A linear congruential generator (Numerical Recipes' constants): numbers from 0 up to `below`.
function randomNumbers(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

for (const [place, hash] of ['', '#05', '#view', '#exercise/05', '#demo'].entries())
  test(`events in ${hash || 'the list'}`, async () => {
    const page = await openPage(browser, hash);
    const random = randomNumbers(place + 1);
    const point = () => [random(1280), random(800)];
    page.on('dialog', (dialog) => dialog.accept());
    for (let i = 0; i < EVENTS / 5; i++) {
      const what = random(10);
      await page.mouse.move(...point());
      if (what < 3) await page.mouse.click(...point());
      else if (what < 5) {
        await page.mouse.down();
        await page.mouse.move(...point(), { steps: 3 });
        await page.mouse.up();
      } else if (what < 6) await page.mouse.wheel({ deltaY: random(400) - 200 });
      else await page.keyboard.press(KEYS[random(KEYS.length)]);
      // Back to the place, if a link led away.
      if (i % 20 === 19) await page.evaluate((to) => { if (location.hash !== to) location.hash = to; }, hash);
    }
    assert.deepEqual(page.problems, []);
    await page.close();
  });
