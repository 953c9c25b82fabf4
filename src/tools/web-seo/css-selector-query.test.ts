import { expect, it } from 'vitest';

import { hasBrowser, inBrowser } from '../../testing/browser.js';
import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './css-selector-query.js';

const TAGS = ['div', 'p', 'span', 'ul', 'li', 'b', 'h2', 'input', 'section', 'em'];
const CLASSES = ['a', 'b', 'big', 'x-1', 'é'];
const VALUES = ['one', 'two words', 'de-AT', 'one.pdf', ''];

/** Every element has a number of its own in `n`. */
function randomPage(chance: Chance): string {
  let next = 0;
  const element = (depth: number): string => {
    const tag = pick(chance, TAGS);
    const attributes = [
      `n=${next++}`,
      chance(2) === 0 ? `class="${pick(chance, CLASSES)} ${pick(chance, CLASSES)}"` : '',
      chance(4) === 0 ? `id=i${chance(9)}` : '',
      chance(3) === 0 ? `data-v="${pick(chance, VALUES)}"` : '',
      tag === 'input' && chance(2) === 0 ? 'checked type=checkbox' : '',
      tag === 'input' && chance(2) === 0 ? 'disabled' : '',
    ].filter((text) => text !== '');
    const inside =
      depth > 4 ? '' : Array.from({ length: chance(4) }, () => (chance(3) === 0 ? 'text ' : element(depth + 1)));
    return `<${tag} ${attributes.join(' ')}>${tag === 'input' ? '' : [...inside].join('')}${/input|li|p/.test(tag) ? '' : `</${tag}>`}`;
  };
  return `<!DOCTYPE html><html><head><title>t</title></head><body>${Array.from({ length: 1 + chance(5) }, () => element(0)).join('')}</body></html>`;
}

function randomSelector(chance: Chance, depth = 0): string {
  const simple = (): string => {
    switch (chance(depth > 1 ? 5 : depth === 1 ? 7 : 9)) {
      case 0:
        return `.${pick(chance, CLASSES)}`;
      case 1:
        return `[data-v${pick(chance, ['', '="one"', '*="o"', '^="de"', '$=".pdf"', '~="words"', '|="de"', '="ONE" i'])}]`;
      case 2:
        return pick(chance, [
          ':first-child',
          ':last-child',
          ':only-child',
          ':first-of-type',
          ':last-of-type',
          ':only-of-type',
          ':empty',
        ]);
      case 3:
        return `:nth-${pick(chance, ['child', 'last-child', 'of-type', 'last-of-type'])}(${pick(chance, ['odd', 'even', '2', '2n+1', '-n+3', '3n', 'n+2'])})`;
      case 4:
        return pick(chance, [`#i${chance(9)}`, ':checked', ':disabled', ':enabled', ':root']);
      case 5:
        return `:not(${randomSelector(chance, depth + 1)})`;
      case 6:
        return `:is(${randomSelector(chance, depth + 1)}, ${randomSelector(chance, depth + 1)})`;
      default:
        return `:has(${pick(chance, ['', '> ', '+ ', '~ '])}${pick(chance, TAGS)}${pick(chance, ['', '.a', ':first-child', '[data-v]'])})`;
    }
  };
  const compound = (): string =>
    `${pick(chance, [...TAGS, '*', ''])}${Array.from({ length: chance(2) }, simple).join('')}`;
  const full = (): string => compound() || '*';
  let text = full();
  for (let i = chance(3); i > 0; i--) text += pick(chance, [' ', ' > ', ' + ', ' ~ ']) + full();
  return chance(5) === 0 && depth === 0 ? `${text}, ${full()}` : text;
}

inRounds.skipIf(!hasBrowser('selectors beside a browser'))(
  'selectors find what a browser finds',
  [2, 150],
  async (rounds) => {
    const cases = Array.from({ length: rounds }, (_, index) => {
      const chance = chanceOf(index + 1);
      return { page: randomPage(chance), selectors: Array.from({ length: 20 }, () => randomSelector(chance)) };
    });
    const expected = inBrowser<(string | null)[][][]>(
      `return data.map(({ page, selectors }) => {
      const read = new DOMParser().parseFromString(page, 'text/html');
      return selectors.map((selector) => [...read.querySelectorAll(selector)].map((element) => element.getAttribute('n')));
    });`,
      cases,
    );
    for (const [index, { page, selectors }] of cases.entries())
      for (const [at, selector] of selectors.entries()) {
        const { data, message } = await runTool(tool, {
          input: page,
          options: { selector, attribute: 'n', limit: 10_000 },
        });
        expect(message, selector).toBeUndefined();
        expect((data as { values: unknown }).values, `${selector} in ${page}`).toEqual(expected[index]?.[at]);
      }
  },
);

const valuesOf = async (input: string, options: Record<string, unknown>): Promise<unknown> => {
  const { data, message } = await runTool(tool, { input, options });
  const { values, records } = (data ?? {}) as { values?: unknown[]; records?: unknown[] };
  return message ?? (values?.length === 0 ? records : values);
};

it.each<[string, Record<string, unknown>, unknown]>([
  ['<p>a<br>b<b>c</b><div>d</div>', { selector: 'body' }, ['a bc d']],
  ['<script type="application/ld+json">{"a": "<b>"}</script>', { selector: 'script' }, ['{"a": "<b>"}']],
  ['<p>a <b title="&quot;">b</b></p>', { selector: 'p', attribute: 'html' }, ['a <b title="&quot;">b</b>']],
  ['<br><img src=a>', { selector: 'img', attribute: 'outer-html' }, ['<img src="a">']],
  ['<base href="https://x.example/d/"><a href=" e ">', { attribute: 'HREF' }, ['https://x.example/d/e']],
  ['<svg viewBox="0 0 1 1"><linearGradient id=g>', { selector: 'linearGradient', attribute: 'id' }, ['g']],
  ['<svg viewBox="0 0 1 1">', { selector: '[viewBox]', attribute: 'viewBox' }, ['0 0 1 1']],
  [
    '<dl><dt>a<dd>1<dt>b<dd>2</dl>',
    { selector: 'dt', fields: 'k:\nv: + dd' },
    [
      { k: 'a', v: '1' },
      { k: 'b', v: '2' },
    ],
  ],
  ['<p>x', { selector: 'p', fields: '__proto__: @class' }, [JSON.parse('{"__proto__": null}')]],
  ['<p>x', { selector: ':constructor' }, 'Cannot read option "selector": a pseudo-class is not known'],
  ['<p>x', { selector: '> p' }, 'Cannot read option "selector": it must not begin with a combinator'],
  ['<p>x', { fields: 'a: b\na: c' }, 'Cannot read option "fields": line 2 has a name that was used before'],
  [
    '<p>x',
    { fields: 'a: ::before' },
    'Cannot read option "fields": field "a": pseudo-elements such as ::before are not supported',
  ],
])('%s %j', async (input, options, expected) => {
  expect(await valuesOf(input, options)).toEqual(expected);
});

const HOSTILE: readonly (readonly [string, Record<string, unknown>])[] = [
  ['<div>'.repeat(50_000), { selector: 'div div div div', attribute: 'outer-html', limit: 10 }],
  ['<i>'.repeat(3000), { selector: ':is('.repeat(2500) }],
  ['<i>', { selector: ':not('.repeat(2400) + ')'.repeat(2400) }],
];
/** These take as long as the tool lets them. */
const SLOW: typeof HOSTILE = [
  ['<p>'.repeat(100_000), { selector: 'p ~ p ~ p:nth-child(2n)' }],
  ['<div>'.repeat(20_000), { selector: 'div', fields: 'a: div:contains("x")\nb: :has(x)' }],
];

it.each(HOSTILE)('hostile: %.20s', async (input, options) => {
  const { status, message } = await runTool(tool, { input, options });
  expect([200, 400, 413], message).toContain(status);
});

exhaustive('selectors that take too long end in time', async () => {
  for (const [input, options] of SLOW) {
    const { status, message } = await runTool(tool, { input, options });
    expect([200, 413], message).toContain(status);
  }
});
