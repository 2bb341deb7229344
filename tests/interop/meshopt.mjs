// Random data, packed by npm's meshoptimizer in every mode and filter, and unpacked by its own decoder: one file of cases for
// tests/interop/unpack.c. With a second argument it writes fewer and shorter cases, as a C header for the unit test.
//     node meshopt.mjs CASES [HEADER]
import fs from 'node:fs';
import { MeshoptEncoder as encoder, MeshoptDecoder as decoder } from 'meshoptimizer';

await encoder.ready;
await decoder.ready;
const [out, header] = process.argv.slice(2);
let seed = 20261123;
const random = () => ((seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 4294967296);
const below = (n) => Math.floor(random() * n);
const MODES = ['ATTRIBUTES', 'TRIANGLES', 'INDICES'];
const FILTERS = ['NONE', 'OCTAHEDRAL', 'QUATERNION', 'EXPONENTIAL', 'COLOR'];
const cases = [];

function add(mode, filter, stride, count, stream) {
    const expected = new Uint8Array(count * stride);
    decoder.decodeGltfBuffer(expected, count, stride, stream, MODES[mode], FILTERS[filter]);
    cases.push({ mode, filter, stride, count, stream: Buffer.from(stream), expected: Buffer.from(expected) });
}

// Each byte, or each number of two or four bytes, walks in steps of its own size, so all widths of deltas occur.
function walk(stride, count) {
    const bytes = new Uint8Array(stride * count), view = new DataView(bytes.buffer);
    for (let k = 0; k < stride; k += 4) {
        const kind = below(4), step = [0, 2, 6, 40, 256][below(5)];
        let value = below(65536);
        for (let i = 0; i < count; i++) {
            const at = i * stride + k;
            value += below(2 * step + 1) - step;
            if (kind === 0) for (let j = 0; j < 4; j++) bytes[at + j] = value + below(step + 1);
            if (kind === 1) view.setUint16(at, value, true), view.setUint16(at + 2, -value, true);
            if (kind === 2) view.setFloat32(at, Math.sin(value / 1000), true);
            if (kind === 3 && random() < 0.9) view.setUint32(at, value * 65537, true);
        }
    }
    return bytes;
}

function triangles(count, vertices) {
    const indices = [];
    let next = 3;
    for (let i = 0; i < count; i++) {
        const kind = below(6);
        if (kind < 3) indices.push(next - 2, next - 1, next++ % vertices);
        else if (kind < 5) indices.push(below(next), below(next), below(next));
        else indices.push(below(vertices), below(vertices), below(vertices));
        next = Math.min(next, vertices - 1);
    }
    return new Uint32Array(indices);
}

function floats(count, width, unit) {
    const values = new Float32Array(count * width);
    for (let i = 0; i < count; i++) {
        let square = 0;
        for (let k = 0; k < width; k++) square += (values[i * width + k] = random() * 2 - 1) ** 2;
        for (let k = 0; unit && k < unit; k++) values[i * width + k] /= Math.sqrt(square);
    }
    return values;
}

// Numbers whose changes are not at the bottom: these get deltas by XOR with a rotation.
function sparseBits(count) {
    const words = new Uint32Array(2 * count), turn = 1 + below(27);
    for (let i = 0; i < count; i++) words[2 * i] = random() < 0.3 ? below(15) << turn : words[2 * i - 2], words[2 * i + 1] = below(2) << 20;
    return new Uint8Array(words.buffer);
}

const rounds = header ? 1 : 40;
for (let round = 0; round < rounds; round++) {
    const size = () => (header ? 20 : 1 + below(round % 8 === 7 ? 3000 : 300));
    for (const version of [0, 1]) {
        const stride = header ? 8 : 4 * (1 + below(64)), count = size();
        add(0, 0, stride, count, encoder.encodeVertexBufferLevel(walk(stride, count), count, stride, below(4), version));
    }
    const numbers = size();
    add(0, 0, 8, numbers, encoder.encodeVertexBufferLevel(sparseBits(numbers), numbers, 8, 3, 1));
    for (const width of [2, 4]) {
        const list = triangles(header ? 12 : 1 + below(400), width === 2 ? 60000 : 1 << 20);
        const bytes = new Uint8Array(width === 2 ? new Uint16Array(list).buffer : list.buffer);
        add(1, 0, width, list.length, encoder.encodeIndexBuffer(bytes, list.length, width));
        add(2, 0, width, list.length, encoder.encodeIndexSequence(bytes, list.length, width));
    }
    const pack = (filter, stride, count, bytes) => add(0, filter, stride, count, encoder.encodeVertexBuffer(bytes, count, stride));
    for (const stride of [4, 8]) {
        const count = size(), normals = floats(count, 4, 0), colors = floats(count, 4, 0).map(Math.abs);
        for (let i = 0; i < count; i++) {
            const n = normals.subarray(4 * i, 4 * i + 3), length = Math.hypot(...n);
            for (let k = 0; k < 3; k++) n[k] /= length;
        }
        const bits = stride === 4 ? 2 + below(7) : 2 + below(15);
        pack(1, stride, count, encoder.encodeFilterOct(normals, count, stride, bits));
        pack(4, stride, count, encoder.encodeFilterColor(colors, count, stride, bits));
    }
    const count = size(), quaternions = floats(count, 4, 4), positions = floats(count, 3, 0).map((v) => v * 100);
    pack(2, 8, count, encoder.encodeFilterQuat(quaternions, count, 8, 4 + below(13)));
    pack(3, 12, count, encoder.encodeFilterExp(positions, count, 12, 1 + below(24)));
}

if (header) {
    const rows = (bytes) => [...bytes].map((b) => `${b}`).join(',').replace(/(.{0,100},)/g, '$1\n    ');
    let text = '/* Streams of npm\'s meshoptimizer 1.3.0, and what its decoder makes of them: written by\n * tests/interop/meshopt.mjs. */\n#include <stddef.h>\n#include <stdint.h>\n\n';
    cases.forEach((c, i) => {
        text += `static const uint8_t MESHOPT_STREAM_${i}[] = {\n    ${rows(c.stream)}};\nstatic const uint8_t MESHOPT_BYTES_${i}[] = {\n    ${rows(c.expected)}};\n`;
    });
    text += 'static const struct {\n    int mode, filter;\n    size_t stride, count, size;\n    const uint8_t *stream, *bytes;\n} MESHOPT_CASES[] = {\n';
    cases.forEach((c, i) => {
        text += `    {${c.mode}, ${c.filter}, ${c.stride}, ${c.count}, ${c.stream.length}, MESHOPT_STREAM_${i}, MESHOPT_BYTES_${i}},\n`;
    });
    fs.writeFileSync(header, text + '};\n');
} else {
    const parts = cases.flatMap((c) => {
        const head = Buffer.alloc(20);
        [c.mode, c.filter, c.stride, c.count, c.stream.length].forEach((n, i) => head.writeUInt32LE(n, 4 * i));
        return [head, c.stream, c.expected];
    });
    fs.writeFileSync(out, Buffer.concat(parts));
    console.log(`${cases.length} streams of meshoptimizer`);
}
