/* Finding a body's bones by the shape of the tree: the two lowest ends on both sides are feet, the bone that
 * their legs hang from is the hips, the highest end in the middle is the head, the ends furthest to the sides
 * are hands. In a limb, the two longest bones that follow each other are the upper and the lower one. */
#include "gltf/retarget/body.h"

typedef struct shape {
    body *out;
    const bp_model *model;
    const retarget_tree *tree;
    bool *leaf, *used;
    bp_dvec3 left, center; /* a horizontal axis; the middle of the box around all joints */
    double height;
    int *path; /* as long as the longest */
    size_t path_count;
} shape;

static bp_dvec3 at(const shape *s, int node) { return bp_retarget_at(&s->tree->world[node]); }
static double sideways(const shape *s, int node) {
    return bp_dvec3_dot(bp_retarget_minus(at(s, node), s->center), s->left);
}

/* Joints of skins, or without skins all nodes; those without a joint below are leaves. */
static void find_leaves(shape *s) {
    size_t count = s->tree->count;
    for (size_t i = 0; i < count; i++) s->leaf[i] = s->tree->joint[i];
    bp_dvec3 lo = {1e300, 1e300, 1e300}, hi = {-1e300, -1e300, -1e300};
    for (size_t i = count; i-- > 0;) {
        int node = s->tree->order[i];
        if (!s->leaf[node]) continue;
        bp_dvec3 p = at(s, node);
        lo = (bp_dvec3){fmin(lo.x, p.x), fmin(lo.y, p.y), fmin(lo.z, p.z)};
        hi = (bp_dvec3){fmax(hi.x, p.x), fmax(hi.y, p.y), fmax(hi.z, p.z)};
    }
    for (size_t i = 0; i < count; i++) { /* a joint's flag is read before its children clear it */
        int node = s->tree->order[i], parent = s->tree->parents[node];
        if (parent >= 0 && s->leaf[node]) s->leaf[parent] = false;
    }
    s->center = (bp_dvec3){(lo.x + hi.x) / 2, (lo.y + hi.y) / 2, (lo.z + hi.z) / 2};
    s->height = hi.y - lo.y;
    s->left = hi.x - lo.x >= hi.z - lo.z ? (bp_dvec3){1, 0, 0} : (bp_dvec3){0, 0, -1};
}

/* The leaf below `above` (-1: any) that `score` likes most. */
static int best_leaf(const shape *s, int above, double (*score)(const shape *, int, int), int side) {
    int best = -1;
    double most = 0;
    for (size_t i = 0; i < s->tree->count; i++) {
        double value = s->leaf[i] ? score(s, (int)i, side) : 0;
        if (!(value > most) || (above >= 0 && !bp_retarget_is_below(s->tree, (int)i, above))) continue;
        most = value;
        best = (int)i;
    }
    return best;
}

static double as_foot(const shape *s, int node, int side) {
    double aside = side * sideways(s, node), low = s->center.y - at(s, node).y;
    return aside > 0.02 * s->height && low > 0.25 * s->height ? low : 0;
}
static double as_head(const shape *s, int node, int side) {
    (void)side;
    double high = at(s, node).y - s->center.y;
    return fabs(sideways(s, node)) < 0.1 * s->height && high > 0.1 * s->height ? high : 0;
}
static double as_hand(const shape *s, int node, int side) {
    double aside = side * sideways(s, node);
    return aside > 0.1 * s->height ? aside : 0;
}

/* The nodes from below `above` to `leaf`. */
static void find_path(shape *s, int above, int leaf) {
    s->path_count = 0;
    for (int node = leaf; node != above && node >= 0; node = s->tree->parents[node]) s->path_count++;
    int node = leaf;
    for (size_t i = s->path_count; i-- > 0; node = s->tree->parents[node]) s->path[i] = node;
}

static void give(shape *s, int slot, int node) {
    if (s->used[node] || (!body_is_chain(slot) && s->out->counts[slot] > 0)) return;
    bp_body_give(s->out, s->used, slot, node, 0.6f, "structure");
}

static double length(const shape *s, size_t i) {
    return bp_dvec3_length(bp_retarget_minus(at(s, s->path[i + 1]), at(s, s->path[i])));
}

/* The index in the path of a limb's upper bone; SIZE_MAX: the path is too short. */
static size_t find_upper(const shape *s) {
    size_t best = SIZE_MAX;
    for (size_t i = 0; i + 2 < s->path_count; i++)
        if (best == SIZE_MAX ||
            fmin(length(s, i), length(s, i + 1)) > 1.05 * fmin(length(s, best), length(s, best + 1)))
            best = i;
    return best;
}

static void find_leg(shape *s, int hips, int leaf, int side) {
    find_path(s, hips, leaf);
    size_t upper = find_upper(s);
    for (size_t i = 0; upper != SIZE_MAX && i < 4 && upper + i < s->path_count; i++)
        give(s, BODY_UPPER_LEG + (int)i + (side < 0 ? BODY_SIDED : 0), s->path[upper + i]);
}

static void find_arm(shape *s, int head, int leaf, int side) {
    int slot = side < 0 ? BODY_SIDED : 0;
    find_path(s, bp_retarget_common(s->tree, leaf, head), leaf);
    size_t upper = find_upper(s);
    if (upper == SIZE_MAX) return;
    if (upper > 0) give(s, BODY_SHOULDER + slot, s->path[upper - 1]);
    for (int i = 0; i < 3; i++) give(s, BODY_UPPER_ARM + i + slot, s->path[upper + (size_t)i]);
}

static void find_trunk(shape *s, int hips, int head, int arms) {
    bool spine = s->out->counts[BODY_SPINE] == 0, neck = s->out->counts[BODY_NECK] == 0;
    find_path(s, hips, arms);
    for (size_t i = 0; spine && i < s->path_count; i++) give(s, BODY_SPINE, s->path[i]);
    find_path(s, arms, head);
    size_t top = s->path_count > 2 ? s->path_count - 2 : s->path_count - 1; /* a longer one has an end */
    for (size_t i = 0; neck && i < top; i++) give(s, BODY_NECK, s->path[i]);
    if (s->path_count > 0) give(s, BODY_HEAD, s->path[top]);
}

/* Feet point forwards, and left is at the left of that. */
static void face_feet(shape *s, const int feet[2]) {
    bp_dvec3 forward = {0, 0, s->model->faces_back ? -1e-9 : 1e-9};
    for (int i = 0; i < 2; i++) {
        bp_dvec3 toe = bp_retarget_minus(at(s, feet[i]), at(s, s->tree->parents[feet[i]]));
        forward.x += toe.x;
        forward.z += toe.z;
    }
    const bp_dvec3 up = {0, 1, 0};
    if (bp_dvec3_dot(bp_dvec3_cross(up, forward), s->left) < 0)
        s->left = (bp_dvec3){-s->left.x, 0, -s->left.z};
}

bool bp_body_find_by_structure(body *out, const bp_model *model, const retarget_tree *tree, bp_arena *arena,
                               bp_error *error) {
    shape s = {.out = out, .model = model, .tree = tree};
    s.leaf = bp_arena_alloc(arena, tree->count, sizeof *s.leaf, error);
    s.used = s.leaf ? bp_arena_alloc(arena, tree->count, sizeof *s.used, error) : NULL;
    s.path = s.used ? bp_arena_alloc(arena, tree->count, sizeof *s.path, error) : NULL;
    if (!s.path) return false;
    find_leaves(&s);
    for (int slot = 0; slot < BODY_SLOTS; slot++)
        for (int i = 0; i < out->counts[slot]; i++) s.used[out->nodes[slot][i]] = true;
    int feet[2] = {best_leaf(&s, -1, as_foot, 1), best_leaf(&s, -1, as_foot, -1)};
    if (feet[0] < 0 || feet[1] < 0) return true;
    int hips = bp_retarget_common(tree, feet[0], feet[1]);
    int head = hips >= 0 ? best_leaf(&s, hips, as_head, 0) : -1;
    if (head < 0) return true;
    if (tree->parents[feet[0]] >= 0 && tree->parents[feet[1]] >= 0) face_feet(&s, feet);
    if (sideways(&s, feet[0]) < 0) {
        int other = feet[0];
        feet[0] = feet[1];
        feet[1] = other;
    }
    int hands[2] = {best_leaf(&s, hips, as_hand, 1), best_leaf(&s, hips, as_hand, -1)};
    int arms = -1;
    for (int i = 0; i < 2; i++) {
        find_leg(&s, hips, feet[i], i == 0 ? 1 : -1);
        if (hands[i] < 0) continue;
        find_arm(&s, head, hands[i], i == 0 ? 1 : -1);
        arms = bp_retarget_common(tree, hands[i], head);
    }
    give(&s, BODY_HIPS, hips);
    if (arms >= 0) find_trunk(&s, hips, head, arms);
    return true;
}
