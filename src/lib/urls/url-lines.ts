/** Addresses as people paste them, one per line. */

/** With the scheme that a browser would add where there is none: `example.com/a`, `//example.com`. */
export function withScheme(text: string): string {
  const trimmed = text.trim();
  if (trimmed.startsWith('//')) return `https:${trimmed}`;
  const isBare = /^(?:localhost|[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+)\.?(?::\d{1,5})?(?:[/?#]|$)/u.test(trimmed);
  return isBare ? `https://${trimmed}` : trimmed;
}

/** Lines that are not blank, with their numbers. */
export const urlLines = (text: string): readonly { readonly line: number; readonly text: string }[] =>
  text
    .replace(/^\ufeff/, '')
    .split(/\r\n|[\r\n]/)
    .map((line, index) => ({ line: index + 1, text: line.trim() }))
    .filter(({ text: line }) => line !== '');

/** `undefined` where it is not an address. */
export const parseUrl = (text: string, base?: string): URL | undefined =>
  URL.canParse(text, base) ? new URL(text, base) : undefined;
