/* The times and cameras of a sequence's pictures. */
#include "app/model/model_sequence.h"
#include <math.h>

static const double CALM_TURN = 6; /* seconds */

enum { SIDES = 16 /* from which a turntable's camera is fitted */ };

double bp_model_sequence_plan(bp_model_sequence *sequence) {
    double length = sequence->length, seconds = length;
    if (sequence->turntable) seconds = length > 0 ? length * ceil(CALM_TURN / length) : CALM_TURN;
    double count = floor(seconds * sequence->fps + 0.5);
    if (count < 1) count = 1;
    sequence->seconds = seconds;
    sequence->count = count < INT32_MAX ? (int)count : INT32_MAX;
    return count;
}

void bp_model_sequence_fit(bp_model_sequence *sequence, bp_bounds bounds) {
    const bp_framebuffer *to = &sequence->framebuffer;
    bp_camera *camera = &sequence->picture.camera, side;
    float aspect = (float)to->width / (float)to->height, distance = 0;
    bp_camera_fit(camera, bounds, aspect);
    for (int i = 0; sequence->turntable && i < SIDES; i++) {
        side = *camera;
        bp_camera_orbit(&side, 2 * BP_PI * (float)i / SIDES, 0);
        bp_camera_fit(&side, bounds, aspect);
        distance = fmaxf(distance, bp_vec3_distance(side.eye, side.target));
    }
    if (distance > 0) bp_camera_zoom(camera, distance / bp_vec3_distance(camera->eye, camera->target));
}

/* Moves the camera along the path, and the box for the shadow with it, whose floor stays. */
static void follow(const bp_model_sequence *sequence, double part, bp_model_picture *picture) {
    int last = sequence->path_count - 1;
    double at = part * last;
    int from = at < 0 ? 0 : at < last ? (int)at : last - 1;
    bp_vec3 step = bp_vec3_sub(sequence->path[from + 1], sequence->path[from]);
    bp_vec3 move = bp_vec3_add(sequence->path[from], bp_vec3_scale(step, (float)(at - from)));
    picture->camera.eye = bp_vec3_add(picture->camera.eye, move);
    picture->camera.target = bp_vec3_add(picture->camera.target, move);
    bp_bounds *box = &picture->bounds;
    float floor = box->lo.y;
    *box = (bp_bounds){bp_vec3_add(box->lo, move), bp_vec3_add(box->hi, move)};
    box->lo.y = floor;
    box->hi.y = fmaxf(box->hi.y, floor);
}

bool bp_model_sequence_draw(const bp_model_sequence *sequence, int index, bp_error *error) {
    double seconds = (double)index / sequence->fps, length = sequence->length;
    bp_model_picture picture = sequence->picture;
    /* A picture at the end of a round is the clip's end, not its start: 1e-9 is less than rounding adds. */
    if (length > 0 && seconds > length) seconds -= length * floor(seconds / length - 1e-9);
    if (sequence->turntable && index > 0)
        bp_camera_orbit(&picture.camera, 2 * BP_PI * (float)index / (float)sequence->count, 0);
    if (sequence->path && length > 0) follow(sequence, seconds / length, &picture);
    if (!sequence->pose(sequence->user, sequence->first + (length > 0 ? seconds : 0), error)) return false;
    if (sequence->check) sequence->check(sequence->user, &picture);
    return bp_model_picture_draw(sequence->raster, &sequence->framebuffer, &picture, error);
}

static bool draw(void *user, int index, bp_error *error) {
    return bp_model_sequence_draw(user, index, error);
}

bool bp_model_sequence_write(bp_model_sequence *sequence, bp_sequence_encoder *encode, const char *path,
                             bp_error *error) {
    const bp_framebuffer *to = &sequence->framebuffer;
    const bp_image_sequence images = {.width = to->width,
                                      .height = to->height,
                                      .count = sequence->count,
                                      .fps = sequence->fps,
                                      .seconds = sequence->seconds,
                                      .pixels = (const bp_rgba8 *)(const void *)to->pixels,
                                      .stride = (size_t)(to->stride ? to->stride : to->width),
                                      .draw = draw,
                                      .user = sequence};
    bp_file file;
    if (!encode(NULL, &images, &file, error)) return false;
    bool ok = bp_file_write(path, file.data, file.size, error);
    bp_file_free(NULL, &file);
    return ok;
}
