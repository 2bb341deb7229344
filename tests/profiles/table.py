"""Holds what importers made of the cases against what `bindpose doctor --profile` says of them: where a rule speaks, the
importer refuses the file, moves vertices elsewhere, renames bones or loses VRM's data; where it is silent, nothing changes.

    table.py BINDPOSE CASES IMPORTER=RESULTS...     RESULTS: lines of JSON, from three.mjs, babylon.mjs, blender.py
    table.py BINDPOSE CASES assimp=FOLDER           files that assimp read and wrote as .glb
"""
import json
import os
import subprocess
import sys

import reference

PROFILES = {"three": ["three", "web", "vrm0", "vrm1"], "babylon": ["babylon"], "blender": ["blender"]}
# Rules of these profiles that their importer doesn't enforce on all cases: the source asks for it, or only later use needs it.
CITED = {("blender", "up-axis"), ("web", "morphs"), ("vrm0", "scale"), ("vrm0", "up-axis"), ("vrm1", "up-axis"),
         ("vrm0", "scale-negative"), ("vrm1", "scale-negative"), ("vrm0", "scale-uneven"), ("vrm1", "scale-uneven"),
         ("vrm0", "soles-height"), ("vrm1", "soles-height"), ("vrm0", "t-pose"), ("vrm1", "t-pose"),
         ("vrm0", "first-person"), ("vrm1", "first-person"), ("vrm0", "humanoid-bones"), ("vrm1", "springs")}
# assimp has no profile: it reads one set, as importers of phones and Unity do.
ASSIMP = {"influences-mobile": ["mobile", "unity"]}

bindpose, cases = sys.argv[1:3]
names = [line.split()[0] for line in open(os.path.join(cases, "list"))]
files = [name + end for name in names for end in ("-over", "-at")]


def doctor(profile):
    done = subprocess.run([bindpose, "doctor", cases, "--profile", profile, "--format", "jsonl"], capture_output=True)
    return {os.path.basename(r["file"])[:-5]: {f["id"][8:] for f in r["findings"] if f["id"].startswith("profile-")}
            for r in map(json.loads, done.stdout.splitlines())}


def change(file, result):
    """What the importer changed; "": nothing."""
    path = os.path.join(cases, file + ".gltf")
    positions, joints = reference.skin(path)
    if "error" in result:
        return "refused"
    if len(result["positions"]) != len(positions):
        return "other vertices"
    off = max(abs(a - b) for p, q in zip(result["positions"], positions) for a, b in zip(p, q))
    if not off < 1e-3:
        return "moved by %.2g m" % off
    if set(joints) - set(result["names"]) or len(joints) != len(set(joints)) and joints != result["names"]:
        return "renamed"
    if result.get("end") is False:
        return "cut off"
    return ""


def lost(file, result):
    """What three-vrm doesn't find of VRM's data, among what it can say of it."""
    extensions = reference.read(os.path.join(cases, file + ".gltf")).get("extensions", {})
    result = result.get("vrm", {"humanoid": False})
    if "error" in result:
        return "refused"
    if not result["humanoid"]:
        return "no body"
    one, zero = extensions.get("VRMC_vrm", {}), extensions.get("VRM", {})
    binds = [b for e in one.get("expressions", {}).get("preset", {}).values() for b in e["morphTargetBinds"]]
    binds += [b for g in zero.get("blendShapeMaster", {}).get("blendShapeGroups", []) for b in g["binds"]]
    if sum(result["expressions"]) < len(binds):
        return "no expression"
    chains = [b for g in zero.get("secondaryAnimation", {}).get("boneGroups", []) for b in g["bones"]]
    return "no spring" if chains and not result["springs"] else ""


wrong, compared, tried, spoken = 0, 0, {}, set()
for pair in sys.argv[3:]:
    importer, where = pair.split("=")
    if importer == "assimp":
        for name, profiles in ASSIMP.items():
            made = {}
            for end in ("-over", "-at"):
                positions, joints = reference.skin(os.path.join(where, name + end + ".glb"))
                made[end] = change(name + end, {"positions": positions, "names": joints})
            compared += 2
            good = made["-over"] and not made["-at"]
            wrong += not good
            for profile in profiles:
                tried[profile, "influences"] = "assimp: " + made["-over"]
            if not good:
                print("FAILED  assimp:", name, made)
        continue
    results = {os.path.basename(r["file"])[:-5]: r for r in (json.loads(line[7:]) for line in open(where) if line.startswith("RESULT "))}
    for profile in PROFILES[importer]:
        findings = doctor(profile)
        vrm = profile.startswith("vrm")
        for file in files:
            has = {"VRMC_vrm", "VRM"} & set(reference.read(os.path.join(cases, file + ".gltf")).get("extensions", {}))
            if vrm and has != {"VRMC_vrm" if profile == "vrm1" else "VRM"} and file != "bones-none-over":
                continue
            what = (lost if vrm else change)(file, results[file])
            speaks = {rule for rule in findings[file] if (profile, rule) not in CITED or what}
            compared += 1
            spoken |= {(profile, rule) for rule in findings[file]}
            if bool(what) == bool(speaks):
                for rule in speaks if len(speaks) == 1 else ():
                    tried.setdefault((profile, rule), "%s: %s" % ("three-vrm" if vrm else importer, what))
                continue
            wrong += 1
            print("FAILED  %s: %s: it says %s, and the file is %s" % (profile, file, sorted(findings[file]), what or "the same"))
for profile in ("unreal", "unity", "godot", "mobile"):
    spoken |= {(profile, rule) for found in doctor(profile).values() for rule in found}
rules = sorted({rule for _, rule in spoken | set(tried)})
for rule in rules:
    print("%-16s tried: %s; only cited: %s" % (
        rule, ", ".join("%s (%s)" % (p, what) for (p, r), what in sorted(tried.items()) if r == rule) or "-",
        ", ".join(sorted(p for p, r in spoken if r == rule and (p, r) not in tried)) or "-"))
print("%s  profiles: %d files in importers, %d not as the doctor says" % ("FAILED" if wrong else "good", compared, wrong))
sys.exit(wrong > 0)
