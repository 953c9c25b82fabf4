import { Keyword, SyntaxReader } from '../syntax/syntax.js';

/** How far a page's content strays from its own level of saved graphics states. */
export interface ContentDepth {
  /** Operators `Q` beyond those that `q` has before them. */
  readonly surplus: number;
  /** Operators `q` that nothing closes. */
  readonly open: number;
  /** It ends within a string, an array, a dictionary or an inline picture: what follows it would be taken for a part of that. */
  readonly isUnfinished: boolean;
}

/** Set behind a content: whoever reads this word has finished everything before it. */
const END = 'EndOfThePage';

/** Operators looked at in one content. Chosen: the largest drawings of maps have about a million. */
const MAX_OPERATORS = 4_000_000;

/**
 * Counts `q` and `Q` in a content stream (ISO 32000-2, 8.4.2). What is drawn after the content must undo what stays open, and
 * what stands before it must give surplus ones something to close; `undefined` where the content is too long to be read.
 */
export function contentDepth(content: Buffer): ContentDepth | undefined {
  const bytes = Buffer.concat([content, Buffer.from(`\n${END}`)]);
  const reader = new SyntaxReader(bytes);
  let depth = 0;
  let lowest = 0;
  let isFinished = false;
  for (let i = 0; i < MAX_OPERATORS; i += 1) {
    const token = reader.read();
    if (!(token instanceof Keyword)) continue;
    switch (token.word) {
      case '':
        if (reader.position >= bytes.length) {
          return { surplus: -lowest, open: depth - lowest, isUnfinished: !isFinished || reader.isDamaged };
        }
        reader.position += 1;
        break;
      case 'q':
        depth += 1;
        break;
      case 'Q':
        depth -= 1;
        lowest = Math.min(lowest, depth);
        break;
      case 'ID':
        skipPicture(reader, bytes);
        break;
      case END:
        isFinished = reader.position >= bytes.length;
        break;
      default:
    }
  }
  return undefined;
}

const isSpace = (byte: number | undefined): boolean =>
  byte === undefined || byte === 0 || byte === 9 || byte === 10 || byte === 12 || byte === 13 || byte === 32;

/** The samples of an inline picture end with `EI` between white space (8.9.7); the first that does is taken. */
function skipPicture(reader: SyntaxReader, bytes: Buffer): void {
  let at = bytes.indexOf('EI', reader.position + 1);
  while (at >= 0 && !(isSpace(bytes[at - 1]) && isSpace(bytes[at + 2]))) at = bytes.indexOf('EI', at + 2);
  reader.position = at < 0 ? bytes.length : at + 2;
}
