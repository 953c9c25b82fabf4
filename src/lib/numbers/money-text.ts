/**
 * An amount as people write it, without a sign: `12.5`, `12,50`, `1,234.50`, `1.234,50`, `1'234.50`, with a currency sign at either end, also
 * behind a space.
 * Up to 13 digits before the point and 6 after it; `undefined` where it is not an amount.
 */
export function moneyParts(text: string): { readonly whole: string; readonly decimals: string } | undefined {
  if (text.length > 40) return undefined;
  const bare = text.replace(/^\p{Sc}\s?|\s?\p{Sc}$/gu, '');
  const plain = /^\d{1,3}(?:[,']\d{3})+(?:\.\d{1,6})?$/.test(bare)
    ? bare.replace(/[,']/g, '')
    : /^\d{1,3}(?:\.\d{3})+,\d{1,6}$/.test(bare)
      ? bare.replaceAll('.', '').replace(',', '.')
      : bare.replace(',', '.');
  const [, whole, decimals = ''] = /^(\d{1,13})(?:\.(\d{1,6}))?$/.exec(plain) ?? [];
  return whole === undefined ? undefined : { whole, decimals };
}
