# Writes C from an exercise's answers: awk -f make.awk ORIGINAL.c ANSWERS.txt
#
# ANSWERS.txt begins with the correct answer. Each known mistake follows: a line "@ id", edits of the correct answer
# ("old => new"; old occurs in it exactly once, spaces and line ends aside) or an answer of its own (lines that begin
# with "| "), and the text that explains the mistake. Without text, it is another way to make the mistake before. The
# first is not_done: the original file.
#
# With -v folder=F it writes each answer as a student's file instead: F/right.c, F/wrong_ID.c. With -v list=1 the ids
# are verdicts that a test expects, and the texts are words that the explanation must hold.

BEGIN { count = 0 }

function fail(message) {
    print FILENAME ": " message > "/dev/stderr"
    failed = 1
    exit 1
}

function normal(text) {
    gsub(/[ \t\r\n]+/, " ", text)
    sub(/^ /, "", text)
    sub(/ $/, "", text)
    return text
}

function without_comments(text,    from, to) {
    while ((from = index(text, "/*")) > 0) {
        to = index(substr(text, from), "*/")
        text = substr(text, 1, from - 1) " " substr(text, from + to + 1)
    }
    return text
}

# Names of functions that the text defines: outside of braces, before a parenthesis.
function find_names(text, names,    i, c, depth, word) {
    split("", names)
    word = ""
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        if (c == "{") depth++
        if (c == "}") depth--
        if (depth == 0 && c == "(" && word != "" && outside == 0) names[word] = 1
        if (depth == 0 && c == "(") outside++
        if (depth == 0 && c == ")") outside--
        word = c ~ /[A-Za-z0-9_]/ ? word c : ""
    }
}

# The text with its functions renamed, so that all answers can stand in one file.
function renamed(text, suffix,    names, out, word, i, c) {
    find_names(text, names)
    out = word = ""
    for (i = 1; i <= length(text) + 1; i++) {
        c = substr(text, i, 1)
        if (c ~ /[A-Za-z0-9_]/ && c != "") {
            word = word c
            continue
        }
        out = out ((word in names) ? word suffix : word) c
        word = ""
    }
    return out
}

# The exercise's function is the last one. It becomes static, as the others are.
function made_static(text,    at, i, depth, c) {
    at = 1
    for (i = 1; i < length(text); i++) {
        c = substr(text, i, 1)
        if (c == "{") depth++
        if (c == "}" && --depth == 0) at = i + 1
    }
    return substr(text, 1, at - 1) " static " substr(text, at)
}

# An edit's place in the correct answer.
function place_of(old,    at) {
    at = index(right, old)
    if (at == 0) fail(id ": not in the correct answer: " old)
    if (index(substr(right, at + 1), old) > 0) fail(id ": more than once in the correct answer: " old)
    return at
}

# A space between two words, and none within one.
function gap(from) {
    return substr(right, from - 1, 2) ~ /^[A-Za-z0-9_][A-Za-z0-9_]$/ ? "" : " "
}

function edited(    out, i, best, k, done) {
    out = ""
    done = 1
    for (k = 1; k <= edits; k++) {
        best = 0
        for (i = 1; i <= edits; i++)
            if (at[i] >= done && (best == 0 || at[i] < at[best])) best = i
        if (best == 0) fail(id ": two edits overlap")
        out = out substr(right, done, at[best] - done) gap(at[best]) fresh[best] gap(at[best] + length(stale[best]))
        done = at[best] + length(stale[best])
        at[best] = 0
    }
    return out substr(right, done)
}

function finish(    text) {
    if (id == "also_right") id = "" # for mutate.awk
    if (id == "") return
    text = normal(whole != "" ? whole : id == "not_done" && !list ? original : edited())
    if (!list) {
        if (explanation == "" && id != last_id) fail(id ": no explanation")
        if (id == last_id) explanation = explained
        explained = explanation
    }
    if (id != last_id) as_file("wrong_" id, text)
    last_id = id
    ids[count] = id
    texts[count] = explanation
    print made_static(renamed(text, "_" count))
    count++
    id = ""
}

function as_file(file, text) {
    if (folder == "") return
    file = folder "/" file ".c"
    print "#include \"exercise.h\"\n#include <math.h>\n\n" text > file
    close(file)
}

function add_edit(line,    cut) {
    cut = index(line, " =>")
    edits++
    stale[edits] = normal(substr(line, 1, cut - 1))
    fresh[edits] = normal(substr(line, cut + 3))
    at[edits] = place_of(stale[edits])
}

FNR == NR {
    if ($0 !~ /^#/) original = original "\n" $0
    next
}

FNR == 1 {
    original = without_comments(original)
    print "/* Made from " FILENAME " by src/exercise/answers/make.awk. */"
    print "#pragma GCC diagnostic push"
    n = split("unused-function unused-parameter unused-variable unused-but-set-variable conversion shadow " \
              "double-promotion float-conversion sign-conversion array-bounds maybe-uninitialized uninitialized", warnings, " ")
    print "#ifdef __clang__\n#pragma GCC diagnostic ignored \"-Wunknown-warning-option\"\n#endif"
    for (i = 1; i <= n; i++) print "#pragma GCC diagnostic ignored \"-W" warnings[i] "\""
}

/^@ / {
    if (right == "") right = normal(without_comments(right_lines))
    finish()
    id = $2
    edits = 0
    whole = explanation = ""
    next
}

id == "" && right == "" { right_lines = right_lines "\n" $0; next }
/ => | =>$/ { add_edit($0); next }
/^\| / { whole = whole "\n" substr($0, 3); next }
NF > 0 { explanation = normal(explanation " " $0) }

END {
    if (failed) exit 1
    finish()
    as_file("right", right_lines)
    print made_static(renamed(right, "_" count))
    find_names(right, names)
    name = ""
    match(right, /[A-Za-z0-9_]+\([^{]*\) \{[^@]*$/)
    depth = 0
    for (i = 1; i <= length(right); i++) { # the last function's name
        c = substr(right, i, 1)
        if (c == "{") depth++
        if (c == "}") depth--
        if (c == "(" && depth == 0 && word in names) name = word
        word = c ~ /[A-Za-z0-9_]/ ? word c : ""
    }
    print "#pragma GCC diagnostic pop"
    print "enum { RIGHT = " count " };"
    print "static const bp_misconception WRONG[RIGHT + 1] = {"
    for (i = 0; i < count; i++) {
        gsub(/\\/, "\\\\", texts[i])
        gsub(/"/, "\\\"", texts[i])
        print "    {\"" ids[i] "\", \"" texts[i] "\", (bp_answer_function)" name "_" i "},"
    }
    print "    {.function = (bp_answer_function)" name "_" count "}};"
}
