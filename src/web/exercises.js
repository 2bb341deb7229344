// The exercises as HTML: the list, and one of them with its text, its answer form (answers.js) and what the
// checker says. The program's own commands describe and judge them, so all of that is what the C exercises
// have: `bindpose exercise describe`, `bindpose exercise try`.
const Exercises = (() => {
  'use strict';
  const section = document.getElementById('exercises');
  const KINDS = { expression: 'a formula', lines: 'lines of C in order', choice: 'a choice' };
  const described = new Map(); // id, or '' for the list -> what `describe` printed
  let host = null;
  let texts = null; // a promise of {name: [[tag, text], ...]}, the text of each exercise
  let opening = 0; // counts, so that an exercise that was overtaken is dropped
  let pictures = []; // addresses of the pictures on the page

  const pad = (number) => String(number).padStart(2, '0');
  const link = (hash, ...content) => element('a', { href: Address.within(hash) }, ...content);

  async function describe(id) {
    if (!described.has(id)) {
      const ran = await Engine.run(['exercise', 'describe', ...(id ? [id] : [])]);
      if (ran.code !== 0) throw new Engine.Problem(ran.messages);
      described.set(id, JSON.parse(ran.output));
    }
    return described.get(id);
  }

  async function textOf(name) {
    // Once for all: the single file gives its bytes only once.
    texts ||= Payload.bytes('exercises.json').then((bytes) => JSON.parse(new TextDecoder().decode(bytes)));
    texts.catch(() => {
      texts = null; // the page may try again
    });
    return (await texts)[name] || [];
  }

  // A picture that a command wrote.
  function picture(ran, path, text) {
    pictures.push(URL.createObjectURL(new Blob([ran.read(path)], { type: 'image/png' })));
    return element('img', { src: pictures[pictures.length - 1], alt: text });
  }

  const drawing = (size) => ['--pictures', '/pictures', '--size', size, '--theme', Book.theme()];
  const FOLDER = { 'pictures/.folder': new Uint8Array() };

  // ---- the list -----------------------------------------------------------------------------------------

  function listPage(all) {
    const done = all.filter((one) => Store.exercise(one.name).passed).length;
    const list = element('ol', { class: 'cards' });
    for (const one of all) {
      const passed = Store.exercise(one.name).passed;
      const lesson = one.lesson ? `lesson ${pad(one.lesson)}, ${one.lesson_title}` : 'without a lesson';
      const card = link(
        `#exercise/${one.id}`,
        element('strong', {}, `${one.id} ${one.title}`),
        element('span', {}, `${KINDS[one.form]}; ${lesson}`),
      );
      if (passed) card.append(element('span', { class: 'done' }, '✓ done'));
      list.append(element('li', {}, card));
    }
    return [
      element('h1', { tabindex: '-1' }, 'Exercises'),
      element(
        'p',
        {},
        'Each asks for the few lines that matter in one subject. The checker tells you whether your answer is ' +
          'right, and if not, where it goes wrong and which mistake is the likely cause. Take them in any order.',
      ),
      element('p', {}, `${done} of ${all.length} done.`),
      list,
    ];
  }

  // ---- an exercise --------------------------------------------------------------------------------------

  // `code` in a text.
  function words(text) {
    return text.split('`').map((part, i) => (i % 2 ? element('code', {}, part) : part));
  }

  function termLine(line) {
    const [term, meaning = ''] = line.split(/ {2,}/);
    return [element('dt', {}, element('code', {}, term)), element('dd', {}, ...words(meaning))];
  }

  function textBlock(blocks) {
    const block = element('div', { class: 'text' });
    for (const [tag, text] of blocks) {
      if (tag === 'dl') {
        block.append(element('dl', {}, ...text.split('\n').flatMap(termLine)));
        continue;
      }
      if (tag !== 'li') {
        block.append(element(tag, tag === 'pre' ? { tabindex: '0' } : {}, ...words(text)));
        continue;
      }
      if (block.lastElementChild?.tagName !== 'UL') block.append(element('ul'));
      block.lastElementChild.append(element('li', {}, ...words(text)));
    }
    return block;
  }

  // What the checker says: a line that screen readers announce, then pictures and numbers.
  function makeVerdict() {
    const said = element('div', { role: 'status', id: 'verdict' });
    const shown = element('div', { class: 'shown' });
    return { said, shown };
  }

  function figure(ran, file, title, text) {
    return element(
      'figure',
      {},
      element('figcaption', {}, title),
      picture(ran, `pictures/${file}.png`, text),
    );
  }

  // The right picture of a choice would be one of its cards.
  // Both texts begin with the case's name, which the page shows above them.
  const belowCase = (text, mark) => text.slice(text.indexOf(mark)).trimEnd();

  function numbersOf(title, text) {
    return element(
      'details',
      {},
      element('summary', {}, title),
      element('pre', { tabindex: '0' }, text),
    );
  }

  function showVerdict(exercise, verdict, result, ran, next) {
    const { said, shown } = verdict;
    shown.replaceChildren();
    said.className = result.passed ? 'right' : 'wrong';
    if (result.line) {
      said.replaceChildren(element('p', {}, ...words(result.text)));
      return;
    }
    const first = result.passed
      ? `✓ Right: all ${result.case_count} cases.`
      : `✗ Not yet: ${result.case_right} of ${result.case_count} cases are right.`;
    said.replaceChildren(element('p', {}, element('strong', {}, first)));
    if (result.text) said.append(element('p', {}, ...words(result.text)));
    const about = `for the case "${result.case}"`;
    if (result.passed) {
      if (exercise.source) {
        const file = element('code', {}, `src/${exercise.source}`);
        said.append(element('p', {}, 'The rasterizer does it in ', file, '.'));
      }
      if (next) said.append(element('p', {}, 'Next: ', link(`#exercise/${next.id}`, next.title)));
      shown.append(
        element('div', { class: 'two' }, figure(ran, 'yours', 'Your answer', `Your answer ${about}`)),
      );
      return;
    }
    const pictures = [figure(ran, 'yours', 'Yours', `Your answer ${about}`)];
    if (exercise.form !== 'choice')
      pictures.push(figure(ran, 'right', 'Right', `The right answer ${about}`));
    shown.append(
      element('p', {}, `The simplest case that fails: ${result.case}.`),
      element('div', { class: 'two' }, ...pictures),
      numbersOf('The numbers of this case', belowCase(result.report, 'Given:')),
      numbersOf('Step by step', belowCase(result.trace, 'Step by step')),
    );
  }

  async function check(exercise, answer, verdict, next) {
    const ran = await Engine.run(
      ['exercise', 'try', exercise.id, answer, ...drawing('480x360')],
      FOLDER,
    );
    if (!ran.output) throw new Engine.Problem(ran.messages);
    const result = JSON.parse(ran.output);
    if (result.passed) Store.keepExercise(exercise.name, { passed: true });
    showVerdict(exercise, verdict, result, ran, next);
    return result;
  }

  // Hints, one at a time, as `make hint` gives them.
  function makeHints(exercise) {
    const list = element('ol', { class: 'hints', role: 'status', 'aria-label': 'Hints' });
    const more = button('', () => {
      Store.keepExercise(exercise.name, { hints: list.children.length + 1 });
      show();
    });
    function show() {
      const given = Math.min(Store.exercise(exercise.name).hints || 0, exercise.hints.length);
      while (list.children.length < given)
        list.append(element('li', {}, ...words(exercise.hints[list.children.length])));
      list.hidden = given === 0;
      more.textContent =
        given < exercise.hints.length ? `Hint ${given + 1} of ${exercise.hints.length}` : 'No more hints';
      more.setAttribute('aria-disabled', String(given === exercise.hints.length));
    }
    more.addEventListener('click', () => list.lastElementChild?.scrollIntoView({ block: 'nearest' }));
    show();
    return { list, more };
  }

  function makeForm(exercise, choices, next) {
    const verdict = makeVerdict();
    const answers = Answers.make(exercise, choices, Store.exercise(exercise.name).answer || '', (answer) =>
      Store.keepExercise(exercise.name, { answer }),
    );
    const hints = makeHints(exercise);
    const submit = element('button', { type: 'submit', class: 'main' }, 'Check');
    const over = button('Start over', () => {
      answers.clear();
      verdict.said.replaceChildren();
      verdict.shown.replaceChildren();
    });
    const form = element(
      'form',
      { class: 'work' },
      ...answers.parts,
      element('div', { class: 'row' }, submit, hints.more, over),
      verdict.said,
      hints.list,
      verdict.shown,
    );
    let busy = false;
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      if (busy) return;
      busy = true;
      try {
        const result = await check(exercise, answers.answer(), verdict, next);
        if (result.line) answers.point(result.line, result.column);
        else answers.point(0, 0);
        verdict.said.scrollIntoView({ block: 'nearest' });
      } catch (error) {
        host.broken(error);
      } finally {
        busy = false;
      }
    });
    return form;
  }

  function neighbours(all, exercise) {
    const ways = element('p', { class: 'row ways' });
    for (const [step, before, after] of [
      [-1, '‹ ', ''],
      [1, '', ' ›'],
    ]) {
      const other = all[all.findIndex((one) => one.id === exercise.id) + step];
      if (other) ways.append(link(`#exercise/${other.id}`, `${before}${other.id} ${other.title}${after}`));
    }
    return ways;
  }

  async function exercisePage(all, id) {
    const exercise = await describe(id);
    const next = all[all.findIndex((one) => one.id === id) + 1];
    const blocks = (await textOf(exercise.name)).filter(
      ([, , only]) => !only || exercise.form !== 'expression',
    );
    const choices = exercise.form === 'choice' ? await drawChoices(exercise) : [];
    return [
      element('h1', { tabindex: '-1' }, `${id} ${exercise.title}`),
      element(
        'p',
        { class: 'about' },
        ...(exercise.lesson
          ? [
              'Taught by ',
              link(`#${pad(exercise.lesson)}`, `lesson ${pad(exercise.lesson)}, ${exercise.lesson_title}`),
              '. ',
            ]
          : []),
        'On the desktop you write it in C: ',
        element('code', {}, `make exercise EX=${id}`),
      ),
      element('div', { class: 'columns' }, textBlock(blocks), makeForm(exercise, choices, next)),
      neighbours(all, exercise),
    ];
  }

  // What each line of a choice draws.
  async function drawChoices(exercise) {
    const ran = await Engine.run(
      ['exercise', 'describe', exercise.id, ...drawing('320x240')],
      FOLDER,
    );
    if (ran.code !== 0) throw new Engine.Problem(ran.messages);
    return exercise.lines.map((_, i) => {
      const letter = String.fromCharCode(65 + i);
      return picture(ran, `pictures/${letter}.png`, `What line ${letter} draws`);
    });
  }

  return {
    begin(theHost) {
      host = theHost;
    },

    // Shows the exercise with this id, or the list if it is ''. False: there is no such exercise.
    async open(id) {
      const mine = ++opening;
      const old = pictures;
      pictures = [];
      const all = await describe('');
      if (id && !all.some((one) => one.id === id)) return false;
      const content = id ? await exercisePage(all, id) : listPage(all);
      if (mine !== opening) return true;
      old.forEach((address) => URL.revokeObjectURL(address));
      section.replaceChildren(...content);
      document.title = `${section.querySelector('h1').textContent} - Bindpose`;
      return true;
    },

    // A program is opened instead.
    close() {
      opening++;
      section.replaceChildren();
    },

    focus() {
      section.querySelector('h1')?.focus({ preventScroll: true });
    },
  };
})();
