// The page: shows what the address names (address.js): the list, an article, exercises, or a program in the canvas;
// and messages: it is never blank.
const Page = (() => {
  'use strict';
  const canvas = document.getElementById('window');
  const message = document.getElementById('message');
  const TOUCH = '(pointer: coarse), (max-width: 600px)'; // as #bar's in page.css
  let pageWindow = null;
  let model = null; // {files, first}: the user's files for the viewer; null: our own character
  let dropped = null; // likewise, with their path: dropped on the viewer, which hasn't answered yet
  let refused = null; // likewise: the viewer could not open them, and shows `model` still
  let shown = { program: 'list' }; // as the program has described it, or what else is on the page
  let described = ''; // that description
  let written = new Set(); // files in the program's folder, to see new ones
  let opening = 0; // counts, so that a start that was overtaken is dropped

  // `more`: buttons beside "Load again", {text: action}.
  function show(text, more = {}) {
    message.querySelector('p').textContent = text;
    message.hidden = false;
    document.getElementById('loading').hidden = true;
    const choices = message.querySelector('.choices');
    for (const old of choices.querySelectorAll('button:not(#again)')) old.remove();
    for (const [label, action] of Object.entries(more)) {
      const made = document.createElement('button');
      made.type = 'button';
      made.textContent = label;
      made.addEventListener('click', action);
      choices.prepend(made);
    }
    if (!pageWindow?.passes) choices.querySelector('button').focus();
  }

  function hide() {
    message.hidden = true;
  }

  // About something that went wrong beside the program, which goes on.
  function showNote(text) {
    show(text, {
      'Go on': () => {
        hide();
        canvas.focus();
      },
    });
  }

  function fail(error) {
    console.error(error);
    show(PageWindow.troubleText(error));
  }

  // A program that ended with a message instead of a window.
  function showFailure(text) {
    const asked = Address.parse();
    const more = { Lessons: () => goTo('') };
    if (asked.program === 'view' && model) {
      more["Doctor's report"] = () => {
        hide();
        Tools.open(model).catch(fail);
      };
      more['Open other files'] = openFiles;
    }
    show(text.replaceAll('/files/', ''), more);
  }

  function argumentsOf(asked) {
    if (asked.program === 'view') return ['view', model ? `/files/${model.first}` : 'assets/character.glb'];
    if (asked.program === 'demo')
      return ['demo', '--size', `${Math.max(320, canvas.clientWidth)}x${Math.max(320, canvas.clientHeight)}`];
    return [];
  }

  // Settings that the address asks for, or the system on the first visit.
  function wantedSettings(asked) {
    const prefers = (query) => matchMedia(`(prefers-${query})`).matches;
    return {
      theme: Store.setting('theme') || (prefers('color-scheme: light') ? 'light' : 'dark'),
      ...asked.settings,
      still: prefers('reduced-motion: reduce'),
      compact: asked.compact,
      page: true,
      touch: !asked.compact && matchMedia(TOUCH).matches,
      ...(asked.compact ? { text: 0 } : {}),
    };
  }

  // The list, or a lesson's article: they are in the document, as a section of it or, on a site, as a page.
  function showBook(asked) {
    const name = asked.program === 'lesson' ? String(asked.lesson).padStart(2, '0') : 'list';
    const wanted = document.querySelector(`.pages[data-page="${name}"]`);
    if (!wanted) {
      if (document.querySelector('.pages article')) show('There is no such lesson. The list has all of them.', { Lessons: () => goTo('') });
      else location.replace(`${name}.html${asked.place ? `#${asked.place}` : ''}`);
      return;
    }
    for (const one of document.querySelectorAll('.pages')) one.hidden = one !== wanted;
    shown = { program: asked.program, lesson: asked.lesson, theme: document.documentElement.dataset.theme };
    document.title = `${wanted.querySelector('h1').textContent} - Bindpose`;
    Book.begin(wanted);
    Book.showProgress();
    const place = document.getElementById(decodeURIComponent(location.hash.slice(1).split('?')[0]));
    if (place) place.scrollIntoView();
    else if (Page.firstPicture) scrollTo(0, 0);
    Book.settle(null);
    Page.firstPicture ||= performance.now();
  }

  // Whether binds that were changed by hand would be lost, and the reader keeps them.
  const unsaved = () => pageWindow.isOpen && shown.unsaved > 0;
  const stays = () => unsaved() && !confirm(`Changed binds that are not saved: ${shown.unsaved}. Leave without saving?`);

  async function open() {
    if (stays()) {
      history.pushState(null, '', `${location.pathname}${location.search}#view`);
      Address.take();
      return;
    }
    const asked = Address.take(),
      mine = ++opening;
    pageWindow.leave();
    const book = asked.program === 'list' || asked.program === 'lesson';
    document.body.classList.toggle('book', book);
    document.body.classList.toggle('views', asked.program === 'view');
    if (asked.program !== 'view' && Tools.isOpen) Tools.close();
    if (book) {
      document.body.classList.remove('reads');
      Exercises.close();
      hide();
      document.getElementById('loading').hidden = true;
      showBook(asked);
      return;
    }
    for (const one of document.querySelectorAll('.pages')) one.hidden = true;
    Book.settle(null, 0);
    document.getElementById('loading').hidden = Boolean(Page.firstPicture);
    const files = Store.files(wantedSettings(asked));
    if (asked.program === 'view' && model)
      for (const [name, bytes] of Object.entries(model.files)) files[`files/${name}`] = bytes;
    const exercises = asked.program.startsWith('exercise');
    document.body.classList.toggle('compact', asked.compact);
    document.body.classList.toggle('reads', exercises);
    pageWindow.takesTab = !asked.compact && !pageWindow.framed;
    hide();
    try {
      await Engine.load();
      if (mine !== opening) return;
      if (exercises) {
        await openExercises(asked, mine);
        return;
      }
      Exercises.close();
      await Engine.start(argumentsOf(asked), pageWindow, files);
      if (!pageWindow.framed) canvas.focus();
      if (asked.program === 'view') tellLostFile();
    } catch (error) {
      if (mine === opening) fail(error);
    }
  }

  // Exercises are no program: their page is HTML.
  async function openExercises(asked, mine) {
    const first = !Page.firstPicture;
    shown = { program: asked.program, exercise: asked.exercise, theme: wantedSettings(asked).theme };
    described = '';
    document.documentElement.dataset.theme = shown.theme;
    const found = await Exercises.open(asked.program === 'exercise' ? asked.exercise : '');
    if (mine !== opening) return;
    document.getElementById('loading').hidden = true;
    Page.firstPicture ||= performance.now();
    if (!found) {
      show('There is no such exercise. The list has all of them.', { Exercises: () => goTo('#exercises') });
      return;
    }
    Address.follow(shown);
    if (!first) Exercises.focus();
  }

  // Programs change their theme themselves.
  function toggleTheme() {
    if (document.body.classList.contains('book')) {
      document.getElementById('theme').click();
      return;
    }
    if (!shown.program.startsWith('exercise')) {
      pageWindow.press('l');
      return;
    }
    const theme = shown.theme === 'light' ? 'dark' : 'light';
    Store.keepSetting('theme', theme);
    shown = { ...shown, theme };
    Address.follow(shown);
    open();
  }

  function goTo(hash) {
    if (location.hash === hash) open();
    else if (hash === '') {
      history.pushState(null, '', location.pathname + location.search);
      open();
    } else location.hash = hash;
  }

  // After a reload the page can't read the user's file again by itself. The tab remembers its name.
  function tellLostFile() {
    try {
      const lost = sessionStorage.getItem('bindpose/file');
      if (model) sessionStorage.setItem('bindpose/file', model.first);
      else sessionStorage.removeItem('bindpose/file');
      if (lost && !model)
        Menu.tell(`This is our character. The page kept no copy of ${lost}: open it again by the menu.`);
    } catch {
      // No storage, no memory of it.
    }
  }

  // New files that the program has written are downloads.
  function saveNewFiles(FS) {
    for (const name of FS.readdir('/')) {
      if (written.has(name)) continue;
      written.add(name);
      const stat = FS.stat(`/${name}`);
      if (!FS.isFile(stat.mode)) continue;
      Files.save(name, FS.readFile(`/${name}`), /\.(png|gif)$/.test(name) ? `image/${name.slice(-3)}` : undefined);
      FS.unlink(`/${name}`);
      written.delete(name);
      Menu.tell(`Saved: ${name}`);
    }
  }

  // What the viewer shows, as the tools take it.
  async function shownModel() {
    return model || { files: { 'character.glb': await Engine.character() }, first: 'character.glb' };
  }

  async function openModel(chosen) {
    try {
      const files = await chosen;
      const ready = await Files.prepare(files);
      const second = await Files.secondOf(files, ready.first);
      refused = null;
      if (stays()) return;
      if (shown.program === 'view' && pageWindow.isOpen) {
        dropped = { ...ready, path: pageWindow.dropInto(ready.files, ready.first) };
        hide();
      } else {
        model = ready;
        goTo('#view');
      }
      if (second || Tools.isOpen) await Tools.open(ready, second);
    } catch (error) {
      showNote(error.message);
    }
  }

  // The viewer has opened what was dropped on it, or it says why not and keeps what it had. The other one's bytes
  // leave the program's memory.
  function settleDrop(now) {
    if (!dropped) return;
    const opened = now.path === dropped.path;
    const unused = opened ? model?.path || `/files/${model?.first}` : dropped.path;
    pageWindow.forget(unused);
    if (opened) model = dropped;
    else refused = dropped;
    dropped = null;
    tellLostFile();
  }

  function openFiles() {
    return openModel(Files.chooseModel());
  }

  function openCharacter() {
    model = null;
    goTo('#view');
  }

  const host = {
    get shown() {
      return shown;
    },
    get model() {
      return Address.parse().program === 'view' ? model : null;
    },
    get refused() {
      return Address.parse().program === 'view' ? refused : null;
    },
    get hasOwnFile() {
      return shown.program === 'view' && model !== null;
    },
    titled(text) {
      document.title = text;
      canvas.setAttribute('aria-label', text);
    },
    failed: showFailure,
    show: showNote,
    opened(module) {
      written = new Set(module.FS.readdir('/'));
      shown = { program: Address.parse().program };
      described = '';
      dropped = refused = null;
      Bar.show(shown);
    },
    left: (FS) => Store.keep(FS),
    closed() {
      Store.keep(pageWindow.lastModule.FS);
      if (Address.parse().compact) open();
      else goTo('');
    },
    framed(module) {
      if (!Page.firstPicture) Page.firstPicture = performance.now();
      document.getElementById('loading').hidden = true;
      Store.keep(module.FS);
      saveNewFiles(module.FS);
    },
    described(json) {
      if (dropped) settleDrop(JSON.parse(json));
      if (json === described) return;
      described = json;
      const now = JSON.parse(json);
      if (!now.program) return;
      shown = now;
      if (shown.theme) document.documentElement.dataset.theme = shown.theme;
      Address.follow(shown);
      Bar.show(shown);
      Words.show(shown);
    },
    copyLink: () => Menu.copyLink(),
    told: (text) => Menu.tell(text),
    dropped: (transfer) => openModel(Files.dropped(transfer)),
    scrolls(at) {
      const [x, y, width, height] = shown.inspector?.text || [0, 0, 0, 0];
      const inText = at.x >= x && at.y >= y && at.x < x + width && at.y < y + height;
      return inText;
    },
    press(key) {
      pageWindow.press(key);
    },
    pressBinding: (key) => pageWindow.pressBinding(key),
    focus: () => canvas.focus(), // while exercises are shown, the canvas is hidden and this does nothing
    toggleTheme,
    broken: fail,
    fullscreen: () => pageWindow.toggleFullscreen(),
    reopen: open,
    goTo,
    openFiles,
    openCharacter,
  };

  // Only what our own scripts throw; extensions, and a ResizeObserver that is late, are no crash.
  addEventListener('error', (event) => {
    if (event.error) fail(event.error);
  });
  addEventListener('unhandledrejection', (event) => fail(event.reason));
  addEventListener('hashchange', () => open());
  addEventListener('beforeunload', (event) => {
    if (unsaved()) event.preventDefault();
  });
  document.getElementById('again').addEventListener('click', () => location.reload());

  return {
    firstPicture: 0, // milliseconds from the beginning of loading, for measuring
    get window() {
      return pageWindow;
    },
    get shown() {
      return shown;
    },
    begin() {
      pageWindow = new PageWindow(canvas, host);
      Menu.begin(host);
      Bar.begin(host);
      document.getElementById('tools-button').addEventListener('click', async () => Tools.open(await shownModel()));
      Exercises.begin(host);
      // At first all keys are the canvas's, and a ring around all there is would tell nothing. A frame waits
      // until it is clicked, so that the page around it stays where it is.
      canvas.classList.add('first');
      for (const box of document.querySelectorAll('.drop input'))
        box.addEventListener('change', () =>
          openModel(Object.fromEntries([...box.files].map((file) => [file.name, file]))));
      canvas.addEventListener('blur', () => canvas.classList.remove('first'), { once: true });
      const followFocus = () => document.body.classList.toggle('passes', pageWindow.passes);
      for (const kind of ['focus', 'blur']) addEventListener(kind, followFocus);
      followFocus();
      open();
    },
  };
})();
Page.begin();
