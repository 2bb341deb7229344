"""Recomputes a pixel from what `bindpose render --explain X,Y` prints, and compares every number with the text.

    bindpose render FILE --explain 222,180 | python3 tests/shell/explain_recompute.py

Formulas: src/raster/pbr.h and the README of src/raster, written anew here in double precision. Exit 1 where a
number of the text doesn't follow from those before it. Prints how many were compared."""
import math
import re
import sys

NUMBER = r"[-+]?(?:\d+\.?\d*(?:e[-+]?\d+)?|inf)"
compared = 0


def numbers(text):
    return [float(x) for x in re.findall(NUMBER, text)]


def check(what, wanted, got, tolerance):
    global compared
    for w, g in zip(wanted, got, strict=True):
        compared += 1
        if not abs(w - g) <= tolerance * max(1, abs(w)):
            sys.exit(f"{what}: the text says {got}, recomputed {wanted}")


def encode(light):
    x = min(max(light, 0), 1)
    return 3294.6 * x if x < 0.0031308 else 255 * (1.055 * x ** (1 / 2.4) - 0.055)


def decode(byte):
    x = byte / 255
    return x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4


def edge(a, b, x, y):
    return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def split_sum(r, v):
    e0 = ((((v * -1.18672467 + 3.19805488) * v - 2.61361064) * v + 0.566959485) * v + 0.0915820579) * v + 0.978669167
    e1 = (((v * 1.18925258 - 5.33533793) * v + 4.21154555) * v - 0.679373942) * v - 0.0349959325
    e2 = ((v * 1.64639292 + 4.00998889) * v - 0.964890464) * v - 1.05327167
    e3 = (v * -4.18002645 - 6.31862929) * v + 2.57499216
    e = ((((r * -0.595850607 + v * 5.76325220 - 0.960575973) * r + e3) * r + e2) * r + e1) * r + e0
    above = (v * 1.01959333 - 2.01469791) * v + 0.950773657 + (r * -0.0359299569 + v * 0.823160450 - 0.538503182) * r
    below = (v * 7.56912363 + 1.14802333) * v + 1 + (r * 12.6982942 - (v * 12.7215285 + 0.733382490)) * r
    single = min(max(e, 0.25), 1)
    bias = min(max((1 - v) * above / below, 0), single)
    return single - bias, bias, single


def bounces(f0, once, missing):
    mean = f0 + (1 - f0) / 21
    return once * mean * missing / (1 - missing * mean)


def physical(s):
    """Light from the lamp, and from the sky, by GGX, Smith, Schlick and the fitted split sum."""
    n, v, l, rough = s["normal"], s["eye"], s["direction"], max(s["roughness"], 0.0525)
    nl, nv, lv = max(dot(n, l), 0), max(dot(n, v), 0), max(1 + dot(v, l), 1e-6)
    a2 = rough ** 4
    nh2 = max(dot(n, l) + dot(n, v), 0) ** 2 / (2 * lv)
    d = max(1 - nh2 * (1 - a2), a2)
    smith = nl * math.sqrt(a2 + (1 - a2) * nv * nv) + nv * math.sqrt(a2 + (1 - a2) * nl * nl)
    specular = a2 / (2 * math.pi) * nl / (d * d * max(smith, 1e-6))
    fresnel = max(1 - math.sqrt(lv / 2), 0) ** 5
    scale, bias, single = split_sum(min(rough, 0.96875), min(nv, 1))
    missing, once = 1 - single, scale * 0.04 + bias
    often = bounces(0.04, once, missing)
    k = ((rough * 0.624222827 - 1.08338953) * rough + 0.123510586) * rough + 1
    mirrored = k * (2 * dot(n, v) * n[1] - v[1])
    lamp, sky = [], []
    for c in range(3):
        base, f0 = s["base"][c], s["f0"][c]
        diffuse = base * (1 - s["metallic"])
        mirror = (f0 + (1 - f0) * fresnel) * (f0 * (1 / single - 1) + 1)
        lamp.append(diffuse * nl * 0.96 * (1 - fresnel) * s["light"][c] / math.pi + mirror * specular * s["light"][c])
        around = s["ambient"][c] + n[1] * 2 / 3 * s["slope"][c]
        ahead = s["ambient"][c] + mirrored * s["slope"][c]
        metal = base * scale + bias
        metal_often = bounces(base, metal, missing)
        m = s["metallic"]
        sky.append(((once + (metal - once) * m) * ahead +
                    (often + (metal_often - often) * m + diffuse * (1 - once - often)) * around) * s["occlusion"])
    return lamp, sky


def tone_map(color):
    least = min(color)
    offset = least - 6.25 * least * least if least < 0.08 else 0.04
    color = [c - offset for c in color]
    peak = max(color)
    if peak < 0.76:
        return color
    lower = 1 - 0.24 * 0.24 / (peak + 0.24 - 0.76)
    keep = 1 / ((peak - lower) * 0.15 + 1)
    return [c * lower / peak * keep + lower * (1 - keep) for c in color]


def find(lines, pattern):
    for line in lines:
        match = re.search(pattern, line)
        if match:
            return match
    return None


def after(lines, pattern):
    match = find(lines, pattern)
    return numbers(match.string[match.end():]) if match else None


def check_cover(lines):
    """Corners, edge functions at samples and at the centre, depth; returns whether the pixel was shaded."""
    corners = [numbers(re.sub(r"vertex (\d+)", "", x.split(";")[0])) for x in lines if re.match(r" +vertex \d+ at x", x)]
    owns = ["is a top or left edge" in x for x in lines if re.match(r" +vertex \d+ at x", x)]
    area = after(lines, r"twice the area is")[0]
    side = -1 if area < 0 else 1
    check("twice the area", [edge(corners[0], corners[1], *corners[2][:2])], [area], 2e-4)
    plane = lambda x, y: sum(side * edge(corners[(i + 1) % 3], corners[(i + 2) % 3], x, y) / abs(area) * corners[i][2]
                             for i in range(3))
    for i, line in enumerate(lines):
        match = re.match(rf" +(?:sample \d|the centre) at ({NUMBER}), ({NUMBER}): edge functions (.*): (inside|outside)", line)
        if not match:
            continue
        x, y = float(match[1]), float(match[2])
        es = [side * edge(corners[k], corners[(k + 1) % 3], x, y) for k in range(3)]
        check("edge functions", es, numbers(match[3]), 1e-3)
        inside = all(e > 1e-4 or (abs(e) <= 1e-4 and own) for e, own in zip(es, owns))
        if inside != (match[4] == "inside"):
            sys.exit(f"coverage at {x}, {y}: {line}")
        if match[4] == "inside":
            depth = numbers(lines[i + 1])
            check("depth", [plane(x, y)], depth[:1], 2e-3)
            if ("in front" in lines[i + 1]) != (depth[0] <= depth[1]):
                sys.exit(f"depth test: {lines[i + 1]}")
    inside = sum(bool(re.match(r" +(?:sample \d|the centre) at .*: inside$", x)) for x in lines)
    check("coverage", [inside], after(lines, r" Coverage")[:1], 0)
    centre = after(lines, r"At the pixel's centre,")
    if not centre:
        return
    weights = [re.search(rf"vertex \d+ weighs ({NUMBER}) on the screen, ({NUMBER}) with.* is ({NUMBER})$", x) for x in lines]
    weights = [[float(m[k]) for k in (1, 2, 3)] for m in weights if m]
    es = [side * edge(corners[(i + 1) % 3], corners[(i + 2) % 3], *centre) for i in range(3)]
    check("centre's edge functions", es, [w[2] for w in weights], 1e-3)
    check("weights", [w[2] / abs(area) for w in weights], [w[0] for w in weights], 1e-3)
    over_w = [w[0] / c[3] for w, c in zip(weights, corners)]
    check("weights with perspective", [x / sum(over_w) for x in over_w], [w[1] for w in weights], 1e-3)
    inverse_w, w = after(lines, r"1/w is")
    check("1/w", [sum(over_w)], [inverse_w], 1e-3)
    check("w", [1 / inverse_w], [w], 1e-4)


def check_texture(lines):
    """Texel coordinates, level, texels and their weights, their sum: of the base colour."""
    start = next((i for i, x in enumerate(lines) if re.match(r" +Texture at u, v", x)), None)
    if start is None:
        return [1, 1, 1, 1]
    end = next(i for i in range(start, len(lines)) if "their sum" in lines[i])
    part = lines[start:end + 1]
    uv = numbers(part[0])[:2]
    width, height, x, y = numbers(re.sub(" x ", " ", part[1]))
    check("place among texels", [uv[0] * width, uv[1] * height], [x, y], 1e-3)
    grows = find(part, r"to the next pixel")
    if grows:
        right_u, right_v, down_u, down_v, level = numbers(grows.string)
        longer = max(math.hypot(right_u, right_v), math.hypot(down_u, down_v))
        exact = math.log2(longer) if longer > 0 else 0
        check("level of detail", [max(exact, 0)], [level], 0.09)  # the logarithm is read off a float's bits
        level_weight = {int(level): 1 - level % 1, int(level) + 1: level % 1}
    texels = [numbers(t) for t in part if re.match(r" +texel", t)]
    check("weights of texels", [1], [sum(t[3] for t in texels)], 1e-4)
    for column, row, of, weight, *_ in texels:
        size = [max(int(width) >> int(of), 1), max(int(height) >> int(of), 1)]
        if len(texels) == 1:
            break
        share = level_weight.get(int(of), 0) if grows else 1
        repeated = clamped = share  # the text doesn't say what the texture does beyond its edge
        for p, s, k in zip(uv, size, (column, row)):
            away = abs(p * s - 0.5 - k) % s
            repeated *= max(1 - min(away, s - away), 0)
            clamped *= max(1 - abs(min(max(p * s - 0.5, 0), s - 1) - k), 0)
        check("a texel's weight", [min(repeated, clamped, key=lambda x: abs(x - weight))], [weight], 0.012)
    total = [sum(t[3] * t[4 + c] for t in texels) for c in range(4)]
    check("their sum", total, after(part, "their sum:"), 1e-4)
    return total


def check_color(lines, texture):
    base = after(lines, r"base colour")
    if base is None:
        return None
    color = [b * t for b, t in zip(base, texture)]
    s = {"base": color[:3]}
    lamp = find(lines, r" +light (.*) from the direction (.*)")
    if lamp:
        s["light"], s["direction"] = numbers(lamp[1]), numbers(lamp[2])
    flat = find(lines, rf"times light (.*): (.*) and the light times ({NUMBER}),.*normal (.*)")
    surface = find(lines, r"metallic (.*), roughness (.*); normal (.*), direction to the eye (.*)")
    if flat:
        factor, ambient, product, normal = [numbers(flat[i]) for i in (1, 2, 3, 4)]
        check("n . l", [max(dot(normal, s["direction"]), 0)], product, 1e-4)
        check("light", [a + l * product[0] for a, l in zip(ambient, s["light"])], factor, 1e-4)
        color = [c * f for c, f in zip(color, factor)] + color[3:]
    if surface:
        s["metallic"], s["roughness"] = float(surface[1]), float(surface[2])
        s["normal"], s["eye"] = numbers(surface[3]), numbers(surface[4])
        s["f0"] = after(lines, r"\(F0\)")
        check("F0", [(b - 0.04) * s["metallic"] + 0.04 for b in s["base"]], s["f0"], 1e-4)
        s["ambient"], s["slope"] = (numbers(x) for x in find(lines, r"sky: (.*), and (.*) times the height").groups())
        sky = find(lines, r"from the sky (.*), occlusion (.*)")
        s["occlusion"] = float(sky[2])
        from_lamp, from_sky = physical(s)
        check("light", from_lamp, after(lines, r"from the light")[:3], 2e-4)
        check("sky", from_sky, numbers(sky[1]), 2e-4)
        glow = after(lines, r"from the surface itself") or [0, 0, 0]
        together = [a + b + g for a, b, g in zip(from_lamp, from_sky, glow)]
        check("together", together, after(lines, r"together"), 4e-4)
        color = (tone_map(together) if find(lines, "tone curve") else together) + color[3:]
    if find(lines, "wireframe over it"):
        return None
    result = numbers(find(lines, r"result(, tone-mapped,)? (.*)")[2].split(":")[0])
    check("result", [min(max(c, 0), 1) for c in color], result, 5e-4)
    return result


def check_bytes(lines, result):
    alpha = result[3] if find(lines, "blended over") else 1
    for line in lines:
        match = re.match(r" +(?:sample \d|each sample|the pixel): (.*) -> ([\d, ]+)", line)
        if match and result:
            old, new = numbers(match[1]), numbers(match[2])
            check("bytes", [encode(c * alpha + decode(o) * (1 - alpha)) for c, o in zip(result[:3], old)], new[:3], 1)


def main():
    text = sys.stdin.read().splitlines()
    starts = [i for i, x in enumerate(text) if re.match(r"\d+\. ", x)] + [len(text)]
    samples, color = {}, numbers(text[0].split("colour ")[1])[:4]
    for a, b in zip(starts, starts[1:]):
        lines = text[a:b]
        if "is culled" in lines[0]:
            if not find(lines, "Nothing is written") or find(lines, "->"):
                sys.exit(f"a culled triangle was drawn: {lines[0]}")
        elif re.match(r"\d+\. triangle", lines[0]):
            check_cover(lines)
            result = check_color(lines, check_texture(lines))
            if result:
                check_bytes(lines, result)
        for line in lines:
            match = re.match(r" +(sample (\d)|each sample|the pixel): (.*) -> ([\d, ]+)", line)
            for k in range(4):
                if match and (match[2] is None or int(match[2]) == k + 1):
                    samples[k] = numbers(match[4])[:4]
    if samples and find(text, "mean of its four samples"):
        mean = [encode(sum(decode(samples[k][c]) for k in range(4)) / 4) for c in range(3)]
        last = find(text, "the pixel becomes the mean|the pixel is the mean")
        check("the mean of the samples", mean, numbers(last.string.split("light: ")[1])[:3], 1)
    print(compared, "numbers compared; colour", color)


main()
