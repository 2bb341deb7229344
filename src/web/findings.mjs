// A page for each finding of the doctor, from the program's own texts (`bindpose explain --json`), with a picture of our
// character that is broken in that way, beside one that isn't. Some files are drawn wrongly by other programs alone: for
// these, a copy is broken so that Bindpose draws what those programs draw.
import { escape, pad, pictureHtml } from './articles.mjs';
import { BROKEN, broken, ELSEWHERE, UNSEEN } from './broken.mjs';

const SIZE = [320, 400];
const nameOf = (id) => `finding-${id}`;
const views = Object.values({ ...BROKEN, ...ELSEWHERE }).map(([view]) => view);
const goodName = (view) => `finding-good-${views.indexOf(view)}`;

// Draws all whose id `takes` says, and calls save(name, png) if there is one. It checks that the doctor finds in each copy what
// the copy shows, and that one sees it; or that one doesn't, or that the file is refused.
export async function drawFindings(run, character, save, takes = () => true) {
  const draw = async (file, view, theme) =>
    (await run('render', file, '-o', '/out.png', '--size', SIZE.join('x'), '--theme', theme, ...view)).read('/out.png');
  const put = async (file, name, view) => {
    const dark = await draw(file, view, 'dark');
    save?.(`${name}-dark`, dark);
    save?.(`${name}-light`, await draw(file, view, 'light'));
    return dark;
  };
  const good = new Map();
  for (const view of new Set(views)) good.set(view, await put('/assets/character.glb', goodName(view), view));
  for (const [id, [how, , other]] of Object.entries({ ...BROKEN, ...ELSEWHERE, ...UNSEEN })) {
    if (!takes(id)) continue;
    run.files = { '/broken.glb': broken(character, id) };
    const more = BROKEN[id] && other ? ['--profile', other] : [];
    const known = await run('doctor', '/broken.glb', '--write-baseline', '/known.json', ...more);
    if (!JSON.parse(known.read('/known.json')).findings.some((finding) => finding.id === id))
      throw new Error(`the doctor doesn't find ${id} in the copy that shows it`);
    if (!BROKEN[id]) {
      const view = ELSEWHERE[id] ? how : [];
      const png = await draw('/broken.glb', view, 'dark').catch(() => null);
      if (!(how.refused ? png === null : png?.equals(good.get(ELSEWHERE[id] ? view : views[0]))))
        throw new Error(`${id}: not so: ${how.text ?? 'Bindpose draws it as it should be'}`);
    }
    if (UNSEEN[id]) continue;
    if (ELSEWHERE[id]) run.files = { '/broken.glb': broken(character, id, true) };
    if ((await put('/broken.glb', nameOf(id), how)).equals(good.get(how))) throw new Error(`one doesn't see ${id}`);
  }
  run.files = {};
}

const figure = (pictures, name, caption) =>
  `<figure>${pictureHtml(pictures, name, SIZE, caption)}<figcaption>${escape(caption)}</figcaption></figure>`;

function findingHtml(finding, lessons, pictures) {
  const { id } = finding;
  const lesson = lessons.find(({ number }) => number === finding.lesson);
  const part = (title, text) => `<h2>${title}</h2>\n<p>${escape(text)}</p>\n`;
  const [view, , , others] = BROKEN[id] ?? ELSEWHERE[id] ?? [];
  const seen = view
    ? `<div class="findings">${figure(pictures, goodName(view), `As it should be${others ? ', and as Bindpose draws it' : ''}`)}
${figure(pictures, nameOf(id), `With ${id}${others ? `, in programs that ${others}` : ''}`)}</div>\n`
    : `<p>${UNSEEN[id]?.[0].text ?? 'The character itself looks as it should: this is a limit of the importer that the profile names.'}</p>\n`;
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
