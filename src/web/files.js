// Files that the user drops or chooses. They are read in the page and given to the program; nothing is sent.
const Files = (() => {
  'use strict';
  const LIMIT = 512 * 1024 * 1024;
  const input = document.getElementById('files');

  // A folder's files, under their paths in it.
  async function readEntry(entry, folder, files) {
    const name = folder + entry.name;
    if (entry.isFile) {
      const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
      files[name] = file;
      return;
    }
    const reader = entry.createReader();
    for (;;) {
      const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
      if (some.length === 0) return;
      for (const one of some) await readEntry(one, `${name}/`, files);
    }
  }

  async function bytesOf(files) {
    const total = Object.values(files).reduce((sum, file) => sum + file.size, 0);
    if (total > LIMIT)
      throw new Error(
        `These files have ${Math.round(total / 1048576)} MB; the page takes up to ` +
          `${LIMIT / 1048576} MB. The program on the desktop has no such limit.`,
      );
    const read = {};
    for (const [name, file] of Object.entries(files)) {
      try {
        read[name] = new Uint8Array(await file.arrayBuffer());
      } catch {
        throw new Error(`${name} can't be read here. If it is a folder, drop or choose the files in it.`);
      }
    }
    return read;
  }

  // A .gltf names its buffers and images by paths. Files that were chosen one by one have lost their folders:
  // each is put where the .gltf looks for it, too.
  function addNamed(files, first) {
    if (!/\.gltf$/i.test(first)) return;
    let parsed;
    try {
      parsed = JSON.parse(new TextDecoder().decode(files[first]));
    } catch {
      return; // the program says what is wrong with it
    }
    const folder = first.slice(0, first.lastIndexOf('/') + 1);
    for (const item of [...(parsed?.buffers || []), ...(parsed?.images || [])]) {
      if (typeof item?.uri !== 'string' || item.uri.startsWith('data:')) continue;
      let path = item.uri;
      try {
        path = decodeURIComponent(item.uri);
      } catch {
        // As it is.
      }
      if (files[folder + path] || path.split('/').includes('..') || path.startsWith('/')) continue;
      const name = path.split('/').pop();
      const same = Object.keys(files).find(
        (key) => key.split('/').pop().toLowerCase() === name.toLowerCase(),
      );
      if (same) files[folder + path] = files[same];
    }
  }

  // {files: {name: bytes}, first: the model's name}. Throws an Error with a message for the user.
  async function prepare(chosen) {
    const files = await bytesOf(chosen);
    const names = Object.keys(files);
    const first = names.find((name) => /\.(glb|vrm|bvh)$/i.test(name)) ||
      names.find((name) => /\.gltf$/i.test(name)) ||
      (names.length === 1 && names.find((name) => /\.(fbx|dae|zip)$/i.test(name))); // the program says a way out
    if (!first)
      throw new Error(
        `Bindpose opens .glb, .vrm and .bvh files, and .gltf files together with their buffers and images. Here ${
          names.length === 1 ? `is only ${names[0]}` : 'is none of them'
        }.`,
      );
    addNamed(files, first);
    return { files, first };
  }

  // Of two models chosen together the other one, to compare with; else null.
  async function secondOf(chosen, first) {
    const models = Object.keys(chosen).filter((name) => /\.(glb|vrm|gltf|bvh)$/i.test(name));
    const name = models.length === 2 && models.find((one) => one !== first);
    return name ? prepare({ [name]: chosen[name] }) : null;
  }

  async function dropped(transfer) {
    const files = {};
    const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    const plain = [...transfer.files]; // both must be read before the first wait
    if (entries.length > 0) {
      try {
        for (const entry of entries) await readEntry(entry, '', files);
        return files;
      } catch {
        // Some browsers give entries that can't be read in a page from a file.
      }
    }
    for (const file of plain) files[file.name] = file;
    return files;
  }

  function choose(accept, multiple) {
    return new Promise((resolve) => {
      input.accept = accept;
      input.multiple = multiple;
      input.value = '';
      input.onchange = () => resolve([...input.files]);
      input.click();
    });
  }

  return {
    prepare,
    secondOf,
    dropped,
    chooseModel: async () =>
      Object.fromEntries((await choose('', true)).map((file) => [file.name, file])),
    chooseText: async () => {
      const [file] = await choose('.json,application/json', false);
      return file.text();
    },
    save(name, bytes, type = 'application/octet-stream') {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([bytes], { type }));
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    },
  };
})();
