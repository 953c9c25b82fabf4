import { expect, it } from 'vitest';

import { hasProgram, runProgram } from '../../testing/programs.js';
import { decodeWindows1252 } from './windows-1252.js';

const hasPython = hasProgram('python3', ['--version'], 'bytes in Windows-1252 beside Python');

it('dashes, quotation marks and the euro sign are not control characters (Unicode, CP1252.TXT)', () => {
  expect(decodeWindows1252(Uint8Array.of(0x80, 0x85, 0x91, 0x94, 0x96, 0x97, 0x99, 0x9f, 0xe4))).toBe('€…‘”–—™Ÿä');
});

it.skipIf(!hasPython)('every byte is read as Python reads it, but the five that it does not know', () => {
  const script = 'print("".join(bytes([i]).decode("cp1252", "ignore") for i in range(256)), end="")';
  const unknown = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
  const bytes = Uint8Array.from(Array.from({ length: 256 }, (_, i) => i).filter((i) => !unknown.has(i)));
  expect(decodeWindows1252(bytes)).toBe(runProgram('python3', ['-X', 'utf8', '-c', script]).toString());
});
