/* All frames as in the air first; then each planted one gets the place of the one before. */
#include "exercise.h"

void place_feet(body_size his, body_size her, const bp_vec2 *hips, const bp_vec2 *foot, const int *planted,
                int count, bp_vec2 *her_hips, bp_vec2 *her_foot) {
    for (int i = 0; i < count; i++) {
        her_hips[i].x = her.height * hips[i].x / his.height;
        her_hips[i].y = her.height * hips[i].y / his.height;
        her_foot[i].x = her_hips[i].x + her.leg * (foot[i].x - hips[i].x) / his.leg;
        her_foot[i].y = planted[i] ? 0 : her_hips[i].y + her.leg * (foot[i].y - hips[i].y) / his.leg;
    }
    for (int i = 1; i < count; i++)
        if (planted[i - 1] && planted[i]) her_foot[i].x = her_foot[i - 1].x;
}
