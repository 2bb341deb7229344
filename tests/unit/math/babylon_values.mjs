// What Babylon.js's maths answers, for babylon_values.h. In a folder outside the repository:
//   npm install @babylonjs/core@9.34.0 && node .../tests/unit/math/babylon_values.mjs > .../babylon_values.h
// Inputs are rounded to float before Babylon sees them, so that both sides get the same numbers;
// its matrices are held in double. No number here comes from our own code.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
const require = createRequire(process.cwd() + "/");
const load = async (name) => import(pathToFileURL(require.resolve("@babylonjs/core/" + name)).href);
const { PerformanceConfigurator } = await load("Engines/performanceConfigurator.js");
PerformanceConfigurator.SetMatrixPrecision(true);
const { Quaternion, Matrix, Vector3 } = await load("Maths/math.vector.js");

let state = 20260101n; // a generator of our own, so that the file can be made again
function random(low = -1, high = 1) {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    return Math.fround(low + (high - low) * (Number(state >> 40n) / 2 ** 24));
}
const f = Math.fround;
const vector = (size = 1) => new Vector3(random(-size, size), random(-size, size), random(-size, size));
function unit() {
    const q = new Quaternion(random(), random(), random(), random()).normalize();
    return new Quaternion(f(q.x), f(q.y), f(q.z), f(q.w));
}
const v3 = (v) => [v.x, v.y, v.z];
const q4 = (q) => [q.x, q.y, q.z, q.w];
const m16 = (m) => Array.from(m.asArray());

const tables = [];
function table(name, note, inputs, outputs, rows) {
    tables.push({ name, note, inputs, outputs, rows });
}

function eulers() {
    const rows = [];
    const list = [[0, 0, 0], [0.5, 0, 0], [0, 0.5, 0], [0, 0, 0.5], [1.5, 3, -3], [-1.5, -3, 3]];
    for (let i = 0; i < 18; i++) list.push([random(-1.5, 1.5), random(-3, 3), random(-3, 3)]);
    for (const [x, y, z] of list) {
        const e = [f(x), f(y), f(z)];
        rows.push([...e, ...q4(Quaternion.RotationYawPitchRoll(e[1], e[0], e[2]))]);
    }
    table("from_euler", "pitch, yaw, roll | x, y, z, w", 3, 4, rows);
}
function toEulers() {
    const rows = [];
    const list = [];
    for (let i = 0; i < 16; i++) list.push(unit());
    // At and around the poles; not of unit length.
    for (const pitch of [Math.PI / 2, -Math.PI / 2, 1.57, -1.57, 1.5703, -1.5703])
        for (const [yaw, roll] of [[0.4, 0], [0, 0.3], [2.5, -1.2], [-3, 3]]) {
            const q = Quaternion.RotationYawPitchRoll(yaw, pitch, roll);
            list.push(new Quaternion(f(q.x), f(q.y), f(q.z), f(q.w)));
        }
    list.push(new Quaternion(0.5, 0.25, -0.5, 0.25), new Quaternion(2, 0.5, -1, 1), new Quaternion(0, 0, 0, -1));
    list.push(new Quaternion(1, 0, 0, 0), new Quaternion(0, 1, 0, 0), new Quaternion(0, 0, 1, 0));
    for (const q of list) rows.push([...q4(q), ...v3(q.toEulerAngles())]);
    table("to_euler", "x, y, z, w | pitch, yaw, roll", 4, 3, rows);
}
function slerps() {
    const rows = [];
    for (let i = 0; i < 24; i++) {
        const a = unit(), b = i % 4 === 3 ? a.add(new Quaternion(1e-4, -2e-4, 5e-5, 0)).normalize() : unit();
        const right = new Quaternion(f(b.x), f(b.y), f(b.z), f(b.w));
        const t = i % 6 === 5 ? random(-0.5, 1.5) : random(0, 1);
        rows.push([...q4(a), ...q4(right), t, ...q4(Quaternion.Slerp(a, right, t))]);
    }
    table("slerp", "a, b, t | x, y, z, w", 9, 4, rows);
}
function axisAngles() {
    const rows = [];
    for (let i = 0; i < 16; i++) {
        const axis = vector(i < 8 ? 1 : 100), angle = random(-7, 7);
        rows.push([...v3(axis), angle, ...q4(Quaternion.RotationAxis(axis, angle)), ...m16(Matrix.RotationAxis(axis, angle))]);
    }
    table("axis_angle", "axis, angle | quaternion, matrix", 4, 20, rows);
}
function rotations() {
    const rows = [];
    for (const angle of [0.25, -1, 2, 3.5, -6]) rows.push([angle, ...m16(Matrix.RotationX(angle)), ...m16(Matrix.RotationY(angle)), ...m16(Matrix.RotationZ(angle))]);
    table("about_axes", "angle | about X, about Y, about Z", 1, 48, rows);
}
function compositions() {
    const rows = [];
    for (let i = 0; i < 16; i++) {
        const t = vector(10), q = i % 4 === 0 ? new Quaternion(random(), random(), random(), random()) : unit(), s = vector(3);
        rows.push([...v3(t), ...q4(q), ...v3(s), ...m16(Matrix.Compose(s, q, t))]);
    }
    table("compose", "translation, rotation (every fourth not of unit length), scale | matrix", 10, 16, rows);
}
function decompositions() {
    const rows = [];
    const add = (values) => {
        const m = Matrix.FromArray(values.map(f));
        const s = new Vector3(), q = new Quaternion(), t = new Vector3();
        const good = m.decompose(s, q, t);
        rows.push([...m16(m), good ? 1 : 0, ...v3(s), ...q4(q), ...v3(t)]);
    };
    const signs = [[1, 1, 1], [-1, 1, 1], [1, -1, 1], [1, 1, -1], [-1, -1, 1], [-1, 1, -1], [1, -1, -1], [-1, -1, -1]];
    for (let i = 0; i < 24; i++) {
        const sign = signs[i % 8];
        const s = new Vector3(sign[0] * random(0.2, 3), sign[1] * random(0.2, 3), sign[2] * random(0.2, 3));
        add(m16(Matrix.Compose(s, unit(), vector(5))));
    }
    for (let i = 0; i < 12; i++) { // shear: a rotation between two uneven scales; every third mirrored
        const a = Matrix.Compose(new Vector3(1, i % 3 ? 2 : -2, 0.5), unit(), vector());
        add(m16(a.multiply(Matrix.Compose(new Vector3(3, 1, 0.7), unit(), vector()))));
    }
    for (const s of [[0, 1, 1], [1, 0, 1], [1, 1, 0], [0, 0, 0], [0, -2, 3]]) add(m16(Matrix.Compose(new Vector3(...s), unit(), vector())));
    add([1, 0, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 4, 5, 6, 1]); // rows of length, but flat: determinant 0
    add([1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1]); // half turns, where the trace is -1
    add([-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1]);
    add([-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
    table("decompose", "matrix | 1 or 0, scale, rotation, translation", 16, 11, rows);
}
function inverses() {
    const rows = [];
    for (let i = 0; i < 12; i++) {
        const values = Array.from({ length: 16 }, () => random(-2, 2));
        if (i < 6) { values[3] = values[7] = values[11] = 0; values[15] = 1; }
        const m = Matrix.FromArray(values);
        rows.push([...values, m.determinant(), ...m16(Matrix.Invert(m))]);
    }
    table("invert", "matrix (the first six affine) | determinant, inverse", 16, 17, rows);
}
function views() {
    const rows = [];
    for (let i = 0; i < 10; i++) {
        const eye = vector(10), target = vector(10), up = i < 5 ? new Vector3(0, 1, 0) : vector();
        rows.push([...v3(eye), ...v3(target), ...v3(up), ...m16(Matrix.LookAtRH(eye, target, up)), ...m16(Matrix.LookAtLH(eye, target, up))]);
    }
    const down = [new Vector3(1, 5, 2), new Vector3(1, -5, 2), new Vector3(0, 1, 0)]; // up along the sight
    rows.push([...down.flatMap(v3), ...m16(Matrix.LookAtRH(...down)), ...m16(Matrix.LookAtLH(...down))]);
    table("look_at", "eye, target, up | right-handed, left-handed", 9, 32, rows);
}
function projections() {
    const rows = [], boxes = [];
    for (let i = 0; i < 8; i++) {
        const fov = random(0.2, 2.8), aspect = random(0.3, 3), near = random(0.01, 1), far = random(2, 1000);
        rows.push([fov, aspect, near, far, ...m16(Matrix.PerspectiveFovRH(fov, aspect, near, far, true)), ...m16(Matrix.PerspectiveFovLH(fov, aspect, near, far, true))]);
        const width = random(1, 30), height = random(1, 30), front = random(-5, 1);
        boxes.push([width, height, front, far, ...m16(Matrix.OrthoOffCenterRH(-width / 2, width / 2, -height / 2, height / 2, front, far, true)), ...m16(Matrix.OrthoLH(width, height, front, far, true))]);
    }
    table("perspective", "fov, aspect, near, far | right-handed, left-handed; depth 0..1", 4, 32, rows);
    table("orthographic", "width, height, near, far | right-handed, left-handed; depth 0..1", 4, 32, boxes);
}
eulers(); toEulers(); slerps(); axisAngles(); rotations(); compositions(); decompositions(); inverses(); views(); projections();

console.log("/* What Babylon.js 9.34.0 answers, in double: made by babylon_values.mjs, which says how. Each row is\n * the inputs, then the outputs. */");
console.log("#ifndef BINDPOSE_TESTS_BABYLON_VALUES_H\n#define BINDPOSE_TESTS_BABYLON_VALUES_H\n\n/* clang-format off */");
for (const t of tables) {
    console.log(`\n/* ${t.note} */\nenum { BABYLON_${t.name.toUpperCase()}_INPUTS = ${t.inputs} };`);
    console.log(`static const double babylon_${t.name}[][${t.inputs + t.outputs}] = {`);
    for (const row of t.rows) {
        if (row.length !== t.inputs + t.outputs || row.some((x) => typeof x !== "number" || !isFinite(x))) throw new Error(t.name + " " + row);
        const text = row.map((x) => { const s = String(Number(x.toPrecision(10))); return /[.e]/.test(s) ? s : s + ".0"; });
        let line = "    {";
        for (const [i, s] of text.entries()) {
            const piece = s + (i + 1 < text.length ? ", " : "},");
            if (line.length + piece.length > 110) { console.log(line.trimEnd()); line = "     "; }
            line += piece;
        }
        console.log(line);
    }
    console.log("};");
}
console.log("\n/* clang-format on */\n\n#endif");
