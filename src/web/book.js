// Articles: their pictures become live while they are on screen. A live picture is a program with a window
// (`bindpose lesson N --step S --illustration`) on a canvas in the article; sliders, questions and numbers are the
// article's, and follow what the program describes. At most three are alive; the others keep their last picture.
const Book = (() => {
  'use strict';
  const ALIVE = 3;
  const { SLIDER, CHANGE, ANSWER, SKIP } = PageWindow.SET;
  const STEP = 8; // pixels that an arrow key drags a handle
  const all = new Map(); // figure -> Illustration
  const begun = []; // the document, or articles and the list
  const runs = new Map(); // lesson -> promise of its steps with measured claims
  let pause = Promise.resolve(); // programs start one after the other

  // A text that is written again is laid out again.
  const put = (element, text) => {
    if (element.textContent !== text) element.textContent = text;
  };

  const light = () => (document.documentElement.dataset.theme || Book.preferred()) === 'light';

  // The canvas of an illustration: keys, the wheel, and fingers beside the figures are the page's.
  class IllustrationWindow extends PageWindow {
    listen() {
      const on = (kind, call, options) => this.canvas.addEventListener(kind, call, options);
      for (const kind of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'pointerleave'])
        on(kind, (event) => this.pointer(event));
      on('touchstart', (event) => {
        if (this.takes(this.place(event.touches[0]))) event.preventDefault();
      }, { passive: false });
      new ResizeObserver(() => this.resize()).observe(this.canvas);
    }

    // The first picture is shown before it is described.
    tell(pace) {
      if (this.told) super.tell(pace);
      else this.telling ||= setTimeout(() => super.tell(0));
    }

    // Whether there is something to take at that point.
    takes(at) {
      if (!this.module) return false;
      this.mouse(3, at, 1, 0);
      this.frame();
      return this.cursor > 0;
    }

    pointer(event) {
      const at = this.place(event);
      if (event.type === 'pointerdown') {
        if (!this.takes(at)) return;
        this.canvas.setPointerCapture(event.pointerId);
        this.held = true;
        this.mouse(1, at, 1, PageWindow.mods(event) & 1 ? 0 : PageWindow.mods(event));
      } else if (event.type === 'pointerup' || event.type === 'pointercancel') {
        if (this.held) this.mouse(2, at, 1, 0);
        this.held = false;
        if (event.pointerType === 'touch') this.mouse(3, { x: -1, y: -1 }, 1, 0);
      } else if (event.type === 'pointermove') {
        this.mouse(3, at, 1, 0);
      } else if (!this.held) {
        this.mouse(3, { x: -1, y: -1 }, 1, 0);
      }
    }
  }

  // A picture on paper: light, and sharp.
  class PaperWindow extends PageWindow {
    listen() {}
    resize() {
      const { clientWidth, clientHeight } = this.canvas;
      this.send('_bp_web_resize', 2 * clientWidth, 2 * clientHeight, 2, 0);
    }
  }

  class Illustration {
    constructor(figure) {
      this.figure = figure;
      this.article = figure.closest('[data-lesson]');
      this.stage = figure.querySelector('.stage');
      this.caption = figure.querySelector('figcaption');
      this.form = figure.parentElement.querySelector('form.ask');
      this.inputs = [...figure.querySelectorAll('[data-slider]')];
      this.values = new Map(); // slider -> value that the reader set
      this.shown = {};
      this.near = false;
      for (const input of this.inputs) input.addEventListener('input', () => this.slide(input));
      const claims = figure.querySelector('.claims');
      claims?.addEventListener('toggle', () => this.measure(claims).catch(Book.tell), { once: true });
      if (!this.form) return;
      figure.parentElement.classList.add('asking'); // code and numbers may be the answer
      this.listen();
    }

    get alive() {
      return Boolean(this.window?.module);
    }

    // ---- the program ------------------------------------------------------------------------------------

    async start() {
      if (this.alive || this.starting) return;
      this.starting = true;
      try {
        await Engine.load();
        if (!this.near) return;
        this.window ||= new IllustrationWindow(this.canvas(), this.host());
        Engine.open(this.program, this.window, Book.files());
      } catch (error) {
        Book.tell(error);
      } finally {
        this.starting = false;
      }
    }

    get program() {
      return ['lesson', this.article.dataset.lesson, '--step', this.figure.dataset.step, '--illustration'];
    }

    canvas() {
      return element('canvas', { role: 'img', 'aria-labelledby': this.caption.id });
    }

    // The reader's answer and sliders.
    restore(to) {
      if (this.solved || !this.form) to.set(SKIP, 0, 0); // the list's picture asks nothing
      for (const [index, value] of this.values) this.send(index, value, false, to);
    }

    // Printing waits for nothing, so this draws at once.
    drawOnPaper() {
      const canvas = this.canvas();
      canvas.className = 'paper';
      this.stage.append(canvas);
      const ignore = () => {};
      const host = { opened: ignore, titled: ignore, described: ignore, framed: ignore, failed: ignore };
      const paper = new PaperWindow(canvas, host);
      Engine.open(this.program, paper, Book.files({ theme: 'light', still: true }));
      this.restore(paper);
      paper.frame();
      paper.close();
    }

    stop() {
      if (!this.alive || this.window.held) return;
      this.window.leave();
    }

    host() {
      return {
        opened: () => {
          if (!this.window.canvas.isConnected) this.stage.append(this.window.canvas);
          this.restore(this.window);
        },
        titled: () => {},
        failed: (text) => Book.tell(new Engine.Problem(text)),
        closed: () => {},
        left: (FS) => Store.keep(FS),
        framed: () => {
          this.stage.querySelector('picture')?.remove();
          Book.firstPicture ||= performance.now();
        },
        described: (json) => {
          this.follow(JSON.parse(json));
          if (!this.window.down) Store.keep(this.window.module.FS);
        },
        copyLink: () => {},
        told: () => {},
      };
    }

    // ---- what the program describes ---------------------------------------------------------------------

    follow(shown) {
      this.shown = shown;
      for (const input of this.inputs) {
        const change = input.dataset.slider === 'change';
        const value = change ? shown.change * Number(input.max) : shown.sliders?.[input.dataset.slider]?.value;
        if (value === undefined) continue;
        input.disabled = Boolean(shown.question?.open);
        if (input.type === 'radio') input.checked = Number(input.value) === Math.round(value);
        else if (Math.abs(input.value - value) > 1e-5 * (input.max - input.min)) input.value = value;
        this.write(input.dataset.slider, Number(value).toFixed(Number(input.dataset.decimals)), input);
      }
      this.followNumbers(shown);
      this.followHandles(shown.handles || []);
      const words = shown.stages.map(({ title, note }) => [title, note].filter(Boolean).join(': '));
      const caption = words.filter(Boolean).join('. ');
      if (caption) put(this.caption, caption);
      if (this.form && shown.question) this.followQuestion(shown.question);
    }

    // "-0" is said as "0".
    write(slider, text, input) {
      const plain = /[1-9]/.test(text) ? text : text.replace('-', '');
      for (const place of this.figure.querySelectorAll(`[data-value="${slider}"]`)) put(place, plain);
      if (input.type === 'range') input.setAttribute('aria-valuetext', plain + input.dataset.unit);
    }

    followNumbers(shown) {
      shown.readouts?.forEach((value, i) => {
        const cell = this.figure.querySelector(`[data-readout="${i}"]`);
        if (cell) put(cell, value === '?' ? 'answer first' : value);
      });
      const bone = this.figure.querySelector('[data-bone]');
      if (bone && shown.numbers) put(bone, shown.numbers.bone);
      if (!this.figure.querySelector('details.numbers')?.open) return;
      shown.numbers?.matrices.forEach(({ values }, i) => {
        Book.fillMatrix(this.figure.querySelectorAll(`[data-matrix="${i}"] td`), values);
      });
    }

    // When the reader opens the claims of a step, the module measures them again, and the page shows its numbers.
    async measure(claims) {
      const steps = await Book.measured(this.article.dataset.lesson);
      const measured = steps[this.figure.dataset.step - 1].claims;
      claims.querySelectorAll('li').forEach((item, i) => {
        const numbers = [measured[i].measured].flat().map((one) => String(Number(one.toPrecision(6))));
        item.querySelector('small b').textContent = numbers.join(', ').replaceAll('-', '−');
        item.classList.add(measured[i].pass ? 'holds' : 'fails');
      });
      const fails = measured.filter((one) => !one.pass).length;
      claims.querySelector('summary').textContent = `measured in this page: ${fails > 0 ? `${fails} of ${measured.length} fail` : 'all of it holds'}`;
    }

    // Handles for the keyboard and for screen readers: an arrow key drags one by a few pixels.
    followHandles(handles) {
      const canvas = this.window.canvas;
      const old = [...this.stage.querySelectorAll('.handle')];
      old.slice(handles.length).forEach((one) => one.remove());
      handles.forEach(({ label, at, position }, i) => {
        let handle = old[i];
        if (!handle) {
          handle = element('span', { class: 'handle', tabindex: 0, role: 'slider' });
          handle.addEventListener('keydown', (event) => this.drag(event, i));
          this.stage.append(handle);
        }
        handle.style.left = `${(100 * at[0]) / canvas.width}%`;
        handle.style.top = `${(100 * at[1]) / canvas.height}%`;
        handle.setAttribute('aria-label', label);
        handle.setAttribute('aria-valuenow', position[0].toFixed(2));
        handle.setAttribute('aria-valuetext', position.map((one) => one.toFixed(2)).join(', '));
      });
    }

    drag(event, index) {
      const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (!way || !this.alive) return;
      event.preventDefault();
      const length = ((event.shiftKey ? STEP * 4 : STEP) * this.window.canvas.width) / this.window.canvas.clientWidth;
      const [x, y] = this.shown.handles[index].at;
      const to = { x: x + way[0] * length, y: y + way[1] * length };
      for (const [what, at] of [[3, { x, y }], [1, { x, y }], [3, to], [2, to], [3, { x: -1, y: -1 }]])
        this.window.mouse(what, at, 1, 0);
    }

    // ---- sliders and the question -----------------------------------------------------------------------

    send(index, value, again, to = this.window) {
      if (index === 'change') to.set(CHANGE, 0, value);
      else to.set(SLIDER, Number(index), value, again);
    }

    slide(input) {
      const index = input.dataset.slider;
      const value = index === 'change' ? input.value / input.max : Number(input.value);
      const again = this.values.has(index);
      this.values.set(index, value);
      if (this.alive) this.send(index, value, again);
      else this.wake();
    }

    wake() {
      this.near = true;
      pause = pause.then(() => this.start()).then(() => Book.settle(this));
      return pause;
    }

    listen() {
      const { form } = this;
      form.noValidate = true;
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        this.answer();
      });
      if (form.dataset.kind === 'choice') form.addEventListener('change', () => this.answer());
      form.addEventListener('click', (event) => {
        const move = event.target.dataset.move;
        if (!move) return;
        const item = event.target.closest('li');
        const other = move < 0 ? item.previousElementSibling : item.nextElementSibling;
        if (other) other[move < 0 ? 'before' : 'after'](item);
        event.target.focus();
      });
      form.querySelector('.answer').addEventListener('toggle', (event) => {
        if (event.target.open && !this.solved) this.solve(SKIP, 0);
      });
    }

    value() {
      const { form } = this;
      if (form.dataset.kind === 'choice') return Number(form.querySelector(':checked')?.value ?? NaN);
      if (form.dataset.kind === 'order')
        return Number([...form.querySelectorAll('[data-option]')].map((one) => one.dataset.option).join(''));
      const text = form.querySelector('input').value.trim().replace(',', '.').replace('−', '-').replace('°', '');
      return text === '' ? NaN : Number(text);
    }

    async answer() {
      const value = this.value();
      if (!Number.isFinite(value)) {
        this.reply(this.form.dataset.kind === 'choice' ? '' : 'A number has digits, a point and a minus sign: 0.75 or -45.');
        return;
      }
      this.asked = true;
      await this.solve(ANSWER, value);
    }

    async solve(what, value) {
      if (!this.alive) await this.wake();
      if (this.alive) this.window.set(what, 0, value);
      else this.reply('The picture isn’t there yet, so the answer can’t be checked.');
    }

    reply(text, good = false) {
      const output = this.form.querySelector('output');
      output.textContent = text;
      output.classList.toggle('good', good);
    }

    followQuestion(question) {
      if (!question.open) {
        this.solved = true;
        this.figure.parentElement.classList.remove('asking');
        for (const more of this.figure.parentElement.querySelectorAll('.after')) more.classList.add('shown');
      }
      if (this.asked) this.reply(question.reply || '', !question.open);
    }
  }

  // ---- all of a page ------------------------------------------------------------------------------------

  const distance = (figure) => {
    const box = figure.getBoundingClientRect();
    return Math.abs((box.top + box.bottom) / 2 - innerHeight / 2);
  };

  return {
    firstPicture: 0, // milliseconds from the beginning of loading, for measuring
    all,
    theme: () => (light() ? 'light' : 'dark'),
    preferred: () => (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'),

    files: (wanted = {}) =>
      Store.files({
        theme: Book.theme(),
        still: matchMedia('(prefers-reduced-motion: reduce)').matches,
        page: true,
        touch: matchMedia('(pointer: coarse)').matches,
        text: 1,
        ...wanted,
      }),

    // Four decimals; zeros are pale, and have no minus sign. `columns`: for column vectors.
    fillMatrix(cells, values, columns = false) {
      cells.forEach((cell, i) => {
        const value = values[columns ? 4 * (i % 4) + (i >> 2) : i];
        const text = value.toFixed(4);
        cell.textContent = (/[1-9]/.test(text) ? text : text.replace('-', '')).replace('-', '−');
        cell.classList.toggle('zero', Math.abs(value) < 5e-5);
      });
    },

    // The steps of a lesson with their claims, measured by the module once.
    measured(lesson) {
      if (!runs.has(lesson)) {
        const run = async () => {
          await Engine.load();
          const ran = await Engine.run(['lesson', lesson, '--article', '/claims.json']);
          return JSON.parse(new TextDecoder().decode(ran.read('/claims.json'))).steps;
        };
        runs.set(lesson, run());
      }
      return runs.get(lesson);
    },

    // Once for a page: without the module the articles stay what they are.
    tell(error) {
      console.warn(error);
      if (document.querySelector('.trouble')) return;
      const text = `The pictures stay still. ${PageWindow.troubleText(error)}`;
      document.querySelector('.book h1')?.after(element('p', { class: 'about trouble', role: 'status' }, text));
    },

    // At most three are alive: those farthest from the middle of the screen stop.
    settle(newest, most = ALIVE - 1) {
      const alive = [...all.values()].filter((one) => one.alive && one !== newest);
      alive.sort((a, b) => distance(b.figure) - distance(a.figure));
      while (alive.length > most) alive.shift().stop();
    },

    // In a frame of another page, an address with a step shows that step alone.
    showOne() {
      const step = window.parent === window ? null : document.getElementById(location.hash.slice(1));
      if (!step?.matches('.step')) return;
      document.body.classList.add('one');
      step.classList.add('target');
    },

    setTheme(theme) {
      document.documentElement.dataset.theme = theme;
      for (const source of document.querySelectorAll('picture source')) {
        source.media = theme === 'light' ? 'all' : 'not all';
      }
      for (const one of all.values())
        if (one.alive && one.shown.theme !== theme) one.window.press('l');
    },

    // What was done, on the cards of the list.
    showProgress() {
      for (const card of document.querySelectorAll('.cards [data-name]')) {
        const { step = 0, ended } = Store.lesson(card.dataset.name);
        const text = card.querySelector('.progress');
        text.textContent = ended ? '✓ done' : step > 1 ? `at step ${step}` : '';
        text.classList.toggle('done', Boolean(ended));
      }
    },

    // The theme that the address names, or the reader chose before; and the button that changes it.
    beginPage() {
      const button = document.getElementById('theme');
      if (!button.hidden) return;
      const theme = /[?&]theme=(light|dark)\b/.exec(location.href)?.[1] || Store.setting('theme');
      if (theme) this.setTheme(theme);
      button.hidden = false;
      addEventListener('beforeprint', () => {
        if (!Engine.isLoaded) return;
        for (const one of all.values()) if (one.figure.checkVisibility()) one.drawOnPaper();
      });
      addEventListener('afterprint', () => document.querySelectorAll('.paper').forEach((one) => one.remove()));
      button.addEventListener('click', () => {
        const other = light() ? 'dark' : 'light';
        Store.keepSetting('theme', other);
        this.setTheme(other);
      });
    },

    // Makes what stands in `root` live, once: on a site the whole page is begun before its list is shown.
    begin(root) {
      if (begun.some((one) => one.contains(root))) return;
      begun.push(root);
      document.documentElement.classList.add('scripted');
      this.beginPage();
      this.showProgress();
      this.showOne();
      const observer = new IntersectionObserver(
        (entries) => {
          for (const { target, isIntersecting } of entries) {
            const one = all.get(target);
            one.near = isIntersecting;
            if (isIntersecting) one.wake();
          }
        },
        { rootMargin: '40% 0px' },
      );
      for (const figure of root.querySelectorAll('[data-lesson] figure')) {
        all.set(figure, new Illustration(figure));
        observer.observe(figure);
      }
      const switches = [...root.querySelectorAll('.switch')];
      const code = document.documentElement;
      for (const one of switches) {
        one.hidden = false;
        one.addEventListener('click', () => {
          code.dataset.code = code.dataset.code === 'js' ? 'c' : 'js';
          for (const other of switches)
            other.textContent = code.dataset.code === 'js' ? 'show C' : 'show Babylon.js';
        });
      }
      for (const term of root.querySelectorAll('.term'))
        term.addEventListener('click', () => {
          const box = document.getElementById(term.getAttribute('popovertarget'));
          const { left, bottom } = term.getBoundingClientRect();
          Object.assign(box.style, { margin: 0, inset: 'auto', position: 'fixed' });
          box.style.left = `${Math.max(8, Math.min(left, innerWidth - 352))}px`;
          box.style.top = `${bottom + 8}px`;
        });
      const end = root.querySelector('.end');
      const article = root.querySelector('article');
      if (end && article)
        new IntersectionObserver((entries) => {
          if (entries.some((one) => one.isIntersecting)) Store.finish(article.dataset.name);
        }).observe(end);
    },
  };
})();
