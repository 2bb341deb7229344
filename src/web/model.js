// Beside the canvas of a model: its animations, what was changed by hand, its bones as a tree, the matrices of the
// selected bone, and below them what Tools has (tools.js). All of it follows what the program describes.
const Model = (() => {
  'use strict';
  const panel = document.getElementById('tools');
  const { BONE, CLIP, TIME } = PageWindow.SET;
  const CTRL = 2, SHIFT = 1; // as PageWindow.mods
  const POSES = { rest: 'r', bind: 't' }; // their keys
  let host = null;
  let parts = null; // what follows the program
  let shown = {};
  let sizes = ''; // its vertices, triangles and joints, in words
  const pace = element('p', { class: 'quiet', role: 'status' });

  // A tree as the ARIA Authoring Practices describe it: Tab reaches one item, arrow keys go on from there.
  class Tree {
    // `choose` hears of the item that the reader goes to.
    constructor(label, choose) {
      this.root = element('ul', { role: 'tree', 'aria-label': label });
      this.choose = choose;
      this.items = [];
      this.root.addEventListener('keydown', (event) => this.key(event));
      this.root.addEventListener('click', (event) => {
        const item = event.target.closest('[role=treeitem]');
        if (!item) return;
        const twisted = event.target === item.firstElementChild && event.offsetX < 0; // the mark at its left
        if (twisted) this.expand(item, item.getAttribute('aria-expanded') !== 'true');
        else this.go(item);
      });
    }

    // `parents`: the index of each one's parent, -1 for a root.
    fill(names, parents) {
      this.items = names.map((name, i) =>
        element('li', { role: 'treeitem', tabindex: '-1', 'aria-label': name || `bone ${i}`, 'aria-selected': 'false' },
          element('span', {}, name || `bone ${i}`)),
      );
      this.root.replaceChildren();
      this.items.forEach((item, i) => {
        const parent = this.items[parents[i]];
        if (parent && parent.children.length < 2) {
          parent.append(element('ul', { role: 'group' }));
          parent.setAttribute('aria-expanded', 'true');
        }
        (parent ? parent.lastElementChild : this.root).append(item);
      });
    }

    expand(item, open) {
      if (item.hasAttribute('aria-expanded')) item.setAttribute('aria-expanded', String(open));
    }

    // Shows an item as selected; those above it are expanded.
    select(index) {
      const item = this.items[index];
      if (this.selected === item) return;
      this.selected?.setAttribute('aria-selected', 'false');
      if (this.selected) this.selected.tabIndex = -1;
      this.selected = item;
      if (!item) return;
      item.setAttribute('aria-selected', 'true');
      item.tabIndex = 0;
      for (let up = item.parentElement; up !== this.root; up = up.parentElement) this.expand(up, true);
      const { offsetTop, offsetHeight } = item.firstElementChild;
      const { scrollTop, clientHeight } = this.root;
      if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight)
        this.root.scrollTop = offsetTop - clientHeight / 2; // not the page
    }

    go(item) {
      if (!item) return;
      this.select(this.items.indexOf(item));
      item.focus({ preventScroll: true });
      this.choose(this.items.indexOf(item));
    }

    key(event) {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const item = event.target;
      const visible = [...this.root.querySelectorAll('[role=treeitem]')].filter((one) => one.offsetParent);
      const at = visible.indexOf(item);
      const open = item.getAttribute('aria-expanded');
      const above = item.parentElement.closest('[role=treeitem]');
      const ways = {
        ArrowDown: () => this.go(visible[at + 1]),
        ArrowUp: () => this.go(visible[at - 1]),
        Home: () => this.go(visible[0]),
        End: () => this.go(visible[visible.length - 1]),
        ArrowRight: () => (open === 'false' ? this.expand(item, true) : open && this.go(visible[at + 1])),
        ArrowLeft: () => (open === 'true' ? this.expand(item, false) : this.go(above)),
      };
      if (!ways[event.key] && !/^\S$/u.test(event.key)) return;
      event.preventDefault();
      if (ways[event.key]) ways[event.key]();
      else {
        const letter = event.key.toLowerCase();
        const begins = (one) => one.getAttribute('aria-label').toLowerCase().startsWith(letter);
        this.go([...visible.slice(at + 1), ...visible.slice(0, at)].find(begins));
      }
    }
  }

  // ---- animations and changes by hand ---------------------------------------------------------------------

  function makeClips() {
    const list = element('select', { 'aria-label': 'Animation or pose' });
    const play = button('Play', () => host.press(' '));
    const time = element('input', { type: 'range', min: '0', step: 'any', 'aria-label': 'Time' });
    const said = element('span', { class: 'quiet' });
    list.addEventListener('change', () => {
      if (POSES[list.value]) host.press(POSES[list.value]);
      else host.set(CLIP, Number(list.value), 0);
    });
    time.addEventListener('input', () => host.set(TIME, 0, Number(time.value)));
    let names = '';
    return {
      row: element('div', {}, element('div', { class: 'row' }, list, play, said), time),
      follow(now) {
        if (names !== now.clips.join('\n')) {
          names = now.clips.join('\n');
          const option = (text, value) => element('option', { value }, text);
          list.replaceChildren(
            ...now.clips.map((name, i) => option(`${i + 1} ${name || 'unnamed'}`, i)),
            option('Rest pose', 'rest'),
            option('Bind pose', 'bind'),
          );
        }
        const plays = now.pose === 'clip';
        list.value = plays ? now.clip : now.pose;
        play.textContent = now.playing ? 'Pause' : 'Play';
        play.disabled = time.disabled = now.clips.length === 0;
        time.max = now.length ?? 0;
        if (document.activeElement !== time || now.playing) time.value = plays ? now.seconds : 0;
        said.textContent = plays ? `${now.seconds.toFixed(2)} of ${now.length.toFixed(2)} s` : '';
        time.setAttribute('aria-valuetext', said.textContent);
      },
    };
  }

  function makeChanges() {
    const text = element('span');
    const undo = button('Undo', () => host.press('z', CTRL));
    const redo = button('Redo', () => host.press('y', CTRL));
    const save = button('Save binds', () => host.press('s', CTRL | SHIFT));
    const row = element('div', { class: 'row' }, text, undo, redo, save);
    let most = 0;
    return {
      row,
      follow(now) {
        most = Math.max(most, now.changes);
        text.textContent = most === 0 ? 'Drag any limb, a hand or a foot.' : `Changed by hand: ${now.changes}`;
        undo.hidden = now.changes === 0;
        redo.hidden = most === 0;
        save.hidden = now.unsaved === 0;
      },
    };
  }

  // ---- bones ----------------------------------------------------------------------------------------------

  function makeBones() {
    const tree = new Tree('Bones', (bone) => host.set(BONE, bone, shown.skeleton));
    const skeletons = element('select', { 'aria-label': 'Skeleton' });
    skeletons.addEventListener('change', () => host.set(BONE, 0, Number(skeletons.value)));
    const matrices = element('div', { class: 'matrices' });
    const numbers = element('details', { class: 'numbers' }, element('summary', {}, 'Its matrices'),
      element('div', { class: 'scroll', tabindex: '0' }, matrices));
    const local = element('p', { class: 'quiet' });
    let known = '';
    const table = ({ name }) =>
      element('table', { class: 'matrix' }, element('caption', {}, name), element('tbody', {},
        ...[0, 1, 2, 3].map(() => element('tr', {}, ...[0, 1, 2, 3].map(() => element('td'))))));
    const follow = (now) => {
      const of = JSON.stringify([now.path, now.skeleton, now.bones]);
      if (of !== known) {
        known = of;
        tree.fill(now.bones || [], now.parents || []);
        tree.selected = null;
        skeletons.hidden = now.skeletons.length < 2;
        skeletons.replaceChildren(
          ...now.skeletons.map((name, i) => element('option', { value: i }, `Skeleton ${i + 1} ${name}`)));
        skeletons.value = now.skeleton;
      }
      tree.select(now.boneId);
      local.textContent = now.bone === undefined ? 'No bones.' : `${now.bone || 'This bone'}: local ${now.local}`;
      numbers.hidden = !now.matrices;
      if (!numbers.open || !now.matrices) return;
      const all = now.matrices.matrices;
      if (!matrices.firstChild) matrices.append(...all.map(table));
      const columns = now.numbers === 'columns';
      all.forEach(({ values }, i) => Book.fillMatrix(matrices.children[i].querySelectorAll('td'), values, columns));
    };
    numbers.addEventListener('toggle', () => follow(shown));
    return { rows: [skeletons, tree.root, local, numbers], follow };
  }

  return {
    begin(theHost) {
      host = theHost;
    },

    // A file that no program shows: what the doctor says of it, and the commands.
    alone(file) {
      shown = {};
      panel.hidden = false;
      panel.replaceChildren(element('h1', { tabindex: '-1' }, file), ...Tools.parts);
      panel.querySelector('h1').focus();
    },

    // What the program describes; another file, or the first one, begins anew.
    follow(now) {
      const other = now.path !== shown.path || panel.hidden;
      shown = now;
      if (other) {
        const [clips, changes, bones] = (parts = [makeClips(), makeChanges(), makeBones()]);
        const count = (number, one, many = `${one}s`) => `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
        sizes = [count(now.vertices, 'vertex', 'vertices'), count(now.triangles, 'triangle'), count(now.joints, 'joint')].join(', ');
        pace.textContent = '';
        const [findings, forms] = Tools.parts;
        panel.hidden = false;
        panel.replaceChildren(
          element('h1', { tabindex: '-1' }, now.file),
          element('p', { class: 'quiet' }, sizes),
          pace,
          clips.row,
          changes.row,
          findings,
          element('h2', {}, 'Bones'),
          ...bones.rows,
          forms,
        );
        host.examine();
      }
      for (const part of parts) part.follow(now);
    },

    // Pictures take long: why, by how long they take with a quarter of the pixels.
    slow(whole, coarse) {
      const cause = coarse < whole / 2 ? 'its pixels' : `its ${sizes}`;
      pace.textContent = `A picture takes ${Math.round(whole)} ms, most of it for ${cause}. While it moves it has a quarter of its pixels.`;
    },

    close() {
      panel.hidden = true;
    },
  };
})();
