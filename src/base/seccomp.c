/* A seccomp filter under which a process can't start others, leave its process group, or signal processes
 * other than itself. Linux keeps the filter over exec and applies it to root too. Refused calls fail with
 * EPERM. clone3, whose flags a filter can't read, fails with ENOSYS; C libraries then use clone. Threads
 * are allowed. */
#define _GNU_SOURCE
#include "base/process.h"
#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __x86_64__
#define MACHINE AUDIT_ARCH_X86_64
#else
#define MACHINE AUDIT_ARCH_AARCH64
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offsetof(struct seccomp_data, field))
#define RETURN(what) BPF_STMT(BPF_RET | BPF_K, what)
/* Skips `over` instructions unless the loaded value is `value`, or has a bit of it. */
#define UNLESS_IS(value, over) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), 0, over)
#define UNLESS_HAS(value, over) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (uint32_t)(value), 0, over)
#define DENY (SECCOMP_RET_ERRNO | EPERM)
#define REFUSE(call) UNLESS_IS(__NR_##call, 1), RETURN(DENY)
/* On these little-endian machines args[0] loads the low half of the first argument. */
#define REFUSE_OTHERS(call, own)                                                                             \
    UNLESS_IS(__NR_##call, 4), LOAD(args[0]), UNLESS_IS(own, 1), RETURN(SECCOMP_RET_ALLOW), RETURN(DENY)

bool bp_seccomp_confine(void) {
    const uint32_t own = (uint32_t)getpid();
    struct sock_filter filter[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0),
        RETURN(SECCOMP_RET_KILL_PROCESS),
        LOAD(nr),
#ifdef __x86_64__
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000u, 0, 1), /* x32 calls have this bit, too */
        RETURN(DENY),
        REFUSE(fork),
        REFUSE(vfork),
#endif
        UNLESS_IS(__NR_clone3, 1),
        RETURN(SECCOMP_RET_ERRNO | ENOSYS),
        UNLESS_IS(__NR_clone, 4),
        LOAD(args[0]),
        UNLESS_HAS(CLONE_THREAD, 1),
        RETURN(SECCOMP_RET_ALLOW),
        RETURN(DENY),
        REFUSE(setsid),
        REFUSE(setpgid),
        REFUSE(ptrace),
        REFUSE(process_vm_readv),
        REFUSE(process_vm_writev),
        REFUSE_OTHERS(kill, own),
        REFUSE_OTHERS(tgkill, own),
        REFUSE(tkill),
        REFUSE(rt_sigqueueinfo),
        REFUSE(rt_tgsigqueueinfo),
#ifdef __NR_pidfd_send_signal
        REFUSE(pidfd_send_signal),
#endif
        RETURN(SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {.len = (unsigned short)BP_COUNT(filter), .filter = filter};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}
#else
bool bp_seccomp_confine(void) { return false; }
#endif
