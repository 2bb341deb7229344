// The hashes of tests/determinism, computed by WebAssembly in node: node hashes.mjs BUILD_WEB TABLE
// Builds: scalar (the portable kernels) and simd (the SSE2 kernels; --version must say so). Every hash must be
// the one in TABLE, which the native build of the same sources has printed (src/web/web.mk).
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const [web, table] = process.argv.slice(2);
const wanted = new Map(
  fs
    .readFileSync(table, 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .filter((words) => words.length === 2),
);
const require = createRequire(import.meta.url);

// Runs a program of a module: its exit code and lines.
async function run(folder, name, argv) {
  const create = require(path.resolve(folder, `${name}.js`));
  const lines = [],
    messages = [];
  const module = await create({
    wasmBinary: fs.readFileSync(path.join(folder, `${name}.wasm`)),
    print: (line) => lines.push(line),
    printErr: (line) => messages.push(line),
    quit: (code, error) => {
      throw error;
    },
  });
  module.FS.mkdir('/assets');
  module.FS.writeFile('/assets/character.glb', fs.readFileSync('assets/character.glb'));
  return { code: module.callMain(argv), lines, messages };
}

let wrong = 0,
  right = 0;
const programs = [...new Set([...wanted.keys()].map((what) => what.split(':')[0]))];
for (const [build, set] of [
  ['simd', 'SSE2'],
  ['scalar', 'portable C'],
]) {
  const folder = path.join(web, build);
  const program = await run(folder, 'bindpose', ['--version']);
  if (!program.lines[0].endsWith(` ${set})`)) {
    console.log(`${build}: --version prints "${program.lines[0]}", which lacks ${set}`);
    wrong++;
  }
  const missing = new Set(wanted.keys());
  for (const program of programs) {
    const { code, lines, messages } = await run(folder, 'hashes', [program, '1']);
    if (code !== 0) {
      console.log(`${build}: ${program}: exit ${code} ${messages.join(' ')}`);
      wrong++;
    }
    for (const [what, hash] of lines.map((line) => line.split(' '))) {
      const key = `${program}:${what}`;
      missing.delete(key);
      if (wanted.get(key) === hash) {
        right++;
        continue;
      }
      console.log(`${build}: ${key}: ${hash}, wanted ${wanted.get(key)}`);
      wrong++;
    }
  }
  for (const key of missing) {
    console.log(`${build}: ${key} was not printed`);
    wrong++;
  }
  console.log(`${build}: ${wanted.size - missing.size} hashes`);
}
if (wrong === 0) console.log(`[  PASSED  ] ${right} test(s).`);
process.exit(wrong > 0 ? 1 : 0);
