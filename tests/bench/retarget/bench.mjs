// Retargets the same motions with three.js (SkeletonUtils.retargetClip), Babylon.js (AnimatorAvatar) and bindpose, and
// measures all results with the code below alone: a table.
//     bench.mjs BINDPOSE TIMER FOLDER
import fs from "node:fs";
import path from "node:path";
import { execFileSync } from "node:child_process";
import { BODIES, tree, walk } from "./motion.mjs";
globalThis.self = globalThis;
const THREE = await import("three");
const { retargetClip } = await import("three/examples/jsm/utils/SkeletonUtils.js");
const B = await import("@babylonjs/core");
console.warn = console.log.bind(null, "");
const [bindpose, timer, folder] = process.argv.slice(2);
const RATE = 30;

// ---- quaternions x, y, z, w; mul(p, q) applies q first
const mul = ([px, py, pz, pw], [qx, qy, qz, qw]) => [pw * qx + px * qw + py * qz - pz * qy, pw * qy - px * qz + py * qw + pz * qx,
    pw * qz + px * qy - py * qx + pz * qw, pw * qw - px * qx - py * qy - pz * qz];
const conj = ([x, y, z, w]) => [-x, -y, -z, w];
const rotate = (q, v) => mul(mul(q, [...v, 0]), conj(q)).slice(0, 3);
const about = (axis, degrees) => { const h = degrees * Math.PI / 360; return [...axis.map((a) => a * Math.sin(h)), Math.cos(h)]; };
const add = (a, b) => a.map((v, i) => v + b[i]), sub = (a, b) => a.map((v, i) => v - b[i]);
const unit = (v) => { const l = Math.hypot(...v); return v.map((x) => x / l); };

// ---- skeletons: bones with name, parent, position and rotation at rest, in the order of the tree
function skeleton(body, { arms = 0, frames = 0 } = {}) {
    const bones = [], world = [];
    let seed = 1;
    const random = () => (seed = (seed * 16807) % 2147483647) / 1073741823.5 - 1;
    const visit = ([name, at, children], parent, turned) => {
        if (/^(Left|Right)Arm$/.test(name)) turned = about([0, 0, 1], name[0] === "L" ? -arms : arms);
        const own = frames ? unit([random(), random(), random(), random()].map((v, i) => v * frames + (i === 3))) : [0, 0, 0, 1];
        const q = mul(turned, own), up = parent < 0 ? null : world[parent];
        const offset = parent < 0 ? at : rotate(conj(up.q), rotate(up.turned, at));
        bones.push({ name, parent, at: offset, q: up ? mul(conj(up.q), q) : q });
        world.push({ q, turned });
        const index = bones.length - 1;
        for (const child of children) visit(child, index, turned);
    };
    visit(tree(body), -1, [0, 0, 0, 1]);
    bones[0].at = [0, body.ankle + body.thigh + body.shin, 0];
    return { body, bones };
}

// The walk as local rotations and the hips' positions, of a body at rest in T with frames like the scene's.
function clipOf({ bones, body }, seconds) {
    return walk(body, seconds, RATE).map((row) => ({ hips: row.hips, q: bones.map((bone) => {
        const [z, y, x] = row.at[bone.name] ?? [0, 0, 0];
        return mul(mul(about([0, 0, 1], z), about([0, 1, 0], y)), about([1, 0, 0], x));
    }) }));
}

// World rotations and positions of a frame.
function pose({ bones }, frame) {
    const q = [], at = [];
    bones.forEach((bone, i) => {
        const p = bone.parent;
        q.push(p < 0 ? frame.q[i] : mul(q[p], frame.q[i]));
        at.push(p < 0 ? frame.hips : add(at[p], rotate(q[p], bone.at)));
    });
    return { q, at };
}

// ---- files for bindpose, and its results
function write(file, skel, clip) {
    const floats = [], accessors = [], views = [];
    const put = (values, type, size) => {
        views.push({ buffer: 0, byteOffset: 4 * floats.length, byteLength: 4 * values.length });
        accessors.push({ bufferView: views.length - 1, componentType: 5126, count: values.length / size, type,
            ...(size === 1 ? { min: [Math.min(...values)], max: [Math.max(...values)] } : {}) });
        floats.push(...values);
        return accessors.length - 1;
    };
    const nodes = skel.bones.map((b, i) => {
        const children = skel.bones.flatMap((c, j) => (c.parent === i ? [j] : []));
        return { name: b.name, translation: b.at, rotation: b.q, ...(children.length ? { children } : {}) };
    });
    const json = { asset: { version: "2.0" }, scene: 0, scenes: [{ nodes: [0] }], nodes, accessors, bufferViews: views };
    if (clip) {
        const input = put(clip.map((_, f) => f / RATE), "SCALAR", 1), channels = [], samplers = [];
        const channel = (node, path, output) => { samplers.push({ input, output }); channels.push({ sampler: samplers.length - 1, target: { node, path } }); };
        skel.bones.forEach((_, i) => channel(i, "rotation", put(clip.flatMap((f) => f.q[i]), "VEC4", 4)));
        channel(0, "translation", put(clip.flatMap((f) => f.hips), "VEC3", 3));
        json.animations = [{ name: "walk", channels, samplers }];
    } else put([0], "SCALAR", 1);
    const data = Buffer.from(new Float32Array(floats).buffer);
    json.buffers = [{ byteLength: data.length, uri: "data:application/octet-stream;base64," + data.toString("base64") }];
    fs.writeFileSync(file, JSON.stringify(json));
}

function read(file, skel, frames) {
    const json = JSON.parse(fs.readFileSync(file));
    const all = json.buffers.map((b) => Buffer.from(b.uri.split(",")[1], "base64"));
    const animation = json.animations[json.animations.length - 1];
    const clip = Array.from({ length: frames }, () => ({ hips: skel.bones[0].at, q: skel.bones.map((b) => b.q) }));
    for (const { sampler, target } of animation.channels) {
        const accessor = json.accessors[animation.samplers[sampler].output], view = json.bufferViews[accessor.bufferView];
        const size = target.path === "rotation" ? 4 : 3, bytes = all[view.buffer];
        for (let f = 0; f < frames; f++) {
            const at = (view.byteOffset ?? 0) + (accessor.byteOffset ?? 0) + 4 * size * Math.min(f, accessor.count - 1);
            const value = Array.from({ length: size }, (_, k) => bytes.readFloatLE(at + 4 * k));
            if (size === 4) clip[f].q = clip[f].q.with(target.node, value);
            else clip[f].hips = value;
        }
    }
    return clip;
}

function ours(from, clip, to, ...options) {
    const [a, b, c] = ["source", "target", "result"].map((n) => path.join(folder, n + ".gltf"));
    write(a, from, clip);
    write(b, to, null);
    execFileSync(bindpose, ["retarget", a, b, "-o", c, ...options], { stdio: ["ignore", "ignore", "ignore"] });
    return read(c, to, clip.length);
}

// ---- three.js
function threeMesh(skel) {
    const bones = skel.bones.map((b) => {
        const bone = new THREE.Bone();
        bone.name = b.name;
        bone.position.set(...b.at);
        bone.quaternion.set(...b.q);
        return bone;
    });
    skel.bones.forEach((b, i) => b.parent >= 0 && bones[b.parent].add(bones[i]));
    const mesh = new THREE.SkinnedMesh(new THREE.BufferGeometry(), new THREE.MeshBasicMaterial());
    mesh.add(bones[0]);
    mesh.updateMatrixWorld(true);
    mesh.bind(new THREE.Skeleton(bones));
    return mesh;
}

const height = (skel) => skel.body.thigh + skel.body.shin + skel.body.ankle;

function three(from, clip, to) {
    const times = clip.map((_, f) => f / RATE), source = threeMesh(from), target = threeMesh(to);
    const tracks = from.bones.map((b, i) => new THREE.QuaternionKeyframeTrack(`.bones[${b.name}].quaternion`, times, clip.flatMap((f) => f.q[i])));
    tracks.push(new THREE.VectorKeyframeTrack(".bones[Hips].position", times, clip.flatMap((f) => f.hips)));
    const names = Object.fromEntries(to.bones.map((b) => [b.name, b.name]));
    const scale = height(to) / height(from), began = performance.now();
    const result = retargetClip(target, source, new THREE.AnimationClip("walk", -1, tracks), { names, hip: "Hips", scale, fps: RATE });
    three.milliseconds = performance.now() - began;
    const out = clip.map(() => ({ hips: to.bones[0].at, q: to.bones.map((b) => b.q) }));
    for (const track of result.tracks) {
        const [, name, part] = track.name.match(/^\.bones\[(.*)\]\.(.*)$/), i = to.bones.findIndex((b) => b.name === name);
        out.forEach((frame, f) => {
            const at = Math.min(f, track.times.length - 1);
            if (part === "quaternion") frame.q[i] = [...track.values.slice(4 * at, 4 * at + 4)];
            else frame.hips = [...track.values.slice(3 * at, 3 * at + 3)];
        });
    }
    return out;
}

// ---- Babylon.js
const scene = new B.Scene(new B.NullEngine());
scene.useRightHandedSystem = true;
function babylonNodes(skel, prefix) {
    const nodes = skel.bones.map((b) => {
        const node = new B.TransformNode(b.name, scene);
        node.position = new B.Vector3(...b.at);
        node.rotationQuaternion = new B.Quaternion(...b.q);
        return node;
    });
    skel.bones.forEach((b, i) => b.parent >= 0 && (nodes[i].parent = nodes[b.parent]));
    nodes.forEach((n) => n.computeWorldMatrix(true));
    return nodes;
}

function babylon(from, clip, to) {
    const sources = babylonNodes(from), targets = babylonNodes(to), avatar = new B.AnimatorAvatar("avatar");
    const skel = new B.Skeleton("s", "s", scene), bones = [];
    to.bones.forEach((b, i) => {
        const local = B.Matrix.Compose(B.Vector3.One(), new B.Quaternion(...b.q), new B.Vector3(...b.at));
        bones.push(new B.Bone(b.name, skel, b.parent < 0 ? null : bones[b.parent], local, local.clone()));
        bones[i].linkTransformNode(targets[i]);
    });
    avatar.skeletons.add(skel);
    const group = new B.AnimationGroup("walk", scene);
    const animate = (node, property, type, values) => {
        const animation = new B.Animation(node.name + property, property, RATE, type);
        animation.setKeys(values.map((value, frame) => ({ frame, value })));
        group.addTargetedAnimation(animation, node);
    };
    from.bones.forEach((b, i) => animate(sources[i], "rotationQuaternion", B.Animation.ANIMATIONTYPE_QUATERNION, clip.map((f) => new B.Quaternion(...f.q[i]))));
    animate(sources[0], "position", B.Animation.ANIMATIONTYPE_VECTOR3, clip.map((f) => new B.Vector3(...f.hips)));
    const began = performance.now();
    const result = avatar.retargetAnimationGroup(group, { rootNodeName: "Hips", groundReferenceNodeName: "LeftFoot", groundReferenceVerticalAxis: "Y" });
    babylon.milliseconds = performance.now() - began;
    const out = clip.map(() => ({ hips: to.bones[0].at, q: to.bones.map((b) => b.q) }));
    for (const { animation, target } of result.targetedAnimations) {
        const i = targets.indexOf(target);
        animation.getKeys().forEach(({ value }, f) => {
            if (animation.targetProperty === "rotationQuaternion") out[f].q[i] = [value.x, value.y, value.z, value.w];
            else out[f].hips = value.asArray();
        });
    }
    group.dispose();
    result.dispose();
    for (const node of [...sources, ...targets]) node.dispose();
    return out;
}

// ---- measures
const SEGMENTS = ["Left", "Right"].flatMap((s) => [["Arm", "ForeArm"], ["ForeArm", "Hand"], ["UpLeg", "Leg"], ["Leg", "Foot"]].map((p) => p.map((n) => s + n)));
const quantile = (values, part) => values.sort((a, b) => a - b)[Math.round(part * (values.length - 1))];

function angles(from, clip, to, result) {
    const out = [], at = (skel, p, name) => p.at[skel.bones.findIndex((b) => b.name === name)];
    clip.forEach((frame, f) => {
        const p = pose(from, frame), q = pose(to, result[f]);
        for (const [a, b] of SEGMENTS) {
            const u = unit(sub(at(from, p, b), at(from, p, a))), v = unit(sub(at(to, q, b), at(to, q, a)));
            out.push(Math.atan2(Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]), u[0] * v[0] + u[1] * v[1] + u[2] * v[2]) * 180 / Math.PI);
        }
    });
    return out;
}

// Of frames between which the walk itself keeps a foot on the ground (0 to 0.6 of its cycle): the slower of ankle and toes.
function slides(to, result) {
    const out = [], size = 1.8 / ((to.body.thigh + to.body.shin) / 0.46);
    for (const [side, lag] of [["Left", 0], ["Right", 0.5]])
        for (let f = 1; f < result.length; f++) {
            const phase = (k) => (k / RATE / 1.1 + lag) % 1;
            if (!(phase(f - 1) < phase(f) && phase(f) < 0.6)) continue;
            const speeds = ["Foot", "ToeBase"].map((n) => {
                const i = to.bones.findIndex((b) => b.name === side + n), d = sub(pose(to, result[f]).at[i], pose(to, result[f - 1]).at[i]);
                return 1000 * size * RATE * Math.hypot(d[0], d[2]);
            });
            out.push(Math.min(...speeds));
        }
    return out;
}

const worstTurn = (a, b) => Math.max(...a.flatMap((frame, f) => frame.q.map((q, i) => {
    const d = mul(conj(q), b[f].q[i]);
    return 2 * Math.atan2(Math.hypot(...d.slice(0, 3)), Math.abs(d[3])) * 180 / Math.PI;
})));

// ---- the table
const results = { "three.js": [[], [], []], "Babylon.js": [[], [], []], "bindpose": [[], [], []] };
let round = 0;
for (const [a, b] of [["tall", "short"], ["short", "tall"], ["tall", "child"], ["child", "short"], ["short", "child"], ["child", "tall"]])
    for (const options of [{}, { arms: 45, frames: 1 }]) {
        const from = skeleton(BODIES[a]), to = skeleton(BODIES[b], options), clip = clipOf(from, 4), other = options.arms ? 1 : 0;
        const free = ours(from, clip, to, "--feet", "free");
        for (const [name, result, kept] of [["three.js", three(from, clip, to)], ["Babylon.js", babylon(from, clip, to)], ["bindpose", free, ours(from, clip, to)]]) {
            results[name][other].push(...angles(from, clip, to, result));
            results[name][2].push(...slides(to, kept ?? result));
        }
        round = Math.max(round, worstTurn(clip, ours(to, free, from, "--feet", "free")));
    }
// Sixty seconds, 67 joints: the body with fingers and ends.
const large = skeleton(BODIES.tall);
for (const side of ["Left", "Right"])
    for (const name of ["Thumb", "Index", "Middle", "Ring", "Pinky"])
        for (let i = 1; i <= 4; i++)
            large.bones.push({ name: `${side}Hand${name}${i}`, parent: i === 1 ? large.bones.findIndex((b) => b.name === side + "Hand") : large.bones.length - 1, at: [0.02, 0.001 * i, 0.01], q: [0, 0, 0, 1] });
for (let i = 0; large.bones.length < 67; i++) large.bones.push({ name: `Extra${i}`, parent: 0, at: [0, 0.1, 0.01 * i], q: [0, 0, 0, 1] });
const long = walk(BODIES.tall, 60, RATE).slice(0, 1800).map((row, f) => ({ hips: row.hips, q: large.bones.map((b, i) => {
    const [z, y, x] = row.at[b.name] ?? [0, 0, b.parent > 3 ? 10 * Math.sin(f / 10 + i) : 0];
    return mul(mul(about([0, 0, 1], z), about([0, 1, 0], y)), about([1, 0, 0], x));
}) }));
three(large, long, large);
babylon(large, long, large);
write(path.join(folder, "long.gltf"), large, long);
const rates = { "three.js": 1000 / three.milliseconds, "Babylon.js": 1000 / babylon.milliseconds,
    bindpose: Number(execFileSync(timer, [path.join(folder, "long.gltf")], { encoding: "utf8" })) };
const kept = Number(execFileSync(timer, [path.join(folder, "long.gltf"), "--feet"], { encoding: "utf8" }));

const row = (title, cell) => console.log(title.padEnd(66) + Object.keys(results).map((n) => String(cell(n)).padStart(12)).join(""));
row("", (n) => n);
row("direction error, same rest poses and frames, 95%, degrees", (n) => quantile(results[n][0], 0.95).toFixed(4));
row("direction error, A against T, other bone frames, 95%, degrees", (n) => quantile(results[n][1], 0.95).toFixed(4));
row("foot slide while planted, mean, mm/s of a figure of 1.8 m", (n) => (results[n][2].reduce((a, b) => a + b, 0) / results[n][2].length).toFixed(3));
row("foot slide while planted, 95%", (n) => quantile(results[n][2], 0.95).toFixed(3));
row("A to B to A, worst joint angle, degrees", (n) => (n === "bindpose" ? round.toExponential(1) : "-"));
row("clips a second: 60 s at 30 Hz, 67 joints, one core", (n) => rates[n].toFixed(1));
row("the same with planted feet kept", (n) => (n === "bindpose" ? kept.toFixed(1) : "-"));
process.exit(0);
