#!/bin/sh
# The README keeps its word: its C example compiles and prints what it says, every make target that it
# names exists, every file that it links to is there, and `make help` and the table tell of the same targets.
set -u
B=${B:-build}
cc=${CC:-gcc}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
check() {
    if [ "$2" = "$3" ]; then echo "[       OK ] $1"; else
        printf '[  FAILED  ] %s\n  got    %s\n  wanted %s\n' "$1" "$2" "$3"
        failures=$((failures + 1))
    fi
}

awk '/^```c$/ {on = 1; next} /^```/ {on = 0} on' README.md >"$work/example.c"
# The sanitizers' and coverage's libraries need their flags, which the reader hasn't: an unmarked build then.
library=$B/lib/libbindpose.a
[ "$B" = build ] || library=build/lib/libbindpose.a
if [ -f "$library" ]; then
    # shellcheck disable=SC2046
    got=$($cc -Wall -Wextra -Iinclude "$work/example.c" "$library" $(pkg-config --libs jansson) -lm -pthread -o "$work/example" 2>&1 &&
        "$work/example" | awk '{printf "%.5f %.5f %.5f", $1 * $1, $2, $3}')
    check example_prints_what_it_says "$got" '0.00000 3.00000 0.00000'
else
    echo "skipped: no $library"
fi

# Targets: in the README's code spans and lines, in `make help`, in the Makefile.
grep -o '`make [a-z][a-z-]*`\|^make [a-z][a-z-]*' README.md tests/README.md | sed 's/.*make //; s/`//' | sort -u >"$work/named"
missing=$(while read -r target; do grep -q "^\.PHONY:.* $target\( \|\$\)" Makefile || echo "$target"; done <"$work/named")
check every_named_target_exists "$missing" ''
make help | sed -n 's/^make \([a-z][a-z-]*\) .*/\1/p' | sort -u >"$work/helped"
grep -o '`make [a-z][a-z-]*`' README.md | sed 's/`make //; s/`//' | sort -u >"$work/tabled"
check help_tells_what_the_readme_tells "$(comm -13 "$work/tabled" "$work/helped" | tr '\n' ' ')" ''

for page in README.md tests/README.md; do
    broken=$(grep -o '](\([^)#h][^)]*\))' $page | sed 's/](//; s/)//; s/#.*//' | while read -r file; do
        [ -e "$(dirname $page)/$file" ] || echo "$file"
    done)
    check "links_of_$page" "$broken" ''
done
[ $failures -eq 0 ]
