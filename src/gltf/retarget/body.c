/* Finding a body's bones by their names. A name becomes words; the side and prefixes of programs are taken
 * out; the rest is looked up in one table of all conventions. */
#include "gltf/retarget/body.h"
#include "mesh/model_pose.h"
#include <stdio.h>
#include <string.h>

static const char *const SLOT_NAMES[BODY_RIGHT] = {
    "hips",  "spine",  "neck", "head",   "Shoulder", "UpperArm", "LowerArm", "Hand", "Thumb",
    "Index", "Middle", "Ring", "Little", "UpperLeg", "LowerLeg", "Foot",     "Toes"};

void bp_body_role(int slot, int index, char role[24]) {
    const char *side = slot < BODY_SHOULDER ? "" : slot < BODY_RIGHT ? "left" : "right";
    int used = snprintf(role, 24, "%s%s", side, SLOT_NAMES[body_left(slot)]);
    if (body_is_chain(slot)) snprintf(role + used, 24 - (size_t)used, " %d", index + 1);
}

int bp_body_slot_of(const char *role) {
    char name[24];
    size_t length = strcspn(role, " ");
    for (int slot = 0; slot < BODY_SLOTS; slot++) {
        bp_body_role(slot, 0, name);
        if (strcspn(name, " ") == length && strncmp(name, role, length) == 0) return slot;
    }
    return -1;
}

bool bp_retarget_tree_make(retarget_tree *tree, const bp_model *model, bp_arena *arena, bp_error *error) {
    size_t count = tree->count = model->node_count, used = 0;
    bp_node_entry *entries = bp_model_list_nodes(model, error);
    bool *known = entries ? bp_arena_alloc(arena, count, sizeof *known, error) : NULL;
    int *path = known ? bp_arena_alloc(arena, count, sizeof *path, error) : NULL;
    tree->parents = path ? bp_arena_alloc(arena, count, sizeof *tree->parents, error) : NULL;
    tree->order = tree->parents ? bp_arena_alloc(arena, count, sizeof *tree->order, error) : NULL;
    tree->joint = tree->order ? bp_arena_alloc(arena, count, sizeof *tree->joint, error) : NULL;
    tree->rest = tree->joint ? bp_arena_alloc(arena, count, sizeof *tree->rest, error) : NULL;
    tree->world = tree->rest ? bp_arena_alloc(arena, count, sizeof *tree->world, error) : NULL;
    for (size_t i = 0; tree->world && i < count; i++) {
        const bp_node *node = model->nodes[i];
        tree->parents[i] = bp_node_entry_find(entries, count, bp_node_parent(node));
        tree->rest[i] = bp_dtrs_from_trs(
            (bp_trs){bp_node_position(node), bp_quat_normalize(bp_node_rotation(node)), bp_node_scale(node)});
        tree->joint[i] = model->skin_count == 0;
    }
    for (size_t s = 0; tree->world && s < model->skin_count; s++)
        for (size_t j = 0; j < model->skins[s].joint_count; j++) tree->joint[model->skins[s].nodes[j]] = true;
    bp_free(&model->allocator, entries);
    for (size_t i = 0; tree->world && i < count; i++) {
        size_t length = 0;
        for (int at = (int)i; at >= 0 && !known[at]; at = tree->parents[at]) path[length++] = at;
        while (length-- > 0) {
            int at = path[length], parent = tree->parents[at];
            tree->world[at] = bp_dmat4_from_dtrs(tree->rest[at]);
            if (parent >= 0) tree->world[at] = bp_dmat4_mul(tree->world[at], tree->world[parent]);
            tree->order[used++] = at;
            known[at] = true;
        }
    }
    return tree->world != NULL;
}

bool bp_retarget_is_below(const retarget_tree *tree, int node, int above) {
    while (node >= 0 && node != above) node = tree->parents[node];
    return node >= 0;
}

/* Bones' names without their side, and how usual they are for the bone: 0 before 1. */
static const struct {
    int slot, rank;
    const char *names;
} KEYS[] = {
    {BODY_HIPS, 0, "hips hip pelvis hipscenter hipcenter"},
    {BODY_HIPS, 1, "spinebase"},
    {BODY_SPINE, 0,
     "spine chest upperchest lowerback abdomen abdomenlower abdomenupper chestlower chestupper spinelower "
     "spinemid spineupper torso waist thorax"},
    {BODY_NECK, 0, "neck necklower neckupper"},
    {BODY_HEAD, 0, "head"},
    {BODY_SHOULDER, 0, "shoulder clavicle collar collarbone clav"},
    {BODY_UPPER_ARM, 0, "upperarm uparm arm shldr shldrbend armupper humerus"},
    {BODY_UPPER_ARM, 1, "shoulder"},
    {BODY_LOWER_ARM, 0, "lowerarm forearm lowarm loarm elbow forearmbend armlower fore"},
    {BODY_HAND, 0, "hand wrist"},
    {BODY_HAND, 1, "palm"},
    {BODY_UPPER_LEG, 0, "upperleg upleg thigh thighbend legupper femur"},
    {BODY_UPPER_LEG, 1, "hip"},
    {BODY_UPPER_LEG, 2, "leg"},
    {BODY_LOWER_LEG, 0, "lowerleg lowleg loleg calf shin knee leglower tibia"},
    {BODY_LOWER_LEG, 1, "leg"},
    {BODY_FOOT, 0, "foot ankle"},
    {BODY_TOES, 0, "toes toe toebase ball"},
    {BODY_TOES, 1, "foot"}};

static bool is_listed(const char *word, const char *list) {
    size_t length = strlen(word);
    for (const char *at = length > 0 ? strstr(list, word) : NULL; at; at = strstr(at + 1, word))
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0')) return true;
    return false;
}

typedef struct bone_name {
    char key[64]; /* its words without side, numbers and prefixes, put together */
    char number[8];
    int side;   /* -1 right, 1 left, 0 none */
    bool helps; /* a twist bone, an end, a controller: no bone of the body */
    bool twists;
} bone_name;

static void add_word(bone_name *name, const char *word) {
    static const char left[] = "left l lft", right[] = "right r rgt",
                      prefixes[] =
                          "mixamorig bip j c def org cc base b bn jnt jt joint bone bind skin sk rig "
                          "valvebiped m avg f g character armature mixamo actor skeleton";
    static const char helpers[] =
        "twist roll ik fk pole target ctrl control mch tweak end tip nub site dummy "
        "helper socket attach prop weapon goal hair skirt sleeve carpal metacarpal "
        "holder share aim spring";
    if (strcmp(word, "twist") == 0 || strcmp(word, "roll") == 0) name->twists = true;
    if (word[0] >= '0' && word[0] <= '9') {
        if (name->key[0]) snprintf(name->number, sizeof name->number, "%.7s", word);
    } else if (is_listed(word, left) || is_listed(word, right)) {
        name->side = is_listed(word, left) ? 1 : -1;
    } else if (is_listed(word, helpers)) {
        name->helps = name->helps || !(strcmp(word, "metacarpal") == 0 && strstr(name->key, "thumb"));
    } else if (!is_listed(word, prefixes)) {
        size_t used = strlen(name->key);
        snprintf(name->key + used, sizeof name->key - used, "%s", word);
    }
}

/* Words end at other characters, at digits, and where a capital follows a small letter or begins a word. */
static bone_name take_apart(const char *text) {
    bone_name name = {.side = 0};
    char word[32];
    size_t length = 0;
    for (const char *c = text;; c++) {
        bool capital = *c >= 'A' && *c <= 'Z', small = *c >= 'a' && *c <= 'z', digit = *c >= '0' && *c <= '9';
        char before = c > text ? c[-1] : ' ', after = *c ? c[1] : '\0';
        bool was_digit = before >= '0' && before <= '9', was_small = before >= 'a' && before <= 'z';
        bool was_capital = before >= 'A' && before <= 'Z';
        bool begins =
            (capital && (was_small || (was_capital && after >= 'a' && after <= 'z'))) || (digit != was_digit);
        if (length > 0 && (begins || !(capital || small || digit) || length == sizeof word - 1)) {
            word[length] = '\0';
            add_word(&name, word);
            length = 0;
        }
        if (*c == '\0') return name;
        if (capital || small || digit) word[length++] = capital ? (char)(*c - 'A' + 'a') : *c;
    }
}

/* The finger that a key names; -1: none. Biped numbers them: finger 0 is the thumb, 21 one of the third. */
static int finger_of(const bone_name *name) {
    static const char *const fingers[][3] = {{"thumb", NULL, NULL},
                                             {"index", "pointer", NULL},
                                             {"middle", "mid", NULL},
                                             {"ring", NULL, NULL},
                                             {"little", "pinky", "pinkie"}};
    const char *key = name->key;
    if (strncmp(key, "hand", 4) == 0) key += 4;
    if (strncmp(key, "finger", 6) == 0) key += 6;
    if (key != name->key && *key == '\0' && strstr(name->key, "finger") && name->number[0])
        return name->number[0] <= '4' ? BODY_THUMB + (name->number[0] - '0') : -1;
    if (strcmp(key, "base") == 0 && key != name->key) return BODY_MIDDLE; /* CMU's one finger */
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 3 && fingers[i][j]; j++)
            if (strncmp(key, fingers[i][j], strlen(fingers[i][j])) == 0) return BODY_THUMB + i;
    return -1;
}

typedef struct body_search {
    body *out;
    const retarget_tree *tree;
    bone_name *names; /* of the nodes */
    int *depths;      /* and 100000 more for nodes that are no joint */
    bool *used;
} body_search;

void bp_body_give(body *out, bool *used, int slot, int node, float certainty, const char *reason) {
    if (out->counts[slot] == BODY_MAX_CHAIN) return;
    out->nodes[slot][out->counts[slot]++] = node;
    out->certainty[slot] = certainty;
    out->reason[slot] = reason;
    used[node] = true;
}

static void give(body_search *search, int slot, int node, float certainty, const char *reason) {
    bp_body_give(search->out, search->used, slot, node, certainty, reason);
}

/* The best unused node of one of the names, or without names of that finger: a joint before others, and
 * nearest to the root. */
static int best_node(const body_search *search, const char *names, int slot, int side, int below) {
    int best = -1;
    for (size_t i = 0; i < search->tree->count; i++) {
        const bone_name *name = &search->names[i];
        if (search->used[i] || name->helps || name->side != side ||
            !(names ? is_listed(name->key, names) : finger_of(name) == slot))
            continue;
        if (below >= 0 && !bp_retarget_is_below(search->tree, (int)i, below)) continue;
        if (best < 0 || search->depths[i] < search->depths[best]) best = (int)i;
    }
    return best;
}

static void find_rank(body_search *search, int rank) {
    for (size_t k = 0; k < BP_COUNT(KEYS); k++)
        for (int side = -1; side <= 1; side++) {
            int slot = KEYS[k].slot, left = slot;
            if (KEYS[k].rank != rank || (left < BODY_SHOULDER) != (side == 0)) continue;
            if (side < 0) slot += BODY_SIDED;
            if (body_is_chain(slot)) continue;
            int node = search->out->counts[slot] > 0 ? -1 : best_node(search, KEYS[k].names, slot, side, -1);
            if (node >= 0) give(search, slot, node, rank == 0 ? 0.95f : 0.8f, "names");
        }
}

/* A chain: every node of its names that is below the one before. A finger's fourth joint is its tip. */
static void find_chain(body_search *search, int slot, int side) {
    bool finger = body_left(slot) >= BODY_THUMB;
    for (int last = -1; search->out->counts[slot] < (finger ? 3 : BODY_MAX_CHAIN);) {
        int best = -1;
        for (size_t k = 0; k < (finger ? 1 : BP_COUNT(KEYS)); k++) {
            if (!finger && KEYS[k].slot != slot) continue;
            int node = best_node(search, finger ? NULL : KEYS[k].names, body_left(slot), side, last);
            if (node >= 0 && (best < 0 || search->depths[node] < search->depths[best])) best = node;
        }
        if (best < 0) return;
        give(search, slot, best, 0.95f, "names");
        last = best;
    }
}

static int only(const body *out, int slot) { return out->counts[slot] > 0 ? out->nodes[slot][0] : -1; }

int bp_retarget_common(const retarget_tree *tree, int a, int b) {
    while (a >= 0 && !bp_retarget_is_below(tree, b, a)) a = tree->parents[a];
    return a;
}

static bool is_named(const bone_name *name, int slot) {
    for (size_t k = 0; k < BP_COUNT(KEYS); k++)
        if (KEYS[k].slot == body_left(slot) && is_listed(name->key, KEYS[k].names))
            return name->side == (slot >= BODY_RIGHT ? -1 : 1);
    return false;
}

/* A bone called hip is a thigh (SMPL) unless a child of it is called leg, and is above the lower leg or hangs
 * beside it: then it leads from the hips to the leg. */
static void correct_hip(body_search *search, int slot) {
    const retarget_tree *tree = search->tree;
    int hip = only(search->out, slot), lower = only(search->out, slot + 1);
    if (hip < 0 || strcmp(search->names[hip].key, "hip") != 0) return;
    for (int i = 0; i < (int)tree->count; i++) {
        if (tree->parents[i] != hip || search->names[i].helps || !is_named(&search->names[i], slot) ||
            (search->used[i] && i != lower))
            continue;
        bp_dvec3 bone = bp_retarget_minus(bp_retarget_at(&tree->world[i]), bp_retarget_at(&tree->world[hip]));
        bool beside = -bone.y < 0.7 * bp_dvec3_length(bone);
        if (!beside && (i == lower || !bp_retarget_is_below(tree, lower, i))) continue;
        if (i == lower) search->out->counts[slot + 1] = 0;
        search->out->nodes[slot][0] = i;
        search->used[i] = true;
        return;
    }
}

/* What names alone get wrong: hips that are called spine, necks and heads that are called spine (Rigify),
 * upper arms that are called shoulder, two legs of one limb that count from the other end. */
static void correct(body_search *search) {
    body *out = search->out;
    const retarget_tree *tree = search->tree;
    for (int side = 0; side < 2; side++) correct_hip(search, BODY_UPPER_LEG + side * BODY_SIDED);
    int left = only(out, BODY_UPPER_LEG), right = only(out, BODY_UPPER_LEG + BODY_SIDED);
    int legs = left >= 0 && right >= 0 ? bp_retarget_common(tree, left, right) : -1;
    if (legs >= 0 && out->counts[BODY_HIPS] == 0) give(search, BODY_HIPS, legs, 0.8f, "structure");
    for (int side = 0; side < 2; side++) {
        int arm = BODY_UPPER_ARM + side * BODY_SIDED, shoulder = BODY_SHOULDER + side * BODY_SIDED;
        if (out->counts[arm] > 0 || out->counts[shoulder] == 0) continue;
        out->counts[shoulder] = 0;
        give(search, arm, out->nodes[shoulder][0], 0.8f, "names");
    }
    for (int slot = BODY_SHOULDER; slot < BODY_SLOTS; slot++) {
        int lower = body_is_limb(slot) && body_is_limb(slot + 1) ? only(out, slot + 1) : -1;
        int upper = only(out, slot);
        if (lower < 0 || upper < 0 || !bp_retarget_is_below(tree, upper, lower)) continue;
        out->nodes[slot][0] = lower;
        out->nodes[slot + 1][0] = upper;
    }
    int first = only(out, BODY_UPPER_ARM), second = only(out, BODY_UPPER_ARM + BODY_SIDED);
    int arms = first >= 0 && second >= 0 ? bp_retarget_common(tree, first, second) : -1;
    int count = out->counts[BODY_SPINE], kept = 0;
    for (int i = 0; i < count; i++) {
        int node = out->nodes[BODY_SPINE][i];
        bool above_arms = arms >= 0 && node != arms && bp_retarget_is_below(tree, node, arms);
        if (node == only(out, BODY_HIPS) || !bp_retarget_is_below(tree, node, only(out, BODY_HIPS))) continue;
        if (!above_arms)
            out->nodes[BODY_SPINE][kept++] = node;
        else if (out->counts[BODY_HEAD] == 0 && i == count - 1)
            give(search, BODY_HEAD, node, 0.8f, "structure");
        else
            give(search, BODY_NECK, node, 0.8f, "structure");
    }
    out->counts[BODY_SPINE] = kept;
}

/* How far along a limb's bone a node is at rest. */
static double part_along(const retarget_tree *tree, int from, int to, int node) {
    bp_dvec3 joint = bp_retarget_at(&tree->world[from]);
    bp_dvec3 bone = bp_retarget_minus(bp_retarget_at(&tree->world[to]), joint);
    double length = bp_dvec3_dot(bone, bone);
    return length > 0
               ? bp_dvec3_dot(bone, bp_retarget_minus(bp_retarget_at(&tree->world[node]), joint)) / length
               : 0;
}

/* Twist bones lie beside a limb's bone or in it: they have its name and "twist", "roll" or a number (Rigify).
 * Those that lie at an end are taken as evenly spread. */
static void find_twists(body_search *search) {
    body *out = search->out;
    const retarget_tree *tree = search->tree;
    for (int slot = BODY_SHOULDER; slot < BODY_SLOTS; slot++) {
        int from = only(out, slot), to = body_is_limb(slot) ? only(out, slot + 1) : -1, count = 0;
        for (size_t i = 0; from >= 0 && to >= 0 && i < tree->count && count < BODY_MAX_TWISTS; i++) {
            const bone_name *name = &search->names[i];
            int node = (int)i, place = count;
            if (node == from || search->used[i] || !is_named(name, slot) ||
                !bp_retarget_is_below(tree, node, from) || bp_retarget_is_below(tree, node, to) ||
                !(name->twists || (!name->helps && name->number[0] && bp_retarget_is_below(tree, to, node))))
                continue;
            float part = (float)part_along(tree, from, to, node);
            for (; place > 0 && out->parts[slot][place - 1] > part; place--) {
                out->parts[slot][place] = out->parts[slot][place - 1];
                out->twists[slot][place] = out->twists[slot][place - 1];
            }
            out->parts[slot][place] = part;
            out->twists[slot][place] = node;
            count++;
        }
        out->twist_counts[slot] = count;
        for (int i = 0; i < count; i++)
            if (!(out->parts[slot][i] > 0.05f && out->parts[slot][i] < 0.95f))
                out->parts[slot][i] = (float)(i + 1) / (float)(count + 1);
    }
}

bool bp_body_find(body *out, const bp_model *model, const retarget_tree *tree, const bp_retarget_name *names,
                  bp_arena *arena, bp_error *error) {
    body_search search = {.out = out, .tree = tree};
    *out = (body){0};
    search.names = bp_arena_alloc(arena, tree->count, sizeof *search.names, error);
    search.depths = search.names ? bp_arena_alloc(arena, tree->count, sizeof *search.depths, error) : NULL;
    search.used = search.depths ? bp_arena_alloc(arena, tree->count, sizeof *search.used, error) : NULL;
    if (!search.used) return false;
    for (size_t i = 0; i < tree->count; i++) {
        int node = tree->order[i], parent = tree->parents[node];
        search.names[i] =
            take_apart(names && names[i].text[0] ? names[i].text : bp_node_name(model->nodes[i]));
        search.depths[node] = parent >= 0 ? search.depths[parent] % 100000 + 1 : 0;
        if (!tree->joint[node]) search.depths[node] += 100000;
    }
    for (int rank = 0; rank < 3; rank++) find_rank(&search, rank);
    find_chain(&search, BODY_SPINE, 0);
    find_chain(&search, BODY_NECK, 0);
    for (int finger = BODY_THUMB; finger <= BODY_LITTLE; finger++) {
        find_chain(&search, finger, 1);
        find_chain(&search, finger + BODY_SIDED, -1);
    }
    correct(&search);
    find_twists(&search);
    for (size_t i = 0; names && i < tree->count; i++)
        for (int slot = 0; slot < BODY_SLOTS; slot++)
            for (int c = 0; c < out->counts[slot]; c++)
                if (names[i].text[0] && out->nodes[slot][c] == (int)i) {
                    out->reason[slot] = "VRM";
                    out->certainty[slot] = 1;
                }
    return true;
}
