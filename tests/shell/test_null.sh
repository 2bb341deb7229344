#!/bin/sh
# No public function crashes on a NULL object. A program is made of the headers: it calls every function that takes
# a pointer to one of Bindpose's objects, with NULL for each of them, zeroed memory for values that they read or
# write, and zero for all else.
set -u
B=${B:-build}
cc=${CC:-gcc}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
library=$B/lib/libbindpose.a
[ "$B" = build ] || library=build/lib/libbindpose.a
[ -f "$library" ] || { echo "skipped: no $library"; exit 0; }
# Not objects but values: pointers to them must be valid; contexts, allocators and pools may always be NULL.
values='bp_(vec[234]|quat|mat4|trs|rgba8|isa|bounds|rect|file|framebuffer|highlight|pick|repair|rebind|gltf_packing)'
always='bp_(error|allocator|context|pool|pool_job)'

for header in base math mesh mixer io raster gltf scene instance rig; do echo "#include <bindpose/$header.h>"; done >"$work/all.c"
"$cc" -E -P -Iinclude "$work/all.c" | tr '\n' ' ' | sed 's/__attribute__((format([^)]*)))//g' | tr ';{}' '\n\n\n' |
    grep -E '^ *(extern "C")?[a-zA-Z_].*[ *]bp_[a-z0-9_]+ *\(.*\) *$' | grep -vE '^ *(static|typedef|return)' |
    awk -v values="^(const )?(struct )?$values [*]" -v always="^(const )?$always [*]" '
        {
            open = index($0, "("); head = substr($0, 1, open - 1); args = substr($0, open + 1)
            sub(/\) *$/, "", args)
            name = head; sub(/.*[ *]/, "", name)
            if (name in seen) next
            seen[name] = 1
            count = split(args, arg, ",")
            call = ""; objects = 0
            for (i = 1; i <= count; i++) {
                type = arg[i]; gsub(/^ +| +$/, "", type)
                sub(/[a-z_A-Z0-9]+(\[[0-9A-Z_]*\])?$/, "", type); gsub(/ +$/, "", type)
                object = type ~ /bp_[a-z0-9_]+ \*$/ && type !~ values && type !~ always
                value = type ~ /\*/ && type !~ always && !object && type !~ /^const char \*$/
                objects += object
                call = call (i > 1 ? ", " : "") (type ~ /^bp_error \*$/ ? "&error" : "(" type ")" (value ? "memory" : "{0}"))
            }
            if (objects) print "    at = \"" name "\"; error = (bp_error){0}; (void)" name "(" call ");"
        }' | sed 's/(void)\(bp_[a-z0-9_]*\)/\1/' >"$work/calls"
count=$(grep -c . "$work/calls")
{
    echo '#include <bindpose/bindpose.h>'
    printf '#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\nstatic const char *volatile at;\nstatic double memory[512];\n'
    printf 'static void crash(int s) { (void)s; printf("%%s crashes on NULL\\n", at); fflush(stdout); _Exit(1); }\n'
    printf 'int main(void) {\n    bp_error error;\n    signal(SIGSEGV, crash); signal(SIGFPE, crash); signal(SIGABRT, crash);\n'
    cat "$work/calls"
    printf '    return 0;\n}\n'
} >"$work/calls.c"
# shellcheck disable=SC2046
got=$({ "$cc" -Iinclude "$work/calls.c" "$library" $(pkg-config --libs jansson libwebp 2>/dev/null || pkg-config --libs jansson) -lm -pthread -o "$work/calls.out" &&
    "$work/calls.out"; } 2>&1)
if [ -z "$got" ] && [ "$count" -ge 200 ]; then
    echo "[       OK ] NULL in $count functions"
else
    printf '[  FAILED  ] NULL in %s functions\n%s\n' "$count" "$got"
    exit 1
fi
