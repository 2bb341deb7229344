// Runs Khronos' validator on the given files: no errors, and no warnings except those that the model had before we
// wrote it (a skinned mesh's node with a transform or a parent). With --errors: no errors, for files whose warnings are
// those of the model that they were made from.
//     validate.mjs [--errors] FILE...
import fs from "node:fs";
import path from "node:path";
import validator from "gltf-validator";

const FROM_THE_MODEL = ["NODE_SKINNED_MESH_LOCAL_TRANSFORMS", "NODE_SKINNED_MESH_NON_ROOT"];
const errorsOnly = process.argv[2] === "--errors";
let failed = 0;
for (const file of process.argv.slice(errorsOnly ? 3 : 2)) {
    const strict = path.basename(file).startsWith("character");
    const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), {
        uri: path.basename(file),
        externalResourceFunction: async (uri) =>
            new Uint8Array(fs.readFileSync(path.join(path.dirname(file), decodeURIComponent(uri)))),
    });
    const { numErrors, numWarnings, numInfos, messages } = report.issues;
    const wrong = messages.filter((m) => (errorsOnly ? m.severity < 1 : strict || (m.severity < 2 && !FROM_THE_MODEL.includes(m.code))));
    console.log(`${wrong.length ? "FAILED" : "good"}  ${path.basename(file)}: ${numErrors} errors, ${numWarnings} warnings, ${numInfos} infos`);
    for (const m of wrong.slice(0, 10)) console.log(`    ${m.code} ${m.pointer ?? ""}: ${m.message}`);
    failed += wrong.length > 0;
}
process.exit(failed ? 1 : 0);
