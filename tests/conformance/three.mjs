// Poses the files of a folder as three.js does: joint matrices, and vertices in scene space, in the form of the expected
// files, a line for each case.
//     three.mjs FOLDER
import fs from "node:fs";
globalThis.self = globalThis;
globalThis.ProgressEvent ??= class { constructor(type, init) { Object.assign(this, init, { type }); } };
const THREE = await import("three");
const { GLTFLoader } = await import("three/examples/jsm/loaders/GLTFLoader.js");

async function pose(path) {
    const text = fs.readFileSync(path + ".gltf", "utf8"), json = JSON.parse(text), expected = JSON.parse(fs.readFileSync(path + ".json"));
    const gltf = await new Promise((good, bad) => new GLTFLoader().parse(text, "", good, bad));
    const nodes = await gltf.parser.getDependencies("node");
    const meshes = [];
    for (const root of [gltf.scene, ...nodes]) root.traverse((object) => {
        const from = gltf.parser.associations.get(object);
        if (!object.isMesh || meshes.some((m) => m.object === object)) return;
        let node = from?.nodes, up = object;
        while (node === undefined && up) node = gltf.parser.associations.get(up = up.parent)?.nodes;
        meshes.push({ object, node, primitive: from?.primitives ?? 0 });
    });
    const skeletons = json.skins.map((_, s) => meshes.find((m) => m.object.isSkinnedMesh && json.nodes[m.node].skin === s)?.object.skeleton);
    const mixer = new THREE.AnimationMixer(gltf.scene);

    const poses = expected.map(({ clip, time }) => {
        mixer.stopAllAction();
        if (clip !== null) {
            const action = mixer.clipAction(gltf.animations[clip]);
            action.setLoop(THREE.LoopOnce).clampWhenFinished = true;
            action.reset().play();
            action.time = Math.min(time, gltf.animations[clip].duration);
            mixer.update(0);
        }
        for (const object of [gltf.scene, ...nodes]) { let top = object; while (top.parent) top = top.parent; top.updateMatrixWorld(true); }
        const jointMatrices = skeletons.map((skeleton) => {
            if (!skeleton) return [];
            return skeleton.bones.map((bone, i) => new THREE.Matrix4().multiplyMatrices(bone.matrixWorld, skeleton.boneInverses[i]).toArray());
        });
        const found = meshes.map(({ object, node, primitive }) => {
            const positions = [], v = new THREE.Vector3();
            if (object.isSkinnedMesh) object.skeleton.update();
            for (let i = 0; i < object.geometry.attributes.position.count; i++)
                positions.push(object.getVertexPosition(i, v).applyMatrix4(object.matrixWorld).toArray());
            return { node, primitive, positions };
        });
        return { jointMatrices, meshes: found };
    });
    return poses;
}

const folder = process.argv[2];
for (const { name } of JSON.parse(fs.readFileSync(folder + "/cases.json"))) {
    try {
        console.log(JSON.stringify({ name, poses: await pose(folder + "/" + name) }));
    } catch (error) {
        console.log(JSON.stringify({ name, error: String(error.message ?? error) }));
    }
}
process.exit(0);
