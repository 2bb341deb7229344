/* A file whose clips take few bytes: their keys go into streams of EXT_meshopt_compression, one for each clip
 * and width, and the bytes that they had leave the buffers. The rest of the file stays, and so do all
 * indices, which extensions that nobody here knows may have. */
#include "base/allocator.h"
#include "gltf/meshopt.h"
#include "gltf/read/reader.h"
#include "gltf/rewrite/rewrite.h"
#include "mesh/model_pose.h"
#include "rig/anim/anim.h"
#include "rig/batch/batch.h"

#define MESHOPT "EXT_meshopt_compression"

/* An accessor of keys, if only clips use it. */
typedef struct packed_accessor {
    size_t users, channels; /* samplers that use it, and channels of these */
    const float *values;    /* borrowed from a clip; NULL: those of the file */
    int clip;               /* its stream is this one's; -1: it stays as it is */
    size_t next;            /* of that clip; SIZE_MAX: the last */
    size_t bytes, view;     /* that it had */
    size_t width, count;
    bp_meshopt_filter filter;
    uint8_t *elements;
} packed_accessor;

/* A buffer view. */
typedef struct packed_view {
    size_t users;           /* parts of the file that won't be packed */
    bool dead;              /* packed, and no other part uses it */
    size_t from, end, next; /* its bytes, and the next view in its buffer; SIZE_MAX: the last */
} packed_view;

typedef struct clip_packer {
    bp_gltf_document document;
    bp_gltf_rewrite rewrite;
    bp_model *model;
    bp_clip **clips; /* owned; with the keys that the bound allows */
    packed_accessor *accessors;
    packed_view *views;
    size_t first_dead; /* no view before this one is dead any longer */
    size_t *clip_heads,
        *buffer_heads; /* the first accessor of each clip and view of each buffer; SIZE_MAX: none */
    size_t unpacked;   /* bytes of the buffer that no file has */
    bp_gltf_packing *out;
} clip_packer;

static void *alloc(clip_packer *p, size_t count, size_t size) {
    return bp_arena_alloc(&p->rewrite.arena, count, size, bp_gltf_rewrite_error(&p->rewrite));
}

/* Each step of each track is tried by posing all bones at 8 moments a key, which are held as poses and
 * matrices. How many steps are tried was measured, and rounded up. */
static bool check_limit(const bp_context *context, const bp_model *model, bp_error *error) {
    double bytes = 0, steps = 0, all = 0;
    for (size_t i = 0; i < model->clip_count; i++) {
        const bp_clip *clip = model->clips[i];
        double poses = 0;
        for (size_t t = 0, timelines = 0; t < clip->track_count; t++)
            if (clip->tracks[t].timeline == timelines)
                poses += 8 * (double)clip->tracks[t].view.key_count * (double)model->node_count, timelines++;
        bytes = poses * 168 > bytes ? poses * 168 : bytes;
        steps += poses * (double)clip->track_count * 120;
        all += (double)clip->track_count;
    }
    bp_formatted what = bp_format("packing %.0f tracks of %zu clips for %zu nodes", all, model->clip_count,
                                  model->node_count);
    return bp_check_limit(context, "animations", what.text, bytes, steps, error) &&
           bp_model_check_limit(context, model, "packing", 40, 100, error); /* as the proof does */
}

static bool quantize(clip_packer *p, const bp_context *context, double part, bp_error *error) {
    const bp_model *model = p->model;
    if (model->clip_count == 0)
        return bp_fail(error, BP_ERROR_INPUT, "animations", "is missing or empty: no clip is to be packed");
    if (!check_limit(context, model, error)) return false;
    bp_vec3 *shells = alloc(p, model->node_count, 2 * sizeof *shells);
    p->clips = alloc(p, model->clip_count, sizeof *p->clips);
    if (!shells || !p->clips) return false;
    bp_pack_options options = {.shells = shells, .bound = part * (double)bp_model_shells(model, shells)};
    p->out->bound = options.bound;
    if (!(options.bound > 0))
        return bp_fail(error, BP_ERROR_INPUT, "meshes",
                       "draw nothing, and the bound is for what the clips move; put a mesh into the file");
    bp_batch *batch = bp_model_batch_create(NULL, model, error);
    size_t made = 0;
    while (batch && made < model->clip_count &&
           (p->clips[made] = bp_batch_quantize(batch, (int)made, &options, bp_meshopt_filter_keys, error)))
        made++;
    bp_batch_destroy(batch);
    return batch && made == model->clip_count;
}

static int index_of(const clip_packer *p, const bp_gltf_value *object, const char *key,
                    bp_gltf_collection collection) {
    return bp_gltf_index_of(&p->document, bp_json_member(object->json, key), collection);
}

/* The keys that the channel's sampler gets. */
static void find_values(clip_packer *p, const bp_clip *clip, const bp_gltf_value *channel,
                        packed_accessor *output) {
    bp_gltf_value target = bp_gltf_member(channel, "target");
    int node = index_of(p, &target, "node", BP_GLTF_NODES);
    const char *path = bp_json_text_or(bp_json_member(target.json, "path"), "");
    output->channels++;
    for (int kind = 0; kind <= BP_TRACK_WEIGHTS; kind++) {
        const bp_track *track = bp_clip_track(clip, bp_clip_find(clip, node, (bp_track_kind)kind));
        if (track && strcmp(bp_gltf_paths[kind], path) == 0 &&
            track->interpolation == BP_INTERPOLATION_LINEAR)
            output->values = track->values;
    }
}

static void count_users(clip_packer *p) {
    static const char *const keys[] = {"animations.*.samplers.*.input", "animations.*.samplers.*.output"};
    for (size_t i = 0; i < p->rewrite.accessor_count; i++) p->accessors[i].clip = -1;
    for (size_t k = 0; k < BP_COUNT(keys); k++)
        for (bp_gltf_walk walk = bp_gltf_walk_of(&p->document.root, keys[k]); bp_gltf_walk_next(&walk);) {
            int index = bp_gltf_index_of(&p->document, walk.value->json, BP_GLTF_ACCESSORS);
            if (index < 0) continue;
            p->accessors[index].users++;
            p->accessors[index].clip = (int)walk.steps[1].index;
        }
    for (bp_gltf_walk walk = bp_gltf_walk_of(&p->document.root, "animations.*.channels.*");
         bp_gltf_walk_next(&walk);) {
        bp_gltf_value animation = bp_gltf_element(&p->document, BP_GLTF_ANIMATIONS, walk.steps[1].index);
        bp_gltf_value samplers = bp_gltf_member(&animation, "samplers");
        long long index = -1;
        bp_json_integer(bp_json_member(walk.value->json, "sampler"), &index);
        bp_gltf_value sampler = bp_gltf_item(&samplers, (size_t)index);
        int output = index_of(p, &sampler, "output", BP_GLTF_ACCESSORS);
        if (output >= 0) find_values(p, p->clips[walk.steps[1].index], walk.value, &p->accessors[output]);
    }
}

/* Elements of the streams: values that only one channel has can change. */
static void fill_elements(clip_packer *p, size_t index) {
    packed_accessor *accessor = &p->accessors[index];
    bp_gltf_accessor opened;
    bp_gltf_value value = bp_gltf_element(&p->document, BP_GLTF_ACCESSORS, index);
    int view = index_of(p, &value, "bufferView", BP_GLTF_BUFFER_VIEWS);
    if (accessor->clip < 0) return;
    if (accessor->users != 1 || accessor->channels != 1) accessor->values = NULL;
    bool readable = view >= 0 && accessor->users == p->rewrite.ranges[index].users &&
                    bp_gltf_accessor_open(&p->document, index, true, &opened, NULL) && opened.count > 0 &&
                    opened.sparse_count == 0;
    if (!readable || (!accessor->values && opened.base.component != BP_GLTF_FLOAT)) {
        accessor->clip = -1;
        return;
    }
    accessor->view = (size_t)view;
    accessor->width = opened.width, accessor->count = opened.count;
    float *floats = alloc(p, opened.count, opened.width * sizeof *floats);
    accessor->elements = alloc(p, opened.count, opened.width * sizeof *floats);
    if (!floats || !accessor->elements) return;
    bp_gltf_accessor_floats(&opened, floats, 0);
    if (accessor->values) memcpy(floats, accessor->values, opened.count * opened.width * sizeof *floats);
    accessor->filter = BP_MESHOPT_EXPONENTIAL;
    if (opened.width < 3 || !bp_meshopt_exponential(floats, opened.width, opened.count, accessor->elements)) {
        accessor->filter = BP_MESHOPT_NONE;
        memcpy(accessor->elements, floats, opened.count * opened.width * sizeof *floats);
    }
    accessor->bytes = opened.count * opened.width * bp_gltf_component_size(opened.base.component);
}

/* ---- the bytes that the keys had ----------------------------------------------------------------*/

static void count_views(const bp_json *value, packed_view *views, size_t count) {
    void *iterator = NULL;
    const char *key;
    long long index;
    for (const bp_json *member; (member = bp_json_next(value, &iterator, &key));) {
        if (strcmp(key, "bufferView") == 0 && bp_json_integer(member, &index) && index >= 0 &&
            (size_t)index < count)
            views[index].users++;
        count_views(member, views, count);
    }
    for (size_t i = 0; bp_json_kind_of(value) == BP_JSON_ARRAY && i < bp_json_count(value); i++)
        count_views(bp_json_item(value, i), views, count);
}

static void find_dead_views(clip_packer *p) {
    count_views(p->document.root.json, p->views, p->rewrite.view_count);
    for (size_t i = p->rewrite.accessor_count; i-- > 0;) {
        packed_accessor *accessor = &p->accessors[i];
        if (accessor->clip < 0) continue;
        accessor->next = p->clip_heads[accessor->clip], p->clip_heads[accessor->clip] = i;
        p->views[accessor->view].dead = --p->views[accessor->view].users == 0;
        p->out->before += accessor->bytes;
    }
}

/* Notes the bytes of each view, and which views a buffer has. */
static void find_ranges(clip_packer *p) {
    bp_gltf_buffer_view read;
    for (size_t i = p->rewrite.view_count; i-- > 0;) {
        packed_view *view = &p->views[i];
        if (!bp_gltf_buffer_view_read(&p->document, i, &read, bp_gltf_rewrite_error(&p->rewrite)) ||
            read.buffer < 0)
            continue;
        view->from = read.offset, view->end = read.offset + (read.packed ? read.packed_length : read.length);
        view->next = p->buffer_heads[read.buffer], p->buffer_heads[read.buffer] = i;
    }
}

static void move_view(clip_packer *p, size_t view, const uint32_t *words, size_t from) {
    static const char *const holders[] = {"bufferViews[%zu].extensions.EXT_meshopt_compression",
                                          "bufferViews[%zu].extensions.KHR_meshopt_compression",
                                          "bufferViews[%zu]"};
    bp_rewrite_value *value = NULL;
    for (size_t i = 0; !value && i < BP_COUNT(holders); i++)
        value = bp_gltf_rewrite_find(&p->rewrite, holders[i], view);
    if (words[from / 4] != from / 4)
        bp_rewrite_set_member(&p->rewrite.tree, value, "byteOffset", "%zu", 4 * words[from / 4] + from % 4);
}

/* Whole words that belong to dead views alone leave the buffer, so that all others stay aligned. */
static void drop_bytes(clip_packer *p, size_t buffer) {
    const size_t head = p->buffer_heads[buffer];
    const packed_view *views = p->views;
    size_t left = 0;
    bool any = false;
    for (size_t i = head; i != SIZE_MAX; i = views[i].next) any = any || views[i].dead;
    uint8_t *bytes = any ? bp_gltf_rewrite_buffer(&p->rewrite, buffer) : NULL;
    if (!bytes) return;
    size_t size = p->rewrite.buffers[buffer].size, count = size / 4 + 1;
    uint32_t *words = alloc(p, count, sizeof *words); /* whether they leave; then their new index */
    if (!words) return;
    for (size_t i = head; i != SIZE_MAX; i = views[i].next)
        for (size_t w = (views[i].from + 3) / 4; views[i].dead && w < views[i].end / 4; w++) words[w] = 1;
    for (size_t i = head; i != SIZE_MAX; i = views[i].next)
        for (size_t w = views[i].from / 4; !views[i].dead && w < (views[i].end + 3) / 4; w++) words[w] = 0;
    for (size_t w = 0; w < count; w++) {
        bool leaves = words[w] == 1;
        words[w] = (uint32_t)left;
        if (!leaves) memmove(bytes + 4 * left++, bytes + 4 * w, 4);
    }
    size -= 4 * (count - left);
    p->rewrite.buffers[buffer].size = size ? size : 4; /* a buffer has bytes, though no view uses this one */
    for (size_t i = head; i != SIZE_MAX; i = views[i].next)
        if (!views[i].dead) move_view(p, i, words, views[i].from);
}

/* The index of a view for a stream: a dead one's, or a new one. */
static size_t take_view(clip_packer *p) {
    for (size_t *i = &p->first_dead; *i < p->document.counts[BP_GLTF_BUFFER_VIEWS]; ++*i)
        if (p->views[*i].dead) return p->views[*i].dead = false, *i;
    bp_rewrite_add(&p->rewrite.tree, bp_gltf_rewrite_find(&p->rewrite, "bufferViews"), "{}");
    return p->rewrite.view_count++;
}

static void point_to(clip_packer *p, size_t index, size_t view, size_t offset) {
    const packed_accessor *from = &p->accessors[index];
    bp_rewrite_tree *tree = &p->rewrite.tree;
    bp_rewrite_value *accessor = bp_gltf_rewrite_find(&p->rewrite, "accessors[%zu]", index);
    bp_rewrite_set_member(tree, accessor, "bufferView", "%zu", view);
    bp_rewrite_set_member(tree, accessor, "byteOffset", "%zu", offset);
    if (!from->values) return;
    bp_rewrite_set_member(tree, accessor, "componentType", "%d", (int)BP_GLTF_FLOAT);
    bp_rewrite_remove(bp_rewrite_member(tree, accessor, "normalized"));
    bp_rewrite_remove(bp_rewrite_member(tree, accessor, "min")); /* those of the keys that were */
    bp_rewrite_remove(bp_rewrite_member(tree, accessor, "max"));
}

/* The clip's next accessor of a stream, from index `i` on; SIZE_MAX: no more. */
static size_t next_in_stream(const clip_packer *p, size_t i, size_t width, bp_meshopt_filter filter) {
    while (i != SIZE_MAX && (p->accessors[i].width != width || p->accessors[i].filter != filter))
        i = p->accessors[i].next;
    return i;
}

/* The keys of a clip that have that width and filter. */
static void write_stream(clip_packer *p, size_t clip, size_t width, bp_meshopt_filter filter) {
    const size_t start = next_in_stream(p, p->clip_heads[clip], width, filter);
    size_t count = 0, stride = 4 * width;
    for (size_t i = start; i != SIZE_MAX; i = next_in_stream(p, p->accessors[i].next, width, filter))
        count += p->accessors[i].count;
    if (count == 0) return;
    uint8_t *elements = alloc(p, count, stride), *stream = alloc(p, bp_meshopt_room(stride, count), 1);
    if (!elements || !stream) return;
    size_t view = take_view(p), first = 0;
    for (size_t i = start; i != SIZE_MAX; i = next_in_stream(p, p->accessors[i].next, width, filter)) {
        memcpy(elements + first, p->accessors[i].elements, p->accessors[i].count * stride);
        point_to(p, i, view, first);
        first += p->accessors[i].count * stride;
    }
    size_t size = bp_meshopt_pack(elements, stride, count, stream);
    size_t offset = bp_gltf_rewrite_grow(&p->rewrite, 0, size);
    if (offset == SIZE_MAX) return;
    memcpy(p->rewrite.buffers[0].bytes + offset, stream, size);
    bp_rewrite_set(&p->rewrite.tree, bp_gltf_rewrite_find(&p->rewrite, "bufferViews[%zu]", view),
                   "{\"buffer\":%zu,\"byteOffset\":%zu,\"byteLength\":%zu,\"extensions\":{\"" MESHOPT
                   "\":{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu,\"byteStride\":%zu,\"count\":%zu,"
                   "\"mode\":\"ATTRIBUTES\",\"filter\":\"%s\"}}}",
                   p->document.counts[BP_GLTF_BUFFERS], p->unpacked, stride * count, offset, size, stride,
                   count, filter == BP_MESHOPT_NONE ? "NONE" : "EXPONENTIAL");
    p->unpacked += stride * count;
    p->out->after += size;
}

static void name_extension(clip_packer *p, const char *list) {
    bp_gltf_value names = bp_gltf_member(&p->document.root, list);
    for (bp_gltf_walk walk = bp_gltf_walk_of(&names, "*"); bp_gltf_walk_next(&walk);)
        if (strcmp(bp_json_text_or(walk.value->json, ""), MESHOPT) == 0) return;
    bp_rewrite_add(&p->rewrite.tree, bp_gltf_rewrite_array(&p->rewrite, list), "\"" MESHOPT "\"");
}

static bool pack(clip_packer *p, bp_gltf_container container, bp_error *error) {
    bp_gltf_document *document = &p->document;
    p->accessors = alloc(p, p->rewrite.accessor_count, sizeof *p->accessors);
    p->views = alloc(p, p->rewrite.view_count, sizeof *p->views);
    p->clip_heads = alloc(p, p->model->clip_count, sizeof *p->clip_heads);
    p->buffer_heads = alloc(p, document->counts[BP_GLTF_BUFFERS], sizeof *p->buffer_heads);
    if (!p->accessors || !p->views || !p->clip_heads || !p->buffer_heads) return false;
    memset(p->clip_heads, 0xff, p->model->clip_count * sizeof *p->clip_heads);
    memset(p->buffer_heads, 0xff, document->counts[BP_GLTF_BUFFERS] * sizeof *p->buffer_heads);
    count_users(p);
    for (size_t i = 0; i < p->rewrite.accessor_count; i++) fill_elements(p, i);
    find_dead_views(p);
    find_ranges(p);
    for (size_t i = 0; i < document->counts[BP_GLTF_BUFFERS]; i++) drop_bytes(p, i);
    for (size_t clip = 0; clip < p->model->clip_count; clip++)
        for (size_t width = 1; width <= 4; width++) {
            write_stream(p, clip, width, BP_MESHOPT_NONE);
            write_stream(p, clip, width, BP_MESHOPT_EXPONENTIAL);
        }
    for (size_t i = 0; i < document->counts[BP_GLTF_BUFFER_VIEWS]; i++)
        if (p->views[i].dead) /* a view has bytes, though no part of the file uses this one */
            bp_rewrite_set(&p->rewrite.tree, bp_gltf_rewrite_find(&p->rewrite, "bufferViews[%zu]", i),
                           "{\"buffer\":0,\"byteLength\":4}");
    if (p->out->after >= p->out->before)
        return bp_fail(bp_gltf_rewrite_error(&p->rewrite), BP_ERROR_INPUT, "animations",
                       "have so few keys that they would take more bytes packed; leave the file as it is");
    bp_rewrite_add(&p->rewrite.tree, bp_gltf_rewrite_find(&p->rewrite, "buffers"),
                   "{\"byteLength\":%zu,\"extensions\":{\"" MESHOPT "\":{\"fallback\":true}}}", p->unpacked);
    name_extension(p, "extensionsUsed");
    name_extension(p, "extensionsRequired");
    return bp_gltf_rewrite_finish(&p->rewrite, container, true, &p->out->file, error);
}

bool bp_gltf_pack_clips(const bp_context *context, const char *path, double part, bp_gltf_container container,
                        bp_gltf_packing *out, bp_error *error) {
    clip_packer p = {.out = out};
    *out = (bp_gltf_packing){0};
    if (!bp_gltf_document_read(&p.document, context, path, error)) return false;
    p.document.draco_decoder = bp_context_draco(context);
    const bp_gltf_source source = bp_gltf_source_of(path, &p.document.owned);
    bool ok = bp_gltf_rewrite_open(&p.rewrite, &p.document, error) &&
              bp_gltf_read_source(context, &source, NULL, NULL, &p.model, NULL, error) &&
              quantize(&p, context, part, error) && pack(&p, container, error);
    for (size_t i = 0; p.clips && i < p.model->clip_count; i++) bp_clip_destroy(p.clips[i]);
    if (!ok && p.rewrite.fault.kind != BP_ERROR_NONE && error) *error = p.rewrite.fault;
    bp_model_destroy(p.model);
    bp_gltf_rewrite_close(&p.rewrite);
    bp_gltf_document_close(&p.document);
    return ok;
}
