/* What one student handed in: a folder or an archive, and in it the files of the exercises, wherever they lie
 * and whatever they are called.
 *
 * Every file in it is looked at (archives in a folder are unpacked). A file is an exercise's if its folder or
 * its own name names one: 05_final_matrix/exercise.c, 05/Exercise.c, "exercise (1).c" or exercise.c.txt in
 * such a folder, 05.c, ex05.c, exercise_5.c, 05_final_matrix.c. Of several, one that was worked on comes
 * before the unchanged original, and a usual name before an unusual one. Whatever else may be an answer is
 * named in the notes: nothing is missing silently. */
#pragma once

#include "base/folder.h"
#include "exercise/exercises.h"
#include "tools/grade/sandbox.h"

enum { BP_SUBMISSION_MAX_EXERCISES = BP_EXERCISES_MOST };

/* The file of one exercise. */
typedef struct bp_submitted {
    bp_file file;        /* its text, as UTF-8; owned. Without data there is nothing to check */
    char name[256];      /* its path in the submission; "": there is no file for this exercise */
    char problem[256];   /* why it can't be read; "" */
    int rank;            /* how unusual the path is, from 0 */
    int holds;           /* the index of the only exercise whose function the text has; or negative */
    char elsewhere[256]; /* the file that has this exercise's function, but another one's name; "" */
    bool untouched;      /* equal to the exercise's original */
} bp_submitted;

typedef struct bp_submission {
    const bp_allocator *allocator;
    bp_submitted exercises[BP_SUBMISSION_MAX_EXERCISES]; /* as in bp_exercises */
    bp_file notes; /* lines about files that weren't used, or not as they are; owned; no data: none */
} bp_submission;

typedef struct bp_submission_place {
    const char *folder, *name;      /* the submission is folder/name */
    const char *scratch;            /* an existing folder, to unpack archives in */
    const bp_exercise_paths *paths; /* of the originals */
    const bp_sandbox_plan *sandbox; /* for archives; NULL: unpacked without one */
    size_t number;                  /* of the sandbox; see bp_sandboxes_make */
} bp_submission_place;

/* Reads a submission. Errors: memory, no writable scratch folder, a sandbox that can't start (ENVIRONMENT).
 * Whatever is wrong with the submission itself is said in `problem` and `notes`. */
bool bp_submission_open(const bp_allocator *allocator, const bp_submission_place *place, bp_submission *out,
                        bp_error *error);
void bp_submission_close(bp_submission *submission);

/* Whether a name is an archive's: .zip, .tar, .tar.gz, .tgz, .tar.bz2, .tar.xz, .tar.zst, .7z, .rar. Returns
 * the length of the name without that ending, or 0. */
size_t bp_archive_stem(const char *name);

/* (archive.c) Unpacks those files of an archive that `wanted` chooses by their paths into the folder
 * place->scratch/sub, which it makes. At most 99 files of at most 1 MiB, in a sandbox. False with `problem`
 * (512 bytes) if the archive is unreadable; false with an error if the machine is at fault. */
bool bp_archive_unpack(const bp_allocator *allocator, const bp_submission_place *place, const char *archive,
                       const char *sub, bool (*wanted)(void *user, const char *path), void *user,
                       char problem[512], bp_error *error);
