/* Every way to leave something behind: in its folder, in shared memory, in the results. */
#include "attack.h"
#include <sys/xattr.h>

static int attack(void) {
    static const char *const PATHS[] = {"made",
                                        "exercise",
                                        "exercise.o",
                                        "exercise.d",
                                        "../made",
                                        "/made",
                                        "/tmp/made",
                                        "/dev/shm/made",
                                        "/var/tmp/made",
                                        "/dev/null",
                                        "/proc/self/comm",
                                        "/proc/self/oom_score_adj",
                                        "/proc/1/oom_score_adj",
                                        "/proc/sys/kernel/core_pattern",
                                        "/proc/self/mem"};
    int succeeded = 0;
    for (size_t i = 0; i < sizeof PATHS / sizeof *PATHS; i++) {
        succeeded += TRY(open(PATHS[i], O_WRONLY | O_CREAT, 0666) >= 0);
        succeeded += TRY(open(PATHS[i], O_RDWR) >= 0);
        succeeded += TRY(open(PATHS[i], O_RDONLY | O_CREAT, 0666) >= 0 && i < 9);
        succeeded += TRY(open(PATHS[i], O_RDONLY | O_TRUNC) >= 0);
        succeeded += TRY(truncate(PATHS[i], 0) == 0);
        succeeded += TRY(unlink(PATHS[i]) == 0);
        succeeded += TRY(chmod(PATHS[i], 0777) == 0);
        succeeded += TRY(setxattr(PATHS[i], "user.x", "x", 1, 0) == 0);
    }
    succeeded += TRY(open("/", O_TMPFILE | O_RDWR, 0600) >= 0);
    succeeded += TRY(mkdir("folder", 0777) == 0 || mkdir("/folder", 0777) == 0);
    succeeded += TRY(symlink("/", "link") == 0 || symlink("/etc/passwd", "exercise.link") == 0);
    succeeded += TRY(link("exercise", "other") == 0);
    succeeded += TRY(rename("exercise", "other") == 0);
    succeeded += TRY(mkfifo("pipe", 0666) == 0);
    succeeded += TRY(shm_open("/made", O_CREAT | O_RDWR, 0600) >= 0);
    succeeded += TRY(syscall(SYS_shmget, 1, 4096, 0666 | 01000) >= 0);
    succeeded += TRY(syscall(SYS_msgget, 1, 0666 | 01000) >= 0);
    succeeded += TRY(syscall(SYS_semget, 1, 1, 0666 | 01000) >= 0);
    succeeded += TRY(chdir("/proc") == 0);
    return succeeded;
}
