// The page: opens the program that the address names, and shows messages instead of a blank page.
//   #        the list of lessons        #05, #05/3   a lesson, a step of it
//   #view    the viewer                 #demo        the crowd
const Page = (() => {
  'use strict';
  const canvas = document.getElementById('window');
  const message = document.getElementById('message');
  let pageWindow = null;
  let dropped = null; // files of the viewer, by name; null: our own character

  function show(text) {
    message.querySelector('p').textContent = text;
    message.hidden = false;
    document.getElementById('loading').hidden = true;
  }

  function fail(error) {
    console.error(error);
    if (error instanceof Engine.Problem) show(error.message);
    else if (error instanceof TypeError && /fetch|network|load/i.test(error.message))
      show(
        'A part of Bindpose could not be loaded. Check the connection and load the page again.',
      );
    else if (error instanceof WebAssembly.CompileError)
      show(`A part of Bindpose arrived damaged (${error.message}). Load the page again.`);
    else show(PageWindow.crashText(error));
  }

  function argumentsOf(hash) {
    const lesson = /^#(\d+)(?:\/(\d+))?$/.exec(hash);
    if (lesson) return ['lesson', lesson[1], ...(lesson[2] ? ['--step', lesson[2]] : [])];
    if (hash === '#view') return ['view', dropped ? `/files/${dropped.first}` : 'assets/character.glb'];
    if (hash === '#demo') return ['demo', '--size', `${canvas.clientWidth}x${canvas.clientHeight}`];
    return [];
  }

  async function open() {
    const files = {};
    for (const name of Object.keys(dropped ? dropped.files : {}))
      files[`files/${name}`] = dropped.files[name];
    message.hidden = true;
    if (pageWindow.isOpen) pageWindow.close();
    try {
      await Engine.start(argumentsOf(location.hash), pageWindow, files);
    } catch (error) {
      fail(error);
    }
  }

  const host = {
    titled(text) {
      document.title = text;
    },
    failed: show,
    closed() {
      if (location.hash) location.hash = '';
      else open();
    },
    framed() {
      if (!Page.firstPicture) {
        Page.firstPicture = performance.now();
        document.getElementById('loading').hidden = true;
      }
    },
    dropped(files) {
      const names = Object.keys(files);
      const first = names.find((name) => /\.(glb|gltf)$/i.test(name)) || names[0];
      if (location.hash === '#view' && pageWindow.isOpen) {
        pageWindow.dropInto(files, first);
        return;
      }
      dropped = { files, first };
      if (location.hash === '#view') open();
      else location.hash = '#view';
    },
  };

  addEventListener('error', (event) => fail(event.error || new Error(event.message)));
  addEventListener('unhandledrejection', (event) => fail(event.reason));
  addEventListener('hashchange', open);
  document.getElementById('again').addEventListener('click', () => location.reload());

  return {
    firstPicture: 0, // milliseconds from the beginning of loading, for measuring
    get window() {
      return pageWindow;
    },
    begin() {
      pageWindow = new PageWindow(canvas, host);
      canvas.focus();
      open();
    },
  };
})();
Page.begin();
