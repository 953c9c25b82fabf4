import tr46 from 'tr46';

/** Internationalised domain names (UTS #46, IDNA 2008). */

/** Names are not longer (RFC 1035 §2.3.4), and Punycode takes the square of the length. */
const MAX_CHARACTERS = 1000;

interface DomainForms {
  /** With labels in `xn--`. */
  readonly ascii: string;
  readonly unicode: string;
  /** As older software (IDNA 2003) asks for it, where that is another name. */
  readonly transitional: string | undefined;
}

const RULES = {
  checkHyphens: 'a label begins or ends with a hyphen, or has two in the third and fourth place',
  checkBidi: 'left-to-right and right-to-left letters are mixed in a way that RFC 5893 forbids',
  checkJoiners: 'a zero-width joiner is where RFC 5892 forbids it',
  useSTD3ASCIIRules: 'it has an ASCII character other than letters, digits and hyphens',
  verifyDNSLength: 'a label is empty or longer than 63 characters, or the name is longer than 253',
} as const;

type Rules = Partial<Record<keyof typeof RULES, boolean>>;

const STRICT: Rules = {
  checkHyphens: true,
  checkBidi: true,
  checkJoiners: true,
  useSTD3ASCIIRules: true,
  verifyDNSLength: true,
};
/** What browsers check (URL Standard §3.3). */
const BROWSER: Rules = { checkBidi: true, checkJoiners: true };

/** The name in its forms, or why it is not valid. */
export function domainForms(domain: string, strict: boolean): DomainForms | { readonly fault: string } {
  if (domain.length > MAX_CHARACTERS) return { fault: RULES.verifyDNSLength };
  const rules = strict ? STRICT : BROWSER;
  // The dot of the root, as in zone files.
  const name = domain.replace(/[.\u3002\uff0e\uff61]$/u, '');
  const root = name.length < domain.length ? '.' : '';
  const ascii = tr46.toASCII(name, rules);
  if (ascii === null) return { fault: faultOf(name, rules) };
  const transitional = tr46.toASCII(name, { ...rules, transitionalProcessing: true });
  return {
    ascii: ascii + root,
    unicode: tr46.toUnicode(name, rules).domain + root,
    transitional: transitional === null || transitional === ascii ? undefined : transitional + root,
  };
}

/** The rule without which the name would be valid, else its first character or label that is not. */
function faultOf(name: string, rules: Rules): string {
  const broken = (Object.keys(RULES) as (keyof typeof RULES)[]).find(
    (rule) => rules[rule] === true && tr46.toASCII(name, { ...rules, [rule]: false }) !== null,
  );
  if (broken !== undefined) return RULES[broken];
  const character = [...name].find((one) => one > '\u007f' && !isMark(one) && tr46.toASCII(one) === null);
  if (character !== undefined)
    return `IDNA does not allow ${JSON.stringify(character)} (U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')})`;
  const label = name.split('.').find((one) => /^xn--/i.test(one) && tr46.toASCII(one) === null);
  if (label !== undefined) return `"${label}" is not the Punycode of a valid label`;
  return name.split('.').some((one) => isMark([...one][0] ?? ''))
    ? 'a label begins with a combining mark'
    : 'it breaks several rules of IDNA';
}

const isMark = (character: string): boolean => /[\p{M}\u200c\u200d]/u.test(character);
