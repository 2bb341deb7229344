#!/bin/sh
# make_character writes assets/character.glb, byte for byte.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$B/gen/make_character" "$folder/character.glb" >"$folder/said"
cmp "$folder/character.glb" assets/character.glb || {
    echo "test_character: make_character writes another file than assets/character.glb; make assets renews it" >&2
    exit 1
}
# Writing into a missing folder is an error, and leaves no file.
if "$B/gen/make_character" "$folder/nowhere/x.glb" 2>"$folder/said"; then
    echo "test_character: writing into a folder that isn't there should fail" >&2
    exit 1
fi
grep -q "nowhere" "$folder/said"
echo "test_character: the same bytes"
