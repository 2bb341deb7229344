// Springs of VRM characters before and after `bindpose rebind --bind rotation-free`, simulated by three-vrm: two seconds of
// 60 steps each, while the figure turns and nods. Bones must be within 1 mm of each other at every step.
//     vrm.mjs BINDPOSE CHARACTER.glb FOLDER
// The characters are made here from CHARACTER: VRM 0.x and VRM 1.0, with arms that swing as springs, against colliders at
// the trunk (spheres and capsules) that reach into them.
import fs from "node:fs";
import path from "node:path";
import { execFileSync } from "node:child_process";
globalThis.self = globalThis;
globalThis.ProgressEvent ??= class { constructor(type, init) { Object.assign(this, init, { type }); } };
const THREE = await import("three");
const { GLTFLoader } = await import("three/examples/jsm/loaders/GLTFLoader.js");
const { VRMSpringBoneLoaderPlugin } = await import("@pixiv/three-vrm-springbone");
const [bindpose, character, folder] = process.argv.slice(2);
console.warn = () => {};

function split(bytes) {
    const size = bytes.readUInt32LE(12);
    return { json: JSON.parse(bytes.subarray(20, 20 + size)), bin: bytes.subarray(20 + size + 8) };
}
function join({ json, bin }) {
    const text = Buffer.from(JSON.stringify(json)), padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, 32)]);
    const head = Buffer.alloc(20), chunk = Buffer.alloc(8);
    head.write("glTF"), head.writeUInt32LE(2, 4), head.writeUInt32LE(20 + padded.length + 8 + bin.length, 8);
    head.writeUInt32LE(padded.length, 12), head.write("JSON", 16);
    chunk.writeUInt32LE(bin.length, 0), chunk.write("BIN\0", 4);
    return Buffer.concat([head, padded, chunk, bin]);
}
const base = split(fs.readFileSync(character));
const node = (name) => base.json.nodes.findIndex((n) => n.name === name);
const ARMS = [["upper_arm_left", "forearm_left", "hand_left"], ["upper_arm_right", "forearm_right", "hand_right"]].map((names) => names.map(node));
const SETTINGS = { stiffness: 0.4, gravityPower: 0.3, gravityDir: [0, -1, 0], dragForce: 0.3, hitRadius: 0.04 };

function vrm1(file) {
    const json = structuredClone(base.json);
    json.extensionsUsed = [...(json.extensionsUsed ?? []), "VRMC_vrm", "VRMC_springBone"];
    json.extensions = {
        VRMC_vrm: { specVersion: "1.0", meta: { name: "x", authors: ["x"], licenseUrl: "https://vrm.dev/licenses/1.0/" },
            humanoid: { humanBones: { hips: { node: node("hips") }, head: { node: node("head") } } },
            lookAt: { offsetFromHeadBone: [0, 0.06, 0.1] } },
        VRMC_springBone: { specVersion: "1.0",
            colliders: [
                { node: node("spine"), shape: { sphere: { offset: [0.02, 0.1, 0.05], radius: 0.2 } } },
                { node: node("thigh_left"), shape: { capsule: { offset: [0.03, 0, 0.01], tail: [0.02, 0.2, 0.05], radius: 0.15 } } }],
            colliderGroups: [{ colliders: [0, 1] }],
            springs: ARMS.map((joints) => ({ joints: joints.map((n) => ({ node: n, ...SETTINGS })), colliderGroups: [0] })) } };
    fs.writeFileSync(file, join({ json, bin: base.bin }));
}
function vrm0(file) {
    const json = structuredClone(base.json);
    json.extensionsUsed = [...(json.extensionsUsed ?? []), "VRM"];
    json.extensions = { VRM: { specVersion: "0.0", humanoid: { humanBones: [{ bone: "hips", node: node("hips") }, { bone: "head", node: node("head") }] },
        firstPerson: { firstPersonBone: node("head"), firstPersonBoneOffset: { x: 0, y: 0.06, z: -0.1 } },
        secondaryAnimation: {
            boneGroups: [{ stiffiness: 0.4, gravityPower: 0.3, gravityDir: { x: 0, y: -1, z: 0 }, dragForce: 0.3, hitRadius: 0.04, center: -1,
                bones: ARMS.map((joints) => joints[0]), colliderGroups: [0, 1] }],
            colliderGroups: [{ node: node("spine"), colliders: [{ offset: { x: 0.02, y: 0.1, z: -0.05 }, radius: 0.2 }] },
                { node: node("thigh_left"), colliders: [{ offset: { x: 0.03, y: 0.1, z: -0.02 }, radius: 0.15 }] }] } } };
    fs.writeFileSync(file, join({ json, bin: base.bin }));
}

// The bones of the arms at each step, by name. Without meshes: node can't decode their images.
async function simulate(file) {
    const { json, bin } = split(fs.readFileSync(file));
    for (const key of ["images", "textures", "samplers", "materials", "meshes", "skins", "animations"]) delete json[key];
    for (const n of json.nodes) delete n.mesh, delete n.skin;
    json.buffers[0].uri = "data:application/octet-stream;base64," + bin.toString("base64");
    const loader = new GLTFLoader();
    loader.register((parser) => new VRMSpringBoneLoaderPlugin(parser));
    const gltf = await loader.parseAsync(JSON.stringify(json), "");
    const manager = gltf.userData.vrmSpringBoneManager, steps = [];
    const find = (index) => gltf.parser.getDependency("node", index);
    const arms = await Promise.all(ARMS.flat().map(find));
    gltf.scene.updateMatrixWorld(true);
    manager.setInitState();
    for (let i = 0; i < 120; i++) {
        const t = i / 60;
        gltf.scene.rotation.set(0.3 * Math.sin(5 * t), 0.8 * Math.sin(3 * t), 0.2 * Math.cos(4 * t));
        gltf.scene.position.set(0.2 * Math.sin(6 * t), 0, 0);
        gltf.scene.updateMatrixWorld(true);
        manager.update(1 / 60);
        gltf.scene.updateMatrixWorld(true);
        steps.push(arms.map((bone) => new THREE.Vector3().setFromMatrixPosition(bone.matrixWorld)));
    }
    return steps;
}

fs.mkdirSync(folder, { recursive: true });
let failed = false;
for (const [name, make] of [["vrm-0", vrm0], ["vrm-1", vrm1]]) {
    const before = path.join(folder, name + ".vrm"), after = path.join(folder, name + "-rebound.vrm");
    make(before);
    execFileSync(bindpose, ["rebind", before, after, "--bind", "rotation-free"], { stdio: ["ignore", "ignore", "inherit"] });
    const [a, b] = [await simulate(before), await simulate(after)];
    let worst = 0, moved = 0;
    a.forEach((step, i) => step.forEach((at, j) => {
        worst = Math.max(worst, at.distanceTo(b[i][j]));
        moved = Math.max(moved, at.distanceTo(a[0][j]));
    }));
    // With the old numbers in the new frames they would be elsewhere: otherwise this proves nothing.
    const old = split(fs.readFileSync(before)).json.extensions, wrong = split(fs.readFileSync(after)), file = path.join(folder, name + "-wrong.vrm");
    wrong.json.extensions = old;
    fs.writeFileSync(file, join(wrong));
    const c = await simulate(file);
    const unconverted = Math.max(...a.flatMap((step, i) => step.map((at, j) => at.distanceTo(c[i][j]))));
    console.log(`${name}: unconverted, ${(1000 * unconverted).toFixed(1)} mm`);
    if (!(unconverted > 0.001)) failed = true;
    console.log(`${name}: springs before and after rebind are at most ${(1000 * worst).toFixed(3)} mm apart in two seconds (they move by ${moved.toFixed(2)} m)`);
    if (!(worst < 0.001) || !(moved > 0.1)) failed = true;
}
if (failed) {
    console.error("test-interop: springs differ");
    process.exit(1);
}
