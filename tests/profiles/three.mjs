// three.mjs FILE...: what three.js makes of files, a line of JSON each: vertices in half of the clip, bones' names. VRMs are
// also loaded by three-vrm.
import fs from "node:fs";
globalThis.self = globalThis;
globalThis.ProgressEvent ??= class { constructor(type, init) { Object.assign(this, init, { type }); } };
const THREE = await import("three");
const { GLTFLoader } = await import("three/examples/jsm/loaders/GLTFLoader.js");
const { VRMHumanoidLoaderPlugin, VRMExpressionLoaderPlugin, VRMFirstPersonLoaderPlugin } = await import("@pixiv/three-vrm-core");
const { VRMSpringBoneLoaderPlugin } = await import("@pixiv/three-vrm-springbone");
console.warn = console.error = () => {};
const write = (result) => fs.writeSync(1, "RESULT " + JSON.stringify(result) + "\n");
for (const file of process.argv.slice(2)) {
    const result = { file };
    try {
        const text = fs.readFileSync(file, "utf8"), loader = new GLTFLoader();
        for (const Plugin of [VRMHumanoidLoaderPlugin, VRMExpressionLoaderPlugin, VRMFirstPersonLoaderPlugin, VRMSpringBoneLoaderPlugin])
            loader.register((parser) => new Plugin(parser));
        const gltf = await new Promise((good, bad) => loader.parse(text, "", good, bad));
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
        result.humanoid = gltf.userData.vrmHumanoid ? true : false;
        result.expressions = gltf.userData.vrmExpressionManager?.expressions.map((e) => [e.expressionName, e.binds?.length ?? e._binds.length]) ?? [];
        result.springs = gltf.userData.vrmSpringBoneManager?.joints.size ?? 0;
        result.annotations = gltf.userData.vrmFirstPerson?.meshAnnotations.map((a) => [a.meshes.length, a.type]) ?? [];
    } catch (error) {
        result.error = String(error.message ?? error).slice(0, 200);
    }
    write(result);
}
process.exit(0);
