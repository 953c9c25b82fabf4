import { createHmac } from 'node:crypto';

import { openFakeData } from '../../engines/fake-data.js';
import { findPersonalData, PERSONAL_KINDS } from '../../formats/entities/personal-data.js';
import { type ColumnKind, kindOfColumn } from '../../lib/anonymize/column-names.js';
import { formOf, generalized } from '../../lib/anonymize/generalize.js';
import type { ColumnRule } from '../../lib/anonymize/rules.js';
import type { Entity } from '../../lib/entities/entity.js';
import { type Mask, Masker } from '../../lib/entities/masks.js';

type Cells = readonly string[];

/** What was found out of a column: its kind, and the personal data within its cells. */
export interface DetectedColumn {
  readonly kind: ColumnKind | 'free-text' | undefined;
  readonly found: ReadonlyMap<number, readonly Entity[]>;
}

/** As much of the cells as must be personal data for the column to be of its kind. */
const SHARE = 0.5;

/** By the name of the column, else by what is in its cells. */
export async function detectColumn(name: string, cells: Cells): Promise<DetectedColumn> {
  const named = kindOfColumn(name);
  if (named !== undefined) return { kind: named, found: new Map() };
  const text = cells.join('\n');
  const starts: number[] = [];
  let length = 0;
  for (const cell of cells) {
    starts.push(length);
    length += cell.length + 1;
  }
  const found = new Map<number, Entity[]>();
  const whole = new Map<ColumnKind, number>();
  let row = 0;
  for (const entity of await findPersonalData(text, { kinds: PERSONAL_KINDS, countries: [] })) {
    while ((starts[row + 1] ?? text.length + 1) <= entity.start) row++;
    const start = starts[row] ?? 0;
    const cell = cells[row] ?? '';
    // What goes on in the next cell is two cells.
    if (entity.end > start + cell.length) continue;
    const inCell = found.get(row) ?? [];
    inCell.push({ ...entity, start: entity.start - start, end: entity.end - start });
    found.set(row, inCell);
    const kind = entity.kind === 'url' ? 'secret' : (entity.kind as ColumnKind);
    if (entity.end - entity.start > cell.trim().length * 0.8) whole.set(kind, (whole.get(kind) ?? 0) + 1);
  }
  const filled = cells.filter((cell) => cell.trim() !== '').length;
  const [most] = [...whole].sort(([, a], [, b]) => b - a);
  if (most !== undefined && most[1] >= SHARE * filled) return { kind: most[0], found };
  return { kind: found.size > 0 ? 'free-text' : undefined, found };
}

const starred = (cell: string): string => cell.replace(/[\p{L}\p{N}]/gu, '*');

interface Chance {
  /** Of hashes and pseudonyms. */
  readonly key: Uint8Array;
  /** Of the order of shuffled cells, and of made-up values. */
  readonly seed: Uint8Array;
}

/** What a rule makes of the cells of a column. Empty cells stay empty. */
export async function workedColumn(
  cells: Cells,
  { column, action, detail }: ColumnRule,
  { kind, found }: DetectedColumn,
  { key, seed }: Chance,
): Promise<Cells> {
  const filled = (work: (cell: string) => string): Cells =>
    cells.map((cell) => (cell.trim() === '' ? cell : work(cell)));
  if (kind === 'free-text' && action === 'mask') return cells.map((cell, row) => within(cell, found.get(row) ?? []));
  if (action === 'mask') return filled(starred);
  if (action === 'hash' || action === 'pseudonym') {
    const replace = replacing(new Masker(action satisfies Mask, key), kind);
    return filled(action === 'hash' ? (cell) => replace(cell).replace(/^\[.*_|\]$/g, '') : replace);
  }
  if (action === 'generalize') {
    const form = formOf(cells, kind === 'postal-code' || kind === 'national-id' || kind === 'phone');
    return cells.map((cell) => generalized(cell, form, detail));
  }
  if (action === 'shuffle') return shuffled(cells, createHmac('sha256', seed).update(column).digest());
  if (action !== 'fake') return cells;
  const fake = await openFakeData();
  const made = new Map<string, string>();
  return filled((cell) => {
    const known = made.get(cell);
    if (known !== undefined) return known;
    const number = createHmac('sha256', seed).update(cell).digest().readUInt32LE();
    const value = fake(kind === undefined || kind === 'free-text' ? 'name' : kind, number);
    made.set(cell, value);
    return value;
  });
}

function within(cell: string, entities: readonly Entity[]): string {
  let result = '';
  let at = 0;
  for (const { start, end } of entities) {
    result += cell.slice(at, start) + starred(cell.slice(start, end));
    at = end;
  }
  return result + cell.slice(at);
}

/** The same value of a kind gets the same in pii-redactor with the same key. */
const replacing = (masker: Masker, kind: string | undefined) => (cell: string) => {
  const value = cell.trim();
  return masker.replace(
    { kind: kind ?? 'value', start: 0, end: value.length, value, type: value.includes(':') ? 'IPv6' : 'IPv4' },
    value,
  );
};

/** Fisher and Yates, with numbers from a keyed stream. */
function shuffled(cells: Cells, seed: Uint8Array): Cells {
  const order = [...cells];
  let block = Buffer.alloc(0);
  let at = 0;
  let blocks = 0;
  for (let last = order.length - 1; last > 0; last--) {
    if (at + 4 > block.length) {
      block = createHmac('sha256', seed).update(String(blocks++)).digest();
      at = 0;
    }
    const other = block.readUInt32LE(at) % (last + 1);
    at += 4;
    const kept = order[last] ?? '';
    order[last] = order[other] ?? '';
    order[other] = kept;
  }
  return order;
}
