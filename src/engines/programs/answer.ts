import { writeSync } from 'node:fs';

/** Writes an answer to standard output: a header in JSON behind its length of four bytes, then the contents. */
export function answer(header: object, contents: readonly Uint8Array[]): void {
  const text = Buffer.from(JSON.stringify(header));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(text.length);
  for (const part of [size, text, ...contents]) writeAll(part);
}

/** A pipe takes a part at a time. */
function writeAll(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      // A full pipe that does not block: its reader is at work, so the next attempt gets further.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    }
  }
}
