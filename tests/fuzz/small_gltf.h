/* A small glTF file: two quads of six vertices, one above the other, on two joints. The clip "bend" rotates
 * the upper joint by 60 degrees and back in a tenth of a second. */
#ifndef BINDPOSE_TESTS_FUZZ_SMALL_GLTF_H
#define BINDPOSE_TESTS_FUZZ_SMALL_GLTF_H

static const char fuzz_small_gltf[] =
    "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0,2]}],\"nodes\":[{\"name\":"
    "\"lower\",\"children\":[1]},{\"name\":\"upper\",\"translation\":[0,1,0]},{\"name\":\"body\",\"mesh\":0,"
    "\"skin\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"JOINTS_0\":1,\"WEIGHTS_0\":"
    "2},\"indices\":3,\"material\":0}]}],\"materials\":[{\"pbrMetallicRoughness\":{\"baseColorFactor\":[0.8,"
    "0.4,0.2,1]}}],\"skins\":[{\"joints\":[0,1],\"inverseBindMatrices\":4,\"skeleton\":0}],\"animations\":[{"
    "\"name\":\"bend\",\"channels\":[{\"sampler\":0,\"target\":{\"node\":1,\"path\":\"rotation\"}}],"
    "\"samplers\":[{\"input\":5,\"output\":6}]}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,"
    "\"count\":6,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[1,2,0]},{\"bufferView\":1,\"componentType\":5121,"
    "\"count\":6,\"type\":\"VEC4\"},{\"bufferView\":2,\"componentType\":5126,\"count\":6,\"type\":\"VEC4\"},{"
    "\"bufferView\":3,\"componentType\":5123,\"count\":12,\"type\":\"SCALAR\"},{\"bufferView\":4,"
    "\"componentType\":5126,\"count\":2,\"type\":\"MAT4\"},{\"bufferView\":5,\"componentType\":5126,"
    "\"count\":3,\"type\":\"SCALAR\",\"min\":[0],\"max\":[0.1]},{\"bufferView\":6,\"componentType\":5126,"
    "\"count\":3,\"type\":\"VEC4\"}],\"bufferViews\":[{\"buffer\":0,\"byteOffset\":0,\"byteLength\":72},{"
    "\"buffer\":0,\"byteOffset\":72,\"byteLength\":24},{\"buffer\":0,\"byteOffset\":96,\"byteLength\":96},{"
    "\"buffer\":0,\"byteOffset\":192,\"byteLength\":24},{\"buffer\":0,\"byteOffset\":216,\"byteLength\":128},"
    "{\"buffer\":0,\"byteOffset\":344,\"byteLength\":12},{\"buffer\":0,\"byteOffset\":356,\"byteLength\":48}]"
    ",\"buffers\":[{\"byteLength\":404,\"uri\":\"data:application/"
    "octet-stream;base64,"
    "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAACAPwAAgD8AAAAAAAAAAAAAAEAAAAAAAACAPwAAAEAAAAAAAAAAAAAA"
    "AAAAAQAAAAEAAAEAAAABAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAAA/"
    "AAAAPwAAAAAAAAAAAAAAPwAAAD8AAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/"
    "AAAAAAAAAAAAAAAAAAABAAIAAgABAAMAAgADAAQABAADAAUAAACAPwAAAAAAAAAAAAAAAAAAAAAAAIA/"
    "AAAAAAAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAAAAAACAPwAAgD8AAAAAAAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAA"
    "AAAAAIA/AAAAAAAAAAAAAIC/AAAAAAAAgD8AAAAAzcxMPc3MzD0AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAAAAAA/"
    "17NdPwAAAAAAAAAAAAAAAAAAgD8=\"}]}";

#endif
