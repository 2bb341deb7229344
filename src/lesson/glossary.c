/* The terms of the course, and finding them in captions. */
#include <bindpose/lesson.h>
#include <ctype.h>
#include <string.h>

/* clang-format off */ /* a table */
static const bp_term TERMS[] = {
    {"mesh", "The surface of a figure: triangles, and the vertices at their corners.", 1},
    {"vertex", "A corner of the mesh, with a position, a normal, and the bones that move it.", 1},
    {"vertices", "The corners of the mesh, each with a position, a normal, and the bones that move it.", 1},
    {"bone",
     "A position, a rotation and a scaling of its own, relative to its parent. Vertices follow it.", 1},
    {"skeleton", "The bones of a figure, in a list, each with its parent.", 1},
    {"weight", "How much a bone moves a vertex, from 0 to 1. A vertex's weights add up to 1.", 1},
    {"local",
     "The local matrix: where the bone is, as its parent sees it. It changes when you move the bone.", 1},
    {"absolute",
     "The absolute matrix: where the bone is, as the root sees it. Local times the parent's absolute.", 2},
    {"final",
     "The final matrix: it takes vertices from the bind pose to where the bone is now.", 2},
    {"prepare", "The call, once a frame, that computes the final matrices from the local ones.", 2},
    {"frame", "One of the pictures that make a movement, about 60 a second.", 2},
    {"skinning", "Moving each vertex by the final matrices of its bones, mixed by their weights.", 2},
    {"mesh space", "Positions as the artist modelled them, before any bone moves.", 2},
    {"bone space", "Positions as one bone sees them, from its own origin and along its own axes.", 2},
    {"bind pose",
     "The pose in which the mesh was attached to its bones. There, every final matrix is the identity.", 3},
    {"bind", "The bone's local matrix in the bind pose.", 3},
    {"absolute bind", "The bone's absolute matrix in the bind pose.", 3},
    {"absolute inverse bind",
     "The inverse of absolute bind: it takes a vertex from mesh space into the bone's space.", 3},
    {"identity", "The matrix that changes nothing.", 3},
    {"rest matrix", "A local matrix to return to. No other matrix is computed from it.", 7},
    {"rest pose", "The pose in which every bone's local matrix is its rest matrix.", 7},
    {"stale", "Out of date: the bone has moved, and the stored matrix still says where it was.", 8},
    {"rotation quaternion", "Four numbers that hold a rotation without an order of axes.", 11},
    {"Euler angles", "Three angles, about Y, X and Z one after the other.", 11},
    {"gimbal lock", "At 90 degrees of pitch, yaw and roll turn the same way, and one direction is lost.", 11},
    {"linked transform node",
     "A node of the scene that a bone copies its position, rotation and scaling from.", 12},
    {"world space", "Positions in the scene, after the mesh's own world matrix.", 13},
    {"clip", "An animation: tracks of keys, each for one bone's position, rotation or scaling.", 14},
    {"key", "A value at a time. Between two keys a track interpolates.", 14},
    {"inverse kinematics", "Finding the rotations that bring the end of a chain of bones to a target.", 16},
    {"pole", "The point that an elbow or a knee is turned to.", 16},
    {"dual quaternion",
     "Eight numbers that hold a rotation and a translation. Mixed, they don't shrink the mesh.", 17},
};
/* clang-format on */

const bp_term *bp_glossary_terms(size_t *count) {
    *count = BP_COUNT(TERMS);
    return TERMS;
}

static bool is_letter(char c) { return isalnum((unsigned char)c) || (c & 0x80); }

/* The length of the term at the beginning of `text`, with its plural s; 0: it isn't there. */
static size_t match(const char *text, const char *name) {
    size_t length = 0;
    for (; name[length]; length++)
        if (tolower((unsigned char)text[length]) != tolower((unsigned char)name[length])) return 0;
    if (text[length] == 's' && !is_letter(text[length + 1])) length++;
    return is_letter(text[length]) ? 0 : length;
}

const bp_term *bp_glossary_find(const char *text, int lesson, size_t *start, size_t *length) {
    for (const char *at = text; *at; at++) {
        if (at > text && is_letter(at[-1])) continue;
        const bp_term *found = NULL;
        *length = 0;
        for (size_t i = 0; i < BP_COUNT(TERMS); i++) {
            size_t matched = TERMS[i].lesson <= lesson ? match(at, TERMS[i].name) : 0;
            if (matched <= *length) continue;
            *length = matched;
            found = &TERMS[i];
        }
        *start = (size_t)(at - text);
        if (found) return found;
    }
    return NULL;
}
