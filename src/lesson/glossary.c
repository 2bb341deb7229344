/* The terms of the course, and finding them in captions. */
#include <bindpose/lesson.h>
#include <ctype.h>

/* clang-format off */ /* a table */
static const bp_term TERMS[] = {
    {"mesh", NULL, "The surface of a figure: triangles, and the vertices at their corners.", 1},
    {"vertex", "vertices", "A corner of the mesh: a position, and the weights of the bones that move it.", 1},
    {"bone", NULL, "A position, a rotation and a scaling, relative to its parent. Vertices follow it.", 1},
    {"skeleton", NULL, "The bones of a figure, in a list, each with its parent.", 1},
    {"weight", NULL, "How much a bone moves a vertex, from 0 to 1. A vertex's weights add up to 1.", 1},
    {"local", NULL,
     "The local matrix: where the bone is, relative to its parent. It changes when you move the bone.", 1},
    {"absolute", NULL,
     "The absolute matrix: where the bone is, measured from the mesh's origin. Local times the parent's "
     "absolute.", 2},
    {"chain", NULL,
     "Absolute, computed anew in each frame: the product of the locals from the bone up to the root.", 2},
    {"final", NULL,
     "The final matrix: it takes vertices from where they were modelled to where they are now.", 2},
    {"prepare", NULL,
     "The call, once before each frame, that computes the final matrices from the local ones.", 2},
    {"frame", NULL, "One of the pictures that make a movement, about 60 a second.", 2},
    {"skinning", NULL, "Moving each vertex by the final matrices of its bones, mixed by their weights.", 2},
    {"mesh space", NULL, "Positions as the artist modelled them, before any bone moves.", 2},
    {"bone space", NULL, "Positions as one bone sees them, from its own origin and along its own axes.", 2},
    {"bind pose", NULL,
     "The pose in which the mesh was attached to its bones. There, every final matrix is the identity.", 3},
    {"bind", NULL, "The bone's local matrix in the bind pose.", 3},
    {"absolute bind", NULL, "The bone's absolute matrix in the bind pose.", 3},
    {"absolute inverse bind", NULL,
     "The inverse of absolute bind: it takes a vertex from mesh space into the bone's space.", 3},
    {"identity", NULL, "The matrix that changes nothing.", 3},
    {"rest matrix", NULL, "A local matrix to return to. No other matrix is computed from it.", 7},
    {"rest pose", NULL, "The pose in which every bone's local matrix is its rest matrix.", 7},
    {"stale", NULL, "Out of date: the bone has moved, and the stored matrix still says where it was.", 8},
    {"rotation quaternion", NULL, "Four numbers that hold a rotation without an order of axes.", 11},
    {"Euler angles", NULL,
     "Three angles in a fixed order: roll about Z first, then pitch about X, then yaw about Y.", 11},
    {"gimbal lock", NULL,
     "At a pitch of 90 degrees yaw and roll rotate about one line, and one direction is lost.", 11},
    {"linked transform node", NULL,
     "A node of the scene that a bone copies its position, rotation and scaling from.", 12},
    {"world space", NULL, "Positions in the scene, after the mesh's own world matrix.", 13},
    {"clip", NULL, "An animation: tracks of keys, each for one bone's position, rotation or scaling.", 14},
    {"key", NULL, "A value at a time. Between two keys a track interpolates.", 14},
    {"skin", NULL,
     "The part of a file that lists the joints of a mesh, with an inverse bind matrix for each.", 14},
    {"inverse kinematics", NULL, "Finding the rotations with which an arm or a leg reaches a target.", 16},
    {"pole", NULL,
     "A point beside an arm or a leg. It decides to which side the elbow or knee bends: away from it.", 16},
    {"dual quaternion", NULL,
     "Eight numbers that hold a rotation and a translation. Mixed, they don't shrink the mesh.", 17},
    {"pixel", NULL, "A square of the picture with one colour. Its centre decides what is drawn there.", 19},
    {"edge function", NULL,
     "A number that is positive on one side of an edge, negative on the other, and 0 on it.", 19},
    {"rasterizer", NULL, "The part of a renderer that finds the pixels of a triangle and fills them.", 19},
    {"aliasing", NULL, "Wrong detail: pixels are too few for what the picture should show.", 19},
    {"top-left rule", NULL,
     "A pixel's centre on an edge belongs to the triangle if the edge is its left or its top one.", 20},
    {"clip space", NULL,
     "Positions after the projection matrix: x, y, z and w. Divided by w, they are a place in the picture "
     "and a depth.", 21},
    {"frustum", "frusta", "What the eye sees: a pyramid between the near plane and the far one.", 21},
    {"viewport", NULL, "The rectangle of pixels that a picture fills.", 21},
    {"near plane", NULL, "The plane in front of the eye at which triangles are cut. Depth is 0 there.", 21},
    {"outcode", NULL, "A bit for each plane of the frustum, set if the vertex lies outside of it.", 22},
    {"guard band", NULL, "A frame around the picture. Triangles that end in it need no cutting.", 22},
    {"depth", NULL,
     "How far away a point is: 0 at the near plane, 1 at the far one, but not evenly. Half of the range lies "
     "between the near plane and twice its distance.", 23},
    {"z-fighting", NULL,
     "Two surfaces in one plane: rounding decides at each pixel which one is seen.", 23},
    {"texture", NULL, "A picture that is stretched over a surface.", 24},
    {"texel", NULL, "A pixel of a texture.", 25},
    {"nearest", NULL, "A texture filter: a pixel gets the one texel around its centre.", 25},
    {"bilinear filter", NULL, "A mean of the four texels around a point, by how near their centres are.", 25},
    {"mip level", NULL,
     "A smaller copy of a texture, made in advance: level 1 has half as many texels on a side, level 2 a "
     "quarter.", 25},
    {"normal", NULL, "A direction of length 1 at right angles to the surface.", 26},
    {"Lambert's law", NULL,
     "A surface that scatters light evenly is as bright as the cosine of the angle from its normal to the "
     "light.", 26},
    {"linear light", NULL,
     "Numbers in proportion to the amount of light. Bytes of a picture aren't: they are encoded.", 26},
    {"sRGB", NULL, "The standard that says how much light each byte of a picture means.", 26},
    {"inverse transpose", NULL, "The matrix that keeps normals at right angles to a scaled surface.", 26},
    {"dielectric", NULL, "What is no metal: plastic, wood, skin. It scatters light, and mirrors 4 %.", 26},
    {"roughness", NULL, "How uneven a surface is: 0 a mirror, 1 chalk. It spreads the highlight.", 26},
    {"tone curve", NULL, "A curve that brings light of any strength into the range of a screen.", 26},
    {"sample", NULL, "One of the points in a pixel at which a triangle's coverage and depth are tested.", 27},
    {"antialiasing", NULL, "Drawing with several samples a pixel, so that edges look smooth.", 27},
    {"resolving", NULL, "Making one colour of a pixel's samples: the mean of their light.", 27},
    {"blending", NULL, "Mixing a colour over the one that is there, as much of it as its alpha says.", 27},
    {"alpha", NULL, "How much of what lies behind a colour it hides: 0 nothing, 1 all.", 27},
    {"tile", NULL, "A square part of the picture that is drawn as a whole before the next one.", 28},
    {"bin", NULL, "The list of the triangles that may touch a tile.", 28},
    {"lane", NULL, "One of the numbers that a vector instruction computes at the same time.", 28},
};
/* clang-format on */

const bp_term *bp_glossary_terms(size_t *count) {
    *count = BP_COUNT(TERMS);
    return TERMS;
}

static bool is_letter(char c) { return isalnum((unsigned char)c) || (c & 0x80); }

/* The length of the word or words at the beginning of `text`, with a plural s; 0: they aren't there. */
static size_t match(const char *text, const char *words) {
    size_t length = 0;
    for (; words[length]; length++)
        if (tolower((unsigned char)text[length]) != tolower((unsigned char)words[length])) return 0;
    if (text[length] == 's' && !is_letter(text[length + 1])) length++;
    return is_letter(text[length]) ? 0 : length;
}
static size_t match_term(const char *text, const bp_term *term) {
    size_t length = match(text, term->name);
    return length == 0 && term->plural ? match(text, term->plural) : length;
}

/* Those about pixels: in them a bone may be a picture, and to clip is to cut. */
static bool is_pixels(int lesson) { return lesson >= 19 && lesson <= 28; }

const bp_term *bp_glossary_find(const char *text, int lesson, size_t *start, size_t *length) {
    for (const char *at = text; *at; at++) {
        if (at > text && is_letter(at[-1])) continue;
        const bp_term *found = NULL;
        *length = 0;
        for (size_t i = 0; i < BP_COUNT(TERMS); i++) {
            if (TERMS[i].lesson > lesson || is_pixels(TERMS[i].lesson) != is_pixels(lesson)) continue;
            size_t matched = match_term(at, &TERMS[i]);
            if (matched <= *length) continue;
            *length = matched;
            found = &TERMS[i];
        }
        *start = (size_t)(at - text);
        if (found) return found;
    }
    return NULL;
}
