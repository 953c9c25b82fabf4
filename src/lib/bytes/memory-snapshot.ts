/**
 * Remembers a WebAssembly memory as it is now and returns the way back: the remembered bytes restored, everything behind them zero.
 * An instance whose memory goes back to where it was before its first caller holds nothing of any caller, for a fraction of what a new
 * instance costs. `memory` is asked anew each time, because memory that grows moves.
 *
 * To be taken and used between two calls of the instance, never after a trap: globals that a trap leaves as they were in the middle of a
 * call, the stack pointer among them, are not memory.
 */
export function snapshotMemory(memory: () => Uint8Array): () => void {
  const snapshot = withoutZerosAtEnd(memory()).slice();
  return () => {
    const bytes = memory();
    bytes.set(snapshot);
    bytes.fill(0, snapshot.length);
  };
}

const PAGE = 65_536;
const ZEROS = Buffer.alloc(PAGE);

/** Up to the last page that holds something. */
function withoutZerosAtEnd(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  for (; end >= PAGE; end -= PAGE) if (ZEROS.compare(bytes, end - PAGE, end) !== 0) break;
  return bytes.subarray(0, end);
}
