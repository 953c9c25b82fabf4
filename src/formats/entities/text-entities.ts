import { phonesIn } from '../../engines/phone-numbers.js';
import { moneyIn, numbersIn, quantitiesIn } from '../../lib/entities/amounts.js';
import { coordinatesIn } from '../../lib/entities/coordinates.js';
import { emailsIn } from '../../lib/entities/emails.js';
import { type Entity, withoutOverlaps } from '../../lib/entities/entity.js';
import { filePathsIn } from '../../lib/entities/file-paths.js';
import { hashtagsIn, mentionsIn } from '../../lib/entities/social-names.js';
import { urlsIn } from '../../lib/entities/urls.js';
import { type DateLocale, datesIn } from './dates.js';

/** Kinds in the order of precedence: of two that overlap, the earlier one counts. */
export const ENTITY_KINDS = [
  'url',
  'email',
  'file-path',
  'hashtag',
  'mention',
  'coordinates',
  'money',
  'phone',
  'date',
  'quantity',
  'number',
] as const;

export type EntityKind = (typeof ENTITY_KINDS)[number];

export interface EntityRequest {
  readonly kinds: readonly EntityKind[];
  readonly country: string;
  readonly locale: DateLocale;
  readonly now: Date;
}

/** What a text names, by place, none over another. */
export async function findEntities(text: string, { kinds, country, locale, now }: EntityRequest): Promise<Entity[]> {
  const lists: (readonly Entity[])[] = [];
  const finders: Readonly<Record<EntityKind, () => Iterable<Entity> | Promise<Iterable<Entity>>>> = {
    url: () => urlsIn(text),
    email: () => emailsIn(text),
    'file-path': () => filePathsIn(text),
    hashtag: () => hashtagsIn(text),
    mention: () => mentionsIn(text),
    coordinates: () => coordinatesIn(text),
    money: () => moneyIn(text),
    phone: () => phonesIn(text, [country]),
    date: () => datesIn(masked(text, lists), locale, now),
    quantity: () => quantitiesIn(text),
    number: () => numbersIn(text),
  };
  // Those that are not asked for still keep others out: the digits of a date are not a number.
  const least = Math.max(...kinds.map((kind) => ENTITY_KINDS.indexOf(kind)));
  for (const kind of ENTITY_KINDS.slice(0, least + 1)) {
    const isCostly = kind === 'date' || kind === 'phone';
    if (kinds.includes(kind) || !isCostly || kinds.includes('number')) lists.push([...(await finders[kind]())]);
  }
  return withoutOverlaps(text, lists).filter(({ kind }) => (kinds as readonly string[]).includes(kind));
}

/** The text with a sign over what other kinds have, so that a date does not go on into an amount. */
function masked(text: string, lists: readonly (readonly Entity[])[]): string {
  let at = 0;
  const pieces: string[] = [];
  for (const { start, end } of withoutOverlaps(text, lists)) {
    pieces.push(text.slice(at, start), '|'.repeat(end - start));
    at = end;
  }
  return pieces.join('') + text.slice(at);
}
