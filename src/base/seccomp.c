/* A seccomp filter for programs that nobody trusts. It lists the system calls that a C program needs to
 * compute, to read files, and to use the files that it was started with; every other call fails with EPERM:
 * other processes, writing to files, sockets, mounts, everything newer than this list. Linux keeps the filter
 * over exec and applies it to root too.
 *
 * The filter must exist before the program's first instruction, because a program can run code before main.
 * So it has to allow exactly one exec. It does that by a password: execve has three arguments, the filter
 * sees six, and it demands random numbers in the other three. The program can't know them, and can't read the
 * filter. */
#define _GNU_SOURCE
#include "base/process.h"
#include <errno.h>
#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __x86_64__
#define MACHINE AUDIT_ARCH_X86_64
#else
#define MACHINE AUDIT_ARCH_AARCH64
#endif

/* Of a 64-bit argument LOAD(args[i]) loads the low half, and LOAD_HIGH(i) the other: both are little-endian
 * machines. */
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offsetof(struct seccomp_data, field))
#define LOAD_HIGH(i) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offsetof(struct seccomp_data, args[i]) + 4)
#define RETURN(what) BPF_STMT(BPF_RET | BPF_K, what)
#define DENY RETURN(SECCOMP_RET_ERRNO | EPERM)
/* Skips `over` instructions unless the loaded value is `value`, or unless it has a bit of it. */
#define UNLESS_IS(value, over) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), 0, over)
#define UNLESS_HAS(value, over) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (uint32_t)(value), 0, over)
/* Allows a call whose argument i is one of two values, or has no bit of a mask. */
#define ALLOW_IF(call, i, one, other)                                                                        \
    UNLESS_IS(__NR_##call, 6), LOAD(args[i]), UNLESS_IS(one, 1), RETURN(SECCOMP_RET_ALLOW),                  \
        UNLESS_IS(other, 1), RETURN(SECCOMP_RET_ALLOW), DENY
#define ALLOW_WITHOUT(call, i, mask)                                                                         \
    UNLESS_IS(__NR_##call, 4), LOAD(args[i]), UNLESS_HAS(mask, 1), DENY, RETURN(SECCOMP_RET_ALLOW)
/* Allows signals to the own process, except the one by which the system ends processes that take all
 * memory. */
#define ALLOW_SIGNAL(call, own, signal)                                                                      \
    UNLESS_IS(__NR_##call, 7), LOAD(args[signal]), UNLESS_IS(SIGKILL, 1), DENY, LOAD(args[0]),               \
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(own), 0, 1), RETURN(SECCOMP_RET_ALLOW), DENY
/* Ends the program by SIGSYS if argument 0 has a bit of the mask. */
#define KILL_WITH(call, mask)                                                                                \
    UNLESS_IS(__NR_##call, 4), LOAD(args[0]), UNLESS_HAS(mask, 1), RETURN(SECCOMP_RET_KILL_PROCESS),         \
        RETURN(SECCOMP_RET_ALLOW)
#define DEMAND(word) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, word, 1, 0), DENY

/* Flags of open that change something. */
#define WRITING (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND)

/* The calls that are allowed whatever their arguments, the most frequent first. */
static const uint32_t ALLOWED[] = {
    __NR_read, __NR_write, __NR_mmap, __NR_munmap, __NR_mprotect, __NR_madvise, __NR_brk, __NR_futex,
    __NR_readv, __NR_writev, __NR_pread64, __NR_lseek, __NR_close, __NR_fstat, __NR_newfstatat, __NR_statx,
    __NR_faccessat, __NR_readlinkat, __NR_getdents64, __NR_getcwd, __NR_dup, __NR_dup3, __NR_ppoll,
    __NR_pselect6, __NR_mremap, __NR_rt_sigaction, __NR_rt_sigprocmask, __NR_rt_sigreturn, __NR_sigaltstack,
    __NR_set_tid_address, __NR_set_robust_list, __NR_getrandom, __NR_sched_yield, __NR_sched_getaffinity,
    __NR_clock_gettime, __NR_clock_getres, __NR_clock_nanosleep, __NR_nanosleep, __NR_gettimeofday,
    __NR_restart_syscall, __NR_getpid, __NR_gettid, __NR_getppid, __NR_getuid, __NR_geteuid, __NR_getgid,
    __NR_getegid, __NR_uname, __NR_sysinfo, __NR_getrusage, __NR_getrlimit,
#ifdef __NR_rseq
    __NR_rseq,
#endif
#ifdef __x86_64__
    __NR_stat, __NR_lstat, __NR_access, __NR_readlink, __NR_poll, __NR_select, __NR_time, __NR_dup2,
    __NR_arch_prctl,
#endif
};

static bool set_filter(const uint32_t password[6]) {
    const uint32_t own = (uint32_t)getpid();
    const struct sock_filter first[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0),
        RETURN(SECCOMP_RET_KILL_PROCESS),
        LOAD(nr),
#ifdef __x86_64__
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000u, 0, 1), /* x32 calls have this bit */
        DENY,
#endif
    };
    const struct sock_filter allow[] = {UNLESS_IS(0, 1), RETURN(SECCOMP_RET_ALLOW)}; /* 0: a call's number */
    const struct sock_filter last[] = {
#ifdef __x86_64__
        ALLOW_WITHOUT(open, 1, WRITING),
#endif
        /* An exit code from 128 is how a sandbox reports a signal. */
        KILL_WITH(exit, 0x80),
        KILL_WITH(exit_group, 0x80),
        ALLOW_WITHOUT(openat, 2, WRITING),
        ALLOW_IF(ioctl, 1, TCGETS, TIOCGWINSZ),           /* is it a terminal? */
        ALLOW_IF(setrlimit, 0, RLIMIT_CORE, RLIMIT_CORE), /* the address sanitizer does */
        ALLOW_SIGNAL(kill, own, 1),
        ALLOW_SIGNAL(tgkill, own, 2),
        /* Copies of files and their flags; not F_SETOWN, by which the system sends signals to others. */
        UNLESS_IS(__NR_fcntl, 5),
        LOAD(args[1]),
        BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, F_GETFL, 0, 1),
        UNLESS_IS(F_DUPFD_CLOEXEC, 1),
        RETURN(SECCOMP_RET_ALLOW),
        DENY,
        /* clone3, whose flags a filter can't read: C libraries then use clone. */
        UNLESS_IS(__NR_clone3, 1),
        RETURN(SECCOMP_RET_ERRNO | ENOSYS),
        /* Of limits only its own, and a change only of the size of core files. */
        UNLESS_IS(__NR_prlimit64, 13),
        LOAD(args[0]),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, own, 1, 0),
        DENY,
        LOAD(args[1]),
        UNLESS_IS(RLIMIT_CORE, 1),
        RETURN(SECCOMP_RET_ALLOW),
        LOAD(args[2]),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 3),
        LOAD_HIGH(2),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1),
        RETURN(SECCOMP_RET_ALLOW),
        DENY,
        UNLESS_IS(__NR_execve, 19),
        LOAD(args[3]),
        DEMAND(password[0]),
        LOAD_HIGH(3),
        DEMAND(password[1]),
        LOAD(args[4]),
        DEMAND(password[2]),
        LOAD_HIGH(4),
        DEMAND(password[3]),
        LOAD(args[5]),
        DEMAND(password[4]),
        LOAD_HIGH(5),
        DEMAND(password[5]),
        RETURN(SECCOMP_RET_ALLOW),
        DENY,
    };
    struct sock_filter filter[BP_COUNT(first) + BP_COUNT(ALLOWED) * BP_COUNT(allow) + BP_COUNT(last)];
    struct sock_filter *end = filter;
    memcpy(end, first, sizeof first);
    end += BP_COUNT(first);
    for (size_t i = 0; i < BP_COUNT(ALLOWED); i++, end += BP_COUNT(allow)) {
        memcpy(end, allow, sizeof allow);
        end->k = ALLOWED[i];
    }
    memcpy(end, last, sizeof last);
    struct sock_fprog program = {.len = (unsigned short)BP_COUNT(filter), .filter = filter};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

void bp_seccomp_exec(const char *path, const char *const *argv, const char *const *environment) {
    uint32_t password[6];
    /* The same addresses each time; and the address sanitizer fails where they are too random. */
    personality(ADDR_NO_RANDOMIZE);
    if (getrandom(password, sizeof password, 0) != (ssize_t)sizeof password || !set_filter(password)) {
        errno = ENOSYS;
        return;
    }
    syscall(__NR_execve, path, argv, environment, (uint64_t)password[1] << 32 | password[0],
            (uint64_t)password[3] << 32 | password[2], (uint64_t)password[5] << 32 | password[4]);
}
#else
void bp_seccomp_exec(const char *path, const char *const *argv, const char *const *environment) {
    (void)path, (void)argv, (void)environment;
    errno = ENOSYS;
}
#endif
