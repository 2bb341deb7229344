/* The compiler for exercises where there is no other: libtcc, as a program of its own, because what it
 * compiles may crash it. It writes an object file, lists its symbols as nm does, and links and runs it in
 * memory.
 *
 *   tcc compile SOURCE OBJECT INCLUDES HEADER FOLDER...
 *                          HEADER is included first. FOLDERs are searched for headers. INCLUDES lists the
 *                          files that it includes, but not the system's, in make's format
 *   tcc symbols OBJECT     lines: name and kind (U: undefined; T, D: global; t, d: local)
 *   tcc link OBJECT...     links object files and libraries, and runs nothing
 *   tcc run OBJECT...      links them and calls their main
 *
 * Exit 1 on errors of the sources or objects; they are on standard error. */
#define _POSIX_C_SOURCE 200809L
#include "base/system.h"
#include "base/text_buffer.h"
#include "tools/tcc/system.h"
#include <elf.h>
#include <fcntl.h>
#include <libtcc.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The linker sends libtcc's calls of open here (--wrap): the only complete list of the files that it
 * reads. */
int __wrap_open(const char *path, int flags, ...);

/* The list of them goes to this file descriptor, if it is open. */
enum { INCLUDES = 9 };

static bool is_of_the_system(const char *path) {
    static const char *const FOLDERS[] = {"/usr/include/", "/usr/local/include/", "/usr/lib/"};
    char own[PATH_MAX];
    for (size_t i = 0; i < BP_COUNT(FOLDERS); i++)
        if (strncmp(path, FOLDERS[i], strlen(FOLDERS[i])) == 0) return true;
    return bp_tcc_folder(own, sizeof own) && strncmp(path, own, strlen(own)) == 0;
}

static void note_include(const char *path) {
    char real[PATH_MAX], text[2 * PATH_MAX + 1] = " ", *to = text + 1;
    if (lseek(INCLUDES, 0, SEEK_CUR) < 0 || !bp_path_resolve(path, real, sizeof real) ||
        is_of_the_system(real))
        return;
    for (const char *at = real; *at; at++) {
        if (*at == ' ') *to++ = '\\';
        *to++ = *at;
    }
    if (write(INCLUDES, text, (unsigned)(to - text)) != to - text) exit(3);
}

int __wrap_open(const char *path, int flags, ...) {
    int file = bp_tcc_open(path, flags);
    if (file >= 0 && !(flags & O_CREAT)) note_include(path);
    return file;
}

static void print_message(void *user, const char *message) {
    (void)user;
    fprintf(stderr, "%s\n", message);
}

static TCCState *begin(int output) {
    TCCState *tcc = tcc_new();
    if (!tcc) exit(3);
    char own[PATH_MAX];
    if (bp_tcc_folder(own, sizeof own)) tcc_set_lib_path(tcc, own);
    tcc_set_error_func(tcc, NULL, print_message);
    tcc_set_options(tcc, "-Wall");
    tcc_set_output_type(tcc, output);
    return tcc;
}

/* libtcc writes 16 bytes where a function returns a struct of 12, such as a bp_vec3, and makes room for 12
 * only: the variable above is lost, unless all of them lie at multiples of 8 bytes. So behind the headers,
 * whose structs must stay as they are, every type's name asks for that. (glibc's headers make __attribute__
 * nothing for tcc.) */
static const char *const TYPES[] = {"float",   "int",     "unsigned", "char",    "short", "bp_vec2",
                                    "bp_vec3", "bp_vec4", "bp_quat",  "bp_mat4", "bp_trs"};
static const char HEADERS[] =
    "#include <limits.h>\n#include <math.h>\n#include <stdint.h>\n#include <stdio.h>\n"
    "#include <stdlib.h>\n#include <string.h>\n#undef bool\n#define bool _Bool __attribute((aligned(8)))\n";

static void align(bp_text_buffer *to, const char *type, int length) {
    bp_text_buffer_add(to, "#define %.*s %.*s __attribute((aligned(8)))\n", length, type, length, type);
}

static void align_types(bp_text_buffer *to, const char *declarations) {
    bp_text_buffer_add(to, "%s", HEADERS);
    for (size_t i = 0; i < BP_COUNT(TYPES); i++) align(to, TYPES[i], (int)strlen(TYPES[i]));
    /* The header's own structs: "} fragment;". */
    for (const char *at = declarations; (at = strstr(at, "\n} ")) != NULL; at++)
        align(to, at + 3, (int)strcspn(at + 3, ";"));
}

/* The student's text behind that; its lines keep their numbers. NULL: a file can't be read, or there is no
 * memory. */
static char *with_types(const char *source, const char *header) {
    bp_file text = {0}, declarations = {0};
    bp_text_buffer to = {.allocator = bp_allocator_default()};
    bool ok =
        bp_file_read(NULL, source, 0, &text, NULL) && bp_file_read(NULL, header, 0, &declarations, NULL);
    if (ok) bp_text_buffer_add(&to, "#include \"%s\"\n", header);
    if (ok && !BP_TCC_IS_OURS) align_types(&to, (const char *)declarations.data);
    if (ok) bp_text_buffer_add(&to, "#line 1 \"%s\"\n%s", source, (const char *)text.data);
    bp_file_free(NULL, &text);
    bp_file_free(NULL, &declarations);
    bp_file whole;
    return bp_text_buffer_finish(&to, &whole, NULL) && ok ? (char *)whole.data : NULL;
}

static int compile(char **argv) {
    const char *object = argv[1];
    char *text = with_types(argv[0], argv[3]), *slash = strrchr(argv[0], '/');
    TCCState *tcc = begin(TCC_OUTPUT_OBJ);
    int includes = open(argv[2], O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (includes < 0 || !text || dup2(includes, INCLUDES) < 0) return 3;
    if (slash) *slash = '\0';
    tcc_add_include_path(tcc, slash ? argv[0] : "."); /* as if it were compiled as a file */
    for (char **folder = argv + 4; *folder; folder++) tcc_add_include_path(tcc, *folder);
    bool listed = write(INCLUDES, "answer:", 7) == 7;
    bool ok = tcc_compile_string(tcc, text) == 0;
    listed = listed && write(INCLUDES, "\n", 1) == 1;
    if (close(INCLUDES) != 0 || close(includes) != 0 || !listed) return 3;
    ok = ok && tcc_output_file(tcc, object) == 0;
    tcc_delete(tcc);
    return !ok;
}

/* The bytes of a part of an object file; NULL if it isn't in the file. */
static const void *part(const bp_file *file, size_t at, size_t size) {
    return at <= file->size && size <= file->size - at ? file->data + at : NULL;
}

static char kind_of(const Elf64_Sym *symbol) {
    const bool code = ELF64_ST_TYPE(symbol->st_info) == STT_FUNC;
    if (symbol->st_shndx == SHN_UNDEF) return 'U';
    if (ELF64_ST_BIND(symbol->st_info) == STB_LOCAL) return code ? 't' : 'd';
    return code ? 'T' : 'D';
}

static int list_symbols(const bp_file *file) {
    const Elf64_Ehdr *head = part(file, 0, sizeof *head);
    const Elf64_Shdr *sections = head ? part(file, head->e_shoff, head->e_shnum * sizeof *sections) : NULL;
    for (int i = 0; sections && i < head->e_shnum; i++) {
        const Elf64_Shdr *table = &sections[i];
        if (table->sh_type != SHT_SYMTAB || table->sh_link >= head->e_shnum) continue;
        const Elf64_Shdr *names = &sections[table->sh_link];
        const Elf64_Sym *symbols = part(file, table->sh_offset, table->sh_size);
        const char *text = part(file, names->sh_offset, names->sh_size);
        if (!symbols || !text || names->sh_size == 0 || text[names->sh_size - 1] != '\0') return 1;
        for (size_t k = 1; k < table->sh_size / sizeof *symbols; k++)
            if (symbols[k].st_name < names->sh_size && text[symbols[k].st_name])
                printf("%s %c\n", text + symbols[k].st_name, kind_of(&symbols[k]));
        return 0;
    }
    return 1;
}

static int symbols(char **argv) {
    bp_file file;
    bp_error error = {0};
    if (!bp_file_read(NULL, argv[0], 0, &file, &error)) return 3;
    int code = list_symbols(&file);
    bp_file_free(NULL, &file);
    return code;
}

static int run(char **argv, bool for_real) {
    TCCState *tcc = begin(TCC_OUTPUT_MEMORY);
    bp_tcc_add_symbols(tcc);
    for (char **object = argv; *object; object++)
        if (tcc_add_file(tcc, *object) != 0) return 1;
    if (tcc_relocate(tcc, TCC_RELOCATE_AUTO) != 0) return 1;
    int (*start)(void);
    void *address = tcc_get_symbol(tcc, "main");
    if (!address) return 1;
    memcpy(&start, &address, sizeof start); /* ISO C has no conversion from data to code */
    int code = for_real ? start() : 0;
    tcc_delete(tcc);
    return code;
}

int main(int argc, char **argv) {
    bp_program_begin(&argc, &argv);
    const char *what = argc > 2 ? argv[1] : "";
    if (strcmp(what, "compile") == 0 && argc > 5) return compile(argv + 2);
    if (strcmp(what, "symbols") == 0) return symbols(argv + 2);
    if (strcmp(what, "link") == 0) return run(argv + 2, false);
    if (strcmp(what, "run") == 0) return run(argv + 2, true);
    fprintf(stderr, "usage: tcc compile|symbols|link|run FILES\n");
    return 2;
}
