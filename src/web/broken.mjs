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
  channel(clip, name, path = 'rotation') {
    const { channels } = this.json.animations.find((one) => one.name === clip);
    return channels.find((one) => one.target.node === this.index(name) && one.target.path === path);
  }
  // Changes the keys of a node in a clip.
  keys(clip, name, path, change) {
    const { samplers } = this.json.animations.find((one) => one.name === clip);
    this.each(samplers[this.channel(clip, name, path).sampler].output, change);
  }
  // Gives every twelfth vertex of a joint another influence, too.
  spoil(near, far, weights) {
    const [a, b] = [this.joint(near), this.joint(far)],
      chosen = new Set();
    this.each(this.primitive.attributes.JOINTS_0, (j, i) => (j[0] === a && i % 12 === 0 ? (chosen.add(i), [a, b, 0, 0]) : j));
    this.each(this.primitive.attributes.WEIGHTS_0, (w, i) => (chosen.has(i) ? weights : w));
  }
  // Changes the weights of the vertices that follow one joint alone: change(index) returns the new ones, or nothing.
  weigh(name, change) {
    const joint = this.joint(name),
      { JOINTS_0, WEIGHTS_0 } = this.primitive.attributes,
      own = [];
    this.each(JOINTS_0, (j, i) => void (own[i] = j[0] === joint));
    this.each(WEIGHTS_0, (w, i) => (own[i] && w[0] === 1 ? change(i) : null));
  }
  // Gives vertices what their weights lack of 1 by a joint that draws all of it into the origin: so do programs that
  // don't divide by the sum.
  complete() {
    const binds = [],
      joint = this.json.skins[0].joints.push(this.json.nodes.length) - 1,
      lacking = new Map();
    this.json.scenes[0].nodes.push(this.json.nodes.length);
    this.json.nodes.push({ name: 'origin', scale: [0, 0, 0] });
    this.each(this.binds, (m) => void binds.push(...m));
    this.json.skins[0].inverseBindMatrices = this.add([...binds, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], 'MAT4');
    this.each(this.primitive.attributes.WEIGHTS_0, (w, i) => {
      const lack = 1 - w[0] - w[1] - w[2] - w[3];
      return w[3] === 0 && lack > 0.01 ? (lacking.set(i), [w[0], w[1], w[2], lack]) : w;
    });
    this.each(this.primitive.attributes.JOINTS_0, (j, i) => (lacking.has(i) ? [j[0], j[1], j[2], joint] : j));
  }
  // Swaps two joints in the skin's list, with all that counts on their numbers.
  swap(first, second) {
    const [a, b] = [this.joint(first), this.joint(second)],
      { joints } = this.json.skins[0],
      kept = [];
    [joints[a], joints[b]] = [joints[b], joints[a]];
    this.each(this.binds, (m, i) => void (kept[i] = m));
    this.each(this.binds, (m, i) => (i === a ? kept[b] : i === b ? kept[a] : m));
    this.each(this.primitive.attributes.JOINTS_0, (j) => j.map((n) => (n === a ? b : n === b ? a : n)));
  }
  // Adds an accessor of floats.
  add(numbers, type) {
    const width = { SCALAR: 1, VEC3: 3, VEC4: 4, MAT4: 16 }[type];
    this.json.bufferViews.push({ buffer: 0, byteOffset: this.binary.length, byteLength: 4 * numbers.length });
    this.json.accessors.push({
      bufferView: this.json.bufferViews.length - 1,
      componentType: 5126,
      count: numbers.length / width,
      type,
    });
    this.binary = Buffer.concat([this.binary, Buffer.from(Float32Array.from(numbers).buffer)]);
    this.json.buffers[0].byteLength = this.binary.length;
    return this.json.accessors.length - 1;
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
  WAVE = ['--animation', 'wave', '--time', '1.2'],
  FIXED = ['--eye', '0.6,1.2,4', '--target', '0,1,0', '--fov', '36'],
  HIGH = ['--eye', '0.6,1.6,5.6', '--target', '0,1.4,0', '--fov', '36'];
const matrixOf = ({ rotation: [x, y, z, w], translation }) => [
  ...[1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0],
  ...[2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0],
  ...[2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0],
  ...[...translation, 1],
];

// By finding: how to look at the character, how to break it, and the profile that finds it, if it takes one.
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
  'influences-unrelated': [WAVE, (c) => c.spoil('thigh_left', 'hand_right', [0.5, 0.5, 0, 0])],
  explodes: [
    WALK,
    (c) => {
      c.channel('walk', 'hips', 'translation').target.node = c.index('hand_left');
      c.keys('walk', 'hand_left', 'translation', (p) => p.map((n) => 4 * n));
    },
  ],
  'no-common-root': [
    REST,
    (c) => {
      const { children } = c.node('hips');
      children.splice(children.indexOf(c.index('thigh_left')), 1);
      c.json.scenes[0].nodes.push(c.index('thigh_left'));
      c.node('thigh_left').translation[1] += c.node('hips').translation[1];
      c.node('hips').translation[0] = 0.3;
    },
  ],
  'unit-mixup': [REST, (c) => c.bind((m) => m.map((n, i) => (i > 11 && i < 15 ? 100 * n : n)))],
  'matrix-sheared': [
    REST,
    (c) => {
      const node = c.node('upper_arm_left'),
        m = matrixOf(node);
      for (let k = 0; k < 3; k++) m[4 + k] += 0.9 * m[k];
      node.matrix = m;
      delete node.rotation;
      delete node.translation;
      for (const one of c.json.animations)
        one.channels = one.channels.filter(({ target }) => target.node !== c.index('upper_arm_left'));
    },
  ],
  'far-away': [REST, (c) => (c.node('hips').translation[0] = 4e5)],
  'rotation-not-unit': [WAVE, (c) => c.keys('wave', 'upper_arm_left', 'rotation', (q) => q.map((n) => 3 * n))],
  'rotation-order': [
    WAVE,
    (c) => {
      for (const { sampler, target } of c.json.animations.find((one) => one.name === 'wave').channels)
        if (target.path === 'rotation') c.keys('wave', c.json.nodes[target.node].name, 'rotation', ([x, y, z, w]) => [w, x, y, z]);
    },
  ],
  'channel-duplicated': [WAVE, (c) => (c.channel('wave', 'head').target.node = c.index('upper_arm_right'))],
  'tangents-equal-values': [
    WALK,
    (c) =>
      ['thigh_left', 'thigh_right', 'upper_arm_left', 'upper_arm_right'].forEach((name) => {
        const sampler = c.json.animations.find((one) => one.name === 'walk').samplers[c.channel('walk', name).sampler],
          values = [];
        c.each(sampler.output, (q) => void values.push(...q, ...q, ...q));
        Object.assign(sampler, { interpolation: 'CUBICSPLINE', output: c.add(values, 'VEC4') });
      }),
  ],
  'triangle-degenerate': [
    REST,
    (c) => {
      const all = [];
      c.each(c.primitive.indices, ([n]) => void all.push(n));
      c.each(c.primitive.indices, ([n], i) => (i % 9 === 2 ? [all[i - 1]] : [n]));
    },
  ],
  'morph-normals': [
    REST,
    (c) => {
      const { NORMAL } = c.primitive.attributes;
      c.primitive.targets = [{ POSITION: NORMAL, NORMAL }];
      c.json.meshes[0].weights = [0.03];
    },
  ],
  'candy-wrapper': [
    WAVE,
    (c) =>
      ['forearm_left', 'forearm_right', 'shin_left', 'shin_right', 'hand_left', 'hand_right'].forEach((name) =>
        c.keys('wave', name, 'rotation', ([x, y, z, w]) => [-z, w, x, -y]),
      ),
  ],
  'clip-sheared': [
    WALK,
    (c) => {
      const hips = c.channel('walk', 'hips', 'translation');
      hips.target = { node: c.index('upper_arm_left'), path: 'scale' };
      c.each(c.json.animations.find((one) => one.name === 'walk').samplers[hips.sampler].output, () => [1, 2, 1]);
    },
  ],
  'profile-up-axis': [REST, (c) => (c.node('hips').rotation = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2]), 'unity'],
  'profile-scale-negative': [REST, (c) => (c.node('thigh_left').scale = [-1, 1, 1]), 'vrm1'],
  'profile-scale-uneven': [REST, (c) => (c.node('thigh_left').scale = [2, 1, 1]), 'vrm1'],
  'profile-soles-height': [FIXED, (c) => (c.node('hips').translation[1] += 0.3), 'vrm1'],
  'profile-t-pose': [
    REST,
    (c) => ['left', 'right'].forEach((side) => (c.node(`upper_arm_${side}`).rotation = [0, 0, side === 'left' ? 0.5 : -0.5, Math.sqrt(0.75)])),
    'vrm1',
  ],
};

const HALF = (c) => c.weigh('head', () => [0.7, 0, 0, 0]),
  NONE = (c) => c.weigh('head', (i) => (i % 12 ? null : [0, 0, 0, 0]));
// Findings that Bindpose draws as it should be, and other programs don't: how to look, how to break it, how to break it
// so that Bindpose draws what they draw, and what they do.
export const ELSEWHERE = {
  'weights-sum': [FIXED, HALF, (c) => (HALF(c), c.complete()), "don't divide by the sum"],
  'weights-rescaled': [FIXED, HALF, (c) => (HALF(c), c.complete()), "don't divide by the sum"],
  'weights-zero': [FIXED, NONE, (c) => (NONE(c), c.complete()), 'leave vertices without weights at the origin'],
  'mesh-transform-ignored': [
    FIXED,
    (c) => (c.node('character').translation = [0.3, 0, 0]),
    (c) => (c.node('hips').translation[0] = 0.3),
    "also apply the mesh's node",
  ],
  'mesh-under-skeleton': [
    HIGH,
    (c) => {
      c.json.scenes[0].nodes = [0];
      c.node('hips').children.push(c.index('character'));
    },
    (c) => (c.node('hips').translation[1] *= 2),
    'move the mesh with its node, too',
  ],
  'joints-apart': [
    FIXED,
    (c) => {
      const { translation, rotation } = c.node('forearm_left');
      c.node('upper_arm_left').children = [c.json.nodes.length];
      c.json.nodes.push({ name: 'between', translation, rotation, children: [c.index('forearm_left')] });
      ['translation', 'rotation'].forEach((key) => delete c.node('forearm_left')[key]);
    },
    (c) => ['translation', 'rotation'].forEach((key) => delete c.node('forearm_left')[key]),
    'copy the joints alone',
  ],
};

// Findings that no picture of ours shows: strict readers refuse the file, ours too; or the character looks as it should,
// and the fault shows in other programs, or in what they do with the file. The copies prove it.
const REFUSED = { refused: true, text: 'There is no picture: strict readers refuse such a file, and so does Bindpose.' },
  RIGHT = { text: 'There is no picture: Bindpose draws the character as it should be. Other programs may show the fault.' };
export const UNSEEN = {
  unreadable: [REFUSED, (c) => (c.primitive.attributes.POSITION = 9999)],
  'extensions-left-out': [
    RIGHT,
    (c) => {
      c.json.extensionsUsed = ['KHR_materials_sheen'];
      c.json.materials[0].extensions = { KHR_materials_sheen: {} };
    },
  ],
  'node-cycle': [REFUSED, (c) => (c.node('head').children = [0])],
  'node-parents': [REFUSED, (c) => c.node('spine').children.push(c.index('thigh_left'))],
  'joints-repeated': [REFUSED, (c) => (c.json.skins[0].joints[c.joint('head')] = c.index('neck'))],
  'skeleton-not-ancestor': [RIGHT, (c) => (c.json.skins[0].skeleton = c.index('character'))],
  'joint-not-in-scene': [RIGHT, (c) => (c.json.scenes[0].nodes = [c.index('character')])],
  'joint-order': [RIGHT, (c) => c.swap('neck', 'head')],
  'joint-unused': [RIGHT, () => {}],
  'names-duplicated': [RIGHT, (c) => (c.node('neck').name = 'head')],
  'names-missing': [RIGHT, (c) => delete c.node('neck').name],
  'skins-alike': [
    RIGHT,
    (c) => {
      c.json.skins.push({ ...c.json.skins[0] });
      c.json.scenes[0].nodes.push(c.json.nodes.length);
      c.json.nodes.push({ mesh: 0, skin: 1 });
    },
  ],
  'weights-not-normalized': [REFUSED, (c) => (c.json.accessors[c.primitive.attributes.WEIGHTS_0].componentType = 5121)],
  'weights-nan': [REFUSED, (c) => c.each(c.primitive.attributes.WEIGHTS_0, () => [NaN, 0, 0, 0])],
  'weights-negative': [RIGHT, (c) => c.each(c.primitive.attributes.WEIGHTS_0, (w) => (w[0] === 1 ? [1.2, -0.2, 0, 0] : w))],
  'joint-out-of-range': [REFUSED, (c) => c.each(c.primitive.attributes.JOINTS_0, () => [200, 0, 0, 0])],
  'joint-duplicated': [
    RIGHT,
    (c) => {
      c.each(c.primitive.attributes.WEIGHTS_0, (w, i) => (w[0] === 1 ? [0.5, 0.5, 0, 0] : w));
      c.each(c.primitive.attributes.JOINTS_0, (j) => (j[1] === 0 ? [j[0], j[0], 0, 0] : j));
    },
  ],
  'joint-zero-weight': [RIGHT, (c) => c.each(c.primitive.attributes.JOINTS_0, (j) => (j[3] ? j : [j[0], j[1], j[2], 4]))],
  'influences-over-4': [
    RIGHT,
    (c) => {
      const { JOINTS_0, WEIGHTS_0 } = c.primitive.attributes;
      Object.assign(c.primitive.attributes, { JOINTS_1: JOINTS_0, WEIGHTS_1: WEIGHTS_0 });
      c.each(WEIGHTS_0, (w) => w.map((n) => n / 2));
    },
  ],
  'ibm-count': [REFUSED, (c) => (c.json.accessors[c.binds].count = 18)],
  'ibm-nan': [REFUSED, (c) => c.bind((m) => m.map(() => NaN), 'head')],
  'ibm-last-row': [RIGHT, (c) => c.bind((m) => [...m.slice(0, 15), 0.6], 'head')],
  'keys-not-increasing': [REFUSED, (c) => c.each(c.json.animations[0].samplers[0].input, () => [0])],
  'keys-count': [REFUSED, (c) => (c.json.accessors[c.json.animations[0].samplers[0].output].count = 2)],
  'channel-on-matrix-node': [
    RIGHT,
    (c) => {
      const node = c.node('head');
      node.matrix = matrixOf(node);
      delete node.rotation;
      delete node.translation;
    },
  ],
  'channel-on-skinned-mesh': [RIGHT, (c) => (c.channel('walk', 'head').target.node = c.index('character'))],
  'byte-stride': [RIGHT, (c) => (c.json.bufferViews[c.json.accessors[c.binds].bufferView].byteStride = 64)],
  'gltf-rule': [RIGHT, (c) => (c.node('head').children = [])],
  'full-turn': [RIGHT, (c) => c.keys('wave', 'upper_arm_right', 'rotation', (q, i) => (i % 2 ? q.map((n) => -n) : q))],
  'position-bounds': [RIGHT, (c) => (c.json.accessors[c.primitive.attributes.POSITION].max = [0.1, 0.1, 0.1])],
};

// `shown`: the copy that Bindpose draws as other programs draw the broken one.
export function broken(character, id, shown = false) {
  const copy = new Glb(character);
  (BROKEN[id] || ELSEWHERE[id] || UNSEEN[id])[shown ? 2 : 1](copy);
  return copy.bytes();
}
