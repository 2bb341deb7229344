/* Instances: an instance of the prototype's model, a pose, and a figure that shares the prototype's parts. */
#include "base/pool.h"
#include "scene/figure.h"
#include <bindpose/instance.h>
#include <stdatomic.h>

struct bp_instance {
    bp_allocator allocator;
    bp_model *model; /* owned, like the rest */
    bp_model_pose *pose;
    bp_model_figure *shown;
};

bp_instance *bp_instance_create(bp_context *context, const bp_model_figure *prototype, bp_error *error) {
    if (!prototype) return bp_fail_null(error, "prototype"), NULL;
    const bp_allocator *allocator = bp_context_allocator(context);
    bp_instance *self = bp_alloc(allocator, 1, sizeof *self, error);
    if (!self) return NULL;
    self->allocator = *allocator;
    self->model = bp_model_instantiate(bp_model_figure_model(prototype), error);
    self->pose = self->model ? bp_model_pose_create(self->model, error) : NULL;
    self->shown = self->pose ? bp_model_figure_create_like(context, self->pose, prototype, error) : NULL;
    if (self->shown) return self;
    bp_instance_destroy(self);
    return NULL;
}

void bp_instance_destroy(bp_instance *instance) {
    if (!instance) return;
    bp_allocator allocator = instance->allocator;
    bp_model_figure_destroy(instance->shown);
    bp_model_pose_destroy(instance->pose);
    bp_model_destroy(instance->model);
    bp_free(&allocator, instance);
}

bp_model *bp_instance_model(const bp_instance *instance) { return instance ? instance->model : NULL; }
bp_model_pose *bp_instance_pose(const bp_instance *instance) { return instance ? instance->pose : NULL; }

bp_figure *bp_instance_figure(const bp_instance *instance) {
    return instance ? bp_model_figure_get_figure(instance->shown) : NULL;
}

static bool pose_one(const bp_instance_frame *frame, bp_error *error) {
    if (!frame->instance) return bp_fail_null(error, "frames");
    bool ok = frame->mixer ? bp_mixer_update(frame->mixer, frame->seconds, error)
                           : bp_model_pose_set(frame->instance->pose, frame->clip, frame->seconds, error);
    return ok && bp_figure_pose(bp_instance_figure(frame->instance), error);
}

typedef struct posing_run {
    const bp_instance_frame *frames;
    bp_error *error;
    _Atomic bool failed; /* the first job that fails writes the error */
} posing_run;

static void pose_job(void *user, size_t index, int worker) {
    (void)worker;
    posing_run *run = user;
    bp_error error = {0};
    if (pose_one(&run->frames[index], &error)) return;
    if (!atomic_exchange(&run->failed, true) && run->error) *run->error = error;
}

bool bp_instances_pose(bp_context *context, const bp_instance_frame *frames, size_t count, bp_error *error) {
    if (!frames && count > 0) return bp_fail_null(error, "frames");
    posing_run run = {.frames = frames, .error = error};
    bp_pool_run(bp_context_pool(context), count, pose_job, &run);
    return !run.failed;
}
