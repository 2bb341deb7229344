/* `bindpose rebind --clips`: files with clips for the rebound skeleton, where they are written, and the proof
 * that they move it as before. */
#ifndef BP_CLI_REBIND_CLIPS_H
#define BP_CLI_REBIND_CLIPS_H

#include "cli/diff_report.h"

enum { BP_REBIND_CLIPS_MAX = 64 };

typedef struct bp_rebind_clips {
    char *text;                          /* owned: the option's, cut at its commas */
    const char *in[BP_REBIND_CLIPS_MAX]; /* borrowed from it */
    char *out[BP_REBIND_CLIPS_MAX];      /* owned: LIBRARY-rebound.glb in the folder of the rebound file */
    size_t count;
} bp_rebind_clips;

/* Reads the option "FILE,FILE" (NULL: none), for a model's file and the rebound one. Clear it in any case.
 * Errors: an empty name; too many; two files, or one and a model's, that would get the same name. */
bool bp_rebind_clips_read(bp_rebind_clips *clips, const char *option, const char *const model[2],
                          bp_error *error);
void bp_rebind_clips_clear(bp_rebind_clips *clips);

/* Compares file `a` in the clips of library `in` with file `b` in those of `out`, node by name, with the
 * limits and bytes of the proof's a and b (else zero); `made` has the bytes of `out`. Close it in any case.
 * Errors: files. */
bool bp_rebind_clips_prove(bp_diff_files *proof, const char *program, const char *const files[2],
                           const char *const libraries[2], const bp_file *made, double tolerance,
                           bp_error *error);

#endif
