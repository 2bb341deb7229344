/* Writing a matrix's numbers. */
#include "viewer/matrix_text.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

int bp_matrix_decimals(const bp_mat4 *m) {
    float largest = 0;
    for (int i = 0; i < 16; i++) {
        float size = fabsf(m->m[i]);
        if (size > largest && size <= 3.4e38f) largest = size;
    }
    int decimals = 4;
    for (float limit = 9.99995f; largest >= limit && decimals >= 0; limit *= 10) decimals--;
    return decimals;
}

const char *bp_matrix_text(float value, int decimals, char *text) {
    char plain[24];
    if (value != value || fabsf(value) > 3.4e38f)
        snprintf(plain, sizeof plain, "%s", value != value ? "NaN" : value > 0 ? "inf" : "-inf");
    else if (decimals < 0)
        snprintf(plain, sizeof plain, "%.1e", (double)value);
    else
        snprintf(plain, sizeof plain, "%.*f", decimals, (double)value);
    bool minus = plain[0] == '-' && strpbrk(plain, "123456789i") != NULL;
    const char *digits = plain[0] == '-' ? plain + 1 : plain;
    snprintf(text, 32, "%s%s", minus ? "\xE2\x88\x92" : "", digits);
    return text;
}
