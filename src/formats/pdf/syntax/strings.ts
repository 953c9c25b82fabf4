const hexValue = (byte: number | undefined): number => {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
};

/** What the hexadecimal digits from `start` to `end` stand for; other bytes are passed over, a missing last digit is 0 (ISO 32000-2, 7.3.4.3). */
export function hexBytes(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const decoded = Buffer.allocUnsafe((end - start + 1) >> 1);
  let length = 0;
  let high = -1;
  for (let at = start; at < end; at += 1) {
    const value = hexValue(bytes[at]);
    if (value < 0) continue;
    if (high < 0) high = value;
    else {
      decoded[length] = high * 16 + value;
      length += 1;
      high = -1;
    }
  }
  if (high >= 0) {
    decoded[length] = high * 16;
    length += 1;
  }
  return decoded.subarray(0, length);
}

const ESCAPES: ReadonlyMap<number, number> = new Map([
  [0x6e, 10],
  [0x72, 13],
  [0x74, 9],
  [0x62, 8],
  [0x66, 12],
]);

/** What a literal string stands for: its escapes and line ends replaced (ISO 32000-2, 7.3.4.2). */
export function unescaped(raw: Uint8Array): Uint8Array {
  const bytes = Buffer.allocUnsafe(raw.length);
  let length = 0;
  for (let at = 0; at < raw.length; at += 1) {
    let byte = raw[at] ?? 0;
    if (byte === 0x0d) {
      if (raw[at + 1] === 0x0a) at += 1;
      byte = 0x0a;
    } else if (byte === 0x5c) {
      at += 1;
      const escaped = raw[at];
      if (escaped === undefined) break;
      if (escaped === 0x0a) continue;
      if (escaped === 0x0d) {
        if (raw[at + 1] === 0x0a) at += 1;
        continue;
      }
      if (escaped >= 0x30 && escaped <= 0x37) {
        byte = escaped - 0x30;
        for (let i = 0; i < 2; i += 1) {
          const next = raw[at + 1] ?? 0;
          if (next < 0x30 || next > 0x37) break;
          byte = byte * 8 + next - 0x30;
          at += 1;
        }
        byte &= 0xff;
      } else {
        byte = ESCAPES.get(escaped) ?? escaped;
      }
    }
    bytes[length] = byte;
    length += 1;
  }
  return bytes.subarray(0, length);
}
