/* Other processes, inherited files, the environment, the terminal, the network, the system. */
#include "attack.h"
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>

extern char **environ;

static int processes(void) {
    int others = 0;
    DIR *proc = opendir("/proc");
    for (struct dirent *entry; proc && (entry = readdir(proc));)
        if (atoi(entry->d_name) > 0 && atoi(entry->d_name) != getpid()) others += TRY(entry->d_name[0]);
    if (proc) closedir(proc);
    return others;
}

static int files(void) {
    int inherited = 0;
    for (int i = 4; i < 4096; i++) inherited += fcntl(i, F_GETFD) >= 0;
    /* opendir of /proc is closed again, so only 0 to 3 are open. */
    return TRY(inherited > 0) + TRY(getenv("HOME") != NULL) + TRY(getenv("SECRET") != NULL) +
           TRY(getenv("USER") != NULL);
}

static int signals(void) {
    int succeeded = 0;
    for (int pid = -1; pid < 300; pid++) {
        if (pid == getpid()) continue;
        succeeded += kill(pid, 0) == 0 || kill(pid, SIGTERM) == 0 || kill(pid, SIGKILL) == 0;
        succeeded += syscall(SYS_tkill, pid, SIGKILL) == 0;
        succeeded += ptrace(PTRACE_ATTACH, pid, 0, 0) == 0 || ptrace(PTRACE_SEIZE, pid, 0, 0) == 0;
        succeeded += syscall(SYS_pidfd_open, pid, 0) >= 0;
    }
    return TRY(succeeded > 0) + TRY(kill(getpid(), SIGKILL) == 0) + TRY(kill(getppid(), SIGSTOP) == 0);
}

static int system_calls(void) {
    struct rlimit more = {RLIM_INFINITY, RLIM_INFINITY};
    char byte = 'x';
    int succeeded = 0;
    succeeded += TRY(socket(AF_INET, SOCK_STREAM, 0) >= 0) + TRY(socket(AF_UNIX, SOCK_STREAM, 0) >= 0) +
                 TRY(socket(AF_NETLINK, SOCK_RAW, 0) >= 0);
    succeeded += TRY(ioctl(0, TIOCSTI, &byte) == 0) + TRY(ioctl(1, TIOCSTI, &byte) == 0) +
                 TRY(open("/dev/tty", O_RDONLY) >= 0);
    succeeded += TRY(mount("none", "/proc", "tmpfs", 0, NULL) == 0) + TRY(umount("/proc") == 0) +
                 TRY(chroot("/") == 0);
    succeeded += TRY(syscall(SYS_unshare, 0x10000000) == 0) + TRY(syscall(SYS_setns, 0, 0) == 0);
    succeeded += TRY(setrlimit(RLIMIT_CPU, &more) == 0) + TRY(setrlimit(RLIMIT_FSIZE, &more) == 0);
    succeeded += TRY(syscall(SYS_prlimit64, 1, RLIMIT_NPROC, &more, NULL) == 0);
    succeeded +=
        TRY(setuid(0) == 0) + TRY(setgid(0) == 0) + TRY(setsid() >= 0) + TRY(setpgid(0, 0) == 0 && 0);
    succeeded += TRY(prctl(PR_SET_PDEATHSIG, 0) == 0) + TRY(prctl(PR_SET_DUMPABLE, 1) == 0);
    succeeded +=
        TRY(syscall(SYS_bpf, 0, 0, 0) >= 0) + TRY(syscall(SYS_userfaultfd, 0) >= 0) +
        TRY(syscall(SYS_io_uring_setup, 1, 0) >= 0) + TRY(syscall(SYS_perf_event_open, 0, 0, 0, 0, 0) >= 0) +
        TRY(syscall(SYS_add_key, 0, 0, 0, 0, 0) >= 0) + TRY(syscall(SYS_personality, 0xffffffff) >= 0);
    succeeded += TRY(geteuid() == 0) + TRY(getuid() == 0 && geteuid() == 0);
    return succeeded;
}

/* Capabilities, as bits in /proc/self/status, and new privileges. */
static int privileges(void) {
    char line[256];
    unsigned long bits;
    int any = 0;
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status)) {
        any += TRY(sscanf(line, "CapInh: %lx", &bits) == 1 && bits) +
               TRY(sscanf(line, "CapPrm: %lx", &bits) == 1 && bits) +
               TRY(sscanf(line, "CapEff: %lx", &bits) == 1 && bits) +
               TRY(sscanf(line, "CapAmb: %lx", &bits) == 1 && bits) +
               TRY(sscanf(line, "NoNewPrivs: %lx", &bits) == 1 && !bits) +
               TRY(sscanf(line, "Seccomp: %lx", &bits) == 1 && bits != 2);
    }
    if (status) fclose(status);
    return any + TRY(!status);
}

static int attack(void) { return processes() + files() + signals() + system_calls() + privileges(); }
