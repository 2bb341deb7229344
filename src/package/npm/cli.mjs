#!/usr/bin/env node
// The command line of bindpose, in node. The program sees copies of the files and folders that its arguments name; what it
// writes is copied out when it has ended, each file whole.
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { run } from './bindpose.mjs';

const files = {},
  folders = new Set();
const cwd = process.cwd();
const inside = (path) => resolve(path).replace(/^[A-Za-z]:/, '').replaceAll('\\', '/');

function addFile(path) {
  const name = inside(path);
  if (files[name]) return;
  files[name] = readFileSync(path);
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    const rules = join(folder, 'bindpose.json');
    if (existsSync(rules)) files[inside(rules)] ||= readFileSync(rules);
    if (folder === dirname(folder)) break;
  }
  if (!/\.gltf$/i.test(path)) return;
  try {
    const { buffers = [], images = [] } = JSON.parse(files[name]);
    for (const { uri } of [...buffers, ...images]) {
      if (typeof uri !== 'string' || uri.startsWith('data:')) continue;
      const other = join(dirname(path), decodeURIComponent(uri));
      if (existsSync(other)) addFile(other);
    }
  } catch {} // the program says what is wrong with it
}

function addFolder(path) {
  folders.add(inside(path));
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const whole = join(path, entry.name);
    if (entry.isDirectory()) addFolder(whole);
    else if (/\.(glb|gltf|vrm|bvh)$/i.test(entry.name)) addFile(whole);
  }
}

function addArgument(text) {
  const fixed = text.slice(0, text.search(/[*?]|$/));
  const path = existsSync(text) || fixed === text ? text : fixed.slice(0, fixed.lastIndexOf('/') + 1) || '.';
  if (!existsSync(path)) {
    if (existsSync(dirname(path))) folders.add(inside(dirname(path)));
  } else if (statSync(path).isDirectory()) {
    addFolder(path);
  } else {
    folders.add(inside(dirname(path)));
    addFile(path);
  }
}

function copyOut(path, bytes) {
  const beside = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(beside, bytes);
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    console.error(`bindpose: ${path}: can't be written: ${error.message}`);
    process.exitCode = 3;
  }
}

const argv = process.argv.slice(2);
for (const argument of argv.slice(1)) {
  const value = argument.startsWith('-') ? argument.split('=').slice(1).join('=') : argument;
  if (value) addArgument(value);
}
const result = await run(argv, {
  files,
  folders: [...folders],
  cwd: inside(cwd),
  input: argv.includes('-') ? readFileSync(0) : null,
  print: (line) => process.stdout.write(`${line}\n`),
  printErr: (line) => process.stderr.write(`${line}\n`),
});
process.exitCode = result.code;
for (const [path, bytes] of Object.entries(result.files)) copyOut(path, bytes);
