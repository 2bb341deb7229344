// Bindpose as a module: its programs in WebAssembly, in node 18 and in browsers. Each call gets an instance of its own, with
// its own memory and files. Nothing is read or written but what is passed; index.d.ts tells the types.
import createBindpose from './engine.mjs';

const inNode = typeof process === 'object' && Boolean(process.versions?.node);
let compiled = null;

async function load() {
  const address = new URL('./bindpose.wasm', import.meta.url);
  if (!inNode) return WebAssembly.compileStreaming(fetch(address));
  const { readFile } = await import('node:fs/promises');
  return WebAssembly.compile(await readFile(address));
}

function write(FS, path, bytes) {
  const folder = path.slice(0, path.lastIndexOf('/'));
  if (folder) FS.mkdirTree(folder);
  FS.writeFile(path, bytes);
}

// Every file of the instance, but for the system's.
function* walk(FS, folder) {
  for (const name of FS.readdir(folder)) {
    const path = `${folder === '/' ? '' : folder}/${name}`;
    if (name === '.' || name === '..' || path === '/dev' || path === '/proc') continue;
    if (FS.isDir(FS.stat(path).mode)) yield* walk(FS, path);
    else yield path;
  }
}

const same = (a, b) => a && a.length === b.length && a.every((byte, i) => byte === b[i]);

// Runs a command line in the folder `cwd` of an instance that holds `files` (bytes by absolute path) and `folders`.
// `input`: standard input. Resolves to the exit code, what was printed, and the files that are new or changed.
export async function run(argv, { files = {}, folders = [], cwd = '/work', input = null, print, printErr } = {}) {
  compiled ||= load();
  const wasm = await compiled;
  const output = [],
    messages = [];
  let read = 0;
  const module = {
    instantiateWasm(imports, done) {
      WebAssembly.instantiate(wasm, imports).then(
        (instance) => done(instance, wasm),
        (error) => module.onAbort?.(error),
      );
      return {};
    },
    print: print ?? ((line) => output.push(line)),
    printErr: printErr ?? ((line) => messages.push(line)),
    // The engine would end node's process with the program.
    quit: (status, exit) => {
      throw exit;
    },
    stdin: () => (input && read < input.length ? input[read++] : null),
  };
  await new Promise((resolve, reject) => {
    module.onRuntimeInitialized = resolve;
    module.onAbort = (error) => reject(error instanceof Error ? error : new Error(String(error)));
    createBindpose(module);
  });
  const { FS } = module;
  for (const folder of [cwd, ...folders]) FS.mkdirTree(folder);
  for (const [path, bytes] of Object.entries(files)) write(FS, path.startsWith('/') ? path : `${cwd}/${path}`, bytes);
  FS.chdir(cwd);
  const before = new Map([...walk(FS, '/')].map((path) => [path, FS.readFile(path)]));
  const code = module.callMain([...argv]);
  const changed = {};
  for (const path of walk(FS, '/')) {
    const bytes = FS.readFile(path);
    if (!same(before.get(path), bytes)) changed[path] = bytes;
  }
  return { code, output: output.join('\n'), messages: messages.join('\n'), files: changed };
}

// A failure is an Error whose message is the program's, with `code` its exit code.
function failure(result) {
  return Object.assign(new Error(result.messages || `exit code ${result.code}`), { code: result.code });
}

const optionsOf = (options) =>
  Object.entries(options ?? {}).flatMap(([name, value]) =>
    value === false || value === undefined || value === null
      ? []
      : [`--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, ...(value === true ? [] : [String(value)])],
  );

// One command with one file in and one out.
async function convert(command, bytes, out, options, others = {}) {
  const result = await run([command, 'in.glb', ...out, ...optionsOf(options)], { files: { 'in.glb': bytes, ...others } });
  const made = Object.entries(result.files).find(([path]) => path.startsWith('/work/out.'));
  return { ...result, made: made ? made[1] : null };
}

export async function doctor(bytes, options) {
  const result = await convert('doctor', bytes, ['--json'], options);
  if (result.code > 1) throw failure(result);
  return JSON.parse(result.output);
}

export async function fix(bytes, options) {
  const result = await convert('doctor', bytes, ['--json', '--fix', 'out.glb'], options);
  if (result.code > 1) throw failure(result);
  return { bytes: result.made, report: JSON.parse(result.output) };
}

export async function diff(a, b, options) {
  const result = await run(['diff', 'a.glb', 'b.glb', '--json', ...optionsOf(options)], {
    files: { 'a.glb': a, 'b.glb': b },
  });
  if (result.code > 1) throw failure(result);
  return { equal: result.code === 0, report: JSON.parse(result.output) };
}

export async function rebind(bytes, preset, options) {
  const result = await convert('rebind', bytes, ['out.glb', '--bind', preset, '--json'], options);
  if (result.code > 0) throw failure(result);
  return { bytes: result.made, report: JSON.parse(result.output) };
}

export async function render(bytes, options) {
  const result = await convert('render', bytes, ['-o', 'out.png'], options);
  if (result.code > 0 || !result.made) throw failure(result);
  return result.made;
}
