#!/bin/sh
# The program that makes the character makes, byte for byte, the file in assets/.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$B/gen/make_character" "$folder/character.glb" >"$folder/said"
cmp "$folder/character.glb" assets/character.glb || {
    echo "test_character: assets/character.glb is not what src/make_character makes; make assets renews it" >&2
    exit 1
}
# A folder that isn't there is an error of the environment or the input, and leaves nothing.
if "$B/gen/make_character" "$folder/nowhere/x.glb" 2>"$folder/said"; then
    echo "test_character: writing into a folder that isn't there should fail" >&2
    exit 1
fi
grep -q "nowhere" "$folder/said"
echo "test_character: the same bytes"
