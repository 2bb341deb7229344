// The start page of the site: pictures of all lessons, drawn by the module, that link into bindpose.html.
// Title, goal and the step to show come from the lessons' READMEs, which `make docs` writes.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const SIZE = '1280x800'; // as drawn
// The part of it with the characters, and its size on the start page: sharp at two pixels a unit.
const STAGE = ['10', '45', '940', '480'],
  VIEWER_STAGE = ['13', '90', '770', '393'],
  SHOWN = { width: 640, height: 327 };

const escape = (text) => text.replace(/[`*]/g, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function lessons(folder) {
  return fs
    .readdirSync(folder)
    .filter((name) => /^\d\d_/.test(name))
    .sort()
    .map((name) => {
      const text = fs.readFileSync(path.join(folder, name, 'README.md'), 'utf8');
      const [, number, title] = /^# (\d+)\. (.+)$/m.exec(text);
      const [, goal] = /^You will be able to (.+)$/m.exec(text);
      const pictures = [...text.matchAll(/step-(\d+)\.png/g)].map((match) => Number(match[1]));
      const steps = [...new Set(pictures)].sort((a, b) => a - b);
      const pixels = /^This lesson checks: P\d/m.test(text);
      return {
        number,
        title,
        goal: goal[0].toUpperCase() + goal.slice(1),
        step: steps[Math.floor(steps.length / 2)],
        pixels,
      };
    });
}

// Runs the program of the module in node, and returns a file that it wrote.
async function draw(moduleFolder, assets, argv) {
  const create = createRequire(import.meta.url)(path.resolve(moduleFolder, 'bindpose.js'));
  const messages = [];
  const module = await create({
    wasmBinary: fs.readFileSync(path.join(moduleFolder, 'bindpose.wasm')),
    print: () => {},
    printErr: (line) => messages.push(line),
    quit: (code, error) => {
      throw error; // callMain returns the code then
    },
  });
  module.FS.mkdir('/assets');
  module.FS.writeFile('/assets/character.glb', fs.readFileSync(path.join(assets, 'character.glb')));
  const code = module.callMain([...argv, '--size', SIZE, '--screenshot', '/out.png']);
  if (code !== 0) throw new Error(`bindpose ${argv.join(' ')}: ${messages.join(' ')}`);
  return module.FS.readFile('/out.png');
}

// As WebP, in a tenth of the PNG's bytes.
function shrink(png, stage) {
  const size = [SHOWN.width, SHOWN.height].map(String);
  const argv = ['-quiet', '-q', '80', '-m', '6', '-sharp_yuv', '-crop', ...stage, '-resize', ...size];
  return execFileSync('cwebp', [...argv, '-o', '-', '--', '-'], { input: png });
}

const entry = ({ address, name, title, text }) =>
  `<li><a href="bindpose.html#${address}">
<picture>
<source srcset="pictures/${name}-light.webp" media="(prefers-color-scheme: light)">
<img src="pictures/${name}-dark.webp" width="${SHOWN.width}" height="${SHOWN.height}" alt="" loading="lazy">
</picture>
<strong>${escape(title)}</strong>
<span>${escape(text)}</span>
</a></li>\n`;

// Writes index.html and pictures/ into the site. `quick` keeps the pictures of the last time in `cache`.
export async function writeStartPage({ template, site, moduleFolder, assets, cache, quick }) {
  const all = lessons(path.join(assets, '..', 'lessons')).map((lesson) => ({
    address: lesson.number,
    name: lesson.number,
    title: `${lesson.number} ${lesson.title}`,
    text: lesson.goal,
    argv: ['lesson', lesson.number, '--step', `${lesson.step}`],
    stage: STAGE,
    pixels: lesson.pixels,
  }));
  const viewer = {
    address: 'view',
    name: 'view',
    title: 'A character of your own',
    text:
      'Drop a .glb or .gltf file on the page: clips, bones, matrices, and what is wrong with its skin. ' +
      'The file stays on your computer.',
    argv: ['view', 'assets/character.glb'],
    stage: VIEWER_STAGE,
  };
  fs.mkdirSync(cache, { recursive: true });
  fs.mkdirSync(path.join(site, 'pictures'));
  for (const { name, argv, stage } of [...all, viewer])
    for (const theme of ['dark', 'light']) {
      const picture = `${name}-${theme}.webp`,
        file = path.join(cache, picture);
      if (!quick || !fs.existsSync(file))
        fs.writeFileSync(file, shrink(await draw(moduleFolder, assets, [...argv, '--theme', theme]), stage));
      fs.copyFileSync(file, path.join(site, 'pictures', picture));
    }
  const html = template
    .replace('<!-- lessons -->\n', () => all.filter((one) => !one.pixels).map(entry).join(''))
    .replace('<!-- lessons on pixels -->\n', () => all.filter((one) => one.pixels).map(entry).join(''))
    .replace('<!-- viewer -->\n', () => entry(viewer));
  fs.writeFileSync(path.join(site, 'index.html'), html);
}
