import { invalid, quote } from '../core/errors.js';
import type { NumberMarks } from '../lib/numbers/decimal-order.js';
import { marksOf } from '../lib/numbers/typed-number.js';

/** The marks of a caller's language. Throws INVALID_INPUT where it is not a BCP 47 tag. */
export function marksFor(locale: string): NumberMarks {
  try {
    return marksOf(locale);
  } catch (error) {
    // `Intl` says no more than that.
    throw invalid(
      `Option "locale" is not a BCP 47 language tag such as "en" or "zh-Hant", got ${quote(locale)}`,
      error,
    );
  }
}
