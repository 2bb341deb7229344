// The doctor's JSON, JSON lines and SARIF (with links) against their schemas, by ajv: node schemas.mjs BINDPOSE SCHEMA MODEL...
// SARIF's schema is the one of the package of its authors' matchers.
import Ajv from 'ajv';
import Ajv04 from 'ajv-draft-04'; // which SARIF's schema is written in
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

const [program, schema, ...models] = process.argv.slice(2);
const sarif = createRequire(import.meta.url).resolve('@microsoft/jest-sarif').replace(/lib\/.*/, 'lib/schemas/sarif-2.1.0-rtm.5.json');
const options = { strict: false, unicodeRegExp: false, validateFormats: false, logger: false };
const checks = {
  json: new Ajv(options).compile(JSON.parse(readFileSync(schema))),
  sarif: new Ajv04(options).compile(JSON.parse(readFileSync(sarif))),
};
const env = { ...process.env, BINDPOSE_SITE: 'https://pages.example/' };
let failed = 0;
function validate(check, format, files, ...more) {
  const { stdout, status } = spawnSync(program, ['doctor', '--format', format, ...more, ...files], { maxBuffer: 1 << 30, env });
  const texts = format === 'jsonl' ? `${stdout}`.trim().split('\n') : [stdout];
  const good = status < 3 && texts.every((text) => check(JSON.parse(text)));
  console.log(`${[format, ...more].join(' ')} of ${files.length} files: ${good ? 'valid' : JSON.stringify(check.errors)}`);
  failed += !good;
}
for (const files of [models, models.slice(0, 1)]) {
  for (const format of ['json', 'jsonl']) validate(checks.json, format, files);
  validate(checks.json, 'json', files, '--dry-run');
  validate(checks.json, 'json', files, '--profile', 'vrm1');
  validate(checks.sarif, 'sarif', files);
}
process.exit(failed ? 1 : 0);
