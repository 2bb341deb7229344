/* Uses the parent's final matrix for its chain. */
#include "exercise.h"

void prepare(linked_bone *bones, int count, const bp_trs *nodes) {
    for (int i = 0; i < count; i++) {
        linked_bone *b = &bones[i];
        if (b->node >= 0) b->local = bp_mat4_from_trs(nodes[b->node]);
        b->chain = b->parent < 0 ? b->local : bp_mat4_mul(b->local, bones[b->parent].final);
        b->final = bp_mat4_mul(b->absolute_inverse_bind, b->chain);
    }
}
