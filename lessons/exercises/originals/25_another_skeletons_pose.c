/* Exercise 25: one skeleton's pose for another.                 (lesson 29_his_walk_on_her)
 *
 * Two skeletons move equal meshes and have the same tree of bones. But their bones were bound in other ways.
 * He has a pose. Write the local matrices that give her the same: each of her vertices moves as his does.
 *
 *   count           the number of bones, 1 to 8
 *   parent[i]       an index below i, or -1: a root; of both
 *   his_bind[i]     his bone's bind, relative to its parent, as a local matrix is
 *   his_local[i]    his pose
 *   her_bind[i]     her bone's bind, relative to its parent
 *   her_local[i]    write this for every bone
 *
 * The lesson's product, with absolutes:
 *
 *   her absolute = her absolute bind * inverse of his absolute bind * his absolute
 *
 * Each absolute matrix goes down the tree: own * parent's absolute. A local matrix is relative to its parent.
 *
 * You may call:
 *   bp_mat4 bp_mat4_mul(bp_mat4 a, bp_mat4 b)                 a first, then b
 *   bool bp_mat4_inverse(bp_mat4 m, bp_mat4 *out)             writes the inverse of m to *out
 *
 * Check it with: make exercise EX=25      A hint: make hint EX=25
 */
#include "exercise.h"

void pose_another(const int *parent, const bp_mat4 *his_bind, const bp_mat4 *his_local,
                  const bp_mat4 *her_bind, int count, bp_mat4 *her_local) {
    /* Your code here. The next lines leave her in her bind; delete them. */
    (void)parent, (void)his_bind, (void)his_local;
    for (int i = 0; i < count; i++) her_local[i] = her_bind[i];
}
