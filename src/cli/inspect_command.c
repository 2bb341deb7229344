/* `bindpose inspect`: skeleton trees and the matrices of every bone, as JSON or as tables. */
#include "cli/commands.h"
#include "cli/model_command.h"
#include "cli/print.h"
#include "gltf/accessor.h"
#include "mesh/model_pose.h"
#include "rig/engine.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* `bindpose inspect --summary`: how much there is of each thing in a file, and which bytes are for what. A
 * table is a list of rows, which are printed as lines or as JSON's objects. */

enum { VERTICES, WEIGHTS, TARGETS, INDICES, BINDS, CLIPS, IMAGES, JSON, OTHER, KINDS };
static const char *const KIND_NAMES[KINDS] = {"vertices", "weights", "targets", "indices", "inverse binds",
                                              "clips",    "images",  "JSON",    "other"};

/* Where accessors are referred to, from an element on. */
static const struct {
    bp_gltf_collection collection;
    int kind;
    const char *path;
} PARTS[] = {
    {BP_GLTF_MESHES, VERTICES, "primitives.*.attributes.*"},
    {BP_GLTF_MESHES, TARGETS, "primitives.*.targets.*.*"},
    {BP_GLTF_MESHES, INDICES, "primitives.*.indices"},
    {BP_GLTF_SKINS, BINDS, "inverseBindMatrices"},
    {BP_GLTF_ANIMATIONS, CLIPS, "samplers.*.input"},
    {BP_GLTF_ANIMATIONS, CLIPS, "samplers.*.output"},
};

typedef struct file_summary {
    bp_gltf_document document;
    const bp_model *model;
    bp_json_writer *json;         /* NULL: text */
    size_t rows;                  /* of the table so far */
    size_t *seen;                 /* owned, by accessor: the last owner that it was counted for; 0: none */
    size_t owner;                 /* the number of the one that is counted */
    double bytes[KINDS], outside; /* outside: of the files beside this one */
} file_summary;

typedef struct cell {
    const char *key, *text; /* text NULL: the number */
    double number;
} cell;

static void begin_table(file_summary *summary, const char *name) {
    summary->rows = 0;
    if (summary->json) bp_json_write(summary->json, "%s: [", name);
}

static void put_row(file_summary *summary, const char *table, const cell *cells, size_t count) {
    if (summary->json) {
        bp_json_write(summary->json, "{");
        for (size_t i = 0; i < count; i++)
            if (cells[i].text)
                bp_json_write(summary->json, "%s: %s", cells[i].key, cells[i].text);
            else
                bp_json_write(summary->json, "%s: %g", cells[i].key, cells[i].number);
        bp_json_write(summary->json, "}");
        return;
    }
    if (summary->rows++ == 0) {
        printf("\n%s\n", table);
        for (size_t i = 0; i < count; i++) printf(cells[i].text ? "  %s" : "%11s", cells[i].key);
        printf("\n");
    }
    for (size_t i = 0; i < count; i++)
        if (cells[i].text)
            printf("  %s", bp_escape(cells[i].text).text);
        else
            printf(cells[i].number == floor(cells[i].number) ? "%11.0f" : "%11.4g", cells[i].number);
    printf("\n");
}

static void end_table(file_summary *summary) {
    if (summary->json) bp_json_write(summary->json, "]");
}

/* As they are without compression; of a sparse accessor, those that replace and those that are replaced. */
static double accessor_bytes(const file_summary *summary, size_t index) {
    const bp_gltf_value value = bp_gltf_element(&summary->document, BP_GLTF_ACCESSORS, index);
    const bp_json *sparse = bp_json_member(value.json, "sparse");
    bp_gltf_accessor shape;
    long long replaced = 0;
    if (!bp_gltf_accessor_shape(&summary->document, index, &shape, NULL)) return 0;
    bool whole = !sparse || bp_json_member(value.json, "bufferView");
    double bytes = whole ? (double)shape.count * (double)shape.base.stride : 0;
    if (!bp_json_integer(bp_json_member(sparse, "count"), &replaced)) return bytes;
    double type = bp_json_number_or(bp_json_member(bp_json_member(sparse, "indices"), "componentType"), 0);
    return bytes + (double)replaced * ((double)shape.base.stride + (type == BP_GLTF_UNSIGNED_BYTE    ? 1
                                                                    : type == BP_GLTF_UNSIGNED_SHORT ? 2
                                                                                                     : 4));
}

/* The bytes of one element's accessors, each once; those that no other had yet are added to their kind. */
static double count_accessors(file_summary *summary, bp_gltf_collection collection, size_t index) {
    const bp_gltf_value element = bp_gltf_element(&summary->document, collection, index);
    double sum = 0;
    summary->owner++;
    for (size_t i = 0; i < BP_COUNT(PARTS); i++) {
        if (PARTS[i].collection != collection) continue;
        for (bp_gltf_walk walk = bp_gltf_walk_of(&element, PARTS[i].path); bp_gltf_walk_next(&walk);) {
            const char *key = walk.value->key;
            int accessor = bp_gltf_index_of(&summary->document, walk.value->json, BP_GLTF_ACCESSORS);
            if (accessor < 0 || summary->seen[accessor] == summary->owner) continue;
            double bytes = accessor_bytes(summary, (size_t)accessor);
            bool weights = key && (strncmp(key, "JOINTS_", 7) == 0 || strncmp(key, "WEIGHTS_", 8) == 0);
            if (summary->seen[accessor] == 0) summary->bytes[weights ? WEIGHTS : PARTS[i].kind] += bytes;
            summary->seen[accessor] = summary->owner;
            sum += bytes;
        }
    }
    return sum;
}

/* The JSON's bytes without the data URIs in it, and those of buffers in other files. */
static void count_files(file_summary *summary) {
    bp_gltf_document *document = &summary->document;
    summary->bytes[JSON] += (double)document->text.size;
    for (size_t i = 0; i < document->counts[BP_GLTF_BUFFERS]; i++) {
        bp_gltf_value buffer = bp_gltf_element(document, BP_GLTF_BUFFERS, i);
        const char *uri = bp_json_text_or(bp_json_member(buffer.json, "uri"), NULL);
        bp_gltf_span bytes;
        if (!uri) continue;
        if (bp_gltf_uri_is_data(uri))
            summary->bytes[JSON] -= (double)strlen(uri);
        else if (bp_gltf_buffer_bytes(document, i, &bytes, NULL))
            summary->outside += (double)bytes.size;
    }
}

/* The bytes of an image as it is stored, and its type. */
static double count_image(file_summary *summary, size_t index, const char **type) {
    bp_gltf_document *document = &summary->document;
    bp_gltf_value image = bp_gltf_element(document, BP_GLTF_IMAGES, index);
    bp_gltf_value uri = bp_gltf_member(&image, "uri");
    const char *text = bp_json_text_or(uri.json, ""), *end = strrchr(text, '.');
    int index_of_view =
        bp_gltf_index_of(document, bp_json_member(image.json, "bufferView"), BP_GLTF_BUFFER_VIEWS);
    bool is_data = bp_gltf_uri_is_data(text);
    bp_gltf_buffer_view view = {0};
    bp_file file = {0};
    *type = bp_json_text_or(bp_json_member(image.json, "mimeType"), is_data ? "data" : end ? end + 1 : "?");
    if (index_of_view >= 0)
        bp_gltf_buffer_view_read(document, (size_t)index_of_view, &view, NULL);
    else if (*text && bp_gltf_uri_load(document, &uri, text, 0, &file, NULL))
        view.length = file.size;
    bp_file_free(&document->allocator, &file);
    if (is_data)
        summary->bytes[JSON] -= (double)strlen(text);
    else if (*text)
        summary->outside += (double)view.length;
    summary->bytes[IMAGES] += (double)view.length;
    return (double)view.length;
}

static const char *name_of(const file_summary *summary, bp_gltf_collection collection, size_t index) {
    const bp_gltf_value element = bp_gltf_element(&summary->document, collection, index);
    return bp_json_text_or(bp_json_member(element.json, "name"), "");
}

/* Each primitive is a mesh of the model, in the file's order. */
static void put_meshes(file_summary *summary) {
    begin_table(summary, "meshes");
    for (size_t i = 0, next = 0; i < summary->document.counts[BP_GLTF_MESHES]; i++) {
        const bp_gltf_value mesh = bp_gltf_element(&summary->document, BP_GLTF_MESHES, i);
        size_t primitives = bp_json_count(bp_json_member(mesh.json, "primitives"));
        size_t vertices = 0, triangles = 0, targets = 0, influences = 0;
        for (size_t end = next + primitives; next < end && next < summary->model->mesh_count; next++) {
            const bp_mesh *part = summary->model->meshes[next];
            vertices += part->vertex_count;
            triangles += part->index_count / 3;
            if (part->morph_count > targets) targets = part->morph_count;
            if ((size_t)part->influences > influences) influences = (size_t)part->influences;
        }
        const cell cells[] = {{"primitives", NULL, (double)primitives},
                              {"vertices", NULL, (double)vertices},
                              {"triangles", NULL, (double)triangles},
                              {"influences", NULL, (double)influences},
                              {"targets", NULL, (double)targets},
                              {"bytes", NULL, count_accessors(summary, BP_GLTF_MESHES, i)},
                              {"name", name_of(summary, BP_GLTF_MESHES, i), 0}};
        put_row(summary, "meshes", cells, BP_COUNT(cells));
    }
    end_table(summary);
}

static void put_images(file_summary *summary) {
    const bp_model *model = summary->model;
    begin_table(summary, "textures");
    for (size_t i = 0; i < model->image_count; i++) {
        const bp_image *image = model->images[i];
        const char *type;
        double bytes = count_image(summary, i, &type), width = image ? image->width : 0,
               height = image ? image->height : 0;
        const cell cells[] = {{"width", NULL, width},
                              {"height", NULL, height},
                              {"memory", NULL, 4 * width * height},
                              {"bytes", NULL, bytes},
                              {"type", type, 0},
                              {"name", name_of(summary, BP_GLTF_IMAGES, i), 0}};
        put_row(summary, "textures (memory: four bytes a pixel, without mipmaps)", cells, BP_COUNT(cells));
    }
    end_table(summary);
}

static void put_clips(file_summary *summary) {
    begin_table(summary, "clips");
    for (size_t i = 0; i < summary->model->clip_count; i++) {
        const bp_clip *clip = summary->model->clips[i];
        double first, last, keys = 0;
        bp_clip_span(clip, &first, &last);
        for (size_t t = 0; t < bp_clip_track_count(clip); t++)
            keys += (double)bp_clip_track(clip, t)->key_count;
        const cell cells[] = {{"seconds", NULL, last},
                              {"tracks", NULL, (double)bp_clip_track_count(clip)},
                              {"keys", NULL, keys},
                              {"bytes", NULL, count_accessors(summary, BP_GLTF_ANIMATIONS, i)},
                              {"name", bp_clip_name(clip), 0}};
        put_row(summary, "clips", cells, BP_COUNT(cells));
    }
    end_table(summary);
}

/* Marks the joints with a weight; `starts` has the place of each skin's first joint in `used`. */
static void mark_used(const bp_model *model, const size_t *starts, bool *used) {
    for (size_t i = 0; i < model->instance_count; i++) {
        const bp_model_instance *instance = &model->instances[i];
        const bp_mesh *mesh = model->meshes[instance->mesh];
        const size_t influences = (size_t)mesh->influences;
        if (instance->skin < 0) continue;
        for (size_t k = 0; k < mesh->vertex_count * influences; k++)
            if (mesh->weights[k] > 0) used[starts[instance->skin] + mesh->joints[k]] = true;
    }
}

static bool put_skins(file_summary *summary, bp_error *error) {
    const bp_model *model = summary->model;
    size_t joints = 0, *starts = bp_alloc(&model->allocator, model->skin_count, sizeof *starts, error);
    for (size_t i = 0; starts && i < model->skin_count; joints += model->skins[i++].joint_count)
        starts[i] = joints;
    bool *used = starts ? bp_alloc(&model->allocator, joints, sizeof *used, error) : NULL;
    if (used) mark_used(model, starts, used);
    begin_table(summary, "skins");
    for (size_t i = 0; used && i < model->skin_count; i++) {
        size_t count = 0;
        for (size_t k = 0; k < model->skins[i].joint_count; k++) count += used[starts[i] + k];
        const cell cells[] = {{"joints", NULL, (double)model->skins[i].joint_count},
                              {"used", NULL, (double)count},
                              {"bytes", NULL, count_accessors(summary, BP_GLTF_SKINS, i)},
                              {"name", name_of(summary, BP_GLTF_SKINS, i), 0}};
        put_row(summary, "skins (used: joints with a weight)", cells, BP_COUNT(cells));
    }
    end_table(summary);
    bp_free(&model->allocator, starts);
    bp_free(&model->allocator, used);
    return used != NULL;
}

/* "other" is what is left of the files: padding, base64, what nothing uses. It is negative where parts are
 * compressed, or share bytes. */
static void put_bytes(file_summary *summary) {
    count_files(summary);
    const double all = (double)summary->document.file.size + summary->outside;
    double other = all;
    for (int kind = 0; kind < OTHER; kind++) other -= summary->bytes[kind];
    summary->bytes[OTHER] = other;
    begin_table(summary, "bytes");
    for (int kind = 0; kind < KINDS; kind++) {
        const cell cells[] = {{"bytes", NULL, summary->bytes[kind]}, {"kind", KIND_NAMES[kind], 0}};
        if (summary->bytes[kind] != 0) put_row(summary, "bytes by kind, uncompressed", cells, 2);
    }
    const cell cells[] = {{"bytes", NULL, all}, {"kind", "all files", 0}};
    put_row(summary, "", cells, 2);
    end_table(summary);
    if (!summary->json && other < 0)
        printf("other is negative: parts are compressed, or share their bytes\n");
}

static void put_head(file_summary *summary, const char *path) {
    const bp_json *root = summary->document.root.json, *asset = bp_json_member(root, "asset");
    const bp_json *used = bp_json_member(root, "extensionsUsed");
    const char *generator = bp_json_text_or(bp_json_member(asset, "generator"), "");
    if (summary->json) {
        bp_json_write(summary->json, "file: %s, generator: %s, extensionsUsed: (", path, generator);
    } else {
        printf("%s: written by %s%s", bp_escape(path).text,
               *generator ? bp_escape(generator).text : "nobody known",
               bp_json_count(used) ? "\nextensions:" : "");
    }
    for (size_t i = 0; i < bp_json_count(used); i++) {
        const char *name = bp_json_text_or(bp_json_item(used, i), "");
        if (summary->json)
            bp_json_write(summary->json, "%s", name);
        else
            printf(" %s", bp_escape(name).text);
    }
    if (summary->json)
        bp_json_write(summary->json, ")");
    else
        printf("\nnodes: %zu, materials: %zu\n", summary->model->node_count, summary->model->material_count);
}

static bool put_all(file_summary *summary, const char *path, bp_error *error) {
    const bp_allocator *allocator = &summary->document.allocator;
    summary->seen =
        bp_alloc(allocator, summary->document.counts[BP_GLTF_ACCESSORS], sizeof *summary->seen, error);
    if (!summary->seen) return false;
    if (summary->json) bp_json_write(summary->json, "{");
    put_head(summary, path);
    put_meshes(summary);
    put_images(summary);
    put_clips(summary);
    bool ok = put_skins(summary, error);
    put_bytes(summary);
    if (summary->json) bp_json_write(summary->json, "}");
    bp_free(allocator, summary->seen);
    return ok;
}

static bool summarize(const bp_model_file *file, bool json, bp_error *error) {
    const bp_allocator *allocator = &file->model->allocator;
    bp_json_writer writer = bp_json_writer_make(allocator);
    file_summary summary = {.model = file->model, .json = json ? &writer : NULL};
    bool ok = bp_gltf_document_read(&summary.document, file->context, file->path, error);
    if (ok) {
        ok = put_all(&summary, file->path, error);
        bp_gltf_document_close(&summary.document);
    }
    if (ok) ok = json ? bp_print_json(&writer, error) : bp_printed(error);
    bp_json_writer_clear(&writer);
    return ok;
}

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

static void put_bone(bp_json_writer *writer, const bp_bone *bone, int node) {
    const bp_bone *parent = bp_bone_parent(bone);
    float length = 0;
    bp_json_write(writer, "{name: %s, node: %d, parent: %d, index: %d, length:", bp_bone_name(bone), node,
                  parent ? (int)bp_bone_id(parent) : -1, bp_bone_index(bone));
    bool has_length = bp_bone_length(bone, &length);
    bp_json_write(writer, has_length ? "%g" : "null", (double)length);
    bp_json_write(writer, "linked: %i", bp_bone_node(bone) != NULL);
    for (size_t i = 0; i < BP_COUNT(MATRICES); i++) {
        const bp_mat4 matrix = MATRICES[i].read(bone);
        bp_json_write(writer, "%s: %16p", MATRICES[i].key, bp_floats(matrix.m));
    }
    bp_json_write(writer, "}");
}

static void put_skeleton(bp_json_writer *writer, const bp_model *model, const bp_skeleton *skeleton,
                         const bp_node_entry *entries) {
    bp_json_write(writer, "{name: %s, settersMoveNodes: %i, bones: [", bp_skeleton_name(skeleton),
                  (bp_skeleton_rules(skeleton) & BP_RULE_WRITE_THROUGH) != 0);
    for (size_t i = 0; i < bp_skeleton_count(skeleton); i++) {
        const bp_bone *bone = bp_skeleton_bone_by_id(skeleton, i);
        put_bone(writer, bone, bp_node_entry_find(entries, model->node_count, bp_bone_node(bone)));
    }
    bp_json_write(writer, "]}");
}

/* Limited, because a skeleton may have any depth. */
static int indent_of(const bp_bone *bone) {
    enum { DEEPEST = 20 };
    int depth = 0;
    for (bone = bp_bone_parent(bone); bone && depth < DEEPEST; bone = bp_bone_parent(bone)) depth++;
    return 2 * depth;
}

static void print_tree_line(const bp_bone *bone, int node) {
    float length;
    bool has_length = bp_bone_length(bone, &length);
    printf("%6s %6d %10s  %*s%s\n", bp_format(bp_bone_index(bone) < 0 ? "-" : "%d", bp_bone_index(bone)).text,
           node, has_length ? bp_format("%.5g", (double)length).text : "-", indent_of(bone), "",
           bp_bone_name(bone));
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

static void print_skeleton(const bp_model *model, size_t index, const bp_node_entry *entries) {
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
            print_tree_line(bone, bp_node_entry_find(entries, model->node_count, bp_bone_node(bone)));
    }
    printf(
        "\nRows of matrices that are multiplied from the left: v * M; translations stand in the last row.\n");
    for (size_t i = 0; i < count; i++) print_bone(bp_skeleton_bone_by_id(skeleton, i));
}

static void print_tables(const bp_model_file *file, const bp_node_entry *entries) {
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
    bp_node_entry *entries = bp_model_list_nodes(model, error);
    if (!entries) return false;
    bp_json_writer writer = bp_json_writer_make(&model->allocator);
    bp_json_write(&writer, "{skeletons: [");
    for (size_t i = 0; i < model->skeleton_count; i++) {
        bp_skeleton_compute_absolutes(model->skeletons[i], true);
        if (json) put_skeleton(&writer, model, model->skeletons[i], entries);
    }
    bp_json_write(&writer, "]}");
    if (!json) print_tables(file, entries);
    bool ok = json ? bp_print_json(&writer, error) : bp_printed(error);
    bp_json_writer_clear(&writer);
    bp_free(&model->allocator, entries);
    return ok;
}

int bp_inspect_command(bp_cli *call) {
    return bp_model_command_run(call,
                                "The skeletons of a glTF file, and the seven matrices of every bone; with "
                                "--summary, how much there is of each thing.",
                                "print JSON", inspect, summarize);
}
