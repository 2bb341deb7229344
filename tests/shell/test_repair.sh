#!/bin/sh
# Repairs are whole, or there is no file: situations from public bug reports (tests/repair/cases), and a part of the
# table of faults (tests/repair/table.py; all of it: python3 tests/repair/table.py build/bin/bindpose FOLDER MODEL...).
set -u
B=${B:-build}
. "$(dirname "$0")/want.sh"
doctor() { "$B/bin/bindpose" doctor "$@"; }
diff_of() { "$B/bin/bindpose" diff "$@"; }
cases=tests/repair/cases

# fixed NAME [OPTION]...: the repaired file has no error, and it is $work/NAME.gltf.
fixed() {
    file=$1
    shift
    want 0 '' "$file: --fix $*" doctor "$cases/$file.gltf" --fix "$work/$file.gltf" "$@"
    want 0 ' 0 errors' "$file: no error is left" doctor "$work/$file.gltf"
}
# refused NAME [OPTION]...
refused() {
    file=$1
    shift
    want 1 'nothing was written' "$file: not without a guess" doctor "$cases/$file.gltf" --fix "$work/no.gltf" "$@"
    want 1 '' "$file: there is no file" test -e "$work/no.gltf"
}

# Mixamo's armature of scale 0.01: sound.
want 0 '0 errors, 0 warnings' 'c02: sound' doctor "$cases/c02_armature_001.gltf"
doctor "$cases/c02_armature_001.gltf" >"$work/said"
want 1 '' 'c02: nothing is torn or too large' grep -E 'unit-mixup|mesh-transform-ignored|explodes' "$work/said"
want 0 '' 'c02: unit-scale is exact' "$B/bin/bindpose" rebind "$cases/c02_armature_001.gltf" "$work/c02.gltf" --bind unit-scale

want 1 'where:   ibm-missing' 'c03: no inverse binds' doctor "$cases/c03_no_ibm.gltf"
refused c03_no_ibm
fixed c03_no_ibm --guess
want 0 '^guessed   ibm-missing' 'c03: it is said to be a guess' doctor "$cases/c03_no_ibm.gltf" --dry-run --guess
want 0 '"guess": true' 'c03: in JSON too' doctor "$cases/c03_no_ibm.gltf" --dry-run --guess --json

want 0 'where:   mesh-under-skeleton' 'c05: a mesh below its own joint' doctor "$cases/c05_mesh_under_joint.gltf"
fixed c05_mesh_under_joint
want 0 '' 'c05: the picture stays' diff_of "$cases/c05_mesh_under_joint.gltf" "$work/c05_mesh_under_joint.gltf"
doctor "$work/c05_mesh_under_joint.gltf" >"$work/said"
want 1 '' 'c05: at the root' grep -E 'mesh-under-skeleton|mesh-transform-ignored' "$work/said"

want 1 'without "normalized": true' 'c11b: the flag is named' doctor "$cases/c11b_u8_not_normalized.gltf"
fixed c11b_u8_not_normalized

# A float at 1,000,000 has a step of 2^-4.
want 0 'floats are 0.062 m apart' 'c20: 1,000 km from the origin' doctor "$cases/c20_far_away.gltf"

# All bars are the same, at rest and in their clips, once they are right.
want 1 '0 needs matrix 1, 1 needs matrix 2, 2 needs matrix 0' 'c27c: the order' doctor "$cases/c27c_ibm_wrong_order.gltf"
fixed c27c_ibm_wrong_order
want 0 '^repaired  ibm-order' 'c27c: no guess' doctor "$cases/c27c_ibm_wrong_order.gltf" --dry-run
want 0 '' 'c27c: exact' diff_of "$work/c27c_ibm_wrong_order.gltf" "$work/c03_no_ibm.gltf"

want 1 'though joints and inverse binds agree' 'c35: centimetres and metres' doctor "$cases/c35_unit_mismatch.gltf"
fixed c35_unit_mismatch

want 1 'where:   keys-not-increasing' 'c37: keys that go back' doctor "$cases/c37_bad_keys.gltf"
want 1 'is 0$' 'c37: a quaternion of length 0' doctor "$cases/c37_bad_keys.gltf"
refused c37_bad_keys # of five keys, nothing tells which order was meant, nor which rotation
fixed c37_bad_keys --guess

want 1 'where:   channel-duplicated .*ANIMATION_DUPLICATE_TARGETS' 'c41: two channels for one rotation' \
    doctor "$cases/c41_dup_targets.gltf"
refused c41_dup_targets
fixed c41_dup_targets --guess

want 0 'Checked: the hierarchy' 'says what was checked' doctor assets/character.glb
if command -v python3 >/dev/null; then
    want 0 'good 0 half repairs' 'a part of the table of faults' python3 tests/repair/table.py "$B/bin/bindpose" "$work" --quick
    [ -z "${TEST_DEEP:-}" ] || want 0 'repaired exactly' 'no half repair of some faults' python3 tests/repair/mutations.py "$B/bin/bindpose" "$work" \
        8 1 --connected
    [ -z "${TEST_DEEP:-}" ] || want 0 'good 0 half repairs' 'two faults at once' python3 tests/repair/pairs.py "$B/bin/bindpose" "$work" 2 1
else
    echo "skipped: python3 is missing"
fi
[ $failures -eq 0 ]
