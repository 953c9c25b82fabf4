import { describeFault, positionAt, type TextPosition } from './text/text-position.js';

/** A place in a text: in UTF-16 units from 0, and as people count. */
export interface FaultPlace extends TextPosition {
  readonly offset: number;
}

interface FaultOptions extends ErrorOptions {
  /** `message` is a sentence of its own: nothing is named before it. For faults of options, and of results over a limit. */
  readonly isWhole?: boolean;
}

/**
 * Content that is not what it has to be. `message` completes a sentence that begins with what cannot be done
 * (`Cannot read file "a.json" as JSON: …`) and names line, page, row or entry; `what` is the fault without its place.
 * Whoever knows the content's name tells it by `refusing` (core/refusing.ts); nobody catches it only for that.
 */
export class ContentFault extends Error {
  override readonly name = 'ContentFault';
  readonly isWhole: boolean;

  constructor(
    message: string,
    readonly what: string = message,
    readonly place?: FaultPlace,
    { isWhole = false, ...options }: FaultOptions = {},
  ) {
    super(message, options);
    this.isWhole = isWhole;
  }

  /** At a place of a text: `line 2, column 8: …`, and below it that part of the line with a `^`. */
  static at(text: string, offset: number, what: string, options?: ErrorOptions): ContentFault {
    const place = { offset, ...positionAt(text, offset) };
    return new ContentFault(describeFault(text, offset, what), what, place, options);
  }

  /** A sentence of its own: `Option "account" must be an IBAN`. */
  static whole(message: string): ContentFault {
    return new ContentFault(message, message, undefined, { isWhole: true });
  }
}

interface LimitFaultOptions extends FaultOptions {
  /** The fault without its place; the message where it has none. */
  readonly what?: string;
  readonly place?: FaultPlace;
}

/**
 * Content, or a result, that is over a limit. `message` names the limit and completes a sentence as that of `ContentFault` does:
 * `nested more than 512 deep`.
 */
export class LimitFault extends Error {
  override readonly name = 'LimitFault';
  readonly what: string;
  readonly place: FaultPlace | undefined;
  readonly isWhole: boolean;

  /** `limit` in the unit that the message names; for those who go on below it. */
  constructor(
    message: string,
    readonly limit?: number,
    { what = message, place, isWhole = false, ...options }: LimitFaultOptions = {},
  ) {
    super(message, options);
    this.what = what;
    this.place = place;
    this.isWhole = isWhole;
  }

  /** At a place of a text, told as by `ContentFault.at`. */
  static at(text: string, offset: number, what: string, limit?: number): LimitFault {
    const place = { offset, ...positionAt(text, offset) };
    return new LimitFault(describeFault(text, offset, what), limit, { what, place });
  }

  /** A sentence of its own: `The result must have at most 5000000 characters`. */
  static whole(message: string, limit?: number): LimitFault {
    return new LimitFault(message, limit, { isWhole: true });
  }
}

export const isFault = (error: unknown): error is ContentFault | LimitFault =>
  error instanceof ContentFault || error instanceof LimitFault;

/** What `work` gives, `undefined` where it finds a fault in the content: for those who try one reading after another. */
export function unlessFaulty<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    // Another reading may fit; what is no fault of the content goes on.
    if (isFault(error)) return undefined;
    throw error;
  }
}

/** Runs `work` on a part of the content: a `ContentFault` in it is told behind the part's name, `row 3: …`. */
export function inPart<Result>(part: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ContentFault) || error.isWhole) throw error;
    throw new ContentFault(`${part}: ${error.message}`, error.what, error.place, { cause: error });
  }
}

/** Runs `work` on one line of the content, given alone: a `ContentFault` in it is told with the line's own number. */
export function inLine<Result>(line: number, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ContentFault) || error.isWhole) throw error;
    const { message, what, place } = error;
    const told = place === undefined ? `line ${line}: ${message}` : message.replace(/^line 1\b/, `line ${line}`);
    throw new ContentFault(told, what, place && { ...place, line }, { cause: error });
  }
}

/** Content that opens with a password only; told apart because another password is another run's option, not another file. */
export class PasswordFault extends ContentFault {
  /** `missing`: none was given; `none`: no password opens it. */
  constructor(
    message: string,
    readonly password: 'missing' | 'wrong' | 'none',
  ) {
    super(message);
  }
}
