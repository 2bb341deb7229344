// The picture in words, beside the canvas, for screen readers: all of it as text (#words), and what is new as
// an announcement (#said). Both come from the program's own description (bp_window_client's describe).
const Words = (() => {
  'use strict';
  const all = document.getElementById('words'),
    said = document.getElementById('said');
  let last = {};
  let timer = 0;

  function add(parent, tag, text) {
    if (!text) return null;
    const element = document.createElement(tag);
    element.textContent = text;
    parent.append(element);
    return element;
  }

  function addList(parent, texts, tag = 'ul') {
    if (!texts || texts.length === 0) return;
    const list = document.createElement(tag);
    for (const text of texts) add(list, 'li', text);
    parent.append(list);
  }

  function writeView(shown, to) {
    add(to, 'h1', shown.file);
    add(to, 'p', `${shown.vertices} vertices, ${shown.triangles} triangles, ${shown.joints} joints.`);
    add(to, 'p', shown.animation && `Animation ${shown.animation}, ${shown.playing ? 'playing' : 'paused'}.`);
    add(to, 'p', shown.bone && `Selected: ${shown.bone}. Local: ${shown.local}.`);
    if (!shown.findings) return;
    add(to, 'h2', shown.findings.length > 0 ? 'The doctor found' : 'The doctor found nothing wrong');
    addList(to, shown.findings);
  }

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
      if (shown.findings && !last.findings)
        text.push(`Findings of the doctor: ${shown.findings.length}.`);
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
        const to = document.createDocumentFragment();
        if (shown.program === 'view') writeView(shown, to);
        else if (shown.program === 'demo')
          add(to, 'p', 'A crowd of characters walks, and a panel tells how long each part of a picture takes.');
        all.replaceChildren(to);
        say(news(shown));
        last = shown;
      }, 200);
    },
  };
})();
