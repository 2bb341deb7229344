// Recordings of Babylon.js's AnimatorAvatar.retargetAnimationGroup for tests/oracle/retarget_engine.c: random chains and humanoid
// trees, with other frames, scales and names on either side; from 30 on with tangents, and every second one with a dynamic ground
// reference; 36 and 37 with checkHierarchy, and a bone below another one or of another name; from 38 on without the root's name, and
// with a map of every second name. Writes JSON to standard output.
//     node gen-retarget.mjs FIRST COUNT >FILE
import * as B from "@babylonjs/core";
B.Logger.LogLevels = 0;
const round = (_, v) => (typeof v === "number" ? Number(v.toPrecision(8)) : v);
const scene = new B.Scene(new B.NullEngine());
scene.useRightHandedSystem = true;
const [first, count] = process.argv.slice(2).map(Number);
const HUMAN = [["hips", -1], ["spine", 0], ["head", 1], ["arm_l", 1], ["hand_l", 3], ["arm_r", 1], ["hand_r", 5], ["leg_l", 0], ["foot_l", 7], ["leg_r", 0], ["foot_r", 9]];
let seed = 1;
const random = (low = -1, high = 1) => low + (high - low) * ((seed = (seed * 16807) % 2147483647) / 2147483647);
const turn = (size) => new B.Quaternion(random() * size, random() * size, random() * size, 1).normalize();
const vector = (s) => new B.Vector3(random() * s, random() * s, random() * s);

function make(parents, names, scaled) {
    const nodes = parents.map((_, i) => {
        const node = new B.TransformNode(names[i], scene);
        node.position = vector(0.3).add(new B.Vector3(0, i ? 0.2 : 1, 0));
        node.rotationQuaternion = turn(1);
        if (scaled) node.scaling.setAll(random(0.7, 1.4));
        return node;
    });
    parents.forEach((p, i) => p >= 0 && (nodes[i].parent = nodes[p]));
    nodes.forEach((n) => n.computeWorldMatrix(true));
    return nodes;
}
// As glTF: nodes, and a clip of 30 frames a second.
function gltf(nodes, parents, clip) {
    const floats = [], accessors = [], bufferViews = [], channels = [], samplers = [];
    const put = (values, type, size) => {
        bufferViews.push({ buffer: 0, byteOffset: 4 * floats.length, byteLength: 4 * values.length });
        accessors.push({ bufferView: bufferViews.length - 1, componentType: 5126, count: values.length / size, type, ...(size === 1 ? { min: [values[0]], max: [values.at(-1)] } : {}) });
        floats.push(...values);
        return accessors.length - 1;
    };
    const json = { asset: { version: "2.0" }, scene: 0, scenes: [{ nodes: [0] }], nodes: nodes.map((n, i) => {
        const children = parents.flatMap((p, c) => (p === i ? [c] : []));
        return { name: n.name, translation: n.position.asArray(), rotation: n.rotationQuaternion.asArray(), scale: n.scaling.asArray(), ...(children.length ? { children } : {}) };
    }) };
    if (!clip) return JSON.stringify(json, round);
    const input = put(clip[0].keys.map((_, k) => Math.fround(k / 30)), "SCALAR", 1);
    for (const { node, property, keys } of clip) {
        const cubic = keys[0].length > 4 ? { interpolation: "CUBICSPLINE" } : {};
        samplers.push({ ...cubic, input, output: put(keys.flat(), property === "position" ? "VEC3" : "VEC4", property === "position" ? 3 : 4) });
        channels.push({ sampler: samplers.length - 1, target: { node, path: property === "position" ? "translation" : "rotation" } });
    }
    const data = Buffer.from(new Float32Array(floats).buffer);
    return JSON.stringify({ ...json, accessors, bufferViews, animations: [{ channels, samplers }], buffers: [{ byteLength: data.length, uri: "data:application/octet-stream;base64," + data.toString("base64") }] }, round);
}

const pairs = [];
for (let index = first; index < first + count; index++) {
    seed = 7919 * (index + 1);
    for (let i = 0; i < 5; i++) random();
    const human = index % 2 === 0, size = human ? HUMAN.length : 3 + (index % 5);
    const parents = human ? HUMAN.map((h) => h[1]) : Array.from({ length: size }, (_, i) => i - 1);
    const names = human ? HUMAN.map((h) => h[0]) : parents.map((_, i) => `bone${i}`);
    const renamed = index % 3 === 0, mapped = names.flatMap((_, i) => (index < 36 || i % 2 === 0 ? [i] : []));
    const others = names.map((n, i) => (renamed && mapped.includes(i) ? "other " + n : n));
    const below = parents.map((p, i) => (index === 36 && i === 2 ? 0 : p));
    if (index === 37) others[3] = "another";
    const from = make(parents, names, index % 4 === 1), to = make(below, others, index % 4 === 3);
    const target = gltf(to, below);
    const skeleton = new B.Skeleton("s", "s", scene), bones = [];
    to.forEach((n, i) => {
        const local = B.Matrix.Compose(n.scaling, n.rotationQuaternion, n.position);
        bones.push(new B.Bone(n.name, skeleton, below[i] < 0 ? null : bones[below[i]], local, local.clone()));
        bones[i].linkTransformNode(n);
    });
    const avatar = new B.AnimatorAvatar("a");
    avatar.skeletons.add(skeleton);
    avatar.showWarnings = false;
    const group = new B.AnimationGroup("g", scene), keys = 3, clip = [];
    const animate = (i, property, type, values) => {
        const animation = new B.Animation(property + i, property, 30, type);
        const zero = () => values[0].scale(0), tangents = index >= 30 ? () => ({ inTangent: zero(), outTangent: zero() }) : () => ({});
        animation.setKeys(values.map((value, frame) => ({ frame, value, ...tangents() })));
        group.addTargetedAnimation(animation, from[i]);
        clip.push({ node: i, property, keys: values.map((v) => (index >= 30 ? [zero(), v, zero()] : [v]).flatMap((w) => w.asArray())) });
    };
    from.forEach((n, i) => {
        animate(i, "rotationQuaternion", B.Animation.ANIMATIONTYPE_QUATERNION, Array.from({ length: keys }, () => turn(1)));
        if (i === 0 || index % 5 === 2) animate(i, "position", B.Animation.ANIMATIONTYPE_VECTOR3, Array.from({ length: keys }, () => vector(0.5)));
    });
    const source = gltf(from, parents, clip);
    const options = { ...(index < 38 ? { rootNodeName: names[0] } : {}), ...(index === 36 || index === 37 ? { checkHierarchy: true } : {}), groundReferenceNodeName: names[size - 1], groundReferenceVerticalAxis: ["", "X", "Y", "Z"][index % 4],
        fixRootPosition: index % 3 !== 1, fixGroundReference: index % 3 === 2 || index >= 30, fixGroundReferenceDynamicRefNode: index >= 30 && index % 2 === 0, retargetAnimationKeys: index % 11 !== 10 };
    const result = avatar.retargetAnimationGroup(group, { ...options, mapNodeNames: new Map(mapped.map((i) => [names[i], others[i]])) });
    const expected = result.targetedAnimations.map(({ animation, target }) => ({ node: to.indexOf(target), property: animation.targetProperty, keys: animation.getKeys().map((k) => k.value.asArray()) }));
    pairs.push({ index, options, ...(index < 36 ? {} : { mapped }), source, target, clip, expected });
    group.dispose();
    result.dispose();
    [...from, ...to].forEach((n) => n.dispose());
}
process.stdout.write(JSON.stringify({ engine: "Babylon.js 9.34.0", pairs }, round) + "\n");
process.exit(0);
