// Frame times in the page beside native ones: node bench.mjs [lessons | NUMBER | FILE.glb | list | demo]...
// [--frames N] [--best]
// --best, on a busy machine: what a tenth of the frames stays within instead of the median.
// Both run tests/bench/frames.c: it drags everything that a step offers and takes the time of each frame,
// presenting included. The crowd is measured by `bindpose demo --json`, as a mean and without presenting.
// Then the time from opening the page to its first picture: from the single file, and from the site on this
// machine, each with an empty cache. Milliseconds.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { native, openBrowser, openPage, pageFile, runInPage, runNative, serve, web } from './browser.mjs';

const words = process.argv.slice(2);
const at = words.indexOf('--frames');
const frames = at < 0 ? '6' : words.splice(at, 2)[1];
const best = words.indexOf('--best');
if (best >= 0) words.splice(best, 1);
const options = ['--frames', frames, ...(best < 0 ? [] : ['--best'])];
const character = 'assets/character.glb';
const lessons = fs.readdirSync('lessons').filter((name) => /^\d\d_/.test(name)).sort().map((name) => `${+name.slice(0, 2)}`);
const all = [...lessons, 'list', character, 'demo'];
const targets = words.flatMap((word) => (word === 'lessons' ? lessons : [word]));
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
  return { name: 'demo, 50 characters (mean)', median: frame };
}

async function measure(browser, target, ratio) {
  if (target !== 'demo') return [await onScreen(target, ratio), await inPage(browser, target, ratio)];
  const argv = [...DEMO, '--size', `${WIDTH * ratio}x${HEIGHT * ratio}`];
  const page = await openPage(browser);
  const ran = await runInPage(page, argv);
  await page.close();
  return [crowd(runNative(argv)), crowd(ran.output)];
}

// The median of several loads, and all of them.
async function firstPictures() {
  const server = await serve(path.join(web, 'site'));
  const file = pathToFileURL(pageFile).href;
  console.log(`\nfrom opening the page to its first picture, ${WIDTH}x${HEIGHT}: milliseconds; median of 7 (all)`);
  for (const [place, address] of [
    ['site on localhost', `${server.address}bindpose.html`],
    ['single file', file],
  ])
    for (const hash of ['', '#05/3', '#view']) {
      const times = [];
      for (let i = 0; i < 7; i++) {
        const context = await browser.createBrowserContext(); // with an empty cache
        const page = await openPage(context, hash, { address });
        times.push(await page.evaluate('Page.firstPicture'));
        await context.close();
      }
      const sorted = times.map((time) => Math.round(time)).sort((a, b) => a - b);
      console.log(`${`${place}, ${hash || 'list'}`.padEnd(42)}${String(sorted[3]).padStart(5)}   (${sorted.join(' ')})`);
    }
  server.close();
}

// An article of the site: when its text stands there, and when its first picture is live.
async function articles() {
  const server = await serve(path.join(web, 'site'));
  console.log('\nan article (05.html) from opening to its text and to its first live picture: milliseconds; median of 5');
  for (const [name, bits] of [['localhost', 0], ['1.6 Mbit/s, 150 ms away', 1.6e6]]) {
    const times = [[], []];
    for (let i = 0; i < 5; i++) {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.setViewport({ width: WIDTH, height: HEIGHT });
      if (bits) await page.emulateNetworkConditions({ download: bits / 8, upload: bits / 8, latency: 150 });
      await page.goto(`${server.address}05.html`, { waitUntil: 'domcontentloaded', timeout: 60000 });
      await page.waitForFunction('Book.firstPicture > 0', { timeout: 60000 });
      times[0].push(await page.evaluate(`performance.getEntriesByName('first-contentful-paint')[0].startTime`));
      times[1].push(await page.evaluate('Book.firstPicture'));
      await context.close();
    }
    const [text, live] = times.map((all) => Math.round(all.sort((a, b) => a - b)[2]));
    console.log(`${name.padEnd(42)}${String(text).padStart(5)}${String(live).padStart(7)}`);
  }
  server.close();
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
    const number = (value, digits, width) => (value === undefined ? '-' : value.toFixed(digits)).padStart(width);
    const shown = (of) => number(of.first, 0, 5) + number(of.median, 1, 7) + number(of.high, 1, 6);
    console.log(
      here.name.padEnd(42) +
        shown(here) +
        '         ' +
        shown(there) +
        number(there.present, 1, 20) +
        (there.median / here.median).toFixed(1).padStart(8),
    );
  }
}
await firstPictures();
await articles();
await browser.close();
