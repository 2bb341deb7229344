/* Whether a student has begun: the file compared with its original, comments and spaces aside. */
#include "exercise/checker.h"
#include <ctype.h>
#include <string.h>

/* The next character of the code that is no space and in no comment; 0 at the end. A comment's marks within a
 * string don't matter here: both files are read in the same way. */
static char next_character(const char **text) {
    for (;; (*text)++) {
        const char *at = *text, *end = NULL;
        if (strncmp(at, "/*", 2) == 0 && (end = strstr(at + 2, "*/")) != NULL)
            *text = end + 1;
        else if (strncmp(at, "//", 2) == 0)
            *text = at + strcspn(at, "\n") - 1;
        else if (!isspace((unsigned char)*at))
            return *at ? *(*text)++ : '\0';
    }
}

bool bp_exercise_is_edited(const bp_exercise_job *job) {
    char path[2048];
    bp_file original = {0}, own = {0};
    bool read = bp_exercise_original_path(job->paths, job->exercise, path, sizeof path, NULL) &&
                bp_file_read(job->allocator, path, 1 << 20, &original, NULL) &&
                bp_file_read(job->allocator, job->source, 1 << 20, &own, NULL),
         same = read;
    const char *a = (const char *)original.data, *b = (const char *)own.data;
    for (char next = 1; same && next;) same = (next = next_character(&a)) == next_character(&b);
    bp_file_free(job->allocator, &original);
    bp_file_free(job->allocator, &own);
    return read && !same;
}
