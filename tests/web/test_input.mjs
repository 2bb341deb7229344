// Mouse, pen, touch, wheel, keys and paste reach the program. Each way of doing something must end in the
// picture of another way: touch in the mouse's, keys that undo it in the first picture, a click in the picture
// of the address that names what was clicked.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { finger, onlyChromium, openBrowser, openPage, picture, until } from './browser.mjs';

let browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

// Positions in the viewer at 1280x800 (look at a screenshot). With reduced motion the clip waits at its start.
const FLOOR = [720, 300]; // beside the character
const TITLE = [640, 20]; // above the canvas: nothing happens there
const ARM = [513, 400];
const UPPER = [497, 310]; // the upper arm, which turns when the forearm is dragged
const STILL = [
  { name: 'prefers-color-scheme', value: 'dark' },
  { name: 'prefers-reduced-motion', value: 'reduce' },
];

const open = (options) => openPage(browser, '#view', { prefer: STILL, ...options });
const by = ([x, y], dx, dy) => [x + dx, y + dy];

async function mouseDrag(page, from, to, button = 'left') {
  await page.mouse.move(...from);
  await page.mouse.down({ button });
  await page.mouse.move(...to);
  await page.mouse.up({ button });
  await page.mouse.move(...TITLE);
}

async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
}

async function chord(page, modifier, key) {
  await page.keyboard.down(modifier);
  await page.keyboard.press(key);
  await page.keyboard.up(modifier);
}

// The picture after what `act` does in a fresh page.
async function pictureAfter(act, options) {
  const page = await open(options);
  await picture(page); // a step that plays has ended
  await act(page);
  const result = await picture(page);
  assert.deepEqual(page.problems, []);
  await page.close();
  return result;
}

test('the mouse orbits, pans, zooms; a key takes it back', async () => {
  const page = await open();
  await page.mouse.move(...TITLE);
  const first = await picture(page);
  const acts = [
    () => mouseDrag(page, FLOOR, by(FLOOR, 60, 20)),
    () => mouseDrag(page, FLOOR, by(FLOOR, 60, 20), 'right'),
    async () => {
      await page.mouse.move(...FLOOR);
      await page.mouse.wheel({ deltaY: -100 });
      await page.mouse.move(...TITLE);
    },
    () => chord(page, 'Control', 'ArrowLeft'),
    () => press(page, 'PageDown'),
  ];
  const seen = new Set([first]);
  for (const act of acts) {
    await act();
    seen.add(await picture(page));
    await press(page, 'o');
    assert.equal(await picture(page), first);
  }
  assert.equal(seen.size, 1 + acts.length);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('a limb is dragged, by mouse, pen and finger alike; undo takes it back', async () => {
  const to = by(ARM, 30, -50);
  const page = await open();
  await mouseDrag(page, UPPER, by(UPPER, 1, 1)); // selects what the drag will turn
  const first = await picture(page);
  await mouseDrag(page, ARM, to);
  const dragged = await picture(page);
  assert.notEqual(dragged, first);
  await chord(page, 'Control', 'z');
  assert.equal(await picture(page), first);
  await chord(page, 'Control', 'y');
  assert.equal(await picture(page), dragged);
  await page.close();

  const mouse = await pictureAfter((page) => mouseDrag(page, ARM, to));
  const touch = await pictureAfter((page) => finger(page, ARM, to));
  assert.equal(touch, mouse);

  if (onlyChromium) return;
  const pen = await pictureAfter(async (page) => {
    const client = await page.createCDPSession();
    const send = (type, [x, y], buttons) =>
      client.send('Input.dispatchMouseEvent', {
        ...{ type, x, y, buttons, pointerType: 'pen' },
        ...(type === 'mouseMoved' ? {} : { button: 'left', clickCount: 1 }),
      });
    await send('mouseMoved', ARM, 0);
    await send('mousePressed', ARM, 1);
    await send('mouseMoved', to, 1);
    await send('mouseReleased', to, 0);
    await send('mouseMoved', TITLE, 0); // the pen's pointer, which the mouse's doesn't take along
  });
  assert.equal(pen, mouse);
});

test('one finger on the floor orbits as the mouse does', async () => {
  const to = by(FLOOR, 80, 30);
  const mouse = await pictureAfter((page) => mouseDrag(page, FLOOR, to));
  const touch = await pictureAfter((page) => finger(page, FLOOR, to));
  assert.equal(touch, mouse);
});

// Two fingers at both sides of a point, whose moves come together.
async function twoFingers(page, center, from, to, distance) {
  const client = await page.createCDPSession();
  const send = (type, [x, y], apart) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: apart ? [{ x: x - apart, y, id: 1 }, { x: x + apart, y, id: 2 }] : [],
    });
  await send('touchStart', center, from);
  await send('touchMove', to, distance);
  await send('touchEnd', to, 0);
}

test('two fingers zoom as the wheel does', { skip: onlyChromium }, async () => {
  for (const [notches, distance] of [
    [3, 60 * 1.1 ** 3 + 1],
    [-2, 60 / 1.1 ** 2 - 1],
  ]) {
    const wheel = await pictureAfter(async (page) => {
      await page.mouse.move(...FLOOR);
      const deltaY = -100 * Math.sign(notches);
      for (let i = 0; i < Math.abs(notches); i++) await page.mouse.wheel({ deltaY });
      await page.mouse.move(...TITLE);
    });
    const pinch = await pictureAfter((page) => twoFingers(page, FLOOR, 60, FLOOR, distance));
    assert.equal(pinch, wheel);
  }
});

test('two fingers pan as the right button does', { skip: onlyChromium }, async () => {
  const to = by(FLOOR, -40, 30);
  const mouse = await pictureAfter((page) => mouseDrag(page, FLOOR, to, 'right'));
  const fingers = await pictureAfter((page) => twoFingers(page, FLOOR, 60, to, 60));
  assert.equal(fingers, mouse);
});

test('after two fingers nothing is under a finger', { skip: onlyChromium }, async () => {
  const still = await pictureAfter((page) => twoFingers(page, ARM, 60, ARM, 60));
  assert.equal(still, await pictureAfter((page) => page.mouse.move(...TITLE)));
});

test('parts of a notch add up to whole ones', async () => {
  const turns = (count, delta) => async (page) => {
    await page.mouse.move(...FLOOR);
    for (let i = 0; i < count; i++) await page.mouse.wheel({ deltaY: delta });
    await page.mouse.move(...TITLE);
  };
  assert.equal(await pictureAfter(turns(10, 20)), await pictureAfter(turns(2, 100)));
});

test('keys open and close; the browser keeps its own', async () => {
  const page = await open();
  const first = await picture(page);
  await press(page, 'h');
  await page.waitForSelector('#report[open] kbd');
  await press(page, 'Escape');
  await page.waitForSelector('#report:not([open])');
  await press(page, 'i');
  assert.notEqual(await picture(page), first);
  await press(page, 'Escape');
  assert.equal(await picture(page), first);
  const prevented = await page.evaluate(() =>
    [
      { key: 'p', ctrlKey: true },
      { key: 'F5' },
      { key: 'ArrowLeft', altKey: true },
      { key: 'ArrowLeft' },
      { key: 'z', ctrlKey: true },
    ].map(
      (keys) =>
        !document
          .getElementById('window')
          .dispatchEvent(new KeyboardEvent('keydown', { ...keys, bubbles: true, cancelable: true })),
    ),
  );
  assert.deepEqual(prevented, [false, false, false, true, true]);
  await page.close();
});

test('zooming the page, and resizing it, lays the window out again', async () => {
  const zoomed = { width: 900, height: 560, deviceScaleFactor: 1.5 };
  const page = await open();
  const first = await picture(page);
  await page.setViewport(zoomed);
  const fills = (ratio) => `innerWidth === ${ratio === 1 ? 1280 : 900} && Page.window.canvas.width === Math.round(Page.window.canvas.clientWidth * ${ratio})`;
  await until(page, fills(1.5));
  assert.equal(await picture(page), await pictureAfter(() => {}, { viewport: zoomed }));
  await page.setViewport({ width: 1280, height: 800, deviceScaleFactor: 1 });
  await until(page, fills(1));
  assert.equal(await picture(page), first);
  await page.close();
});

test('a key goes to full screen and back', async () => {
  for (const key of ['F11', 'f']) {
    const page = await open();
    await press(page, key);
    await until(page, 'document.fullscreenElement !== null');
    await press(page, key);
    await until(page, 'document.fullscreenElement === null');
    assert.deepEqual(page.problems, []);
    await page.close();
  }
});
