/* meshopt: unpacks the streams of EXT_meshopt_compression and KHR_meshopt_compression.
 *
 * Written from the specification of KHR_meshopt_compression, appendices A and B; version 0 of its attribute
 * streams is the EXT extension. A damaged stream gives a text that says what is wrong; nothing outside `out`
 * is written. */
#pragma once

#include "gltf/document.h"
#include <bindpose/clip.h>

typedef enum bp_meshopt_mode {
    BP_MESHOPT_ATTRIBUTES,
    BP_MESHOPT_TRIANGLES,
    BP_MESHOPT_INDICES,
    BP_MESHOPT_MODE_COUNT
} bp_meshopt_mode;

typedef enum bp_meshopt_filter {
    BP_MESHOPT_NONE,
    BP_MESHOPT_OCTAHEDRAL,
    BP_MESHOPT_QUATERNION,
    BP_MESHOPT_EXPONENTIAL,
    BP_MESHOPT_COLOR,
    BP_MESHOPT_FILTER_COUNT
} bp_meshopt_filter;

/* Why a mode, a filter, a stride and a count don't go together; NULL if they do. */
const char *bp_meshopt_check(bp_meshopt_mode mode, bp_meshopt_filter filter, size_t stride, size_t count);
/* Unpacks `count` elements of `stride` bytes, which passed the check, into `out`. Returns what is wrong with
 * the stream, or NULL. */
const char *bp_meshopt_unpack(bp_meshopt_mode mode, bp_gltf_span stream, size_t stride, size_t count,
                              uint8_t *out);
/* Applies a filter in place. */
void bp_meshopt_apply(bp_meshopt_filter filter, size_t stride, size_t count, uint8_t *data);

/* ---- writing (meshopt_write.c) ---- */

/* The most bytes that the stream of so many elements takes. */
size_t bp_meshopt_room(size_t stride, size_t count);
/* Packs attributes. Returns the stream's bytes. */
size_t bp_meshopt_pack(const uint8_t *data, size_t stride, size_t count, uint8_t *out);
/* Elements of `width` floats as the exponential filter takes them: mantissas, with the largest exponent that
 * gives back all floats of a component. False: the filter would change some. */
bool bp_meshopt_exponential(const float *values, size_t width, size_t count, uint8_t *out);
/* A linear track's keys as that filter gives them back, for a step (batch_coder, rig/batch/batch.h). */
size_t bp_meshopt_filter_keys(const bp_track *source, float step, float *values);
