// What the tests of the page share: Debian's Chromium with the page open, and what the page printed; with
// BROWSER=firefox Debian's Firefox, by WebDriver BiDi. $BINDPOSE_WEB is build/web; tests/web/run sets it.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export const web = path.resolve(process.env.BINDPOSE_WEB || 'build/web');
export const native = path.resolve(web, '..');
export const pageFile = path.join(web, 'bindpose.html');
const require = createRequire(path.join(web, 'tests', 'node_modules', 'x.js'));
// Nothing that the tests wait for takes seconds: this ends a test that would hang, on the slowest machine, too.
const HANGS = Number(process.env.HANGS || 180000);

// Tests that use Chromium's own protocol are skipped in Firefox: {skip: onlyChromium}.
const isFirefox = process.env.BROWSER === 'firefox';
export const onlyChromium = isFirefox && "needs the protocol of Chromium's developer tools";

// `options.downloads`: the folder for downloads, in Firefox; in Chromium contexts have one.
export async function openBrowser(options = {}) {
  const { downloads, ...others } = options;
  const puppeteer = require('puppeteer-core');
  const firefox = {
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    extraPrefsFirefox: {
      'browser.download.folderList': 2,
      'browser.download.dir': downloads,
      'browser.helperApps.neverAsk.saveToDisk': 'application/octet-stream',
    },
  };
  const chromium = { executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] };
  return puppeteer.launch({
    ...(isFirefox ? firefox : chromium),
    defaultViewport: null,
    protocolTimeout: HANGS,
    ...others,
  });
}

// The system's preferences, [{name: 'prefers-color-scheme', value: 'dark'}].
async function prefer(page, features) {
  if (!isFirefox) return page.emulateMediaFeatures(features);
  return page.evaluateOnNewDocument((features) => {
    const real = window.matchMedia;
    window.matchMedia = (query) => {
      const feature = features.find(({ name }) => query.includes(name));
      return feature ? { matches: query === `(${feature.name}: ${feature.value})` } : real(query);
    };
  }, features);
}

export async function newPage(browser) {
  const page = await browser.newPage();
  page.setDefaultTimeout(HANGS);
  return page;
}

// Opens the single file, or `address`, and waits for the first picture. `page.problems` collects errors and
// warnings.
export async function openPage(browser, hash = '', options = {}) {
  const page = await newPage(browser);
  await page.setViewport({ width: 1280, height: 800, deviceScaleFactor: 1, ...options.viewport });
  page.problems = [];
  page.on('pageerror', (error) => page.problems.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (/willReadFrequently/.test(message.text())) return; // our own reading
    if (['error', 'warn'].includes(message.type()))
      page.problems.push(`${message.type()}: ${message.text()}`);
  });
  // As native pictures are: dark, and without the page's own button. `user`: as a visitor has it.
  await prefer(page, options.prefer || [{ name: 'prefers-color-scheme', value: 'dark' }]);
  if (!options.user)
    await page.evaluateOnNewDocument(() => {
      const style = new CSSStyleSheet();
      style.replaceSync('#menu-button { display: none }');
      document.adoptedStyleSheets = [style];
    });
  if (options.before) await page.evaluateOnNewDocument(options.before);
  await page.goto((options.address || pathToFileURL(pageFile).href) + hash);
  if (!options.wait) await firstPicture(page);
  return page;
}

// Waits for a condition about the page. Just after a link was followed, its scripts may not have run; a condition
// that throws in an animation frame is never looked at again.
export async function until(page, condition) {
  await page.waitForFunction(`typeof Page === 'object' && (${condition})`);
}

export async function firstPicture(page) {
  await until(page, 'Page.firstPicture > 0');
}

// How many different colours the canvas shows: a blank one has 1.
export function colours(page) {
  return page.evaluate(() => {
    const canvas = document.getElementById('window');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const seen = new Set(new Uint32Array(data.buffer));
    return seen.size;
  });
}

// A hash of the canvas, or of [x, y, width, height] of it, once nothing moves any more.
export async function picture(page, part) {
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        let still = 0; // frames of the browser without one of the window's
        const look = () => {
          still = Page.window.requested || Page.window.coarse ? 0 : still + 1;
          if (still < 4) requestAnimationFrame(look);
          else resolve();
        };
        look();
      }),
  );
  return page.evaluate((part) => {
    const canvas = document.getElementById('window');
    const box = part || [0, 0, canvas.width, canvas.height];
    const { data } = canvas.getContext('2d').getImageData(...box);
    let hash = 0;
    for (const pixel of new Uint32Array(data.buffer)) hash = (Math.imul(hash, 0x01000193) ^ pixel) >>> 0;
    return `${canvas.width}x${canvas.height} ${hash.toString(16)}`;
  }, part);
}

// A finger touches the page at a point, moves to another, if there is one, and lifts. (Firefox refuses an
// angle that puppeteer's touch screen sends with it.)
export async function finger(page, from, to) {
  if (!isFirefox) {
    const touch = await page.touchscreen.touchStart(...from);
    if (to) await touch.move(...to);
    await touch.end();
    return;
  }
  const move = ([x, y]) => ({ type: 'pointerMove', origin: 'viewport', x, y });
  const actions = [
    move(from),
    { type: 'pointerDown', button: 0 },
    ...(to ? [move(to)] : []),
    { type: 'pointerUp', button: 0 },
  ];
  await page
    .mainFrame()
    .browsingContext.performActions([
      { type: 'pointer', id: 'finger', parameters: { pointerType: 'touch' }, actions },
    ]);
}

// Drags an element with the mouse to two points, one after the other, and lets it go on the element there.
// Firefox gets events of a script.
export async function dragElement(page, selector, points) {
  const handle = await page.waitForSelector(selector);
  await handle.evaluate((one) => one.scrollIntoView({ block: 'center' }));
  const box = await handle.boundingBox();
  if (isFirefox) {
    await handle.evaluate((from, [x, y]) => {
      const dataTransfer = new DataTransfer();
      const send = (to, kind) =>
        to.dispatchEvent(
          new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true, clientX: x, clientY: y }),
        );
      send(from, 'dragstart');
      const under = document.elementFromPoint(x, y);
      if (!send(under, 'dragover')) send(under, 'drop'); // only where a drop is accepted
      send(from, 'dragend');
    }, points.at(-1));
    return;
  }
  await page.mouse.move(box.x + box.width / 3, box.y + box.height / 2);
  await page.mouse.down();
  for (const [x, y] of points) await page.mouse.move(x, y, { steps: 3 });
  await page.mouse.up();
}

// Drops files from the disk on the middle of the page, as a file manager does. Firefox gets an event of a
// script.
export async function dropFiles(page, files) {
  if (isFirefox) {
    const data = files.map((file) => [path.basename(file), fs.readFileSync(file).toString('base64')]);
    await page.evaluate((data) => {
      const dataTransfer = new DataTransfer();
      for (const [name, text] of data)
        dataTransfer.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], name));
      document.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
    }, data);
    return;
  }
  const client = await page.createCDPSession();
  const { width, height } = page.viewport();
  const data = { items: [], files: files.map((file) => path.resolve(file)), dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'])
    await client.send('Input.dispatchDragEvent', { type, x: width / 2, y: height / 2, data });
}

// Runs a program in the page, without a window: {code, output, messages, files: {name: Buffer}} with all of
// `folder`.
export async function runInPage(page, argv, folder) {
  const result = await page.evaluate(
    async (argv, folder) => {
      const ran = await Engine.run(argv, folder ? { [`${folder}/.keep`]: new Uint8Array() } : {});
      const files = {};
      for (const name of folder ? ran.list(folder) : []) {
        if (name === '.keep') continue; // it made the folder
        let text = '';
        for (const byte of ran.read(`${folder}/${name}`)) text += String.fromCharCode(byte);
        files[name] = btoa(text);
      }
      return { code: ran.code, output: ran.output, messages: ran.messages, files };
    },
    argv,
    folder,
  );
  for (const name of Object.keys(result.files))
    result.files[name] = Buffer.from(result.files[name], 'base64');
  return result;
}

// A folder for what the native program keeps: it counts wrong answers, and answers more slowly after three.
const kept = fs.mkdtempSync(path.join(os.tmpdir(), 'bindpose-'));
process.on('exit', () => fs.rmSync(kept, { recursive: true }));

// The same arguments, by the native program.
export function runNative(argv, options = {}) {
  return execFileSync(path.join(native, 'bin', 'bindpose'), argv, {
    encoding: 'utf8',
    env: { ...process.env, XDG_DATA_HOME: kept },
    ...options,
  });
}

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
};

// Serves a folder, compressed by brotli where the folder has such a file. Returns {address, close()}.
export function serve(folder) {
  const server = http.createServer((request, response) => {
    const name = decodeURIComponent(new URL(request.url, 'http://localhost').pathname).replace(
      /\/$/,
      '/index.html',
    );
    const file = path.join(folder, path.normalize(name));
    if (!fs.existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    const packed = /\bbr\b/.test(request.headers['accept-encoding'] || '') && fs.existsSync(file + '.br');
    response.writeHead(200, {
      'Content-Type': TYPES[path.extname(file)] || 'application/octet-stream',
      ...(packed ? { 'Content-Encoding': 'br' } : {}),
    });
    fs.createReadStream(packed ? file + '.br' : file).pipe(response);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve({
        address: `http://127.0.0.1:${server.address().port}/`,
        close: () => server.close(),
      }),
    );
  });
}
