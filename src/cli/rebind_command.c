/* `bindpose rebind IN OUT --bind PRESET`: another bind pose for the same motion, written if it is proven. */
#include "base/file_name.h"
#include "cli/commands.h"
#include "cli/diff_report.h"
#include "cli/draco.h"
#include "cli/file_list.h"
#include "cli/print.h"
#include "gltf/motion_diff.h"
#include "gltf/rebind/rebind.h"
#include "rig/anim/anim.h"
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* A library often has no mesh. So the proof plays its clips on the file that was rebound. */

#define PROGRAM "bindpose rebind"
enum { CLIPS_MAX = 64 };

typedef struct rebind_clips {
    char *text;                /* owned: the option's, cut at its commas */
    const char *in[CLIPS_MAX]; /* borrowed from it */
    char *out[CLIPS_MAX];      /* owned: LIBRARY-rebound.glb in the folder of the rebound file */
    size_t count;
} rebind_clips;

static bool add(rebind_clips *clips, const char *in, const char *const model[2], bp_error *error) {
    const char *name = bp_path_name(in), *dot = strrchr(name, '.'), *beside = model[1];
    int folder = (int)(bp_path_name(beside) - beside),
        stem = dot && dot > name ? (int)(dot - name) : (int)strlen(name);
    size_t size = (size_t)folder + strlen(name) + sizeof "-rebound.gltf";
    if (!*name)
        return bp_fail(error, BP_ERROR_ARGUMENT, "--clips", "has an empty name; it is FILE or FILE,FILE");
    if (clips->count == CLIPS_MAX)
        return bp_fail(error, BP_ERROR_ARGUMENT, "--clips", "takes %d files at most", CLIPS_MAX);
    char *out = bp_alloc(NULL, size, 1, error);
    if (!out) return false;
    const char *end = strcasecmp(name + stem, ".bvh") == 0 ? ".gltf" : name + stem;
    snprintf(out, size, "%.*s%.*s-rebound%s", folder, beside, stem, name, end);
    clips->in[clips->count] = in;
    clips->out[clips->count++] = out;
    for (int i = 0; i < 2; i++)
        if (strcmp(model[i], out) == 0)
            return bp_fail(error, BP_ERROR_ARGUMENT, "--clips",
                           "%s would be written to %s, %s: give OUT another name or another folder", in, out,
                           i ? "and so would the model" : "over the model");
    for (size_t i = 0; i + 1 < clips->count; i++)
        if (strcmp(clips->out[i], out) == 0)
            return bp_fail(error, BP_ERROR_ARGUMENT, "--clips", "%s and %s would both be written to %s",
                           clips->in[i], in, out);
    return true;
}

/* Reads the option "FILE,FILE" (NULL: none) for a model's file and the rebound one. Clear in any case. */
static bool read_clips(rebind_clips *clips, const char *option, const char *const model[2], bp_error *error) {
    if (!option) return true;
    if (!(clips->text = bp_copy_text(NULL, option, error))) return false;
    for (char *at = clips->text, *end; at; at = end) {
        if ((end = strchr(at, ','))) *end++ = '\0';
        if (!add(clips, at, model, error)) return false;
    }
    return true;
}

/* The library's clip for the model's nodes of the same names. NULL on error. */
static bp_clip *translate(const bp_model *model, const bp_model *library, const bp_clip *clip,
                          bp_error *error) {
    const bp_clip_options options = {
        .name = bp_clip_name(clip), .rate = bp_clip_rate(clip), .targets = bp_clip_targets(clip)};
    bp_clip *made = bp_clip_create(&model->allocator, &options, error);
    for (size_t i = 0; made && i < bp_clip_track_count(clip); i++) {
        bp_track track = *bp_clip_track(clip, i);
        const char *name = library->node_names[track.target];
        track.target = *name ? bp_model_find_node(model, name) : -1;
        if (track.target < 0 || track.kind == BP_TRACK_WEIGHTS) continue;
        if (bp_clip_add(made, &track, error)) continue;
        bp_clip_destroy(made);
        return NULL;
    }
    return made;
}

/* Replaces the model's clips by those of a library. */
static bool play_library(bp_model_file *file, const char *path, const bp_file *bytes, bp_error *error) {
    bp_model_file library = {.limit = file->limit, .bytes = bytes};
    bp_model *model = file->model;
    if (!bp_model_file_open(&library, PROGRAM, path, error)) return false;
    size_t count = library.model->clip_count, made = 0;
    bp_clip **clips = bp_alloc(&model->allocator, count + 1, sizeof(bp_clip *), error);
    while (clips && made < count &&
           (clips[made] = translate(model, library.model, library.model->clips[made], error)))
        made++;
    bool ok = clips && made == count;
    bp_model_file_close(&library);
    for (size_t i = 0; clips && i < model->clip_count; i++) bp_clip_destroy(model->clips[i]);
    if (clips) {
        bp_free(&model->allocator, model->clips);
        model->clips = clips;
        model->clip_count = made;
    }
    return ok;
}

/* Compares file 0 in the clips of library 0 with file 1 in those of library 1, whose bytes `made` has, node
 * by name. Close the proof in any case. */
static bool prove_clips(bp_diff_files *proof, const char *const files[2], const char *const libraries[2],
                        const bp_file *made, double tolerance, bp_error *error) {
    const bp_motion_diff_options options = {.tolerance = tolerance, .ignore_names = true};
    return bp_model_file_open(&proof->a, PROGRAM, files[0], error) &&
           bp_model_file_open(&proof->b, PROGRAM, files[1], error) &&
           play_library(&proof->a, libraries[0], NULL, error) &&
           play_library(&proof->b, libraries[1], made, error) &&
           bp_motion_diff_run(proof->a.context, proof->a.model, proof->b.model, &options, &proof->diff,
                              error);
}

typedef struct rebind_arguments {
    const char *paths[2], *animation, *time, *from, *clips_option;
    rebind_clips clips; /* owned */
    int preset;
    bool json;
    float tolerance, limit;
} rebind_arguments;

static const char *const PRESETS[] = {
    "rest", "pose", "rotation-free", "unit-scale", "translation-only", "identity", "file", NULL};

static bool check_arguments(const rebind_arguments *arguments, bp_error *error) {
    if (arguments->preset < 0)
        return bp_fail(error, BP_ERROR_ARGUMENT, "--bind",
                       "is missing; it is one of rest, pose, rotation-free, unit-scale, translation-only, "
                       "identity and file");
    if ((arguments->preset == BP_REBIND_FILE) != (arguments->from != NULL))
        return bp_fail(error, BP_ERROR_ARGUMENT, "--from", "goes with --bind file: the file with the binds");
    if ((arguments->preset == BP_REBIND_POSE) != (arguments->animation != NULL))
        return bp_fail(error, BP_ERROR_ARGUMENT, "--animation",
                       "goes with --bind pose: the pose at --time becomes the bind pose");
    return true;
}

/* The clip is found in the file's model, the binds in the other one. */
static bool read_options(const rebind_arguments *arguments, bp_model_file *in, bp_model_file *from,
                         bp_rebind_options *out, bp_error *error) {
    *out = (bp_rebind_options){.preset = (bp_rebind_preset)arguments->preset, .clip = -1};
    if (!bp_output_choose(arguments->paths[0], arguments->paths[1], &out->container, &out->embed, error))
        return false;
    if (arguments->from && !bp_model_file_open(from, PROGRAM, arguments->from, error)) return false;
    out->from = from->model;
    out->clips = arguments->clips.in;
    out->clips_count = arguments->clips.count;
    if (!arguments->animation) return true;
    return bp_model_file_open(in, PROGRAM, arguments->paths[0], error) &&
           bp_model_choose_clip(in->model, "--animation", arguments->animation, &out->clip, error) &&
           bp_model_read_time(arguments->time, &out->seconds, error);
}

static bool rebind(const rebind_arguments *arguments, bp_rebind *out, bp_error *error) {
    bp_model_file in = {.limit = arguments->limit}, from = in;
    bp_rebind_options options;
    const bp_context_options within = {.draco = bp_draco_default(),
                                       .limit = bp_limit_bytes(arguments->limit)};
    bp_context *context = bp_context_create(&within, error);
    bool ok = context && read_options(arguments, &in, &from, &options, error) &&
              bp_gltf_rebind(context, arguments->paths[0], &options, out, error);
    bp_model_file_close(&in);
    bp_model_file_close(&from);
    bp_context_destroy(context);
    return ok;
}

static void print_joints(const bp_rebind *rebind) {
    for (int way = 0; way < BP_REBIND_WAY_COUNT; way++) {
        size_t count = 0;
        for (size_t i = 0; i < rebind->joint_count; i++) count += (int)rebind->joints[i].way == way;
        if (count == 0) continue;
        printf("%zu joint%s: %s\n ", count, count == 1 ? "" : "s", bp_rebind_way_text((bp_rebind_way)way));
        for (size_t i = 0; i < rebind->joint_count; i++)
            if ((int)rebind->joints[i].way == way) printf(" %s", bp_escape(rebind->joints[i].name).text);
        printf("\n");
    }
}

/* The proofs: of the file, then of each library. */
static bool print_json(const rebind_arguments *arguments, const bp_rebind *rebind,
                       const bp_diff_files *proofs, bool equal, bp_error *error) {
    static const char *const ways[] = {"kept", "frame", "node", "baked", "singular"};
    bp_json_writer writer = bp_json_writer_make(NULL);
    bp_json_write(&writer, "{in: %s, out: %s, bind: %s, written: %i, joints: [", arguments->paths[0],
                  arguments->paths[1], PRESETS[arguments->preset], equal);
    for (size_t i = 0; i < rebind->joint_count; i++) {
        const bp_rebind_joint *joint = &rebind->joints[i];
        bp_json_write(&writer, "{skin: %d, joint: %d, node: %d, name: %s, way: %s}", joint->skin,
                      joint->joint, joint->node, joint->name, ways[joint->way]);
    }
    bp_json_write(&writer, "], proof: {");
    bp_diff_put(&writer, &proofs[0]);
    bp_json_write(&writer, "}, clips: [");
    for (size_t i = 0; i < arguments->clips.count; i++) {
        bp_json_write(&writer, "{in: %s, out: %s, proof: {", arguments->clips.in[i], arguments->clips.out[i]);
        bp_diff_put(&writer, &proofs[i + 1]);
        bp_json_write(&writer, "}}");
    }
    bp_json_write(&writer, "]}");
    return bp_print_json(&writer, error);
}

static void print_proof(const char *path, const bp_diff_files *proof, bool json) {
    if (!json) bp_diff_print(proof);
    if (proof->vrm.count > 0)
        fprintf(stderr, "%s: %s isn't written: it would mean something else to VRM: %s\n", PROGRAM, path,
                proof->vrm.list[0].what);
    if (!proof->diff.equal)
        fprintf(
            stderr,
            "%s: %s isn't written: it would move differently, by up to %.3g of the size; a bind pose that "
            "bakes vertices is exact only in that pose (--tolerance accepts it)\n",
            PROGRAM, path, proof->diff.worst);
}

/* Reads the new files' bytes as any other reader would. */
static bool prove_all(const rebind_arguments *arguments, const bp_rebind *rebind, bp_diff_files *proofs,
                      bp_error *error) {
    const rebind_clips *clips = &arguments->clips;
    double tolerance = (double)arguments->tolerance;
    if (!bp_diff_files_compare(&proofs[0], PROGRAM, arguments->paths[0], arguments->paths[1], tolerance, true,
                               error))
        return false;
    for (size_t i = 0; i < clips->count; i++) {
        const char *const libraries[2] = {clips->in[i], clips->out[i]};
        if (!prove_clips(&proofs[i + 1], arguments->paths, libraries, &rebind->clips[i], tolerance, error))
            return false;
    }
    return true;
}

static bool prove(const rebind_arguments *arguments, const bp_rebind *rebind, bool *equal, bp_error *error) {
    const rebind_clips *clips = &arguments->clips;
    bp_diff_files *proofs = bp_alloc(NULL, clips->count + 1, sizeof *proofs, error);
    for (size_t i = 0; proofs && i <= clips->count; i++) {
        proofs[i].a.limit = proofs[i].b.limit = arguments->limit;
        proofs[i].b.bytes = &rebind->file;
    }
    bool ok = proofs && prove_all(arguments, rebind, proofs, error);
    *equal = ok;
    for (size_t i = 0; ok && i <= clips->count; i++) *equal = *equal && bp_diff_files_equal(&proofs[i]);
    if (ok && rebind->note[0]) fprintf(stderr, "%s: note: %s\n", PROGRAM, rebind->note);
    if (ok && arguments->json) ok = print_json(arguments, rebind, proofs, *equal, error);
    if (ok && !arguments->json) print_joints(rebind);
    for (size_t i = 0; ok && i <= clips->count; i++) {
        if (!arguments->json && i > 0)
            printf("%s with the clips of %s, ", clips->out[i - 1], clips->in[i - 1]);
        if (!arguments->json) printf("proof: ");
        print_proof(i == 0 ? arguments->paths[1] : clips->out[i - 1], &proofs[i], arguments->json);
    }
    for (size_t i = 0; proofs && i <= clips->count; i++) bp_diff_files_close(&proofs[i]);
    bp_free(NULL, proofs);
    return ok;
}

int bp_rebind_command(bp_cli *call) {
    rebind_arguments arguments = {.preset = -1, .tolerance = 1e-5f};
    const bp_option options[] = {
        bp_option_choice("--bind", &arguments.preset, "PRESET", PRESETS,
                         "rest, pose, rotation-free, unit-scale, translation-only, identity or file"),
        bp_option_text("--animation", &arguments.animation, "NAME|N", "of --bind pose"),
        bp_option_text("--time", &arguments.time, "SECONDS", "of --bind pose (0)"),
        bp_option_text("--from", &arguments.from, "FILE", "of --bind file: joints of the same names"),
        bp_option_text("--clips", &arguments.clips_option, "FILE[,FILE]",
                       "clips in other files for this skeleton: also written, as FILE-rebound beside OUT"),
        bp_option_number("--tolerance", &arguments.tolerance, "T", 1e-9, 1,
                         "of the proof, as a fraction of the size (0.00001)"),
        bp_option_flag("--json", &arguments.json, "print JSON"),
        bp_option_limit(&arguments.limit),
    };
    const char *summary = "Gives a glTF file another bind pose and the same motion, and proves it. If the "
                          "motion would differ by more than the tolerance, nothing is written, and the exit "
                          "code is 1.";
    bp_error *error = &call->error;
    bp_rebind result = {0};
    bool equal = false;
    if (!bp_cli_read(call, "IN OUT", summary, BP_OPTIONS(options))) return 0;
    for (int i = 0; i < 2; i++) arguments.paths[i] = call->argv[i + 1];
    if (check_arguments(&arguments, error) &&
        read_clips(&arguments.clips, arguments.clips_option, arguments.paths, error) &&
        rebind(&arguments, &result, error) && prove(&arguments, &result, &equal, error) && equal &&
        bp_file_write(arguments.paths[1], result.file.data, result.file.size, error))
        for (size_t i = 0; i < result.clips_count && error->kind == BP_ERROR_NONE; i++)
            bp_file_write(arguments.clips.out[i], result.clips[i].data, result.clips[i].size, error);
    bp_rebind_clear(&result);
    for (size_t i = 0; i < arguments.clips.count; i++) bp_free(NULL, arguments.clips.out[i]);
    bp_free(NULL, arguments.clips.text);
    return equal ? 0 : 1;
}
