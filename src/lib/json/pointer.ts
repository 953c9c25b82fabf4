/** JSON Pointer, RFC 6901: `/a/0/b~1c`. */

/** The tokens of a pointer; `undefined` where it is none. */
export function parsePointer(pointer: string): string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return undefined;
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

const escapeToken = (token: string): string => token.replaceAll('~', '~0').replaceAll('/', '~1');

export const writePointer = (tokens: readonly (string | number)[]): string =>
  tokens.map((token) => `/${escapeToken(String(token))}`).join('');

/** The index that a token names in an array of this length (`-` and the length itself are behind its end), else `undefined`. */
export function arrayIndex(token: string, length: number): number | undefined {
  if (token === '-') return length;
  if (!/^(?:0|[1-9]\d{0,15})$/.test(token)) return undefined;
  const index = Number(token);
  return index <= length ? index : undefined;
}
