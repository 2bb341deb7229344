// Keys for fingers: a row of buttons below the picture, on touch screens and in narrow windows. Each button
// presses a program's key.
const Bar = (() => {
  'use strict';
  const keys = document.querySelector('#bar .keys');
  let host = null;
  let kind = '';

  const KEYS = {
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

  function fill(rows) {
    keys.replaceChildren();
    keys.parentElement.hidden = rows.length === 0;
    for (const [text, key, label, style] of rows) {
      const attributes = { ...(label ? { 'aria-label': label } : {}), ...(style ? { class: style } : {}) };
      keys.append(button(text, () => host.press(key), attributes));
    }
  }

  return {
    begin(theHost) {
      host = theHost;
      fill([]);
    },
    show(shown) {
      const rows = KEYS[shown.inspector ? 'pixel' : shown.program] || [];
      if (JSON.stringify(rows) !== kind) fill(rows);
      kind = JSON.stringify(rows);
    },
  };
})();
