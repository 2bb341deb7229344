/* Whole programs, as from the command line: exit 3 and a message, no half-written file. */
#define _XOPEN_SOURCE 700
#include "sweep.h"
#include <bindpose/program.h>
#include <fcntl.h>
#include <unistd.h>

extern const bp_lesson_plan *const bp_lesson_registry[];

typedef struct objects {
    int param;
    char out[96];
    int code;
} objects;

#define CHARACTER "assets/character.glb"

/* OUT stands for the file that is written. */
static char *const LINES[][12] = {
    {"lessons"},
    {"claims"},
    {"claims", "--json"},
    {"inspect", CHARACTER, "--json", "--animation", "1", "--time", "0.5"},
    {"inspect", CHARACTER},
    {"skin", CHARACTER, "--json"},
    {"skin", CHARACTER, "--animation", "wave"},
    {"doctor", CHARACTER},
    {"doctor", CHARACTER, "--json"},
    {"doctor", CHARACTER, "assets", "--format", "jsonl", "--jobs", "1"},
    {"doctor", "assets/*.glb", "--format", "sarif", "--jobs", "1"},
    {"render", CHARACTER, "-o", "OUT", "--size", "320x200", "--show", "mesh,bones,axes,names", "--threads",
     "2"},
    {"lesson", "1", "--headless"},
    {"lesson", "5", "--headless"},
    {"lesson", "15", "--check"},
    {"lesson", "17", "--transcript", "OUT"},
    {"lesson", "16", "--step", "2", "--screenshot", "OUT", "--size", "400x320"},
};

static void prepare(void *user) {
    objects *t = user;
    bool words = t->param < (int)BP_COUNT(LINES) && LINES[t->param][2] &&
                 strcmp(LINES[t->param][2], "--transcript") == 0;
    snprintf(t->out, sizeof t->out, "/tmp/bindpose-oom-%ld.%s", (long)getpid(), words ? "json" : "png");
}

static void fingerprint(const void *user, uint64_t *hash) {
    const objects *t = user;
    bp_file file = {0};
    sweep_word(hash, bp_file_read(NULL, t->out, 0, &file, NULL));
    sweep_bytes(hash, file.data, file.size);
    bp_file_free(NULL, &file);
}

static void finish(void *user) { unlink(((objects *)user)->out); }

/* Discards standard output and takes the error from standard error. */
static bool run(void *user, bp_error *error) {
    objects *t = user;
    char *argv[14] = {"bindpose"};
    int argc = 1, kept[2];
    for (int i = 0; i < 12 && LINES[t->param][i]; i++)
        argv[argc++] = strcmp(LINES[t->param][i], "OUT") == 0 ? t->out : LINES[t->param][i];
    char said[400] = "";
    static char name[64];
    snprintf(name, sizeof name, "/tmp/bindpose-oom-%ld.err", (long)getpid());
    fflush(stdout);
    kept[0] = dup(1), kept[1] = dup(2);
    int nothing = open("/dev/null", O_WRONLY), words = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
    dup2(nothing, 1), dup2(words, 2);
    t->code = bp_program(argc, argv, bp_lesson_registry, NULL, "");
    fflush(stdout);
    dup2(kept[0], 1), dup2(kept[1], 2);
    ssize_t got = pread(words, said, sizeof said - 1, 0);
    close(nothing), close(words), close(kept[0]), close(kept[1]);
    unlink(name);
    if (t->code == 0) return true;
    /* Exit code 3 means the environment, such as memory; 1 and 2 would blame the file or the user. */
    if (t->code == 3)
        bp_fail(error, BP_ERROR_MEMORY, NULL, "%s", got > 0 ? said : "");
    else
        bp_fail(error, BP_ERROR_INPUT, NULL, "exit %d: %s", t->code, said);
    return false;
}

static const sweep_case cases[] = {
    {"(programs)", run, BP_COUNT(LINES), SWEEP_FOREIGN | SWEEP_MAY_SUCCEED},
};

const sweep_suite sweep_programs = {"programs", sizeof(objects), prepare,        fingerprint,
                                    finish,     cases,           BP_COUNT(cases)};
