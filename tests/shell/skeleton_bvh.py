"""The skeleton of a .glb below its "hips" as BVH, in centimetres: skeleton_bvh.py FILE.glb PREFIX

BVH has no rotations at rest, so the joints of the file must have none. An arm turns by 30 degrees in half a second."""
import json
import sys

with open(sys.argv[1], "rb") as file:
    data = file.read()
root = json.loads(data[20 : 20 + int.from_bytes(data[12:16], "little")])
nodes, order = root["nodes"], []
hips = [node.get("name") for node in nodes].index("hips")


def put(index, depth):
    node, indent = nodes[index], " " * depth
    offset = node.get("translation", [0, 0, 0]) if depth else [0, 0, 0]
    order.append(index)
    print(f"{indent}{'JOINT' if depth else 'ROOT'} {sys.argv[2]}{node['name']}\n{indent}{{")
    print(indent, "OFFSET", *[100 * number for number in offset])
    print(indent, "CHANNELS 3" if depth else "CHANNELS 6 Xposition Yposition Zposition", "Zrotation Xrotation Yrotation")
    for child in node.get("children", []):
        put(child, depth + 1)
    if not node.get("children"):
        print(f"{indent} End Site\n{indent} {{\n{indent}  OFFSET 0 5 0\n{indent} }}")
    print(indent + "}")


print("HIERARCHY")
put(hips, 0)
print("MOTION\nFrames: 2\nFrame Time: 0.5")
for degrees in (0, 30):
    turns = [[degrees if nodes[index]["name"] == "upper_arm_left" else 0, 0, 0] for index in order]
    print(*[100 * number for number in nodes[hips]["translation"]], *sum(turns, []))
