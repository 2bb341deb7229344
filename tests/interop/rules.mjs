// Khronos' validator about the files of tests/cases/rules.py and exports.py: a broken file has each of the codes that the doctor gave
// for it, and a fixed one no error.
//     rules.mjs FOLDER [--each]
import fs from 'node:fs';
import path from 'node:path';
import validator from 'gltf-validator';

const folder = process.argv[2];
const said = JSON.parse(fs.readFileSync(path.join(folder, 'codes.json')));
let failed = 0;

const beside = async (uri) => new Uint8Array(fs.readFileSync(path.join(folder, decodeURIComponent(uri))));

async function errorsOf(name) {
  try {
    const options = { uri: name, maxIssues: 5000, externalResourceFunction: beside };
    const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(path.join(folder, name))), options);
    return report.issues.messages.filter((message) => message.severity === 0).map((message) => message.code);
  } catch {
    return null; // it stops at joints that are floats
  }
}

for (const [name, codes] of Object.entries(said)) {
  const file = fs.existsSync(path.join(folder, `${name}.gltf`)) ? `${name}.gltf` : `${name}.glb`;
  const before = await errorsOf(file);
  const after = fs.existsSync(path.join(folder, `${name}-fixed.glb`)) ? await errorsOf(`${name}-fixed.glb`) : [];
  const missing = before ? codes.filter((code) => !before.includes(code)) : [];
  const good = (!before || before.length > 0) && missing.length === 0 && after?.length === 0;
  failed += !good;
  if (process.argv[3]) console.log(`${name}: ${before?.length} errors before, ${after?.length} after: ${[...new Set(before)]}`);
  if (!good) console.log(`FAILED  ${name}: ${[...new Set(before)]} before, without ${missing}; ${after} after`);
}
console.log(`${failed} of ${Object.keys(said).length} files wrong by the validator`);
process.exit(failed ? 1 : 0);
