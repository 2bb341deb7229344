// Compares what three.js makes of files with `bindpose skin --json`: world matrices of nodes, joint matrices, and vertices
// after morphing and skinning, at rest and at moments of every clip, within 1e-5 of the model's size.
//     three.mjs BINDPOSE [--packed] FILE...
// --packed: files of `bindpose pack`, within 2e-5. Their rotations have length 1 within 5e-5.
// What three.js can't do is left out, and counted: it splits a node's matrix into translation, rotation and scale, so
// sheared ones change; it takes four influences a vertex; it poses in the mesh's own space, which a flattened node doesn't
// have; and it refuses sparse matrices.
import fs from "node:fs";
import path from "node:path";
import { execFileSync } from "node:child_process";
globalThis.self = globalThis;
globalThis.ProgressEvent ??= class { constructor(type, init) { Object.assign(this, init, { type }); } };
const THREE = await import("three");
const { GLTFLoader } = await import("three/examples/jsm/loaders/GLTFLoader.js");
const { MeshoptDecoder } = await import("meshoptimizer");

const [bindpose, ...files] = process.argv.slice(2);
const packed = files[0] === "--packed" && files.shift() !== undefined;
const TOLERANCE = packed ? 2e-5 : 1e-5, UNIT = packed ? 5e-5 : 1e-6;
console.warn = () => {};
// Makes the sums of weights 1, as three.js does, but without rounding them to the file's bytes again.
THREE.SkinnedMesh.prototype.normalizeSkinWeights = function () {
    const from = this.geometry.attributes.skinWeight, to = new THREE.BufferAttribute(new Float64Array(4 * from.count), 4);
    for (let i = 0, w = new THREE.Vector4(); i < from.count; i++) {
        w.fromBufferAttribute(from, i);
        if (w.manhattanLength() > 0) w.multiplyScalar(1 / w.manhattanLength());
        else w.set(1, 0, 0, 0);
        to.setXYZW(i, ...w.toArray());
    }
    this.geometry.setAttribute("skinWeight", to);
};

// The file as JSON with its buffers inside, and without images, which node can't decode.
function read(file) {
    const bytes = fs.readFileSync(file), uri = (data) => "data:application/octet-stream;base64," + data.toString("base64");
    let json;
    if (bytes.toString("latin1", 0, 4) === "glTF") {
        const size = bytes.readUInt32LE(12);
        json = JSON.parse(bytes.subarray(20, 20 + size));
        if (json.buffers?.length && json.buffers[0].uri === undefined) json.buffers[0].uri = uri(bytes.subarray(20 + size + 8));
    } else json = JSON.parse(bytes);
    const buffers = (json.buffers ?? []).filter((buffer) => buffer.uri !== undefined); // others are meshopt's fallbacks
    for (const buffer of buffers)
        if (!buffer.uri.startsWith("data:")) buffer.uri = uri(fs.readFileSync(path.join(path.dirname(file), decodeURIComponent(buffer.uri))));
    // three.js wants the last element of a strided view padded, which glTF doesn't, and moves only what is in the scene.
    for (const buffer of buffers) {
        const comma = buffer.uri.indexOf(",");
        const padded = Buffer.concat([Buffer.from(buffer.uri.slice(comma + 1), "base64"), Buffer.alloc(1024)]);
        [buffer.byteLength, buffer.uri] = [padded.length, uri(padded)];
    }
    for (const view of json.bufferViews ?? []) if (view.byteStride) view.byteLength += 2 * view.byteStride;
    const children = new Set((json.nodes ?? []).flatMap((node) => node.children ?? []));
    json.scenes = [{ nodes: (json.nodes ?? []).map((_, i) => i).filter((i) => !children.has(i)) }];
    json.scene = 0;
    for (const key of ["images", "textures", "samplers", "materials"]) delete json[key];
    for (const mesh of json.meshes ?? []) for (const primitive of mesh.primitives) delete primitive.material;
    return json;
}

function isSheared(m) {
    const rows = [0, 4, 8].map((i) => m.slice(i, i + 3)), dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    return [[0, 1], [0, 2], [1, 2]].some(([i, j]) => Math.abs(dot(rows[i], rows[j])) > 1e-6 * Math.sqrt(dot(rows[i], rows[i]) * dot(rows[j], rows[j]))) ||
        rows.some((row) => dot(row, row) < 1e-12);
}

// Whether three.js reads a primitive's vertices right: it adds the position itself for a target without positions, mistakes
// the base of a sparse accessor for packed where it is strided, wants an element to begin and end in one stride, and gives nodes
// that share a mesh each other's morph weights.
function isReadRight(json, mesh, primitive) {
    const nodes = json.nodes.filter((node) => node.mesh === mesh);
    if (nodes.length > 1 && primitive.targets && nodes.some((node) => node.weights)) return false;
    const used = [primitive.attributes, ...(primitive.targets ?? [])].flatMap((set) => Object.values(set));
    return primitive.attributes.JOINTS_1 === undefined && (primitive.targets ?? []).every((target) => target.POSITION !== undefined) &&
        used.every((i) => {
            const { sparse, bufferView, byteOffset = 0, componentType, type } = json.accessors[i];
            const stride = json.bufferViews[bufferView ?? -1]?.byteStride;
            const bytes = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5126: 4 }[componentType] * { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 }[type];
            return !stride || (!sparse && byteOffset % stride + bytes <= stride);
        });
}

let compared = 0, worst = 0, left = 0, moments = 0, failures = 0;
function compare(what, ours, theirs, size) {
    const a = ours.flat(), b = theirs.flat();
    if (a.length !== b.length) throw new Error(`${what}: ${a.length} numbers, three.js has ${b.length}`);
    a.forEach((x, i) => {
        const difference = Math.abs(x - b[i]) / size;
        if (!(difference <= TOLERANCE)) throw new Error(`${what}, number ${i}: ${x}, three.js has ${b[i]}`);
        worst = Math.max(worst, difference);
        compared++;
    });
}

async function check(file) {
    const json = read(file);
    if ((json.nodes ?? []).some((node) => node.matrix && isSheared(node.matrix))) return left++;
    const gltf = await new Promise((good, bad) => new GLTFLoader().setMeshoptDecoder(MeshoptDecoder).parse(JSON.stringify(json), "", good, bad));
    const nodes = await gltf.parser.getDependencies("node");
    const meshes = new Map();
    for (const root of [gltf.scene, ...nodes]) root.traverse((object) => {
        if (!object.geometry) return;
        let up = object, node;
        while (up && (node = gltf.parser.associations.get(up)?.nodes) === undefined) up = up.parent;
        meshes.set(`${node} ${gltf.parser.associations.get(object)?.primitives ?? 0}`, object);
    });
    const isUnit = (clip) => clip.tracks.every(({ name, values, createInterpolant }) => !/quaternion$/.test(name) ||
        createInterpolant.isInterpolantFactoryMethodGLTFCubicSpline || values.every((_, i) => i % 4 ||
            Math.abs(Math.hypot(...values.subarray(i, i + 4)) - 1) < UNIT));
    const mixer = new THREE.AnimationMixer(gltf.scene);
    const ends = gltf.animations.map((clip) => clip.duration);
    // three.js finds the meshes of animated morph weights by name, and mistakes one for another.
    const morphs = (clip) => clip !== null && json.animations[clip].channels.some((channel) => channel.target.path === "weights");
    for (const [clip, seconds] of [[null, 0], ...ends.flatMap((end, clip) => (isUnit(gltf.animations[clip]) ? [0.21, 0.5, 0.77] : (left++, [])).map((part) => [clip, end * part]))]) {
        mixer.stopAllAction();
        if (clip !== null) {
            const action = mixer.clipAction(gltf.animations[clip]);
            action.setLoop(THREE.LoopOnce).clampWhenFinished = true;
            action.reset().play();
            action.time = seconds;
            mixer.update(0);
        }
        for (let top of [gltf.scene, ...nodes]) { while (top.parent) top = top.parent; top.updateMatrixWorld(true); }
        const at = clip === null ? [] : ["--animation", String(clip), "--time", String(seconds)];
        const ours = JSON.parse(execFileSync(bindpose, ["skin", file, "--json", ...at], { maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "ignore"] }));
        const size = Math.max(1, ...ours.meshes.map((m) => m.positions.flat().reduce((a, x) => Math.max(a, Math.abs(x)), 0)),
            ...ours.nodes.map((n) => Math.max(...n.world.map(Math.abs))));
        const place = clip === null ? "at rest" : `clip ${clip}, ${seconds} s`;
        ours.nodes.forEach((node, i) => compare(`${place}: nodes[${i}]`, node.world, nodes[i].matrixWorld.toArray(), size));
        for (const { node, primitive, positions } of ours.meshes) {
            const object = meshes.get(`${node} ${primitive}`), from = json.meshes[json.nodes[node].mesh].primitives[primitive];
            const skin = object?.isSkinnedMesh && object.skeleton ? json.nodes[node].skin : undefined;
            if (skin !== undefined) {
                const theirs = object.skeleton.bones.map((bone, i) =>
                    new THREE.Matrix4().multiplyMatrices(bone.matrixWorld, object.skeleton.boneInverses[i]).toArray());
                const most = Math.max(size, ...theirs.flat().map(Math.abs));
                compare(`${place}: skins[${skin}]`, ours.skins[skin].jointMatrix, theirs, most);
            }
            if (!object || !object.getVertexPosition || (from.targets && morphs(clip)) || !isReadRight(json, json.nodes[node].mesh, from) ||
                (object.isSkinnedMesh && (!object.skeleton || Math.abs(object.matrixWorld.determinant()) < 1e-4))) { left++; continue; }
            if (object.isSkinnedMesh) object.skeleton.update();
            const v = new THREE.Vector3();
            compare(`${place}: nodes[${node}], primitive ${primitive}`, positions,
                positions.map((_, i) => object.getVertexPosition(i, v).applyMatrix4(object.matrixWorld).toArray()), size);
        }
        moments++;
    }
}

for (const file of files) {
    try {
        await check(file);
    } catch (error) {
        if (/Unsupported itemSize in sparse/.test(error.message)) { left++; continue; }
        failures++;
        console.log(`FAILED  three.js: ${path.basename(file)}: ${error.message ?? error}`);
    }
}
const good = failures === 0 && compared > 0;
console.log(`${good ? "good" : "FAILED"}  three.js: ${compared} numbers of nodes, joints and vertices of ${files.length} files at ${moments} moments, ` +
    `worst difference ${worst.toExponential(2)} of the model's size (tolerance ${TOLERANCE}); ${left} left out`);
process.exit(good ? 0 : 1);
