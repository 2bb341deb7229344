/* Uses the node's matrix, but doesn't store it. */
#include "exercise.h"

void prepare(linked_bone *bones, int count, const bp_trs *nodes) {
    for (int i = 0; i < count; i++) {
        linked_bone *b = &bones[i];
        bp_mat4 local = b->node >= 0 ? bp_mat4_from_trs(nodes[b->node]) : b->local;
        b->chain = b->parent < 0 ? local : bp_mat4_mul(local, bones[b->parent].chain);
        b->final = bp_mat4_mul(b->absolute_inverse_bind, b->chain);
    }
}
