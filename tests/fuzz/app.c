/* Window events in any order: keys, text, mouse, sizes, time and dropped files, sent to the list, a lesson
 * or a model file. Some keys save files and screenshots. program_sandbox.h provides the window, which needs
 * no display. */
#define _GNU_SOURCE
#include "fuzz/program_sandbox.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    sandbox_open();
    fuzz_input in = {data, size, 0};
    int lessons = 0;
    while (bp_lesson_registry[lessons]) lessons++;
    char program[] = "bindpose", view[] = "view", lesson[] = "lesson", number[8], file[32];
    char *argv[4] = {program, NULL, NULL, NULL};
    int argc = 3;
    switch (fuzz_below(&in, 3)) {
    case 0: argc = 1; break;
    case 1:
        argv[1] = view;
        snprintf(file, sizeof file, "%s", sandbox_files[fuzz_below(&in, (int)BP_COUNT(sandbox_files))]);
        argv[2] = file;
        break;
    default:
        argv[1] = lesson;
        snprintf(number, sizeof number, "%d", bp_lesson_registry[fuzz_below(&in, lessons)]->number);
        argv[2] = number;
        break;
    }
    int code = sandbox_run(argc, argv, &in);
    FUZZ_CHECK(code >= 0 && code <= 3, "exit %d", code);
    return 0;
}
