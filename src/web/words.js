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

  const numberText = (number) =>
    `${number.label}: ${number.value === '?' ? 'hidden until you answer' : number.value}`;
  const letter = (index) => String.fromCharCode(65 + index);
  const optionTexts = (question) =>
    question.options.map((text, i) => (question.kind === 'choice' ? `${letter(i)}: ${text}.` : `${text}.`));
  const stepText = (shown) => (shown.end ? 'The end.' : `Step ${shown.step} of ${shown.steps}.`);

  function answerText(question) {
    if (question.kind === 'choice' && question.chosen >= 0)
      return `Chosen: ${letter(question.chosen)}, ${question.options[question.chosen]}`;
    if (question.kind === 'order') return `Order: ${question.options.join(', then ')}`;
    return question.typed ? `Typed: ${question.typed} ${question.unit || ''}` : '';
  }

  function writeLesson(shown, to) {
    add(to, 'h1', `${shown.lesson}. ${shown.title}`);
    add(to, 'p', stepText(shown));
    add(to, 'p', shown.goal);
    add(to, 'p', shown.caption);
    addList(to, (shown.terms || []).map(({ term, text }) => `${term}: ${text}`));
    if (shown.question) {
      add(to, 'h2', shown.question.text);
      addList(to, optionTexts(shown.question), 'ul');
      add(to, 'p', answerText(shown.question));
      add(to, 'p', shown.question.reply);
    }
    if (shown.end) {
      addList(to, shown.end.learned);
      if (shown.end.try.length > 0) add(to, 'h2', 'Try this');
      addList(to, shown.end.try);
      add(to, 'p', shown.end.next && `Next lesson: ${shown.end.next}`);
    }
    if (shown.readouts?.length) add(to, 'h2', 'Numbers');
    addList(to, (shown.readouts || []).map(numberText));
    if (shown.stages?.length) add(to, 'h2', 'Stages');
    addList(
      to,
      (shown.stages || []).map(
        (stage, i) => `${i + 1} ${stage.title || ''}${stage.note ? `: ${stage.note}` : ''}`,
      ),
    );
    if (shown.bone) add(to, 'h2', `Matrices of ${shown.bone}, stage ${shown.stage}`);
    addList(to, shown.matrices);
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

  function writeList(shown, to) {
    add(to, 'h1', 'Bindpose: lessons');
    const lessons = (shown.lessons || []).map(
      (lesson) => `${lesson.number}. ${lesson.title}. ${lesson.summary}${lesson.done ? ' Done.' : ''}`,
    );
    addList(to, lessons);
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
    if (shown.step === last.step) {
      for (const part of now) if (!before.includes(part)) text.push(`${part} shown.`);
      for (const part of before) if (!now.includes(part)) text.push(`${part} hidden.`);
    }
    return text;
  }

  // What is new since the last description, most important first.
  function news(shown) {
    const text = [];
    const moved = shown.program !== last.program || shown.lesson !== last.lesson;
    if (shown.program === 'lesson') {
      const step = moved || shown.step !== last.step || Boolean(shown.end) !== Boolean(last.end);
      if (moved) text.push(`Lesson ${shown.lesson}: ${shown.title}.`);
      if (step) text.push(stepText(shown), moved && shown.goal);
      if (step || shown.caption !== last.caption) text.push(shown.caption);
      const question = shown.question,
        before = step ? null : last.question;
      if (question && !before) text.push(question.text, ...optionTexts(question));
      if (question && (!before || answerText(question) !== answerText(before)))
        text.push(answerText(question));
      if (question && question.reply !== before?.reply) text.push(question.reply);
      if (shown.end && step) text.push(...shown.end.learned);
      // While a change runs its numbers run, too: the last ones count.
      const numbers = shown.moving ? [] : shown.readouts || [];
      numbers.forEach((number, i) => {
        if (step || number.value !== last.readouts?.[i]?.value) text.push(numberText(number));
      });
      if (!step && !shown.moving && (shown.bone !== last.bone || shown.local !== last.local))
        text.push(`${shown.bone}: local ${shown.local}`);
    } else if (shown.program === 'list') {
      const lesson = shown.lessons?.[shown.selected];
      if (lesson && (moved || shown.selected !== last.selected))
        text.push(`${lesson.number}. ${lesson.title}. ${lesson.summary}`);
    } else if (shown.program === 'view') {
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
        if (shown.program === 'lesson') writeLesson(shown, to);
        else if (shown.program === 'view') writeView(shown, to);
        else if (shown.program === 'list') writeList(shown, to);
        else if (shown.program === 'demo')
          add(to, 'p', 'A crowd of characters walks, and a panel tells how long each part of a picture takes.');
        all.replaceChildren(to);
        say(news(shown));
        // Numbers that were not said yet stay news.
        last = shown.moving ? { ...shown, readouts: last.readouts, bone: last.bone, local: last.local } : shown;
      }, 200);
    },
  };
})();
