import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Profile } from '../runner/profile.js';
import { FILTERED_ARCHITECTURES, seccompFilter } from '../runner/seccomp.js';

/** Sets the filter as seccomp(2) says, then runs the rest of its words. */
const LOADER = `
import ctypes, os, sys
class Program(ctypes.Structure):
    _fields_ = [("len", ctypes.c_ushort), ("filter", ctypes.c_char_p)]
libc = ctypes.CDLL(None, use_errno=True)
code = open(sys.argv[1], "rb").read()
program = Program(len(code) // 8, code)
if libc.prctl(38, 1, 0, 0, 0) != 0 or libc.prctl(22, 2, ctypes.byref(program)) != 0:
    sys.exit("no filter: %d" % ctypes.get_errno())
os.execvp(sys.argv[2], sys.argv[2:])
`;

/**
 * The start of a command line behind the filter of this machine for tool processes of a profile, put on by Python: `setpriv` does it
 * only since util-linux 2.41. The filter is written to the folder.
 */
export function behindFilter(profile: Profile, folder: string): readonly string[] {
  const architecture = FILTERED_ARCHITECTURES.find((known) => known === process.arch);
  if (architecture === undefined) throw new Error('no filter for this machine');
  const file = join(folder, `${profile}.bpf`);
  writeFileSync(file, seccompFilter(architecture, profile));
  return ['python3', '-c', LOADER, file];
}
