/* Comparisons of motion, for people and for scripts. */
#include "cli/diff_report.h"
#include "app/model/loaded_model.h"
#include "cli/print.h"
#include <stdio.h>

enum { MOST_BONES = 8, MOST_NAMES = 16 };

bool bp_diff_files_compare(bp_diff_files *files, const char *program, const char *a, const char *b,
                           double tolerance, bool ignore_names, bp_error *error) {
    const bp_motion_diff_options options = {.tolerance = tolerance, .ignore_names = ignore_names};
    const char *const paths[2] = {a, b};
    const bp_file *const bytes[2] = {files->a.bytes, files->b.bytes};
    files->ignore_names = ignore_names;
    if (!bp_model_file_open(&files->a, program, a, error) ||
        !bp_model_file_open(&files->b, program, b, error) ||
        !bp_motion_diff_run(files->a.context, files->a.model, files->b.model, &options, &files->diff, error))
        return false;
    bp_model_pose *const poses[2] = {files->a.pose, files->b.pose};
    return bp_vrm_diff_run(files->a.context, paths, bytes, poses, &files->diff, ignore_names, &files->vrm,
                           error);
}

bool bp_diff_files_equal(const bp_diff_files *files) { return files->diff.equal && files->vrm.count == 0; }

void bp_diff_files_close(bp_diff_files *files) {
    bp_motion_diff_clear(&files->diff);
    bp_vrm_diff_clear(&files->vrm);
    bp_model_file_close(&files->a);
    bp_model_file_close(&files->b);
}

static void print_place(const bp_diff_files *files, const bp_motion_place *place) {
    printf("%.3g at %.6g s, vertex %zu of nodes[%d], moved by nodes[%d] \"%s\"", place->distance,
           place->seconds, place->vertex, files->a.model->instances[place->instance].node, place->node,
           bp_escape(files->a.model->node_names[place->node]).text);
}

static void print_clip(const bp_diff_files *files, const bp_motion_clip *clip) {
    printf("  %-20s ", bp_escape(clip->name).text);
    if ((clip->a < 0) != (clip->b < 0)) {
        printf("%s\n",
               clip->a < 0 ? "added: only the second file has it" : "dropped: only the first file has it");
        return;
    }
    if (clip->renamed)
        printf("renamed to \"%s\"  ", bp_escape(bp_clip_name(files->b.model->clips[clip->b])).text);
    printf("%5zu moment%s  ", clip->moments, clip->moments == 1 ? " " : "s");
    if (clip->moments < clip->all_moments) printf("(of %zu)  ", clip->all_moments);
    if (clip->durations_differ) printf("ends at %.6g s and %.6g s  ", clip->end_a, clip->end_b);
    if (clip->worst.distance > 0)
        print_place(files, &clip->worst);
    else
        printf("0");
    printf("\n");
}

/* Names that differ, and what VRM's extensions say. */
static void print_names(const bp_diff_files *files) {
    const bp_motion_diff *diff = &files->diff;
    for (size_t i = 0; i < diff->name_count && i < MOST_NAMES; i++) {
        const bp_motion_name *name = &diff->names[i];
        const bp_escaped shown = bp_escape(name->a ? name->a : name->b);
        if (name->a && name->b)
            printf("joint \"%s\" is renamed to \"%s\"\n", shown.text, bp_escape(name->b).text);
        else
            printf("joint \"%s\" is %s: only the %s file has it\n", shown.text, name->a ? "dropped" : "added",
                   name->a ? "first" : "second");
    }
    if (diff->name_count > MOST_NAMES)
        printf("and %zu more joints with other names\n", diff->name_count - MOST_NAMES);
    if (files->a.model->node_count != files->b.model->node_count)
        printf("the first file has %zu nodes, the second %zu\n", files->a.model->node_count,
               files->b.model->node_count);
    for (size_t i = 0; i < files->vrm.count && i < MOST_NAMES; i++)
        printf("VRM: %s\n", bp_escape(files->vrm.list[i].what).text);
    if (files->vrm.count > MOST_NAMES)
        printf("VRM: and %zu more differences\n", files->vrm.count - MOST_NAMES);
    else if (files->vrm.facts > 0 && files->vrm.count == 0)
        printf("VRM: humanoid, springs, colliders, constraints and offsets are the same (%zu facts, at most "
               "%.3g of the size apart)\n",
               files->vrm.facts, files->vrm.worst);
}

void bp_diff_print(const bp_diff_files *files) {
    const bp_motion_diff *diff = &files->diff;
    const bp_motion_clip *first = NULL;
    printf("%s: %zu vertices are at most %.3g of the size (%.4g) apart, tolerance %.3g\n",
           bp_diff_files_equal(files)      ? "the same motion"
           : diff->worst > diff->tolerance ? "different motion"
                                           : "the same motion of what both have, but other names, clips or "
                                             "VRM data",
           diff->vertex_count, diff->worst, diff->size, diff->tolerance);
    if (diff->by_surface)
        printf(
            "the meshes have other vertices or triangles: each vertex is compared with the other surface's "
            "nearest place at rest, which is at most %.3g of the size away\n",
            diff->surface_error);
    for (size_t i = 0; i < diff->clip_count; i++) {
        print_clip(files, &diff->clips[i]);
        if (!first && diff->clips[i].parts) first = &diff->clips[i];
    }
    print_names(files);
    if (!first) return;
    printf("they part first in %s: ", bp_escape(first->name).text);
    print_place(files, &first->first);
    printf(":\n  (%g, %g, %g) and (%g, %g, %g)\njoints:\n", (double)first->first.a.x,
           (double)first->first.a.y, (double)first->first.a.z, (double)first->first.b.x,
           (double)first->first.b.y, (double)first->first.b.z);
    for (size_t i = 0; i < diff->bone_count && i < MOST_BONES; i++) {
        const bp_motion_bone *bone = &diff->bones[i];
        if (!(bone->worst.distance > diff->tolerance)) break;
        printf("  nodes[%d] %-24s %.3g in %s at %.6g s\n", bone->node, bp_escape(bone->name).text,
               bone->worst.distance, diff->clips[bone->clip].name, bone->worst.seconds);
    }
}

static void put_place(bp_json_writer *writer, const char *key, const bp_motion_place *place) {
    bp_json_write(writer,
                  "%s: {distance: %g, seconds: %g, instance: %zu, vertex: %zu, node: %d, a: %3p, b: %3p}",
                  key, place->distance, place->seconds, place->instance, place->vertex, place->node,
                  bp_floats(&place->a.x), bp_floats(&place->b.x));
}

static void put_clip(bp_json_writer *writer, const bp_motion_clip *clip) {
    bp_json_write(writer,
                  "{name: %s, a: %d, b: %d, endA: %g, endB: %g, moments: %zu, allMoments: %zu, renamed: "
                  "%i, parts: %i",
                  clip->name, clip->a, clip->b, clip->end_a, clip->end_b, clip->moments, clip->all_moments,
                  clip->renamed, clip->parts);
    put_place(writer, "worst", &clip->worst);
    if (clip->parts) put_place(writer, "first", &clip->first);
    bp_json_write(writer, "}");
}

void bp_diff_put(bp_json_writer *writer, const bp_diff_files *files) {
    const bp_motion_diff *diff = &files->diff;
    bp_json_write(writer, "equal: %i, tolerance: %g, worst: %g, size: %g, vertices: %zu, bySurface: %i",
                  bp_diff_files_equal(files), diff->tolerance, diff->worst, diff->size, diff->vertex_count,
                  diff->by_surface);
    if (diff->by_surface) bp_json_write(writer, "surfaceError: %g", diff->surface_error);
    bp_json_write(writer, "names: [");
    for (size_t i = 0; i < diff->name_count; i++)
        bp_json_write(writer, "{a: %s, b: %s}", diff->names[i].a, diff->names[i].b);
    bp_json_write(writer, "], vrm: [");
    for (size_t i = 0; i < files->vrm.count && i < BP_VRM_MAX_DIFFERENCES; i++)
        bp_json_write(writer, "%s", files->vrm.list[i].what);
    bp_json_write(writer, "], clips: [");
    for (size_t i = 0; i < diff->clip_count; i++) put_clip(writer, &diff->clips[i]);
    bp_json_write(writer, "], bones: [");
    for (size_t i = 0; i < diff->bone_count; i++) {
        const bp_motion_bone *bone = &diff->bones[i];
        bp_json_write(writer, "{node: %d, name: %s, clip: %s", bone->node, bone->name,
                      diff->clips[bone->clip].name);
        put_place(writer, "worst", &bone->worst);
        bp_json_write(writer, "}");
    }
    bp_json_write(writer, "]");
}

bool bp_diff_write_picture(bp_diff_files *files, const char *path, const int size[2], bool light,
                           bp_error *error) {
    const bp_motion_clip *clip = &files->diff.clips[files->diff.worst_clip];
    if (files->diff.by_surface)
        return bp_fail(error, BP_ERROR_INPUT, path,
                       "isn't drawn: the colours need the same vertices in both files");
    const bp_formatted note = bp_format("%.90s, %.4g s", bp_escape(clip->name).text, clip->worst.seconds);
    const bp_diff_picture picture = {.poses = {files->a.pose, files->b.pose},
                                     .titles = {files->a.path, files->b.path},
                                     .diff = &files->diff,
                                     .note = note.text,
                                     .theme = bp_theme_of(light),
                                     .width = size[0],
                                     .height = size[1]};
    return bp_model_pose_set(files->a.pose, clip->a, clip->worst.seconds, error) &&
           bp_model_pose_set(files->b.pose, clip->b, clip->worst.seconds, error) &&
           bp_diff_picture_write(files->a.context, &picture, path, error);
}
