// Puts the page together: node assemble.mjs MODULE_FOLDER ASSETS OUT. Writes OUT/bindpose.html, a single file
// with everything inside, and OUT/site/, for servers: an article for each lesson, and the page with its parts
// beside it, each also compressed by gzip and brotli, and the single file for download. page.html names the
// scripts, in their order: those up to book.js are what an article needs. $SITE, "https://example.org/bones/", is the
// address where the site will be: links to its pages and pictures for others are then absolute, and it has a sitemap.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import zlib from 'node:zlib';
import { exerciseTexts } from './exercise_texts.mjs';
import { articleHtml, cardsHtml, escape, middleStep, pad, pictureHtml } from './articles.mjs';
import { drawFindings, findingsHtml } from './findings.mjs';
import { drawPictures, makeRunner, packed, readLessons, TITLE_SIZE } from './generate.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const [moduleFolder, assets, out, option] = process.argv.slice(2);
const quick = option === '--quick' || option === '--file';
if (!out) {
  console.error('usage: node assemble.mjs MODULE_FOLDER ASSETS OUT [--quick | --file]');
  process.exit(2);
}
const SITE = (process.env.SITE || '').replace(/([^/])$/, '$1/');
if (SITE && !/^https?:\/\/[^/\s]+\/\S*$/.test(SITE)) {
  console.error(`SITE=${process.env.SITE}: give the address of the site, such as https://example.org/bones/`);
  process.exit(2);
}
const read = (name) => fs.readFileSync(path.join(here, name), 'utf8');
const payloads = {
  'bindpose.wasm': fs.readFileSync(path.join(moduleFolder, 'bindpose.wasm')),
  'character.glb': fs.readFileSync(path.join(assets, 'character.glb')),
  'exercises.json': Buffer.from(
    JSON.stringify(exerciseTexts(path.join(here, '../../lessons/exercises/originals'))),
  ),
};

const script = (name) => (name === 'bindpose.js' ? fs.readFileSync(path.join(moduleFolder, name), 'utf8') : read(name));

// As text in a page.
const texts = () =>
  Object.entries(payloads).map(([name, bytes]) => [name, zlib.gzipSync(bytes, { level: quick ? 1 : 9 }).toString('base64')]);

const page = read('page.html');
const SCRIPTS = /<script src="([^"]+)"><\/script>\n/g;
const names = [...page.matchAll(SCRIPTS)].map((match) => match[1]);
const shared = names.slice(0, names.indexOf('book.js') + 1);
const STYLE = '<link rel="stylesheet" href="page.css">';
const style = read('page.css') + read('book.css');
const OUTSIDE = "form-action 'none'; base-uri 'none'";
// The site's, which has no script inside its pages.
const STRICT =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " + OUTSIDE;

// Scripts as one, without lines that are comments; `</script` in a string would end it.
const together = (some) =>
  some
    .map(script)
    .join('\n')
    .replaceAll(/^\s*\/\/.*\n/gm, '')
    .replaceAll('</script', '<\\/script');

function put(html, mark, text) {
  if (!html.includes(mark)) throw new Error(`page.html lacks ${mark}`);
  return html.replace(mark, () => text);
}

// ---- what both forms have ------------------------------------------------------------------------------------

const TITLE = 'Bindpose: how bones move a character, and how a pixel is made';
const ABOUT = 'Interactive lessons: drag a character by its arm, and see every matrix of every bone.';

const addressOf = (file) => (SITE && file === 'index.html' ? SITE : SITE + file);

function headHtml({ title, about, policy, picture, file }) {
  const unfurled = picture
    ? `<meta property="og:type" content="article">
<meta property="og:title" content="${escape(title)}">
<meta property="og:description" content="${escape(about)}">
<meta property="og:url" content="${addressOf(file)}">
<meta property="og:image" content="${SITE}${picture}">
<meta name="twitter:card" content="summary_large_image">
<link rel="canonical" href="${addressOf(file)}">\n`
    : '';
  return `<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escape(title)}</title>
<meta name="description" content="${escape(about)}">
${unfurled}`;
}

const MENU = '<button type="button" id="menu-button" aria-haspopup="dialog" aria-keyshortcuts="F10" hidden>Menu</button>';

function waysHtml(to, here, menu = '') {
  const ways = [
    ['Lessons', to.list],
    ['Pixels', to.pixels],
    ['Exercises', to.exercises],
    ['Open a model', to.model],
  ].map(([text, href]) => `<a href="${href}"${text === here ? ' aria-current="page"' : ''}>${text}</a>`);
  return `<nav class="pagenav" aria-label="Pages">${ways.join('\n')}
<button type="button" id="theme" hidden>Light or dark</button>${menu}</nav>\n`;
}

function listHtml(lessons, to, pictures, offline = '') {
  return `<main class="pages wide" data-page="list">
<div class="top"><div data-lesson="1"><figure data-step="2"><div class="stage">${pictureHtml(pictures, 'title', TITLE_SIZE, '', false)}</div>
<figcaption class="unseen" id="title-caption">A character with its bones.</figcaption></figure><p class="about">Pull a hand, or a foot.</p></div><div><h1 tabindex="-1">How bones move a character</h1>
<p>Drag an arm, and see what its bones compute, one matrix at a time. Everything runs in this page; nothing leaves your
computer.</p>
<label class="drop"><b>Drop a character that looks wrong</b><span>You see what is wrong with it, and often the repair. A
.glb, .gltf or .vrm file, which stays on your computer. <u>Choose a file</u></span><input type="file" multiple></label>
</div></div>
${cardsHtml(lessons, { to, pictures })}<h2 id="more">Exercises, models</h2>
<p>You write the few lines that matter, and a checker explains your mistakes: <a href="${to.exercises}">exercises</a>.
Look at a <a href="${to.model}">character's bones and matrices</a>, or at <a href="${to.crowd}">a crowd</a>.${
    to.findings ? ` What can be wrong with a skin: <a href="${to.findings}">all findings of the doctor</a>.` : ''
  }</p>
${offline}</main>\n`;
}

// ---- the single file -----------------------------------------------------------------------------------------

const WITHIN = {
  list: '#', pixels: '#pixels', exercises: '#exercises', model: '#view', crowd: '#demo',
  lesson: (number) => `#${pad(number)}`,
  exercise: (id) => `#exercise/${id}`,
};

// The list's pictures; those of articles are drawn when they are seen.
const inside = (name, theme) =>
  `data:image/webp;base64,${fs.readFileSync(path.join(pictures, `${name}-${theme}.webp`)).toString('base64')}`;

function singleFile(lessons, exercises) {
  const data = texts().map(([name, text]) => `<script type="text/plain" id="payload-${name}">${text}</script>\n`);
  const articles = lessons.map((lesson) => {
    const prefix = `${pad(lesson.number)}/`;
    const html = articleHtml(lesson, { prefix, to: WITHIN, pictures: null, exercises, lessons });
    return `<main class="pages" data-page="${pad(lesson.number)}" hidden>\n${html}</main>\n`;
  });
  const policy = `connect-src 'self' data: blob:; ${OUTSIDE}`;
  // Without scripts all articles are shown, one below the other.
  const still = '<noscript><style>.pages[hidden] { display: block; }</style></noscript>';
  let html = put(page, STYLE, `<style>\n${style}</style>\n${still}`);
  html = put(html, '<!-- head -->\n', headHtml({ title: TITLE, about: ABOUT, policy }));
  html = put(html, '<!-- ways -->\n', waysHtml(WITHIN, 'Lessons', MENU));
  html = put(html, '<!-- pages -->\n', lessons.length > 0 ? listHtml(lessons, WITHIN, inside) + articles.join('') : '');
  html = put(
    html,
    html.match(SCRIPTS)[0],
    `${data.join('')}<script>\n${together(names)}</script>\n`,
  );
  return html.replaceAll(SCRIPTS, '');
}

// ---- the site ------------------------------------------------------------------------------------------------

const BESIDE = {
  list: 'index.html', pixels: 'index.html#pixels', exercises: 'index.html#exercises', model: 'index.html#view',
  crowd: 'index.html#demo', findings: 'findings.html',
  lesson: (number) => `${pad(number)}.html`,
  exercise: (id) => `index.html#exercise/${id}`,
};

const beside = (name, theme) => `pictures/${name}-${theme}.webp`;
const OFFLINE =
  '<p>To use it offline, save <a href="bindpose-offline.html" download="bindpose.html">the page as one file</a>: it ' +
  'works from a folder or a USB stick.</p>\n';

const plain = (paragraphs) => paragraphs.map((runs) => runs.map(({ text }) => text).join('')).join(' ');

// A page of its own: an article, a finding, or the list of findings. `scripts` is empty where none is needed.
const bookPage = (head, scripts, section, html) => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
${head}<link rel="icon" href="data:,">
${STYLE}
${scripts}</head>
<body class="book">
${waysHtml(BESIDE, section)}<main class="pages">
${html}</main>
</body>
</html>
`;

function articlePage(lesson, exercises, lessons) {
  const html = articleHtml(lesson, { prefix: '', to: BESIDE, pictures: beside, exercises, lessons });
  const first = lesson.steps[0];
  const head = headHtml({
    title: `${lesson.title} - Bindpose`,
    about: plain(first.asked || first.prose).slice(0, 200),
    policy: STRICT,
    picture: beside(`${pad(lesson.number)}-${middleStep(lesson)}`, 'light'),
    file: `${pad(lesson.number)}.html`,
  });
  return bookPage(head, '<script src="bindpose.js" defer></script>\n', lesson.number > 18 ? 'Pixels' : 'Lessons', html);
}

// A page that needs no script: a finding, or their list.
function findingPage({ name, title, about, html }) {
  const head = headHtml({ title: `${title} - Bindpose`, about, policy: STRICT, picture: beside('title', 'light'), file: name });
  return bookPage(head, '', 'Open a model', html);
}

function site(folder, lessons, exercises, findings) {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const rest = names.slice(shared.length);
  const scripts = '<script src="bindpose.js"></script>\n<script src="page.js"></script>\n';
  let html = page.replace(SCRIPTS, (match) => (match.includes('"bindpose.js"') ? scripts : ''));
  const head = headHtml({ title: TITLE, about: ABOUT, policy: STRICT, picture: beside('title', 'light'), file: 'index.html' });
  html = put(html, '<!-- head -->\n', head);
  html = put(html, '<!-- ways -->\n', waysHtml(BESIDE, 'Lessons', MENU));
  html = put(html, '<!-- pages -->\n', listHtml(lessons, BESIDE, beside, OFFLINE));
  const files = {
    'index.html': html,
    'bindpose.html': html, // its name in older links
    'page.css': style,
    // Each page of the site needs the module soon: it loads while the text is laid out and painted.
    'bindpose.js': together(shared) + '\nrequestAnimationFrame(() => Engine.load().catch(() => {}));\nBook.begin(document);\n',
    'page.js': together(rest),
    'parts.js': texts().map(([name, text]) => `document.head.append(Object.assign(document.createElement('script'),
  { type: 'text/plain', id: 'payload-${name}', text: '${text}' }));\n`).join(''),
    ...payloads,
  };
  for (const lesson of lessons) files[`${pad(lesson.number)}.html`] = articlePage(lesson, exercises, lessons);
  for (const one of findingsHtml(findings, lessons, beside)) files[one.name] = findingPage(one);
  const pages = Object.keys(files).filter((name) => name.endsWith('.html') && name !== 'bindpose.html');
  if (SITE) files['sitemap.txt'] = pages.map((name) => `${addressOf(name)}\n`).join('');
  for (const [name, bytes] of Object.entries(files)) {
    const file = path.join(folder, name);
    fs.writeFileSync(file, bytes);
    if (quick) continue; // for work on the scripts: brotli takes half a minute
    fs.writeFileSync(file + '.gz', zlib.gzipSync(bytes, { level: 9 }));
    execFileSync('brotli', ['-q', '11', '-w', '24', '-f', '-k', file]);
  }
}

// ---- both ----------------------------------------------------------------------------------------------------

fs.mkdirSync(out, { recursive: true });
const alone = option === '--file'; // another program's module: it has no lessons
const run = alone ? null : await makeRunner(moduleFolder, assets);
const lessons = alone ? [] : await readLessons(run, path.join(here, '../../lessons'));
const exercises = alone ? [] : JSON.parse((await run('exercise', 'describe')).output);
const pictures = path.join(out, 'pictures'); // what --quick keeps
if (!alone && !(quick && fs.existsSync(path.join(pictures, 'title-light.webp')))) {
  await drawPictures(run, lessons, pictures, path.join(out, 'packed'));
  await drawFindings(run, payloads['character.glb'], (name, png) =>
    fs.copyFileSync(packed(png, path.join(out, 'packed')), path.join(pictures, `${name}.webp`)),
  );
}
fs.writeFileSync(path.join(out, 'bindpose.html'), singleFile(lessons, exercises));
if (alone) process.exit();
const folder = path.join(out, 'site');
const findings = JSON.parse((await run('explain', '--json')).output);
site(folder, lessons, exercises, findings);
fs.copyFileSync(path.join(out, 'bindpose.html'), path.join(folder, 'bindpose-offline.html'));
fs.cpSync(pictures, path.join(folder, 'pictures'), { recursive: true });
const size = (file) => fs.statSync(file).size;
console.log(`  ${path.join(out, 'bindpose.html')}: ${size(path.join(out, 'bindpose.html'))} bytes`);
if (!quick) {
  const packed = fs.readdirSync(folder).filter((name) => name.endsWith('.br'));
  const total = packed.reduce((sum, name) => sum + size(path.join(folder, name)), 0);
  console.log(`  ${folder}/: ${total} bytes by brotli`);
}
