/**
 * SipHash-2-4 of 64 bits (Aumasson and Bernstein, 2012) under a key of 16 bytes. The four words of the state are pairs of 32 bits, the low
 * half first.
 */
export function sipHash(key: Uint8Array, bytes: Uint8Array): bigint {
  const keys = new DataView(key.buffer, key.byteOffset, 16);
  const state = Uint32Array.from([
    ...[0x70736575, 0x736f6d65, 0x6e646f6d, 0x646f7261],
    ...[0x6e657261, 0x6c796765, 0x79746573, 0x74656462],
  ]).map((word, i) => word ^ keys.getUint32((i % 4) * 4, true));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const whole = bytes.length - (bytes.length % 8);
  for (let at = 0; at < whole; at += 8) absorb(state, view.getUint32(at, true), view.getUint32(at + 4, true));
  const last = new Uint8Array(8);
  last.set(bytes.subarray(whole));
  last[7] = bytes.length;
  const rest = new DataView(last.buffer);
  absorb(state, rest.getUint32(0, true), rest.getUint32(4, true));
  state[4] = (state[4] ?? 0) ^ 0xff;
  for (let i = 0; i < 4; i++) round(state);
  const half = (at: number): number =>
    ((state[at] ?? 0) ^ (state[at + 2] ?? 0) ^ (state[at + 4] ?? 0) ^ (state[at + 6] ?? 0)) >>> 0;
  return (BigInt(half(1)) << 32n) | BigInt(half(0));
}

function absorb(state: Uint32Array, low: number, high: number): void {
  state[6] = (state[6] ?? 0) ^ low;
  state[7] = (state[7] ?? 0) ^ high;
  round(state);
  round(state);
  state[0] = (state[0] ?? 0) ^ low;
  state[1] = (state[1] ?? 0) ^ high;
}

function round(state: Uint32Array): void {
  mix(state, 0, 2, 13, true);
  mix(state, 4, 6, 16, false);
  mix(state, 0, 6, 21, false);
  mix(state, 4, 2, 17, true);
}

/** `a += b; b = rotated(b) ^ a`, and then `a` by 32 bits where it is turned. */
function mix(state: Uint32Array, a: number, b: number, bits: number, isTurned: boolean): void {
  const [bLow, bHigh] = [state[b] ?? 0, state[b + 1] ?? 0];
  const low = (state[a] ?? 0) + bLow;
  const high = (state[a + 1] ?? 0) + bHigh + (low > 0xffff_ffff ? 1 : 0);
  state[b] = ((bLow << bits) | (bHigh >>> (32 - bits))) ^ low;
  state[b + 1] = ((bHigh << bits) | (bLow >>> (32 - bits))) ^ high;
  state[a] = isTurned ? high : low;
  state[a + 1] = isTurned ? low : high;
}
