// Keys for fingers: a row of buttons below the picture, on touch screens and in narrow windows. A question
// for a number also gets a text box, which opens the phone's keyboard. Each button presses a program's key.
const Bar = (() => {
  'use strict';
  const keys = document.querySelector('#bar .keys'),
    form = document.getElementById('answer'),
    box = document.getElementById('number');
  let host = null;
  let kind = '';
  let asked = '';

  const KEYS = {
    list: [
      ['↑', 'ArrowUp', 'Previous lesson'],
      ['↓', 'ArrowDown', 'Next lesson'],
      ['Open', 'Enter', '', 'wide'],
    ],
    lesson: [
      ['‹ Back', 'ArrowLeft', '', 'wide'],
      ['Next ›', ' ', '', 'wide'],
      ['Numbers', 'i', '', 'wide'],
    ],
    asking: [
      ['‹ Back', 'ArrowLeft', '', 'wide'],
      ['Skip ›', ' ', '', 'wide'],
      ['Check', 'Enter', '', 'wide'],
    ],
    typing: [
      ['‹ Back', 'ArrowLeft', '', 'wide'],
      ['Skip ›', ' ', '', 'wide'],
    ],
    view: [
      ['▶ ❚❚', ' ', 'Play or pause'],
      ['Clip', 'k', 'Next animation'],
      ['Numbers', 'i', '', 'wide'],
      ['Doctor', 'd', '', 'wide'],
    ],
    pixel: [
      ['←', 'ArrowLeft', 'Pixel to the left'],
      ['→', 'ArrowRight', 'Pixel to the right'],
      ['↑', 'ArrowUp', 'Pixel above'],
      ['↓', 'ArrowDown', 'Pixel below'],
      ['Close', '#', 'Close the pixel inspector', 'wide'],
    ],
    demo: [
      ['−', '-', 'Fewer characters'],
      ['+', '+', 'More characters'],
      ['▶ ❚❚', ' ', 'Stop and go'],
      ['Figures', 'p', '', 'wide'],
    ],
  };

  function press(key) {
    host.press(key);
  }

  function fill(rows) {
    keys.replaceChildren();
    const all = [...rows, ['☰', 'menu', 'Menu']];
    for (const [text, key, label, style] of all) {
      const made = document.createElement('button');
      made.type = 'button';
      made.textContent = text;
      if (label) made.setAttribute('aria-label', label);
      if (style) made.className = style;
      made.addEventListener('click', () => (key === 'menu' ? Menu.open() : press(key)));
      keys.append(made);
    }
  }

  return {
    begin(theHost) {
      host = theHost;
      fill([]);
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        const typed = host.shown.question?.typed || '';
        for (const _ of typed) press('Backspace');
        for (const character of box.value.trim().replace(',', '.').replace('−', '-')) press(character);
        press('Enter');
        box.select();
      });
    },
    show(shown) {
      const question = shown.question?.open ? shown.question : null;
      const number = question && (question.kind === 'number' || question.kind === 'angle');
      const now = shown.inspector ? 'pixel' : number ? 'typing' : question ? 'asking' : shown.program || 'list';
      const stages = [];
      if (shown.stages?.length > 1 && !shown.inspector)
        stages.push([`${shown.stage || 1}/${shown.stages.length}`, ']', 'Next stage']);
      const rows = [...(KEYS[now] || []), ...stages];
      if (JSON.stringify(rows) !== kind) fill(rows);
      kind = JSON.stringify(rows);
      form.hidden = now !== 'typing';
      if (number && question.text !== asked) box.value = '';
      asked = question?.text || '';
      if (number) document.querySelector('label[for=number]').textContent = question.unit || 'Answer';
    },
  };
})();
