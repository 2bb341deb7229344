/* An answer is preprocessed with the checker's flags, so it can't tell that it is compared; what then is
 * left of pragmas, volatile, noinline and optimize is taken out, because these only keep the compiler from
 * simplifying. */
#include "tools/grade/answer_code.h"
#include "base/process.h"
#include "base/text_buffer.h"
#include "exercise/checker.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_OUTPUT = 2 << 20, MOST_HEADER = 64 << 20, PATH = 1200 };

#define COMPILE " \"$c\" -w -std=c17 -O1 -ffast-math -fno-asynchronous-unwind-tables -fno-stack-protector"
#define ANSWER                                                                                               \
    "c=$1; s=$2; shift 2; \"$c\" \"$@\" -std=c17 -O0 -w -fsanitize=address,undefined -E -P \"$s\" |"         \
    " sed '/^ *#/d' |" COMPILE " -Dvolatile= -Dnoinline=unused -Dnoipa=unused -Doptimize=deprecated"         \
    " -D__optimize__=deprecated -x c -S -o - -"
#define PLAIN_ANSWER "c=$1; s=$2; shift 2; exec" COMPILE " \"$@\" -U__OPTIMIZE__ -S -o - \"$s\""
#define HEADER                                                                                               \
    "c=$1; s=$2; shift 4;" COMPILE " \"$@\" -U__OPTIMIZE__ -x c-header -o \"$TMPDIR/h\" \"$s\" &&"           \
    " exec cat \"$TMPDIR/h\""

/* Skips lines like "#include <math.h>" and empty ones. */
static const char *skip_headers(const char *text) {
    for (size_t skip = 1; skip > 0; text += skip) {
        const size_t before = strspn(text, " \t\r\n");
        const char *at = text + before;
        skip = before;
        if (strncmp(at, "#include <", 10) != 0) continue;
        const size_t name = strspn(at + 10, "abcdefghijklmnopqrstuvwxyz0123456789");
        if (strncmp(at + 10 + name, ".h>\n", 4) == 0) skip += 10 + name + 4;
    }
    return text;
}

/* An answer without other directives, attributes and reserved names can neither tell how it is compiled nor
 * hold what is taken out, so it needs no preprocessing by itself: three programs less to start. */
static bool is_plain(const char *text) {
    static const char *const REFUSED[] = {"#",   "\\",     "??",       "%:",       "__",    "_Pragma",
                                          "asm", "typeof", "volatile", "noinline", "noipa", "optimize"};
    static const char INCLUDE[] = "#include \"exercise.h\"\n";
    const char *include = strstr(text, INCLUDE);
    const char *begin = skip_headers(include ? include + sizeof INCLUDE - 1 : text);
    if (include && strcspn(text, "#\\?%") < (size_t)(include - text)) return false;
    for (size_t i = 0; i < BP_COUNT(REFUSED); i++)
        if (strstr(begin, REFUSED[i])) return false;
    return true;
}

int bp_code_length(const char *text, size_t size) {
    int length = 0;
    for (size_t i = 0, comment; i < size; i += comment ? comment : 1) {
        comment = bp_exercise_comment(text + i);
        length += !comment && !isspace((unsigned char)text[i]);
    }
    return length;
}

/* Instructions that tell more of the compiler's registers and types than of the code: x86 and ARM. Calls of
 * others than the library's functions don't count, because calls without effect can stand anywhere. */
static bool is_idle(const char *line, size_t length) {
    static const char *const BEGINS[] = {"mov",  "push",  "pop", "ret", "nop", "leave",
                                         "jmp",  "endbr", "cvt", "clt", "cqt", "cwt",
                                         "fmov", "fcvt",  "ldr", "ldp", "str", "stp"};
    for (size_t i = 0; i < BP_COUNT(BEGINS); i++)
        if (strncmp(line, BEGINS[i], strlen(BEGINS[i])) == 0) return true;
    if (strncmp(line, "call\t", 5) == 0 || strncmp(line, "bl\t", 3) == 0)
        return strncmp(strchr(line, '\t') + 1, "bp_", 3) != 0;
    return (length > 4 && strncmp(line + length - 4, "%rsp", 4) == 0) ||
           strncmp(line + strcspn(line, "\t\n"), "\tsp, sp", 7) == 0;
}

/* The mnemonic without a letter for the size of operands, and numbers among the operands. */
static void put_word(bp_text_buffer *to, const char *line, size_t length) {
    size_t name = strcspn(line, "\t \n");
    size_t word = name > 3 && strchr("bdlqsw", line[name - 1]) ? name - 1 : name;
    bp_text_buffer_add(to, "%.*s", (int)word, line);
    for (size_t i = name; i < length; i++) {
        if (line[i] != '$' && line[i] != '#') continue;
        const size_t number = strspn(line + i + 1, "-0123456789");
        bp_text_buffer_add(to, "$%.*s", (int)number, line + i + 1);
    }
    bp_text_buffer_add(to, " ");
}

/* The library's inline functions that an answer uses are compiled with it, and don't count. */
static void put_words(bp_text_buffer *to, const char *assembly) {
    static const char FUNCTION[] = "\t.type\t"; /* or a variable */
    bool counts = true;
    for (const char *line = assembly; *line; line += *line == '\n') {
        const size_t length = strcspn(line, "\n");
        if (strncmp(line, FUNCTION, sizeof FUNCTION - 1) == 0) {
            counts = strncmp(line + sizeof FUNCTION - 1, "bp_", 3) != 0;
            bp_text_buffer_add(to, "\n");
        } else if (counts && *line == '\t' && isalpha((unsigned char)line[1]) &&
                   !is_idle(line + 1, length - 1)) {
            put_word(to, line + 1, length - 1);
        }
        line += length;
    }
}

/* The compiler's output for a file, by one of the commands above. */
static bool run_compiler(const bp_allocator *allocator, const bp_code_options *options, const char *command,
                         const char *source, size_t limit, bp_process_result *ran, bp_error *error) {
    char include[PATH], own[PATH], header[PATH];
    const char *chosen = getenv("CC"), *root = options->paths->root;
    if (!chosen || !*chosen) chosen = "cc";
    snprintf(include, sizeof include, "-I%.1000s/include", root);
    snprintf(own, sizeof own, "-I%.1000s/lessons/exercises", root);
    snprintf(header, sizeof header, "%.1000s/lessons/exercises/exercise.h", root);
    const bp_process_options task = {
        .command_prefix = options->wrap,
        .argv = (const char *const[]){"sh", "-c", command, "sh", chosen, source ? source : header, "-include",
                                      options->header ? options->header : header,
                                      "-Dinline=inline __attribute__((__noinline__))", include, own,
                                      options->sources, NULL},
        .folder = options->folder,
        .output_limit = limit,
        .seconds = 30,
        .processor_seconds = 5,
        .address_space_megabytes = 4096};
    return bp_process_run(allocator, &task, ran, error);
}

static bool succeeded(const bp_process_result *ran, size_t limit) {
    return ran->end == BP_PROCESS_EXITED && ran->code == 0 && ran->output.size < limit;
}

bool bp_answer_code_make_header(const bp_allocator *allocator, const bp_code_options *options,
                                const char *header, bp_error *error) {
    bp_process_result ran;
    if (!run_compiler(allocator, options, HEADER, NULL, MOST_HEADER, &ran, error)) return false;
    const bool ok =
        !succeeded(&ran, MOST_HEADER) || bp_file_write(header, ran.output.data, ran.output.size, error);
    bp_process_result_free(allocator, &ran);
    return ok;
}

char *bp_answer_code(const bp_allocator *allocator, const bp_code_options *options, const char *source,
                     bp_error *error) {
    bp_file text;
    bp_process_result ran;
    if (!bp_file_read(allocator, source, 0, &text, error)) return NULL;
    const bool plain = strlen((char *)text.data) == text.size && is_plain((char *)text.data);
    bp_file_free(allocator, &text);
    if (!run_compiler(allocator, options, plain ? PLAIN_ANSWER : ANSWER, source, MOST_OUTPUT, &ran, error))
        return NULL;
    bp_text_buffer words = {.allocator = allocator ? *allocator : bp_allocator_default()};
    put_words(&words, succeeded(&ran, MOST_OUTPUT) && ran.output.data ? (const char *)ran.output.data : "");
    bp_process_result_free(allocator, &ran);
    return bp_text_buffer_finish(&words, &text, error) ? (char *)text.data : NULL;
}
