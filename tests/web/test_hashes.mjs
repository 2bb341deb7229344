// The hashes of tests/determinism in the browser: the same module that check-hashes-web runs in node, and the
// same native hashes to compare with (build/web/hashes).
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { openBrowser, serve, web } from './browser.mjs';

const wanted = fs
  .readFileSync(path.join(web, 'hashes'), 'utf8')
  .split('\n')
  .filter((line) => line.split(' ').length === 2);

let browser, server;
before(async () => {
  browser = await openBrowser();
  server = await serve(path.join(web, 'simd'));
});
after(async () => {
  server.close();
  await browser.close();
});

test('every hash is the native one', async () => {
  const page = await browser.newPage();
  await page.goto(server.address + 'hashes.js'); // any page of this server
  await page.addScriptTag({ url: server.address + 'hashes.js' });
  const character = fs.readFileSync('assets/character.glb').toString('base64');
  const programs = [...new Set(wanted.map((line) => line.split(':')[0]))];
  for (const program of programs) {
    const lines = await page.evaluate(
      async (program, character) => {
        const printed = [];
        const module = await createHashes({ print: (line) => printed.push(line) });
        module.FS.mkdir('/assets');
        module.FS.writeFile('/assets/character.glb', Uint8Array.from(atob(character), (c) => c.charCodeAt(0)));
        module.callMain([program, '1']);
        return printed;
      },
      program,
      character,
    );
    assert.deepEqual(
      lines.map((line) => `${program}:${line}`),
      wanted.filter((line) => line.startsWith(`${program}:`)),
    );
  }
});
