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

  // Closes the menu and does its thing.
  function choice(text, action, attributes) {
    const act = async () => {
      menu.close();
      try {
        await action();
      } catch (error) {
        host.show(error.message);
      }
    };
    return button(text, act, attributes);
  }

  const closer = (dialog) => button('Close', () => dialog.close(), { class: 'close' });

  function group(title, note, ...buttons) {
    menu.append(element('h2', {}, title));
    if (note) menu.append(element('p', {}, note));
    menu.append(element('div', { class: 'row' }, ...buttons));
  }

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      throw new Error(`The browser does not let the page copy. This is the text:\n\n${text}`);
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
    report.replaceChildren(closer(report), element('h1', { id: 'report-title' }, 'All keys'));
    let list = null;
    for (const key of host.shown.keys) {
      if (key.heading) report.append(element('h2', {}, key.heading));
      if (key.heading || !list) report.append((list = element('ul', { class: 'keys' })));
      if (key.heading) continue;
      const press = () => {
        report.close();
        host.pressBinding(key);
      };
      const row = element('li', {}, button(key.caption || key.label, press));
      if (!/^(Tab|Ctrl\+P)$/.test(key.label)) row.append(element('kbd', {}, key.label)); // those are the browser's
      if (key.help) row.append(element('span', {}, key.help));
      list.append(row);
    }
    report.showModal();
    report.querySelector('.close').focus();
  }

  function fill() {
    const { shown } = host;
    menu.replaceChildren(closer(menu), element('h1', { id: 'menu-title' }, 'Menu'));
    group(
      'Open',
      'Open a .glb, .vrm or .bvh, or a .gltf with its buffers and images; or drop them on the page. Nothing leaves ' +
        'this computer: the page reads files, and sends nothing.',
      choice('Open files …', host.openFiles),
      choice('Lessons', () => host.goTo('')),
      choice('Exercises', () => host.goTo('#exercises')),
      choice('Character', host.openCharacter),
      choice('Crowd', () => host.goTo('#demo')),
    );
    const here = [choice('Copy link', copyLink, { 'aria-keyshortcuts': 'Control+C' })];
    if (shown.program === 'view')
      here.push(choice('Save picture', () => host.press('s')));
    for (const [caption, text] of [['pixel', 'Inspect a pixel'], ['colours', 'False colours']]) {
      const key = shown.keys?.find((one) => one.caption === caption);
      if (key) here.push(choice(text, () => host.pressBinding(key)));
    }
    const gif = shown.keys?.find((key) => key.caption === 'GIF');
    if (gif && shown.animation) here.push(choice('Save animation (GIF)', () => host.pressBinding(gif)));
    for (const one of [host.model, host.refused])
      if (one) here.push(choice(`Doctor's report on ${one.first.split('/').pop()}`, () => host.examine(one)));
    if (shown.keys) here.push(choice('All keys …', showKeys));
    group('This page', '', ...here);
    group(
      'Progress and settings',
      Store.isLasting
        ? 'They are kept in this browser. Take them to another one as a file.'
        : 'This browser keeps nothing for the page: save them as a file, or they are gone when it is closed.',
      choice('Save progress', () => {
        Files.save('bindpose-progress.json', Store.exportText(), 'application/json');
        tell('Saved: bindpose-progress.json');
      }),
      choice('Load progress …', loadProgress),
      choice('Light or dark', () => host.toggleTheme()),
      choice('Full screen', () => host.fullscreen()),
    );
    menu.append(element('p', {}, 'F10 opens this menu. Ctrl+C copies the link to what is shown.'));
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
