"""blender --background --factory-startup --python blender.py -- FILE...: a line of JSON a file."""
import json
import sys

import bpy
import numpy

numpy.bool = bool  # which Blender 3.4's importer needs, and Debian's numpy has no more

for path in sys.argv[sys.argv.index("--") + 1:]:
    result = {"file": path}
    try:
        bpy.ops.wm.read_factory_settings(use_empty=True)
        bpy.ops.import_scene.gltf(filepath=path)
        armature = next(o for o in bpy.data.objects if o.type == "ARMATURE")
        mesh = next(o for o in bpy.data.objects if o.type == "MESH" and any(m.type == "ARMATURE" for m in o.modifiers))
        if bpy.data.actions:
            armature.animation_data.action = bpy.data.actions[0]
            start, end = bpy.data.actions[0].frame_range
            bpy.context.scene.frame_set(int(end))
            result["end"] = bpy.context.scene.frame_current == int(end)
            bpy.context.scene.frame_set(int((start + end) / 2), subframe=((start + end) / 2) % 1)
        evaluated = mesh.evaluated_get(bpy.context.evaluated_depsgraph_get())
        points = [evaluated.matrix_world @ v.co for v in evaluated.to_mesh().vertices]
        result["positions"] = [[p.x, p.z, -p.y] for p in points]
        result["names"] = [bone.name for bone in armature.data.bones]
    except Exception as error:  # what an importer says is what is asked for
        result["error"] = str(error).strip().split("\n")[-1][:200]
    print("RESULT " + json.dumps(result), flush=True)
