import { invalid, quote } from '../core/errors.js';
import { STOP_WORDS } from '../lib/text/stop-words.js';

interface Skipping {
  readonly stopWords: boolean;
  readonly ignore: string;
}

/** Words that are not counted, in lower case. Throws INVALID_INPUT where the function words of the language are not known,
 * unless they may be lacking. */
export function skippedWords({ stopWords, ignore }: Skipping, locale: string, mayLack = false): Set<string> {
  const skipped = new Set(
    ignore
      .toLowerCase()
      .split(/[\s,]+/)
      .filter((word) => word !== ''),
  );
  if (!stopWords) return skipped;
  const language = locale.split('-', 1)[0] ?? '';
  const words = STOP_WORDS.get(language);
  if (words === undefined && mayLack) return skipped;
  if (words === undefined) {
    const known = [...STOP_WORDS.keys()].map((name) => quote(name)).join(', ');
    throw invalid(`Option "stopWords" knows the locales ${known}, not ${quote(language)}`);
  }
  for (const word of words) skipped.add(word);
  return skipped;
}
