// Draws a file with three.js as `bindpose render` does: same camera, light, sky, tone mapping and background; and
// compares it with our picture. Runs in the page that look.mjs opens.
import * as THREE from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';

// As in src/scene/draw_meshes.c, and the defaults of src/raster/triangles.c.
const LIGHT = new THREE.Vector3(-0.35, 0.55, 0.76).normalize(); // in camera space
const IRRADIANCE = 2.4;
const SKY = { middle: 0.34, slope: 0.28 };
const BACKGROUND = 0x14171c;
const FIELD = 35;

// A sky whose radiance is linear in the direction's height, filtered as three.js filters every environment.
function sky(renderer) {
  const width = 1024, height = 512, texels = new Float32Array(4 * width * height);
  for (let i = 0; i < width * height; i++) {
    // The first row is the lowest.
    const up = -Math.cos((Math.PI * (Math.floor(i / width) + 0.5)) / height);
    texels.fill(SKY.middle + SKY.slope * up, 4 * i, 4 * i + 3);
  }
  const texture = new THREE.DataTexture(texels, width, height, THREE.RGBAFormat, THREE.FloatType);
  texture.mapping = THREE.EquirectangularReflectionMapping;
  texture.minFilter = texture.magFilter = THREE.LinearFilter;
  texture.needsUpdate = true;
  return new THREE.PMREMGenerator(renderer).fromEquirectangular(texture).texture;
}

function decode(byte) {
  const v = byte / 255;
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
}
const LINEAR = Float64Array.from({ length: 256 }, (_, byte) => decode(byte));
function encode(v) {
  return Math.round(255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055));
}

// The camera that looks at all of the file's figure; `width` x `height` is the picture.
function fit(scene, width, height) {
  const sphere = new THREE.Box3().setFromObject(scene, true).getBoundingSphere(new THREE.Sphere());
  const camera = new THREE.PerspectiveCamera(FIELD, width / height);
  const distance = sphere.radius / Math.sin((FIELD / 2) * (Math.PI / 180));
  camera.position.copy(sphere.center).addScaledVector(new THREE.Vector3(0.42, 0.22, 1).normalize(), distance);
  camera.near = 0.01 * distance;
  camera.far = 20 * distance;
  camera.lookAt(sphere.center);
  camera.updateProjectionMatrix();
  return { camera, target: sphere.center.toArray() };
}

let renderer, scene, view, size;

// Loads a file; returns the camera for our picture.
window.load = async (address, width, height) => {
  size = [width, height];
  renderer ??= new THREE.WebGLRenderer({ antialias: false, preserveDrawingBuffer: true });
  renderer.setPixelRatio(1);
  renderer.toneMapping = THREE.NeutralToneMapping;
  const gltf = await new GLTFLoader().loadAsync(address);
  scene = new THREE.Scene();
  scene.add(gltf.scene);
  scene.updateMatrixWorld(true);
  scene.background = new THREE.Color(BACKGROUND);
  scene.environment = window.environment ??= sky(renderer);
  view = fit(gltf.scene, width, height);
  const light = new THREE.DirectionalLight(0xffffff, IRRADIANCE);
  light.position.copy(LIGHT).applyQuaternion(view.camera.quaternion);
  scene.add(light, light.target);
  return { eye: view.camera.position.toArray(), target: view.target, field: FIELD };
};

// Draws it with `samples` (1 or 4) a pixel, which are averaged in linear light. Returns the bytes.
function draw(samples) {
  const [width, height] = size, more = Math.sqrt(samples), gl = renderer.getContext();
  renderer.setSize(width * more, height * more);
  // three.js tone maps a background too; ours is the colour as it is.
  renderer.setClearColor(BACKGROUND, 1);
  scene.background = null;
  renderer.render(scene, view.camera);
  const raw = new Uint8Array(4 * width * height * samples), out = new Uint8ClampedArray(4 * width * height);
  gl.readPixels(0, 0, width * more, height * more, gl.RGBA, gl.UNSIGNED_BYTE, raw);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let c = 0; c < 4; c++) {
        let sum = 0;
        for (let k = 0; k < samples; k++) {
          const row = (height - 1 - y) * more + Math.floor(k / more);
          const value = raw[4 * (row * width * more + x * more + (k % more)) + c];
          sum += samples === 1 ? value : LINEAR[value];
        }
        out[4 * (y * width + x) + c] = c === 3 ? 255 : samples === 1 ? sum : encode(sum / samples);
      }
  return out;
}

async function pixels(address) {
  const [width, height] = size;
  const blob = await (await fetch(address)).blob();
  const image = await createImageBitmap(blob, { colorSpaceConversion: 'none', premultiplyAlpha: 'none' });
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, width, height).data;
}

// Compares with our picture at `address`: mean and largest difference of the channels over the pixels that either
// covers, and one PNG of both side by side with the difference, eight times as large, as the third.
window.compare = async (address, samples) => {
  const [width, height] = size, ours = await pixels(address), theirs = draw(samples);
  const difference = new Uint8ClampedArray(ours.length), background = [16, 8, 0].map((shift) => (BACKGROUND >> shift) & 255);
  const covers = (data, i) => background.some((value, c) => data[i + c] !== value);
  const result = { covered: 0, mean: 0, largest: 0, beyond: 0, ours: [0, 0, 0], theirs: [0, 0, 0] };
  for (let i = 0; i < ours.length; i += 4) {
    difference[i + 3] = 255;
    if (!covers(ours, i) && !covers(theirs, i)) continue;
    result.covered++;
    let worst = 0;
    for (let c = 0; c < 3; c++) {
      const off = Math.abs(ours[i + c] - theirs[i + c]);
      difference[i + c] = 8 * off;
      result.mean += off / 3;
      result.ours[c] += ours[i + c];
      result.theirs[c] += theirs[i + c];
      worst = Math.max(worst, off);
    }
    result.largest = Math.max(result.largest, worst);
    result.beyond += worst > 16;
  }
  for (const key of ['mean', 'beyond']) result[key] /= result.covered || 1;
  for (const key of ['ours', 'theirs']) result[key] = result[key].map((sum) => sum / (result.covered || 1));
  const sheet = new OffscreenCanvas(3 * width, height), context = sheet.getContext('2d');
  [ours, theirs, difference].forEach((data, i) =>
    context.putImageData(new ImageData(new Uint8ClampedArray(data), width, height), i * width, 0));
  const bytes = new Uint8Array(await (await sheet.convertToBlob({ type: 'image/png' })).arrayBuffer());
  let text = '';
  for (let i = 0; i < bytes.length; i += 32768) text += String.fromCharCode(...bytes.subarray(i, i + 32768));
  result.sheet = btoa(text);
  return result;
};
window.ready = true;
