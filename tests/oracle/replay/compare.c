/* compare: the library's results against the recording's, and the largest difference. */
#include "replay.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The current position as text: "trace dev-3, step 5 (rotate), bone 2, local". */
static int describe(const replay *r, char *text, size_t size) {
    const replay_position *place = &r->place;
    char step[96] = "", bone[32] = "";
    if (place->step >= 0)
        snprintf(step, sizeof step, ", step %ld (%.40s)", place->step,
                 place->operation ? place->operation : "?");
    if (place->bone >= 0) snprintf(bone, sizeof bone, ", bone %ld", place->bone);
    snprintf(text, size, "trace %.60s%s%s, %.40s", place->trace ? place->trace : "?", step, bone,
             place->matrix ? place->matrix : "?");
    return (int)strlen(text);
}

static void note_mismatch(replay *r, size_t entry, double got, double want, double off) {
    if (r->mismatch) return;
    r->mismatch = true;
    int used = describe(r, r->first, sizeof r->first);
    snprintf(r->first + used, sizeof r->first - (size_t)used,
             "[%zu]: got %.9g, wanted %.9g; relative difference %.3g", entry, got, want, off);
}

/* The largest difference of a row by the rule; NaN counts as infinite. */
static double row_difference(const double *want, const double *got, size_t count, size_t *entry) {
    double size = 1, worst = 0;
    for (size_t i = 0; i < count; i++) size = fabs(want[i]) > size ? fabs(want[i]) : size;
    *entry = 0;
    for (size_t i = 0; i < count; i++) {
        double off = fabs(got[i] - want[i]) / size;
        if (off <= worst) continue;
        worst = off > worst ? off : INFINITY; /* else NaN */
        *entry = i;
        if (worst == INFINITY) break;
    }
    return worst;
}

void replay_compare_numbers(replay *r, const double *want, const double *got, size_t count) {
    size_t entry = 0;
    double off = row_difference(want, got, count, &entry);
    r->values += count;
    if (off > r->worst) {
        r->worst = off;
        describe(r, r->worst_place, sizeof r->worst_place);
    }
    if (off > r->tolerance) note_mismatch(r, entry, got[entry], want[entry], off);
}

bool replay_compare_doubles(replay *r, const json_t *want, const double *got, size_t count) {
    double numbers[64];
    if (count > 64) return replay_malformed(r, "a row of %zu numbers is more than a matrix", count);
    if (!replay_numbers(r, want, count, numbers)) return false;
    replay_compare_numbers(r, numbers, got, count);
    return true;
}

bool replay_compare(replay *r, const json_t *want, const float *got, size_t count) {
    double wide[64];
    for (size_t i = 0; i < count && i < 64; i++) wide[i] = (double)got[i];
    return replay_compare_doubles(r, want, wide, count);
}

bool replay_compare_rotation(replay *r, const json_t *want, bp_quat got) {
    double numbers[4];
    if (!replay_numbers(r, want, 4, numbers)) return false;
    double dot = numbers[0] * (double)got.x + numbers[1] * (double)got.y + numbers[2] * (double)got.z +
                 numbers[3] * (double)got.w;
    double sign = dot < 0 ? -1 : 1;
    double wide[4] = {sign * (double)got.x, sign * (double)got.y, sign * (double)got.z, sign * (double)got.w};
    replay_compare_numbers(r, numbers, wide, 4);
    return true;
}

void replay_expect(replay *r, bool equal, const char *format, ...) {
    r->values++;
    if (equal || r->mismatch) return;
    r->mismatch = true;
    int used = describe(r, r->first, sizeof r->first);
    used += snprintf(r->first + used, sizeof r->first - (size_t)used, ": ");
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(r->first + used, sizeof r->first - (size_t)used, format, arguments);
    va_end(arguments);
}
