/** Numbers of JavaScript and Python, without their sign: separators, other bases, a point at either end, `n` of BigInt. */
export const LITERAL_NUMBER =
  /0[xX][\da-fA-F](?:_?[\da-fA-F])*n?|0[oO][0-7](?:_?[0-7])*n?|0[bB][01](?:_?[01])*n?|(?:\d(?:_?\d)*(?:\.(?:\d(?:_?\d)*)?)?|\.\d(?:_?\d)*)(?:[eE][+-]?\d(?:_?\d)*)?n?/y;

/** Such a number as JSON writes it; `undefined` where it is an octal number of old or has a point and an `n`. */
export function jsonNumber(source: string): string | undefined {
  const plain = source.replaceAll('_', '').replace(/n$/, '');
  if (/^0[xob]/i.test(plain)) return String(BigInt(plain));
  if (source.endsWith('n') && /[.e]/i.test(plain)) return undefined;
  if (/^0+$/.test(plain)) return '0';
  if (/^0\d/.test(plain)) return undefined;
  return plain.replace(/^\./, '0.').replace(/\.(?!\d)/, '');
}
