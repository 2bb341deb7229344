// Puts the page together: node assemble.mjs MODULE_FOLDER ASSETS OUT Writes OUT/bindpose.html, a single file
// with everything inside, and OUT/site/, for servers: the same page with its parts beside it, each also
// compressed by gzip and brotli, the single file for download, and a start page. page.html names the
// scripts, in their order.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import zlib from 'node:zlib';
import { exerciseTexts } from './exercise_texts.mjs';
import { writeStartPage } from './start.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const [moduleFolder, assets, out, option] = process.argv.slice(2);
const quick = option === '--quick' || option === '--file';
if (!out) {
  console.error('usage: node assemble.mjs MODULE_FOLDER ASSETS OUT [--quick | --file]');
  process.exit(2);
}
const read = (name) => fs.readFileSync(path.join(here, name), 'utf8');
const payloads = {
  'bindpose.wasm': fs.readFileSync(path.join(moduleFolder, 'bindpose.wasm')),
  'character.glb': fs.readFileSync(path.join(assets, 'character.glb')),
  'exercises.json': Buffer.from(
    JSON.stringify(exerciseTexts(path.join(here, '../../lessons/exercises/originals'))),
  ),
};

function script(name, payload) {
  if (name === 'bindpose.js') return fs.readFileSync(path.join(moduleFolder, 'bindpose.js'), 'utf8');
  return read(name === 'payload.js' ? payload : name);
}

const page = read('page.html');
const SCRIPTS = /<script src="([^"]+)"><\/script>\n/g;
const names = [...page.matchAll(SCRIPTS)].map((match) => match[1]);
const STYLE = '<link rel="stylesheet" href="page.css">';

// All scripts as one, without lines that are comments; `</script` in a string would end it.
const together = (payload) =>
  names
    .map((name) => script(name, payload))
    .join('\n')
    .replaceAll(/^\s*\/\/.*\n/gm, '')
    .replaceAll('</script', '<\\/script');

function put(html, mark, text) {
  if (!html.includes(mark)) throw new Error(`page.html lacks ${mark}`);
  return html.replace(mark, () => text);
}

function singleFile() {
  const data = Object.entries(payloads).map(([name, bytes]) => {
    const packed = zlib.gzipSync(bytes, { level: quick ? 1 : 9 });
    return `<script type="text/plain" id="payload-${name}">${packed.toString('base64')}</script>\n`;
  });
  let html = put(page, STYLE, `<style>\n${read('page.css')}</style>`);
  html = put(
    html,
    html.match(SCRIPTS)[0],
    `${data.join('')}<script>\n${together('payload_file.js')}</script>\n`,
  );
  return html.replaceAll(SCRIPTS, '');
}

function site(folder) {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  let scripts = 0; // the first becomes the one of all
  const one = () => (scripts++ === 0 ? '<script src="bindpose.js"></script>\n' : '');
  const files = {
    'bindpose.html': page.replaceAll(SCRIPTS, one),
    'page.css': read('page.css'),
    'bindpose.js': together('payload_site.js'),
    ...payloads,
  };
  for (const [name, bytes] of Object.entries(files)) {
    const file = path.join(folder, name);
    fs.writeFileSync(file, bytes);
    if (quick) continue; // for work on the scripts: brotli takes half a minute
    fs.writeFileSync(file + '.gz', zlib.gzipSync(bytes, { level: 9 }));
    execFileSync('brotli', ['-q', '11', '-w', '24', '-f', '-k', file]);
  }
}

fs.mkdirSync(out, { recursive: true });
fs.writeFileSync(path.join(out, 'bindpose.html'), singleFile());
if (option === '--file') process.exit(); // another program's module: it can't draw the start page
const folder = path.join(out, 'site');
site(folder);
fs.copyFileSync(path.join(out, 'bindpose.html'), path.join(folder, 'bindpose-offline.html'));
await writeStartPage({
  template: read('start.html'),
  site: folder,
  ...{ moduleFolder, assets, quick },
  cache: path.join(out, 'pictures'),
});
const size = (file) => fs.statSync(file).size;
console.log(`  ${path.join(out, 'bindpose.html')}: ${size(path.join(out, 'bindpose.html'))} bytes`);
if (!quick) {
  const packed = fs.readdirSync(folder).filter((name) => name.endsWith('.br'));
  const total = packed.reduce((sum, name) => sum + size(path.join(folder, name)), 0);
  console.log(`  ${folder}/: ${total} bytes by brotli`);
}
