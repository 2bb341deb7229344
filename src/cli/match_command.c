/* `bindpose match CHARACTER CLIPS...`: do these clips fit this skeleton? A clip replaces the local transforms
 * of nodes that engines find by name. So it fits if the names are the same, and the nodes that it moves stand
 * at rest as the character's do. */
#include "base/file_name.h"
#include "cli/commands.h"
#include "cli/file_list.h"
#include "cli/model_command.h"
#include "cli/print.h"
#include "gltf/motion_diff.h"
#include "gltf/retarget/body.h"
#include "gltf/retarget/transfer.h"
#include "gltf/rewrite/rewrite.h"
#include <bindpose/tools.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define PROGRAM "bindpose match"
#define DEGREES 1.0      /* rest poses that are closer are the same, and directions within twice that */
#define LENGTH 0.01      /* the same of offsets, as a part of the character's size */
#define ROOT_LENGTH 0.25 /* of the root's: a clip may begin in a crouch */

typedef enum verdict { FITS, RENAME, REBIND, RETARGET } verdict;
static const struct {
    const char *name, *advice;
} VERDICTS[] = {
    {"fits", "The clips fit as they are."},
    {"rename", "Rename the bones: -o OUT writes the clips with the character's names."},
    {"rebind",
     "Give the character the axes of the clips' bones: bindpose rebind CHARACTER OUT.glb --bind file "
     "--from CLIPS (the names must be the same: rename first)."},
    {"retarget", "Retarget the motion: bindpose retarget CLIPS CHARACTER -o OUT.glb."}};

/* A node of one of the two files. */
typedef struct match_bone {
    char key[64];   /* its name, or what is left of it without what differs between conventions */
    int node, pair; /* pair: the other file's node for it; -1: none */
    const char *by; /* why the two belong together */
    bool counts;    /* of the clips: it is moved; of the character: it is a joint */
    bool turns, shifts, renamed, elsewhere; /* elsewhere: it hangs from another bone */
    double offset; /* the length of the local translation at a clip's first key; without one, at rest */
    double degrees, apart,
        shift; /* between the rest poses: local rotations; directions; lengths of offsets */
} match_bone;

typedef struct match_side {
    bp_model_file file;
    retarget_tree tree;
    match_bone *bones; /* by node; in the arena */
} match_side;

typedef struct skeleton_match {
    match_side character, clips;
    bp_arena arena;
    double size; /* of the clips' skeleton, in sizes of the character's */
    size_t moved, renamed, missing, differ;
    bool human; /* both have a human body */
    verdict verdict;
} skeleton_match;

/* ---- which bone is which ------------------------------------------------------------------------*/

/* Lower-case letters and digits, without what programs put in front. */
static void make_key(const char *name, char key[64]) {
    static const char *const PREFIXES[] = {"mixamorig", "ValveBiped.", "Bip001", "Bip01", "CC_Base_",
                                           "J_Bip_",    "J_Sec_",      "DEF-",   "ORG-",  "b_"};
    const char *colon = strrchr(name, ':'), *bar = strrchr(name, '|');
    size_t used = 0;
    if (colon || bar) name = (colon > bar ? colon : bar) + 1;
    for (size_t i = 0; i < BP_COUNT(PREFIXES); i++)
        if (strncasecmp(name, PREFIXES[i], strlen(PREFIXES[i])) == 0) name += strlen(PREFIXES[i]);
    for (; *name && used < 63; name++)
        if (isalnum((unsigned char)*name)) key[used++] = (char)tolower((unsigned char)*name);
    key[used] = '\0';
}

static int by_key(const void *a, const void *b) {
    const match_bone *first = *(const match_bone *const *)a, *second = *(const match_bone *const *)b;
    int order = strcmp(first->key, second->key);
    return order ? order : first->node - second->node;
}

static void join(skeleton_match *match, int from, int to, const char *by) {
    match_bone *a = &match->clips.bones[from], *b = &match->character.bones[to];
    if (a->pair >= 0 || b->pair >= 0) return;
    a->pair = to, a->by = by;
    b->pair = from;
}

/* Joins what has the same key; of several, the first of each. */
static bool join_by_key(skeleton_match *match, bool whole, const char *by, bp_error *error) {
    match_side *const sides[] = {&match->clips, &match->character};
    match_bone **lists[2];
    size_t counts[2] = {0, 0};
    for (int s = 0; s < 2; s++) {
        lists[s] = bp_arena_alloc(&match->arena, sides[s]->tree.count, sizeof *lists[s], error);
        if (!lists[s]) return false;
        for (size_t i = 0; i < sides[s]->tree.count; i++) {
            match_bone *one = &sides[s]->bones[i];
            const char *name = bp_node_name(sides[s]->file.model->nodes[i]);
            if (one->pair >= 0 || !(one->counts || (whole && s == 1))) continue;
            if (whole)
                snprintf(one->key, sizeof one->key, "%s", name);
            else
                make_key(name, one->key);
            if (one->key[0]) lists[s][counts[s]++] = one;
        }
        qsort(lists[s], counts[s], sizeof *lists[s], by_key);
    }
    for (size_t i = 0, k = 0; i < counts[0] && k < counts[1];) {
        int order = strcmp(lists[0][i]->key, lists[1][k]->key);
        if (order == 0) join(match, lists[0][i]->node, lists[1][k]->node, by);
        i += order <= 0;
        k += order >= 0;
    }
    return true;
}

/* By the map of retargeting, if both are human: a spine by its order, not by the name chest. */
static void join_by_body(skeleton_match *match) {
    const bp_model_file *clips = &match->clips.file, *character = &match->character.file;
    bp_transfer both = {.context = character->context,
                        .paths = {clips->path, character->path},
                        .models = {clips->model, character->model}};
    match->human = bp_transfer_find_map(&both, NULL);
    for (size_t i = 0; match->human && i < both.map.count; i++)
        if (both.map.pairs[i].second < 0 && match->clips.bones[both.map.pairs[i].source].counts)
            join(match, both.map.pairs[i].source, both.map.pairs[i].target, both.map.pairs[i].reason);
    bp_transfer_clear(&both);
}

/* ---- how they stand -----------------------------------------------------------------------------*/

/* From one node to another in the scene. */
static bp_dvec3 way(const match_side *side, int from, int to) {
    return bp_retarget_minus(bp_retarget_at(&side->tree.world[to]), bp_retarget_at(&side->tree.world[from]));
}

/* How far the other pairs are from the first one, at most. */
static double size_of(const match_side *side) {
    double size = 0;
    for (size_t i = 0, first = side->tree.count; i < side->tree.count; i++) {
        if (side->bones[i].pair < 0) continue;
        if (first == side->tree.count) first = i;
        size = fmax(size, bp_dvec3_length(way(side, (int)first, (int)i)));
    }
    return size;
}

static int pair_above(const match_side *side, int node) {
    do node = side->tree.parents[node];
    while (node >= 0 && side->bones[node].pair < 0);
    return node;
}

static double degrees_of(double cosine) {
    return (double)bp_degrees(bp_acos((float)fmin(fmax(cosine, -1), 1)));
}

static void compare(skeleton_match *match, match_bone *one, double size) {
    const match_side *clips = &match->clips, *character = &match->character;
    const bp_dtrs *a = &clips->tree.rest[one->node], *b = &character->tree.rest[one->pair];
    const bp_dquat p = a->rotation, q = b->rotation;
    int above = pair_above(clips, one->node), other = pair_above(character, one->pair);
    one->degrees = 2 * degrees_of(fabs(p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w));
    /* A BVH's root rests at the origin, and only its keys are where it stands. */
    double right = bp_dvec3_length(b->position);
    one->shift = fmin(fabs(bp_dvec3_length(a->position) - right), fabs(one->offset - right)) / size;
    if (above < 0 && one->shifts && one->shift < ROOT_LENGTH) one->shift = 0;
    if ((above >= 0 ? clips->bones[above].pair : -1) != other) {
        one->elsewhere = true, one->apart = 180;
    } else if (above >= 0) {
        bp_dvec3 first = way(clips, above, one->node), second = way(character, other, one->pair);
        double lengths = bp_dvec3_length(first) * bp_dvec3_length(second);
        one->apart = lengths > 1e-12 * size * size ? degrees_of(bp_dvec3_dot(first, second) / lengths) : 0;
    }
}

static void judge(skeleton_match *match) {
    double size = size_of(&match->character);
    bool other_pose = false, other_axes = false;
    match->size = size > 0 ? size_of(&match->clips) / size : 1;
    for (size_t i = 0; i < match->clips.tree.count; i++) {
        match_bone *one = &match->clips.bones[i];
        match->moved += one->counts;
        match->missing += one->counts && one->pair < 0;
        if (!one->counts || one->pair < 0) continue;
        one->renamed = strcmp(bp_node_name(match->clips.file.model->nodes[i]),
                              bp_node_name(match->character.file.model->nodes[one->pair])) != 0;
        match->renamed += one->renamed;
        compare(match, one, size > 0 ? size : 1);
        bool pose = one->apart > 2 * DEGREES || (one->shifts && one->shift > LENGTH);
        bool axes = one->turns && one->degrees > DEGREES;
        match->differ += pose || axes;
        other_pose |= pose;
        other_axes |= axes;
    }
    match->verdict = match->missing > 0 || other_pose ? RETARGET
                     : other_axes                     ? REBIND
                     : match->renamed > 0             ? RENAME
                                                      : FITS;
}

/* By the chosen clip, or by all of the file's. */
static void mark_moved(match_side *side) {
    const bp_model *model = side->file.model;
    size_t first = side->file.clip < 0 ? 0 : (size_t)side->file.clip;
    size_t end = side->file.clip < 0 ? model->clip_count : first + 1;
    for (size_t i = first; i < end; i++)
        for (size_t t = 0; t < bp_clip_track_count(model->clips[i]); t++) {
            const bp_track *track = bp_clip_track(model->clips[i], t);
            match_bone *one = &side->bones[track->target];
            one->counts |= track->kind != BP_TRACK_WEIGHTS;
            one->turns |= track->kind == BP_TRACK_ROTATION;
            if (track->kind != BP_TRACK_POSITION || track->key_count == 0 || one->shifts) continue;
            const float *at = track->values + (track->interpolation == BP_INTERPOLATION_CUBIC ? 3 : 0);
            one->shifts = true;
            one->offset = sqrt((double)at[0] * at[0] + (double)at[1] * at[1] + (double)at[2] * at[2]);
        }
}

static bool open_side(match_side *side, bp_arena *arena, bp_error *error) {
    if (!bp_retarget_tree_make(&side->tree, side->file.model, arena, error)) return false;
    side->bones = bp_arena_alloc(arena, side->tree.count, sizeof *side->bones, error);
    for (size_t i = 0; side->bones && i < side->tree.count; i++)
        side->bones[i] =
            (match_bone){.node = (int)i, .pair = -1, .offset = bp_dvec3_length(side->tree.rest[i].position)};
    return side->bones != NULL;
}

static bool find(skeleton_match *match, const char *animation, bp_error *error) {
    const bp_model *clips = match->clips.file.model;
    if (clips->clip_count == 0)
        return bp_fail(error, BP_ERROR_INPUT, match->clips.file.path, "has no animation to match");
    if (!bp_model_choose_clip(clips, "--animation", animation, &match->clips.file.clip, error)) return false;
    if (!open_side(&match->character, &match->arena, error) ||
        !open_side(&match->clips, &match->arena, error))
        return false;
    mark_moved(&match->clips);
    for (size_t i = 0; i < match->character.tree.count; i++)
        match->character.bones[i].counts = match->character.tree.joint[i];
    if (!join_by_key(match, true, "name", error)) return false;
    join_by_body(match);
    if (!join_by_key(match, false, "name, without case and prefix", error)) return false;
    judge(match);
    return true;
}

static void rename_node(bp_gltf_rewrite *rewrite, int node, const char *name) {
    const bp_allocator *allocator = &rewrite->document->allocator;
    bp_json_writer quoted = bp_json_writer_make(allocator);
    bp_file text;
    bp_json_write(&quoted, "%s", name);
    if (!bp_json_writer_finish(&quoted, &text, bp_gltf_rewrite_error(rewrite))) return;
    bp_rewrite_set_member(&rewrite->tree, bp_gltf_rewrite_find(rewrite, "nodes[%d]", node), "name", "%.*s",
                          (int)text.size - 1, (const char *)text.data);
    bp_file_free(allocator, &text);
}

/* The clips' file with the character's names. */
static bool rename_all(void *user, bp_gltf_rewrite *rewrite, bp_error *error) {
    const skeleton_match *match = user;
    (void)error;
    for (size_t i = 0; i < rewrite->document->counts[BP_GLTF_NODES]; i++)
        if (match->clips.bones[i].renamed)
            rename_node(rewrite, (int)i,
                        bp_node_name(match->character.file.model->nodes[match->clips.bones[i].pair]));
    return true;
}

/* Writes it, if it moves as before. */
static bool write_renamed(skeleton_match *match, const char *path, bp_error *error) {
    const bp_model_file *file = &match->clips.file;
    const bp_motion_diff_options options = {.ignore_names = true};
    char folder[4096];
    bp_file out = {0};
    bp_model *model = NULL;
    bp_motion_diff diff = {0};
    snprintf(folder, sizeof folder, "%.*s", (int)(bp_path_name(file->path) - file->path), file->path);
    bp_gltf_container container;
    bool embed, ok = bp_output_choose(file->path, path, &container, &embed, error) &&
                     bp_gltf_rewrite_run(file->context, file->path, rename_all, match, container, embed, &out,
                                         error) &&
                     bp_gltf_read_memory(file->context, out.data, out.size, path, folder,
                                         &(bp_gltf_read_options){.no_images = true}, &model, NULL, error) &&
                     bp_motion_diff_run(file->context, file->model, model, &options, &diff, error);
    if (ok && !diff.equal)
        ok = bp_fail(error, BP_ERROR_INPUT, path,
                     "isn't written: with other names, the file would move otherwise");
    ok = ok && bp_file_write(path, out.data, out.size, error);
    bp_motion_diff_clear(&diff);
    bp_model_destroy(model);
    bp_file_free(&file->model->allocator, &out);
    return ok;
}

static void put_json(const skeleton_match *match, bp_json_writer *json) {
    const bp_model *clips = match->clips.file.model, *character = match->character.file.model;
    bp_json_write(json, "{file: %s", match->clips.file.path);
    if (match->clips.file.clip >= 0) bp_json_write(json, "animation: %d", match->clips.file.clip);
    bp_json_write(json, "verdict: %s, size: %g, human: %i, bones: [", VERDICTS[match->verdict].name,
                  match->size, match->human);
    for (size_t i = 0; i < match->clips.tree.count; i++) {
        const match_bone *one = &match->clips.bones[i];
        if (!one->counts) continue;
        bp_json_write(
            json,
            "{name: %s, character: %s, by: %s, degrees: %g, directionDegrees: %g, lengthDifference: %g}",
            bp_node_name(clips->nodes[i]), one->pair < 0 ? NULL : bp_node_name(character->nodes[one->pair]),
            one->by, one->degrees, one->apart, one->shift);
    }
    bp_json_write(json, "], notMoved: [");
    for (size_t i = 0; i < match->character.tree.count; i++)
        if (match->character.bones[i].counts && match->character.bones[i].pair < 0)
            bp_json_write(json, "%s", bp_node_name(character->nodes[i]));
    bp_json_write(json, "]}");
}

/* A line of a list, which begins with its title, and ends after the first two dozen. */
static void put_line(size_t *count, const char *title, const char *name, const char *text) {
    enum { MOST = 24 };
    if ((*count)++ == 0) printf("  %s:\n", title);
    if (*count <= MOST) printf("    %s%s\n", bp_escape(name).text, text);
    if (*count == MOST + 1) printf("    and more, which --json lists\n");
}

static void print_match(const skeleton_match *match, const char *out) {
    const bp_model *clips = match->clips.file.model, *character = match->character.file.model;
    size_t names = 0, missing = 0, rests = 0, still = 0;
    printf("%s: %s\n", bp_escape(match->clips.file.path).text, VERDICTS[match->verdict].name);
    printf("  %zu bones are moved: %zu have other names in the character, %zu aren't in it; %zu stand "
           "otherwise at rest\n  the skeleton's size is %.4g of the character's\n",
           match->moved, match->renamed, match->missing, match->differ, match->size);
    for (size_t i = 0; i < match->clips.tree.count; i++) {
        const match_bone *one = &match->clips.bones[i];
        if (one->counts && one->pair < 0)
            put_line(&missing, "moved, and missing in the character", bp_node_name(clips->nodes[i]), "");
    }
    for (size_t i = 0; i < match->clips.tree.count; i++) {
        const match_bone *one = &match->clips.bones[i];
        if (!one->renamed) continue;
        put_line(&names, "other names", bp_node_name(clips->nodes[i]),
                 bp_format(" -> %.200s  (by %s)", bp_escape(bp_node_name(character->nodes[one->pair])).text,
                           one->by)
                     .text);
    }
    for (size_t i = 0; i < match->clips.tree.count; i++) {
        const match_bone *one = &match->clips.bones[i];
        if (one->degrees <= DEGREES && one->apart <= 2 * DEGREES && one->shift <= LENGTH) continue;
        const bp_formatted way =
            bp_format(one->elsewhere ? "hangs from another bone" : "direction %.1f degrees", one->apart);
        put_line(&rests, "rest poses differ", bp_node_name(clips->nodes[i]),
                 bp_format(": axes %.1f degrees, %.40s, length %.1f%% of the size", one->degrees, way.text,
                           100 * one->shift)
                     .text);
    }
    for (size_t i = 0; i < match->character.tree.count; i++)
        if (match->character.bones[i].counts && match->character.bones[i].pair < 0)
            put_line(&still, "in the character, and not moved", bp_node_name(character->nodes[i]), "");
    if (out) printf("  %s has the character's names, and moves as before.\n", bp_escape(out).text);
    if (!out || match->verdict != RENAME) printf("  %s\n", VERDICTS[match->verdict].advice);
    if (match->verdict == RETARGET && !match->human)
        printf(
            "  One of the two isn't known as a human body: write the map of bones by hand (--map FILE).\n");
}

/* Where the renamed clips go, and what is asked of the clips. */
typedef struct match_arguments {
    const char *out, *out_dir, *animation;
    float limit;
    bool json;
} match_arguments;

/* One file of clips. Returns the exit code. */
static int match_one(skeleton_match *match, const bp_listed_file *file, const match_arguments *arguments,
                     bp_json_writer *json) {
    char path[4096];
    const char *out = arguments->out_dir ? path : arguments->out;
    bp_error error = {0};
    bool open = bp_model_file_open(&match->clips.file, PROGRAM, file->path, &error);
    bool ok = open && find(match, arguments->animation, &error) &&
              (!arguments->out_dir ||
               bp_listed_file_copy(file, arguments->out_dir, true, path, sizeof path, &error)) &&
              (!out || write_renamed(match, out, &error));
    if (ok && arguments->json)
        put_json(match, json);
    else if (ok)
        print_match(match, out);
    if (open) bp_model_file_close(&match->clips.file);
    if (!ok) return bp_report(PROGRAM, &error);
    return match->verdict == FITS || (match->verdict == RENAME && out) ? 0 : 1;
}

/* The files of clips, none of which a copy replaces. */
static bool list_clips(const match_arguments *arguments, char *const *paths, bp_file_list *list,
                       bp_error *error) {
    for (; *paths; paths++)
        if (!bp_file_list_add(list, *paths, error)) return false;
    if (arguments->out && list->count > 1)
        return bp_fail(error, BP_ERROR_ARGUMENT, "-o", "takes one file of clips; --out-dir DIR takes many");
    if (arguments->out && arguments->out_dir)
        return bp_fail(error, BP_ERROR_ARGUMENT, "--out-dir", "contradicts -o");
    return !arguments->out_dir || bp_file_list_check_copies(list, arguments->out_dir, error);
}

static int match_all(const char *path, const bp_file_list *list, const match_arguments *arguments,
                     bp_error *error) {
    bp_model_file character = {.limit = arguments->limit};
    bp_json_writer writer = bp_json_writer_make(NULL);
    int worst = 0;
    if (!bp_model_file_open(&character, PROGRAM, path, error)) return 0;
    bp_json_write(&writer, "{character: %s, files: [", path);
    for (size_t i = 0; i < list->count; i++) {
        skeleton_match match = {.character.file = character,
                                .clips.file.limit = arguments->limit,
                                .arena = bp_arena_make(&character.model->allocator, 1 << 16)};
        int code = match_one(&match, &list->files[i], arguments, &writer);
        bp_arena_clear(&match.arena);
        if (code > worst) worst = code;
    }
    bp_json_write(&writer, "]}");
    (void)(arguments->json ? bp_print_json(&writer, error) : bp_printed(error));
    bp_json_writer_clear(&writer);
    bp_model_file_close(&character);
    return worst;
}

int bp_match_command(bp_cli *call) {
    match_arguments arguments = {0};
    const bp_option options[] = {
        bp_option_text("-o", &arguments.out, "OUT",
                       "write the clips with the character's names, if they move as before"),
        bp_option_text("--out-dir", &arguments.out_dir, "DIR",
                       "the same for many files: copies in this folder"),
        bp_option_text("--animation", &arguments.animation, "NAME|N", "only this clip of the files"),
        bp_option_flag("--json", &arguments.json, "print JSON, with all bones"),
        bp_option_limit(&arguments.limit),
    };
    const char *summary =
        "Says whether clips of glTF and BVH files (or folders, or patterns) fit a character's skeleton: "
        "which bones are missing, named or resting otherwise; and whether to rename, rebind or retarget. The "
        "exit code is 1 if a file doesn't fit.";
    bp_file_list list = {.allocator = bp_allocator_default()};
    int code = 0;
    if (!bp_cli_read(call, "CHARACTER CLIPS...", summary, BP_OPTIONS(options))) return 0;
    if (list_clips(&arguments, call->argv + 2, &list, &call->error))
        code = match_all(call->argv[1], &list, &arguments, &call->error);
    bp_file_list_clear(&list);
    return code;
}
