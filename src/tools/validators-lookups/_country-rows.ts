import {
  type CountryIndex,
  type displayNames,
  flagOf,
  type Kind,
  type Match,
  nameIn,
} from '../../engines/country-index.js';

const MAX_OTHERS = 20;

/** Countries whose domain is not their code. */
const domainOf = (alpha2: string): string =>
  alpha2 === 'GB' ? '.uk' : alpha2 === 'XK' ? '' : `.${alpha2.toLowerCase()}`;

type Names = ReturnType<typeof displayNames>;

function nameOf(match: Match, names: Names): string {
  if (match.kind === 'subdivision') return match.of.name;
  if (match.kind === 'country') return nameIn(names.country, match.code) ?? match.of.facts.name;
  return nameIn(names[match.kind], match.code) ?? match.code;
}

/** All that is told of a match. */
function rowOf(match: Match, index: CountryIndex, names: Names) {
  const common = { kind: match.kind, code: match.code, name: nameOf(match, names) };
  if (match.kind === 'country') {
    const { alpha3, numeric, officialName, facts } = match.of;
    return {
      ...common,
      alpha3,
      ...(numeric === '' ? {} : { numeric }),
      officialName,
      nativeName: facts.native,
      flag: flagOf(match.code),
      ...(facts.capital === '' ? {} : { capital: facts.capital }),
      continent: index.continent(facts.continent),
      callingCodes: facts.phone.map((phone) => `+${phone}`),
      currencies: [...facts.currency] as string[],
      languages: [...facts.languages] as string[],
      ...(domainOf(match.code) === '' ? {} : { domain: domainOf(match.code) }),
    };
  }
  if (match.kind === 'currency') {
    const { numeric, symbol, decimals, countries } = match.of;
    return { ...common, ...(numeric === '' ? {} : { numeric }), symbol, decimals, countries: [...countries] };
  }
  if (match.kind === 'language') {
    const { native, isRightToLeft, countries } = match.of;
    const alpha3 = index.alpha3Of(match.code);
    return {
      ...common,
      ...(alpha3 === '' ? {} : { alpha3 }),
      nativeName: native,
      direction: isRightToLeft ? ('right-to-left' as const) : ('left-to-right' as const),
      countries: [...countries],
    };
  }
  const country = match.code.slice(0, 2);
  return { ...common, parent: match.of.parent, countries: [country], flag: flagOf(country) };
}

/** `.uk` is the domain of GB; all others are the code of their country. */
const codeOfDomain = (value: string): string => {
  if (!/^\.[a-z]{2}$/i.test(value)) return value;
  return value.toLowerCase() === '.uk' ? 'GB' : value.slice(1);
};

/** What a value stands for. `maySuggest` says whether a typing mistake is looked for, which takes a millisecond or two. */
export function lookUp(
  value: string,
  kind: Kind | 'auto',
  { index, names, maySuggest }: { index: CountryIndex; names: Names; maySuggest: () => boolean },
) {
  const [best, ...others] = index.find(codeOfDomain(value), kind);
  if (best !== undefined) {
    const told = others.slice(0, MAX_OTHERS).map((match) => `${match.kind} ${match.code}: ${nameOf(match, names)}`);
    return { isValid: true, ...rowOf(best, index, names), ...(told.length === 0 ? {} : { others: told }) };
  }
  const former = index.withdrawn(value);
  if (former !== undefined) {
    const after = former.successors.map((code) => index.country(code)?.facts.name ?? code).join(', ');
    return { isValid: false, reason: `${former.name} is no longer in ISO 3166-1; see ${after}` };
  }
  const suggestion = maySuggest() ? index.suggest(value) : undefined;
  const what = kind === 'auto' ? 'country, currency, language or subdivision' : kind;
  return {
    isValid: false,
    reason: `No ${what} has this code or name`,
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}
