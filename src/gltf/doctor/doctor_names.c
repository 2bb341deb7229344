/* Names of joints: clips and tools find joints by them. */
#include "gltf/doctor/doctor.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A joint and its name, to be sorted. */
typedef struct named_joint {
    const char *name;
    int node;
} named_joint;

static int by_name(const void *a, const void *b) {
    const named_joint *first = a, *second = b;
    int order = strcmp(first->name, second->name);
    return order ? order : (first->node > second->node) - (first->node < second->node);
}

/* The same node twice is another finding. */
static void compare(bp_doctor *doctor, const named_joint *joints, size_t count) {
    for (size_t i = 1; i < count; i++) {
        const named_joint *one = &joints[i - 1], *two = &joints[i];
        char place[64];
        if (one->node == two->node || *one->name == '\0' || strcmp(one->name, two->name) != 0) continue;
        snprintf(place, sizeof place, "nodes[%d].name", two->node);
        bp_doctor_add(doctor, BP_DOCTOR_NAMES_DUPLICATED, BP_DOCTOR_WARNING, BP_DOCTOR_NO_CAUSE, place,
                      "the joints nodes[%d] and nodes[%d] are both called \"%.60s\"", one->node, two->node,
                      two->name);
    }
}

bool bp_doctor_check_names(bp_doctor *doctor, bp_error *error) {
    for (size_t i = 0; i < doctor->skin_count; i++) {
        const bp_doctor_skin *skin = &doctor->skins[i];
        named_joint *joints = bp_alloc(&doctor->document.allocator, skin->joint_count, sizeof *joints, error);
        size_t count = 0;
        if (!joints) return false;
        for (size_t j = 0; j < skin->joint_count; j++)
            if (skin->joints[j] >= 0)
                joints[count++] = (named_joint){doctor->nodes[skin->joints[j]].name, skin->joints[j]};
        qsort(joints, count, sizeof *joints, by_name);
        compare(doctor, joints, count);
        bp_free(&doctor->document.allocator, joints);
    }
    return true;
}
