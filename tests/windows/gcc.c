/* A compiler for tests under wine: winegcc makes a program of wine of this file, which runs Debian's MinGW of the
 * same name (gcc, nm). Paths on drive Z are this machine's, in arguments and in messages. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <windows.h>

/* Wine hands over Latin-1. */
static char *to_utf8(const char *from) {
    char *out = malloc(2 * strlen(from) + 1), *to = out;
    for (; *from; from++) {
        const unsigned char c = (unsigned char)*from;
        if (c >= 0x80) *to++ = (char)(0xc0 | c >> 6);
        *to++ = (char)(c >= 0x80 ? 0x80 | (c & 0x3f) : c);
    }
    *to = '\0';
    return out;
}

int main(int argc, char **argv) {
    char tool[64];
    const char *name = argv[0];
    for (const char *at = argv[0]; *at; at++)
        if (*at == '/' || *at == '\\') name = at + 1;
    snprintf(tool, sizeof tool, "x86_64-w64-mingw32-%.20s", name);
    if (strrchr(tool, '.')) *strrchr(tool, '.') = '\0';
    for (int i = 1; i < argc; i++) {
        char *drive = strstr(argv[i], "Z:/");
        if (drive) memmove(drive, drive + 2, strlen(drive + 2) + 1);
    }
    const char **words = calloc((size_t)argc + 4, sizeof *words);
    words[0] = "bash", words[1] = "-c", words[3] = tool;
    words[2] = "set -o pipefail; \"$0\" \"$@\" 2>&1 | sed 's,^/,Z:/,'";
    for (int i = 1; i < argc; i++) words[i + 3] = to_utf8(argv[i]);
    int ends[2], status = 0;
    if (pipe(ends) != 0) return 3;
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], 1);
        close(ends[0]), close(ends[1]);
        execvp("bash", (char **)words);
        _exit(127);
    }
    close(ends[1]);
    /* Standard output is one of Windows' files. */
    char bytes[4096];
    DWORD done;
    for (ssize_t got; (got = read(ends[0], bytes, sizeof bytes)) > 0;)
        WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), bytes, (DWORD)got, &done, NULL);
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
