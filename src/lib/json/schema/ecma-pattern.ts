/**
 * A regular expression of ECMA-262 (with the flag `u`, as JSON Schema asks for) in the syntax of RE2, where the two differ: `\s` and `.`
 * know Unicode's white space and line ends, `\uXXXX`, `\cX` and `[^]` are written otherwise, and names of properties are short.
 */
export function ecmaToRe2(pattern: string): string {
  let isInClass = false;
  return pattern.replace(
    TOKENS,
    (token, braced: string | undefined, four: string | undefined, name: string | undefined) => {
      if (braced !== undefined || four !== undefined) return hexadecimal(braced ?? pairOf(four ?? ''));
      if (name !== undefined) return `${token.slice(0, 3)}${shortName(name)}}`;
      if (token === '.' && !isInClass) return '[^\\n\\r\\x{2028}\\x{2029}]';
      if (token === '\\s') return isInClass ? SPACES : `[${SPACES}]`;
      if (token === '\\S' && !isInClass) return `[^${SPACES}]`;
      if (/^\\c[A-Za-z]$/.test(token)) return hexadecimal((token.charCodeAt(2) % 32).toString(16));
      if (token === '\\/' || token === '\\-') return token === '\\/' ? '/' : '\\-';
      if (token === '\\0') return '\\x{0}';
      if (token === '\\b' && isInClass) return '\\x{8}';
      if (token === '[^]' && !isInClass) return '[\\x{0}-\\x{10ffff}]';
      if (token === '[' && !isInClass) isInClass = true;
      else if (token === '[') return '\\[';
      else if (token === ']') isInClass = false;
      return token;
    },
  );
}

const TOKENS =
  /\\u\{([0-9a-fA-F]+)\}|\\u([dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|[0-9a-fA-F]{4})|\\[pP]\{([\w=]+)\}|\\c[A-Za-z]|\\[\s\S]|\[\^\]|[.[\]]/g;
const SPACES =
  '\\t\\n\\x{b}\\f\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';

const hexadecimal = (digits: string): string => `\\x{${digits}}`;

/** The digits of one code point, of a surrogate pair too. */
function pairOf(source: string): string {
  if (source.length === 4) return source;
  const high = Number.parseInt(source.slice(0, 4), 16);
  const low = Number.parseInt(source.slice(6), 16);
  return (((high - 0xd800) << 10) + (low - 0xdc00) + 0x10000).toString(16);
}

/** Long names of general categories: Unicode, PropertyValueAliases.txt. */
const CATEGORIES: Readonly<Record<string, string>> = {
  Letter: 'L',
  Uppercase_Letter: 'Lu',
  Lowercase_Letter: 'Ll',
  Titlecase_Letter: 'Lt',
  Modifier_Letter: 'Lm',
  Other_Letter: 'Lo',
  Mark: 'M',
  Nonspacing_Mark: 'Mn',
  Spacing_Mark: 'Mc',
  Enclosing_Mark: 'Me',
  Number: 'N',
  Decimal_Number: 'Nd',
  digit: 'Nd',
  Letter_Number: 'Nl',
  Other_Number: 'No',
  Punctuation: 'P',
  punct: 'P',
  Symbol: 'S',
  Math_Symbol: 'Sm',
  Currency_Symbol: 'Sc',
  Separator: 'Z',
  Space_Separator: 'Zs',
  Control: 'Cc',
  Format: 'Cf',
};

function shortName(name: string): string {
  const value = name.replace(/^(?:General_Category|gc|Script|sc|Script_Extensions|scx)=/, '');
  return Object.hasOwn(CATEGORIES, value) ? (CATEGORIES[value] ?? value) : value;
}
