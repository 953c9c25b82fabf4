import { encode } from '@toon-format/toon';
import { describe, expect, it } from 'vitest';

import { readToon, writeToon } from '../../engines/json/toon.js';
import { parseJson } from '../../lib/json/parse.js';
import { writeJson } from '../../lib/json/write.js';
import { fractionsOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { randomPlain } from '../../testing/random-json.js';
import { runTool } from '../../testing/run-tool.js';

import toonConverter from './toon-converter.js';

describe('toon-converter', () => {
  inRounds('writes what the package writes of plain documents', [100, 400], async (rounds) => {
    const random = fractionsOf(161);
    for (let round = 0; round < rounds; round++) {
      // Keys of digits are another order to the package, and exponents another form.
      const input = JSON.stringify(randomPlain(random, 4), (_, item: unknown) =>
        typeof item === 'number' ? Math.trunc(item % 1000) : item,
      )
        .replaceAll('"10":', '"ten":')
        .replaceAll('"2":', '"two":');
      const { text, message } = await runTool(toonConverter, { input });
      expect(message ?? text, input).toBe(encode(JSON.parse(input)));
    }
  });

  inRounds('gives back every document, whatever its numbers and keys', [100, 600], async (rounds) => {
    const random = fractionsOf(162);
    const numbers = [
      '1.10',
      '12345678901234567890',
      '-0.50',
      '1.000',
      '0',
      '-1',
      '7',
      '100000000000000000000000',
      '1.5',
    ];
    for (let round = 0; round < rounds; round++) {
      const input = JSON.stringify(randomPlain(random, 4)).replace(
        /(?<=[:[,])-?\d[\d.e+-]*(?=[,\]}])/g,
        () => numbers[Math.floor(random() * numbers.length)] ?? '0',
      );
      const delimiter = (['comma', 'tab', 'pipe'] as const)[round % 3] ?? 'comma';
      const style = { delimiter, indent: 1 + (round % 4) };
      const document = parseJson(input);
      const toon = await writeToon(document, input, style);
      expect(writeJson(await readToon(toon, { indent: style.indent, strict: true })), toon).toBe(writeJson(document));
    }
  });

  it('refuses deep nesting and damaged lists, and reads those when not strict', async () => {
    const deep = `${'['.repeat(900)}${']'.repeat(900)}`;
    expect((await runTool(toonConverter, { input: deep })).code).toBe('LIMIT_EXCEEDED');
    const indented = Array.from({ length: 1300 }, (_, depth) => `${' '.repeat(2 * depth)}a:`).join('\n');
    const read = await runTool(toonConverter, { input: indented.slice(0, 990_000), options: { direction: 'decode' } });
    expect(read.code).toBe('LIMIT_EXCEEDED');
    const loose = await runTool(toonConverter, {
      input: 'a[3]: 1,2',
      options: { direction: 'decode', strict: false },
    });
    expect(loose.data).toEqual({ a: [1, 2] });
  });

  it('works in linear time', async () => {
    await expectLinear(1000, async (length) => {
      const input = JSON.stringify(Array.from({ length }, (_, id) => ({ id, name: `n${id}` })));
      const toon = await writeToon(parseJson(input), input, { delimiter: 'comma', indent: 2 });
      await readToon(toon, { indent: 2, strict: true });
    });
  });
});

it('refuses a lone surrogate, which JSON can spell and TOON cannot hold', async () => {
  for (const input of ['{"a":"\\ud800"}', '{"\\udfff":1}', '[{"a":"x\\ud800","b":1},{"a":"y","b":2}]']) {
    const { status, message } = await runTool(toonConverter, { input });
    expect([status, message], input).toEqual([
      400,
      'Cannot write property "input" as TOON: a text has a lone surrogate, which no character encoding holds',
    ]);
  }
});
