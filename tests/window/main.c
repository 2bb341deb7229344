/* One case of the play tests:  play BUILD_FOLDER FOLDER CASE
 *
 * CASE is a lesson's name, or one of those below; FOLDER is for the programs' data, and has
 * the models that they open. */
#include "play.h"
#include <bindpose/lesson.h>
#include <stdlib.h>
#include <string.h>

extern const bp_lesson_plan *const bp_lesson_registry[];

static const struct {
    const char *name;
    play_script *script;
    const char *arguments[3];
} PROGRAMS[] = {{"list", play_browser, {NULL}},
                {"viewer", play_view, {"view", "../character.glb"}},
                {"saving", play_saving, {"view", "../bad.glb"}},
                {"crowd", play_demo, {"demo", "--characters", "5"}}};

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    play p = {.name = argv[3], .build = argv[1], .script = play_lesson};
    snprintf(p.folder, sizeof p.folder, "%s", argv[2]);
    char *arguments[5] = {NULL};
    for (int i = 0; bp_lesson_registry[i]; i++)
        if (strcmp(bp_lesson_registry[i]->name, p.name) == 0) {
            play_run(&p, bp_lesson_registry[i], 1, arguments);
            return 0;
        }
    for (size_t i = 0; i < BP_COUNT(PROGRAMS); i++) {
        if (strcmp(PROGRAMS[i].name, p.name) != 0) continue;
        int count = 1;
        for (; count <= 3 && PROGRAMS[i].arguments[count - 1]; count++)
            arguments[count] = (char *)PROGRAMS[i].arguments[count - 1];
        p.script = PROGRAMS[i].script;
        play_run(&p, NULL, count, arguments);
        return 0;
    }
    fprintf(stderr, "play: no case '%s'\n", p.name);
    return 2;
}
