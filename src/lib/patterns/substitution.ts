/** What takes the place of one match of a regular expression, as `String.prototype.replace` reads it (ECMA-262, GetSubstitution). */
export interface SubstitutedMatch {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** From 1 on; `undefined` for a group that took no part. */
  readonly groups: readonly (string | undefined)[];
  readonly named: Readonly<Record<string, string | undefined>> | undefined;
}

/** `$$`, `$&`, `` $` ``, `$'`, `$1` to `$99`, and `$<name>` where the pattern has named groups. */
export function substitution(template: string, { text, start, end, groups, named }: SubstitutedMatch): string {
  return template.replace(/\$(?:[$&`']|\d{1,2}|<[^>]*>)/g, (token) => {
    if (token === '$$') return '$';
    if (token === '$&') return text.slice(start, end);
    if (token === '$`') return text.slice(0, start);
    if (token === "$'") return text.slice(end);
    if (token.startsWith('$<')) return named === undefined ? token : (named[token.slice(2, -1)] ?? '');
    const two = Number(token.slice(1));
    if (two >= 1 && two <= groups.length) return groups[two - 1] ?? '';
    const one = Number(token.charAt(1));
    if (token.length === 3 && one >= 1 && one <= groups.length) return (groups[one - 1] ?? '') + token.charAt(2);
    return token;
  });
}
