const MIB = 2 ** 20;

/** A number of bytes as messages tell it: `31.5 MiB (33030144 bytes)`; below a mebibyte `4096 bytes`. */
export function byteSize(bytes: number): string {
  const exact = `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  if (bytes < MIB) return exact;
  return `${Number((bytes / MIB).toPrecision(3))} MiB (${exact})`;
}
