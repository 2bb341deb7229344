/* The map between two bodies, and its text. */
#include "base/text_buffer.h"
#include "gltf/bvh/bvh.h"
#include "gltf/retarget/body.h"
#include <stdio.h>
#include <string.h>

void bp_retarget_map_clear(bp_retarget_map *map) {
    if (!map) return;
    bp_free(&map->allocator, map->pairs);
    *map = (bp_retarget_map){0};
}

/* A chain's bone i of m has turned since the bone before the chain by the part (i + 1) / m of the whole turn.
 * In a source of n bones, that is between its bones u - 1 and u, u = (i + 1) n / m. */
static void pair_slot(bp_retarget_map *map, int slot, const body *from, const body *to) {
    int m = to->counts[slot], n = from->counts[slot], above = BODY_HIPS;
    if (body_left(slot) == BODY_NECK) above = BODY_SPINE;
    if (body_left(slot) >= BODY_THUMB) above = BODY_HAND + (slot >= BODY_RIGHT ? BODY_SIDED : 0);
    for (int i = 0; i < m && n > 0; i++) {
        int before = (i + 1) * n / m - 1; /* of the source's chain; -1: the bone above it */
        float part = (float)((i + 1) * n % m) / (float)m;
        bp_retarget_pair pair = {.target = to->nodes[slot][i], .second = -1};
        bp_body_role(slot, i, pair.role);
        pair.source = before >= 0               ? from->nodes[slot][before]
                      : from->counts[above] > 0 ? from->nodes[above][from->counts[above] - 1]
                                                : from->nodes[slot][0];
        if (part > 0) {
            pair.second = from->nodes[slot][before + 1];
            pair.weight = part;
        }
        bool less = from->certainty[slot] < to->certainty[slot];
        pair.certainty = (less ? from : to)->certainty[slot] * (m == n ? 1 : 0.9f);
        pair.reason = (less ? from : to)->reason[slot];
        map->pairs[map->count++] = pair;
    }
}

/* A twist bone goes with its limb's bone, and rolls about it by a part of the difference: in a forearm or
 * shin to the bone after it, in an upper arm or thigh back to the bone above. */
static void pair_twists(bp_retarget_map *map, int slot, const body *from, const body *to) {
    bool upper = body_left(slot) == BODY_UPPER_ARM || body_left(slot) == BODY_UPPER_LEG;
    int other = !upper ? slot + 1 : body_left(slot) == BODY_UPPER_LEG ? BODY_HIPS : slot - 1;
    if (upper && from->counts[other] == 0) other = from->counts[BODY_SPINE] > 0 ? BODY_SPINE : BODY_HIPS;
    for (int i = 0; i < to->twist_counts[slot] && from->counts[slot] > 0 && from->counts[other] > 0; i++) {
        char role[24];
        bp_body_role(slot, 0, role);
        float part = to->parts[slot][i];
        bp_retarget_pair pair = {.target = to->twists[slot][i],
                                 .source = from->nodes[slot][0],
                                 .second = from->nodes[other][from->counts[other] - 1],
                                 .weight = upper ? 1 - part : part,
                                 .certainty = 0.8f,
                                 .reason = "names"};
        snprintf(pair.role, sizeof pair.role, "%.15s twist %d", role, i + 1);
        map->pairs[map->count++] = pair;
    }
}

static bool check_body(const bp_model *model, const body *found, const char *which, bp_error *error) {
    static const int needed[] = {BODY_HIPS,      BODY_UPPER_ARM, BODY_LOWER_ARM,
                                 BODY_UPPER_LEG, BODY_LOWER_LEG, BODY_FOOT};
    for (size_t i = 0; i < BP_COUNT(needed); i++)
        for (int side = 0; side < (needed[i] < BODY_SHOULDER ? 1 : 2); side++) {
            char role[24];
            int slot = needed[i] + side * BODY_SIDED;
            if (found->counts[slot] > 0) continue;
            bp_body_role(slot, 0, role);
            return bp_fail(
                error, BP_ERROR_INPUT, model->name,
                "no bone of the %s is known as %s, neither by name nor by where it is; %s; for more, "
                "add lines as: %s \"character's bone\" \"motion's bone\"",
                which, role,
                slot == BODY_HIPS ? "save the map that is printed, and give it back with a line "
                                    "for the hips (--map FILE)"
                                  : "the map that is printed moves the bones that were found, "
                                    "and may be given back as it is (--map FILE)",
                role);
        }
    return true;
}

static bool find_bodies(const bp_model *models[2], const bp_retarget_names *names, body bodies[2],
                        bp_error *error) {
    bool ok = true;
    for (int i = 0; ok && i < 2; i++) {
        bp_arena arena = bp_arena_make(&models[i]->allocator, 4096);
        retarget_tree tree;
        const bp_retarget_name *own = !names ? NULL : i == 0 ? names->source : names->target;
        ok = bp_retarget_tree_make(&tree, models[i], &arena, error) &&
             bp_body_find(&bodies[i], models[i], &tree, own, &arena, error) &&
             bp_body_find_by_structure(&bodies[i], models[i], &tree, &arena, error);
        bp_arena_clear(&arena);
    }
    return ok;
}

bool bp_retarget_map_find(const bp_model *source, const bp_model *target, const bp_retarget_names *names,
                          bp_retarget_map *out, bp_error *error) {
    *out = (bp_retarget_map){0};
    if (!source || !target) return bp_fail_null(error, source ? "target" : "source");
    const bp_model *models[2] = {source, target};
    out->allocator = target->allocator;
    body *bodies = bp_alloc(&out->allocator, 2, sizeof *bodies, error);
    bool ok = bodies && find_bodies(models, names, bodies, error);
    size_t most = BODY_SLOTS * (BODY_MAX_CHAIN + BODY_MAX_TWISTS);
    if (ok) ok = (out->pairs = bp_alloc(&out->allocator, most, sizeof *out->pairs, error));
    for (int slot = 0; ok && slot < BODY_SLOTS; slot++) {
        pair_slot(out, slot, &bodies[0], &bodies[1]);
        pair_twists(out, slot, &bodies[0], &bodies[1]);
    }
    ok = ok && check_body(source, &bodies[0], "motion", error) &&
         check_body(target, &bodies[1], "character", error);
    bp_free(&out->allocator, bodies);
    return ok;
}

static void put_name(bp_text_buffer *text, const char *name) {
    bp_text_buffer_put(text, "\"", 1);
    for (const char *c = name; *c; c++) {
        if (*c == '"' || *c == '\\') bp_text_buffer_put(text, "\\", 1);
        bp_text_buffer_put(text, *c == '\n' || *c == '\r' ? " " : c, 1);
    }
    bp_text_buffer_put(text, "\"", 1);
}

static bool is_in(const bp_retarget_map *map, int node, bool source) {
    for (size_t i = 0; i < map->count; i++)
        if (source ? map->pairs[i].source == node || map->pairs[i].second == node
                   : map->pairs[i].target == node)
            return true;
    return false;
}

/* Nodes that are bones: of skins, or without skins of any skeleton. */
static bool is_bone(const bp_model *model, size_t node) {
    for (size_t i = 0; i < model->skin_count; i++)
        for (size_t j = 0; j < model->skins[i].joint_count; j++)
            if (model->skins[i].nodes[j] == (int)node) return true;
    return model->skin_count == 0;
}

static void put_others(bp_text_buffer *text, const bp_retarget_map *map, const bp_model *model, bool source) {
    size_t count = 0;
    for (size_t i = 0; i < model->node_count; i++) {
        if (is_in(map, (int)i, source) || !is_bone(model, i)) continue;
        if (count++ == 0)
            bp_text_buffer_add(
                text, source ? "# Bones of the motion that move nothing:\n"
                             : "# Bones of the character that keep their rest, moved by the bone above:\n");
        bp_text_buffer_add(text, "# ");
        put_name(text, bp_node_name(model->nodes[i]));
        bp_text_buffer_add(text, "\n");
    }
}

bool bp_retarget_map_write(const bp_retarget_map *map, const bp_model *source, const bp_model *target,
                           bp_file *out, bp_error *error) {
    if (!map || !source || !target) return bp_fail_null(error, !map ? "map" : source ? "target" : "source");
    bp_text_buffer text = {.allocator = map->allocator};
    bp_text_buffer_add(
        &text, "# role \"character's bone\" \"motion's bone\" [part \"the bone after it\"]  # how sure\n");
    for (size_t i = 0; i < map->count; i++) {
        const bp_retarget_pair *pair = &map->pairs[i];
        bp_text_buffer_add(&text, "%s ", pair->role);
        put_name(&text, bp_node_name(target->nodes[pair->target]));
        bp_text_buffer_add(&text, " ");
        put_name(&text, bp_node_name(source->nodes[pair->source]));
        if (pair->second >= 0) {
            bp_text_buffer_add(&text, " %.4g ", (double)pair->weight);
            put_name(&text, bp_node_name(source->nodes[pair->second]));
        }
        bp_text_buffer_add(&text, "  # %.0f%%, %s\n", (double)pair->certainty * 100, pair->reason);
    }
    put_others(&text, map, target, false);
    put_others(&text, map, source, true);
    return bp_text_buffer_finish(&text, out, error);
}

typedef struct map_line {
    const char *at, *end;
    size_t number;
    bp_error *error;
} map_line;

static bool fail_line(const map_line *line, const char *message, const char *name) {
    return bp_fail(line->error, BP_ERROR_INPUT, bp_format("line %zu", line->number).text, message, name);
}

static void skip_space(map_line *line) {
    while (line->at < line->end && (*line->at == ' ' || *line->at == '\t' || *line->at == '\r')) line->at++;
}

/* The node of a name in quotes. */
static bool read_node(map_line *line, const bp_model *model, const char *which, int *out) {
    char name[256];
    size_t length = 0;
    skip_space(line);
    if (line->at == line->end || *line->at != '"')
        return fail_line(line, "lacks the %s's bone in double quotes", which);
    for (line->at++; line->at < line->end && *line->at != '"'; line->at++) {
        if (*line->at == '\\' && line->at + 1 < line->end) line->at++;
        if (length < sizeof name - 1) name[length++] = *line->at;
    }
    if (line->at == line->end) return fail_line(line, "lacks the closing quote of the %s's bone", which);
    line->at++;
    name[length] = '\0';
    *out = bp_model_find_node(model, name);
    return *out >= 0 ||
           fail_line(line,
                     which[0] == 'c' ? "the character has no bone \"%s\"" : "the motion has no bone \"%s\"",
                     name);
}

/* "spine 2": a role of one or two words, up to the first quote. */
static bool read_role(map_line *line, bp_retarget_pair *pair) {
    size_t length = 0;
    for (; line->at < line->end && *line->at != '"' && *line->at != '#'; line->at++)
        if (length < sizeof pair->role - 1) pair->role[length++] = *line->at;
    while (length > 0 && (pair->role[length - 1] == ' ' || pair->role[length - 1] == '\t')) length--;
    pair->role[length] = '\0';
    return strcmp(pair->role, "-") == 0 || bp_body_slot_of(pair->role) >= 0 ||
           fail_line(
               line,
               "has the unknown role \"%s\"; it is hips, spine, neck, head, leftUpperArm and so on, or -",
               pair->role);
}

static bool read_part(map_line *line, float *out) {
    const char *first = line->at;
    double value = 0;
    while (line->at < line->end && !strchr(" \t\r\"#", *line->at)) line->at++;
    bool number = bp_bvh_number(first, (size_t)(line->at - first), &value);
    *out = (float)value;
    return (number && value >= 0 && value <= 1) ||
           fail_line(line, "has %s where the part, 0 to 1, should be", "something else");
}

static bool read_line(map_line *line, const bp_model *source, const bp_model *target, bp_retarget_map *out) {
    bp_retarget_pair pair = {.second = -1, .certainty = 1, .reason = "map file"};
    skip_space(line);
    if (line->at == line->end || *line->at == '#') return true;
    if (!read_role(line, &pair) || !read_node(line, target, "character", &pair.target) ||
        !read_node(line, source, "motion", &pair.source))
        return false;
    skip_space(line);
    if (line->at < line->end && *line->at != '#' &&
        (!read_part(line, &pair.weight) || !read_node(line, source, "motion", &pair.second)))
        return false;
    skip_space(line);
    if (line->at < line->end && *line->at != '#') return fail_line(line, "has something after its %s", "end");
    if (is_in(out, pair.target, false))
        return fail_line(line, "moves \"%s\" a second time", bp_node_name(target->nodes[pair.target]));
    out->pairs[out->count++] = pair;
    return true;
}

bool bp_retarget_map_read(const char *text, size_t size, const bp_model *source, const bp_model *target,
                          bp_retarget_map *out, bp_error *error) {
    *out = (bp_retarget_map){0};
    if (!text || !source || !target)
        return bp_fail_null(error, !text ? "text" : source ? "target" : "source");
    out->allocator = target->allocator;
    out->pairs = bp_alloc(&out->allocator, target->node_count, sizeof *out->pairs, error);
    map_line line = {.at = text, .error = error};
    bool ok = out->pairs != NULL;
    for (const char *end = text + size; ok && line.at < end; line.at = line.end + 1) {
        const char *stop = memchr(line.at, '\n', (size_t)(end - line.at));
        line.end = stop ? stop : end;
        line.number++;
        ok = read_line(&line, source, target, out);
    }
    if (!ok) bp_retarget_map_clear(out);
    return ok;
}
