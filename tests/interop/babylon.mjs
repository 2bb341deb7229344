// Compares the joint matrices that Babylon.js computes for our file with those of `bindpose skin --json`.
//     babylon.mjs BINDPOSE FILE.glb
import fs from "node:fs";
import { execFileSync } from "node:child_process";
import * as B from "@babylonjs/core";
import { PerformanceConfigurator } from "@babylonjs/core/Engines/performanceConfigurator.js";
import "@babylonjs/loaders/glTF/index.js";

const [bindpose, file] = process.argv.slice(2);
const TARGET_FPS = 60, TOLERANCE = 1e-5;
PerformanceConfigurator.SetMatrixPrecision(true);
const engine = new B.NullEngine({ useHighPrecisionMatrix: true });
B.Logger.LogLevels = 0;
const scene = new B.Scene(engine);
scene.useRightHandedSystem = true; // makes the loader's root node the identity
new B.FreeCamera("camera", B.Vector3.Zero(), scene);

// The file as one JSON text without images, which NullEngine can't decode.
function withoutImages(bytes) {
    const jsonSize = bytes.readUInt32LE(12), json = JSON.parse(bytes.subarray(20, 20 + jsonSize));
    const chunk = bytes.subarray(20 + jsonSize + 8);
    for (const key of ["images", "textures", "samplers", "materials"]) delete json[key];
    for (const mesh of json.meshes) for (const primitive of mesh.primitives) delete primitive.material;
    json.buffers[0].uri = "data:application/octet-stream;base64," + chunk.toString("base64");
    return json;
}
const json = withoutImages(fs.readFileSync(file));
const container = await B.LoadAssetContainerAsync("data:" + JSON.stringify(json), scene, { pluginExtension: ".gltf" });
container.addAllToScene();

function babylonMatrices(group, seconds) {
    if (group) {
        group.start(false);
        group.pause();
        group.goToFrame(seconds * TARGET_FPS);
        group.stop(true);
    }
    [...container.transformNodes, ...container.meshes].forEach((node) => node.computeWorldMatrix(true));
    return container.skeletons.map((skeleton, number) => {
        skeleton._transformMatrices = new Float64Array(16 * (skeleton.bones.length + 1));
        skeleton._markAsDirty();
        skeleton.prepare(true);
        return json.skins[number].joints.map((_, k) => Array.from(skeleton._transformMatrices.subarray(16 * k, 16 * k + 16)));
    });
}
function ourMatrices(clip, seconds) {
    const clipOptions = clip === null ? [] : ["--animation", String(clip), "--time", String(seconds)];
    const text = execFileSync(bindpose, ["skin", file, "--json", ...clipOptions], { maxBuffer: 1 << 28 });
    return JSON.parse(text).skins.map((skin) => skin.jointMatrix);
}

let worst = 0, compared = 0;
const ends = (json.animations ?? []).map((a) => Math.max(...a.samplers.map((s) => json.accessors[s.input].max[0])));
const moments = [[null, 0], ...ends.flatMap((end, clip) => [0, 0.21, 0.5, 0.77, 1].map((part) => [clip, end * part]))];
for (const [clip, seconds] of moments) {
    const theirs = babylonMatrices(clip === null ? null : container.animationGroups[clip], seconds);
    const ours = ourMatrices(clip, seconds);
    if (theirs.length !== ours.length) throw new Error(`skins: got ${ours.length}, wanted ${theirs.length}`);
    ours.forEach((skin, s) => skin.forEach((matrix, j) => matrix.forEach((x, i) => {
        worst = Math.max(worst, Math.abs(x - theirs[s][j][i]) / Math.max(1, ...matrix.map(Math.abs)));
        compared++;
    })));
}
const good = compared > 0 && worst <= TOLERANCE;
console.log(`${good ? "good" : "FAILED"}  Babylon.js: ${file.split("/").pop()}: ${compared} numbers of joint matrices at ${moments.length} moments, worst difference ${worst.toExponential(2)} of the largest in its matrix (tolerance ${TOLERANCE})`);
process.exit(good ? 0 : 1);
