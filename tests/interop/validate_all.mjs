// Khronos' validator over all files of a folder, in one process: node validate_all.mjs FOLDER
import fs from 'node:fs';
import path from 'node:path';
import validator from 'gltf-validator';

let issues = 0;
for (const name of fs.readdirSync(process.argv[2])) {
  const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(path.join(process.argv[2], name))), { uri: name });
  issues += report.issues.numErrors + report.issues.numWarnings;
}
console.log(issues, 'errors and warnings');
