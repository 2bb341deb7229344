// A page for each finding of the doctor, from the program's own texts (`bindpose explain --json`), with a picture of our
// character that is broken in that way, beside one that isn't.
import fs from 'node:fs';
import path from 'node:path';
import { escape, pad, pictureHtml } from './articles.mjs';
import { BROKEN, broken } from './broken.mjs';
import { packed } from './generate.mjs';

const SIZE = [320, 400];
const nameOf = (id) => `finding-${id}`;
const views = Object.values(BROKEN).map(([view]) => view);
const goodName = (view) => `finding-good-${views.indexOf(view)}`;

// Draws all, and checks that the doctor finds in each copy what it shows, and that one sees it.
export async function drawFindings(run, character, folder, cache) {
  const put = async (file, name, view) => {
    const drawn = [];
    for (const theme of ['dark', 'light']) {
      const ran = await run('render', file, '-o', '/out.png', '--size', SIZE.join('x'), '--theme', theme, ...view);
      drawn.push(ran.read('/out.png'));
      fs.copyFileSync(packed(drawn.at(-1), cache), path.join(folder, `${name}-${theme}.webp`));
    }
    return drawn[0];
  };
  const good = new Map();
  for (const view of new Set(views)) good.set(view, await put('/assets/character.glb', goodName(view), view));
  for (const [id, [view]] of Object.entries(BROKEN)) {
    run.files = { '/broken.glb': broken(character, id) };
    const known = await run('doctor', '/broken.glb', '--write-baseline', '/known.json');
    if (!JSON.parse(known.read('/known.json')).findings.some((finding) => finding.id === id))
      throw new Error(`the doctor doesn't find ${id} in the copy that shows it`);
    if ((await put('/broken.glb', nameOf(id), view)).equals(good.get(view))) throw new Error(`one doesn't see ${id}`);
  }
  run.files = {};
}

const figure = (pictures, name, caption) =>
  `<figure>${pictureHtml(pictures, name, SIZE, caption)}<figcaption>${escape(caption)}</figcaption></figure>`;

function findingHtml(finding, lessons, pictures) {
  const { id } = finding;
  const lesson = lessons.find(({ number }) => number === finding.lesson);
  const part = (title, text) => `<h2>${title}</h2>\n<p>${escape(text)}</p>\n`;
  const seen = BROKEN[id]
    ? `<div class="findings">${figure(pictures, goodName(BROKEN[id][0]), 'As it should be')}
${figure(pictures, nameOf(id), `With ${id}`)}</div>\n`
    : '';
  const code = finding.validatorCode ? `<p>Khronos' validator calls it <code>${finding.validatorCode}</code>.</p>\n` : '';
  return `<p><a href="findings.html">All findings</a></p>
<h1>${id}</h1>
<p>${escape(finding.effect)}</p>
${seen}${part('Cause', finding.cause)}${part('In Blender', finding.blender)}${part('In Maya', finding.maya)}${part('In engines', finding.engines)}${part('Fix', finding.remedy)}<p><code>bindpose doctor FILE --fix OUT.glb --only ${id}</code> repairs a copy, if the file tells how.</p>
${code}<p>Why: <a href="${pad(finding.lesson)}.html">${escape(lesson ? lesson.title : `lesson ${finding.lesson}`)}</a></p>\n`;
}

// Pages: {name, title, about, html}, the list first.
export function findingsHtml(findings, lessons, pictures) {
  const row = ({ id, effect }) => `<dt><a href="${nameOf(id)}.html">${id}</a></dt><dd>${escape(effect)}</dd>\n`;
  const list = `<h1>What can be wrong with a skin</h1>
<p>What <code>bindpose doctor</code> finds in glTF files: what one sees, how it comes about, what to do.</p>
<dl>
${findings.map(row).join('')}</dl>\n`;
  return [
    { name: 'findings.html', title: 'What can be wrong with a skin', about: 'Causes and remedies of broken skins.', html: list },
    ...findings.map((finding) => ({
      name: `${nameOf(finding.id)}.html`,
      title: finding.id,
      about: `${finding.effect} ${finding.remedy}`.slice(0, 200),
      html: findingHtml(finding, lessons, pictures),
    })),
  ];
}
