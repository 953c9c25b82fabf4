/** Tokens by rank: token `rank` is `bytes` from `starts[rank]` to `starts[rank + 1]`. */
export interface Ranks {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const PADDING = 0x3d;
const BLANK = 0x20;
const LINE_FEED = 0x0a;
/** `AA== 0` and its line feed. */
const SHORTEST_LINE = 7;

/** Reads a rank file of tiktoken: a line a token, `<base64 of its bytes> <rank>`, ranks rising from 0 without a gap. */
export function readRanks(file: Uint8Array): Ranks {
  const sixBits = new Uint8Array(256);
  for (const [value, character] of [...BASE64].entries()) sixBits[character.charCodeAt(0)] = value;

  const bytes = new Uint8Array(file.length);
  const starts = new Uint32Array(file.length / SHORTEST_LINE + 2);
  let size = 0;
  let rank = 0;
  for (let at = 0; at < file.length; at++) {
    starts[rank++] = size;
    let bits = 0;
    let held = 0;
    for (; at < file.length && file[at] !== BLANK; at++) {
      if (file[at] === PADDING) continue;
      bits = (bits << 6) | (sixBits[file[at] ?? 0] ?? 0);
      held += 6;
      if (held >= 8) {
        held -= 8;
        bytes[size++] = bits >> held;
      }
    }
    while (at < file.length && file[at] !== LINE_FEED) at++;
  }
  starts[rank] = size;
  return { bytes: bytes.slice(0, size), starts: starts.slice(0, rank + 1) };
}
