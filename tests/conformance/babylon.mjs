// Poses the files of a folder as Babylon.js does: joint matrices, in the form of the expected files, a line for each case.
//     babylon.mjs FOLDER
import fs from "node:fs";
import * as B from "@babylonjs/core";
import { PerformanceConfigurator } from "@babylonjs/core/Engines/performanceConfigurator.js";
import "@babylonjs/loaders/glTF/index.js";

PerformanceConfigurator.SetMatrixPrecision(true);
B.Logger.LogLevels = 0;
async function pose(path) {
    const json = JSON.parse(fs.readFileSync(path + ".gltf")), expected = JSON.parse(fs.readFileSync(path + ".json"));
    const engine = new B.NullEngine({ useHighPrecisionMatrix: true });
    const scene = new B.Scene(engine);
    scene.useRightHandedSystem = true;
    new B.FreeCamera("camera", B.Vector3.Zero(), scene);
    const container = await B.LoadAssetContainerAsync("data:" + JSON.stringify(json), scene, { pluginExtension: ".gltf" });
    container.addAllToScene();

    const nodes = [...container.transformNodes, ...container.meshes];
    const rest = nodes.map((n) => [n.position.clone(), n.rotationQuaternion?.clone(), n.scaling.clone()]);
    // A skinned mesh hangs below the node above its joints; its world matrix comes after the joint's.
    const worldOf = (skeleton) => container.meshes.find((m) => m.skeleton === skeleton)?.computeWorldMatrix(true) ?? B.Matrix.Identity();
    const poses = expected.map(({ clip, time }) => {
        nodes.forEach((n, i) => {
            n.position = rest[i][0].clone();
            if (rest[i][1]) n.rotationQuaternion = rest[i][1].clone();
            n.scaling = rest[i][2].clone();
        });
        if (clip !== null) {
            const group = container.animationGroups[clip];
            for (const other of container.animationGroups) other.stop(true);
            group.start(false);
            group.pause();
            group.goToFrame(time * 60);
            group.stop(true);
        }
        nodes.forEach((node) => node.computeWorldMatrix(true));
        const jointMatrices = container.skeletons.map((skeleton, number) => {
            skeleton._transformMatrices = new Float64Array(16 * (skeleton.bones.length + 1));
            skeleton._markAsDirty();
            skeleton.prepare(true);
            const world = worldOf(skeleton);
            return json.skins[number].joints.map((_, k) => B.Matrix.FromArray(skeleton._transformMatrices, 16 * k).multiply(world).toArray().slice());
        });
        return { jointMatrices };
    });
    engine.dispose();
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
