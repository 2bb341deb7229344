/* Submissions that are alike, for a teacher to look at: never a verdict. */
#ifndef BP_TOOLS_GRADE_SIMILAR_H
#define BP_TOOLS_GRADE_SIMILAR_H

#include "tools/grade/grade.h"

/* The C tokens of a text, each with a space behind it; without comments and lines for the preprocessor. Free
 * it with bp_free. Errors: memory. */
char *bp_similar_tokens(const bp_allocator *allocator, const char *text, bp_error *error);

#endif
