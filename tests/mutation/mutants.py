"""The mutants: what can be changed where, and which of them are drawn."""
import glob
import hashlib
import re

INLINE_HEADER = "include/bindpose/math.h"

BINARY = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&",
    "+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "<<": ">>", ">>": "<<", "&": "|", "|": "&", "^": "&",
    "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=", "|=": "&=", "&=": "|=",
}
TOKEN = re.compile(
    r"(?P<skip>/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|^[ \t]*\#(?:\\\n|[^\n])*)"
    r"|(?P<condition>\b(?:if|while) \()"
    r"|(?P<number>(?<![\w.])(?:0[xX][0-9a-fA-F]+|\d+\.?\d*(?:[eE][+-]?\d+)?)[uUlLfF]*(?![\w.]))"
    r"|(?P<step>\+\+|--)"
    r"|(?<=[\w)\]}\n] )(?P<binary><<|>>|[<>=!]=|&&|\|\||[-+*/|&]=|[-+*/%<>&|^])(?=[ \n])",
    re.S | re.M)


def closing(text, start):
    """The index of the parenthesis that closes the one before start."""
    depth = 1
    for i in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[i], 0)
        if depth == 0:
            return i
    return None


def next_number(token):
    """Another constant of the same type: one more, or half as much again."""
    digits = re.match(r"0[xX][0-9a-fA-F]+|[\d.eE]+(?:(?<=[eE])[+-]?\d+)?", token).group(0)
    suffix = token[len(digits):]
    if digits[:2] in ("0x", "0X"):
        return hex(int(digits, 16) + 1) + suffix
    if digits.isdigit() and not suffix.lower().startswith("f"):
        return str(int(digits) + 1) + suffix
    value = float(digits)
    return repr(value * 1.5 if value else 1.0) + suffix


def sites(path):
    """All changes of one file: (offset, length, replacement, what)."""
    text = open(path, encoding="utf-8").read()
    found = []
    for match in TOKEN.finditer(text):
        kind, token, at = match.lastgroup, match.group(0), match.start()
        if kind == "condition":
            end = closing(text, match.end())
            if end is not None:
                inside = text[match.end():end]
                found.append((match.end(), len(inside), "!(" + inside + ")", "condition negated"))
        elif kind == "number" and inside_function(text, at):
            found.append((at, len(token), next_number(token), f"{token} -> {next_number(token)}"))
        elif kind == "step":
            other = "--" if token == "++" else "++"
            found.append((at, 2, other, f"{token} -> {other}"))
        elif kind == "binary":
            found.append((at, len(token), BINARY[token], f"{token} -> {BINARY[token]}"))
    return text, found


def inside_function(text, at):
    """Types and sizes of arrays are no sums: a longer array makes no difference that a test could see."""
    line = text[text.rfind("\n", 0, at) + 1:at]
    declaration = re.search(r"^\s+(?:static |const |unsigned )*\w+ [*\w\[\], ]*\w\[$", line)
    return line.startswith((" ", "\t")) and not (declaration and not re.search(r"\breturn\b", line))


class Mutant:
    def __init__(self, module, path, text, site):
        self.module, self.path, self.text = module, path, text
        self.at, self.length, self.replacement, self.what = site
        self.line = text.count("\n", 0, self.at) + 1
        self.line_text = text.splitlines()[self.line - 1].strip()
        self.killer = None

    def key(self):
        """What says which it is wherever the line stands."""
        return self.path, self.line_text, self.what

    def source(self):
        return self.text[:self.at] + self.replacement + self.text[self.at + self.length:]

    def __str__(self):
        return f"{self.path}:{self.line}: {self.what}: {self.line_text}"


def number_alike(mutants):
    """The second change of the same kind in one line is told from the first by a number."""
    seen = {}
    for mutant in mutants:
        place = (mutant.line, mutant.what)
        seen[place] = seen.get(place, 0) + 1
        if seen[place] > 1:
            mutant.what += f" #{seen[place]}"


def read_survivors(path):
    """The keys of a list that --out wrote."""
    with open(path, encoding="utf-8") as file:
        lines = [re.match(r"(\S+?):\d+: (.*?): (.*)$", line) for line in file]
    return {(m.group(1), m.group(3), m.group(2)) for m in lines if m}


def sources(module):
    names = sorted(p for p in glob.glob(f"src/{module}/**/*", recursive=True) if p.endswith((".c", "_simd.h")))
    return names + ([INLINE_HEADER] if module == "math" else [])


def lot(seed, mutant):
    """A number drawn for the mutant that depends on itself alone."""
    return hashlib.sha256(repr((seed, mutant.key())).encode()).digest()


def all_mutants(modules):
    """{module: its mutants}"""
    found = {}
    for module in modules:
        found[module] = []
        for path in sources(module):
            text, changes = sites(path)
            mutants = [Mutant(module, path, text, site) for site in changes]
            number_alike(mutants)
            found[module] += mutants
    return found


def draw(by_room, options):
    """The mutants asked for in the order in which they are tried: modules in turn, so that each has its share."""
    path, _, line = (options.only or "").partition(":")
    again = read_survivors(options.again) if options.again else None

    def wanted(m):
        return (not path or m.path == path) and (not line or m.line == int(line)) and \
            (again is None or m.key() in again)
    if again:
        gone = again - {m.key() for mutants in by_room.values() for m in mutants}
        print(f"of the list, {len(gone)} are in other modules or no longer there")
    return in_turn([sorted(filter(wanted, mutants), key=lambda m: (lot(options.seed, m), m.line))
                    for mutants in by_room.values()])


def in_turn(by_room):
    """One list of several; a module's share grows with its size, but a small one isn't forgotten: half by size,
    half alike."""
    order = []
    total = sum(len(m) for m in by_room) or 1
    position = [0.0] * len(by_room)
    share = [0.5 * len(m) / total + 0.5 / len(by_room) for m in by_room]
    taken = [0] * len(by_room)
    while sum(taken) < total:
        left = [i for i in range(len(by_room)) if taken[i] < len(by_room[i])]
        if not left:
            break
        i = min(left, key=lambda k: position[k])
        order.append(by_room[i][taken[i]])
        taken[i] += 1
        position[i] += 1 / share[i]
    return order
