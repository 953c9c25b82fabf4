import { invalid, quote } from '../../core/index.js';
import { openCountryIndex } from '../../engines/country-index.js';
import { withoutQuestion } from '../../formats/said-dates.js';
import { isSaid } from '../../formats/said-options.js';

interface Asked {
  readonly country: string;
  readonly region: string;
  readonly year: number;
}

/** The country where none is asked for. */
export const USUAL_COUNTRY = 'US';

const LEAD =
  /^(?:(?:public|bank|national|federal|legal|school|statutory|official|all) )*holidays?\b ?(?:(?:in|of|for|are there in) )?/i;
const YEAR = /(?:^|[ ,])(?:(?:in|of|for) )?((?:19|20|21)\d\d|(?:this|next|last) year)$/i;

/** Country, region and year by the options or by a text: `Germany 2027`, `Bavaria, Germany`, `DE-BY`, `public holidays in the UK next year`. */
export async function askedOf(input: string, { country, region, year }: Asked, now: Date): Promise<Asked> {
  if (!isSaid(input, { country: country !== USUAL_COUNTRY, region: region.trim() !== '', year: year !== 0 }))
    return { country, region, year };
  const question = withoutQuestion(input).replace(/\s+/g, ' ').replace(LEAD, '');
  const said = YEAR.exec(question) ?? /^((?:19|20|21)\d\d) /.exec(question);
  const place = (said === null ? question : question.replace(said[0], ''))
    .replace(/ ?(?:(?:public|bank|national) )?holidays?$/i, '')
    .replace(/^(?:in|of|for) /i, '')
    .trim();
  return { ...(await placeOf(place)), year: said === null ? 0 : saidYear(said[1] ?? '', now) };
}

function saidYear(written: string, now: Date): number {
  const shift = { this: 0, next: 1, last: -1 }[written.slice(0, 4).toLowerCase()];
  return shift === undefined ? Number(written) : now.getUTCFullYear() + shift;
}

async function placeOf(written: string): Promise<{ readonly country: string; readonly region: string }> {
  const index = await openCountryIndex();
  const find = (name: string, kind: 'country' | 'subdivision') => index.find(name.replace(/^the /i, '').trim(), kind);
  const [country] = find(written, 'country');
  if (country !== undefined) return { country: country.code, region: '' };
  const parts = written.split(/[,/]/);
  const named = parts.length === 2 ? [parts, parts.toReversed()] : [];
  for (const [region = '', within = ''] of named) {
    const [outer] = find(within, 'country');
    const inner = find(region, 'subdivision').find(({ code }) => code.startsWith(`${outer?.code}-`));
    if (outer !== undefined && inner !== undefined) return { country: outer.code, region: inner.code };
    // The codes of holidays know parts that ISO 3166-2 does not.
    if (outer !== undefined && /^ ?[A-Z\d]{1,4} ?$/i.test(region)) return { country: outer.code, region };
  }
  const regions = find(written, 'subdivision');
  const [only] = regions;
  if (only !== undefined && regions.length === 1) return { country: only.code.slice(0, 2), region: only.code };
  const hint = regions.length > 1 ? `; ${regions.map(({ code }) => code).join(' or ')} may be meant` : '';
  throw invalid(
    `Input must be a country or region, with a year if needed, such as "Germany 2027", "California" or "DE-BY", got ${quote(written)}${hint}`,
  );
}
