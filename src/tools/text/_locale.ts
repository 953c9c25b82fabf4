import { invalid, quote } from '../../core/errors.js';

/** The language tag in its usual form. Throws INVALID_INPUT where it is not a BCP 47 tag. */
export function checkLocale(locale: string): string {
  try {
    const [tag] = Intl.getCanonicalLocales(locale);
    if (tag !== undefined) return tag;
  } catch (error) {
    throw notATag(locale, error);
  }
  throw notATag(locale);
}

const notATag = (locale: string, cause?: unknown) =>
  invalid(`Option "locale" must be a BCP 47 language tag such as "en" or "zh-Hant", got ${quote(locale)}`, cause);
