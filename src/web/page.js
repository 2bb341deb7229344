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
  let running = {}; // the program in the canvas, as it has described itself last; it waits while a book page is shown
  let runningModel = null; // the `model` that it shows
  let compared = null; // a second file that was dropped, to compare with
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
    for (const [label, action] of Object.entries(more)) choices.prepend(button(label, action));
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
        host.examine(model);
      };
      more['Open other files'] = openFiles;
    }
    show(text.replaceAll('/files/', ''), more);
  }

  function argumentsOf(asked) {
    if (asked.program === 'view')
      return ['view', model ? `/files/${model.first}` : 'assets/character.glb', '--illustration'];
    if (asked.program === 'demo')
      return ['demo', '--size', `${Math.max(320, canvas.clientWidth)}x${Math.max(320, canvas.clientHeight)}`];
    return [];
  }

  // Settings that the address asks for, or the system on the first visit.
  function wantedSettings(asked) {
    const prefers = (query) => matchMedia(`(prefers-${query})`).matches;
    return {
      theme: Book.theme(),
      ...asked.settings,
      still: prefers('reduced-motion: reduce'),
      compact: asked.compact,
      page: true,
      touch: matchMedia(TOUCH).matches,
    };
  }

  function showPage(wanted) {
    for (const one of document.querySelectorAll('.pages')) one.hidden = one !== wanted;
    hide();
    document.getElementById('loading').hidden = true;
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
    showPage(wanted);
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
  const unsaved = () => pageWindow.isOpen && running.unsaved > 0;
  const stays = () => unsaved() && !confirm(`Changed binds that are not saved: ${running.unsaved}. Leave without saving?`);

  function markWay({ program, lesson }) {
    const hash = { view: '#view', exercises: '#exercises', exercise: '#exercises' }[program] || (lesson > 18 ? '#pixels' : '');
    for (const one of document.querySelectorAll('.pagenav a'))
      one.toggleAttribute('aria-current', new URL(one.href).hash === hash && program !== 'demo');
    for (const one of document.querySelectorAll('.pagenav [aria-current]')) one.setAttribute('aria-current', 'page');
  }

  async function open() {
    const drawn = ['view', 'demo'].includes(Address.parse().program); // in the canvas
    const waits = pageWindow.isOpen && running.program === Address.parse().program && runningModel === model;
    if (drawn && !waits && stays()) {
      model = runningModel;
      history.pushState(null, '', `${location.pathname}${location.search}#view`);
      open();
      return;
    }
    const asked = Address.take(),
      mine = ++opening;
    const { classList } = document.body;
    classList.toggle('book', !drawn);
    classList.toggle('views', asked.program === 'view');
    classList.toggle('compact', asked.compact);
    markWay(asked);
    if (drawn && !waits) pageWindow.leave();
    else pageWindow.rest(!drawn);
    if (!asked.program.startsWith('exercise')) Exercises.close();
    if (!drawn && !asked.program.startsWith('exercise')) {
      showBook(asked);
      return;
    }
    if (drawn || !Page.firstPicture) showPage(null); // no other page under the words that it loads
    Book.settle(null, 0);
    if (waits) {
      shown = running;
      if (shown.theme !== Book.theme()) pageWindow.press('l');
      canvas.focus({ preventScroll: true });
      return;
    }
    document.getElementById('loading').hidden = Boolean(Page.firstPicture);
    hide();
    try {
      await Engine.load();
      if (mine !== opening) return;
      if (!drawn) {
        await openExercises(asked, mine);
        return;
      }
      const files = Store.files(wantedSettings(asked));
      if (asked.program === 'view' && model)
        for (const [name, bytes] of Object.entries(model.files)) files[`files/${name}`] = bytes;
      if (asked.program !== 'view') Model.close();
      running = { program: asked.program };
      pageWindow.halves = asked.program === 'view';
      runningModel = model;
      await Engine.start(argumentsOf(asked), pageWindow, files);
      if (!pageWindow.framed) canvas.focus({ preventScroll: true });
      if (asked.program === 'view') tellLostFile();
    } catch (error) {
      if (mine === opening) fail(error);
    }
  }

  // Exercises are no program: their page is HTML.
  async function openExercises(asked, mine) {
    const first = !Page.firstPicture;
    described = '';
    const found = await Exercises.open(asked.program === 'exercise' ? asked.exercise : '');
    if (mine !== opening) return;
    showPage(document.getElementById('exercises'));
    shown = { program: asked.program, exercise: asked.exercise, theme: Book.theme() };
    scrollTo(0, 0);
    Page.firstPicture ||= performance.now();
    if (!found) {
      show('There is no such exercise. The list has all of them.', { Exercises: () => goTo('#exercises') });
      return;
    }
    Address.follow(shown);
    if (!first) Exercises.focus();
  }

  // Programs change their theme themselves; pictures of exercises are drawn again.
  function followTheme() {
    if (!document.body.classList.contains('book')) pageWindow.press('l');
    else if (shown.program.startsWith('exercise')) open();
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
      compared = second;
      if (shown.program === 'view' && pageWindow.isOpen) {
        dropped = { ...ready, path: pageWindow.dropInto(ready.files, ready.first) };
        hide();
      } else {
        pageWindow.leave();
        model = ready;
        goTo('#view');
      }
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

  // The doctor, and the commands' forms, for a file; without one, for what the viewer shows.
  async function examine(one) {
    try {
      const file = one || (await shownModel());
      if (!pageWindow.isOpen) Model.alone(file.first.split('/').pop());
      await Tools.open(file, one ? null : compared);
      compared = null;
    } catch (error) {
      fail(error);
    }
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
      shown = running;
      described = '';
      dropped = refused = null;
      Bar.show(shown);
    },
    left: (FS) => Store.keep(FS),
    slow: (whole, coarse) => Model.slow(whole, coarse),
    closed() {
      Store.keep(pageWindow.lastModule.FS);
      if (Address.parse().compact) open();
      else goTo('');
    },
    framed(module) {
      if (!Page.firstPicture) Page.firstPicture = performance.now();
      document.getElementById('loading').hidden = true;
      if (pageWindow.down) return;
      Store.keep(module.FS);
      saveNewFiles(module.FS);
    },
    described(json) {
      if (dropped) settleDrop(JSON.parse(json));
      if (json === described) return;
      described = json;
      const now = JSON.parse(json);
      if (!now.program) return;
      if (now.notice && now.notice !== shown.notice) Menu.tell(now.notice);
      shown = running = now;
      runningModel = model;
      if (shown.theme && shown.theme !== document.documentElement.dataset.theme) Book.setTheme(shown.theme);
      Address.follow(shown);
      document.body.classList.toggle('inspects', Boolean(shown.inspector));
      Bar.show(shown);
      Words.show(shown);
      if (now.path) Model.follow(now);
    },
    help() {
      if (!shown.keys || shown.typing) return false;
      Menu.showKeys();
      return true;
    },
    // After the picture has been painted.
    examine: (one) => setTimeout(() => examine(one), one ? 0 : 50),
    openModel,
    set: (...values) => pageWindow.set(...values),
    copyLink: () => Menu.copyLink(),
    told: (text) => Menu.tell(text),
    dropped: (transfer) => openModel(Files.dropped(transfer)),
    scrolls(at) {
      const [x, y, width, height] = shown.inspector?.text || [0, 0, 0, 0];
      const inText = at.x >= x && at.y >= y && at.x < x + width && at.y < y + height;
      return inText;
    },
    press: (...values) => pageWindow.press(...values),
    pressBinding: (key) => pageWindow.pressBinding(key),
    focus: () => canvas.focus(), // while exercises are shown, the canvas is hidden and this does nothing
    toggleTheme: () => document.getElementById('theme').click(),
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
  let wasDark = false; // a model is light on paper, too
  for (const kind of ['beforeprint', 'afterprint'])
    addEventListener(kind, () => {
      if (!pageWindow?.isOpen || pageWindow.rests) return;
      if (kind === 'beforeprint') wasDark = shown.theme === 'dark';
      if (!wasDark) return;
      pageWindow.press('l');
      pageWindow.frame(false);
    });

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
      for (const part of [Exercises, Tools, Model]) part.begin(host);
      Book.beginPage();
      document.getElementById('theme').addEventListener('click', followTheme);
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
