// The engine: loads the module once, and starts programs in it. A program is `bindpose` with its arguments;
// each one gets an instance of its own, with its own memory and files, so a crash or a change of program
// never leaves anything behind.
//
//   Engine.start(['lesson', '5'], page)   a program with a window; page is a PageWindow (window.js); Engine.open: at
//                                         once, if Engine.isLoaded
//   Engine.run(['doctor', 'a.glb'], {'a.glb': bytes})   one without: {code, output, messages, read, list}
const Engine = (() => {
  'use strict';

  // SIMD: a function with one vector instruction. Without it the module does not compile.
  const SIMD_PROBE = new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98,
    11,
  ]);

  class Problem extends Error {} // its message is for the reader of the page

  function check() {
    if (typeof WebAssembly !== 'object')
      throw new Problem(
        'This browser has WebAssembly switched off or lacks it. Bindpose needs it. Some browsers ' +
          'switch it off in their strictest security mode: try the normal mode, or another browser.',
      );
    if (!WebAssembly.validate(SIMD_PROBE))
      throw new Problem(
        'This browser is too old: it lacks WebAssembly SIMD, which Bindpose draws with. Chrome and ' +
          'Edge have it since version 91, Firefox since 89, Safari since 16.4.',
      );
  }

  // Where the module and the assets come from: Payload (single file) or the server.
  let loading = null,
    loaded = null;
  function load() {
    loading ||= (async () => {
      check();
      const [wasm, character] = await Promise.all([Payload.module(), Payload.bytes('character.glb')]);
      loaded = { wasm, assets: { 'assets/character.glb': character } };
    })();
    loading.catch(() => {
      loading = null; // the page may try again
    });
    return loading;
  }

  function writeFile(FS, path, bytes) {
    const full = path.startsWith('/') ? path : '/' + path;
    const folder = full.slice(0, full.lastIndexOf('/'));
    if (folder) FS.mkdirTree(folder);
    FS.writeFile(full, bytes);
  }

  // With the module at hand there is nothing to wait for, so it is made at once.
  function create(files, more) {
    let trouble = null;
    const module = {
      instantiateWasm(imports, done) {
        try {
          done(new WebAssembly.Instance(loaded.wasm, imports), loaded.wasm);
        } catch (error) {
          trouble = error;
        }
        return {};
      },
      ...more,
    };
    createBindpose(module);
    if (trouble) throw trouble;
    for (const [path, bytes] of Object.entries({ ...loaded.assets, ...files })) writeFile(module.FS, path, bytes);
    return module;
  }

  // A program with a window, once the module is loaded. `page` has its module then; page.failed hears of everything
  // else.
  function open(argv, page, files = {}) {
    const messages = [];
    const printErr = (line) => {
      messages.push(line);
      console.warn(line);
    };
    const code = create(files, { page, print: (line) => console.log(line), printErr }).callMain(argv);
    // callMain returns although the window is open: `opened` was called by then.
    if (!page.isOpen) page.failed(messages.join('\n') || `bindpose ${argv.join(' ')}: ended with code ${code}`);
  }

  async function start(...values) {
    await load();
    open(...values);
  }

  // A program without a window: its exit code, what it printed, and its files.
  async function run(argv, files = {}) {
    await load();
    const output = [],
      messages = [];
    const module = create(files, { print: (line) => output.push(line), printErr: (line) => messages.push(line) });
    const code = module.callMain(argv);
    return {
      code,
      output: output.join('\n'),
      messages: messages.join('\n'),
      read: (path) => module.FS.readFile(path),
      list: (folder) => module.FS.readdir(folder).filter((name) => name !== '.' && name !== '..'),
    };
  }

  // The bytes of our own character.
  async function character() {
    await load();
    return loaded.assets['assets/character.glb'];
  }

  return {
    Problem,
    character,
    load,
    open,
    start,
    run,
    writeFile,
    get isLoaded() {
      return loaded !== null;
    },
  };
})();
