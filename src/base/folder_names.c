/* Lists of names, which each system's folder.c fills. */
#include "base/allocator.h"
#include "base/folder.h"
#include "base/format.h"
#include <stdlib.h>

bool bp_folder_names_add(const bp_allocator *allocator, bp_folder_names *out, const char *name,
                         bp_error *error) {
    char **grown = bp_realloc(allocator, out->names, out->count, out->count + 1, sizeof *grown, error);
    if (!grown) return false;
    out->names = grown;
    out->names[out->count] = bp_copy_text(allocator, name, error);
    if (!out->names[out->count]) return false;
    out->count++;
    return true;
}

void bp_folder_names_free(const bp_allocator *allocator, bp_folder_names *names) {
    for (size_t i = 0; i < names->count; i++) bp_free(allocator, names->names[i]);
    bp_free(allocator, names->names);
    *names = (bp_folder_names){NULL, 0};
}

bool bp_folder_names_finish(const bp_allocator *allocator, bp_folder_names *names, bool ok) {
    if (!ok)
        bp_folder_names_free(allocator, names);
    else if (names->count > 1)
        qsort(names->names, names->count, sizeof *names->names, bp_compare_texts);
    return ok;
}
