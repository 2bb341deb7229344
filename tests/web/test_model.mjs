// What stands beside the canvas of a model: bones, animations, matrices, and what was done by hand, which Back keeps.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dropFiles, openBrowser, openPage, picture, runNative, until } from './browser.mjs';

let browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

const STILL = [
  { name: 'prefers-color-scheme', value: 'dark' },
  { name: 'prefers-reduced-motion', value: 'reduce' },
];
async function openModel() {
  const page = await openPage(browser, '#view', { prefer: STILL });
  await page.waitForSelector('#tools [role=treeitem]');
  return page;
}

const selected = (page) => page.$eval('#tools [aria-selected=true]', (one) => one.getAttribute('aria-label'));
const key = async (page, ...keys) => {
  for (const one of keys) await page.keyboard.press(one);
};

// The skeleton as `inspect --json` has it.
const { bones } = JSON.parse(runNative(['inspect', 'assets/character.glb', '--json'])).skeletons[0];

test('the tree has the bones of the file, each below its parent', async () => {
  const page = await openModel();
  const tree = await page.$$eval('#tools [role=treeitem]', (all) =>
    all.map((one) => [one.getAttribute('aria-label'), one.parentElement.closest('[role=treeitem]')?.getAttribute('aria-label') || null]),
  );
  const expected = bones.map(({ name, parent }) => [name, parent < 0 ? null : bones[parent].name]);
  assert.deepEqual(tree.sort(), expected.sort());
  await page.close();
});

test('arrow keys walk in the tree, and the canvas follows; the canvas selects, and the tree follows', async () => {
  const page = await openModel();
  const root = bones.find(({ parent }) => parent < 0).name;
  const child = bones.find(({ parent }) => parent === bones.findIndex(({ name }) => name === root)).name;
  await page.focus('#tools [aria-selected=true]');
  await key(page, 'Home');
  await until(page, `Page.shown.bone === '${root}'`);
  await key(page, 'ArrowDown');
  await until(page, `Page.shown.bone === '${child}'`);
  await key(page, 'ArrowLeft', 'ArrowLeft'); // folds it, if it has children; then its parent
  await until(page, `Page.shown.bone === '${root}'`);
  await key(page, 'ArrowLeft');
  assert.equal(await page.$eval('#tools [aria-selected=true]', (one) => one.getAttribute('aria-expanded')), 'false');
  assert.equal(await page.evaluate(`document.querySelectorAll('#tools [role=tree] [tabindex="0"]').length`), 1);
  await key(page, 'ArrowRight', 'ArrowRight');
  assert.equal(await selected(page), child);
  const before = await picture(page);
  await page.evaluate(`Page.window.pressBinding(Page.shown.keys.find(({ label }) => label === 'Tab'))`);
  await until(page, `Page.shown.bone !== '${child}'`);
  assert.equal(await selected(page), await page.evaluate('Page.shown.bone'));
  assert.notEqual(await picture(page), before);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test("the selected bone's matrices are those of inspect", async () => {
  const page = await openModel();
  await page.$eval('#tools .numbers', (one) => (one.open = true));
  await page.waitForSelector('#tools .matrix td:not(:empty)');
  const walk = JSON.parse(runNative(['inspect', 'assets/character.glb', '--animation', '0', '--json'])).skeletons[0].bones;
  const bone = walk.find(({ name }) => name === 'spine');
  await page.evaluate(() => [...document.querySelectorAll('#tools [role=treeitem]')].find((one) => one.ariaLabel === 'spine').firstElementChild.click());
  await until(page, `Page.shown.bone === 'spine'`);
  const shown = await page.$$eval('#tools .matrix', (all) =>
    all.map((table) => [table.caption.textContent, [...table.querySelectorAll('td')].map((cell) => Number(cell.textContent.replace('−', '-')))]),
  );
  assert.equal(shown.length, 7);
  for (const [name, values] of shown) {
    const wanted = bone[name.replace(/ (.)/g, (_, letter) => letter.toUpperCase())];
    values.forEach((value, i) => assert.ok(Math.abs(value - wanted[i]) <= 5.1e-5, `${name} ${i}: ${value}, ${wanted[i]}`));
  }
  await page.close();
});

test('an animation is chosen, plays, and stands at a time', async () => {
  const page = await openModel();
  const names = await page.evaluate('Page.shown.clips');
  await page.select('#tools .row select', '1');
  await until(page, `Page.shown.animation === '${names[1]}' && Page.shown.clip === 1`);
  await page.evaluate(() => [...document.querySelectorAll('#tools button')].find((one) => one.textContent === 'Play').click());
  await until(page, 'Page.shown.playing && Page.shown.seconds > 0');
  await page.$eval('#tools input[type=range]', (one) => {
    one.value = 0.5;
    one.dispatchEvent(new Event('input'));
  });
  await until(page, '!Page.shown.playing && Page.shown.seconds === 0.5');
  await page.select('#tools .row select', 'bind');
  await until(page, `Page.shown.pose === 'bind'`);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('what was changed by hand is still there, and undone, after leaving the model and coming back', async () => {
  const page = await openModel();
  const first = await picture(page);
  await page.focus('#window');
  await key(page, 'ArrowUp', 'ArrowUp');
  await until(page, 'Page.shown.changes === 1');
  const changed = await picture(page);
  assert.notEqual(changed, first);
  await page.evaluate(`location.hash = '#05'`);
  await page.waitForSelector('[data-page="05"] canvas');
  await page.goBack();
  await until(page, `Page.shown.program === 'view'`);
  assert.equal(await picture(page), changed);
  await page.evaluate(() => [...document.querySelectorAll('#tools button')].find((one) => one.textContent === 'Undo').click());
  await page.evaluate(() => [...document.querySelectorAll('#tools button')].find((one) => one.textContent === 'Undo').click());
  await until(page, 'Page.shown.changes === 0');
  assert.equal(await picture(page), first);
  assert.deepEqual(page.problems, []);
  await page.close();
});

// The doctor says of this file: "an earlier channel of this clip moves the rotation of nodes[1] "mid" too".
test('a finding about a bone selects it', async () => {
  const page = await openModel();
  await dropFiles(page, ['tests/repair/cases/c41_dup_targets.gltf']);
  const find = () => [...document.querySelectorAll('.findings button')].find((one) => one.textContent === 'Show mid');
  await page.waitForFunction(find);
  assert.notEqual(await page.evaluate('Page.shown.bone'), 'mid');
  await (await page.evaluateHandle(find)).click();
  await until(page, `Page.shown.bone === 'mid'`);
  assert.equal(await selected(page), 'mid');
  assert.equal(await page.evaluate('document.activeElement.id'), 'window');
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('a slow model has fewer pixels while it moves, all of them when it stands, and the page says why', async () => {
  const page = await openModel();
  const has = (pixels) => until(page, `(({ width, clientWidth }) => width === ${pixels})(document.getElementById('window'))`);
  const press = (text) =>
    page.evaluate((text) => [...document.querySelectorAll('#tools button')].find((one) => one.textContent === text).click(), text);
  await has('clientWidth');
  await page.evaluate(() => {
    const { module } = Page.window;
    const frame = module._bp_web_frame;
    module._bp_web_frame = () => {
      const end = performance.now() + 150;
      while (performance.now() < end);
      return frame();
    };
  });
  await press('Play');
  await has('clientWidth / 2');
  await page.waitForFunction(() => /A picture takes \d+ ms, most of it for its 4,445 vertices, 7,876 triangles/.test(
    document.getElementById('tools').textContent));
  await press('Pause');
  await has('clientWidth');
  await new Promise((resolve) => {
    setTimeout(resolve, 1500);
  });
  assert.equal(await page.evaluate('Page.window.coarse'), 0);
  assert.deepEqual(page.problems, []);
  await page.close();
});
