import { firstIndex } from '../numbers/first-index.js';

/** A text whose defanged indicators are as they were, and where each of its places was before. */
export interface RefangedText {
  readonly text: string;
  /** The offset in the text that was given. */
  readonly sourceOf: (offset: number) => number;
}

/** How reports make addresses harmless, and what each stands for. */
const FANGS: readonly (readonly [form: string, plain: string])[] = [
  ['h[tx*]{2}p(?=s?(?:\\[?:\\]?|\\[:\\/\\/\\])\\S)', 'http'],
  ['fxp(?=s?\\[?:\\]?\\/\\/)', 'ftp'],
  ['\\[:\\/\\/\\]|\\(:\\/\\/\\)', '://'],
  ['\\[:\\](?=\\/\\/)|:\\[\\/\\/\\](?=\\w)', ':'],
  ['\\s?(?:\\[(?:\\.|dot|punkt|point|punto)\\]|\\((?:\\.|dot|punkt|point|punto)\\)|\\{(?:\\.|dot)\\})\\s?', '.'],
  ['\\\\\\.(?=\\w)|\\[\\.(?=\\w)|(?<=\\w)\\.\\](?=\\w)', '.'],
  ['\\s?(?:\\[(?:@|at|arroba)\\]|\\((?:@|at|arroba)\\)|\\{(?:@|at)\\})\\s?', '@'],
  ['(?<=\\w)\\[\\/\\](?=\\w|$)', '/'],
  ['(?<=[\\da-f])\\[:\\](?=[\\da-f:])', ':'],
];

const FANG = new RegExp(FANGS.map(([form]) => `(${form})`).join('|'), 'gi');

export function refang(text: string): RefangedText {
  const pieces: string[] = [];
  /** Where what follows a change begins, in the new text and in the given one. */
  const starts: [number, number][] = [];
  let at = 0;
  let length = 0;
  for (const match of text.matchAll(FANG)) {
    const group = match.slice(1).findIndex((one) => one !== undefined);
    const plain = FANGS[group]?.[1] ?? '';
    const { 0: found, index } = match;
    if (found === plain) continue;
    pieces.push(text.slice(at, index), plain);
    length += index - at;
    // Within the replacement, places are those of its beginning.
    starts.push([length, index]);
    length += plain.length;
    at = index + found.length;
    starts.push([length, at]);
  }
  pieces.push(text.slice(at));
  return {
    text: pieces.join(''),
    sourceOf(offset) {
      const [plain, source] = starts[firstIndex(starts.length, (i) => (starts[i]?.[0] ?? 0) > offset) - 1] ?? [0, 0];
      return source + (offset - plain);
    },
  };
}

/** An indicator that nobody opens by mistake: `hxxps://evil[.]example`. */
export const defang = (value: string): string =>
  value.replace(/^http/i, 'hxxp').replace(/^ftp/i, 'fxp').replaceAll('@', '[@]').replaceAll('.', '[.]');
