/* cost: what a file will need, counted from its JSON before anything else is read or allocated.
 *
 * A few bytes of JSON can ask for any amount: a node repeats a mesh, a channel repeats its keys, an accessor
 * without a buffer view has any number of zeros. The count is of bytes and of steps of work, not of time, so
 * that a file is refused on every machine or on none. */
#ifndef BP_GLTF_COST_H
#define BP_GLTF_COST_H

#include "gltf/document.h"

/* Opens a document as bp_gltf_document_open does, and refuses a file that needs more than `limit` bytes to be
 * read, posed and drawn, or more than BP_GLTF_STEPS_PER_BYTE times as many steps of work. The error is at the
 * value with which it is too much. `limit` 0: the context's. */
bool bp_gltf_document_open_within(bp_gltf_document *document, const bp_context *context,
                                  const bp_gltf_source *source, bp_gltf_notes *notes, size_t limit,
                                  bp_error *error);

/* A step is about a nanosecond: 2 GB allow 20 seconds. */
#define BP_GLTF_STEPS_PER_BYTE 10

#endif
