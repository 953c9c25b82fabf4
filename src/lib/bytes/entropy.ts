/** Bits a byte by Shannon: 0 for one value over and over, 8 for noise, encrypted and packed data; four decimals. */
export function entropyOf(bytes: Uint8Array): number {
  const counts = new Float64Array(256);
  for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1;
  let bits = 0;
  for (const count of counts) if (count > 0) bits -= (count / bytes.length) * Math.log2(count / bytes.length);
  // What is over and over the same has a bit sum of -0.
  return Number((bits + 0).toFixed(4));
}
