// Draws files with `bindpose render` and with three.js in Debian's Chromium, and compares the pictures:
//     look.mjs BINDPOSE MODULES OUT FILE...
// MODULES has three and puppeteer-core below node_modules. Writes OUT/NAME.png, both pictures and their difference, for each
// file. Exit code 1 if a mean difference is more than LOOK_MOST (3) of 255; without antialiasing, or with LOOK_SAMPLES=4.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';

const [bindpose, modules, out, ...files] = process.argv.slice(2);
const most = Number(process.env.LOOK_MOST ?? 3), samples = Number(process.env.LOOK_SAMPLES ?? 1);
const here = import.meta.dirname, size = [640, 480];
const puppeteer = createRequire(path.resolve(modules, 'x.js'))('puppeteer-core');

const PAGE = `<!doctype html><link rel="icon" href="data:,"><script type="importmap">{"imports": {"three": "/three/build/three.module.js",
  "three/addons/": "/three/examples/jsm/"}}</script><script type="module" src="/page.js"></script>`;
const TYPES = { '.js': 'text/javascript', '.png': 'image/png', '.gltf': 'model/gltf+json' };

// Addresses: /, /page.js, /three/..., /file/N/NAME (beside file N), /ours.png.
const server = http.createServer((request, response) => {
  const name = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
  const [, first, ...rest] = path.posix.normalize(name).split('/');
  let from = path.join(modules, 'node_modules/three', ...rest);
  if (first === 'page.js') from = path.join(here, 'page.js');
  if (first === 'ours.png') from = path.join(out, 'ours.png');
  if (first === 'file') from = path.join(path.dirname(files[rest[0]]), ...rest.slice(1));
  if (first !== '' && !fs.statSync(from, { throwIfNoEntry: false })?.isFile()) return response.writeHead(404).end();
  response.writeHead(200, { 'Content-Type': first === '' ? 'text/html' : TYPES[path.extname(from)] ?? 'application/octet-stream' });
  if (first === '') response.end(PAGE);
  else fs.createReadStream(from).pipe(response);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

const browser = await puppeteer.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  timeout: 180000, // the machine may be busy
  protocolTimeout: 300000,
});
let failures = 0;
try {
  const page = await browser.newPage(), problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.waitForFunction('window.ready', { timeout: 120000 });
  for (const [i, file] of files.entries()) {
    const address = `/file/${i}/${encodeURIComponent(path.basename(file))}`;
    const view = await page.evaluate((...all) => window.load(...all), address, ...size);
    const render = ['render', file, '-o', path.join(out, 'ours.png'), '--size', size.join('x'), '--fov', String(view.field),
      '--eye', view.eye.join(','), '--target', view.target.join(','), '--msaa', String(samples), '--no-shadow'];
    execFileSync(bindpose, render, { stdio: ['ignore', 'inherit', 'pipe'] });
    const { sheet, ...found } = await page.evaluate((...all) => window.compare(...all), '/ours.png', samples);
    fs.writeFileSync(path.join(out, path.basename(file).replace(/\.[^.]*$/, '') + '.png'), Buffer.from(sheet, 'base64'));
    const good = found.covered > 1000 && found.mean <= most;
    failures += !good;
    const means = (values) => values.map((value) => value.toFixed(1)).join(' ');
    console.log(`${good ? 'good' : 'FAILED'}  ${path.basename(file)}: mean difference ${found.mean.toFixed(2)} of 255 (at most ${most}), ` +
      `largest ${found.largest}, ${(100 * found.beyond).toFixed(1)}% of ${found.covered} pixels differ by more than 16; ` +
      `mean colour ${means(found.ours)}, three.js ${means(found.theirs)}`);
  }
  if (problems.length) {
    failures++;
    console.log(`FAILED  the page said: ${problems.join('; ')}`);
  }
} finally {
  await browser.close();
  server.close();
}
process.exit(failures ? 1 : 0);
