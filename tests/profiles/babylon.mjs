// babylon.mjs FILE...: what Babylon.js makes of files, a line of JSON each: vertices in half of the clip, bones' names.
import fs from "node:fs";
import * as B from "@babylonjs/core";
import "@babylonjs/loaders/glTF/index.js";
const engine = new B.NullEngine();
B.Logger.LogLevels = 0;
const write = (result) => fs.writeSync(1, "RESULT " + JSON.stringify(result) + "\n");
for (const file of process.argv.slice(2)) {
    const result = { file }, scene = new B.Scene(engine);
    scene.useRightHandedSystem = true;
    try {
        new B.FreeCamera("camera", B.Vector3.Zero(), scene);
        const container = await B.LoadAssetContainerAsync("data:" + fs.readFileSync(file, "utf8"), scene, { pluginExtension: ".gltf" });
        container.addAllToScene();
        const group = container.animationGroups[0];
        group.start(false);
        group.pause();
        group.goToFrame((group.from + group.to) / 2);
        group.stop(true);
        [...container.transformNodes, ...container.meshes].forEach((node) => node.computeWorldMatrix(true));
        const skeleton = container.skeletons[0], mesh = container.meshes.find((m) => m.skeleton === skeleton);
        skeleton.prepare(true);
        const matrices = skeleton.getTransformMatrices(mesh), points = mesh.getVerticesData(B.VertexBuffer.PositionKind);
        // What the shader does: mesh.numBoneInfluencers influences, of two sets at most.
        const sets = [["matricesIndices", "matricesWeights"], ["matricesIndicesExtra", "matricesWeightsExtra"]]
            .map((kinds) => kinds.map((kind) => mesh.getVerticesData(kind))).filter(([joints]) => joints);
        const at = new B.Vector3(), moved = new B.Vector3();
        result.positions = Array.from({ length: points.length / 3 }, (_, i) => {
            const sum = [0, 0, 0];
            at.set(points[3 * i], points[3 * i + 1], points[3 * i + 2]);
            for (const [joints, weights] of sets) for (let k = 4 * i; k < 4 * i + 4; k++) {
                if (weights[k] === 0) continue;
                B.Vector3.TransformCoordinatesToRef(at, B.Matrix.FromArray(matrices, 16 * joints[k]), moved);
                moved.asArray().forEach((x, j) => { sum[j] += weights[k] * x; });
            }
            return B.Vector3.TransformCoordinates(B.Vector3.FromArray(sum), mesh.getWorldMatrix()).asArray();
        });
        result.names = skeleton.bones.map((bone) => bone.name);
    } catch (error) {
        result.error = String(error.message ?? error).slice(0, 200);
    }
    write(result);
    scene.dispose();
}
process.exit(0);
