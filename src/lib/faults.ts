import { describeFault, positionAt, type TextPosition } from './text/text-position.js';

/** A place in a text: in UTF-16 units from 0, and as people count. */
export interface FaultPlace extends TextPosition {
  readonly offset: number;
}

/**
 * Content that is not what it has to be. `message` completes a sentence that begins with what cannot be done
 * (`Cannot read file "a.json" as JSON: …`) and names line, page, row or entry; `what` is the fault without its place.
 * Whoever knows the content's name tells it by `refusing` (core/refusing.ts); nobody catches it only for that.
 */
export class ContentFault extends Error {
  override readonly name = 'ContentFault';

  constructor(
    message: string,
    readonly what: string = message,
    readonly place?: FaultPlace,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** At a place of a text: `line 2, column 8: …`, and below it that part of the line with a `^`. */
  static at(text: string, offset: number, what: string, options?: ErrorOptions): ContentFault {
    const place = { offset, ...positionAt(text, offset) };
    return new ContentFault(describeFault(text, offset, what), what, place, options);
  }
}

interface LimitFaultOptions extends ErrorOptions {
  /** The fault without its place; the message where it has none. */
  readonly what?: string;
  readonly place?: FaultPlace;
  /** It is the result that would be over the limit: `message` is a sentence of its own, and no content is named before it. */
  readonly ofResult?: boolean;
}

/**
 * Content, or a result, that is over a limit. `message` names the limit and completes a sentence as that of `ContentFault` does:
 * `nested more than 512 deep`; that of a result stands alone: `The result must have at most 5000000 characters`.
 */
export class LimitFault extends Error {
  override readonly name = 'LimitFault';
  readonly what: string;
  readonly place: FaultPlace | undefined;
  readonly isOfResult: boolean;

  /** `limit` in the unit that the message names; for those who go on below it. */
  constructor(
    message: string,
    readonly limit?: number,
    { what = message, place, ofResult = false, ...options }: LimitFaultOptions = {},
  ) {
    super(message, options);
    this.what = what;
    this.place = place;
    this.isOfResult = ofResult;
  }

  /** At a place of a text, told as by `ContentFault.at`. */
  static at(text: string, offset: number, what: string, limit?: number): LimitFault {
    const place = { offset, ...positionAt(text, offset) };
    return new LimitFault(describeFault(text, offset, what), limit, { what, place });
  }

  /** Of a result: `message` says what it would have to be. */
  static ofResult(message: string, limit?: number): LimitFault {
    return new LimitFault(message, limit, { ofResult: true });
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
    if (!(error instanceof ContentFault)) throw error;
    throw new ContentFault(`${part}: ${error.message}`, error.what, error.place, { cause: error });
  }
}
