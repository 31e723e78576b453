// SPDX-License-Identifier: Apache-2.0
#include "calls.h"

#define NO(name) {__NR_##name, #name, REFUSED, -1, -1}
#define PATH(name, path) {__NR_##name, #name, WRITES, path, -1}

const struct call tarmac_calls[] = {
  // Other processes. Threads go by clone, too; clone3 is answered as if the kernel did not know it, so that libc takes clone.
  NO(execve), NO(execveat), NO(ptrace), NO(process_vm_readv), NO(process_vm_writev), NO(kcmp), NO(pidfd_open),
  NO(pidfd_getfd), NO(pidfd_send_signal),
  {__NR_kill, "kill", OWN_PROCESS, -1, -1}, {__NR_tgkill, "tgkill", OWN_PROCESS, -1, -1}, NO(tkill),
  {__NR_rt_sigqueueinfo, "rt_sigqueueinfo", OWN_PROCESS, -1, -1},
  {__NR_rt_tgsigqueueinfo, "rt_tgsigqueueinfo", OWN_PROCESS, -1, -1},
  // The network. What is connected stays so.
  NO(socket), NO(bind), NO(connect), NO(listen),
  // The machine and its file systems.
  NO(mount), NO(umount2), NO(pivot_root), NO(chroot), NO(setns), NO(unshare), NO(move_mount), NO(fsopen), NO(fsmount),
  NO(fsconfig), NO(fspick), NO(open_tree), NO(mount_setattr), NO(swapon), NO(swapoff), NO(reboot), NO(kexec_load),
  NO(init_module), NO(finit_module), NO(delete_module), NO(acct), NO(quotactl), NO(syslog), NO(vhangup),
  NO(sethostname), NO(setdomainname), NO(settimeofday), NO(clock_settime), NO(adjtimex), NO(clock_adjtime),
  // Ways into the kernel, and around this filter.
  NO(bpf), NO(perf_event_open), NO(userfaultfd), NO(io_uring_setup), NO(io_uring_enter), NO(io_uring_register),
  NO(keyctl), NO(add_key), NO(request_key), NO(open_by_handle_at), NO(name_to_handle_at), NO(personality),
  NO(lookup_dcookie), NO(nfsservctl),
  // Who owns a file and who may use it: Landlock does not ask.
  NO(fchmod), NO(fchmodat), NO(fchown), NO(fchownat), NO(setxattr), NO(lsetxattr), NO(fsetxattr), NO(removexattr),
  NO(lremovexattr), NO(fremovexattr), NO(utimensat),
  // Files.
  {__NR_openat, "open", WRITES, 1, 2},
  PATH(unlinkat, 1), PATH(renameat2, 1), PATH(mkdirat, 1), PATH(mknodat, 1), PATH(linkat, 3), PATH(symlinkat, 2),
  PATH(truncate, 0),
#ifdef __NR_renameat
  PATH(renameat, 1),
#endif
#ifdef __NR_kexec_file_load
  NO(kexec_file_load),
#endif
#ifdef __NR_open  // x86-64 has the old ones as well.
  NO(fork), NO(vfork), NO(iopl), NO(ioperm), NO(chmod), NO(chown), NO(lchown), NO(utime), NO(utimes), NO(futimesat),
  {__NR_open, "open", WRITES, 0, 1},
  PATH(creat, 0), PATH(unlink, 0), PATH(rename, 0), PATH(mkdir, 0), PATH(rmdir, 0), PATH(mknod, 0), PATH(link, 1),
  PATH(symlink, 1),
#endif
  {-1, 0, REFUSED, -1, -1},
};

int tarmac_call_index(int number)
{
  for (int index = 0; tarmac_calls[index].name; ++index)
    if (tarmac_calls[index].number == number) return index;
  return -1;
}
