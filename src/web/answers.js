// The forms in which the page takes an answer to an exercise: a formula, lines in order, a choice.
//   Answers.make(exercise, pictures, answer, changed) -> {parts, answer(), clear(), point(line, column)}
// `exercise` is as `bindpose exercise describe` prints it, `answer` the text of an earlier one or '', and
// changed(answer) hears of each change.
const Answers = (() => {
  'use strict';
  const letterOf = (index) => String.fromCharCode(65 + index);
  // In C a line must not be broken within `->`.
  const joined = (text) => text.replaceAll('->', '-\u2060>');
  const code = (text) => element('pre', { class: 'code' }, joined(text.replace(/\n$/, '')));

  // ---- a formula ----------------------------------------------------------------------------------------

  const HELP = [
    ['name = formula', 'one on each line; the lines below may use the name'],
    ['+ - * /', 'of numbers, rows and matrices; A * B applies A first'],
    ['(v, 1)   (v, 0)', 'a row of 4 numbers from a row v of 3: a position, a direction'],
    ['.x .y .z .w .xyz', 'a number of a row, or three; M[0] to M[15] are the numbers of a matrix'],
    ['test ? a : b', 'a if the test is true, else b; with < <= > >= == != && || !'],
  ];
  const ARRAYS = [
    ['name[i] = formula', 'for i = 0, 1, 2 and so on; the formula may use elements that came before'],
    ['sum(formula)', 'adds up the formula for every i'],
  ];

  function help(exercise) {
    const list = element('dl');
    const lines = [...HELP, ...(exercise.arrays ? ARRAYS : [])];
    for (const one of exercise.functions) lines.push([one.usage, one.help]);
    for (const [term, text] of lines)
      list.append(element('dt', {}, element('code', {}, term)), element('dd', {}, text));
    const details = element(
      'details',
      { id: 'formula-help' },
      element('summary', {}, 'What you can write'),
      list,
    );
    if (exercise.example)
      details.append(element('p', {}, 'For example: ', element('code', {}, exercise.example)));
    return details;
  }

  function formula(exercise, _, answer, changed) {
    const { start } = exercise;
    const area = element('textarea', {
      id: 'formula',
      rows: '6',
      spellcheck: 'false',
      autocapitalize: 'off',
      autocomplete: 'off',
      'aria-describedby': 'verdict',
      'aria-keyshortcuts': 'Control+Enter',
      maxlength: '4000',
    });
    area.value = answer || start;
    const edited = () => {
      area.removeAttribute('aria-invalid');
      changed(area.value);
    };
    area.addEventListener('input', edited);
    area.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      area.form.requestSubmit();
    });
    // The gap is what one wants to write into first.
    const selectGap = () => {
      const gap = area.value.indexOf('= ?') + 2;
      if (area.value === start && gap > 1) area.setSelectionRange(gap, gap + 1);
    };
    area.addEventListener('focus', selectGap);
    const names = element('div', { class: 'row names', role: 'group', 'aria-label': 'Put in a name' });
    for (const one of exercise.inputs) {
      const text = one.array ? `${one.name}[i]` : one.name;
      const put = () => {
        selectGap();
        area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
        area.focus();
        edited();
      };
      names.append(button('', put, { 'aria-label': `${text}, ${one.array ? 'each a ' : ''}${one.kind}` }));
      names.lastElementChild.append(element('code', {}, text), ` ${one.kind}`);
    }
    return {
      parts: [
        element('label', { for: 'formula' }, 'Your formula'),
        area,
        element('p', { class: 'quiet' }, 'Given:'),
        names,
        help(exercise),
      ],
      answer: () => area.value,
      clear() {
        area.value = start;
        edited();
        area.focus();
      },
      // Puts the cursor where the checker could not read on.
      point(line, column) {
        area.toggleAttribute('aria-invalid', false);
        if (!line) return;
        area.setAttribute('aria-invalid', 'true');
        const before = area.value.split('\n').slice(0, line - 1);
        const at = before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
        area.focus();
        area.setSelectionRange(at, Math.min(at + 1, area.value.length));
      },
    };
  }

  // ---- lines in order -----------------------------------------------------------------------------------

  function lines(exercise, _, answer, changed) {
    const chosen = [...answer.replace(/[^A-Z]/g, '')]
      .map((letter) => letter.charCodeAt(0) - 65)
      .filter((index, at, all) => index < exercise.lines.length && all.indexOf(index) === at);
    const mine = element('ol', { class: 'lines mine', 'aria-label': 'Your lines, in order' });
    const pool = element('ul', { class: 'lines pool', 'aria-label': 'Lines to choose from' });
    const text = () => chosen.map(letterOf).join(' ');
    let dragged = -1; // the line under the mouse
    const labelled = (index) => [
      element('b', {}, letterOf(index)),
      element('code', {}, joined(exercise.lines[index])),
    ];

    // Redraws both lists, and focuses the button of line `index` that `name` names, or one near it.
    function draw(index, name) {
      mine.replaceChildren();
      pool.replaceChildren();
      chosen.forEach((line, at) => mine.append(ownLine(line, at)));
      if (chosen.length === 0) mine.append(element('li', { class: 'quiet' }, 'Your lines go here.'));
      exercise.lines.forEach((_text, line) => {
        if (chosen.includes(line)) return;
        const add = button('', () => change(() => chosen.push(line), line, 'down'), {
          'data-line': line,
          'data-name': 'add',
        });
        add.append(element('span', { class: 'unseen' }, 'Add line '), ...labelled(line));
        pool.append(drag(element('li', {}, add), line));
      });
      pool.hidden = !pool.firstElementChild;
      if (index === undefined) return;
      const all = [...mine.querySelectorAll('button'), ...pool.querySelectorAll('button')];
      const own = all.filter((one) => one.dataset.line === String(index));
      const wanted = own.find((one) => one.dataset.name === name && !one.disabled);
      (wanted || own.find((one) => !one.disabled) || all[0])?.focus({ preventScroll: true });
    }

    function change(action, index, name) {
      action();
      changed(text());
      draw(index, name);
    }

    function move(at, by) {
      const line = chosen[at];
      change(
        () => {
          chosen.splice(at, 1);
          chosen.splice(at + by, 0, line);
        },
        line,
        by < 0 ? 'up' : 'down',
      );
    }

    function ownLine(line, at) {
      const letter = letterOf(line);
      const tool = (sign, name, label, action, disabled) => {
        const made = button(sign, action, {
          'aria-label': label,
          'data-line': line,
          'data-name': name,
        });
        made.disabled = disabled;
        return made;
      };
      const item = element(
        'li',
        {},
        ...labelled(line),
        element(
          'span',
          { class: 'tools' },
          tool('↑', 'up', `Move line ${letter} up`, () => move(at, -1), at === 0),
          tool('↓', 'down', `Move line ${letter} down`, () => move(at, 1), at === chosen.length - 1),
          tool(
            '×',
            'out',
            `Take line ${letter} out`,
            () => change(() => chosen.splice(at, 1), line, 'add'),
            false,
          ),
        ),
      );
      return drag(item, line);
    }

    // With a mouse lines can be dragged as well: into the function, within it, and out of it.
    function drag(item, line) {
      item.draggable = true;
      item.addEventListener('dragstart', (event) => {
        dragged = line;
        event.dataTransfer.setData('text/plain', exercise.lines[line]);
      });
      item.addEventListener('dragend', () => {
        dragged = -1;
      });
      return item;
    }

    function takeDrops(list, put) {
      for (const kind of ['dragenter', 'dragover'])
        list.addEventListener(kind, (event) => dragged >= 0 && event.preventDefault());
      list.addEventListener('drop', (event) => {
        if (dragged < 0) return;
        event.preventDefault();
        const line = dragged;
        const old = chosen.indexOf(line);
        const middle = (item) => item.getBoundingClientRect().top + item.offsetHeight / 2;
        const above = [...list.children].filter((item, at) => at !== old && middle(item) < event.clientY);
        change(() => {
          if (old >= 0) chosen.splice(old, 1);
          if (put) chosen.splice(above.length, 0, line);
        });
        dragged = -1; // the item is gone, so it hears of no end
      });
    }

    takeDrops(mine, true);
    takeDrops(pool, false);
    draw();
    return {
      parts: [
        element('h2', {}, 'Your function'),
        code(exercise.before),
        mine,
        code(exercise.after),
        element('h2', {}, 'Lines to choose from'),
        element('p', { class: 'quiet' }, 'Some are wrong, and not all are needed. Press one to add it.'),
        pool,
      ],
      answer: text,
      clear: () => change(() => chosen.splice(0)),
      point() {},
    };
  }

  // ---- a choice -----------------------------------------------------------------------------------------

  function choice(exercise, pictures, answer, changed) {
    const group = element(
      'fieldset',
      { class: 'choice' },
      element('legend', {}, 'Which line belongs there?'),
    );
    const radios = exercise.lines.map((line, i) => {
      const radio = element('input', { type: 'radio', name: 'line', value: letterOf(i) });
      radio.checked = answer === radio.value;
      radio.addEventListener('change', () => changed(radio.value));
      group.append(
        element('label', {}, radio, element('b', {}, letterOf(i)), element('code', {}, line), pictures[i]),
      );
      return radio;
    });
    return {
      parts: [
        element('h2', {}, 'The function'),
        code(`${exercise.before}            /* here */\n${exercise.after}`),
        group,
      ],
      answer: () => radios.find((one) => one.checked)?.value || '',
      clear() {
        for (const one of radios) one.checked = false;
        changed('');
      },
      point() {},
    };
  }

  return {
    make: (exercise, ...rest) => ({ expression: formula, lines, choice })[exercise.form](exercise, ...rest),
  };
})();
