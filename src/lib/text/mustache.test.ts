import { expect, it } from 'vitest';

import { expectLinear } from '../../testing/growth.js';
import { randomText } from '../../testing/random-texts.js';
import { ContentFault, LimitFault } from '../faults.js';
import { fromPlain } from '../json/values.js';
import { MustacheTemplate } from './mustache.js';

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const render = (template: string, data: unknown, strict = false): string =>
  new MustacheTemplate(template, { escape: escapeHtml, strict, limit: 1_000_000 }).render(fromPlain(data));

// From the Mustache specification: modules, names of tests, templates, data and results.
const SPECIFICATION: readonly (readonly [string, string, unknown, string])[] = [
  ['comments: Standalone', 'Begin.\n{{! Comment Block! }}\nEnd.\n', {}, 'Begin.\nEnd.\n'],
  ['comments: Indented Inline', '  12 {{! 34 }}\n', {}, '  12 \n'],
  ['comments: Standalone Line Endings', '|\r\n{{! Standalone Comment }}\r\n|', {}, '|\r\n|'],
  ['delimiters: Pair Behavior', '{{=<% %>=}}(<%text%>)', { text: 'Hey!' }, '(Hey!)'],
  ['delimiters: Special Characters', '({{=[ ]=}}[text])', { text: 'It worked!' }, '(It worked!)'],
  ['delimiters: Standalone Without Newline', '=\n  {{=@ @=}}', {}, '=\n'],
  ['delimiters: Pair with Padding', '|{{= @   @ =}}|', {}, '||'],
  ['interpolation: HTML Escaping', '{{forbidden}}', { forbidden: '& " < >' }, '&amp; &quot; &lt; &gt;'],
  ['interpolation: Triple Mustache', '{{{forbidden}}}', { forbidden: '& " < >' }, '& " < >'],
  [
    'interpolation: Dotted Names - Initial Resolution',
    '"{{#a}}{{b.c.d.e.name}}{{/a}}" == "Phil"',
    { a: { b: { c: { d: { e: { name: 'Phil' } } } } }, b: { c: { d: { e: { name: 'Wrong' } } } } },
    '"Phil" == "Phil"',
  ],
  [
    'interpolation: Dotted Names - Broken Chains',
    '"{{a.b.c.name}}" == ""',
    { a: { b: {} }, c: { name: 'Jim' } },
    '"" == ""',
  ],
  [
    'sections: Deeply Nested Contexts',
    '{{#a}}{{one}}{{#b}}{{one}}{{two}}{{one}}{{/b}}{{/a}}',
    { a: { one: 1 }, b: { two: 2 } },
    '1121',
  ],
  ['sections: Implicit Iterator - Integer', '"{{#list}}({{.}}){{/list}}"', { list: [1, 2, 3] }, '"(1)(2)(3)"'],
  [
    'sections: Standalone Lines',
    '| This Is\n{{#boolean}}\n|\n{{/boolean}}\n| A Line\n',
    { boolean: true },
    '| This Is\n|\n| A Line\n',
  ],
  [
    'sections: Indented Standalone Lines',
    '| This Is\n  {{#boolean}}\n|\n  {{/boolean}}\n| A Line\n',
    { boolean: true },
    '| This Is\n|\n| A Line\n',
  ],
  ['sections: Standalone Without Previous Line', '  {{#boolean}}\n#{{/boolean}}\n/', { boolean: true }, '#\n/'],
  ['inverted: Empty List', '"{{^list}}Yay lists!{{/list}}"', { list: [] }, '"Yay lists!"'],
  [
    'inverted: Doubled',
    '{{^bool}}\n* first\n{{/bool}}\n* {{two}}\n{{^bool}}\n* third\n{{/bool}}\n',
    { bool: false, two: 'second' },
    '* first\n* second\n* third\n',
  ],
];

it.each(SPECIFICATION)('%s', (_, template, data, expected) => {
  expect(render(template, data)).toBe(expected);
});

it('nothing but the data can be read', () => {
  for (const name of [
    'constructor',
    '__proto__',
    'toString',
    'name.length',
    'name.constructor.name',
    'list.0',
    'list.length',
  ]) {
    expect(render(`{{${name}}}`, { name: 'x', list: [1] })).toBe('');
    expect(() => render(`{{${name}}}`, { name: 'x', list: [1] }, true)).toThrow(ContentFault);
  }
});

it('what grows without end is stopped, and random templates end', () => {
  const list = Array.from({ length: 1000 }, (_, i) => i);
  expect(() => render('{{#l}}{{#l}}{{#l}}{{/l}}{{/l}}{{/l}}', { l: list })).toThrow(LimitFault);
  expect(() => render('{{#a}}'.repeat(60) + '{{/a}}'.repeat(60), {})).toThrow(ContentFault);
  const pieces = ['{{', '}}', '{{#x}}', '{{/x}}', '{{^x}}', '{{{x}}}', '{{=<% %>=}}', '<%', '%>', '{{!', '\n'];
  for (let seed = 0; seed < 500; seed++) {
    const template = Array.from(randomText(seed, 30), (letter, i) => pieces[(i * seed) % 31] ?? letter).join('');
    try {
      render(template, { x: [{ x: 1 }, { x: 2 }] });
    } catch (error) {
      expect([ContentFault, LimitFault]).toContain((error as Error).constructor);
    }
  }
});

it('grows with the length of the template', async () => {
  await expectLinear(10_000, (length) => {
    expect(() => render('{{#x}}'.repeat(40) + '{{y}}'.repeat(length), {})).toThrow(ContentFault);
  });
  await expectLinear(10_000, (length) => expect(render(`${'{{! }}\n'.repeat(length)}.`, {})).toBe('.'));
});
