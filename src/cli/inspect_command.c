/* `bindpose inspect`: skeleton trees and the matrices of every bone, as JSON or as tables. */
#include "cli/commands.h"
#include "cli/inspect_summary.h"
#include "cli/model_command.h"
#include "cli/print.h"
#include "rig/engine.h"
#include <stdio.h>
#include <stdlib.h>

/* The seven matrices and the chain, in the order of the output. */
static const struct {
    const char *key, *title;
    bp_mat4 (*read)(const bp_bone *bone);
} MATRICES[] = {
    {"local", "local", bp_bone_local},
    {"absolute", "absolute", bp_bone_absolute},
    {"final", "final", bp_bone_final},
    {"bind", "bind", bp_bone_bind},
    {"absoluteBind", "absolute bind", bp_bone_absolute_bind},
    {"absoluteInverseBind", "absolute inverse bind", bp_bone_absolute_inverse_bind},
    {"rest", "rest", bp_bone_rest},
    {"chain", "chain", bp_bone_chain},
};

/* The index of a node in the model; sorted by pointer, for a fast search. */
typedef struct node_entry {
    const bp_node *node;
    int number;
} node_entry;

static int by_pointer(const void *a, const void *b) {
    uintptr_t first = (uintptr_t)((const node_entry *)a)->node,
              second = (uintptr_t)((const node_entry *)b)->node;
    return (first > second) - (first < second);
}

static node_entry *index_nodes(const bp_model *model, bp_error *error) {
    node_entry *entries = bp_alloc(&model->allocator, model->node_count, sizeof *entries, error);
    for (size_t i = 0; entries && i < model->node_count; i++)
        entries[i] = (node_entry){model->nodes[i], (int)i};
    if (entries) qsort(entries, model->node_count, sizeof *entries, by_pointer);
    return entries;
}

static int number_of(const bp_model *model, const node_entry *entries, const bp_node *node) {
    node_entry key = {.node = node};
    const node_entry *found =
        node ? bsearch(&key, entries, model->node_count, sizeof *entries, by_pointer) : NULL;
    return found ? found->number : -1;
}

static void put_bone(bp_json_writer *writer, const bp_bone *bone, int node) {
    const bp_bone *parent = bp_bone_parent(bone);
    float length;
    bp_json_begin_object(writer);
    bp_json_set_text(writer, "name", bp_bone_name(bone));
    bp_json_set_integer(writer, "node", node);
    bp_json_set_integer(writer, "parent", parent ? (long long)bp_bone_id(parent) : -1);
    bp_json_set_integer(writer, "index", bp_bone_index(bone));
    bp_json_key(writer, "length");
    if (bp_bone_length(bone, &length))
        bp_json_put_number(writer, (double)length);
    else
        bp_json_put_null(writer);
    bp_json_set_bool(writer, "linked", bp_bone_node(bone) != NULL);
    for (size_t i = 0; i < BP_COUNT(MATRICES); i++) {
        const bp_mat4 matrix = MATRICES[i].read(bone);
        bp_json_set_floats(writer, MATRICES[i].key, matrix.m, 16);
    }
    bp_json_end_object(writer);
}

static void put_skeleton(bp_json_writer *writer, const bp_model *model, const bp_skeleton *skeleton,
                         const node_entry *entries) {
    bp_json_begin_object(writer);
    bp_json_set_text(writer, "name", bp_skeleton_name(skeleton));
    bp_json_set_bool(writer, "settersMoveNodes", (bp_skeleton_rules(skeleton) & BP_RULE_WRITE_THROUGH) != 0);
    bp_json_open_array(writer, "bones");
    for (size_t i = 0; i < bp_skeleton_count(skeleton); i++) {
        const bp_bone *bone = bp_skeleton_bone_by_id(skeleton, i);
        put_bone(writer, bone, number_of(model, entries, bp_bone_node(bone)));
    }
    bp_json_end_array(writer);
    bp_json_end_object(writer);
}

static bool print_json(const bp_model_file *file, const node_entry *entries, bp_error *error) {
    const bp_model *model = file->model;
    bp_json_writer writer = bp_json_writer_make(&model->allocator);
    bp_json_begin_object(&writer);
    bp_json_open_array(&writer, "skeletons");
    for (size_t i = 0; i < model->skeleton_count; i++)
        put_skeleton(&writer, model, model->skeletons[i], entries);
    bp_json_end_array(&writer);
    bp_json_end_object(&writer);
    return bp_print_json(&writer, error);
}

/* Limited, because a skeleton may have any depth. */
static int indent_of(const bp_bone *bone) {
    enum { DEEPEST = 20 };
    int depth = 0;
    for (bone = bp_bone_parent(bone); bone && depth < DEEPEST; bone = bp_bone_parent(bone)) depth++;
    return 2 * depth;
}

static void print_tree_line(const bp_bone *bone, int node) {
    char index[16], length[24] = "-";
    float value;
    snprintf(index, sizeof index, bp_bone_index(bone) < 0 ? "-" : "%d", bp_bone_index(bone));
    if (bp_bone_length(bone, &value)) snprintf(length, sizeof length, "%.5g", (double)value);
    printf("%6s %6d %10s  %*s%s\n", index, node, length, indent_of(bone), "", bp_bone_name(bone));
}

/* The next bone in depth-first order, without recursion. */
static const bp_bone *next_in_tree(const bp_bone *bone) {
    if (bp_bone_first_child(bone)) return bp_bone_first_child(bone);
    while (bone && !bp_bone_next_sibling(bone)) bone = bp_bone_parent(bone);
    return bone ? bp_bone_next_sibling(bone) : NULL;
}

/* Numbers that print as 0 become 0, so they get no minus sign. */
static double printable(float number) {
    return number > -0.00005f && number < 0.00005f ? 0.0 : (double)number;
}

/* Matrices `first` to `end` side by side, row after row. */
static void print_matrices(const bp_bone *bone, size_t first, size_t end) {
    for (size_t i = first; i < end; i++) printf("  %-*s", i + 1 < end ? 41 : 0, MATRICES[i].title);
    printf("\n");
    for (int row = 0; row < 4; row++) {
        for (size_t i = first; i < end; i++) {
            bp_mat4 matrix = MATRICES[i].read(bone);
            const float *m = matrix.m + 4 * row;
            printf("  %9.4f %9.4f %9.4f %9.4f%s", printable(m[0]), printable(m[1]), printable(m[2]),
                   printable(m[3]), i + 1 < end ? "  " : "");
        }
        printf("\n");
    }
}

static void print_bone(const bp_bone *bone) {
    const bp_bone *parent = bp_bone_parent(bone);
    printf("\n%s   bone %zu, below %s\n", bp_bone_name(bone), bp_bone_id(bone),
           parent ? bp_bone_name(parent) : "nobody");
    print_matrices(bone, 0, 3);
    print_matrices(bone, 3, 6);
    print_matrices(bone, 6, BP_COUNT(MATRICES));
}

static void print_skeleton(const bp_model *model, size_t index, const node_entry *entries) {
    const bp_skeleton *skeleton = model->skeletons[index];
    size_t count = bp_skeleton_count(skeleton);
    if (index < model->skin_count)
        printf("%sskeleton %zu %s: %zu bones, %zu of them joints\n", index ? "\n" : "", index,
               bp_skeleton_name(skeleton), count, model->skins[index].joint_count);
    else
        printf("The file has no skin: its %zu nodes are shown as bones.\n", count);
    printf(bp_skeleton_rules(skeleton) & BP_RULE_WRITE_THROUGH
               ? "Setting a bone sets its node too (BP_RULE_WRITE_THROUGH).\n"
               : "Setting a bone lasts until prepare copies its node (BP_RULE_WRITE_THROUGH is off).\n");
    printf(" index   node     length  bone\n");
    for (size_t i = 0; i < count; i++) {
        const bp_bone *bone = bp_skeleton_bone_by_id(skeleton, i);
        for (bone = bp_bone_parent(bone) ? NULL : bone; bone; bone = next_in_tree(bone))
            print_tree_line(bone, number_of(model, entries, bp_bone_node(bone)));
    }
    printf(
        "\nRows of matrices that are multiplied from the left: v * M; translations stand in the last row.\n");
    for (size_t i = 0; i < count; i++) print_bone(bp_skeleton_bone_by_id(skeleton, i));
}

static void print_tables(const bp_model_file *file, const node_entry *entries) {
    const bp_model *model = file->model;
    if (file->clip >= 0)
        printf("%s, posed by animation %d (%s) at %g s\n\n", file->path, file->clip,
               bp_clip_name(model->clips[file->clip]), file->seconds);
    else
        printf("%s, as its nodes stand\n\n", file->path);
    if (model->skeleton_count == 0) printf("There is no skin in it and no animation, and so no skeleton.\n");
    for (size_t i = 0; i < model->skeleton_count; i++) print_skeleton(model, i, entries);
}

static bool inspect(const bp_model_file *file, bool json, bp_error *error) {
    const bp_model *model = file->model;
    node_entry *entries = index_nodes(model, error);
    if (!entries) return false;
    for (size_t i = 0; i < model->skeleton_count; i++)
        bp_skeleton_compute_absolutes(model->skeletons[i], true);
    if (!json) print_tables(file, entries);
    bool ok = json ? print_json(file, entries, error) : bp_printed(error);
    bp_free(&model->allocator, entries);
    return ok;
}

int bp_inspect_command(const bp_environment *environment, int argc, char **argv) {
    (void)environment;
    static const bp_model_command command = {
        .program = "bindpose inspect",
        .summary = "The skeletons of a glTF file, and the seven matrices of every bone; with "
                   "--summary, how much there is of each thing.",
        .json_help = "print JSON",
        .show = inspect,
        .summarize = bp_inspect_summary,
    };
    return bp_model_command_run(&command, argc, argv);
}
