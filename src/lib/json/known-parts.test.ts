import { describe, expect, it } from 'vitest';

import { fractionsOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { randomPlain } from '../../testing/random-json.js';
import { LimitFault } from '../faults.js';
import { PartsLog } from './known-parts.js';
import { parseJson } from './parse.js';
import { MAX_DEPTH } from './syntax.js';
import { isJsonArray, type JsonValue } from './values.js';
import { writeJson } from './write.js';

function readTwo(first: string, second: string): readonly [JsonValue, JsonValue] {
  const log = new PartsLog(first);
  return [parseJson(first, { log }), parseJson(second, { known: log })];
}

/** How many elements of the second array are the very ones of the first. */
function sharedBetween(first: readonly unknown[], second: readonly unknown[]): number {
  const [from, to] = readTwo(JSON.stringify(first), JSON.stringify(second));
  if (!isJsonArray(from) || !isJsonArray(to)) throw new TypeError('no arrays');
  const known = new Set(from);
  return to.filter((item) => known.has(item)).length;
}

const records = (count: number) => Array.from({ length: count }, (_, id) => ({ id, tags: [`t${id}`], more: { id } }));

describe('parts that are known', () => {
  exhaustive('make no difference to what is read', () => {
    const random = fractionsOf(91);
    for (let round = 0; round < 1000; round++) {
      const first = JSON.stringify(randomPlain(random, 4));
      const other = JSON.stringify(randomPlain(random, 3));
      // Parts of one text in the other: cut anywhere, such a text is seldom JSON and must fail in the same words.
      const cut = Math.floor(random() * first.length);
      for (const second of [first, ` [${first},${other},${first}]`, `[${other},${first}]`, first.slice(cut), other]) {
        const read = (known: PartsLog | undefined): string => {
          try {
            return writeJson(parseJson(second, known && { known }));
          } catch (error) {
            return String(error);
          }
        };
        const log = new PartsLog(first);
        parseJson(first, { log });
        expect(read(log)).toBe(read(undefined));
      }
    }
  });

  it('are found whatever was put in, taken out or changed', () => {
    const list = records(1000);
    expect(sharedBetween(list, list)).toBe(1000);
    const changed = list.map((item) => (item.id % 10 === 3 ? { ...item, id: -1 } : item));
    expect(sharedBetween(list, changed)).toBe(900);
    const runChanged = list.map((item) => (item.id >= 200 && item.id < 300 ? { ...item, id: -1 } : item));
    expect(sharedBetween(list, runChanged)).toBe(900);
    expect(sharedBetween(list, [...records(300).map(() => 'new'), ...list])).toBe(1000);
    expect(sharedBetween(list, [{ new: 1 }, { new: 2 }, ...list, { new: 3 }])).toBe(1000);
    expect(sharedBetween(list, list.toSpliced(500, 3))).toBe(997);
  });

  it('are found inside what was changed', () => {
    const [from, to] = readTwo('[{"a":{"x":1},"b":[1,2]}]', '[{"a":{"x":2},"b":[1,2]}]');
    const inside = (value: JsonValue): unknown => isJsonArray(value) && value[0] instanceof Map && value[0].get('b');
    expect(inside(to)).toBe(inside(from));
  });

  it('do not hide that a text is nested too deep', () => {
    const nested = `${'['.repeat(MAX_DEPTH)}${']'.repeat(MAX_DEPTH)}`;
    expect(() => readTwo(nested, nested)).not.toThrow();
    expect(() => readTwo(nested, `[${nested}]`)).toThrow(LimitFault);
  });
});
