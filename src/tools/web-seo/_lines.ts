import { overLimit } from '../../core/index.js';
import { urlLines } from '../../lib/urls/url-lines.js';

const MAX_URLS = 10_000;

/** Addresses of a text, one per line. Throws LIMIT_EXCEEDED beyond 10,000. */
export function listedUrls(text: string, label: string, most = MAX_URLS) {
  const lines = urlLines(text);
  if (lines.length > most) throw overLimit(`The text of ${label} must have at most ${most} URLs, got ${lines.length}`);
  return lines;
}
