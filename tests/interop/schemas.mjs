// The doctor's JSON and SARIF against their schemas, by ajv: node schemas.mjs BINDPOSE SCHEMA MODEL...
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
let failed = 0;
for (const [format, check] of Object.entries(checks)) {
  for (const files of [models, models.slice(0, 1)]) {
    const { stdout, status } = spawnSync(program, ['doctor', '--format', format, ...files], { maxBuffer: 1 << 30 });
    const good = status < 3 && check(JSON.parse(stdout));
    console.log(`${format} of ${files.length} files: ${good ? 'valid' : JSON.stringify(check.errors)}`);
    failed += !good;
  }
}
process.exit(failed ? 1 : 0);
