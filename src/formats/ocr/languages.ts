import { invalid, quote } from '../../core/errors.js';
import { OCR_LANGUAGES, type OcrLanguage } from '../../engines/tesseract.js';

const MOST = 3;

/** The languages of option `language`: `eng`, `deu+fra`. Throws INVALID_INPUT. */
export function languagesOf(option: string): OcrLanguage[] {
  const parts = option.split('+').map((part) => part.trim());
  const known = parts.filter((part): part is OcrLanguage => Object.hasOwn(OCR_LANGUAGES, part));
  if (known.length !== parts.length || known.length > MOST || new Set(known).size !== known.length) {
    const names = Object.keys(OCR_LANGUAGES).join(', ');
    throw invalid(`Option "language" must be one to three of ${names} with + between, got ${quote(option)}`);
  }
  return known;
}
