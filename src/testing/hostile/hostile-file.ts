/** A file that was made to hurt whoever reads it. */
export interface HostileFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** What it tries, in a few words. */
  readonly attack: string;
}

/** Little-endian fields, one after the other: [bytes, value]. Negative values wrap. */
export const le = (...fields: readonly (readonly [number, number | bigint])[]): Buffer =>
  Buffer.concat(
    fields.map(([width, value]) => {
      const bytes = Buffer.alloc(width);
      for (let i = 0, rest = BigInt(value); i < width; i++, rest >>= 8n) bytes[i] = Number(rest & 0xffn);
      return bytes;
    }),
  );

/** The same, big-endian. */
export const be = (...fields: readonly (readonly [number, number | bigint])[]): Buffer =>
  Buffer.concat(fields.map((field) => Buffer.from(le(field)).reverse()));

/** Text of one character a byte. */
export const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
