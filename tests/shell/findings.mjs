// The pictures of the doctor's findings by the program itself: findings.mjs BINDPOSE CHARACTER FOLDER [OUT]
// Draws what the site draws by the module, checks the same, and, with OUT, keeps the pictures. Every finding has a
// picture, a reason why it has none, or is a limit of an importer.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { drawFindings, findingsHtml } from '../../src/web/findings.mjs';
import { BROKEN, ELSEWHERE, UNSEEN } from '../../src/web/broken.mjs';

const [program, character, folder, out] = process.argv.slice(2);
const here = (word) => (word === '/assets/character.glb' ? path.resolve(character) : word.startsWith('/') ? path.join(folder, word) : word);
const run = async (...words) => {
  for (const [name, bytes] of Object.entries(run.files)) fs.writeFileSync(here(name), bytes);
  const output = execFileSync(program, words.map(here), { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return { output, read: (name) => fs.readFileSync(here(name)) };
};
run.files = {};
let number = 0; // each third one; TEST_DEEP=1: all
const takes = () => process.env.TEST_DEEP || out || number++ % 3 === 0;
await drawFindings(run, fs.readFileSync(character), out && ((name, png) => fs.writeFileSync(path.join(out, `${name}.png`), png)), takes);
const findings = JSON.parse((await run('explain', '--json')).output);
const alone = findings.filter(({ id }) => !BROKEN[id] && !ELSEWHERE[id] && !UNSEEN[id] && !id.startsWith('profile-'));
const pages = findingsHtml(findings, [], (name, theme) => `${name}-${theme}.webp`);
const empty = pages.slice(1).filter(({ html }) => !/<figure>|no picture: |looks as it should: /.test(html));
console.log(`${Object.keys({ ...BROKEN, ...ELSEWHERE }).length} findings with pictures, ${Object.keys(UNSEEN).length} that none shows, ${pages.length} pages`);
console.log(`${alone.length + empty.length} without a word: ${[...alone, ...empty].map((one) => one.id ?? one.name).join(' ')}`);
