import { expect, it } from 'vitest';

import { ENTITY_LANGUAGES, entityText } from '../../testing/entity-texts.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { FoundScores } from '../../testing/found-scores.js';
import { expectLinear } from '../../testing/growth.js';
import { runTool } from '../../testing/run-tool.js';
import entityExtractor from './entity-extractor.js';

interface Found {
  readonly kind: string;
  readonly text: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const extract = async (input: string, options: Readonly<Record<string, unknown>> = {}): Promise<readonly Found[]> => {
  const { status, message, data } = await runTool(entityExtractor, { input, options });
  expect(status, message).toBe(200);
  return (data as { readonly entities: readonly Found[] }).entities;
};

inRounds('recall and precision on texts in five languages', [2, 60], async (rounds) => {
  const scores = new FoundScores();
  let values = 0;
  let right = 0;
  for (const [index, language] of ENTITY_LANGUAGES.entries()) {
    for (let round = 0; round < rounds; round++) {
      const { text, planted } = entityText(language, 1000 * index + round, 30);
      const found = await extract(text, { locale: language });
      scores.add(text, planted, found);
      const valueAt = new Map(found.map((one) => [one.start, one.value]));
      for (const one of planted) {
        if (!valueAt.has(one.start)) continue;
        values++;
        if (valueAt.get(one.start) === one.value) right++;
        else scores.missed.push(`${one.kind} ${one.value}: ${valueAt.get(one.start)}`);
      }
    }
  }
  const told = [
    `${scores.planted} ${scores.recall} ${scores.precision} values ${right} of ${values}`,
    ...scores.missed.slice(0, 20),
    'wrong',
    ...scores.wrong.slice(0, 20),
  ].join('\n');
  expect(scores.recall, told).toBeGreaterThanOrEqual(0.99);
  expect(scores.precision, told).toBeGreaterThanOrEqual(0.99);
  expect(right / values, told).toBeGreaterThanOrEqual(0.999);
});

// The run's now is 2026-01-02T03:04:05Z, a Friday.
it.each([
  ['en', 'tomorrow at 5pm', '2026-01-03T17:00'],
  ['en', '2026-03-01T12:00:00Z', '2026-03-01T12:00:00Z'],
  ['en', '1/2/2026', '2026-01-02'],
  ['en-GB', '1/2/2026', '2026-02-01'],
  ['de', 'gestern', '2026-01-01'],
  ['de-AT', '3.4.2026 um 17 Uhr', '2026-04-03T17:00'],
  ['fr', 'demain', '2026-01-03'],
  ['es', 'mañana', '2026-01-03'],
  ['en', '3 to 5 March 2026', '2026-03-03/2026-03-05'],
])('%s: %s', async (locale, input, value) => {
  expect((await extract(input, { locale, kinds: 'date' })).map((one) => one.value)).toEqual([value]);
});

it.each([
  ['$5', '5 USD'],
  ['5,00 €', '5.00 EUR'],
  ['CHF 1’234.50', '1234.50 CHF'],
  ['R$ 1.234', '1234 BRL'],
  ['£2.5 million', '2500000 GBP'],
  ['3,2 Mrd. Euro', '3200000000 EUR'],
  ['€1.25bn', '1250000000 EUR'],
  ['-$12.30', '-12.30 USD'],
  ['100 zł', '100 PLN'],
  ['₹1,23,456', '123456 INR'],
  ['1 000 000 рублей', '1000000 RUB'],
])('money %s', async (input, value) => {
  expect((await extract(`Sum: ${input}.`, { kinds: 'money' })).map((one) => one.value)).toEqual([value]);
});

it.each([
  ['48°51\'29.6"N 2°17\'40.2"E', '48.8582222,2.2945'],
  ['S 33° 51.5′, E 151° 12.5′', '-33.8583333,151.2083333'],
  ['40.7128° N, 74.0060° W', '40.7128,-74.006'],
  ['48.8584;2.2945', '48.8584,2.2945'],
])('coordinates %s', async (input, value) => {
  expect((await extract(input, { kinds: 'coordinates' })).map((one) => one.value)).toEqual([value]);
});

exhaustive('long texts that look like the beginning of something take linear time', async () => {
  for (const part of [
    'a',
    '1',
    '1,',
    '1 ',
    '/a',
    '#',
    '@',
    '°',
    '1°',
    '1.',
    '$',
    '$1 ',
    'C:\\a\\',
    '12.3456, ',
    'may ',
  ])
    await expectLinear(2_000, (length) => runTool(entityExtractor, { input: part.repeat(length) }));
});
