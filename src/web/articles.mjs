// Articles as HTML, from what `bindpose lesson N --article` writes: one page for each lesson of the site, or one
// section for each lesson of the single file. Nothing of their text is written here.
import { withFormulas } from './formula.mjs';

export const SIZES = { 1: [720, 405], 2: [720, 360], 3: [720, 320] };

// The size of a step's picture, in CSS pixels: wide for stages side by side, high for pictures to choose among.
export function sizeOf(step) {
  if (step.question?.pictures) return [720, 480];
  return SIZES[Math.min(step.stages.length, 3)] || SIZES[1];
}

// The card of the list is drawn at about the size that it has there, so that its labels can be read.
export const CARD_SIZE = [400, 225];
export const middleStep = (lesson) => Math.floor(lesson.steps.length / 2) + 1;

export const pad = (number) => String(number).padStart(2, '0');

const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escape = (text) => String(text ?? '').replace(/[&<>"]/g, (one) => ESCAPES[one]);

// As the transcript writes numbers (%.6g): 0.10000000149 is 0.1, 3.72529e-09 has two digits behind the e, and what is
// exactly between two numbers becomes the even one.
const short = (number) => {
  const digits = number.toExponential(20);
  const tie = /^-?\d\.\d{4}[02468]50*e/.test(digits);
  const six = Number(tie ? digits.replace(/(\.\d{5})\d*/, '$1') : number.toPrecision(6));
  const text = six !== 0 && Math.abs(six) < 1e-4 ? six.toExponential().replace(/e-(\d)$/, 'e-0$1') : String(six);
  return text.replace('-', '−');
};
const fixed = (number) => {
  const text = Number(number).toFixed(4);
  return (/[1-9]/.test(text) ? text : text.replace('-', '')).replace('-', '−');
};
const values = (value) => [value].flat().map(short).join(', ');

export function pictureHtml(pictures, name, [width, height], alt, lazy = true) {
  return `<picture><source srcset="${pictures(name, 'light')}" media="(prefers-color-scheme: light)">
<img src="${pictures(name, 'dark')}" width="${width}" height="${height}" alt="${escape(alt)}"${lazy ? ' loading="lazy"' : ''}></picture>`;
}

class Article {
  // `prefix` begins all ids; `to` gives the address of another lesson or exercise; `pictures` that of a picture
  // by name and theme, null: none are shown until they are live.
  constructor(lesson, { prefix, to, pictures, exercises, lessons }) {
    Object.assign(this, { lesson, prefix, to, pictures, exercises, lessons });
    this.terms = [];
  }

  run({ text, color, term }) {
    if (color) return `<b class="part ${escape(color)}">${escape(text)}</b>`;
    if (!term) return withFormulas(text);
    const words = escape(text);
    const id = `${this.prefix}term-${this.terms.length + 1}`;
    this.terms.push(`<div popover id="${id}"><b>${words}</b>: ${escape(term)}</div>`);
    return `<dfn><button type="button" class="term" popovertarget="${id}">${words}</button></dfn>`;
  }

  prose(paragraphs, mark = '') {
    return paragraphs
      .map((runs, i) => {
        const last = i === paragraphs.length - 1 ? mark : '';
        return `<p>${runs.map((run) => this.run(run)).join('')}${last}</p>\n`;
      })
      .join('');
  }

  image(name, step, alt, lazy = true) {
    if (!this.pictures) return '';
    return pictureHtml(this.pictures, `${pad(this.lesson.number)}-${name}`, sizeOf(step), alt, lazy);
  }

  alt(step) {
    const words = step.stages.map(({ title, note }) => [title, note].filter(Boolean).join(': '));
    return words.filter(Boolean).join('. ') || this.lesson.title;
  }

  slider(slider, index, waits) {
    const { name, unit, min, max, step, value, decimals, names } = slider;
    const data = `data-slider="${index}" data-decimals="${decimals}"${waits ? ' disabled' : ''}`;
    if (names.length > 0) {
      const cards = names.map(
        (text, i) =>
          `<label><input type="radio" name="${this.prefix}${this.at}-cards-${index}" value="${i}" ${data}` +
          `${i === Math.round(value) ? ' checked' : ''}> ${escape(text)}</label>`,
      );
      return `<fieldset class="choices"><legend>${escape(name)}</legend>${cards.join('')}</fieldset>\n`;
    }
    return (
      `<label class="slider"><span>${escape(name)}: <b data-value="${index}">${value.toFixed(decimals)}</b>` +
      `${escape(unit)}</span><input type="range" min="${min}" max="${max}" step="${step || 'any'}" ` +
      `value="${value}" data-unit="${escape(unit)}" ${data}></label>\n`
    );
  }

  // The step's own sliders, or how far its change has got.
  sliders(step) {
    const waits = Boolean(step.question);
    if (step.sliders.length > 0) return step.sliders.map((one, i) => this.slider(one, i, waits)).join('');
    if (!step.changes) return '';
    const seconds = step.seconds > 0;
    const all = { name: seconds ? 'time' : 'the change', unit: seconds ? ' s' : '%', min: 0, step: 0, names: [] };
    const max = seconds ? step.seconds : 100;
    return this.slider({ ...all, max, value: waits ? 0 : max, decimals: seconds ? 2 : 0 }, 'change', waits);
  }

  code(step) {
    if (!step.code) return '';
    const first = step.sliders[0];
    const line = (text) => {
      const number = `<b data-value="0">${first ? first.value.toFixed(first.decimals) : ''}</b>`;
      return escape(text).replace('{}', number);
    };
    const babylon = step.babylon ? `<code class="js">${line(step.babylon)}</code>` : '';
    const both = babylon ? '<button type="button" class="switch" hidden>show Babylon.js</button>' : '';
    return `<div class="code"><span><code class="c">${line(step.code)}</code>${babylon}</span>${both}</div>\n`;
  }

  numbers(step) {
    const rows = step.readouts
      .map(
        ({ label, value, note }, i) =>
          `<tr><th scope="row">${escape(label)}</th><td data-readout="${i}">${escape(value)}</td>` +
          `<td>${escape(note)}</td></tr>`,
      )
      .join('');
    const matrices = (step.numbers?.matrices || []).map(
      ({ name, values: all }, i) =>
        `<table class="matrix" data-matrix="${i}"><caption>${escape(name)}</caption><tbody>${[0, 1, 2, 3]
          .map((row) => {
            const cells = all.slice(4 * row, 4 * row + 4);
            return `<tr>${cells.map((n) => `<td${Math.abs(n) < 5e-5 ? ' class="zero"' : ''}>${fixed(n)}</td>`).join('')}</tr>`;
          })
          .join('')}</tbody></table>`,
    );
    if (!rows && matrices.length === 0) return '';
    const table = rows ? `<table class="readouts"><tbody>${rows}</tbody></table>` : '';
    const bone = matrices.length > 0 ? `<p>The bone <b data-bone>${escape(step.numbers.bone)}</b></p>` : '';
    return `<details class="numbers"><summary>the numbers</summary>
<div class="scroll" tabindex="0">${table}${bone}<div class="matrices">${matrices.join('')}</div></div></details>\n`;
  }

  claims(step) {
    if (step.claims.length === 0) return '';
    const rows = step.claims.map((claim) => {
      const unit = claim.unit ? ` ${escape(claim.unit)}` : '';
      const engine = claim.engine
        ? `<br>page: ${escape(claim.page)}<br>engine: ${escape(claim.engine)}`
        : '';
      return (
        `<li>${withFormulas(claim.text)}<br><small>measured <b>${values(claim.measured)}</b>, expected ` +
        `${claim.atMost ? 'at most ' : ''}${values(claim.expected)}${unit}${engine}</small></li>`
      );
    });
    return `<details class="claims"><summary>what is checked here</summary>
<ul>${rows.join('')}</ul></details>\n`;
  }

  question(step, index) {
    const { kind, text, unit, options, answer, right } = step.question;
    const name = `${this.prefix}answer-${index}`;
    let input = '';
    if (kind === 'choice')
      input = options
        .map((one, i) => `<label><input type="radio" name="${name}" value="${i}"> ${escape(one)}</label>`)
        .join('\n');
    else if (kind === 'order')
      input = `<ol class="order">${options
        .map(
          (one, i) =>
            `<li data-option="${i + 1}"><span>${escape(one)}</span> ` +
            `<button type="button" data-move="-1" aria-label="Move up: ${escape(one)}">↑</button>` +
            `<button type="button" data-move="1" aria-label="Move down: ${escape(one)}">↓</button></li>`,
        )
        .join('')}</ol>`;
    else
      input =
        `<input type="text" inputmode="decimal" autocomplete="off" size="7" name="${name}" ` +
        `aria-label="${escape(unit || 'your answer')}"> ${escape(unit)} `;
    const named = { choice: () => options[answer], order: () => [...String(answer)].map((d) => options[d - 1]).join(', then ') };
    const solution = named[kind] ? named[kind]() : `${short(answer)} ${unit || ''}`.trim();
    const submit = kind === 'choice' ? '' : '<button class="check">Check</button>';
    return `<form class="ask" data-kind="${kind}"><fieldset><legend>${withFormulas(text)}</legend>
${input}${submit}</fieldset><output></output>
<details class="answer"><summary>Show the answer</summary>
<p><b>${escape(solution)}</b>. ${withFormulas(right)}</p>
${this.image(`${index}-answer`, step, this.alt(step))}</details></form>\n`;
  }

  step(step, index) {
    this.at = index;
    const id = `${this.prefix}${index}`;
    const stages = step.question?.pictures ? 'pictures' : Math.min(step.stages.length, 3);
    const note = step.footnote
      ? `<sup><a href="#${id}-note" id="${id}-ref" aria-label="Footnote ${this.notes.push([id, step.footnote])}">${this.notes.length}</a></sup>`
      : '';
    const heading = step.heading ? `<h2>${escape(step.heading)}</h2>\n` : '';
    const later = step.asked ? `<div class="after">${this.prose(step.prose)}</div>\n` : '';
    return `<section id="${id}" class="step">
${heading}${this.prose(step.asked || step.prose, note)}<figure data-step="${index}" data-stages="${stages}">
<div class="stage">${this.image(index, step, '', index > 1)}</div>
<figcaption class="unseen" id="${id}-caption">${escape(this.alt(step))}</figcaption>
${this.sliders(step)}${this.code(step)}${this.numbers(step)}${this.claims(step)}</figure>
${step.question ? this.question(step, index) : ''}${later}</section>\n`;
  }

  list(title, items, how = withFormulas) {
    if (items.length === 0) return '';
    return `<h3>${title}</h3>\n<ul>${items.map((item) => `<li>${how(item)}</li>`).join('')}</ul>\n`;
  }

  end() {
    const { learned, try: tries, nextNumber, next } = this.lesson;
    const own = this.exercises.filter((one) => one.lesson === this.lesson.number);
    const other = this.lessons.find((one) => one.number === nextNumber);
    const onward =
      next && other
        ? `<a class="next" href="${this.to.lesson(nextNumber)}"><small>Next lesson, ${other.steps.length} steps</small>
${escape(other.title)} →</a>\n`
        : '';
    return `<section class="end" id="${this.prefix}end"><h2>What you can do now</h2>
<ul>${learned.map((item) => `<li>${withFormulas(item)}</li>`).join('')}</ul>
${this.list('To try', tries)}${this.list(
      'Exercises',
      own,
      (one) => `<a href="${this.to.exercise(one.id)}">${escape(one.title)}</a>`,
    )}${onward}</section>\n`;
  }

  about() {
    const { number, steps, prerequisites } = this.lesson;
    const before = this.lessons.filter((one) => (prerequisites || '').includes(one.name));
    const links = before.map((one) => `<a href="${this.to.lesson(one.number)}">${escape(one.title)}</a>`);
    const builds = links.length > 0 ? ` It builds on: ${links.join(' ')}` : '';
    return `<p class="about">Lesson ${number}, ${steps.length} steps.${builds}</p>\n`;
  }

  html() {
    this.notes = [];
    const { lesson } = this;
    const steps = lesson.steps.map((step, i) => this.step(step, i + 1)).join('');
    const notes = this.notes.map(
      ([id, text]) => `<li id="${id}-note">${withFormulas(text)} <a href="#${id}-ref" aria-label="Back">↩</a></li>`,
    );
    return `<article data-lesson="${lesson.number}" data-name="${escape(lesson.name)}" data-prefix="${this.prefix}">
<h1 tabindex="-1">${escape(lesson.title)}</h1>
${this.about()}${steps}${this.end()}${notes.length > 0 ? `<ol class="notes">${notes.join('\n')}</ol>\n` : ''}${this.terms.join('\n')}
</article>\n`;
  }
}

export const articleHtml = (lesson, options) => new Article(lesson, options).html();

// The cards of the list, by group.
export function cardsHtml(lessons, { to, pictures }) {
  const groups = [...new Set(lessons.map((one) => one.group))];
  const card = (lesson) => {
    const image = pictureHtml(pictures, `${pad(lesson.number)}-card`, CARD_SIZE, '');
    return `<li><a href="${to.lesson(lesson.number)}" data-name="${escape(lesson.name)}" data-steps="${lesson.steps.length}">${image}
<b>${escape(lesson.title)}</b><span>${lesson.steps.length} steps</span><span class="progress"></span></a></li>`;
  };
  return groups
    .map((group, i) => {
      const own = lessons.filter((one) => one.group === group).sort((a, b) => a.place - b.place);
      return `<h2 id="${['bones', 'pixels'][i]}">${escape(group)}</h2>\n<ul class="cards">\n${own.map(card).join('\n')}\n</ul>\n`;
    })
    .join('');
}
