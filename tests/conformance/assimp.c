/* Prints as JSON what assimp makes of a file: nodes, meshes, bones and clips, without posing anything.
 *     assimp FILE
 * assimp.py poses it. Built by tests/conformance/run, where assimp is installed. */
#include <assimp/cimport.h>
#include <assimp/scene.h>
#include <stdio.h>

/* Column after column, as glTF has them; assimp stores rows. */
static void put_matrix(struct aiMatrix4x4 m) {
    printf("[%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g]", (double)m.a1,
           (double)m.b1, (double)m.c1, (double)m.d1, (double)m.a2, (double)m.b2, (double)m.c2, (double)m.d2,
           (double)m.a3, (double)m.b3, (double)m.c3, (double)m.d3, (double)m.a4, (double)m.b4, (double)m.c4,
           (double)m.d4);
}

static void put_vectors(const struct aiVector3D *vectors, unsigned count) {
    printf("[");
    for (unsigned i = 0; vectors && i < count; i++)
        printf("%s[%.9g,%.9g,%.9g]", i ? "," : "", (double)vectors[i].x, (double)vectors[i].y,
               (double)vectors[i].z);
    printf("]");
}

static void put_node(const struct aiNode *node) {
    printf("{\"name\":\"%s\",\"matrix\":", node->mName.data);
    put_matrix(node->mTransformation);
    printf(",\"meshes\":[");
    for (unsigned i = 0; i < node->mNumMeshes; i++) printf("%s%u", i ? "," : "", node->mMeshes[i]);
    printf("],\"children\":[");
    for (unsigned i = 0; i < node->mNumChildren; i++) {
        if (i) printf(",");
        put_node(node->mChildren[i]);
    }
    printf("]}");
}

static void put_mesh(const struct aiMesh *mesh) {
    printf("{\"positions\":");
    put_vectors(mesh->mVertices, mesh->mNumVertices);
    printf(",\"targets\":[");
    for (unsigned i = 0; i < mesh->mNumAnimMeshes; i++) {
        printf("%s{\"weight\":%.9g,\"positions\":", i ? "," : "", (double)mesh->mAnimMeshes[i]->mWeight);
        put_vectors(mesh->mAnimMeshes[i]->mVertices, mesh->mAnimMeshes[i]->mNumVertices);
        printf("}");
    }
    printf("],\"bones\":[");
    for (unsigned i = 0; i < mesh->mNumBones; i++) {
        const struct aiBone *bone = mesh->mBones[i];
        printf("%s{\"name\":\"%s\",\"offset\":", i ? "," : "", bone->mName.data);
        put_matrix(bone->mOffsetMatrix);
        printf(",\"weights\":[");
        for (unsigned j = 0; j < bone->mNumWeights; j++)
            printf("%s[%u,%.9g]", j ? "," : "", bone->mWeights[j].mVertexId,
                   (double)bone->mWeights[j].mWeight);
        printf("]}");
    }
    printf("]}");
}

static void put_channel(const struct aiNodeAnim *channel) {
    printf("{\"node\":\"%s\",\"position\":[", channel->mNodeName.data);
    for (unsigned i = 0; i < channel->mNumPositionKeys; i++) {
        const struct aiVectorKey *key = &channel->mPositionKeys[i];
        printf("%s[%.9g,[%.9g,%.9g,%.9g]]", i ? "," : "", key->mTime, (double)key->mValue.x,
               (double)key->mValue.y, (double)key->mValue.z);
    }
    printf("],\"rotation\":[");
    for (unsigned i = 0; i < channel->mNumRotationKeys; i++) {
        const struct aiQuatKey *key = &channel->mRotationKeys[i];
        printf("%s[%.9g,[%.9g,%.9g,%.9g,%.9g]]", i ? "," : "", key->mTime, (double)key->mValue.x,
               (double)key->mValue.y, (double)key->mValue.z, (double)key->mValue.w);
    }
    printf("],\"scale\":[");
    for (unsigned i = 0; i < channel->mNumScalingKeys; i++) {
        const struct aiVectorKey *key = &channel->mScalingKeys[i];
        printf("%s[%.9g,[%.9g,%.9g,%.9g]]", i ? "," : "", key->mTime, (double)key->mValue.x,
               (double)key->mValue.y, (double)key->mValue.z);
    }
    printf("]}");
}

/* The weights of a node's morph targets. */
static void put_morph(const struct aiMeshMorphAnim *channel) {
    printf("{\"node\":\"%s\",\"keys\":[", channel->mName.data);
    for (unsigned i = 0; i < channel->mNumKeys; i++) {
        const struct aiMeshMorphKey *key = &channel->mKeys[i];
        printf("%s[%.9g,[", i ? "," : "", key->mTime);
        for (unsigned j = 0; j < key->mNumValuesAndWeights; j++)
            printf("%s%.9g", j ? "," : "", key->mWeights[j]);
        printf("]]");
    }
    printf("]}");
}

static void put_clip(const struct aiAnimation *clip) {
    printf("{\"rate\":%.9g,\"channels\":[", clip->mTicksPerSecond);
    for (unsigned i = 0; i < clip->mNumChannels; i++) {
        if (i) printf(",");
        put_channel(clip->mChannels[i]);
    }
    printf("],\"morphs\":[");
    for (unsigned i = 0; i < clip->mNumMorphMeshChannels; i++) {
        if (i) printf(",");
        put_morph(clip->mMorphMeshChannels[i]);
    }
    printf("]}");
}

int main(int argc, char **argv) {
    const struct aiScene *scene = argc == 2 ? aiImportFile(argv[1], 0) : NULL;
    if (!scene) {
        fprintf(stderr, "%s\n", argc == 2 ? aiGetErrorString() : "usage: assimp FILE");
        return 1;
    }
    printf("{\"root\":");
    put_node(scene->mRootNode);
    printf(",\"meshes\":[");
    for (unsigned i = 0; i < scene->mNumMeshes; i++) {
        if (i) printf(",");
        put_mesh(scene->mMeshes[i]);
    }
    printf("],\"clips\":[");
    for (unsigned i = 0; i < scene->mNumAnimations; i++) {
        if (i) printf(",");
        put_clip(scene->mAnimations[i]);
    }
    printf("]}\n");
    aiReleaseImport(scene);
    return 0;
}
