// Beside the canvas of a model: what the doctor found, and forms for the program's other commands. Each runs the command
// as one types it, shows what it prints, and offers what it writes as a download.
const Tools = (() => {
  'use strict';
  const panel = document.getElementById('tools');
  const { element, button } = Exercises;
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
    if (tool.command === 'diff') {
      const chosen = form.elements.other.files;
      const second = chosen.length > 0
        ? await Files.prepare(Object.fromEntries([...chosen].map((file) => [file.name, file])))
        : other;
      if (!second) throw new Error('Choose the other file first.');
      Object.assign(files, within('other', second));
      argv.push(`other/${second.first}`, '-o', tool.writes);
    }
    if (tool.command === 'rebind') argv.push(tool.writes);
    if (tool.writes) writes.push(tool.writes);
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

  function show(tool, ran, writes, output) {
    const text = [ran.messages, ran.output].filter(Boolean).join('\n').replaceAll(/(files|other)\//g, '');
    const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}\n…` : text;
    output.replaceChildren();
    if (text) {
      output.append(
        element('pre', { tabindex: '0' }, cut),
        button('Copy', () => navigator.clipboard.writeText(text)),
        button('Save as text', () => Files.save(`${tool.command}.txt`, text, 'text/plain')),
      );
    }
    for (const name of writes.filter((one) => ran.list('/').includes(one))) {
      const type = TYPES[name.split('.').pop()];
      const bytes = ran.read(`/${name}`);
      if (type.startsWith('image'))
        output.append(element('img', { src: URL.createObjectURL(new Blob([bytes], { type })), alt: tool.title }));
      output.append(button(`Save ${name}`, () => Files.save(name, bytes, type)));
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

  const doctor = (...words) => Engine.run(['doctor', `files/${model.first}`, ...words], within('files', model));

  // Each button runs the doctor and shows below what it says.
  function buttons(repairs) {
    const name = `${model.first.split('/').pop().replace(/\.[^.]*$/, '')}-repaired.glb`;
    const output = element('div', { role: 'status' });
    const run = (text, words, writes = []) =>
      button(text, async () => {
        output.replaceChildren('…');
        show({ command: 'doctor', title: 'A repaired copy' }, await doctor(...words), writes, output);
      });
    const more = [run('What a repair would change', ['--fix', name, '--dry-run']), run('Repair', ['--fix', name], [name])];
    return [element('p', {}, run('The report as text', []), ...(repairs ? more : [])), output];
  }

  function finding({ severity, message, place, effect, remedy }) {
    return element(
      'li',
      { class: severity },
      element('b', {}, `${severity}: ${message}`),
      ...[place, effect, remedy].filter(Boolean).map((text) => element('p', {}, text)),
    );
  }

  async function findings() {
    const ran = await doctor('--json');
    if (!ran.output) return [element('p', {}, ran.messages.replaceAll('files/', '')), ...buttons(false)];
    const { findings: all } = JSON.parse(ran.output);
    if (all.length === 0) return [element('p', {}, 'Nothing is wrong with its skins.'), ...buttons(false)];
    return [element('ul', { class: 'findings' }, ...all.map(finding)), ...buttons(true)];
  }

  return {
    get isOpen() {
      return !panel.hidden;
    },
    // `second`: a file to compare with.
    async open(shown, second = null) {
      model = shown;
      other = second;
      const found = element('div', {}, '…');
      panel.replaceChildren(
        button('Close', () => this.close(), { class: 'close' }),
        element('h2', { tabindex: '-1' }, model.first.split('/').pop()),
        found,
        ...TOOLS.map(form),
      );
      if (second) {
        const last = panel.lastElementChild;
        last.open = true;
        last.querySelector('form').requestSubmit();
      }
      panel.hidden = false;
      panel.querySelector('h2').focus();
      found.replaceChildren(...(await findings()));
    },
    close() {
      panel.hidden = true;
      panel.replaceChildren();
      document.getElementById('window').focus();
    },
  };
})();
