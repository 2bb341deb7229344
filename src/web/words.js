// The picture in words, beside the canvas, for screen readers: all of it as text (#words), and what is new as
// an announcement (#said). Both come from the program's own description (bp_window_client's describe).
const Words = (() => {
  'use strict';
  const all = document.getElementById('words'),
    said = document.getElementById('said');
  let last = {};
  let timer = 0;

  const COLOURS = { light: 'Light colours.', dark: 'Dark colours.' },
    NUMBERS = { rows: 'Matrices for row vectors.', columns: 'Matrices for column vectors.' };

  function changedSettings(shown) {
    const text = [];
    if (shown.program !== last.program || !last.theme) return text;
    if (shown.theme !== last.theme) text.push(COLOURS[shown.theme]);
    if (shown.numbers !== last.numbers) text.push(NUMBERS[shown.numbers]);
    const before = last.visible || [],
      now = shown.visible || [];
    for (const part of now) if (!before.includes(part)) text.push(`${part} shown.`);
    for (const part of before) if (!now.includes(part)) text.push(`${part} hidden.`);
    return text;
  }

  // What is new since the last description, most important first.
  function news(shown) {
    const text = [];
    if (shown.program === 'view') {
      if (shown.file !== last.file) text.push(shown.file);
      if (shown.bone !== last.bone || (!shown.playing && shown.local !== last.local))
        text.push(`${shown.bone}: local ${shown.local}`);
    }
    text.push(...changedSettings(shown));
    if (shown.notice && shown.notice !== last.notice) text.push(shown.notice);
    return text.filter(Boolean).join(' ');
  }

  function say(text) {
    if (text) said.textContent = text;
  }

  return {
    say,
    // A drag describes many pictures; the last one counts.
    show(shown) {
      clearTimeout(timer);
      timer = setTimeout(() => {
        all.textContent =
          shown.program === 'demo'
            ? 'A crowd of characters walks, and a panel tells how long each part of a picture takes.'
            : `${shown.file}. The animation ${shown.playing ? 'plays' : 'stands still'}. Everything about it is in the page.`;
        say(news(shown));
        last = shown;
      }, 200);
    },
  };
})();
