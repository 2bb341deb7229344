#!/usr/bin/env python3
"""Writes README.md: page.py TABLE BINDPOSE, with the table that compare.py printed and a picture of each case."""
import json, os, subprocess, sys

here = os.path.dirname(os.path.abspath(__file__))
table, bindpose = open(sys.argv[1]).read().splitlines(), sys.argv[2]
rows = {line.split("|")[1].strip(): line.split("|")[2:-1] for line in table if line.startswith("|")}
out = open(here + "/head.md").read().rstrip() + "\n\n| | case | " + " | ".join(x.strip() for x in rows["case"]) + " |\n"
out += "| --- | --- |" + " --- |" * len(rows["case"]) + "\n"
for case in json.load(open(here + "/skins/cases.json")):
    name, picture = case["name"], "pictures/%s.png" % case["name"]
    clips = json.load(open("%s/skins/%s.gltf" % (here, name))).get("animations")
    pose = ["--animation", "0", "--time", "1"] if clips else []
    subprocess.run([bindpose, "render", "%s/skins/%s.gltf" % (here, name), "-o", here + "/" + picture, "--size", "120x120",
                    "--eye", "0.8,1.4,6", "--target", "0,1,0", "--theme", "light"] + pose, check=True, stderr=subprocess.DEVNULL)
    out += "| ![](%s) | [%s](skins/%s.gltf): %s | %s |\n" % (picture, name, name, case["text"], " | ".join(
        x.strip() for x in rows[name]))
last = next(key for key in rows if key.startswith("all "))
out += "| | %s | %s |\n" % (last, " | ".join(x.strip() for x in rows[last]))
open(here + "/README.md", "w").write(out)
