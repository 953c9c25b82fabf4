/** A token of Typst's notation for formulas. `isGlued`: nothing is between it and the token before. */
export interface FormulaToken {
  /** `name` has two letters or more; a `letter` stands for itself, a `mark` may have a meaning. */
  readonly kind: 'name' | 'letter' | 'number' | 'text' | 'mark' | 'break' | 'space';
  readonly value: string;
  readonly isGlued: boolean;
}

/** Shorthands of formulas, longest first (Typst 0.13, `typst_syntax::ast::MathShorthand`). */
const SHORTHANDS: readonly (readonly [string, string])[] = [
  ['<==>', '⟺'],
  ['<-->', '⟷'],
  ['|->', '↦'],
  ['|=>', '⤇'],
  ['==>', '⟹'],
  ['-->', '⟶'],
  ['~~>', '⟿'],
  ['>->', '↣'],
  ['->>', '↠'],
  ['<==', '⟸'],
  ['<--', '⟵'],
  ['<~~', '⬳'],
  ['<-<', '↢'],
  ['<<-', '↞'],
  ['<=>', '⇔'],
  ['::=', '⩴'],
  ['...', '…'],
  ['>>>', '⋙'],
  ['<<<', '⋘'],
  ['<->', '↔'],
  ['->', '→'],
  ['=>', '⇒'],
  ['~>', '⇝'],
  ['<-', '←'],
  ['<~', '⇜'],
  ['||', '‖'],
  ['[|', '⟦'],
  ['|]', '⟧'],
  [':=', '≔'],
  ['=:', '≕'],
  ['!=', '≠'],
  ['>>', '≫'],
  ['>=', '≥'],
  ['<<', '≪'],
  ['<=', '≤'],
  ['*', '∗'],
  ['-', '−'],
  ['~', '∼'],
];
/** Begin code, other modes, comments or controls in Typst, and are not part of a formula. */
const REFUSED = /[#$`@\p{Cc}\p{Cs}]/u;
/** Written by the converter of TeX for `\!`, and as values of the options of its calls. */
const NEGATIVE_SPACE = '#h(-math.thin.amount)';
const CONSTANT = /^#(left|center|right|true|none)\b/;

/** The tokens of a formula; `undefined` where it has anything that is not known. */
export function formulaTokens(source: string): readonly FormulaToken[] | undefined {
  const tokens: FormulaToken[] = [];
  let at = 0;
  let isGlued = false;
  const push = (kind: FormulaToken['kind'], value: string, length: number): void => {
    tokens.push({ kind, value, isGlued });
    at += length;
    isGlued = true;
  };
  while (at < source.length) {
    const rest = source.slice(at, at + 256);
    const [character = ''] = rest;
    const name = /^[A-Za-z][A-Za-z0-9]+(\.[A-Za-z][A-Za-z0-9]*)*/.exec(rest)?.[0];
    const constant = CONSTANT.exec(rest);
    const number = /^\d+(\.\d+)?/.exec(rest)?.[0];
    const shorthand = SHORTHANDS.find(([written]) => rest.startsWith(written));
    if (/\s/.test(character)) {
      at += 1;
      isGlued = false;
    } else if (rest.startsWith(NEGATIVE_SPACE)) push('space', '-thin', NEGATIVE_SPACE.length);
    else if (constant !== null && tokens.at(-1)?.value === ':') push('number', constant[1] ?? '', constant[0].length);
    else if (rest.startsWith('/*')) return undefined;
    // A comment of TeX, to the end of its line.
    else if (rest.startsWith('//')) at = source.includes('\n', at) ? source.indexOf('\n', at) : source.length;
    else if (character === '\\') {
      const escaped = Array.from(rest.slice(1, 3))[0] ?? '';
      if (escaped === '' || /\s/.test(escaped)) push('break', '', 1);
      else if (REFUSED.test(escaped) && !/[#$`@]/.test(escaped)) return undefined;
      else push('letter', escaped, 1 + escaped.length);
    } else if (character === '"') {
      const quoted = /^"((?:[^"\\]|\\[\s\S])*)"/.exec(source.slice(at));
      if (quoted === null) return undefined;
      push('text', (quoted[1] ?? '').replace(/\\(["\\])/g, '$1'), quoted[0].length);
    } else if (name !== undefined) push('name', name, name.length);
    else if (number !== undefined) push('number', number, number.length);
    else if (shorthand !== undefined) push('mark', shorthand[1], shorthand[0].length);
    else if (REFUSED.test(character)) return undefined;
    else push(/\p{L}/u.test(character) ? 'letter' : 'mark', character, character.length);
  }
  return tokens;
}
