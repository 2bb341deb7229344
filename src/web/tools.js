// Of a model: what the doctor finds, with a button for each repair, and forms for the program's other commands. Each runs
// the command as one types it, shows what it prints, and offers what it writes as a download.
const Tools = (() => {
  'use strict';
  const { BONE } = PageWindow.SET;
  let host = null;
  let model = null; // {files, first}
  let other = null; // the second of two files that were dropped together: {files, first}

  const clip = [
    { name: 'animation', label: 'Animation: its name or number; empty: at rest', option: '--animation' },
    { name: 'time', label: 'Seconds', option: '--time' },
  ];
  const size = { name: 'size', label: 'Size', option: '--size', value: '640x480' };
  const json = { name: 'json', label: 'All numbers, as JSON', option: '--json', type: 'checkbox' };
  const TOOLS = [
    { command: 'inspect', title: 'Bones and their matrices', fields: [...clip, json] },
    { command: 'skin', title: 'Skinned vertices, joint matrices', fields: [...clip, json] },
    {
      command: 'render',
      title: 'A picture, or an animation',
      fields: [
        { name: 'form', label: 'As', choices: { 'picture.png': '-o', 'animation.gif': '--gif', 'animation.png': '--animated' } },
        ...clip,
        size,
        { name: 'show', label: 'Shown: mesh, bones, axes, weights, wireframe, names', option: '--show', value: 'mesh' },
      ],
    },
    {
      command: 'render',
      title: 'How a pixel got its colour',
      fields: [{ name: 'pixel', label: 'Pixel x,y', option: '--explain', value: '320,200' }, ...clip, size],
    },
    {
      command: 'rebind',
      title: 'Another bind pose, the same motion',
      writes: 'rebound.glb',
      fields: [
        {
          name: 'bind',
          label: 'Bind',
          option: '--bind',
          choices: { rest: 1, pose: 1, 'rotation-free': 1, 'unit-scale': 1, 'translation-only': 1, identity: 1 },
        },
        ...clip,
        { name: 'tolerance', label: 'Difference to accept, as a fraction of the size; empty: none', option: '--tolerance' },
      ],
    },
    {
      command: 'pack',
      title: 'Its animations in few bytes',
      writes: 'packed.glb',
      fields: [
        { name: 'bound', label: 'How far a vertex may be off, in mm of a figure of 1.8 m', option: '--bound', value: '0.1' },
      ],
    },
    {
      command: 'match',
      title: "Do another file's animations fit this character?",
      writes: 'matched.glb',
      fields: [{ name: 'other', label: 'The file with the animations: glTF or BVH', type: 'file' }],
    },
    {
      command: 'retarget',
      title: "Another file's motion, on this character",
      writes: 'retargeted.glb',
      picture: 'both.png',
      otherFirst: true,
      fields: [
        { name: 'other', label: 'The file with the motion: glTF, VRMA or BVH', type: 'file' },
        { name: 'clip', label: 'Animation: its name or number; empty: all', option: '--clip' },
        { name: 'scale', label: 'Scale of the way; empty: by the hips\' height', option: '--scale' },
      ],
    },
    {
      command: 'diff',
      title: 'Does another file move in the same way?',
      writes: 'difference.png',
      fields: [
        { name: 'other', label: 'The other file', type: 'file' },
        { name: 'tolerance', label: 'Tolerance, a fraction of the size', option: '--tolerance', value: '0.00001' },
        { name: 'ignore', label: 'Other names are no differences', option: '--ignore', flag: 'names', type: 'checkbox' },
      ],
    },
  ];

  const within = (folder, { files }) =>
    Object.fromEntries(Object.entries(files).map(([name, bytes]) => [`${folder}/${name}`, bytes]));

  function field({ name, label, type = 'text', choices, value = '' }) {
    if (choices) {
      const list = element('select', { name });
      list.append(...Object.keys(choices).map((one) => element('option', {}, one)));
      return element('label', {}, `${label} `, list);
    }
    const input = element('input', { name, type, ...(type === 'text' ? { value, autocomplete: 'off' } : {}) });
    return type === 'checkbox' ? element('label', {}, input, ` ${label}`) : element('label', {}, `${label} `, input);
  }

  // The words of a command, and its files.
  async function command(tool, form) {
    const files = within('files', model);
    const argv = [tool.command, `files/${model.first}`];
    const writes = [];
    if (form.elements.other) {
      const chosen = form.elements.other.files;
      const second = chosen.length > 0
        ? await Files.prepare(Object.fromEntries([...chosen].map((file) => [file.name, file])))
        : other;
      if (!second) throw new Error('Choose the other file first.');
      Object.assign(files, within('other', second));
      argv.splice(tool.otherFirst ? 1 : 2, 0, `other/${second.first}`);
      argv.push('-o', tool.writes);
    } else if (tool.writes) argv.push(tool.writes);
    if (tool.picture) argv.push('--picture', tool.picture);
    writes.push(...[tool.writes, tool.picture].filter(Boolean));
    for (const { name, option, flag, choices, type } of tool.fields) {
      const { value, checked } = form.elements[name];
      if (type === 'checkbox') {
        if (checked) argv.push(option, ...(flag ? [flag] : []));
      } else if (choices && !option) {
        argv.push(choices[value], value);
        writes.push(value);
      } else if (option && value.trim()) argv.push(option, value.trim());
    }
    return { argv, files, writes };
  }

  const TYPES = { png: 'image/png', gif: 'image/gif', glb: 'model/gltf-binary' };
  const LONGEST = 200000; // letters that are shown; all of them can be saved

  const openButton = (name, bytes) =>
    button('Open it here', () => host.openModel({ [name]: new File([bytes], name) }));

  function show(tool, ran, writes, output) {
    const text = [ran.messages, ran.output].filter(Boolean).join('\n').replaceAll(/(files|other)\//g, '');
    const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}\n…` : text;
    output.replaceChildren();
    if (text) {
      output.append(
        element('pre', { tabindex: '0' }, cut),
        button('Copy', () => Menu.copyText(text)),
        button('Save as text', () => Files.save(`${tool.command}.txt`, text, 'text/plain')),
      );
    }
    for (const name of writes.filter((one) => ran.list('/').includes(one))) {
      const type = TYPES[name.split('.').pop()];
      const bytes = ran.read(`/${name}`);
      if (type.startsWith('image'))
        output.append(element('img', { src: URL.createObjectURL(new Blob([bytes], { type })), alt: tool.title }));
      output.append(button(`Save ${name}`, () => Files.save(name, bytes, type)));
      if (type === TYPES.glb) output.append(openButton(name, bytes));
    }
  }

  function form(tool) {
    const output = element('div', { role: 'status' });
    const made = element('form', {}, ...tool.fields.map(field), element('button', {}, 'Run'), output);
    made.addEventListener('submit', async (event) => {
      event.preventDefault();
      output.replaceChildren('…');
      try {
        const { argv, files, writes } = await command(tool, made);
        show(tool, await Engine.run(argv, files), writes, output);
      } catch (error) {
        output.replaceChildren(element('p', {}, error.message));
      }
    });
    return element('details', {}, element('summary', {}, tool.title), made);
  }

  // ---- the doctor -----------------------------------------------------------------------------------------

  const found = element('section');
  const doctor = (...words) => Engine.run(['doctor', `files/${model.first}`, ...words], within('files', model));

  async function showReport(output) {
    output.replaceChildren('…');
    show({ command: 'doctor' }, await doctor(), [], output);
  }

  // Repairs in memory, and shows what that changes; the reader then saves it, or not.
  async function fix(words, output) {
    const name = `${model.first.split('/').pop().replace(/\.[^.]*$/, '')}-repaired.glb`;
    output.replaceChildren('…');
    // At the root, so that the picture's title has the file's name without a folder.
    const path = model.first.replace(/^-/, './-');
    const ran = await Engine.run(['doctor', path, '--fix', name, '--picture', 'both.png', '--json', ...words], within('', model));
    const { changes, errors, warnings, file } = JSON.parse(ran.output).repaired;
    const list = element('ul', {}, ...changes.map((one) => element('li', {}, `${one.guess ? 'A guess: ' : ''}${one.message} (${one.place})`)));
    const left = `${file ? 'Left then' : 'Nothing can be written, since this would be left'}: errors ${errors}, warnings ${warnings}.`;
    output.replaceChildren(element('p', {}, element('b', {}, 'What it changes')), list, element('p', {}, left));
    if (ran.list('/').includes('both.png')) {
      const src = URL.createObjectURL(new Blob([ran.read('/both.png')], { type: TYPES.png }));
      const picture = element('img', { src, alt: 'The model before and after the repair, in full size' });
      output.append(element('a', { href: src, target: '_blank' }, picture));
    }
    if (!file) return;
    const bytes = ran.read(`/${name}`);
    output.append(
      button(`Save ${name}`, () => Files.save(name, bytes, TYPES.glb)),
      openButton(name, bytes),
    );
  }

  function finding({ id, severity, message, place, effect, remedy }) {
    const where = place ? `${place} (${id})` : id;
    return element(
      'li',
      { class: severity, 'data-id': id },
      element('b', {}, `${severity}: ${message}`),
      ...[effect && `You see: ${effect}`, remedy && `What to do: ${remedy}`, where].filter(Boolean).map((text) => element('p', {}, text)),
    );
  }

  // A button at each finding about a node that is a bone of the shown model: it selects the bone.
  async function addBones(items, findings) {
    if (!findings.some(({ message }) => message.includes('nodes['))) return;
    const ran = await Engine.run(['inspect', `files/${model.first}`, '--json'], within('files', model));
    if (!ran.output) return; // no skeleton, or it can't be read
    const { skeletons } = JSON.parse(ran.output);
    const bones = skeletons.flatMap((one, skeleton) => one.bones.map((bone, id) => ({ ...bone, id, skeleton })));
    findings.forEach(({ message }, i) => {
      const named = [...message.matchAll(/nodes\[(\d+)\]/g)].map((match) => Number(match[1]));
      const bone = bones.find(({ node }) => named.includes(node));
      if (!bone) return;
      const show = () => {
        host.set(BONE, bone.id, bone.skeleton);
        host.focus(); // the canvas, which may be off the screen
      };
      items[i].append(button(`Show ${bone.name || 'the bone'}`, show));
    });
  }

  // A button at each finding that can be repaired, and one for all.
  async function addFixes(list, faults) {
    const ran = await doctor('--dry-run', '--guess', '--json');
    if (!ran.output) return; // it can't be read
    const { changes = [] } = JSON.parse(ran.output).repaired || {}; // a file that can't be read has none
    const add = (to, text, words) => {
      const output = element('div', { role: 'status' });
      to.append(button(text, () => fix(words, output)), output);
    };
    faults.forEach((one, i) => {
      const own = changes.filter(({ id }) => id === (one.causedBy || one.id));
      if (own.length === 0) return;
      const guess = own.every((change) => change.guess);
      for (const text of list.children[i].querySelectorAll('p'))
        text.textContent = text.textContent.replace(': `bindpose doctor --fix`', ': The button').replace('`bindpose doctor --fix`', 'the button');
      add(list.children[i], guess ? 'Fix: a guess …' : 'Fix …', ['--only', own[0].id, ...(guess ? ['--guess'] : [])]);
    });
    if (new Set(changes.map(({ id }) => id)).size > 1) add(list.parentElement, 'Fix all …', []);
  }

  async function examine() {
    const mine = model;
    const output = element('div', { role: 'status' });
    const heading = element('h2', {}, `What the doctor finds in ${model.first.split('/').pop()}`);
    found.replaceChildren(heading, '…');
    const ran = await doctor('--json');
    if (mine !== model) return;
    const report = ran.output ? JSON.parse(ran.output) : { findings: [] };
    const listed = (ones) => element('ul', { class: 'findings' }, ...ones.map(finding));
    const notes = report.findings.filter(({ severity }) => severity === 'note');
    const faults = report.findings.filter(({ severity }) => severity !== 'note');
    const list = listed(faults);
    const none = ran.output ? 'Nothing is wrong with its skins.' : ran.messages.replaceAll('files/', '');
    found.replaceChildren(
      heading,
      faults.length > 0 ? list : element('p', {}, none),
      ...(notes.length > 0 ? [element('details', {}, element('summary', {}, `Good to know: ${notes.length}`), listed(notes))] : []),
      element('p', {}, button('The report as text', () => showReport(output))),
      output,
    );
    const ordered = [...faults, ...notes];
    if (host.shown.bones) await addBones(found.querySelectorAll('.findings > li'), ordered);
    if (faults.length > 0) await addFixes(list, faults);
  }

  const forms = element('section', {}, element('h2', {}, 'Tools'), ...TOOLS.map(form));

  return {
    parts: [found, forms],
    begin(theHost) {
      host = theHost;
    },
    // `second`: a file to compare with.
    async open(shown, second = null) {
      model = shown;
      other = second;
      for (const output of forms.querySelectorAll('[role=status]')) output.replaceChildren();
      if (second) {
        const last = forms.lastElementChild;
        last.open = true;
        last.querySelector('form').requestSubmit();
      }
      await examine();
    },
  };
})();
