import { expect, it } from 'vitest';

import { type FormField, heldValue, inReadingOrder, optionsOf, readValues, stateOf, withValue } from './form-values.js';

const field = (name: string, part: Partial<FormField>): FormField => ({
  name,
  type: 'text',
  value: null,
  required: false,
  readOnly: false,
  places: [],
  ...part,
});

const yes = [{ value: 'Yes', label: 'Yes' }];
const colours = ['red', 'green'].map((value) => ({ value, label: value.toUpperCase() }));
const countries = [
  { value: 'de', label: 'Germany' },
  { value: 'fr', label: 'France' },
];
const name = field('name', {});
const city = field('city', { value: 'Berlin' });
const agree = field('agree', { type: 'checkbox', value: 'Off', options: yes });
const colour = field('colour', { type: 'radio', value: 'Off', options: colours });
const country = field('country', { type: 'dropdown', options: countries });
const languages = field('languages', { type: 'list', multiple: true, value: ['French'] });

const set = (
  text: string,
  ...changes: readonly (readonly [FormField, string | boolean | null | readonly string[]])[]
) => changes.reduce((now, [changed, value]) => withValue(readValues(now) ?? new Map(), changed, value), text);

it('writes what is filled in as JSON, and keeps what else stands there as it was written', () => {
  expect(set('', [name, 'Ada'])).toBe('{\n  "name": "Ada"\n}');
  expect(set('{"price": 1.10, "name": "Ada"}', [agree, true], [name, 'Grace'])).toBe(
    '{\n  "price": 1.10,\n  "name": "Grace",\n  "agree": true\n}',
  );
  expect(set('', [country, 'de'], [languages, ['French', 'Polish']])).toBe(
    '{\n  "country": "de",\n  "languages": [\n    "French",\n    "Polish"\n  ]\n}',
  );
});

it('leaves out what the file holds anyway, and empties it by null', () => {
  expect(set('', [city, ''])).toBe('{\n  "city": null\n}');
  expect(set('', [city, ''], [city, 'Berlin'])).toBe('');
  expect(set('', [name, 'A'], [name, ''])).toBe('');
  expect(set('', [agree, true], [agree, false])).toBe('');
  expect(set('', [languages, []])).toBe('{\n  "languages": null\n}');
  expect(set('', [field('lines', { value: 'a\rb', multiline: true }), 'a\nb'])).toBe('');
  expect(set('{"country": "France"}', [country, ''])).toBe('');
});

it('shows what is filled in, else what the file holds', () => {
  const held = (text: string, shown: FormField) => heldValue(readValues(text) ?? new Map(), shown);
  expect(held('', city)).toBe('Berlin');
  expect(held('{"city": null}', city)).toBeNull();
  expect(held('{"city": "Paris"}', city)).toBe('Paris');
});

it('reads only the values of one form', () => {
  expect(readValues('')).toEqual(new Map());
  for (const text of ['[{"name": "Ada"}]', '{"name": ', '5', '['.repeat(100_000)]) {
    expect(readValues(text), text.slice(0, 20)).toBeUndefined();
  }
});

it('knows the state of check boxes and radio buttons by the rules of the tool', () => {
  const states = [
    [agree, true, 'Yes'],
    [agree, 'Yes', 'Yes'],
    [agree, 'on', 'Yes'],
    [agree, false, undefined],
    [agree, 'Off', undefined],
    [agree, null, undefined],
    [colour, 'red', 'red'],
    [colour, 'GREEN', 'green'],
    [colour, true, undefined],
    [colour, 'yellow', undefined],
  ] as const;
  for (const [shown, value, state] of states) expect(stateOf(shown, value), `${shown.name} ${value}`).toBe(state);
  expect(optionsOf(country, 'France')).toEqual(['fr']);
  expect(optionsOf(country, ['de', 'Italy'])).toEqual(['de', 'Italy']);
});

it('puts fields in reading order: lines from the top, each from the left', () => {
  const at = (left: number, top: number, height = 0.05) => ({
    box: { left, top, width: 0.2, height },
    key: `${left} ${top}`,
  });
  const items = [at(0.6, 0.12), at(0.1, 0.5), at(0.1, 0.1), at(0.3, 0.49), at(0.6, 0.3, 0.3), at(0.1, 0.3)];
  const keys = inReadingOrder(items).map(({ key }) => key);
  expect(keys).toEqual(['0.1 0.1', '0.6 0.12', '0.1 0.3', '0.6 0.3', '0.1 0.5', '0.3 0.49']);
});
