/* Stores no chains: climbs to the root each time. */
#include "exercise.h"

void prepare(linked_bone *bones, int count, const bp_trs *nodes) {
    for (int i = 0; i < count; i++) {
        linked_bone *b = &bones[i];
        if (b->node >= 0) b->local = bp_mat4_from_trs(nodes[b->node]);
        bp_mat4 all = b->local;
        for (int up = b->parent; up >= 0; up = bones[up].parent) all = bp_mat4_mul(all, bones[up].local);
        b->chain = all;
        b->final = bp_mat4_mul(b->absolute_inverse_bind, all);
    }
}
