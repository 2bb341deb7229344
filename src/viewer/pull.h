/* Pulling a limb by its end: the hand follows the mouse, and upper arm and forearm rotate. */
#ifndef BP_VIEWER_PULL_H
#define BP_VIEWER_PULL_H

#include "viewer/viewer.h"

/* The end of the limb that a bone belongs to: the hand, for a hand or one of its fingers. NULL if the bone is
 * not at the end of two bones of similar length, as in a body or an upper arm. */
const bp_bone *bp_limb_end(const bp_stage *stage, const bp_bone *bone);

/* Rotates the two bones above a limb's end so that the end's joint goes as far as from `from` to `to` (world
 * space), or as near as the bones reach. The bones' rotations come as edits to add: own[0] to the upper bone,
 * own[1] to the lower one, each about the bone's own axes. False if a bone has no length. */
bool bp_pull_limb(const bp_stage *stage, const bp_bone *end, bp_vec3 from, bp_vec3 to, bp_quat own[2]);

#endif
