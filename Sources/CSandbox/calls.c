// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "calls.h"
#include <fcntl.h>
#include <linux/ioprio.h>
#include <linux/membarrier.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#define ROW(name, answer, subject, when, ...) {__NR_##name, #name, answer, subject, {__VA_ARGS__}, when}
#define YES(name) ROW(name, ALLOWED, -1, 0, {ANYTHING})
#define NO(name) ROW(name, REFUSED, -1, 0, {ANYTHING})
#define NONE(name) ROW(name, ABSENT, -1, 0, {ANYTHING})
#define WRITES(name, path) ROW(name, LANDLOCK, path, 0, {ANYTHING})
#define YES_IF(name, when, ...) ROW(name, ALLOWED, -1, when, __VA_ARGS__)
#define NO_IF(name, when, ...) ROW(name, REFUSED, -1, when, __VA_ARGS__)
#define OWN(name) YES_IF(name, "to itself", {OWN_PROCESS, 0})
#define IS(argument, value) {BITS, argument, 0xffffffff, (uint32_t)(value)}
#define WITHOUT(argument, bits) {BITS, argument, (uint32_t)(bits), 0}
/// One of the things that a call does by a number.
#define DOES(name, argument, value) YES_IF(name, #value, IS(argument, value))

#define NAMESPACES                                                                                                       \
  (CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWCGROUP)
#define CHANGES_FILES (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)
// An `open` for neither reading nor writing, and one that shortens what it only reads: older
// Landlocks do not look at them.
#define OPENS(name, path, flags)                                                                                         \
  NO_IF(name, "for nothing", {BITS, flags, O_ACCMODE, O_ACCMODE}),                                                       \
  NO_IF(name, "to shorten", {BITS, flags, O_ACCMODE | O_TRUNC, O_TRUNC}),                                                \
  YES_IF(name, "to read", WITHOUT(flags, CHANGES_FILES)),                                                                \
  ROW(name, LANDLOCK, path, "to write", {ANYTHING})

const struct call tarmac_calls[] = {
  // Those that come most often, and those with conditions, first.
  YES(read), YES(write), YES(futex), YES(close), YES(clock_nanosleep), YES(clock_gettime), YES(sched_yield), YES(madvise),
  YES(munmap), YES(mprotect),
  // Memory is its own: anonymous memory that is shared, and huge pages, are in none of its limits.
  YES_IF(mmap, "of a file", WITHOUT(3, MAP_ANONYMOUS | MAP_HUGETLB)),
  YES_IF(mmap, "of its own", WITHOUT(3, MAP_SHARED | MAP_HUGETLB)),
  OPENS(openat, 1, 2),
  // Threads, no processes; libc takes `clone` where the kernel has no `clone3`, whose flags no
  // filter sees.
  YES_IF(clone, "for a thread", {BITS, 0, CLONE_THREAD | NAMESPACES, CLONE_THREAD}),
  NONE(clone3),
  OWN(kill), OWN(tgkill), OWN(rt_sigqueueinfo), OWN(rt_tgsigqueueinfo),
  YES_IF(rt_sigaction, "but for SIGSYS", {OTHER_BITS, 0, 0xffffffff, SIGSYS}),
  YES_IF(rt_sigprocmask, "to ask", {NO_POINTER, 1}), DOES(rt_sigprocmask, 0, SIG_UNBLOCK),
  ROW(rt_sigprocmask, MASKS, -1, "but for SIGSYS", {ANYTHING}),
  YES_IF(prlimit64, "to read its own", IS(0, 0), {NO_POINTER, 2}),
  YES_IF(prlimit64, "to read its own", {OWN_PROCESS, 0}, {NO_POINTER, 2}),
  YES_IF(sched_setscheduler, "for the thread that calls", IS(0, 0)),
  ROW(sched_setscheduler, SCHEDULES, 0, "for another of its threads", {ANYTHING}),
  YES_IF(sched_setparam, "for the thread that calls", IS(0, 0)), ROW(sched_setparam, SCHEDULES, 0, 0, {ANYTHING}),
  YES_IF(sched_setaffinity, "for the thread that calls", IS(0, 0)), ROW(sched_setaffinity, SCHEDULES, 0, 0, {ANYTHING}),
  YES_IF(setpriority, "for the thread that calls", IS(0, PRIO_PROCESS), IS(1, 0)),
  YES_IF(ioprio_set, "for the thread that calls", IS(0, IOPRIO_WHO_PROCESS), IS(1, 0)),
  // It may change only its own view of files that are open. Locks are answered as if they were
  // taken: no other process has files of its folder open, and a lock on another file would hold
  // others up.
  DOES(fcntl, 1, F_DUPFD), DOES(fcntl, 1, F_DUPFD_CLOEXEC), DOES(fcntl, 1, F_GETFD), DOES(fcntl, 1, F_SETFD),
  DOES(fcntl, 1, F_GETFL), YES_IF(fcntl, "F_SETFL without O_ASYNC", IS(1, F_SETFL), WITHOUT(2, O_ASYNC)),
  DOES(fcntl, 1, F_GETLK), DOES(fcntl, 1, F_OFD_GETLK), DOES(fcntl, 1, F_GETPIPE_SZ), DOES(fcntl, 1, F_GET_SEALS),
  ROW(fcntl, GRANTED, -1, "F_SETLK", IS(1, F_SETLK)), ROW(fcntl, GRANTED, -1, "F_SETLKW", IS(1, F_SETLKW)),
  ROW(fcntl, GRANTED, -1, "F_OFD_SETLK", IS(1, F_OFD_SETLK)), ROW(fcntl, GRANTED, -1, "F_OFD_SETLKW", IS(1, F_OFD_SETLKW)),
  ROW(flock, GRANTED, -1, 0, {ANYTHING}),
  DOES(ioctl, 1, TCGETS), DOES(ioctl, 1, TIOCGWINSZ), DOES(ioctl, 1, FIONREAD), DOES(ioctl, 1, FIONBIO),
  DOES(ioctl, 1, FIOCLEX), DOES(ioctl, 1, FIONCLEX),
  DOES(prctl, 0, PR_SET_NAME), DOES(prctl, 0, PR_GET_NAME), DOES(prctl, 0, PR_GET_DUMPABLE), DOES(prctl, 0, PR_CAPBSET_READ),
  DOES(prctl, 0, PR_GET_NO_NEW_PRIVS), DOES(prctl, 0, PR_GET_SECCOMP), DOES(prctl, 0, PR_SET_TIMERSLACK),
  DOES(prctl, 0, PR_GET_TIMERSLACK), DOES(prctl, 0, PR_SET_VMA),
  DOES(personality, 0, 0xffffffff),
  YES_IF(membarrier, "for itself",
         WITHOUT(0, ~(MEMBARRIER_CMD_PRIVATE_EXPEDITED | MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED
                      | MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE | MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE))),
  // The line to the rig is open already.
  YES_IF(sendto, "without an address", {NO_POINTER, 4}), YES(recvfrom), YES(shutdown),

  // Files that are open, and looking at others.
  YES(readv), YES(writev), YES(pread64), YES(pwrite64), YES(preadv), YES(pwritev), YES(preadv2), YES(pwritev2),
  YES(close_range), YES(lseek), YES(dup), YES(dup3), YES(pipe2), YES(fstat), YES(newfstatat), YES(statx), YES(faccessat),
  YES(faccessat2), YES(readlinkat), YES(getdents64), YES(getcwd), YES(chdir), YES(fchdir), YES(umask), YES(statfs),
  YES(fstatfs), YES(fsync), YES(fdatasync), YES(ftruncate), YES(fallocate), YES(fadvise64), YES(readahead),
  YES(copy_file_range), YES(sendfile), YES(getxattr), YES(lgetxattr), YES(fgetxattr), YES(listxattr), YES(llistxattr),
  YES(flistxattr),
  // Memory.
  YES(brk), YES(mremap), YES(msync), YES(mincore), YES(mlock), YES(mlock2), YES(munlock), YES(mlockall), YES(munlockall),
  YES(get_mempolicy),
  // Its threads, itself, and what the machine is.
  YES(set_robust_list), YES(rseq), YES(set_tid_address), YES(exit), YES(exit_group), YES(wait4), YES(waitid), YES(getpid),
  YES(gettid), YES(getppid), YES(getpgid), YES(getsid), YES(getuid), YES(geteuid), YES(getgid), YES(getegid),
  YES(getresuid), YES(getresgid), YES(getgroups), YES(capget), YES(getpriority), YES(getrusage), YES(times), YES(uname),
  YES(sysinfo), YES(getcpu), YES(getrandom), YES(sched_getaffinity), YES(sched_getparam), YES(sched_getscheduler),
  YES(sched_getattr), YES(sched_get_priority_max), YES(sched_get_priority_min), YES(sched_rr_get_interval),
  YES(ioprio_get),
  // Time.
  YES(clock_getres), YES(nanosleep), YES(gettimeofday), YES(timer_create), YES(timer_settime), YES(timer_gettime),
  YES(timer_getoverrun), YES(timer_delete), YES(getitimer), YES(setitimer), YES(timerfd_create), YES(timerfd_settime),
  YES(timerfd_gettime),
  // Signals, and waiting.
  YES(rt_sigreturn), YES(rt_sigpending), YES(rt_sigsuspend), YES(rt_sigtimedwait), YES(sigaltstack), YES(signalfd4),
  YES(restart_syscall), YES(ppoll), YES(pselect6), YES(epoll_create1), YES(epoll_ctl), YES(epoll_pwait), YES(epoll_pwait2),
  YES(eventfd2),

  // Names of files.
  WRITES(unlinkat, 1), WRITES(renameat2, 1), WRITES(mkdirat, 1), WRITES(linkat, 3), WRITES(symlinkat, 2),
#ifdef __NR_renameat
  WRITES(renameat, 1),
#endif
#ifdef __NR_getrlimit
  YES(getrlimit), NO(setrlimit),
#endif
#ifdef __NR_open  // x86-64 has the old ones as well.
  OPENS(open, 0, 1), WRITES(creat, 0), WRITES(unlink, 0), WRITES(rename, 0), WRITES(mkdir, 0), WRITES(rmdir, 0),
  WRITES(link, 1), WRITES(symlink, 1),
  YES(stat), YES(lstat), YES(access), YES(readlink), YES(getdents), YES(dup2), YES(pipe), YES(poll), YES(select),
  YES(epoll_create), YES(epoll_wait), YES(eventfd), YES(signalfd), YES(alarm), YES(pause), YES(time), YES(getpgrp),
  NO(fork), NO(vfork), NO(mknod), NO(chmod), NO(chown), NO(lchown), NO(utime), NO(utimes), NO(futimesat), NO(iopl),
  NO(ioperm), NO(inotify_init), NO(modify_ldt),
  NO(arch_prctl),
#endif

  // What is refused by name, so that it can be reported; whatever is in no row is refused too.
  NO(execve), NO(execveat), NO(ptrace), NO(process_vm_readv), NO(process_vm_writev), NO(process_madvise), NO(kcmp),
  NO(pidfd_open), NO(pidfd_getfd), NO(pidfd_send_signal), NO(tkill), NO(setsid), NO(setpgid), NO(sched_setattr),
  NO(move_pages), NO(migrate_pages),
  NO(socket), NO(socketpair), NO(bind), NO(connect), NO(listen), NO(accept), NO(accept4), NO(sendmsg), NO(sendmmsg),
  NO(recvmsg), NO(recvmmsg), NO(setsockopt),
  NO(shmget), NO(shmat), NO(shmctl), NO(semget), NO(semop), NO(semctl), NO(msgget), NO(msgsnd), NO(msgrcv), NO(msgctl),
  NO(mq_open), NO(mq_unlink), NO(memfd_create),
  NO(truncate), NO(mknodat), NO(fchmod), NO(fchmodat), NO(fchown), NO(fchownat), NO(setxattr), NO(lsetxattr),
  NO(fsetxattr), NO(removexattr), NO(lremovexattr), NO(fremovexattr), NO(utimensat), NO(sync), NO(syncfs),
  NO(inotify_init1), NO(fanotify_init), NO(splice), NO(tee), NO(vmsplice), NO(io_setup),
  NO(mount), NO(umount2), NO(pivot_root), NO(chroot), NO(setns), NO(unshare), NO(move_mount), NO(fsopen), NO(fsmount),
  NO(fsconfig), NO(fspick), NO(open_tree), NO(mount_setattr), NO(swapon), NO(swapoff), NO(reboot), NO(kexec_load),
  NO(init_module), NO(finit_module), NO(delete_module), NO(acct), NO(quotactl), NO(syslog), NO(vhangup),
  NO(sethostname), NO(setdomainname), NO(settimeofday), NO(clock_settime), NO(adjtimex), NO(clock_adjtime),
  NO(bpf), NO(perf_event_open), NO(userfaultfd), NO(io_uring_setup), NO(io_uring_enter), NO(io_uring_register),
  NO(keyctl), NO(add_key), NO(request_key), NO(open_by_handle_at), NO(name_to_handle_at), NO(seccomp), NO(capset),
  NO(setuid), NO(setgid), NO(setreuid), NO(setregid), NO(setresuid), NO(setresgid), NO(setfsuid), NO(setfsgid),
  NO(setgroups),
  // Its flags are behind a pointer; libraries go back to `openat`.
  NONE(openat2),
  {-1, 0, REFUSED, -1, {{ANYTHING}}, 0},
};

int tarmac_call_index(int number)
{
  for (int index = 0; tarmac_calls[index].name; ++index)
    if (tarmac_calls[index].number == number) return index;
  return -1;
}

static bool holds(const struct check *check, const long arguments[6])
{
  uint32_t bits = (uint32_t)arguments[check->argument] & check->mask;
  switch (check->kind) {
  case BITS: return bits == check->value;
  case OTHER_BITS: return bits != check->value;
  case OWN_PROCESS: return (pid_t)arguments[check->argument] == getpid();
  case NO_POINTER: return arguments[check->argument] == 0;
  default: return true;
  }
}

const struct call *tarmac_call_judge(int number, const long arguments[6])
{
  int index = tarmac_call_index(number);
  for (const struct call *row = &tarmac_calls[index]; index >= 0 && row->name && row->number == number; ++row) {
    bool all = true;
    for (int check = 0; check < CHECKS; ++check) all = all && holds(&row->checks[check], arguments);
    if (all) return row;
  }
  return NULL;
}
