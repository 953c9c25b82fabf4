import { ContentFault } from '../../faults.js';
import { MAX_DEPTH, nestedTooDeep } from '../syntax.js';

/** A place in a text that moves forward; what the readers of literals have in common. */
export class Cursor {
  at = 0;
  #lineStart = 0;
  #nextBreak = -1;

  /** `comments` are the marks that begin one: `#`, `//` and `/*`. */
  constructor(
    readonly text: string,
    private readonly comments: readonly string[],
  ) {
    if (text.charCodeAt(0) === 0xfeff) this.at = 1;
  }

  get unit(): string {
    return this.text.charAt(this.at);
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  startsWith(part: string): boolean {
    return this.text.startsWith(part, this.at);
  }

  /** Moves behind a part, where it is here. */
  take(part: string): boolean {
    if (!this.startsWith(part)) return false;
    this.at += part.length;
    return true;
  }

  /** Moves behind what a sticky expression finds here. */
  match(expression: RegExp): string | undefined {
    expression.lastIndex = this.at;
    const found = expression.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  /** Moves behind white space and comments. */
  skipSpace(): void {
    for (;;) {
      this.match(SPACE);
      const mark = this.comments.find((one) => this.startsWith(one));
      if (mark === undefined) return;
      const end = mark === '/*' ? this.text.indexOf('*/', this.at + 2) : this.text.indexOf('\n', this.at);
      if (mark === '/*' && end < 0) throw this.fault('the comment that begins here has no end');
      this.at = end < 0 ? this.text.length : end + (mark === '/*' ? 2 : 0);
    }
  }

  /** How far the cursor is from the start of its line. It looks forward only, so that all calls together are linear. */
  column(): number {
    if (this.#nextBreak < 0) this.#nextBreak = this.#breakBehind(0);
    while (this.#nextBreak < this.at) {
      this.#lineStart = this.#nextBreak + 1;
      this.#nextBreak = this.#breakBehind(this.#lineStart);
    }
    return this.at - this.#lineStart;
  }

  #breakBehind(start: number): number {
    const found = this.text.indexOf('\n', start);
    return found < 0 ? this.text.length : found;
  }

  checkDepth(depth: number): void {
    if (depth >= MAX_DEPTH) throw nestedTooDeep(this.text, this.at);
  }

  /** What is here, for messages. */
  here(): string {
    if (this.isAtEnd) return 'the end of the text';
    const [word = this.unit] = /^[\w$.]{1,40}/.exec(this.text.slice(this.at, this.at + 40)) ?? [
      String.fromCodePoint(this.text.codePointAt(this.at) ?? 0),
    ];
    return JSON.stringify(word);
  }

  fault(what: string, at = this.at): ContentFault {
    return ContentFault.at(this.text, at, what);
  }
}

const SPACE = /[\s\ufeff]*/y;
