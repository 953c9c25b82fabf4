/** Random documents for tests: the same seed gives the same ones. */

const pick = <Item>(random: () => number, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;

const STRINGS = [
  '',
  'a',
  'b c',
  'é',
  '😀',
  'line\nbreak',
  'tab\t',
  '"',
  "'",
  '\\',
  '#no',
  '//no',
  '1',
  'true',
  '\u2028',
];
const KEYS = ['a', 'b', 'c', 'key one', 'é', '10', '2', '', 'constructor', 'x/y', 'x~y'];

/** A random plain value, nested at most `depth` deep. */
export function randomPlain(random: () => number, depth: number): unknown {
  const kind = Math.floor(random() * (depth > 0 ? 9 : 6));
  if (kind === 0) return pick(random, [null, true, false]);
  if (kind === 1) return Math.floor(random() * 100) - 50;
  if (kind === 2) return pick(random, [0, 1.5, -0.25, 1e21, 1e-7, 123456789]);
  if (kind < 6) return pick(random, STRINGS);
  const count = Math.floor(random() * 5);
  if (kind === 6) return Array.from({ length: count }, () => randomPlain(random, depth - 1));
  return Object.fromEntries(Array.from({ length: count }, () => [pick(random, KEYS), randomPlain(random, depth - 1)]));
}

let comments = 0;

/** A random JSON5 document with comments `c1;`, `c2;`, …, odd spaces, quotes and numbers. */
export function randomJson5(random: () => number, depth: number): string {
  const space = (): string => {
    const kind = random();
    if (kind < 0.6) return pick(random, ['', ' ', '\n', '\t', '\r\n', '\u00a0']);
    if (kind < 0.8) return '';
    return kind < 0.9 ? ` /* c${comments++}; */ ` : ` // c${comments++};\n`;
  };
  const quoted = (value: string): string => {
    if (random() < 0.6) return JSON.stringify(value);
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  };
  const write = (value: unknown): string => {
    if (typeof value === 'string') return quoted(value);
    if (Array.isArray(value)) return list('[', value.map(write), ']');
    if (typeof value === 'object' && value !== null) {
      const members = Object.entries(value).map(([key, item]) => {
        const name = /^[a-z]+$/.test(key) && random() < 0.5 ? key : quoted(key);
        return `${name}${space()}:${space()}${write(item)}`;
      });
      return list('{', members, '}');
    }
    if (typeof value === 'number' && random() < 0.3) return pick(random, ['.5', '+1', '0x1F', '5.', '-0']);
    return JSON.stringify(value);
  };
  const list = (open: string, items: string[], close: string): string => {
    const comma = items.length > 0 && random() < 0.3 ? `,${space()}` : '';
    return `${open}${space()}${items.map((item) => item + space()).join(`,${space()}`)}${comma}${close}`;
  };
  return `${space()}${write(randomPlain(random, depth))}${space()}`;
}
