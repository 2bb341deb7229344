#!/bin/sh
# The READMEs stay true: the C example compiles and prints its comment's numbers, every make target and every linked file
# exists, `make help` lists every target that a README names, and each file and function in the walks of src/README.md exists.
set -u
B=${B:-build}
cc=${CC:-gcc}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
check() {
    if [ "$2" = "$3" ]; then echo "[       OK ] $1"; else
        printf '[  FAILED  ] %s\n  got    %s\n  expected %s\n' "$1" "$2" "$3"
        failures=$((failures + 1))
    fi
}

awk '/^```c$/ {on = 1; next} /^```/ {on = 0} on' README.md >"$work/example.c"
# Libraries built with sanitizers or counters need special flags. A reader has none, so this uses the plain build.
library=$B/lib/libbindpose.a
[ "$B" = build ] || library=build/lib/libbindpose.a
if [ -f "$library" ]; then
    # shellcheck disable=SC2046
    got=$($cc -Wall -Wextra -Iinclude "$work/example.c" "$library" $(pkg-config --libs jansson libwebp 2>/dev/null || pkg-config --libs jansson) -lm -pthread -o "$work/example" 2>&1 &&
        "$work/example" | awk '{printf "%.5f %.5f %.5f", $1 * $1, $2, $3}')
    check example_prints_its_numbers "$got" '0.00000 3.00000 0.00000'
else
    echo "skipped: no $library"
fi

# Targets: from the README's code spans and lines, from `make help`, from the makefiles.
grep -o '`make [a-z][a-z0-9-]*`\|^make [a-z][a-z0-9-]*' README.md tests/README.md | sed 's/.*make //; s/`//' | sort -u >"$work/named"
missing=$(while read -r target; do grep -qh "^\.PHONY:.* $target\( \|\$\)" Makefile tests/*.mk src/*/*.mk src/*/*/*.mk || echo "$target"; done <"$work/named")
check every_named_target_exists "$missing" ''
make help | grep -o 'make [a-z][a-z0-9-]*' | sed 's/make //' | sort -u >"$work/helped"
check help_lists_every_named_target "$(comm -23 "$work/named" "$work/helped" | grep -vx help | tr '\n' ' ')" ''

for page in README.md src/README.md src/cli/README.md src/raster/README.md tests/README.md; do
    broken=$(grep -o '](\([^)#h][^)]*\))' $page | sed 's/](//; s/)//; s/#.*//' | while read -r file; do
        [ -e "$(dirname $page)/$file" ] || echo "$file"
    done)
    check "links_of_$page" "$broken" ''
done

# Rows of the walks: | step | `file` | `function` |, with files relative to src/ or to the project.
missing=$(sed -n 's/^|[^|]*| `\([^`]*\)` | `\([^`]*\)` |.*/\1 \2/p' src/README.md src/raster/README.md | while read -r file function; do
    [ -f "src/$file" ] && path=src/$file || path=$file
    grep -qE "(^|[^a-z_0-9])$function(\)?\(| =)" "$path" 2>/dev/null || echo "$file: $function"
done)
check every_step_of_the_walks_exists "$missing" ''
steps=$(grep -c '^|[^|]*| `[^`]*` | `[^`]*` |' src/README.md)
check there_are_walks "$([ "$steps" -ge 30 ] && echo yes || echo "$steps steps")" yes
unnamed=$(for folder in $(git ls-files src 2>/dev/null | sed -n 's|^\(src/.*\)/[^/]*$|\1|p' | sort -u | sed 's|^src/||'); do
    grep -q "\`$folder/\`" src/README.md || echo "$folder"
done)
check every_folder_is_on_the_map "$unnamed" ''
[ $failures -eq 0 ]
