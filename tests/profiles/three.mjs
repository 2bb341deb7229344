// three.mjs FILE...: what three.js makes of files, a line of JSON each: vertices in half of the clip, bones' names. VRMs are
// also loaded by three-vrm: whether there is a body, how many spring joints, how many binds each expression has.
import fs from "node:fs";
globalThis.self = globalThis;
globalThis.ProgressEvent ??= class { constructor(type, init) { Object.assign(this, init, { type }); } };
const THREE = await import("three");
const { GLTFLoader } = await import("three/examples/jsm/loaders/GLTFLoader.js");
const { VRMCoreLoaderPlugin } = await import("@pixiv/three-vrm-core");
const { VRMSpringBoneLoaderPlugin } = await import("@pixiv/three-vrm-springbone");
console.warn = console.error = () => {};
const write = (result) => fs.writeSync(1, "RESULT " + JSON.stringify(result) + "\n");
const load = (text, plugins) => new Promise((good, bad) => {
    const loader = new GLTFLoader();
    for (const Plugin of plugins) loader.register((parser) => new Plugin(parser));
    loader.parse(text, "", good, bad);
});
async function loadVRM(text) {
    try {
        const { vrmHumanoid, vrmExpressionManager, vrmSpringBoneManager } = (await load(text, [VRMCoreLoaderPlugin, VRMSpringBoneLoaderPlugin])).userData;
        return { humanoid: !!vrmHumanoid, springs: vrmSpringBoneManager?.joints.size ?? 0,
            expressions: vrmExpressionManager?.expressions.map((e) => e.binds?.length ?? e._binds.length) ?? [] };
    } catch (error) {
        return { error: String(error.message ?? error) };
    }
}
for (const file of process.argv.slice(2)) {
    const result = { file };
    try {
        const text = fs.readFileSync(file, "utf8");
        const gltf = await load(text, []);
        const mixer = new THREE.AnimationMixer(gltf.scene), clip = gltf.animations[0];
        const action = mixer.clipAction(clip);
        action.play();
        mixer.setTime(clip.duration / 2);
        gltf.scene.updateMatrixWorld(true);
        let body;
        gltf.scene.traverse((object) => { if (object.isSkinnedMesh) body = object; });
        body.skeleton.update();
        const count = body.geometry.attributes.position.count;
        result.positions = Array.from({ length: count }, (_, i) =>
            body.getVertexPosition(i, new THREE.Vector3()).applyMatrix4(body.matrixWorld).toArray());
        result.names = body.skeleton.bones.map((bone) => bone.name);
        if (JSON.parse(text).extensions) result.vrm = await loadVRM(text);
    } catch (error) {
        result.error = String(error.message ?? error).slice(0, 200);
    }
    write(result);
}
process.exit(0);
