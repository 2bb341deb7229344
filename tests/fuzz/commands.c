/* Command lines of any words in any order. The exit code must be 0 to 3 (4 only for exercises), 2 and above
 * need a message, and files must be complete. A byte of the input chooses a word from the list or starts a
 * word made of the bytes after it.
 *
 * Some commands take seconds, start processes or wait for a user (bench, demo, claims, exercise check). An
 * invalid option at their end keeps them from running, after their other options are parsed. Sizes are kept
 * small. */
#define _GNU_SOURCE
#include "fuzz/program_sandbox.h"
#include <ctype.h>

enum { WORDS = 10, LENGTH = 48 };

static const char *const commands[] = {"lessons", "lesson", "claims", "view",     "inspect",  "skin",
                                       "render",  "doctor", "bench",  "demo",     "exercise", "render",
                                       "skin",    "lesson", "--help", "--version"};

static const char *const words[] = {"good.gltf",
                                    "bad.gltf",
                                    "cut.gltf",
                                    "empty",
                                    "note.txt",
                                    "folder",
                                    "nothing",
                                    "out.png",
                                    "frames",
                                    "out.md",
                                    "out.json",
                                    "--json",
                                    "--help",
                                    "--version",
                                    "--",
                                    "-",
                                    "",
                                    "-o",
                                    "--frames",
                                    "--fps",
                                    "--animation",
                                    "--time",
                                    "--size",
                                    "--show",
                                    "--eye",
                                    "--target",
                                    "--fov",
                                    "--unlit",
                                    "--msaa",
                                    "--threads",
                                    "--theme",
                                    "--headless",
                                    "--check",
                                    "--list",
                                    "--step",
                                    "--screenshot",
                                    "--transcript",
                                    "--columns",
                                    "--doctor",
                                    "--only",
                                    "--isa",
                                    "--dump",
                                    "--seconds",
                                    "--characters",
                                    "--seed",
                                    "--file",
                                    "--times",
                                    "--out",
                                    "--jobs",
                                    "--unsafe",
                                    "--wireframe",
                                    "--tiles",
                                    "light",
                                    "dark",
                                    "portable",
                                    "avx2",
                                    "mesh",
                                    "bones,axes",
                                    "mesh,weights,names",
                                    "wireframe",
                                    "0",
                                    "1",
                                    "2",
                                    "4",
                                    "5",
                                    "05",
                                    "-1",
                                    "0.05",
                                    "1e9",
                                    "nan",
                                    "inf",
                                    "999999999999999999999",
                                    "bend",
                                    "40x30",
                                    "320x320",
                                    "0x0",
                                    "-1x4",
                                    "40X30",
                                    "1,2,3",
                                    "0,0,0",
                                    "1,2",
                                    "nan,0,0",
                                    "1e38,0,0",
                                    "list",
                                    "check",
                                    "hint",
                                    "reset",
                                    "watch",
                                    "show",
                                    "grade",
                                    "S-stream",
                                    "R1",
                                    "P",
                                    "..",
                                    "."};

typedef struct line {
    int count;
    char text[WORDS + 4][LENGTH];
    char *argv[WORDS + 5];
} line;

static void add_word(line *l, const char *word) {
    snprintf(l->text[l->count], LENGTH, "%s", word);
    l->argv[l->count] = l->text[l->count];
    l->argv[++l->count] = NULL;
}

/* Reduces sizes such as 4000x3000, because large pictures take seconds with sanitizers. */
static void keep_small(char *word) {
    char *by = strpbrk(word, "xX");
    if (!by) return;
    char *size = strchr(word, '=');
    for (char *at = size && size < by ? size + 1 : word; *at; at++) {
        size_t digits = strspn(at, "0123456789");
        if (digits == 4) at[0] = '0';
        if (digits == 3 && at[0] > '3') at[0] = '3';
        at += digits ? digits - 1 : 0;
    }
}

static void read_word(fuzz_input *in, line *l) {
    uint8_t choice = fuzz_byte(in);
    char own[LENGTH] = "";
    if (choice < 2 * BP_COUNT(words)) {
        snprintf(own, sizeof own, "%s%s%s", words[choice % BP_COUNT(words)],
                 choice < BP_COUNT(words) ? "" : "=",
                 choice < BP_COUNT(words) ? "" : words[fuzz_byte(in) % BP_COUNT(words)]);
    } else {
        for (int i = 0; i < choice % 24 && fuzz_left(in) > 0; i++) {
            own[i] = (char)fuzz_byte(in);
            if (own[i] == '/') own[i] = '_'; /* keeps all paths in the folder */
        }
    }
    keep_small(own);
    add_word(l, own);
}

static bool has(const line *l, const char *word) {
    for (int i = 0; i < l->count; i++)
        if (strncmp(l->text[i], word, strlen(word)) == 0) return true;
    return false;
}

static line read_line(fuzz_input *in) {
    static const char *const slow[] = {"bench", "demo", "claims"};
    line l = {0};
    add_word(&l, "bindpose");
    add_word(&l, commands[fuzz_byte(in) % BP_COUNT(commands)]);
    for (int count = fuzz_below(in, WORDS); count > 0; count--) read_word(in, &l);
    bool stop = false;
    for (size_t i = 0; i < BP_COUNT(slow); i++) stop |= strcmp(l.text[1], slow[i]) == 0;
    if (strcmp(l.text[1], "exercise") == 0)
        stop = l.count > 2 && strcmp(l.text[2], "list") != 0 && strcmp(l.text[2], "hint") != 0;
    if (stop)
        add_word(&l, "--no-such-option");
    else if (!has(&l, "--size") && (has(&l, "render") || has(&l, "lesson") || has(&l, "view")) &&
             !has(&l, "--help"))
        add_word(&l, has(&l, "render") ? "--size=40x30" : "--size=320x320");
    return l;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    sandbox_open();
    fuzz_input in = {data, size, 0};
    line l = read_line(&in);
    int code = sandbox_run(l.count, l.argv, &in);
    bool exercise = strcmp(l.text[1], "exercise") == 0;
    FUZZ_CHECK(code >= 0 && code <= (exercise ? 4 : 3), "exit %d", code);
    return 0;
}
