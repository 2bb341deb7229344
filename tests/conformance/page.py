#!/usr/bin/env python3
"""Writes the table of README.md anew: page.py TABLE BINDPOSE SKINS, with the table that compare.py printed, the program, and the
folder of the files, of which it draws a picture each."""
import json, os, subprocess, sys

here = os.path.dirname(os.path.abspath(__file__))
table, bindpose, skins = open(sys.argv[1]).read().splitlines(), sys.argv[2], sys.argv[3]
rows = {line.split("|")[1].strip(): line.split("|")[2:-1] for line in table if line.startswith("|")}
out = open(here + "/README.md").read().split("| | case |")[0] + "| | case | " + " | ".join(x.strip() for x in rows["case"]) + " |\n"
out += "| --- | --- |" + " --- |" * len(rows["case"]) + "\n"
for case in json.load(open(skins + "/cases.json")):
    name, picture = case["name"], "pictures/%s.png" % case["name"]
    clips = json.load(open("%s/%s.gltf" % (skins, name))).get("animations")
    pose = ["--animation", "0", "--time", "1"] if clips else []
    subprocess.run([bindpose, "render", "%s/%s.gltf" % (skins, name), "-o", here + "/" + picture, "--size", "120x120",
                    "--eye", "0.8,1.4,6", "--target", "0,1,0", "--theme", "light"] + pose, check=True, stderr=subprocess.DEVNULL)
    out += "| ![](%s) | %s: %s | %s |\n" % (picture, name, case["text"], " | ".join(
        x.strip() for x in rows[name]))
last = next(key for key in rows if key.startswith("all "))
out += "| | %s | %s |\n" % (last, " | ".join(x.strip() for x in rows[last]))
open(here + "/README.md", "w").write(out)
