/* Text that the user types: a search, an answer, a number, a file name. */
#include "viewer/viewer.h"
#include <string.h>

void bp_typed_append(char *to, size_t size, const char *character) {
    size_t length = strlen(to), more = strlen(character);
    if (length + more < size) memcpy(to + length, character, more + 1);
}

void bp_typed_erase(char *from) {
    size_t length = strlen(from);
    while (length > 0 && (from[--length] & 0xC0) == 0x80) continue;
    from[length] = '\0';
}
