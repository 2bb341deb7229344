// VRM characters before and after `bindpose rebind --bind rotation-free`, in three-vrm: two seconds of 60 steps each.
// Springs, while the figure turns and nods; node constraints (roll, aim, rotation), while their source turns and moves;
// the place from which the eyes look (lookAt, VRM 0.x: firstPerson), while the head turns. All must be within 1 mm of
// each other at every step.
//     vrm.mjs BINDPOSE CHARACTER.glb FOLDER
// The characters are made here from CHARACTER: VRM 0.x and VRM 1.0, with arms that swing as springs, against colliders at
// the trunk (spheres and capsules) that reach into them.
import fs from "node:fs";
import path from "node:path";
import { execFileSync, spawnSync } from "node:child_process";
globalThis.self = globalThis;
globalThis.ProgressEvent ??= class { constructor(type, init) { Object.assign(this, init, { type }); } };
const THREE = await import("three");
const { GLTFLoader } = await import("three/examples/jsm/loaders/GLTFLoader.js");
const { VRMSpringBoneLoaderPlugin } = await import("@pixiv/three-vrm-springbone");
const { VRMNodeConstraintLoaderPlugin } = await import("@pixiv/three-vrm-node-constraint");
const { VRMExpressionLoaderPlugin, VRMHumanoidLoaderPlugin, VRMLookAtLoaderPlugin } = await import("@pixiv/three-vrm-core");
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
base.json.nodes.find((n) => n.name === "head").rotation = [Math.SQRT1_2, 0, 0, Math.SQRT1_2]; // it isn't rotated otherwise
const node = (name) => base.json.nodes.findIndex((n) => n.name === name);
const ARMS = [["upper_arm_left", "forearm_left", "hand_left"], ["upper_arm_right", "forearm_right", "hand_right"]].map((names) => names.map(node));
const SETTINGS = { stiffness: 0.4, gravityPower: 0.3, gravityDir: [0, -1, 0], dragForce: 0.3, hitRadius: 0.04 };

const SIDES = ["left", "right"], LIMBS = { UpperArm: "upper_arm", LowerArm: "forearm", Hand: "hand", UpperLeg: "thigh", LowerLeg: "shin", Foot: "foot" };
const BONES = [...["hips", "spine", "head"].map((name) => [name, node(name)]),
    ...SIDES.flatMap((side) => Object.entries(LIMBS).map(([bone, name]) => [side + bone, node(`${name}_${side}`)]))];

function vrm1(file) {
    const json = structuredClone(base.json);
    json.extensionsUsed = [...(json.extensionsUsed ?? []), "VRMC_vrm", "VRMC_springBone"];
    json.extensions = {
        VRMC_vrm: { specVersion: "1.0", meta: { name: "x", authors: ["x"], licenseUrl: "https://vrm.dev/licenses/1.0/" },
            humanoid: { humanBones: Object.fromEntries(BONES.map(([bone, node]) => [bone, { node }])) },
            expressions: {}, lookAt: { offsetFromHeadBone: [0, 0.06, 0.1] } },
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
    json.extensions = { VRM: { specVersion: "0.0", humanoid: { humanBones: BONES.map(([bone, node]) => ({ bone, node })) },
        blendShapeMaster: { blendShapeGroups: [] }, firstPerson: { firstPersonBone: node("head"), firstPersonBoneOffset: { x: 0, y: 0.06, z: -0.1 } },
        secondaryAnimation: {
            boneGroups: [{ stiffiness: 0.4, gravityPower: 0.3, gravityDir: { x: 0, y: -1, z: 0 }, dragForce: 0.3, hitRadius: 0.04, center: -1,
                bones: ARMS.map((joints) => joints[0]), colliderGroups: [0, 1] }],
            colliderGroups: [{ node: node("spine"), colliders: [{ offset: { x: 0.02, y: 0.1, z: -0.05 }, radius: 0.2 }] },
                { node: node("thigh_left"), colliders: [{ offset: { x: 0.03, y: 0.1, z: -0.02 }, radius: 0.15 }] }] } } };
    fs.writeFileSync(file, join({ json, bin: base.bin }));
}

// Siblings whose frames are rotated by quarter turns, so that their axes are axes again without the rotations. Each
// constrained one has a child away from itself, whose place tells how it is turned.
function constraints(file) {
    const quarter = (axis) => [0, 1, 2, 3].map((i) => (i === axis || i === 3 ? Math.SQRT1_2 : 0));
    const constraint = (kind, members) => ({ extensions: { VRMC_node_constraint: { specVersion: "1.0", constraint: { [kind]: { source: 1, ...members } } } } });
    const nodes = [
        { name: "root", rotation: quarter(2), children: [1, 2, 3, 4] },
        { name: "source", translation: [0.2, 0.3, 0.1], rotation: quarter(0) },
        { name: "roll", translation: [-0.3, 0, 0], rotation: quarter(1), children: [5], ...constraint("roll", { rollAxis: "Y", weight: 0.7 }) },
        { name: "aim", translation: [0, -0.4, 0.2], rotation: quarter(0), children: [6], ...constraint("aim", { aimAxis: "NegativeZ" }) },
        { name: "rotation", translation: [0.1, 0, -0.5], rotation: quarter(0), children: [7], ...constraint("rotation", { weight: 0.6 }) },
        ...["roll", "aim", "rotation"].map((kind) => ({ name: `tip_${kind}`, translation: [0.3, 0.2, 0.1] }))];
    fs.writeFileSync(file, JSON.stringify({ asset: { version: "2.0" }, scene: 0, scenes: [{ nodes: [0] }], nodes,
        skins: [{ joints: nodes.map((_, i) => i) }], extensionsUsed: ["VRMC_node_constraint"] }));
}

// Turns a bone by a rotation of the scene away from how the file has it at rest.
const rest = new Map();
function turn(bone, by) {
    if (!rest.has(bone)) rest.set(bone, bone.getWorldQuaternion(new THREE.Quaternion()));
    const parent = bone.parent.getWorldQuaternion(new THREE.Quaternion());
    bone.quaternion.copy(parent.invert().multiply(by).multiply(rest.get(bone)));
}
const wobble = (t) => new THREE.Quaternion().setFromEuler(new THREE.Euler(0.9 * Math.sin(5 * t), 0.7 * Math.sin(3 * t), 0.8 * Math.sin(4 * t)));

async function constrain(file) {
    const gltf = await load(fs.readFileSync(file, "utf8"), VRMNodeConstraintLoaderPlugin);
    const manager = gltf.userData.vrmNodeConstraintManager, steps = [];
    const [source, ...tips] = ["source", "tip_roll", "tip_aim", "tip_rotation"].map((name) => gltf.scene.getObjectByName(name));
    gltf.scene.updateMatrixWorld(true);
    manager.setInitState();
    const start = source.getWorldPosition(new THREE.Vector3());
    for (let i = 0; i < 120; i++) {
        turn(source, wobble(i / 60));
        source.position.copy(source.parent.worldToLocal(start.clone().add(new THREE.Vector3(0.1 * Math.sin(i / 10), 0.2 * Math.sin(i / 20), 0))));
        gltf.scene.updateMatrixWorld(true);
        manager.update();
        gltf.scene.updateMatrixWorld(true);
        steps.push(tips.map((tip) => tip.getWorldPosition(new THREE.Vector3())));
    }
    return steps;
}

async function look(file) {
    const gltf = await load(withoutMeshes(file), VRMHumanoidLoaderPlugin, VRMExpressionLoaderPlugin, VRMLookAtLoaderPlugin);
    const head = gltf.userData.vrmHumanoid.getRawBoneNode("head"), steps = [];
    gltf.scene.updateMatrixWorld(true);
    for (let i = 0; i < 120; i++) {
        turn(head, wobble(i / 60));
        gltf.scene.updateMatrixWorld(true);
        steps.push([gltf.userData.vrmLookAt.getLookAtWorldPosition(new THREE.Vector3())]);
    }
    return steps;
}

function load(text, ...plugins) {
    const loader = new GLTFLoader();
    loader.register((parser) => {
        const all = plugins.map((plugin) => new plugin(parser));
        return { name: "all", afterRoot: async (gltf) => { for (const one of all) await one.afterRoot(gltf); } }; // one needs the other
    });
    return loader.parseAsync(text, "");
}

// node can't decode their images.
function withoutMeshes(file) {
    const { json, bin } = split(fs.readFileSync(file));
    for (const key of ["images", "textures", "samplers", "materials", "meshes", "skins", "animations"]) delete json[key];
    for (const n of json.nodes) delete n.mesh, delete n.skin;
    json.buffers[0].uri = "data:application/octet-stream;base64," + bin.toString("base64");
    return JSON.stringify(json);
}

// The bones of the arms at each step, by name.
async function simulate(file) {
    const gltf = await load(withoutMeshes(file), VRMSpringBoneLoaderPlugin);
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

const read = (file) => (file.endsWith("gltf") ? { json: JSON.parse(fs.readFileSync(file)) } : split(fs.readFileSync(file)));
const distance = (a, b) => Math.max(...a.flatMap((step, i) => step.map((at, j) => at.distanceTo(b[i][j]))));

const differ = (a, b) => spawnSync(bindpose, ["diff", a, b], { stdio: "ignore" }).status;

// With the old numbers in the new frames they would be elsewhere: otherwise this proves nothing.
async function compare(name, what, play, before, after) {
    const old = read(before).json, wrong = read(after), file = after.replace("rebound", "wrong");
    wrong.json.extensions = old.extensions;
    wrong.json.nodes.forEach((n, i) => (n.extensions = old.nodes[i].extensions));
    fs.writeFileSync(file, wrong.bin ? join(wrong) : JSON.stringify(wrong.json));
    const [a, b, c] = [await play(before), await play(after), await play(file)];
    const worst = distance(a, b), moved = distance(a, a.map(() => a[0])), unconverted = distance(a, c);
    console.log(`${name}: ${what} before and after rebind are at most ${(1000 * worst).toFixed(3)} mm apart in two seconds (they move by ${moved.toFixed(2)} m; unconverted, ${(1000 * unconverted).toFixed(1)} mm)`);
    if (differ(before, after) !== 0 || differ(before, file) !== 1) console.error(`diff of ${name}`), (failed = true);
    if (!(worst < 0.001) || !(moved > 0.1) || !(unconverted > 0.001)) failed = true;
}

fs.mkdirSync(folder, { recursive: true });
let failed = false;
for (const [name, make] of [["vrm-0", vrm0], ["vrm-1", vrm1]]) {
    const before = path.join(folder, name + ".vrm"), after = path.join(folder, name + "-rebound.vrm");
    make(before);
    execFileSync(bindpose, ["rebind", before, after, "--bind", "rotation-free"], { stdio: ["ignore", "ignore", "inherit"] });
    await compare(name, "springs", simulate, before, after);
    await compare(name, "eyes", look, before, after);
}
// Hands that are exchanged in the humanoid map are a difference, though nothing moves otherwise.
const whole = split(fs.readFileSync(path.join(folder, "vrm-1.vrm"))), exchanged = path.join(folder, "exchanged.vrm");
const { humanBones } = whole.json.extensions.VRMC_vrm.humanoid;
[humanBones.leftHand, humanBones.rightHand] = [humanBones.rightHand, humanBones.leftHand];
fs.writeFileSync(exchanged, join(whole));
if (differ(path.join(folder, "vrm-1.vrm"), exchanged) !== 1) console.error("diff sees no exchanged hands"), (failed = true);
const free = path.join(folder, "constraints.gltf"), rebound = path.join(folder, "constraints-rebound.gltf");
constraints(free);
execFileSync(bindpose, ["rebind", free, rebound, "--bind", "rotation-free"], { stdio: ["ignore", "ignore", "inherit"] });
await compare("vrm-1", "constraints", constrain, free, rebound);
if (failed) {
    console.error("test-interop: VRMs move otherwise");
    process.exit(1);
}
