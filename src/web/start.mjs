// The start page of the site: pictures of all lessons, drawn by the module, that link into bindpose.html.
// Title, goal and the step to show come from the lessons' READMEs, which `make docs` writes.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const SIZE = '1280x800'; // start.html shows the part with the characters

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
      return { number, title, goal: goal[0].toUpperCase() + goal.slice(1), step: steps[Math.floor(steps.length / 2)] };
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

const entry = ({ address, name, title, text }) =>
  `<li><a href="bindpose.html#${address}">
<span class="picture ${name}"><picture>
<source srcset="pictures/${name}-light.png" media="(prefers-color-scheme: light)">
<img src="pictures/${name}-dark.png" width="1280" height="800" alt="" loading="lazy">
</picture></span>
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
  }));
  const viewer = {
    address: 'view',
    name: 'view',
    title: 'A character of your own',
    text:
      'Drop a .glb or .gltf file on the page: clips, bones, matrices, and what is wrong with its skin. ' +
      'The file stays on your computer.',
    argv: ['view', 'assets/character.glb'],
  };
  fs.mkdirSync(cache, { recursive: true });
  for (const { name, argv } of [...all, viewer])
    for (const theme of ['dark', 'light']) {
      const file = path.join(cache, `${name}-${theme}.png`);
      if (quick && fs.existsSync(file)) continue;
      fs.writeFileSync(file, await draw(moduleFolder, assets, [...argv, '--theme', theme]));
    }
  fs.cpSync(cache, path.join(site, 'pictures'), { recursive: true });
  const html = template
    .replace('<!-- lessons -->\n', () => all.map(entry).join(''))
    .replace('<!-- viewer -->\n', () => entry(viewer));
  fs.writeFileSync(path.join(site, 'index.html'), html);
}
