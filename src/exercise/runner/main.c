/* Reads cases from file descriptor 3 until there are no more, and writes the student's answer to each in the
 * same format: a count of floats, then the floats. */
#include "exercise/runner/run.h"
#include <math.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

enum { CHANNEL = 3 };

void *bp_run_array(size_t count, size_t size) {
    void *array = malloc(count * size);
    if (!array) _exit(1);
    return memset(array, 0xff, count * size);
}

static int read_all(void *to, size_t size) {
    for (size_t done = 0; done < size;) {
        ssize_t got = read(CHANNEL, (char *)to + done, size - done);
        if (got <= 0) return 0;
        done += (size_t)got;
    }
    return 1;
}

static void write_all(const void *from, size_t size) {
    for (size_t done = 0; done < size;) {
        ssize_t put = write(CHANNEL, (const char *)from + done, size - done);
        if (put <= 0) _exit(1);
        done += (size_t)put;
    }
}

int main(void) {
    uint32_t count;
    float *in = malloc(BP_EXERCISE_FLOATS * sizeof *in), *out = malloc(BP_EXERCISE_FLOATS * sizeof *out);
    if (!in || !out) return 1;
    while (read_all(&count, sizeof count) && count <= BP_EXERCISE_FLOATS &&
           read_all(in, count * sizeof *in)) {
        for (int i = 0; i < BP_EXERCISE_FLOATS; i++) out[i] = NAN;
        count = (uint32_t)(bp_exercise_call(in, out) - out);
        write_all(&count, sizeof count);
        write_all(out, count * sizeof *out);
    }
    free(in);
    free(out);
    return 0;
}
