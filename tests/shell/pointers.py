"""Every finding's JSON pointer leads to a value of its file, and its bytes are that value: pointers.py BINDPOSE FOLDER FILE...

Each .gltf is also examined with one value after another left out, or of another kind: what is missing then has no
place in the file, and the pointer must lead to the nearest value above it. FOLDER takes these copies."""
import copy
import json
import os
import re
import subprocess
import sys

program, folder, *files = sys.argv[1:]
files = [path for path in files if os.path.exists(path)]
COPIES = 20  # of a file: its values are taken at equal distances


def values(value, path=()):
    """All values below one, with their paths."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in items:
        yield path + (key,)
        yield from values(one, path + (key,))


def damaged(root):
    """Copies with one value left out, or of another kind; buffers stay."""
    paths = [path for path in values(root) if path[0] not in ("buffers", "asset")]
    for number, path in enumerate(paths[:: max(1, len(paths) // COPIES)]):
        new = copy.deepcopy(root)
        above = new
        for key in path[:-1]:
            above = above[key]
        if number % 2:
            del above[path[-1]]
        else:
            above[path[-1]] = {"no": "such value"} if isinstance(above[path[-1]], (int, float, str)) else -7
        yield new


def expected(root, place):
    """The place's steps, as far as the file has them."""
    at, pointer = root, ""
    for name, index in re.findall(r"([^.\[\]]+)|\[(\d+)\]", place):
        if isinstance(at, list) and index and int(index) < len(at):
            at = at[int(index)]
        elif isinstance(at, dict) and name in at:
            at = at[name]
        else:
            break
        pointer += "/" + (index or name).replace("~", "~0").replace("/", "~1")
    return pointer


def resolve(root, pointer):
    """By RFC 6901; an error where there is no such value."""
    if pointer and pointer[0] != "/":
        raise KeyError(pointer)
    for step in pointer.split("/")[1:]:
        step = step.replace("~1", "/").replace("~0", "~")
        root = root[int(step)] if isinstance(root, list) else root[step]
    return root


def region_is(path, finding, value):
    """Whether the finding's bytes are the value's text, and its line, in a .gltf, is that of the first of them."""
    if "byteLength" not in finding:
        return "line" not in finding
    with open(path, "rb") as file:
        data = file.read()
    begin = finding["byteOffset"]
    line = None if data[:4] == b"glTF" else 1 + data[:begin].count(b"\n")
    return json.loads(data[begin : begin + finding["byteLength"]]) == value and finding.get("line") == line


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    if data[:4] == b"glTF":
        data = data[20 : 20 + int.from_bytes(data[12:16], "little")]
    return json.loads(data)


os.makedirs(folder, exist_ok=True)
for path in [path for path in files if path.endswith(".gltf")]:
    for number, root in enumerate(damaged(read(path))):
        name = os.path.join(folder, f"{os.path.basename(path)}-{number}.gltf")
        with open(name, "w") as file:
            json.dump(root, file, indent=number % 3 or None)
        files.append(name)
out = subprocess.run([program, "doctor", "--format", "jsonl", "--profile", "vrm1", *files], capture_output=True).stdout
count = wrong = 0
for line in out.decode().splitlines():
    result = json.loads(line)
    path = result["file"]
    root = read(path)
    for finding in result["findings"]:
        place, pointer = finding["place"], finding["pointer"]
        count += 1
        try:
            value = resolve(root, pointer)
            good = pointer == (expected(root, place) if result["read"] else "") and region_is(path, finding, value)
        except (KeyError, IndexError, ValueError, TypeError):
            good = False
        if not good:
            wrong += 1
            print(f"{path}: {finding['id']} at '{place}' has the pointer '{pointer}'")
print(f"{count} pointers, {wrong} wrong")
sys.exit(1 if wrong or count < 500 else 0)
