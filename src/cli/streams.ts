import type { Readable, Writable } from 'node:stream';

/** What a command reads from and writes to. */
export interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
}

/** Writes and waits until it is written: the process may end right after. */
export function print(stream: Writable, content: string | Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(content, (error) => (error == null ? resolve() : reject(error)));
  });
}
