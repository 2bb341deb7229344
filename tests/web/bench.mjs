// Frame times in the page beside native ones: node bench.mjs [lessons | NUMBER | FILE.glb | list | demo]...
// [--frames N] [--best]
// --best, on a busy machine: what a tenth of the frames stays within instead of the median.
// Both run tests/bench/frames.c: it drags everything that a step offers and takes the time of each frame,
// presenting included. The crowd is measured by `bindpose demo --json`, without presenting. Milliseconds.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { native, openBrowser, openPage, runInPage, runNative, web } from './browser.mjs';

const words = process.argv.slice(2);
const at = words.indexOf('--frames');
const frames = at < 0 ? '6' : words.splice(at, 2)[1];
const best = words.indexOf('--best');
if (best >= 0) words.splice(best, 1);
const options = ['--frames', frames, ...(best < 0 ? [] : ['--best'])];
const character = 'assets/character.glb';
const all = [...Array.from({ length: 18 }, (_, i) => `${i + 1}`), 'list', character, 'demo'];
const targets = words.flatMap((word) => (word === 'lessons' ? all.slice(0, 18) : [word]));
const WIDTH = 1280,
  HEIGHT = 800;

// The figures of a printed line, counted from its end.
function figures(text) {
  const line = text.split('\n').find((line) => /^\S+ +\d+( +(-|[\d.]+)){13,}/.test(line));
  if (!line) throw new Error(`no figures in: ${text}`);
  const numbers = line.replace(/(median|95%) over.*/, '').trim().split(/ +/);
  const [present, , median, high, longest] = numbers.slice(-5).map(Number);
  return { name: numbers[0], first: Number(numbers[1]), present, median, high, longest };
}

async function onScreen(target, ratio) {
  const size = `${WIDTH * ratio}x${HEIGHT * ratio}`;
  const file = target === character ? path.resolve(target) : target;
  const { stdout } = await promisify(execFile)('sh', ['tests/window/run', native, 'frames'], {
    env: {
      ...process.env,
      FRAMES_SCREEN: size,
      FRAMES_ARGS: `--size ${size} --scale ${ratio} ${options.join(' ')} ${file}`,
      WINDOW_SECONDS: '600',
    },
  });
  return figures(stdout);
}

async function inPage(browser, target, ratio) {
  const page = await openPage(browser, '', {
    address: pathToFileURL(path.join(web, 'bench', 'bindpose.html')).href,
    viewport: { width: WIDTH, height: HEIGHT, deviceScaleFactor: ratio },
    wait: true,
  });
  await page.waitForFunction(`!document.getElementById('message').hidden`); // without arguments it has ended
  const printed = new Promise((resolve) => {
    page.on('console', (message) => {
      if (/^\S+ +\d+( +(-|[\d.]+)){13,}/.test(message.text())) resolve(message.text());
    });
  });
  await page.evaluate((argv) => {
    document.getElementById('message').hidden = true;
    Engine.start(argv, Page.window);
  }, [...options, target]);
  const text = await printed;
  await page.close();
  return figures(text);
}

const DEMO = ['demo', '--json', '--seconds', '3'];
function crowd(output) {
  const { frame } = JSON.parse(output).ms;
  return { name: 'demo, 50 characters', first: 0, present: 0, median: frame, high: frame };
}

async function measure(browser, target, ratio) {
  if (target !== 'demo') return [await onScreen(target, ratio), await inPage(browser, target, ratio)];
  const argv = [...DEMO, '--size', `${WIDTH * ratio}x${HEIGHT * ratio}`];
  const page = await openPage(browser);
  const ran = await runInPage(page, argv);
  await page.close();
  return [crowd(runNative(argv)), crowd(ran.output)];
}

const browser = await openBrowser({ protocolTimeout: 900000 });
for (const ratio of [1, 2]) {
  const middle = best < 0 ? 'median' : '10% (as median)';
  console.log(`\n${WIDTH}x${HEIGHT} at ratio ${ratio}: milliseconds; ${middle} and 95% of all frames`);
  console.log(
    `${'native: '.padStart(42)}first median   95%   page: first median   95%  of that presenting  slower`,
  );
  for (const target of targets.length > 0 ? targets : all) {
    const [here, there] = await measure(browser, target, ratio);
    const shown = (of) =>
      of.first.toFixed(0).padStart(5) + of.median.toFixed(1).padStart(7) + of.high.toFixed(1).padStart(6);
    console.log(
      here.name.padEnd(42) +
        shown(here) +
        '         ' +
        shown(there) +
        there.present.toFixed(1).padStart(20) +
        (there.median / here.median).toFixed(1).padStart(8),
    );
  }
}
await browser.close();
