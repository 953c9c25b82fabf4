import { createHmac } from 'node:crypto';

import type { Entity } from './entity.js';

export const MASKS = ['label', 'stars', 'hash', 'pseudonym'] as const;

export type Mask = (typeof MASKS)[number];

/** `national-id` is `NATIONAL_ID` in labels. */
const labelOf = (kind: string): string => kind.toUpperCase().replaceAll('-', '_');

/** Hexadecimal digits of a hash in labels: 64 bits, so that two values of a billion hardly ever share one. */
const HASH_DIGITS = 16;

/**
 * What stands in the place of entities: the same value of a kind always gets the same. `key` makes hashes and pseudonyms: with the same
 * key they are the same in another run. Labels count from 1 in the order of `replace` calls.
 */
export class Masker {
  readonly #numbers = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  constructor(
    private readonly mask: Mask,
    private readonly key: Uint8Array,
  ) {}

  replace(entity: Entity, found: string): string {
    if (this.mask === 'stars') return '*'.repeat([...found].length);
    const { kind, value } = entity;
    if (this.mask === 'hash')
      return `[${labelOf(kind)}_${this.#digest(kind, value).toString('hex').slice(0, HASH_DIGITS)}]`;
    if (this.mask === 'pseudonym') return pseudonymOf(entity, found, this.#digest(kind, value));
    const id = `${kind}\n${value}`;
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    const number = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, number);
    const label = `[${labelOf(kind)}_${number}]`;
    this.#numbers.set(id, label);
    return label;
  }

  #digest(kind: string, value: string): Buffer {
    return createHmac('sha256', this.key).update(`${kind}\n${value}`).digest();
  }
}

/** A value of the same form that belongs to nobody: addresses of names and networks kept for documentation or private use. */
function pseudonymOf({ kind, type = '' }: Entity, found: string, digest: Buffer): string {
  const hex = digest.toString('hex');
  if (kind === 'email') return `user-${hex.slice(0, 12)}@example.com`;
  if (kind === 'url') return `user:${hex.slice(0, 12)}`;
  if (kind === 'ip' && type.startsWith('IPv4')) return `10.${digest[0]}.${digest[1]}.${digest[2]}`;
  if (kind === 'ip') return `2001:db8:${[0, 4, 8, 12].map((at) => hex.slice(at, at + 4)).join(':')}::1`;
  // The second bit of the first byte says that the address is not from a manufacturer.
  if (kind === 'mac') return `02${hex.slice(0, 10)}`.replace(/..(?=.)/g, '$&:');
  if (kind === 'birth-date') return shiftedDate(found, digest);
  return sameForm(found, digest);
}

/** Letters become letters of the same case and digits digits; everything else stays. */
function sameForm(text: string, digest: Buffer): string {
  let at = 0;
  let block = digest;
  const next = (below: number): number => {
    if (at === block.length) {
      block = createHmac('sha256', digest).update(block).digest();
      at = 0;
    }
    return (block[at++] ?? 0) % below;
  };
  const first = /\d/.exec(text)?.index;
  return text.replace(/[\p{L}\p{N}]/gu, (character, index: number) => {
    // The first digit stays: it says what network or kind a number is of.
    if (/\d/.test(character)) return index === first ? character : String(next(10));
    const letter = String.fromCharCode(97 + next(26));
    return /\p{Lu}/u.test(character) ? letter.toUpperCase() : letter;
  });
}

/** Digits of day and month become 01 to 12, of which every order is a date; the last of the year changes too. */
function shiftedDate(text: string, digest: Buffer): string {
  let at = 0;
  const next = (below: number): number => (digest[at++] ?? 0) % below;
  const written = text.replace(/\d+/g, (digits) => {
    if (digits.length === 4) return `${digits.slice(0, 3)}${next(10)}`;
    if (digits.length === 8) return `${digits.slice(0, 3)}${next(10)}${two(1 + next(12))}${two(1 + next(28))}`;
    return two(1 + next(12));
  });
  return written;
}

const two = (number: number): string => String(number).padStart(2, '0');
