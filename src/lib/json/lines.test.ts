import { expect, it } from 'vitest';
import { exhaustive } from '../../testing/exhaustive.js';
import { parseJsonLines, parseJsonSequence } from './lines.js';
import { writeJson } from './write.js';

it('reads the lines that are JSON and tells the places of the others in the whole text', () => {
  const faults: string[] = [];
  const values = parseJsonLines('{"a":1.10}\n\n{"a":\n[2]\r\nx', (makeError, line) => {
    faults.push(`${line}: ${makeError().message.split('\n')[0]}`);
  });
  expect(values.map((value) => writeJson(value))).toEqual(['{"a":1.10}', '[2]']);
  expect(faults).toEqual([
    '3: line 3, column 6: expected a value, got the end of the text',
    '5: line 5, column 1: expected a value, got "x"',
  ]);
});

exhaustive('passes over 200,000 lines that are none, without looking for the place of each', () => {
  let count = 0;
  parseJsonLines('{\n'.repeat(200_000), () => count++);
  expect(count).toBe(200_000);
});

it('reads documents one after the other, and tells the place of a later fault in the whole text', () => {
  const values = parseJsonSequence('{\n"}{": "\\"}"}[1,\n2] {}\n') ?? [];
  expect(values.map((value) => writeJson(value))).toEqual(['{"}{":"\\"}"}', '[1,2]', '{}']);
  for (const text of ['{"a":1}', '1\n2', 'a {} {}', '{"a":\n{"a":1}\n', ''])
    expect(parseJsonSequence(text), text).toBeUndefined();
  expect(() => parseJsonSequence('{\n}\n{"a":\n}')).toThrow('line 4, column 1: expected a value, got "}"');
});

exhaustive('is done with brackets and quotes that nothing closes', () => {
  for (const part of ['{', '[]', '{}', '"', '\\', '}', '"\\'])
    expect(() => parseJsonSequence(part.repeat(1_000_000 / part.length))).not.toThrow(RangeError);
});
