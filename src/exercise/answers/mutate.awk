# Writes the correct answer of ANSWERS.txt once more as C, as a function with many mutants in one: at each point where a
# student could differ (an operator, a number, a variable, a call, a statement), a function of src/exercise/mutant.h
# chooses what to compute. Then the table of these points, with the words that describe them (src/exercise/mutant.c).
#
#   awk -f mutate.awk ANSWERS.txt
#
# It reads the C that the answers are written in: declarations, assignments, calls, if, for, while, return.

function tokenize(text,    token) {
    count = 0
    while (text != "") {
        if (match(text, /^[ \t\n]+/)) {
            text = substr(text, RLENGTH + 1)
            continue
        }
        if (!match(text, /^[A-Za-z_][A-Za-z0-9_]*/) && !match(text, /^[0-9][0-9.]*(e-?[0-9]+)?[fu]?/) &&
            !match(text, /^(->|\+\+|--|\+=|-=|\*=|\/=|==|!=|<=|>=|&&|\|\|)/)) RLENGTH = 1
        T[++count] = substr(text, 1, RLENGTH)
        text = substr(text, RLENGTH + 1)
    }
    T[count + 1] = ""
}

# The tokens from..to - 1 as one would write them.
function plain(from, to,    i, out, tight) {
    out = T[from]
    for (i = from + 1; i < to; i++) {
        tight = T[i] ~ /^(\[|\]|\)|,|;|\.|->|\+\+|--)$/ || T[i - 1] ~ /^(\(|\[|\.|->|!|&)$/ || \
                (T[i] == "(" && T[i - 1] ~ /^[A-Za-z_]/) || (T[i - 1] ~ /^[-*+]/ && (i - 1 == from || T[i - 2] ~ /^[-(,=*+\/<>?:]/))
        out = out (tight ? "" : " ") T[i]
    }
    return out
}

# A new point: its kind, and the words of its table.
function point(kind, a, b, c, others) {
    points++
    POINT[points] = "    {BP_MUTATE_" kind ", " place ", \"" a "\", \"" b "\", \"" c "\", \"" others "\"},"
    return points
}

function is_type(token) { return token ~ /^(const|static|float|int|bool|fragment|clip_vertex|pixel_box|linked_bone|exercise_bone|bp_(vec[234]|quat|mat4|trs))$/ }

# A variable, with the number of its declaration and, if it is an array of known size, its elements.
function known(name, type, declared, size) {
    names++
    NAME[names] = name
    TYPE[names] = type
    DECLARED[names] = declared
    SIZE[names] = size
    READY[names] = 1
    EMPTY[names] = 0
}

function size_of(name,    i) {
    for (i = names; i > 0; i--) if (NAME[i] == name) return SIZE[i]
    return 0
}

# How many elements the shortest array of a name's type has.
function least_of(name,    i, least) {
    for (i = names; i > 0; i--) if (TYPE[i] == type_of(name) && SIZE[i] > 0 && (least == 0 || SIZE[i] < least)) least = SIZE[i]
    return least + 0
}

function type_of(name,    i) {
    for (i = names; i > 0; i--) if (NAME[i] == name) return TYPE[i]
    return ""
}

function field_type(name) {
    if (name ~ /^(x|y|z|w|left|top|width|height|leg|arm|alpha|depth|value)$/) return "float"
    if (name ~ /^(x0|x1|y0|y1|node|parent)$/) return "int"
    if (name ~ /^(local|bind|rest|chain|final|absolute_inverse_bind)$/) return "bp_mat4"
    if (name == "color") return "bp_vec3"
    if (name == "position") return "bp_vec4"
    if (name ~ /^(right|down)$/) return "bp_vec2"
    return name == "m" ? "float*" : ""
}

function function_type(name) {
    if (name in RESULT) return RESULT[name]
    if (name ~ /^bp_mat4_(inverse|decompose)/) return ""
    if (name ~ /^bp_mat4_(point|direction)$/) return "bp_vec3"
    if (name ~ /_(dot|length)$/ || name ~ /^bp_(sin|cos|acos|atan2|radians|mix|clamp)$/ || name ~ /^(f|sqrt|log2|to_).*/) return "float"
    if (match(name, /^bp_(mat4|quat|vec[234])_/)) return substr(name, 1, RLENGTH - 1)
    return ""
}

# Alternatives "a|b" for the name of a field.
function other_fields(field, of_type,    sets, n, i, set, out, of, m, k) {
    n = split("height leg arm,x0 y0 x1 y1,left top,width height,right down,local chain final absolute_inverse_bind,local bind rest,x y z w,depth alpha", sets, ",")
    for (i = 1; i <= n; i++) {
        if (index(" " sets[i] " ", " " field " ") == 0 || (sets[i] ~ /chain/ && !("chain" in USED)) || (sets[i] ~ /leg/ && !("leg" in USED))) continue
        if (sets[i] == "x y z w") sets[i] = of_type ~ /vec2/ ? "x y" : of_type ~ /vec3/ ? "x y z" : sets[i]
        m = split(sets[i], of, " ")
        out = ""
        for (k = 1; k <= m; k++)
            if (of[k] != field && ((of[k] in USED) || sets[i] ~ /rest|x0|leg/)) out = out (out == "" ? "" : "|") of[k]
        return out
    }
    return ""
}

# ---- what else stands in the function: values and tests that may be taken for another ----

# The tokens from..to - 1 as C that no point changes, with indices that stay in their arrays.
function unchanged(from, to,    i, out, sizes, depth) {
    for (i = from; i < to; i++) {
        if (T[i] == "[") {
            sizes[++depth] = T[i - 1] == "m" ? 16 : size_of(T[i - 1])
            out = out "[bp_mutant_at("
        } else if (T[i] == "]") {
            out = out ", " (sizes[depth] > 0 ? sizes[depth] : "BP_MUTANT_INDICES") ")]"
            depth--
        } else
            out = out (T[i] ~ /^(->|\.)$/ || T[i - 1] ~ /^(->|\.)$/ ? "" : " ") T[i]
    }
    return out
}

# The first reading collects them; the second uses those whose variables are known at that place.
function collect(list, type_name, from, to,    i, text) {
    if (reading != 1 || to - from > 15) return
    text = plain(from, to)
    if ((list, function_number, text) in MET) return
    for (i = from; i < to; i++) if (T[i] ~ /^([%\/?:]|\+\+|--|[-+*\/]?=)$/ || (T[i] == "(" && T[i - 1] ~ /^[A-Za-z_]/)) return
    MET[list, function_number, text] = 1
    i = ++MANY[list, function_number]
    TEXT[list, function_number, i] = text
    OF[list, function_number, i] = type_name
    FROM[list, function_number, i] = from
    TO[list, function_number, i] = to
}

function is_ready(from, to,    i, k) {
    for (i = from; i < to; i++) {
        if (T[i] !~ /^[A-Za-z_]/ || (i > from && T[i - 1] ~ /^(\.|->)$/) || is_type(T[i])) continue
        for (k = names; k > 0 && NAME[k] != T[i]; k--) continue
        if (k == 0 || !READY[k]) return 0
    }
    return 1
}

# Sets `words` and `codes`, "a|b", to what is collected of a type, but for the text itself.
function others_of(list, type_name, text,    i, k, n, of, stem, code) {
    words = codes = ""
    for (i = 1; i <= MANY[list, function_number]; i++) {
        if (OF[list, function_number, i] != type_name || TEXT[list, function_number, i] == text) continue
        if (!is_ready(FROM[list, function_number, i], TO[list, function_number, i])) continue
        stem = TEXT[list, function_number, i]
        code = unchanged(FROM[list, function_number, i], TO[list, function_number, i])
        more(stem, code)
        k = T[TO[list, function_number, i] - 1] # a matrix: also the others of its struct
        n = type_name == "bp_mat4" && match(stem, /[.>][a-z_]+$/) ? split(other_fields(k, ""), of, "|") : 0
        for (; n > 0; n--)
            if (!((list, function_number, substr(stem, 1, RSTART) of[n]) in MET))
                more(substr(stem, 1, RSTART) of[n], substr(code, 1, length(code) - length(k)) of[n])
    }
    for (i = names; i > 0 && type_name ~ /^(int|bool)$/; i--)
        if (DECLARED[i] == "loop" && list == "test") more(NAME[i] " == 0", NAME[i] " == 0")
        else if (DECLARED[i] == "loop" && BOUND[NAME[i]] != "") more(BOUND[NAME[i]] " - 1 - " NAME[i], BOUND[NAME[i]] " - 1 - " NAME[i])
    return words
}

function more(word, code) {
    words = words (words == "" ? "" : "|") word
    codes = codes (codes == "" ? "" : "|") code
}

# A value, or another of its type.
function or_another(code, from, to) {
    if (type == "int") code = wrapped(code, plain(from, to))
    if (type !~ /^(float|int|bp_(vec[234]|quat|mat4))$/ || !others_of("value", type, plain(from, to))) return code
    return choice(point("NAME", plain(from, to), "", "", words), codes, "", "", code)
}

# A value, also with another as a factor or a part too many.
function with_another(code, from, to) {
    if (type !~ /^(float|bp_(vec3|mat4))$/ || !others_of("value", type, "")) return code
    return "bp_mutate_with_" type "(" point("WITH_" toupper(type), plain(from, to), "", "", words) ", " code ", " choice_of_each(points, codes, type == "bp_mat4" ? 6 : 4) ")"
}

function choice_of_each(site, list, each,    of, n, i, out) {
    n = split(list, of, "|")
    for (i = 1; i < n; i++) out = out "bp_mutant_alternative(" site ") <= " each * i " ? " of[i] " : "
    return out of[n]
}

# A condition, or with another test, or that one alone.
function tested(from, code,    of, n, i, out, site) {
    n = others_of("test", "bool", plain(from, p)) ? split(codes, of, "|") : 0
    site = point("TEST", plain(from, p), "", "", words)
    for (i = 1; i <= n; i++) out = out "bp_mutant_alternative(" site ") <= " 3 + 6 * i " ? " of[i] " : "
    return "bp_mutate_test(" site ", " code ", " out "false)"
}

# Variables of the same type; of integers, which are many, those that are declared together.
function other_names(name,    of, i, out, seen) {
    of = names
    while (of > 0 && NAME[of] != name) of--
    seen = "|" name "|"
    if (of == 0) return ""
    for (i = names; i > 0; i--) {
        if (TYPE[i] != TYPE[of] || index(seen, "|" NAME[i] "|") || !READY[i]) continue
        if (SIZE[i] != SIZE[of] && TYPE[of] == "float*" && (SIZE[i] == 16 || SIZE[of] == 16)) continue # a matrix
        if (TYPE[i] == "int" && DECLARED[i] != DECLARED[of]) continue
        out = out (out == "" ? "" : "|") NAME[i]
        seen = seen NAME[i] "|"
    }
    return out
}

# Chooses among texts of C: alternatives "a|b", of which each stands between `before` and `after`.
function choice(site, list, before, after, right,    of, n, i, out) {
    n = split(list, of, "|")
    for (i = 1; i <= n; i++) out = out "bp_mutant_is(" site ", " i ") ? " before of[i] after " : "
    return "(" out right ")"
}

# A value of a type with more that may happen to it: negated, halved, clamped, inverted ...
function wrapped(code, text) {
    if (type !~ /^(float|int|bp_mat4|bp_quat|bp_vec3)$/) return code
    return "bp_mutate_" type "(" point(toupper(type), text, "") ", " code ")"
}

function level_of(op) {
    if (op == "||") return 1
    if (op == "&&") return 2
    if (op ~ /^(==|!=)$/) return 3
    if (op ~ /^(<|>|<=|>=)$/) return 4
    if (op ~ /^[-+]$/) return 5
    return op ~ /^[*\/%]$/ ? 6 : 0
}

# Whether the tokens from..to - 1 are a sum in parentheses.
function is_sum(from, to,    i, depth, sum) {
    if (T[from] != "(" || T[to - 1] != ")") return 0
    for (i = from; i < to; i++) {
        depth += (T[i] == "(") - (T[i] == ")")
        if (depth == 0 && i < to - 1) return 0
        sum += depth == 1 && T[i] ~ /^[-+]$/ && T[i - 1] != "("
    }
    return sum
}

# A product, or its factor's parentheses left out: (a + b) * c.
function or_without_parentheses(code, from, cut, op,    i, left, right) {
    left = is_sum(from, cut - 1) > 0
    right = !left && is_sum(cut, p) > 0
    for (i = from; i < p; i++) if (T[i] == "(" && T[i - 1] ~ /^[A-Za-z_]/) left = right = 0 # a call
    if (!left && !right) return code
    i = point("PARENTHESES", plain(from, p), left ? plain(from + 1, cut - 2) : plain(cut + 1, p - 1))
    return "(bp_mutant_is(" i ", 1) ? " unchanged(from + left, cut - 1 - left) op unchanged(cut + right, p - right) " : " code ")"
}

function binary(level,    from, left, right, op, l, r, s, kind, cut, operands, sites, n) {
    if (level > 6) return unary()
    from = p
    left = operands[n = 1] = binary(level + 1)
    while (level_of(T[p]) == level) {
        op = T[p]
        kind = type
        l = plain(from, p)
        cut = ++p
        if (kind == "float" && T[p] ~ /^[0-9]+$/ && op != "%") AS_FLOAT[p] = 1
        right = binary(level + 1)
        r = plain(cut, p)
        if (level <= 2) {
            sites[n] = s = point(level == 2 && level_of(T[p]) == 2 ? "CHAIN" : "LOGIC", l, r, op)
            operands[++n] = right
            left = "bp_mutate_logic(" s ", " (op == "&&" ? "true" : "false") ", " left ", " right ")"
            kind = "int"
        } else if (level <= 4) {
            s = point(op ~ /</ ? "LESS" : op ~ />/ ? "GREATER" : op == "==" ? "EQUAL" : "UNEQUAL", l, r, op)
            if (level == 4 || T[cut - 1] == "==") collect("test", "bool", from, p)
            left = "bp_mutate_compare(" s ", '" substr(op, 1, 1) "', " (length(op) > 1 ? "true" : "false") ", " left ", " right ")"
            kind = "bool"
        } else {
            kind = kind == "int" && type == "int" ? "int" : "float"
            s = point(op == "%" ? "REST" : op == "/" ? (kind == "int" ? "INT_" : "") "QUOTIENT" : op == "*" ? "PRODUCT" : op == "+" ? "SUM" : "DIFFERENCE", l, r, op)
            left = "bp_mutate_" kind "_operation(" s ", '" op "', " left ", " right ")"
            if (level == 6) left = or_without_parentheses(left, from, cut, op)
        }
        type = kind
    }
    # `a && b || c && d`: an || in the chain parts it in two.
    for (cut = 2; level == 2 && cut < n; cut++)
        left = "(bp_mutant_is(" sites[cut - 1] ", 4) ? " joined(operands, 1, cut - 1) " || " joined(operands, cut, n) " : " left ")"
    return left
}

function joined(operands, from, to,    out) {
    for (out = operands[from++]; from <= to; from++) out = out " && " operands[from]
    return "(" out ")"
}

function condition(    from, code) {
    from = p
    code = binary(1)
    return tested(from, code)
}

function value(    from, code, a, b, kept) {
    from = p
    code = binary(1)
    if (T[p] != "?") return code
    code = tested(from, code)
    p++
    a = assigned()
    kept = type
    p++
    b = assigned()
    if (kept == "float") type = kept # and `0` behind the colon
    return "(" code " ? " a " : " b ")"
}

function unary(    code, from, s) {
    from = p
    if (T[p] == "-") {
        p++
        if (T[p] ~ /^[0-9]/) {
            p++
            type = T[p - 1] ~ /[.f]/ ? "float" : "int"
            return "-" T[p - 1]
        }
        code = unary()
        s = point("SIGN", plain(from + 1, p))
        return "(bp_mutant_is(" s ", 1) ? " code " : -" code ")"
    }
    if (T[p] ~ /^[!&*]$/) {
        p++
        code = T[p - 1] lvalue()
        type = ""
        return code
    }
    if (T[p] == "(" && is_type(T[p + 1])) {
        code = "(" T[p + 1] ")"
        type = T[p + 1]
        p += 3
        s = type
        if (T[p] == "{") {
            code = code list()
            type = s
            return code
        }
        code = code unary()
        type = s
        return type == "float" ? wrapped(code, plain(from, p)) : code
    }
    return postfix()
}

# What a function writes to.
function written() {
    return T[p] == "&" ? unary() : lvalue()
}

function list(    code) {
    code = "{"
    p++
    while (T[p] != "}") {
        if (T[p] == ",") code = code T[p++] " "
        code = code value()
    }
    p++
    return code "}"
}

function lvalue(    code) {
    code = T[p]
    type = type_of(T[p++])
    while (T[p] ~ /^(\[|\.|->|\+\+|--)$/) code = code step()
    return code
}

# An index, or a plausible other one: a loop's variable, the one before, the first, the last.
function other_index(code, text,    i, others, codes) {
    if (type != "int" || text ~ /^[0-9]|\+\+/) return code
    for (i = names; i > 0; i--)
        if (TYPE[i] == "int" && READY[i] && SIZE[i] == 0 && (DECLARED[i] == "loop" || NAME[i] ~ /^(node|p|count)$/))
            others = others (others == "" ? "" : "|") (NAME[i] != text ? NAME[i] "|" : "") NAME[i] " - 1"
    others = others "|0"
    sub(/^\|/, "", others)
    codes = others
    for (i = names; i > 0 && text ~ /^[a-z]+$/; i--) # what an array of indices has there
        if (TYPE[i] == "int*" && READY[i]) {
            others = others "|" NAME[i] "[" text "]"
            codes = codes "|" NAME[i] "[bp_mutant_at(" text ", " (SIZE[i] > 0 ? SIZE[i] : "BP_MUTANT_INDICES") ")]"
        }
    if (text ~ / /) code = wrapped(code, text)
    return choice(point("NAME", text, "", "", others), codes, "", "", code)
}

# One of [i] .x ->x ++ behind a value.
function step(site,    code, kept, size, least, from) {
    if (T[p] == "[") {
        kept = type
        size = size_of(T[p - 1])
        least = least_of(T[p - 1])
        p++
        from = p
        code = other_index(value(), plain(from, p))
        if (size == 0) size = "BP_MUTANT_INDICES"
        if (site && least > 0) size = "bp_mutant_alternative(" site ") ? " least " : " size
        code = "[bp_mutant_at(" code ", " size ")]"
        p++
        type = kept
        sub(/\*$/, "", type)
        return code
    }
    code = T[p++]
    if (code ~ /^(\.|->)$/) {
        code = code T[p]
        type = field_type(T[p++])
    }
    return code
}

function call(name,    from, codes, texts, kinds, n, i, rest, last_ones, code, s, same, others, start) {
    start = p - 1
    if (name == "sqrtf" && T[p + 2] T[p + 4] T[p + 6] T[p + 8] == "*+*)" && T[p + 1] == T[p + 3] && T[p + 5] == T[p + 7]) {
        others = SIBLING["bp_vec2_length"]
        code = one_of(point("NAME", plain(start, p + 9), "", "", others), 0, "bp_the_length", others) "((bp_vec2){"
        p++
        code = code postfix() ", "
        p += 3
        code = code postfix() "})"
        p += 3
        type = "float"
        return or_another(wrapped(code, plain(start, p)), start, p)
    }
    p++
    while (T[p] != ")") {
        if (T[p] == ",") p++
        from = p
        code = n == 1 && name ~ /^bp_mat4_inverse/ ? written() : value()
        codes[++n] = code
        texts[n] = plain(from, p)
        kinds[n] = type
        if (type ~ /^(bp_mat4|bp_quat)$/ || (type == "float" && (name in RESULT || name ~ /^bp_(sin|cos|acos|radians|quat_slerp|mix|vec._mix|vec3_scale)$/)))
            codes[n] = wrapped(codes[n], texts[n])
    }
    p++
    for (i = 2; i <= n; i++) rest = rest ", " codes[i]
    type = function_type(name)
    others = SIBLING[name]
    for (i in RESULT) # the other functions of the answer, such as light and encoded
        if (i != name && n == 1 && PARAMETER[i] == PARAMETER[name] && RESULT[i] == RESULT[name])
            others = others (others == "" ? "" : "|") i
    same = n >= 2 && kinds[1] == kinds[2]
    if (n == 2 && same && kinds[1] == type && type ~ /^(float|bp_(mat4|vec3|quat))$/) {
        s = point("OPERANDS", texts[1], texts[2], "", others)
        code = "bp_mutate_operands_" type "(" s ", " one_of(s, 4, name, others) ", " codes[1] rest ")"
    } else if (n == 1 && kinds[1] == type && type != "") {
        s = point("CALL", name, texts[1], "", others)
        code = "bp_mutate_call_" type "(" s ", " one_of(s, 2, name, others) ", " codes[1] ")"
    } else if (same && type != "") {
        s = point("ARGUMENTS", texts[1], texts[2], "", others)
        code = one_of(s, 1, name, others) "("
        for (i = 3; i <= n; i++) last_ones = last_ones ", " codes[i]
        code = choice(s, name_of(name) "(" codes[2] ", " codes[1] last_ones ")", "", "", code codes[1] rest ")")
    } else if (others != "")
        code = one_of(point("NAME", name, "", "", others), 0, name, others) "(" codes[1] rest ")"
    else
        code = name_of(name) "(" codes[1] rest ")"
    if (n > 1 && kinds[1] == type && type != "" && !same)
        code = choice(point("TWICE", texts[2], ""), name_of(name) "(" code rest ")", "", "", code)
    if (type == "float") code = wrapped(code, plain(start, p))
    else code = with_another(code, start, p)
    return or_another(code, start, p)
}

function name_of(name) { return CALLED[name] == "" ? name : CALLED[name] }

# The function, or from alternative `from` + 1 on one of "f|g".
function one_of(site, from, name, others,    of, n, i, out) {
    n = split(others, of, "|")
    for (i = 1; i <= n; i++) out = out "bp_mutant_is(" site ", " from + i ") ? " name_of(of[i]) " : "
    return n > 0 ? "(" out name_of(name) ")" : name_of(name)
}

# The names "a|b" with texts before and behind each.
function behind(text, before, others) {
    gsub(/\|/, text "|" before, others)
    return before others text
}

function postfix(    root, code, others, s, from) {
    from = p
    if (T[p] ~ /^[0-9]/) {
        type = T[p] ~ /[.f]/ || AS_FLOAT[p] || (T[p + 1] ~ /^[-*\/+<>]$/ && type_of(T[p + 2]) == "float") ? "float" : "int"
        p++
        code = "bp_mutate_" type "_number(" point("NUMBER", T[p - 1], "") ", " T[p - 1] ")"
        return type == "float" ? or_another(code, from, p) : code
    }
    if (T[p] == "(") {
        p++
        code = "(" value() ")"
        p++
    } else if (T[p + 1] == "(" ) {
        p++
        code = call(T[p - 1])
    } else {
        code = T[p]
        others = T[p + 1] ~ /^(\[|\.|->)$/ ? other_names(T[p]) : ""
        type = type_of(T[p++])
        s = T[p] == "." && T[p + 1] ~ /^[xyzw]$/ ? "." T[p + 1] : ""
        if (others != "") code = choice(root = point("NAME", T[p - 1] s, "", "", behind(s, "", others)), others, "", "", code)
    }
    while (T[p] ~ /^(\[|\.|->|\+\+|--)$/) {
        others = T[p] ~ /^(\.|->)$/ ? other_fields(T[p + 1], type) : ""
        if (others != "") {
            s = point("NAME", plain(from, p + 2), "", "", behind("", ".", others))
            code = choice(s, others, code T[p], "", code T[p] T[p + 1])
            type = field_type(T[p + 1])
            p += 2
        } else
            code = code step(root)
        root = 0
    }
    if (T[from] ~ /^[A-Za-z_]/ && T[from + 1] != "(" && T[p - 1] !~ /^(\+\+|--)$/) {
        collect("value", type, from, p)
        return or_another(type == "float" ? code : with_another(code, from, p), from, p)
    }
    return T[from] == "(" ? with_another(code, from, p) : code
}

function place_at(from, to) {
    places++
    PLACE[places] = plain(from, to)
    return places - 1
}

# A declaration's names, up to its ";".
function declaration(    type_name, code, stars, from, kept, begin, unwritten) {
    begin = p
    while (is_type(T[p])) {
        code = code T[p] " "
        if (T[p] !~ /^(const|static)$/) type_name = T[p]
        p++
    }
    while (T[p] != ";") {
        stars = ""
        while (T[p] == "*" || T[p] == ",") {
            if (T[p] == "*") stars = stars "*"
            code = code T[p++]
        }
        from = p
        code = code T[p++]
        known(T[from], type_name stars, begin, 0)
        kept = names
        READY[kept] = 0
        if (T[p] == "[") {
            code = code T[p] T[p + 1] T[p + 2]
            SIZE[kept] = T[p + 1]
            p += 3
            TYPE[kept] = TYPE[kept] "*"
        }
        if (T[p] != "=") {
            code = code " = {0}"
            if (SIZE[kept] > 0 && type_name != "int") unwritten = unwritten " memset(" T[from] ", 0xff, sizeof " T[from] ");" # no numbers
            READY[kept] = 1
            EMPTY[kept] = 1
            continue
        }
        place = place_at(from, from + 1)
        code = code " = "
        p++
        if (T[p] == "{") code = code list()
        else if (T[p] == "0") {
            p++
            code = code "bp_mutate_start(" point("START", T[from], "0") ")"
        }
        else {
            stars = p
            place = place_at(from, from + 1)
            code = code assigned()
        }
        READY[kept] = 1
    }
    p++
    return code ";" unwritten exchanges(begin)
}

# Two variables of one declaration, or parameters, taken for each other.
function exchanges(declared,    i, k, s, code) {
    for (i = 1; i < names; i++)
        for (k = i + 1; k <= names; k++) {
            if (DECLARED[i] != declared || DECLARED[k] != declared || TYPE[i] != TYPE[k] || TYPE[i] ~ /\*/ || EMPTY[i] || EMPTY[k]) continue
            place = 0
            s = point("EXCHANGE", NAME[i], NAME[k])
            code = code "\nif (bp_mutant_is(" s ", 1)) { " TYPE[i] " bp_kept = " NAME[i] "; " NAME[i] " = " NAME[k] "; " NAME[k] " = bp_kept; }" \
                   "\nif (bp_mutant_is(" s ", 2)) " NAME[i] " = " NAME[k] ";\nif (bp_mutant_is(" s ", 3)) " NAME[k] " = " NAME[i] ";"
        }
    return code
}

function assigned(    from, code) {
    from = p
    code = value()
    if (type == "float") code = with_another(code, from, p)
    else if (p > from + 1 && type == "int") code = or_another(code, from, p)
    return wrapped(code, plain(from, p))
}

# The variable that counts within what is written to: n of list[n++].
function counted(text,    i) {
    if (!match(text, /[A-Za-z_]+\+\+/)) return 0
    for (i = names; i > 0; i--) if (NAME[i] == substr(text, RSTART, RLENGTH - 2)) return i
    return 0
}

# One or more assignments and calls, with commas between them.
function expressions(end,    code, from, to, op, right, s, one, kept) {
    while (T[p] != end) {
        from = p
        place = place_at(from, from + 1)
        if (T[p] == "*") {
            p++
            to = "*" lvalue()
        } else if (T[p + 1] == "(") {
            p++
            if (T[p - 1] ~ /^bp_mat4_inverse/) {
                to = p + 1
                while (T[to] != ",") to++
                right = plain(p + 1, to)
                if (T[++to] == "&") s = T[++to]
                else s = "*" T[to]
                place = place_at(to, to + 1)
                op = point("INVERSE", right, "")
                one = call(T[p - 1])
                one = "(bp_mutant_alternative(" op ") ? (void)(" s " = bp_mutate_inverse(" op ", " right ")) : (void)" one ")"
            } else {
                one = call(T[p - 1])
                s = point("STATEMENT", plain(from, p), "")
                one = "(bp_mutant_is(" s ", 1) ? (void)0 : (void)" one ")"
            }
            to = ""
        } else
            to = lvalue()
        if (to != "") {
            place = place_at(from, p)
            op = T[p]
            if (op ~ /^[-+*\/]?=$/) {
                p++
                s = counted(to)
                READY[s] = 0 # C leaves open when it counts
                right = assigned()
                READY[s] = 1
                if (op == "=" && type == "bp_mat4")
                    right = "bp_mutate_products(" point("PRODUCTS", plain(from, p), "") ", &(" to "), " right ")"
                kept = op != "=" ? "ADDITION" : counted(to) ? "APPEND" : "STATEMENT"
                s = point(kept, plain(from, p), "")
                one = to " " op " " right
                if (kept == "ADDITION") kept = "bp_mutant_is(" s ", 2) ? (void)(" to " = " right ") : "
                else kept = kept == "APPEND" ? "bp_mutant_is(" s ", 2) ? (void)(" one ", " one ") : " : ""
                one = "(bp_mutant_is(" s ", 1) ? (void)0 : " kept "(void)(" one "))"
            } else {
                s = point("STATEMENT", plain(from, p), "")
                one = "(bp_mutant_is(" s ", 1) ? (void)0 : (void)(" to "))"
            }
        }
        code = code (code == "" ? "" : ", ") one
        if (T[p] == ",") p++
    }
    p++
    return code
}

# What a loop that goes backwards begins with; the bound begins at token `bound`.
function last_first(site, bound) { return bound ? "bp_mutant_is(" site ", 2) ? " bound_of(bound) " - 1 : " : "" }
function bound_of(from,    end) {
    for (end = from; T[end] != ";"; end++) continue
    return unchanged(from, end)
}

function statement(    back, code, kept, from, depth, s, begin, first) {
    kept = names
    if (T[p] == "{") {
        p++
        code = "{\n"
        while (T[p] != "}") code = code statement()
        p++
        names = kept
        return code "}\n"
    }
    if (T[p] == "for") {
        p += 2
        from = begin = p
        while (T[begin] != ";") begin++
        back = T[begin + 1] == T[p + 1] && T[begin + 2] == "<" ? begin + 3 : 0
        BOUND[T[p + 1]] = back ? bound_of(back) : ""
        first = T[p + 3]
        if (T[p] == "int" && T[p + 3] == "0") {
            known(T[p + 1], "int", "loop", 0)
            place = place_at(p + 1, p + 2)
            s = point("START", T[p + 1], "0")
            code = "for (int " T[p + 1] " = " last_first(s, back) "bp_mutate_start(" s ")"
            for (p += 4; T[p] != ";"; p++) code = code T[p] " "
            p++
        } else if (T[p] == "int" && T[p + 3] ~ /^[0-9]/) {
            known(T[p + 1], "int", "loop", 0)
            place = place_at(p + 1, p + 2)
            s = point("START", T[p + 1], T[p + 3])
            code = "for (int " T[p + 1] " = " last_first(s, back) T[p + 3] " + bp_mutate_start(" s ")"
            p += 5
        } else {
            code = "for (" declaration()
            back = 0
        }
        sub(/;.*/, "", code)
        begin = p
        while (T[begin] != ";") begin++
        place = place_at(p, begin)
        code = code "; bp_mutant_goes_on() && " (s ? "!(bp_mutant_is(" s ", 4) && " T[p] " > " first ") && " : "") "(" (back ? "bp_mutant_is(" s ", 2) ? " T[p] " >= 0 : " : "") binary(1) "); "
        p++
        if (T[p + 1] == "++") {
            code = !back ? code T[p] T[p + 1] : code "bp_mutant_is(" s ", 2) ? " T[p] "-- : " T[p] "++"
            p += 3
        } else
            code = code expressions(")")
        code = code ") " statement()
        names = kept
        return code
    }
    if (T[p] == "while" || T[p] == "if") {
        code = T[p] == "if" ? "if (" : "while (bp_mutant_goes_on() && "
        p += 2
        from = p
        for (begin = p; T[begin] != ")" || depth > 0; begin++) depth += (T[begin] == "(") - (T[begin] == ")")
        place = place_at(from, begin)
        code = code condition() ")\n"
        p++
        code = code statement()
        if (T[p] == "else") {
            p++
            code = code "else " statement()
        }
        return code
    }
    if (T[p] == "return") {
        p++
        place = 0
        code = "return " assigned() ";\n"
        p++
        return code
    }
    if (is_type(T[p])) return declaration() "\n"
    return expressions(";") ";\n"
}

function parameters(    type_name, code, stars) {
    p++
    while (T[p] != ")") {
        stars = ""
        while (T[p] ~ /^[A-Za-z_]/ && T[p + 1] ~ /^[A-Za-z_*]/) {
            if (T[p] !~ /^(const|static)$/) type_name = T[p]
            code = code T[p++] " "
        }
        while (T[p] == "*") {
            stars = stars "*"
            code = code T[p++]
        }
        known(T[p], type_name stars (T[p + 1] == "[" ? "*" : ""), "parameter", T[p + 1] == "[" ? T[p + 2] : T[p] == "m" ? 16 : 0)
        code = code T[p++]
        while (T[p] != "," && T[p] != ")") code = code T[p++]
        if (T[p] == ",") code = code T[p++] " "
    }
    p++
    return "(" code ")"
}

function definition(    head, name, result) {
    names = 0
    while (T[p + 1] != "(") {
        if (T[p] != "static") {
            head = head T[p] " "
            result = T[p] == "*" ? result "*" : T[p]
        }
        p++
    }
    name = T[p++]
    RESULT[name] = result == "bool" ? "bool" : result
    head = "static " head name suffix parameters()
    PARAMETER[name] = names == 1 ? TYPE[1] : names
    function_number++
    made = made head " {\n" exchanges("parameter")
    p++
    while (T[p] != "}") made = made "\n" statement()
    made = made "\n" T[p++] "\n"
    CALLED[name] = name suffix
    last = name
}

# Functions that may be taken for another, "f|g"; those of mutant.h are named by words.
function sibling(name, others) { SIBLING[name] = others }

BEGIN {
    sibling("floorf", "ceilf|roundf|truncf")
    sibling("bp_sin", "bp_cos")
    sibling("bp_cos", "bp_sin")
    sibling("bp_acos", "bp_asin|bp_cos")
    sibling("fminf", "fmaxf|bp_the_sum|bp_the_mean|bp_the_root_of_the_product|bp_the_root_of_the_sum_of_squares")
    sibling("fmaxf", "fminf|bp_the_sum|bp_the_mean|bp_the_root_of_the_product|bp_the_root_of_the_sum_of_squares")
    sibling("log2f", "logf|log10f")
    sibling("to_linear", "to_encoded|bp_the_square|bp_the_power_of_2_2")
    sibling("to_encoded", "to_linear|bp_the_square_root|bp_the_root_of_2_2")
    sibling("bp_mat4_point", "bp_mat4_direction")
    sibling("bp_mat4_direction", "bp_mat4_point")
    sibling("bp_vec3_add", "bp_vec3_sub")
    sibling("bp_vec3_sub", "bp_vec3_add")
    sibling("bp_vec3_mix", "bp_the_sum_of_both|bp_the_sum_of_both_parts|bp_the_part_alone|bp_the_first_part_alone|bp_the_whole_second")
    sibling("bp_vec2_length", "bp_the_length_squared|bp_the_x_alone|bp_the_y_alone|bp_the_sum_of_x_and_y|bp_the_sum_without_signs|bp_the_larger_of_x_and_y")
    sibling("bp_vec3_normalize", "bp_the_vector_divided_by_its_sum|bp_the_vector_divided_by_its_length_squared|bp_the_vector_divided_by_its_sum_without_signs")
    sibling("bp_mat4_mul", "bp_the_sum_element_by_element|bp_the_product_element_by_element|bp_the_first_moved_by_the_second")
    sibling("bp_vec3_length", "bp_the_length_squared_3")
}

# The mutants of a solution; those of the one before are next.
function solution(text, number) {
    split("", USED)
    split("", MET)
    split("", MANY)
    tokenize(text)
    for (p = 1; p <= count; p++) USED[T[p]]++
    for (reading = 1; reading <= 2; reading++) {
        split("", RESULT)
        split("", CALLED)
        split("", PARAMETER)
        made = ""
        suffix = "_mutant" number
        points = function_number = place = 0
        places = p = 1
        if ("bp_mat4_mul" in USED) point(USED["bp_mat4_mul"] > 1 ? "REVERSED" : "NAME", "", "") # the first of all
        while (p <= count) definition()
    }
    print made
    print "static const char *const MUTANT_PLACES" number "[] = {\"\""
    for (p = 2; p <= places; p++) print "    , \"" PLACE[p] "\""
    print "};"
    print "static const bp_mutation MUTANT_POINTS" number "[] = {"
    for (p = 1; p <= points; p++) print POINT[p]
    print "    {0}};"
    print "static const bp_mutants MUTANTS" number " = {(bp_answer_function)" last suffix ", MUTANT_PLACES" number ", MUTANT_POINTS" number ", " following "};"
    following = "&MUTANTS" number
}

/^@ / { also = $2 == "also_right" ? ++solutions : 0; next }
solutions == 0 { solutions = also = 1 }
also { sub(/^\| /, ""); text[also] = text[also] "\n" $0 }

END {
    print "#pragma GCC diagnostic push"
    n = split("unused-function unused-parameter unused-variable unused-but-set-variable conversion shadow sign-conversion " \
              "double-promotion float-conversion missing-braces missing-field-initializers", warnings, " ")
    for (i = 1; i <= n; i++) print "#pragma GCC diagnostic ignored \"-W" warnings[i] "\""
    following = "NULL"
    print "#ifdef __wasm__\n#define OTHERS NULL\n#else" # the page is short: it searches the first alone
    for (i = solutions; i > 1; i--) solution(text[i], i)
    print "#define OTHERS " following "\n#endif"
    following = "OTHERS"
    solution(text[1], "")
    print "#pragma GCC diagnostic pop"
}
