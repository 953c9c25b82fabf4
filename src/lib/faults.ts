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

/**
 * Content, or a result, that is over a limit. `message` names the limit and completes a sentence as that of `ContentFault` does:
 * `nested more than 512 deep`, `it would have more than 5000000 characters`.
 */
export class LimitFault extends Error {
  override readonly name = 'LimitFault';

  /** `limit` in the unit that the message names; for those who go on below it. */
  constructor(
    message: string,
    readonly limit?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Content that opens with a password only; told apart because another password is another run's option, not another file. */
export class PasswordFault extends ContentFault {
  /** `missing`: none was given. */
  constructor(
    message: string,
    readonly password: 'missing' | 'wrong',
  ) {
    super(message);
  }
}
