// The window of a program: a canvas that passes its events in and shows the pictures that come back (the
// other half is src/app/window_web.c). It asks for a frame only after an event or while something moves.
class PageWindow {
  static CHANGED_SIZE = 64; // BP_CHANGED_SIZE and bp_set in src/app/window.h
  // Of a coarse picture's pixels, along each side: at first only their samples are fewer.
  static PARTS = [1, 1, 0.75, 0.5];
  static SET = { SLIDER: 0, CHANGE: 1, ANSWER: 2, SKIP: 3, BONE: 4, CLIP: 5, TIME: 6 };

  // `host` hears what the window can't do itself: opened(module), titled(text), closed(), failed(text),
  // dropped(transfer), framed(module), described(json), copyLink(), told(text). scrolls(at) tells whether
  // one finger scrolls there instead of dragging.
  constructor(canvas, host) {
    this.canvas = canvas;
    this.host = host;
    this.context = canvas.getContext('2d', { alpha: false });
    this.module = null;
    this.lastModule = null; // still there when the window has just closed
    this.rests = false; // the program waits, with all that was done in it, until it is shown again
    this.framed = window.parent !== window; // in another page, whose scrolling passes through until a click
    this.requested = 0; // the pending animation frame
    this.halves = false; // whether a slow picture has fewer pixels also on a screen of ratio 1
    this.coarse = 0; // how coarse a slow picture is while something moves: an index of PARTS
    this.coarsest = 0; // that was needed
    this.slow = []; // milliseconds of the last frames, if all were slow
    this.down = false; // a button of the mouse
    this.sliding = false; // a value was set since the last frame
    this.told = 0; // when the program described itself last
    this.fingers = new Map(); // pointerId -> {x, y} of each finger on the canvas
    this.touch = null; // what the fingers do: {kind: 'wait' | 'drag' | 'two', ...}
    this.notches = 0; // of the wheel, not yet a whole one
    this.cursor = -1;
    this.listen();
  }

  get isOpen() {
    return this.module !== null;
  }

  // ---- called by the program (library.js) ---------------------------------------------------------------

  opened(module, title) {
    this.module = this.lastModule = module;
    this.rests = false;
    this.host.opened(module);
    this.titled(title);
    this.resize();
  }

  described(json) {
    this.host.described(json);
  }

  copyLink() {
    this.host.copyLink();
  }

  titled(text) {
    this.host.titled(text);
  }

  failed(text) {
    this.close();
    this.host.failed(text);
  }

  // `changed`: the address of bp_frame.changed, or 0.
  present(heap, pixels, width, height, stride, changed) {
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
      this.image = null;
    }
    const { data, width: wide } = this.image || {};
    let [left, top, right, bottom] = [0, 0, width, height];
    if (data?.buffer !== heap.buffer || data.byteOffset !== pixels || wide !== stride || data.length !== 4 * stride * height)
      this.image = new ImageData(new Uint8ClampedArray(heap.buffer, pixels, 4 * stride * height), stride, height);
    else if (changed) {
      [left, top, right, bottom] = [width, height, 0, 0];
      const size = PageWindow.CHANGED_SIZE;
      for (let y = 0; y < height; y += size)
        for (let x = 0; x < width; x += size)
          if (heap[changed++])
            [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + size), Math.max(bottom, y + size)];
    }
    if (right > left) this.context.putImageData(this.image, 0, 0, left, top, right - left, bottom - top);
  }

  // ---- frames -------------------------------------------------------------------------------------------

  request() {
    if (!this.module || this.requested || this.rests) return;
    this.requested = requestAnimationFrame(() => {
      this.requested = 0;
      this.frame();
    });
  }

  // `counts`: whether it may show that the picture is slow.
  frame(counts = true) {
    if (!this.module) return;
    if (this.touch?.moved) this.moveTwo();
    const began = performance.now();
    let result;
    try {
      // MOVING 1, TOGGLE_FULLSCREEN 2, QUIT 4, FAILED 8, DRAWN 16, then the cursor.
      result = this.module._bp_web_frame();
      if ((result & 20) === 16) this.tell(result & 1 ? 250 : this.down || this.sliding ? 100 : 0);
    } catch (error) {
      console.error(error);
      this.failed(PageWindow.troubleText(error));
      return;
    }
    if (result & 8) return;
    this.showCursor(result >> 5);
    if (result & 2) this.toggleFullscreen();
    if (result & 4) {
      this.close();
      this.host.closed();
      return;
    }
    this.host.framed(this.module);
    if (result & 1) this.request();
    if (counts && (result & 1 || this.down || this.sliding)) this.refine(performance.now() - began);
    this.sliding = false;
  }

  // The program describes its last picture, at the earliest `pace` milliseconds after it did so before: in a drag, writing
  // and reading the words of each picture would cost as much as a tenth of drawing it.
  tell(pace) {
    const wait = pace > 0 ? this.told + pace - performance.now() : 0;
    if (wait > 0) {
      this.telling ||= setTimeout(() => this.tell(0), wait);
      return;
    }
    this.forgetTelling();
    this.told = performance.now();
    this.module._bp_web_tell();
  }

  forgetTelling() {
    clearTimeout(this.telling);
    this.telling = 0;
  }

  // After eight slow frames in turn the picture is coarser, until it stands still; the next time after one. The host
  // hears how long a frame took at first, and with fewest pixels.
  refine(took) {
    this.moved = performance.now();
    this.standing ||= setTimeout(() => this.stand(), 250);
    const ratio = window.devicePixelRatio || 1;
    const most = ratio < 2 ? [3 * ratio, 60, 60, 0] : [6, 6, 12, 0];
    if (this.coarse === 1 && ratio < 2 && !this.halves) return;
    this.slow = took > most[this.coarse] ? [...this.slow, took] : [];
    if (this.slow.length < (this.coarse < this.coarsest ? 1 : 8)) return;
    const least = Math.min(...this.slow);
    if (this.coarse === 0 && this.slow.length === 8) this.whole = least;
    if (this.coarse < PageWindow.PARTS.length - 1) this.setCoarse(this.coarse + 1);
    else if (this.whole > 60) this.host.slow?.(this.whole, least);
    this.slow = [];
  }

  // Once nothing has moved for a quarter of a second.
  stand() {
    const left = this.moved + 250 - performance.now();
    this.standing = left > 1 ? setTimeout(() => this.stand(), left) : 0;
    if (!this.standing) this.setCoarse(0);
  }

  // At once: events have places in the picture that is shown.
  setCoarse(coarse) {
    this.slow = [];
    if (this.coarse === coarse) return;
    this.coarse = coarse;
    this.coarsest = Math.max(coarse, this.coarsest);
    this.resize();
    cancelAnimationFrame(this.requested);
    this.requested = 0;
    this.frame(false);
  }

  static crashText(error) {
    const memory = error instanceof RangeError || /memory/i.test(String(error));
    return memory
      ? 'The browser has no memory left for Bindpose. Close other tabs, or open a smaller file, and load ' +
        'the page again.'
      : `Bindpose has crashed (${error}). Your progress is kept. Load the page again; if it crashes at the ` +
          'same place again, please report what you did.';
  }

  // Something went wrong: why, and what to do.
  static troubleText(error) {
    if (error instanceof Engine.Problem) return error.message;
    const text = String(error);
    if (/unsafe-eval|Content Security Policy/i.test(text))
      return (
        "This site's Content-Security-Policy forbids WebAssembly, which Bindpose needs: its script-src must allow " +
        "'wasm-unsafe-eval'."
      );
    if (error instanceof TypeError && /fetch|network|load/i.test(text))
      return 'A part of Bindpose could not be loaded. Check the connection and load the page again.';
    if (/CompileError/.test(text)) return `A part of Bindpose arrived damaged (${text}). Load the page again.`;
    return PageWindow.crashText(error);
  }

  // Another program is to be opened: this one keeps what it would keep when its window is closed.
  leave() {
    if (!this.module) return;
    const { _bp_web_close: told, FS } = this.module;
    this.close();
    try {
      told();
      this.host.left(FS);
    } catch (error) {
      console.error(error); // it is gone anyway
    }
  }

  rest(rests) {
    this.rests = rests;
    this.image = null; // another program may draw on the canvas meanwhile
    this.forgetTelling();
    if (rests && this.requested) cancelAnimationFrame(this.requested);
    this.requested = 0;
    if (!rests) this.resize();
  }

  // The canvas keeps its last picture.
  close() {
    if (this.requested) cancelAnimationFrame(this.requested);
    this.requested = 0;
    this.forgetTelling();
    this.module = this.image = null;
  }

  // ---- events -------------------------------------------------------------------------------------------

  send(name, ...values) {
    if (!this.module) return;
    this.module[name](...values);
    this.request();
  }

  set(what, index, value, again = false) {
    this.sliding = true;
    this.send('_bp_web_set', what, index, value, again ? 1 : 0);
  }

  sendText(name, text, ...values) {
    if (!this.module) return;
    this.module.ccall(name, null, ['string', ...values.map(() => 'number')], [text, ...values]);
    this.request();
  }

  listen() {
    const canvas = this.canvas,
      on = (target, kind, call, options) => target.addEventListener(kind, call, options);
    on(canvas, 'keydown', (event) => this.key(event));
    on(canvas, 'paste', (event) => this.paste(event));
    for (const kind of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'pointerleave'])
      on(canvas, kind, (event) => this.pointer(event));
    on(canvas, 'contextmenu', (event) => event.preventDefault());
    on(canvas, 'wheel', (event) => this.wheel(event), { passive: false });
    on(document, 'dragover', (event) => event.preventDefault());
    on(document, 'drop', (event) => this.drop(event));
    // The browser tells the exact number of the screen's pixels, where it can.
    const observer = new ResizeObserver((entries) => {
      const size = entries[0].devicePixelContentBoxSize;
      this.exact = size ? { width: size[0].inlineSize, height: size[0].blockSize } : null;
      this.resize();
    });
    try {
      observer.observe(canvas, { box: 'device-pixel-content-box' });
    } catch {
      observer.observe(canvas);
      on(window, 'resize', () => this.resize());
    }
  }

  resize() {
    if (!this.module) return;
    const ratio = (window.devicePixelRatio || 1) * PageWindow.PARTS[this.coarse];
    let width = Math.round(this.canvas.clientWidth * ratio),
      height = Math.round(this.canvas.clientHeight * ratio);
    // The exact size differs by rounding only, or it is not of this ratio (some browsers' developer tools).
    if (this.exact && Math.abs(this.exact.width - width) <= 2 && Math.abs(this.exact.height - height) <= 2)
      ({ width, height } = this.exact);
    this.send('_bp_web_resize', Math.max(1, width), Math.max(1, height), Math.max(1, ratio), this.coarse > 0 ? 1 : 0);
  }

  static mods(event) {
    return (event.shiftKey ? 1 : 0) | (event.ctrlKey || event.metaKey ? 2 : 0);
  }

  // Keys that the browser keeps: Tab, everything with Alt, and with Ctrl all but arrows, copy, undo, redo, save,
  // open, repair and those of binds; Ctrl+P prints.
  key(event) {
    if (event.isComposing || (event.altKey && !event.key.match(/^.$/u))) return;
    const ctrl = event.ctrlKey || event.metaKey;
    if (/^(h|\?|F1)$/i.test(event.key) && !ctrl && this.host.help()) {
      event.preventDefault();
      return;
    }
    const passed = /^(Arrow.*|[zyoscdbe])$/i.test(event.key);
    if (ctrl && !event.getModifierState('AltGraph') && !passed) return;
    const isText = /^.$/u.test(event.key) && (!ctrl || event.getModifierState('AltGraph'));
    const isNamed = /^(Arrow.*|Home|End|Page.*|Enter|Escape|Backspace|F2|F11)$/.test(event.key);
    if (!isText && !isNamed && !ctrl) return;
    event.preventDefault();
    this.sendText('bp_web_key', event.key, PageWindow.mods(event), event.repeat ? 1 : 0);
    if (isText) this.sendText('bp_web_text', event.key);
  }

  // As if the key was pressed and let go.
  press(key, mods = 0) {
    this.sendText('bp_web_key', key, mods, 0);
    if (/^.$/u.test(key) && mods === 0) this.sendText('bp_web_text', key);
  }

  // A key of the program's description.
  pressBinding(key) {
    this.sendText('bp_web_binding', key.text, key.key, key.mods);
  }

  paste(event) {
    event.preventDefault();
    const text = (event.clipboardData.getData('text/plain').split('\n')[0] || '').slice(0, 200);
    for (const character of text) if (character >= ' ') this.sendText('bp_web_text', character);
  }

  // ---- mouse, pen, touch --------------------------------------------------------------------------------

  place(event) {
    const box = this.canvas.getBoundingClientRect();
    return {
      x: ((event.clientX - box.left) * this.canvas.width) / box.width,
      y: ((event.clientY - box.top) * this.canvas.height) / box.height,
    };
  }

  mouse(what, at, button, mods) {
    if (what < 3) this.down = what === 1;
    this.send('_bp_web_mouse', what, at.x, at.y, button, mods);
  }

  pointer(event) {
    if (event.pointerType === 'touch') {
      this.finger(event);
      return;
    }
    const at = this.place(event),
      mods = PageWindow.mods(event),
      button = [1, 2, 3][event.button] || 1;
    if (event.type === 'pointerdown') {
      this.canvas.focus({ preventScroll: true });
      this.canvas.setPointerCapture(event.pointerId);
      this.mouse(1, at, button, mods);
    } else if (event.type === 'pointerup' || event.type === 'pointercancel') {
      this.mouse(2, at, button, mods);
    } else if (event.type === 'pointermove') {
      this.mouse(3, at, 1, mods);
    } else if (event.buttons === 0) {
      this.mouse(3, { x: -1, y: -1 }, 1, mods); // nothing is under a mouse that left
    }
  }

  // One finger is the left button. Its press is held back until it moves or lifts, because a second finger
  // may follow: two fingers zoom by their distance and pan (right button) by their middle.
  finger(event) {
    const at = this.place(event),
      slop = 6 * (window.devicePixelRatio || 1);
    if (event.type === 'pointerdown') {
      const passed = this.passes;
      event.preventDefault();
      this.canvas.focus({ preventScroll: true });
      this.canvas.setPointerCapture(event.pointerId);
      this.fingers.set(event.pointerId, at);
      if (this.fingers.size === 1) this.touch = { kind: 'wait', from: at, onlyTap: passed };
      if (this.fingers.size === 2) this.beginTwo();
      return;
    }
    if (!this.fingers.has(event.pointerId)) return;
    if (event.type === 'pointermove') {
      this.fingers.set(event.pointerId, at);
      const touch = this.touch;
      if (touch.kind === 'wait' && Math.hypot(at.x - touch.from.x, at.y - touch.from.y) > slop) {
        touch.kind = touch.onlyTap ? 'none' : this.host.scrolls(touch.from) ? 'scroll' : 'drag';
        if (touch.kind === 'drag') {
          this.mouse(3, touch.from, 1, 0);
          this.mouse(1, touch.from, 1, 0);
        }
      }
      if (touch.kind === 'drag') this.mouse(3, at, 1, 0);
      if (touch.kind === 'two') {
        touch.moved = true; // until the other finger's move has come too
        this.request();
      }
      if (touch.kind === 'scroll') this.scroll(at);
    } else if (event.type === 'pointerup' || event.type === 'pointercancel') {
      if (this.touch.moved) this.moveTwo();
      this.fingers.delete(event.pointerId);
      this.endTouch(at, event.type === 'pointerup');
    }
  }

  // A notch of the wheel for each row's height, about.
  scroll(at) {
    const touch = this.touch,
      row = 60 * (window.devicePixelRatio || 1);
    for (; at.y - touch.from.y > row; touch.from.y += row) this.send('_bp_web_wheel', at.x, at.y, 1, 0);
    for (; touch.from.y - at.y > row; touch.from.y -= row) this.send('_bp_web_wheel', at.x, at.y, -1, 0);
  }

  endTouch(at, lifted) {
    const touch = this.touch;
    if (touch.kind === 'wait' && lifted) {
      this.mouse(3, touch.from, 1, 0);
      this.request();
      // A frame in between lets the program see what is under the finger.
      requestAnimationFrame(() => {
        this.mouse(1, touch.from, 1, 0);
        this.mouse(2, touch.from, 1, 0);
        this.mouse(3, { x: -1, y: -1 }, 1, 0);
      });
    }
    if (touch.kind === 'drag') {
      this.mouse(2, at, 1, 0);
      this.mouse(3, { x: -1, y: -1 }, 1, 0); // nothing is under a finger that lifted
    }
    if (touch.kind === 'two' && this.fingers.size === 1) {
      this.mouse(2, touch.middle, 3, 0);
      this.mouse(3, { x: -1, y: -1 }, 1, 0);
    }
    if (touch.kind !== 'two' || this.fingers.size === 0) this.touch = { kind: 'none' };
    // A finger that stays does nothing until it lifts.
    if (this.fingers.size > 0) this.touch = { kind: 'none' };
  }

  two() {
    const [a, b] = [...this.fingers.values()];
    return { middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, distance: Math.hypot(a.x - b.x, a.y - b.y) };
  }

  beginTwo() {
    if (this.touch.kind === 'drag') this.mouse(2, [...this.fingers.values()][0], 1, 0);
    const two = this.two();
    this.touch = { kind: 'two', middle: two.middle, distance: two.distance };
    this.mouse(3, two.middle, 1, 0);
    this.mouse(1, two.middle, 3, 0);
  }

  moveTwo() {
    const two = this.two(),
      touch = this.touch;
    touch.middle = two.middle;
    touch.moved = false;
    this.mouse(3, two.middle, 1, 0);
    // A notch of the wheel for each tenth of the distance.
    for (; two.distance > touch.distance * 1.1; touch.distance *= 1.1)
      this.send('_bp_web_wheel', two.middle.x, two.middle.y, 1, 0);
    for (; two.distance < touch.distance / 1.1; touch.distance /= 1.1)
      this.send('_bp_web_wheel', two.middle.x, two.middle.y, -1, 0);
  }

  // Whether scrolling is still the other page's.
  get passes() {
    return this.framed && !document.hasFocus();
  }

  // Programs take whole notches. A touchpad sends many small parts.
  wheel(event) {
    if (this.passes) return;
    event.preventDefault();
    const at = this.place(event);
    const inNotch = event.deltaMode === 0 ? 100 : event.deltaMode === 1 ? 3 : 1;
    this.notches -= event.deltaY / inNotch;
    for (; this.notches >= 0.99; this.notches--)
      this.send('_bp_web_wheel', at.x, at.y, 1, PageWindow.mods(event));
    for (; this.notches <= -0.99; this.notches++)
      this.send('_bp_web_wheel', at.x, at.y, -1, PageWindow.mods(event));
    if (Math.abs(this.notches) < 0.02) this.notches = 0;
  }

  // ---- files, cursor, fullscreen ------------------------------------------------------------------------

  drop(event) {
    event.preventDefault();
    if (event.dataTransfer.files.length > 0) this.host.dropped(event.dataTransfer);
  }

  // Hands files to the program that runs, as if `first` was dropped on its window. Returns its path there.
  dropInto(files, first) {
    const folder = `/dropped/${Date.now()}`;
    for (const [name, bytes] of Object.entries(files))
      Engine.writeFile(this.module.FS, `${folder}/${name}`, bytes);
    this.sendText('bp_web_drop', `${folder}/${first}`);
    return `${folder}/${first}`;
  }

  // Removes the files in the folder of a path, and those below it.
  forget(path) {
    const FS = this.module?.FS;
    const folder = path.slice(0, path.lastIndexOf('/'));
    const empty = (where) => {
      for (const name of FS.readdir(where).filter((one) => one !== '.' && one !== '..'))
        if (FS.isDir(FS.stat(`${where}/${name}`).mode)) empty(`${where}/${name}`);
        else FS.unlink(`${where}/${name}`);
    };
    if (FS?.analyzePath(folder).exists) empty(folder);
  }

  showCursor(cursor) {
    if (cursor !== this.cursor)
      this.canvas.style.cursor = ['default', 'pointer', 'move'][cursor] || 'default';
    this.cursor = cursor;
  }

  async toggleFullscreen() {
    try {
      if (document.fullscreenElement) await document.exitFullscreen();
      else await document.documentElement.requestFullscreen();
    } catch (error) {
      console.info(String(error));
      this.host.told(
        this.framed
          ? 'The page around this one allows no full screen: its frame needs allow="fullscreen".'
          : 'This browser has no full screen for pages.',
      );
    }
  }
}
