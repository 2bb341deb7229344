#!/bin/sh
# What is said of macOS compiles: every file that asks for a system, as that system would choose, with headers made up for
# those that Linux lacks. That it works there, no test here can say.
set -u
cc=${CC:-gcc}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failures=0
mkdir -p "$work/mach-o" "$work/sys"
echo 'int _NSGetExecutablePath(char *path, unsigned *size);' >"$work/mach-o/dyld.h"
printf '#include <stddef.h>\nint sysctlbyname(const char *name, void *old, size_t *size, void *new, size_t new_size);\n' >"$work/sys/sysctl.h"
files=$(grep -rlE '__APPLE__|__linux__' src --include='*.c' | grep -v -e /windows/ -e window_web -e tools/tcc -e tools/confine)
for file in $files; do
    if said=$($cc -std=c17 -Wall -Wextra -Werror -U__linux__ -D__APPLE__ -D_DARWIN_C_SOURCE -Iinclude -Isrc -I"$work" \
        -fsyntax-only "$file" 2>&1); then
        echo "[       OK ] $file"
    else
        printf '[  FAILED  ] %s\n%s\n' "$file" "$said"
        failures=$((failures + 1))
    fi
done
[ -n "$files" ] && [ $failures -eq 0 ]
