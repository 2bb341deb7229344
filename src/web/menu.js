// The page's menu, and the list of keys: dialogs over the picture. `host` is the page (page.js).
const Menu = (() => {
  'use strict';
  const menu = document.getElementById('menu'),
    report = document.getElementById('report'),
    toast = document.getElementById('toast');
  let host = null;
  let timer = 0;

  function tell(text) {
    toast.textContent = text;
    Words.say(text);
    clearTimeout(timer);
    timer = setTimeout(() => {
      toast.textContent = '';
    }, 4000);
  }

  function element(tag, text, attributes = {}) {
    const made = document.createElement(tag);
    if (text) made.textContent = text;
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    return made;
  }

  function button(text, action, attributes) {
    const made = element('button', text, { type: 'button', ...attributes });
    made.addEventListener('click', async () => {
      menu.close();
      try {
        await action();
      } catch (error) {
        host.show(error.message);
      }
    });
    return made;
  }

  function group(title, note, ...buttons) {
    const row = element('div', '', { class: 'row' });
    row.append(...buttons);
    menu.append(element('h2', title));
    if (note) menu.append(element('p', note));
    menu.append(row);
  }

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = element('textarea', '', { 'aria-label': 'Text to copy' });
      area.value = text;
      (document.querySelector('dialog[open]') || document.body).append(area);
      area.select();
      const copied = document.execCommand('copy');
      area.remove();
      if (!copied) throw new Error(`The browser does not let the page copy. This is the text:\n\n${text}`);
    }
  }

  async function copyLink() {
    const link = Address.linkTo(host.shown);
    try {
      await copy(link);
      tell(host.hasOwnFile ? 'Link copied. It opens our character, not your file.' : `Link copied: ${link}`);
    } catch (error) {
      host.show(error.message);
    }
  }

  async function loadProgress() {
    const count = Store.importText(await Files.chooseText());
    tell(`Loaded: ${count} files of progress and settings`);
    host.reopen();
  }

  // The program's keys as buttons, for fingers and screen readers. Each closes the dialog and does its thing.
  function showKeys() {
    const close = element('button', 'Close', { type: 'button', class: 'close' });
    close.addEventListener('click', () => report.close());
    report.replaceChildren(close, element('h1', 'All keys', { id: 'report-title' }));
    let list = null;
    for (const key of host.shown.keys) {
      if (key.heading) report.append(element('h2', key.heading));
      if (key.heading || !list) report.append((list = element('ul', '', { class: 'keys' })));
      if (key.heading) continue;
      const made = element('button', key.caption || key.label, { type: 'button' });
      made.addEventListener('click', () => {
        report.close();
        host.pressBinding(key);
      });
      const row = element('li', '');
      row.append(made);
      if (!/^(Tab|Ctrl\+P)$/.test(key.label)) row.append(element('kbd', key.label)); // those are the browser's
      if (key.help) row.append(element('span', key.help));
      list.append(row);
    }
    report.showModal();
    close.focus();
  }

  function fill() {
    const { shown } = host;
    menu.replaceChildren(element('h1', 'Menu', { id: 'menu-title' }));
    const close = element('button', 'Close', { type: 'button', class: 'close' });
    close.addEventListener('click', () => menu.close());
    menu.prepend(close);
    group(
      'Open',
      'Open a .glb or .vrm, or a .gltf with its buffers and images; or drop them on the page. Nothing leaves this ' +
        'computer: the page reads files, and sends nothing.',
      button('Open files …', host.openFiles),
      button('Lessons', () => host.goTo('')),
      button('Exercises', () => host.goTo('#exercises')),
      button('Character', host.openCharacter),
      button('Crowd', () => host.goTo('#demo')),
    );
    const here = [button('Copy link', copyLink, { 'aria-keyshortcuts': 'Control+C' })];
    if (shown.program === 'view')
      here.push(button('Save picture', () => host.press('s')));
    for (const [caption, text] of [['pixel', 'Inspect a pixel'], ['colours', 'False colours']]) {
      const key = shown.keys?.find((one) => one.caption === caption);
      if (key) here.push(button(text, () => host.pressBinding(key)));
    }
    const gif = shown.keys?.find((key) => key.caption === 'GIF');
    if (gif && shown.animation) here.push(button('Save animation (GIF)', () => host.pressBinding(gif)));
    for (const one of [host.model, host.refused])
      if (one) here.push(button(`Doctor's report on ${one.first.split('/').pop()}`, () => host.examine(one)));
    if (shown.keys) here.push(button('All keys …', showKeys));
    group('This page', '', ...here);
    group(
      'Progress and settings',
      Store.isLasting
        ? 'They are kept in this browser. Take them to another one as a file.'
        : 'This browser keeps nothing for the page: save them as a file, or they are gone when it is closed.',
      button('Save progress', () => {
        Files.save('bindpose-progress.json', Store.exportText(), 'application/json');
        tell('Saved: bindpose-progress.json');
      }),
      button('Load progress …', loadProgress),
      button('Light or dark', () => host.toggleTheme()),
      button('Full screen', () => host.fullscreen()),
    );
    menu.append(element('p', 'F10 opens this menu. Ctrl+C copies the link to what is shown.'));
  }

  return {
    tell,
    copyText: copy,
    copyLink,
    showKeys() {
      if (!menu.open && !report.open) showKeys();
    },
    open() {
      if (menu.open || report.open) return;
      fill();
      menu.showModal();
      menu.querySelector('.row button').focus();
    },
    begin(theHost) {
      host = theHost;
      const opener = document.getElementById('menu-button');
      opener.hidden = false;
      opener.addEventListener('click', () => Menu.open());
      for (const dialog of [menu, report]) {
        dialog.addEventListener('close', () => host.focus());
        dialog.addEventListener('click', (event) => {
          if (event.target === dialog) dialog.close(); // beside it
        });
      }
      addEventListener('keydown', (event) => {
        if (event.key !== 'F10' || document.body.classList.contains('compact')) return;
        event.preventDefault();
        event.stopPropagation();
        Menu.open();
      }, true);
    },
  };
})();
