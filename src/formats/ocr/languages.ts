import { invalid, quote } from '../../core/errors.js';
import { type OcrLanguage, ocrLanguages } from '../../engines/tesseract.js';

const MAX_LANGUAGES = 3;

/** The languages of option `language`: `eng`, `deu+fra`. Those in `modelDir` count too. Throws INVALID_INPUT. */
export function languagesOf(option: string, modelDir: string | undefined): OcrLanguage[] {
  const available = ocrLanguages(modelDir);
  const parts = option.split('+').map((part) => part.trim());
  const known = parts.flatMap((part) => available.get(part) ?? []);
  if (known.length !== parts.length || known.length > MAX_LANGUAGES || new Set(parts).size !== parts.length) {
    const names = [...available.keys()].join(', ');
    throw invalid(`Option "language" must be one to three of ${names}, joined by +, got ${quote(option)}`);
  }
  return known;
}
