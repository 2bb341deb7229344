// What the page's articles are made of, by the module itself, in node: each lesson's words and numbers, and its
// pictures in both themes as WebP.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { CARD_SIZE, middleStep, pad, sizeOf } from './articles.mjs';

// Runs the module's program. Returns its output and a reader of the files that it wrote.
export async function makeRunner(moduleFolder, assets) {
  const create = createRequire(import.meta.url)(path.resolve(moduleFolder, 'bindpose.js'));
  const wasm = await WebAssembly.compile(fs.readFileSync(path.join(moduleFolder, 'bindpose.wasm')));
  const character = fs.readFileSync(path.join(assets, 'character.glb'));
  const run = async (...argv) => {
    const output = [],
      messages = [];
    const module = await create({
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(wasm, imports).then((instance) => done(instance, wasm));
        return {};
      },
      print: (line) => output.push(line),
      printErr: (line) => messages.push(line),
      quit: (code, error) => {
        throw error; // callMain returns the code then
      },
    });
    module.FS.mkdir('/assets');
    module.FS.writeFile('/assets/character.glb', character);
    for (const [name, bytes] of Object.entries(run.files)) module.FS.writeFile(name, bytes);
    if (module.callMain(argv) !== 0) throw new Error(`bindpose ${argv.join(' ')}: ${messages.join(' ')}`);
    return {
      output: output.join('\n'),
      read: (name) => Buffer.from(module.FS.readFile(name)),
      list: (folder) => module.FS.readdir(folder).filter((name) => !name.startsWith('.')),
    };
  };
  run.files = {}; // more files that the program finds, by path
  return run;
}

export async function readLessons(run, lessons) {
  const all = [];
  for (const folder of fs.readdirSync(lessons).filter((name) => /^\d\d_/.test(name)).sort()) {
    const ran = await run('lesson', folder, '--article', '/article.json');
    all.push(JSON.parse(ran.read('/article.json')));
  }
  return all;
}

// A tenth of the PNG's bytes. `cache` keeps what was packed before, by the hash of the PNG and of how it is packed.
export function packed(png, cache, ...more) {
  const how = ['-q', '68', '-m', '6', '-sharp_yuv', ...more];
  const name = createHash('sha256').update(png).update(how.join(' ')).digest('hex').slice(0, 24);
  const file = path.join(cache, `${name}.webp`);
  if (!fs.existsSync(file)) {
    execFileSync('cwebp', ['-quiet', ...how, '-o', `${file}.new`, '--', '-'], { input: png });
    fs.renameSync(`${file}.new`, file);
  }
  return file;
}

// All pictures of a lesson: each step's, each answer's, and the card of the list, which is the middle step's.
// Steps of other sizes are drawn in other runs.
async function drawLesson(run, lesson, theme, folder, cache) {
  const put = (png, name, ...more) =>
    fs.copyFileSync(packed(png, cache, ...more), path.join(folder, `${pad(lesson.number)}-${name}-${theme}.webp`));
  const sizes = new Set(lesson.steps.map((step) => sizeOf(step).join('x')));
  for (const size of sizes) {
    const ran = await run('lesson', lesson.name, '--frames', '/out', '--illustration', '--size', size, '--theme', theme);
    lesson.steps.forEach((step, i) => {
      if (sizeOf(step).join('x') !== size) return;
      const name = `/out/step-${pad(i + 1)}`;
      put(ran.read(`${name}.png`), i + 1);
      if (step.question) put(ran.read(`${name}-answer.png`), `${i + 1}-answer`);
    });
  }
  const card = ['--step', `${middleStep(lesson)}`, '--screenshot', '/card.png', '--illustration', '--size', CARD_SIZE.join('x')];
  const ran = await run('lesson', lesson.name, ...card, '--theme', theme);
  put(ran.read('/card.png'), 'card');
}

// The character on top of the list.
export const TITLE_SIZE = [400, 500];

export async function drawPictures(run, lessons, folder, cache) {
  fs.mkdirSync(cache, { recursive: true });
  fs.mkdirSync(folder, { recursive: true });
  for (const theme of ['dark', 'light']) {
    for (const lesson of lessons) await drawLesson(run, lesson, theme, folder, cache);
    const character = ['lesson', '1', '--step', '2', '--illustration', '--size', TITLE_SIZE.join('x')];
    const ran = await run(...character, '--screenshot', '/title.png', '--theme', theme);
    fs.copyFileSync(packed(ran.read('/title.png'), cache), path.join(folder, `title-${theme}.webp`));
  }
}
