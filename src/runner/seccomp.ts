import type { Profile } from './profile.js';

/**
 * A filter of system calls that no tool has a use for: those that change the machine, look into other processes, or are doors to
 * parts of the kernel where faults are found again and again; and, but for network tools, sockets other than Unix ones. A list of what is refused, not of what is allowed: what V8, libvips,
 * ONNX Runtime and Chromium need differs by version, and a missing name would be a crash in somebody's run.
 */

/** Names and numbers of system calls: asm/unistd_64.h of x86, asm-generic/unistd.h for arm64; `undefined` where there is none. */
const NUMBERS = {
  x64: {
    audit: 0xc000003e,
    clone: 56,
    socket: 41,
    clone3: 435,
    refused: {
      ...{ ptrace: 101, process_vm_readv: 310, process_vm_writev: 311, kcmp: 312, pidfd_getfd: 438 },
      ...{ add_key: 248, request_key: 249, keyctl: 250, bpf: 321, perf_event_open: 298, userfaultfd: 323 },
      ...{ io_uring_setup: 425, io_uring_enter: 426, io_uring_register: 427 },
      ...{ mount: 165, umount2: 166, pivot_root: 155, setns: 308, open_tree: 428, move_mount: 429, fsopen: 430 },
      ...{ fsconfig: 431, fsmount: 432, fspick: 433, mount_setattr: 442 },
      ...{ name_to_handle_at: 303, open_by_handle_at: 304, fanotify_init: 300, quotactl: 179, quotactl_fd: 443 },
      ...{
        init_module: 175,
        finit_module: 313,
        delete_module: 176,
        kexec_load: 246,
        kexec_file_load: 320,
        reboot: 169,
      },
      ...{ swapon: 167, swapoff: 168, acct: 163, syslog: 103, settimeofday: 164, clock_settime: 227, vhangup: 153 },
      ...{ sethostname: 170, setdomainname: 171, iopl: 172, ioperm: 173, modify_ldt: 154, lookup_dcookie: 212 },
    },
    namespaces: { unshare: 272, chroot: 161 },
  },
  arm64: {
    audit: 0xc00000b7,
    clone: 220,
    socket: 198,
    clone3: 435,
    refused: {
      ...{ ptrace: 117, process_vm_readv: 270, process_vm_writev: 271, kcmp: 272, pidfd_getfd: 438 },
      ...{ add_key: 217, request_key: 218, keyctl: 219, bpf: 280, perf_event_open: 241, userfaultfd: 282 },
      ...{ io_uring_setup: 425, io_uring_enter: 426, io_uring_register: 427 },
      ...{ mount: 40, umount2: 39, pivot_root: 41, setns: 268, open_tree: 428, move_mount: 429, fsopen: 430 },
      ...{ fsconfig: 431, fsmount: 432, fspick: 433, mount_setattr: 442 },
      ...{ name_to_handle_at: 264, open_by_handle_at: 265, fanotify_init: 262, quotactl: 60, quotactl_fd: 443 },
      ...{
        init_module: 105,
        finit_module: 273,
        delete_module: 106,
        kexec_load: 104,
        kexec_file_load: 294,
        reboot: 142,
      },
      ...{ swapon: 224, swapoff: 225, acct: 89, syslog: 116, settimeofday: 170, clock_settime: 112, vhangup: 58 },
      ...{ sethostname: 161, setdomainname: 162, lookup_dcookie: 18 },
    },
    namespaces: { unshare: 97, chroot: 51 },
  },
} as const;

export type FilteredArchitecture = keyof typeof NUMBERS;
export const FILTERED_ARCHITECTURES = Object.keys(NUMBERS) as readonly FilteredArchitecture[];

/** linux/filter.h and linux/bpf_common.h. */
const LOAD = 0x20;
const JUMP_IF_EQUAL = 0x15;
const JUMP_IF_AT_LEAST = 0x35;
const JUMP_IF_ANY_BIT = 0x45;
const RETURN = 0x06;
/** linux/seccomp.h: answers of a filter, and offsets in `struct seccomp_data`. */
const ALLOW = 0x7fff0000;
const KILL = 0x80000000;
const refuse = (errno: number): number => 0x00050000 | errno;
const NUMBER = 0;
const ARCHITECTURE = 4;
const FIRST_ARGUMENT = 16;
const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;
/** The one family of sockets that leads to no network: sys/socket.h. */
const AF_UNIX = 1;
/** Calls of the x32 interface have this bit: asm/unistd.h. */
const X32 = 0x40000000;
/** CLONE_NEWNS, _NEWCGROUP, _NEWUTS, _NEWIPC, _NEWUSER, _NEWPID, _NEWNET: linux/sched.h. */
const NEW_NAMESPACE = 0x00020000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000;

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

/**
 * The filter as an array of `struct sock_filter`, for `setpriv --seccomp-filter`. Refused calls fail with EPERM. A process that starts
 * no programs makes no namespaces either: `clone3`, whose flags a filter cannot see, is told not to exist, and C libraries then use `clone`.
 * One that is no network tool finds that the machine knows no network.
 */
export function seccompFilter(architecture: FilteredArchitecture, profile: Profile): Uint8Array {
  const { audit, clone, clone3, socket, refused, namespaces } = NUMBERS[architecture];
  const mayMakeNamespaces = profile === 'programs';
  const numbers = [...Object.values(refused), ...(mayMakeNamespaces ? [] : Object.values(namespaces))];
  const program: Instruction[] = [
    [LOAD, 0, 0, ARCHITECTURE],
    [JUMP_IF_EQUAL, 1, 0, audit],
    [RETURN, 0, 0, KILL],
    [LOAD, 0, 0, NUMBER],
    [JUMP_IF_AT_LEAST, 0, 1, X32],
    [RETURN, 0, 0, refuse(ENOSYS)],
    ...numbers.flatMap((number): Instruction[] => [
      [JUMP_IF_EQUAL, 0, 1, number],
      [RETURN, 0, 0, refuse(EPERM)],
    ]),
  ];
  if (!mayMakeNamespaces) {
    program.push(
      [JUMP_IF_EQUAL, 0, 1, clone3],
      [RETURN, 0, 0, refuse(ENOSYS)],
      [JUMP_IF_EQUAL, 0, 3, clone],
      [LOAD, 0, 0, FIRST_ARGUMENT],
      [JUMP_IF_ANY_BIT, 0, 1, NEW_NAMESPACE],
      [RETURN, 0, 0, refuse(EPERM)],
    );
  }
  if (profile !== 'network') {
    program.push(
      [LOAD, 0, 0, NUMBER],
      [JUMP_IF_EQUAL, 0, 3, socket],
      [LOAD, 0, 0, FIRST_ARGUMENT],
      [JUMP_IF_EQUAL, 1, 0, AF_UNIX],
      [RETURN, 0, 0, refuse(EAFNOSUPPORT)],
    );
  }
  program.push([RETURN, 0, 0, ALLOW]);
  return encode(program);
}

const INSTRUCTION_BYTES = 8;

function encode(program: readonly Instruction[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(program.length * INSTRUCTION_BYTES));
  for (const [index, [code, ifTrue, ifFalse, value]] of program.entries()) {
    const at = index * INSTRUCTION_BYTES;
    bytes.setUint16(at, code, true);
    bytes.setUint8(at + 2, ifTrue);
    bytes.setUint8(at + 3, ifFalse);
    bytes.setUint32(at + 4, value >>> 0, true);
  }
  return new Uint8Array(bytes.buffer);
}
