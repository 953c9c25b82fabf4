import { expect, it } from 'vitest';
import { exhaustive } from '../../testing/exhaustive.js';
import { parseJsonLines } from './lines.js';
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
