// Copies of the character that are broken in one way each, for the pictures of the doctor's findings. The generator
// checks that the doctor finds in each what it is a picture of.
const JSON_CHUNK = 0x4e4f534a,
  BINARY_CHUNK = 0x004e4942;

class Glb {
  constructor(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const size = view.getUint32(12, true);
    this.json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + size)));
    this.binary = Buffer.from(bytes.subarray(28 + size));
  }
  bytes() {
    let text = Buffer.from(JSON.stringify(this.json));
    text = Buffer.concat([text, Buffer.alloc(-text.length & 3, ' ')]);
    const head = Buffer.alloc(20),
      chunk = Buffer.alloc(8);
    head.write('glTF');
    [2, 28 + text.length + this.binary.length, text.length, JSON_CHUNK].forEach((n, i) => head.writeUInt32LE(n, 4 + 4 * i));
    chunk.writeUInt32LE(this.binary.length, 0);
    chunk.writeUInt32LE(BINARY_CHUNK, 4);
    return Buffer.concat([head, text, chunk, this.binary]);
  }
  node(name) {
    return this.json.nodes.find((node) => node.name === name);
  }
  index(name) {
    return this.json.nodes.findIndex((node) => node.name === name);
  }
  joint(name) {
    return this.json.skins[0].joints.indexOf(this.index(name));
  }
  get primitive() {
    return this.json.meshes[0].primitives[0];
  }
  get binds() {
    return this.json.skins[0].inverseBindMatrices;
  }
  // Changes an accessor's elements: change(numbers, index) returns the new ones.
  each(accessor, change) {
    const { bufferView, byteOffset = 0, componentType, count, type } = this.json.accessors[accessor];
    const view = this.json.bufferViews[bufferView];
    const [size, kind] = { 5121: [1, 'UInt8'], 5123: [2, 'UInt16LE'], 5125: [4, 'UInt32LE'], 5126: [4, 'FloatLE'] }[componentType];
    const width = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 }[type];
    for (let i = 0; i < count; i++) {
      const at = (view.byteOffset || 0) + byteOffset + i * (view.byteStride || size * width);
      const old = Array.from({ length: width }, (_, k) => this.binary[`read${kind}`](at + k * size));
      change(old, i)?.forEach((number, k) => this.binary[`write${kind}`](number, at + k * size));
    }
  }
  // Changes the inverse binds of some joints; without names, of all.
  bind(change, ...names) {
    const joints = names.map((name) => this.joint(name));
    this.each(this.binds, (m, i) => (names.length === 0 || joints.includes(i) ? change(m) : null));
  }
  // Changes the keys of a node in a clip.
  keys(clip, name, path, change) {
    const animation = this.json.animations.find((one) => one.name === clip);
    const channel = animation.channels.find((one) => one.target.node === this.index(name) && one.target.path === path);
    this.each(animation.samplers[channel.sampler].output, change);
  }
}

const transposed = (m) => m.map((_, i) => m[(i % 4) * 4 + (i >> 2)]);
// Of a rotation and a translation: what `inverse bind` was before it was inverted.
const rigidInverse = (m) => {
  const out = transposed([...m.slice(0, 3), 0, ...m.slice(4, 7), 0, ...m.slice(8, 11), 0, 0, 0, 0, 1]);
  for (let k = 0; k < 3; k++) out[12 + k] = -(m[12] * out[k] + m[13] * out[4 + k] + m[14] * out[8 + k]);
  return out;
};
const REST = [],
  WALK = ['--animation', 'walk', '--time', '0.25'],
  WAVE = ['--animation', 'wave', '--time', '1.2'];

// By finding: how to break the character, and how to look at it.
export const BROKEN = {
  'ibm-transposed': [REST, (c) => c.bind(transposed)],
  'ibm-not-inverted': [REST, (c) => c.bind(rigidInverse)],
  'ibm-missing': [REST, (c) => delete c.json.skins[0].inverseBindMatrices],
  'ibm-identity': [REST, (c) => c.bind((m) => m.map((_, i) => (i % 5 === 0 ? 1 : 0)))],
  'ibm-wrong': [REST, (c) => c.bind((m) => [...m.slice(0, 12), m[12] + 0.25, m[13], m[14] + 0.2, 1], 'head')],
  'ibm-singular': [REST, (c) => c.bind((m) => m.map((n, i) => (i % 4 === 1 ? 0 : n)), 'head')],
  'ibm-mirrored': [REST, (c) => c.bind((m) => m.map((n, i) => (i % 4 === 0 ? -n : n)), 'head')],
  'ibm-sheared': [REST, (c) => c.bind((m) => m.map((n, i) => (i % 4 === 0 ? n + 0.8 * m[i + 1] : n)), 'head')],
  'ibm-order': [
    REST,
    (c) => {
      const [a, b] = [c.joint('thigh_left'), c.joint('upper_arm_left')],
        kept = [];
      c.each(c.binds, (m, i) => void (kept[i] = m));
      c.each(c.binds, (m, i) => (i === a ? kept[b] : i === b ? kept[a] : m));
    },
  ],
  'ibm-scaled': [REST, (c) => c.bind((m) => m.map((n, i) => (i % 4 < 3 ? 1.5 * n : n)))],
  'joints-shifted': [WAVE, (c) => c.each(c.primitive.attributes.JOINTS_0, (j) => j.map((n) => Math.min(n + 1, 20)))],
  'scale-zero': [REST, (c) => (c.node('head').scale = [0, 0, 0])],
  'scale-negative': [REST, (c) => (c.node('upper_arm_left').scale = [-1, 1, 1])],
  'scale-non-uniform': [WAVE, (c) => (c.node('chest').scale = [1, 2, 1])],
  'rest-not-bind': [REST, (c) => (c.node('upper_arm_left').rotation = [0.5, 0.5, 0.5, 0.5])],
  'skin-missing': [
    WAVE,
    (c) => c.json.nodes.forEach((node) => delete node.skin),
  ],
  'triangle-flipped': [
    REST,
    (c) => {
      const all = [];
      c.each(c.primitive.indices, ([n]) => void all.push(n));
      c.each(c.primitive.indices, ([n], i) => (i % 9 < 3 ? [all[i - (i % 3) + (2 - (i % 3))]] : [n]));
    },
  ],
  'influences-unrelated': [
    WAVE,
    (c) => {
      const far = c.joint('hand_right'),
        near = c.joint('thigh_left'),
        chosen = new Set();
      c.each(c.primitive.attributes.JOINTS_0, (j, i) => (j[0] === near && i % 12 === 0 ? (chosen.add(i), [near, far, 0, 0]) : j));
      c.each(c.primitive.attributes.WEIGHTS_0, (w, i) => (chosen.has(i) ? [0.5, 0.5, 0, 0] : w));
    },
  ],
  explodes: [
    WALK,
    (c) => {
      const { channels } = c.json.animations.find((one) => one.name === 'walk');
      channels.find((one) => one.target.path === 'translation').target.node = c.index('hand_left');
      c.keys('walk', 'hand_left', 'translation', (p) => p.map((n) => 4 * n));
    },
  ],
};

export function broken(character, id) {
  const copy = new Glb(character);
  BROKEN[id][1](copy);
  return copy.bytes();
}
