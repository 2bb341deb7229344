/* Overwrites x before it computes y. */
#include "exercise.h"

static bp_vec3 go(bp_vec3 p, bp_mat4 a) {
    p.x = p.x*a.m[0]+p.y*a.m[4]+p.z*a.m[8]+a.m[12];
    p.y = p.x*a.m[1]+p.y*a.m[5]+p.z*a.m[9]+a.m[13];
    p.z = p.x*a.m[2]+p.y*a.m[6]+p.z*a.m[10]+a.m[14];
    return p;
}
bp_vec3 through_both(bp_vec3 p, bp_mat4 first, bp_mat4 second) { return go(go(p, first), second); }
