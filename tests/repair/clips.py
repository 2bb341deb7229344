"""Faults of clips, weights and meshes rather than of matrices: mutations.py --clips. The characters are those of connected.py
with clips of more keys, which begin away from rest, and with every channel of every joint, as exporters write them."""
import math
import random

import connected
from characters import IDENTITY, from_trs, inverse, multiply, times, transpose, turn
from unseen import of_all


def animate(model, seed, translations):
    """Replaces the clips by three: one that swings around rest, one that begins in another pose, one of cubic keys."""
    rng = random.Random(seed)
    gltf = model.gltf
    joints = sorted({j for skin in gltf["skins"] for j in skin["joints"]})
    gltf["animations"] = []
    for name, away, swing, cubic in (("swing", 0, 30, False), ("crouch", 45, 20, False), ("wave", 15, 25, True)):
        count = 5 if cubic else 9
        clock = model.add([[0.25 * k] for k in range(count)], kind="SCALAR", bounds=True)
        samplers, channels = [], []
        for j in joints:
            node = gltf["nodes"][j]
            axis, start = [rng.uniform(-1, 1) for _ in range(3)], turn([rng.uniform(-1, 1) for _ in range(3)], rng.uniform(0, away))
            phase, rest = rng.uniform(0, 6), node.get("rotation", [0, 0, 0, 1.0])
            keys = [times(times(rest, start), turn(axis, swing * math.sin(phase + k))) for k in range(count)]
            if cubic:
                keys = [row for q in keys for row in ([0.0] * 4, q, [0.0] * 4)]
            samplers.append({"input": clock, "output": model.add(keys, kind="VEC4")})
            if cubic:
                samplers[-1]["interpolation"] = "CUBICSPLINE"
            channels.append({"sampler": len(samplers) - 1, "target": {"node": j, "path": "rotation"}})
            if translations and "translation" in node and not cubic:
                samplers.append({"input": clock, "output": model.add([node["translation"]] * count)})
                channels.append({"sampler": len(samplers) - 1, "target": {"node": j, "path": "translation"}})
        gltf["animations"].append({"name": name, "samplers": samplers, "channels": channels})
    return model


CHARACTERS = {name + ("-moved" if k % 2 else ""): (lambda make=make, k=k: animate(make(), 90 + k, k % 2))
              for k, (name, make) in enumerate(connected.CHARACTERS.items()) if name != "tentacle"}


# ---- faults ----

def animations(every):
    """A clip's fault, of all clips or of one."""
    def of(change):
        def fault(model, rng):
            clips = [a for a in model.gltf.get("animations", []) if a["channels"]]
            for clip in clips if every else rng.sample(clips, min(1, len(clips))):
                change(model, clip, rng)
        return fault
    return of


of_clip, of_clips = animations(False), animations(True)


def targets(model, clip, path):
    joints = {j for skin in model.gltf["skins"] for j in skin["joints"]}
    return [c for c in clip["channels"] if c["target"]["path"] == path and c["target"].get("node") in joints]


def joints_of(model, clip):
    return sorted({c["target"]["node"] for c in targets(model, clip, "rotation")})


def retarget(order):
    """The clip's channels move other joints; `order` gives a list of these for a list."""
    def change(model, clip, rng):
        joints = joints_of(model, clip)
        if len(joints) < 2:
            return
        to = dict(zip(joints, order(joints, rng)))
        for channel in clip["channels"]:
            channel["target"]["node"] = to.get(channel["target"].get("node"), channel["target"].get("node"))
    return change


def exchanged(joints, rng):
    a, b = rng.sample(range(len(joints)), 2)
    joints = list(joints)
    joints[a], joints[b] = joints[b], joints[a]
    return joints


def numbers_of(model, index):
    accessor = model.gltf["accessors"][index]
    rows = model.numbers(index)
    if not accessor.get("normalized"):
        return rows
    full = {5120: 127, 5121: 255, 5122: 32767, 5123: 65535}[accessor["componentType"]]
    return [[v / full for v in row] for row in rows]


def output(path, change, one=False):
    """All values of the clip's channels of a path (or of one channel) are changed: the function gets them all, the model,
    the node and random numbers."""
    def fault(model, clip, rng):
        channels = targets(model, clip, path)
        done = {}
        for channel in rng.sample(channels, min(1, len(channels))) if one else channels:
            sampler = clip["samplers"][channel["sampler"]]
            key = sampler["output"], channel["target"]["node"]
            if key not in done:
                rows = change(numbers_of(model, sampler["output"]), model, channel["target"]["node"], rng)
                done[key] = model.add(rows, kind="VEC4" if path == "rotation" else "VEC3")
            clip["samplers"].append(dict(sampler, output=done[key]))
            channel["sampler"] = len(clip["samplers"]) - 1
    return fault


def each(change):
    return lambda rows, model, node, rng: [change(row) for row in rows]


def degrees(q):
    """Euler angles in degrees where the quaternion should be."""
    x, y, z, w = q
    return [math.degrees(v) for v in (math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)),
                                      math.asin(max(-1, min(1, 2 * (w * y - z * x)))),
                                      math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)))] + [0.0]


def half_angle(q):
    """The sine and cosine of the whole angle instead of half of it."""
    return times(q, q)


def delta(rows, model, node, rng):
    x, y, z, w = model.gltf["nodes"][node].get("rotation", [0, 0, 0, 1.0])
    return [times([-x, -y, -z, w], q) for q in rows]


def one_key(change):
    def fault(rows, model, node, rng):
        k = rng.randrange(1, len(rows)) if len(rows) > 1 else 0
        return rows[:k] + [change(rows[k])] + rows[k + 1:]
    return fault


def times_of(change):
    def fault(model, clip, rng):
        done = {}
        for sampler in clip["samplers"]:
            if sampler["input"] not in done:
                rows = [r[0] for r in model.numbers(sampler["input"])]
                done[sampler["input"]] = model.add([[t] for t in change(rows, rng)], kind="SCALAR", bounds=True)
            sampler["input"] = done[sampler["input"]]
    return fault


def cubic_as_linear(model, clip, rng):
    for sampler in clip["samplers"]:
        sampler.pop("interpolation", None)


def linear_as_cubic(model, clip, rng):
    for sampler in clip["samplers"]:
        sampler["interpolation"] = "CUBICSPLINE"


def exchanged_keys(rows, model, node, rng):
    rows = list(rows)
    if len(rows) > 3:
        a, b = rng.sample(range(len(rows)), 2)
        rows[a], rows[b] = rows[b], rows[a]
    return rows


def of_weights(change):
    """Of a vertex's joint numbers and weights, as lists."""
    def fault(model, rng):
        done = {}
        for primitive in model.primitives():
            attributes = primitive["attributes"]
            key = attributes["JOINTS_0"], attributes["WEIGHTS_0"]
            if key not in done:
                accessor = model.gltf["accessors"][key[0]]
                pairs = [change(list(j), list(w), rng) for j, w in zip(model.numbers(key[0]), numbers_of(model, key[1]))]
                done[key] = (model.add([p[0] for p in pairs], accessor["componentType"], "VEC4", target=34962),
                             model.add([p[1] for p in pairs], kind="VEC4", target=34962))
            attributes["JOINTS_0"], attributes["WEIGHTS_0"] = done[key]
    return fault


def late(count):
    def fault(model, rng):
        for primitive in model.primitives():
            attributes = primitive["attributes"]
            rows = numbers_of(model, attributes["WEIGHTS_0"])
            attributes["WEIGHTS_0"] = model.add(rows[count:] + rows[:count], kind="VEC4", target=34962)
    return fault


def smallest_lost(joints, weights, rng):
    k = min((w, k) for k, w in enumerate(weights) if w)[1]
    return joints, [0.0 if j == k and w < 1 else w for j, w in enumerate(weights)]


def one_in_ten(change):
    return lambda joints, weights, rng: change(joints, weights, rng) if rng.random() < 0.1 else (joints, weights)


def random_scale(joints, weights, rng):
    factor = rng.uniform(0.3, 3)
    return joints, [factor * w for w in weights]


def uniform(joints, weights, rng):
    used = sum(1 for w in weights if w)
    return joints, [1 / used if w else 0.0 for w in weights]


def skin_nodes_moved(model, rng):
    """One joint's rest translation is another's."""
    joints = [j for j in model.gltf["skins"][0]["joints"] if "translation" in model.gltf["nodes"][j]]
    if len(joints) < 2:
        return
    a, b = rng.sample(joints, 2)
    nodes = model.gltf["nodes"]
    nodes[a]["translation"], nodes[b]["translation"] = nodes[b]["translation"], nodes[a]["translation"]


def binds_turned_about(axis_degrees):
    extra = from_trs([0, 0, 0], turn(*axis_degrees))
    return of_all(lambda rows, rng: [multiply(m, extra) for m in rows])


# Copied, these may be meant: the clip moves nowhere that a joint couldn't be, and rigid or even weights are a style.
OTHER_MOTIONS = ("clip-channels-exchanged", "clip-channels-shifted", "clip-channels-permuted", "clips-channels-shifted",
                 "clips-channels-reversed", "channel-w-first", "clip-conjugate", "clips-conjugate", "clips-whole-angles",
                 "clips-against-rest", "clip-against-rest", "clips-handed", "keys-exchanged", "translations-metres",
                 "translations-zero", "translations-centimetres", "translation-wild", "weights-uniform")
W_FIRST = each(lambda q: [q[3]] + q[:3])
CONJUGATE = each(lambda q: [-q[0], -q[1], -q[2], q[3]])
MUTATIONS = {
    "clip-channels-exchanged": of_clip(retarget(exchanged)),
    "clip-channels-shifted": of_clip(retarget(lambda joints, rng: joints[1:] + joints[:1])),
    "clip-channels-permuted": of_clip(retarget(lambda joints, rng: rng.sample(joints, len(joints)))),
    "clips-channels-shifted": of_clips(retarget(lambda joints, rng: joints[1:] + joints[:1])),
    "clips-channels-reversed": of_clips(retarget(lambda joints, rng: joints[::-1])),
    "clip-w-first": of_clip(output("rotation", W_FIRST)),
    "clips-w-first": of_clips(output("rotation", W_FIRST)),
    "channel-w-first": of_clip(output("rotation", W_FIRST, one=True)),
    "clip-conjugate": of_clip(output("rotation", CONJUGATE)),
    "clips-conjugate": of_clips(output("rotation", CONJUGATE)),
    "clip-in-degrees": of_clip(output("rotation", each(degrees))),
    "clips-in-degrees": of_clips(output("rotation", each(degrees))),
    "channel-in-degrees": of_clip(output("rotation", each(degrees), one=True)),
    "clips-radians": of_clips(output("rotation", each(lambda q: [math.radians(v) for v in degrees(q)[:3]] + [1.0]))),
    "clips-whole-angles": of_clips(output("rotation", each(half_angle))),
    "clips-against-rest": of_clips(output("rotation", delta)),
    "clip-against-rest": of_clip(output("rotation", delta)),
    "clips-handed": of_clips(output("rotation", each(lambda q: [-q[0], -q[1], q[2], q[3]]))),
    "clips-doubled-quaternions": of_clips(output("rotation", each(lambda q: [2 * v for v in q]))),
    "key-zero": of_clip(output("rotation", one_key(lambda q: [0.0] * 4), one=True)),
    "key-nan": of_clip(output("rotation", one_key(lambda q: [math.nan] * 4), one=True)),
    "key-wild": of_clip(output("rotation", one_key(lambda q: [9.0, -3.0, 2.0, 1.0]), one=True)),
    "keys-exchanged": of_clip(output("rotation", exchanged_keys)),
    "translations-centimetres": of_clips(output("translation", each(lambda v: [100 * x for x in v]))),
    "translations-metres": of_clip(output("translation", each(lambda v: [0.01 * x for x in v]))),
    "translations-zero": of_clips(output("translation", each(lambda v: [0.0] * 3))),
    "translation-wild": of_clip(output("translation", one_key(lambda v: [50 * x + 1 for x in v]), one=True)),
    "times-shuffled": of_clip(times_of(lambda rows, rng: rng.sample(rows, len(rows)))),
    "times-reversed": of_clip(times_of(lambda rows, rng: rows[::-1])),
    "time-nan": of_clip(times_of(lambda rows, rng: rows[:1] + [math.nan] + rows[2:])),
    "times-equal": of_clip(times_of(lambda rows, rng: rows[:2] + [rows[1]] + rows[3:])),
    "times-negative": of_clip(times_of(lambda rows, rng: [t - 0.5 for t in rows])),
    "cubic-as-linear": of_clips(cubic_as_linear),
    "linear-as-cubic": of_clips(linear_as_cubic),
    "weights-doubled": of_weights(lambda joints, weights, rng: (joints, [2 * w for w in weights])),
    "weights-scaled": of_weights(random_scale),
    "smallest-weight-lost": of_weights(smallest_lost),
    "first-weight-lost": of_weights(lambda joints, weights, rng: (joints, [0.0] + weights[1:])),
    "some-weights-zero": of_weights(one_in_ten(lambda joints, weights, rng: (joints, [0.0] * 4))),
    "some-weights-nan": of_weights(one_in_ten(lambda joints, weights, rng: (joints, [math.nan] + weights[1:]))),
    "some-joints-beyond": of_weights(one_in_ten(lambda joints, weights, rng: ([200] + joints[1:], weights))),
    "weights-negative": of_weights(one_in_ten(lambda joints, weights, rng: (joints, [-w for w in weights]))),
    "weights-uniform": of_weights(uniform),
    "weights-turned": of_weights(lambda joints, weights, rng: (joints, weights[1:] + weights[:1])),
    "weights-late": late(1),
    "weights-ten-late": late(10),
    "joint-numbers-zero": of_weights(lambda joints, weights, rng: ([joints[0], 0, 0, 0], weights)),
    "nodes-translations-exchanged": skin_nodes_moved,
    "binds-turned-180": binds_turned_about(([0, 1, 0], 180)),
    "binds-transposed-inverse": of_all(lambda rows, rng: [transpose(inverse(m)) for m in rows]),
}
