import { overLimit } from '../../core/errors.js';
import type { OfficialNumberCheck } from '../../engines/national-ids.js';
import type { NumberKind } from '../../lib/entities/official-numbers.data.js';
import type { NumberFault } from '../../lib/entities/own-number-checks.js';

/** Longer than any number that is known, with its marks. */
const MAX_LENGTH = 60;
/** Values that every kind of every country is tried on: 3 ms each. */
const MAX_UNTOLD = 500;
const MAX_FITS = 40;

/** Prefixes of VAT numbers that are not the country's code (Directive 2006/112/EC, article 215; Northern Ireland since 2021). */
const OTHER_PREFIXES: Readonly<Record<string, string>> = { EL: 'GR', XI: 'GB' };

const FAULT_WORDS: Readonly<Record<NumberFault, string>> = {
  check: 'its check digits do not fit',
  part: 'a part of it, such as a date, a region or a type, is not possible',
  length: 'it has the wrong length',
  format: 'it has characters that do not belong there',
};

const regionNames = new Intl.DisplayNames('en', { type: 'region' });

const countryName = (code: string): string => regionNames.of(code) ?? code;

interface Fit {
  readonly kind: OfficialNumberCheck;
  readonly compact: string;
  readonly formatted: string;
}

interface Asked {
  /** Two letters; empty for any. */
  readonly country: string;
  readonly kind: NumberKind | 'any';
}

type Attempt = { readonly fit: Fit } | { readonly fault: NumberFault; readonly kind: OfficialNumberCheck };

function attempt(kind: OfficialNumberCheck, spelling: string): Attempt {
  const verdict = kind.check(spelling);
  return typeof verdict === 'string' ? { fault: verdict, kind } : { fit: { kind, ...verdict } };
}

const fitsOf = (attempts: readonly Attempt[]): Fit[] => attempts.flatMap((one) => ('fit' in one ? [one.fit] : []));

const named = ({ country, name }: OfficialNumberCheck): string => `${countryName(country)}: ${name}`;

/** All that is told of the one kind that a number is taken for. */
function told({ kind, compact, formatted }: Fit) {
  const { country, scheme, kinds, name } = kind;
  return { country, countryName: countryName(country), scheme, name, kinds: [...kinds], number: compact, formatted };
}

function refused(attempts: readonly Attempt[]) {
  const faults = attempts.flatMap((one) => ('fault' in one ? [one] : []));
  const mistyped = faults.find(({ fault }) => fault === 'check') ?? faults.find(({ fault }) => fault === 'part');
  const about = mistyped ?? (faults.length === 1 ? faults[0] : undefined);
  const reason =
    about === undefined
      ? `It fits none of these: ${faults.map(({ kind }) => named(kind)).join('; ')}`
      : `As ${named(about.kind)}: ${FAULT_WORDS[about.fault]}`;
  return { isValid: false, reason };
}

/** Country of a VAT number by its first letters, and the number as its check takes it. */
function byPrefix(value: string, all: readonly OfficialNumberCheck[]) {
  const letters = value.slice(0, 2);
  const code = OTHER_PREFIXES[letters] ?? letters;
  const kinds = all.filter(({ country, kinds: those }) => country === code && those.includes('vat'));
  // Swiss numbers begin with CHE, which is part of them.
  return { code, kinds, rest: value.startsWith('CHE') ? value : value.slice(2).replace(/^[\s.-]+/, '') };
}

/** What judges one value after another; `all` are the kinds that are known. */
export function officialNumberJudge(all: readonly OfficialNumberCheck[], { country, kind: asked }: Asked) {
  const wanted = all.filter(
    (one) => (country === '' || one.country === country) && (asked === 'any' || one.kinds.includes(asked)),
  );
  let untold = 0;
  return (spelling: string) => {
    const value = spelling.trim().toUpperCase();
    if (value.length > MAX_LENGTH)
      return { isValid: false, reason: `It must have at most ${MAX_LENGTH} characters, got ${value.length}` };
    const prefix = asked === 'any' || asked === 'vat' ? byPrefix(value, all) : undefined;
    const isPrefixed = prefix !== undefined && prefix.kinds.length > 0 && (country === '' || prefix.code === country);
    const ofPrefix = isPrefixed ? prefix.kinds.map((one) => attempt(one, prefix.rest)) : [];
    const [sure] = fitsOf(ofPrefix);
    if (sure !== undefined) return { isValid: true, ...told(sure), fits: [named(sure.kind)] };
    if (asked === 'vat' && country === '') {
      if (isPrefixed) return refused(ofPrefix);
      return {
        isValid: false,
        reason:
          'A VAT number must begin with the two letters of a country whose numbers are known, unless "country" is chosen',
      };
    }
    // None is without a digit, and words are many in a long text.
    if (!/\d/.test(value)) return { isValid: false, reason: 'It must have a digit' };
    if (country === '' && ++untold > MAX_UNTOLD)
      throw overLimit(`Values of any country must number at most ${MAX_UNTOLD}; choose "country" for more`);
    const attempts = wanted.map((one) => attempt(one, value));
    const fits = fitsOf(attempts);
    const names = fits.slice(0, MAX_FITS).map((one) => named(one.kind));
    const [only] = fits;
    if (only !== undefined)
      return { isValid: true, ...(fits.length === 1 || country !== '' ? told(only) : {}), fits: names };
    if (ofPrefix.length > 0) return refused([...ofPrefix, ...(country === '' ? [] : attempts)]);
    if (country !== '') return refused(attempts);
    return { isValid: false, reason: `It fits no number of the ${wanted.length} kinds that are known` };
  };
}
