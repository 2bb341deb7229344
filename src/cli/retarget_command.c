/* `bindpose retarget MOTION CHARACTER -o OUT.glb`: another's motion for a character. */
#include "app/screens/model/model_screen.h"
#include "base/error.h"
#include "cli/commands.h"
#include "cli/file_list.h"
#include "cli/model_command.h"
#include "cli/print.h"
#include "cli/retarget_report.h"
#include "gltf/retarget/retarget.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define PROGRAM "bindpose retarget"

typedef struct retarget_arguments {
    const char *paths[2], *out, *map, *clip, *report, *picture;
    bool from_bind, from_rest;
    int feet, hands;
    const char *scale;
    float limits[BP_RETARGET_KINDS];
} retarget_arguments;

typedef struct retarget_work {
    const retarget_arguments *arguments;
    bp_model_file motion, character;
    bp_transfer transfer;
    bp_app *app; /* owned; draws the picture, and makes the clips then; NULL: no picture is asked for */
    bp_gltf_container container;
    bool embed; /* as of bp_output_choose */
    bool over;  /* a measure is over its limit */
} retarget_work;

/* The transfer that has clips and reports. */
static const bp_transfer *made_transfer(const retarget_work *work) {
    return work->app ? &work->app->model->comparison.transfer : &work->transfer;
}

static bool write_out(const retarget_work *work, bp_error *error) {
    const retarget_arguments *arguments = work->arguments;
    const bp_transfer *made = made_transfer(work);
    const bp_model *character = work->character.model;
    bp_file file = {0};
    for (size_t i = 0; i < made->count; i++)
        if (bp_model_find_clip(character, bp_clip_name(made->clips[i])) >= 0)
            fprintf(stderr,
                    PROGRAM ": note: the character has a clip \"%s\" already, so OUT has two of that name: "
                            "the new one is animation %zu\n",
                    bp_escape(bp_clip_name(made->clips[i])).text, character->clip_count + i);
    bool ok = bp_transfer_write(made, work->container, work->embed, &file, error) &&
              bp_file_write(arguments->out, file.data, file.size, error);
    bp_file_free(bp_context_allocator(work->character.context), &file);
    return ok;
}

/* The map, as a file for --map; what else there is to say stands in its comments. */
static bool print_map(const retarget_work *work, bp_error *error) {
    const bp_transfer *transfer = &work->transfer;
    const bp_retarget_fit fit = bp_retarget_read(transfer->retarget);
    bp_file text = {0};
    if (!bp_retarget_map_write(&transfer->map, transfer->models[0], transfer->models[1], &text, error))
        return false;
    printf("# %zu bones", transfer->map.count);
    if (transfer->retarget) printf("; the hips' path is scaled by %.4g", (double)fit.scale);
    if (fit.facing > 0.1f || fit.facing < -0.1f)
        printf(" and turned by %.0f degrees, since the characters face differently",
               (double)bp_degrees(fit.facing));
    printf("\n%s", (const char *)text.data);
    if (transfer->retarget)
        printf("# Degrees between the bones' directions in the two %s poses, from 5 on:\n",
               work->arguments->from_bind ? "bind" : "rest");
    for (size_t i = 0; i < transfer->map.count; i++) {
        double apart = (double)bp_degrees(bp_retarget_apart(transfer->retarget, i));
        if (apart >= 5) printf("# %-24s %5.1f\n", transfer->map.pairs[i].role, apart);
    }
    bp_file_free(&transfer->map.allocator, &text);
    return bp_printed(error);
}

/* Left and right bones that one bone of the motion moves: the feet of a map by hand, for example. */
static void note_shared(const bp_transfer *transfer) {
    const bp_retarget *r = transfer->retarget;
    for (int slot = BODY_SHOULDER; slot < BODY_RIGHT; slot++) {
        int left = bp_retarget_pair_of(r, slot, false);
        int right = bp_retarget_pair_of(r, slot + BODY_SIDED, false);
        if (left < 0 || right < 0 || r->bones[left].source != r->bones[right].source) continue;
        fprintf(stderr, PROGRAM ": note: %s and %s are both moved by \"%s\"\n",
                transfer->map.pairs[left].role, transfer->map.pairs[right].role,
                bp_node_name(transfer->models[0]->nodes[r->bones[left].source]));
    }
}

/* Notes what makes a good map give a bad motion. */
static void note_bodies(const bp_transfer *transfer) {
    enum { FAR = 45 }; /* degrees */
    const bp_model *character = transfer->models[1];
    const bp_retarget_map *map = &transfer->map;
    size_t hips = transfer->retarget->hips;
    double apart = (double)bp_degrees(bp_retarget_apart(transfer->retarget, hips));
    double w = fabs(transfer->retarget->bones[hips].align.w);
    double turned = (double)bp_degrees(2 * bp_acos((float)fmin(w, 1)));
    if (apart >= FAR)
        fprintf(stderr,
                PROGRAM ": note: at rest, the trunks are %.0f degrees apart, as a man's and a dog's\n",
                apart);
    if (turned >= FAR && turned > apart + 10)
        fprintf(stderr,
                PROGRAM ": note: to agree at rest, the hips are turned by %.0f degrees: look whether the map "
                        "has the right upper legs\n",
                turned);
    note_shared(transfer);
    const bp_node *top = character->nodes[map->pairs[hips].target];
    for (size_t i = 0; i < map->count; i++) {
        const bp_node *bone = character->nodes[map->pairs[i].target], *above = bone;
        while (above && above != top) above = bp_node_parent(above);
        if (!above)
            fprintf(stderr, PROGRAM ": note: \"%s\" stays behind, since it isn't below the hips, \"%s\"\n",
                    bp_node_name(bone), bp_node_name(top));
    }
}

/* --keep needs what it keeps: without that, the hands move as if it weren't given. */
static bool check_hands(const bp_retarget *retarget, bp_retarget_hands hands, bp_error *error) {
    bool arms = retarget->limbs[2].nodes[0] >= 0 && retarget->limbs[3].nodes[0] >= 0;
    bool head = hands != BP_RETARGET_HANDS_HEAD || bp_retarget_pair_of(retarget, BODY_HEAD, false) >= 0;
    return hands == BP_RETARGET_HANDS_FREE || (arms && head) ||
           bp_fail(error, BP_ERROR_ARGUMENT, "--keep",
                   "the hands can't be kept in place: the map lacks %s; complete it (--map FILE), or leave "
                   "--keep out",
                   arms ? "the head" : "an upper arm, a lower arm or a hand");
}

/* "S", or "X,Y,Z" for each axis of the character's scene. */
static bool read_scale(const char *text, bp_retarget_options *out, bp_error *error) {
    float axes[3] = {0, 1, 1};
    int end = 0;
    if (!text) return true;
    bool one = sscanf(text, "%f%n", &axes[0], &end) == 1 && !text[end];
    bool ok = one || (sscanf(text, "%f,%f,%f%n", &axes[0], &axes[1], &axes[2], &end) == 3 && !text[end]);
    for (int i = 0; i < 3; i++) ok = ok && axes[i] >= 1e-6f && axes[i] <= 1e6f;
    out->scale = one ? axes[0] : 1;
    if (!one) out->axes = bp_vec3_make(axes[0], axes[1], axes[2]);
    return ok || bp_fail(error, BP_ERROR_ARGUMENT, "--scale",
                         "\"%.40s\" is no number from 1e-6 to 1e6, and not three of them: X,Y,Z", text);
}

/* Makes and measures the clips, where the picture is drawn if one is asked for. */
static bool make_clips(retarget_work *work, const bp_motion_source *source, bp_error *error) {
    if (!work->arguments->picture) return bp_transfer_run(&work->transfer, source->clip, error);
    return (work->app = bp_alloc(NULL, 1, sizeof *work->app, error)) &&
           bp_app_open(work->app, work->character.context, 1280, 800, error) &&
           bp_model_open(work->app, work->arguments->paths[1], error) &&
           bp_model_retarget(work->app, source, error);
}

/* The picture of `bindpose view CHARACTER --motion MOTION` at the worst frame. */
static bool write_picture(bp_app *app, const char *path, bp_error *error) {
    app->settings.illustration = true;
    app->notice[0] = '\0';
    (void)bp_model_seek_worst(app->model, BP_RETARGET_ANGLE);
    return bp_app_draw(app, error) && bp_picture_write(&app->picture, path, error);
}

static bool run(retarget_work *work, bp_error *error) {
    const retarget_arguments *arguments = work->arguments;
    bp_retarget_options options = {.from_bind = arguments->from_bind,
                                   .keep_feet = arguments->feet == 0,
                                   .keep_hands = (bp_retarget_hands)arguments->hands};
    if (!read_scale(arguments->scale, &options, error)) return false;
    if (arguments->out &&
        !bp_output_choose(arguments->paths[1], arguments->out, &work->container, &work->embed, error))
        return false;
    if (arguments->from_bind && arguments->from_rest)
        return bp_fail(error, BP_ERROR_ARGUMENT, "--from-bind", "contradicts --from-rest; give one of them");
    if (!bp_model_file_open(&work->motion, PROGRAM, arguments->paths[0], error) ||
        !bp_model_file_open(&work->character, PROGRAM, arguments->paths[1], error))
        return false;
    bp_transfer *transfer = &work->transfer;
    *transfer = (bp_transfer){.context = work->character.context,
                              .paths = {arguments->paths[0], arguments->paths[1]},
                              .models = {work->motion.model, work->character.model}};
    bool measures = arguments->out || arguments->report || arguments->picture;
    bp_motion_source source = {arguments->paths[0], arguments->map, -1, options};
    for (int k = 0; k < BP_RETARGET_KINDS; k++) measures = measures || arguments->limits[k] > 0;
    if (!bp_transfer_begin(transfer, arguments->map, &options, error)) {
        if (transfer->map.count > 0) (void)print_map(work, NULL);
        return false;
    }
    if (!check_hands(transfer->retarget, options.keep_hands, error)) return false;
    note_bodies(transfer);
    if (!bp_model_choose_clip(transfer->models[0], "--clip", arguments->clip, &source.clip, error) ||
        (measures && !make_clips(work, &source, error)) || !print_map(work, error))
        return false;
    if (!measures) return true;
    const bp_transfer *made = made_transfer(work);
    bp_retarget_print(made, options.keep_feet);
    if ((arguments->report && !bp_retarget_report_write(made, arguments->report, error)) ||
        (arguments->picture && !write_picture(work->app, arguments->picture, error)) || !bp_printed(error))
        return false;
    const char *then = arguments->out ? "; OUT isn't written" : "";
    work->over = !bp_retarget_within(made, arguments->limits, options.keep_feet, then, error);
    return !work->over && (!arguments->out || write_out(work, error));
}

static bp_option limit_option(retarget_arguments *arguments, bp_retarget_kind kind, const char *unit,
                              const char *help) {
    return bp_option_number(bp_retarget_limit_name(kind), &arguments->limits[kind], unit, 1e-6, 1e6, help);
}

int bp_retarget_command(bp_cli *call) {
    static const char *const feet[] = {"keep", "free", NULL};
    static const char *const hands[] = {"nothing", "hands", "hands-head", "hands-together", NULL};
    retarget_arguments arguments = {.scale = NULL};
    float limit = 0;
    const bp_option options[] = {
        bp_option_text("-o", &arguments.out, "OUT.glb",
                       "the character with the motion's clips; else only the map"),
        bp_option_text("--map", &arguments.map, "FILE",
                       "which bone moves which: what this command printed, edited"),
        bp_option_text("--clip", &arguments.clip, "NAME|N", "one clip of the motion (all of them)"),
        bp_option_flag("--from-rest", &arguments.from_rest, "compare the rest poses (this is the default)"),
        bp_option_flag("--from-bind", &arguments.from_bind, "compare the bind poses of the skins"),
        bp_option_text("--scale", &arguments.scale, "S|X,Y,Z", "of the hips' path (by hip heights)"),
        bp_option_choice("--feet", &arguments.feet, "keep|free", feet,
                         "planted feet stay in place and out of the ground (keep)"),
        bp_option_choice("--keep", &arguments.hands, "hands", hands,
                         "the motion's distance of hands from the hips; hands-head: from the head; "
                         "hands-together: from each other"),
        bp_option_text("--report", &arguments.report, "FILE",
                       "all measures of the result: .json, .png (colours over time), or text"),
        bp_option_text("--picture", &arguments.picture, "OUT.png",
                       "source and result side by side at the worst frame, bones in colours"),
        limit_option(&arguments, BP_RETARGET_ANGLE, "DEG",
                     "if, in 5% of frames, a bone's direction is off by more, don't write OUT: exit 1"),
        limit_option(&arguments, BP_RETARGET_SLIDE, "MM",
                     "likewise if a planted foot slides more in a second"),
        limit_option(&arguments, BP_RETARGET_PENETRATION, "MM", "likewise if a sole is deeper in the ground"),
        limit_option(&arguments, BP_RETARGET_FLOAT, "MM",
                     "likewise if a planted sole is higher over the ground"),
        limit_option(&arguments, BP_RETARGET_DRIFT, "MM",
                     "likewise if the hips leave the source's path by more"),
        limit_option(&arguments, BP_RETARGET_REACH, "PERCENT",
                     "likewise if hands, feet or head are elsewhere by more"),
        limit_option(&arguments, BP_RETARGET_OVERLAP, "MM",
                     "likewise if forearms or shins are deeper in other limbs"),
        limit_option(&arguments, BP_RETARGET_JERK, "FACTOR",
                     "likewise if hands, feet or head jerk more than the source's"),
        bp_option_limit(&limit),
    };
    if (!bp_cli_read(call, "MOTION CHARACTER",
                     "Gives a character the motion of another skeleton, from glTF, VRM, VRMA or BVH, and "
                     "prints which bone moves which.",
                     BP_OPTIONS(options)))
        return 0;
    for (int i = 0; i < 2; i++) arguments.paths[i] = call->argv[i + 1];
    retarget_work work = {.arguments = &arguments, .motion.limit = limit, .character.limit = limit};
    (void)run(&work, &call->error);
    if (work.app) bp_app_close(work.app);
    bp_free(NULL, work.app);
    bp_transfer_clear(&work.transfer);
    bp_model_file_close(&work.motion);
    bp_model_file_close(&work.character);
    if (!work.over) return 0;
    (void)bp_report(PROGRAM, &call->error);
    call->error = (bp_error){0};
    return 1;
}
