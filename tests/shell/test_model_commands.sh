#!/bin/sh
# bindpose skin and bindpose inspect: a small model, with its animation by name and by index, as a table and as JSON;
# refused files and options, with their exit codes.
set -u
B=${B:-build}
bindpose=$B/bin/bindpose
. "$(dirname "$0")/want.sh"

# One joint at (0, 2, 0) below a node at (1, 0, 0); two vertices, (0, 0, 0) and (1, 0, 0), each with one joint
# and weight 1. The animation lifts the joint by 4 in 2 seconds. 24 bytes of positions, 8 of joints, 32 of
# weights, 8 of times, 24 of translations, and zeros to fill up.
model_bytes() {
    printf '\0\0\0\0\0\0\0\0\0\0\0\0\0\0\200\077\0\0\0\0\0\0\0\0'
    printf '\0\0\0\0\0\0\0\0'
    printf '\0\0\200\077\0\0\0\0\0\0\0\0\0\0\0\0\0\0\200\077\0\0\0\0\0\0\0\0\0\0\0\0'
    printf '\0\0\0\0\0\0\0\100'
    printf '\0\0\0\0\0\0\0\100\0\0\0\0\0\0\0\0\0\0\300\100\0\0\0\0'
}
model_bytes >"$work/model.bin"
cat >"$work/model.gltf" <<'EOF'
{"asset":{"version":"2.0"},"scenes":[{"nodes":[0,2]}],
"nodes":[{"name":"above","translation":[1,0,0],"children":[1]},{"name":"joint","translation":[0,2,0]},
{"name":"body","mesh":0,"skin":0}],
"skins":[{"joints":[1]}],"meshes":[{"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2},"mode":0}]}],
"animations":[{"name":"lift","samplers":[{"input":3,"output":4}],"channels":[{"sampler":0,"target":{"node":1,"path":"translation"}}]}],
"buffers":[{"uri":"model.bin","byteLength":96}],
"bufferViews":[{"buffer":0,"byteLength":24},{"buffer":0,"byteOffset":24,"byteLength":8},{"buffer":0,"byteOffset":32,"byteLength":32},
{"buffer":0,"byteOffset":64,"byteLength":8},{"buffer":0,"byteOffset":72,"byteLength":24}],
"accessors":[{"bufferView":0,"componentType":5126,"count":2,"type":"VEC3"},{"bufferView":1,"componentType":5121,"count":2,"type":"VEC4"},
{"bufferView":2,"componentType":5126,"count":2,"type":"VEC4"},{"bufferView":3,"componentType":5126,"count":2,"type":"SCALAR"},
{"bufferView":4,"componentType":5126,"count":2,"type":"VEC3"}]}
EOF
model=$work/model.gltf

# Joint matrix: (1, 2, 0) without inverse bind. At 1 s the joint is half way from 2 to 6: (1, 4, 0).
want 0 '"jointMatrix": \[' 'skin --json' "$bindpose" skin "$model" --json
want 0 '\[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 0, 1\]' 'joint matrix at rest' "$bindpose" skin "$model" --json
want 0 '\[2, 2, 0\]' 'a vertex at rest' "$bindpose" skin "$model" --json
want 0 '"animation": null' 'no animation is null' "$bindpose" skin --json "$model"
want 0 '\[2, 4, 0\]' 'a vertex, the clip by name' "$bindpose" skin --json "$model" --animation lift --time 1
want 0 '\[2, 4, 0\]' 'a vertex, the clip by index' "$bindpose" skin --json "$model" --animation 0 --time=1
want 0 '\[2, 6, 0\]' 'after the last key' "$bindpose" skin --json "$model" --animation 0 --time 99
want 0 '\[2, 2, 0\]' 'before the first key' "$bindpose" skin --json "$model" --animation 0 --time -1
want 0 'animation 0  lift' 'skin as a table' "$bindpose" skin "$model"
want 0 '"absoluteInverseBind": \[' 'inspect --json' "$bindpose" inspect "$model" --json
want 0 '"index": -1' 'an ancestor that is no joint' "$bindpose" inspect "$model" --json
want 0 'absolute inverse bind' 'inspect as tables' "$bindpose" inspect "$model" --animation lift

# The summary: what the comment above says of the bytes; two seconds, two keys, and one joint that both vertices use.
summary() { "$bindpose" inspect "$model" --summary "$@"; }
size=$(($(wc -c <"$model") + 96))
want 0 '^ *1  *2  *0  *4  *0  *64  $' 'summary: a mesh of two points' summary
want 0 '^ *2  *1  *2  *32  lift$' 'summary: a clip' summary
want 0 '^ *1  *1  *0  $' 'summary: the joint that is used' summary
want 0 '^ *40  weights$' 'summary: bytes of a kind' summary
want 0 "^ *$size  all files\$" 'summary: bytes of both files' summary
want 0 '"bytes": 24,' 'summary as JSON' summary --json
sed 's/"joints":\[1\]/"joints":[1,0]/' "$model" >"$work/two.gltf"
want 0 '^ *2  *1  *0  $' 'summary: a joint that is not used' "$bindpose" inspect "$work/two.gltf" --summary
want 2 'no such option' 'only inspect has it' "$bindpose" skin "$model" --summary

want 2 'did you mean lift' 'an unknown clip' "$bindpose" skin "$model" --animation lyft
want 2 'among the file.s 1 animations' 'a clip index out of range' "$bindpose" skin "$model" --animation 1
want 2 'not a number of seconds' 'a time that is not a number' "$bindpose" skin "$model" --animation 0 --time soon
want 2 'did you mean --json' 'an unknown option' "$bindpose" inspect "$model" --jsno
want 2 'an argument is missing' 'no file' "$bindpose" inspect
want 2 "can't open" 'a missing file' "$bindpose" skin "$work/none.glb"
want 2 'this is a folder' 'a folder' "$bindpose" skin "$work"
sed 's/"joints":\[1\]/"joints":[7]/' "$model" >"$work/bad.gltf"
want 2 'bad.gltf: skins\[0\].joints\[0\]: ' 'the place of the error' "$bindpose" skin "$work/bad.gltf"
want 2 'skins\[0\].joints\[0\]' 'inspect names it too' "$bindpose" inspect "$work/bad.gltf"
sed 's/model.bin/..\/model.bin/' "$model" >"$work/bad.gltf"
want 2 'buffers\[0\].uri: leaves' 'a buffer outside the folder' "$bindpose" skin "$work/bad.gltf"
[ -c /dev/full ] && want 3 "can't be written" 'a full disk' sh -c "'$bindpose' skin '$model' --json >/dev/full"

[ $failures -eq 0 ]
