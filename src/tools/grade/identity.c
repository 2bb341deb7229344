#define _POSIX_C_SOURCE 200809L /* strnlen */
#include "tools/grade/grade.h"
#include <ctype.h>
#include <string.h>

#ifdef BP_HAS_ICU
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>

/* NFKC, with cases folded, without spaces and what isn't seen; of an id also without signs. */
static int32_t fold(const char *text, bool id, UChar out[BP_IDENTITY_MOST], UErrorCode *status) {
    UChar wide[BP_IDENTITY_MOST], folded[3 * BP_IDENTITY_MOST];
    UChar32 points[3 * BP_IDENTITY_MOST];
    int32_t length = 0, kept = 0;
    const int32_t bytes = (int32_t)strnlen(text, BP_IDENTITY_MOST / 2);
    u_strFromUTF8WithSub(wide, BP_COUNT(wide), &length, text, bytes, 0xfffd, NULL, status);
    length = unorm2_normalize(unorm2_getNFKCCasefoldInstance(status), wide, length, folded, BP_COUNT(folded),
                              status);
    u_strToUTF32(points, BP_COUNT(points), &length, folded, length, status);
    for (int32_t i = 0; U_SUCCESS(*status) && i < length; i++) {
        const UChar32 c = points[i];
        const int digit = id ? u_charDigitValue(c) : -1;
        const bool blank = c == 0x2800; /* Braille without dots */
        if (u_isgraph(c) && !blank && u_charType(c) != U_FORMAT_CHAR && (!id || u_isalnum(c)))
            points[kept++] = digit >= 0 ? '0' + digit : c;
    }
    u_strFromUTF32(out, BP_IDENTITY_MOST, &length, points, kept, status);
    return length;
}

static void write_key(const char *text, bool id, char key[BP_IDENTITY_MOST]) {
    UErrorCode status = U_ZERO_ERROR;
    UChar folded[BP_IDENTITY_MOST], skeleton[BP_IDENTITY_MOST];
    const UChar *result = folded;
    int32_t length = fold(text, id, folded, &status);
    USpoofChecker *checker = id ? NULL : uspoof_open(&status);
    if (checker) {
        length = uspoof_getSkeleton(checker, 0, folded, length, skeleton, BP_IDENTITY_MOST, &status);
        for (int32_t i = 0; U_SUCCESS(status) && i < length; i++)
            if (skeleton[i] == 'i') skeleton[i] = 'l'; /* as a capital it looks like that */
        result = skeleton;
        uspoof_close(checker);
    }
    u_strToUTF8(key, BP_IDENTITY_MOST - 1, NULL, result, U_SUCCESS(status) ? length : 0, &status);
    key[U_SUCCESS(status) ? strnlen(key, BP_IDENTITY_MOST - 1) : 0] = '\0';
}

void bp_identity_of_look(const char *name, char key[BP_IDENTITY_MOST]) {
    UErrorCode status = U_ZERO_ERROR;
    char look[2 * BP_IDENTITY_MOST] = "";
    USpoofChecker *checker = uspoof_open(&status);
    const int32_t bytes = (int32_t)strnlen(name, BP_IDENTITY_MOST / 2);
    uspoof_getSkeletonUTF8(checker, 0, name, bytes, look, sizeof look - 1, &status);
    uspoof_close(checker);
    bp_identity_of_name(U_SUCCESS(status) ? look : name, key);
}
#else
void bp_identity_of_look(const char *name, char key[BP_IDENTITY_MOST]) { bp_identity_of_name(name, key); }

static void write_key(const char *text, bool id, char key[BP_IDENTITY_MOST]) {
    size_t used = 0;
    for (; *text && used < BP_IDENTITY_MOST - 1; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c > 127 || (id ? isalnum(c) : !isspace(c))) key[used++] = (char)tolower(c);
    }
    key[used] = '\0';
}
#endif

void bp_identity_of_name(const char *name, char key[BP_IDENTITY_MOST]) { write_key(name, false, key); }

void bp_identity_of_id(const char *id, char key[BP_IDENTITY_MOST]) {
    write_key(id, true, key);
    for (char *c = key; *c; c++) *c = *c == 'o' ? '0' : *c == 'i' || *c == 'l' ? '1' : *c;
    const size_t digits = strspn(key, "0123456789"), zeros = strspn(key, "0");
    if (key[digits] != '\0' || zeros == 0) return;
    const size_t cut = zeros < digits ? zeros : digits - 1;
    memmove(key, key + cut, digits + 1 - cut);
}
