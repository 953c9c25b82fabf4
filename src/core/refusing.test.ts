import { describe, expect, test } from 'vitest';

import { ContentFault, LimitFault } from '../lib/faults.js';
import { ToolError } from './errors.js';
import { refusalOfRun, refusing } from './refusing.js';

const file = (name: string) => ({ name, mime: undefined, bytes: new Uint8Array() });
const tooDeep = () => {
  throw new LimitFault('nested more than 512 deep', 512);
};

describe('refusing', () => {
  test('names the content before a fault in it, with the place in a text', () => {
    const read = () => {
      throw ContentFault.at('a\nbc', 3, 'expected a value');
    };
    const message = 'Cannot read file "a.json" as JSON: line 2, column 2: expected a value\nbc\n ^';
    expect(() => refusing('Cannot read file "a.json" as JSON', read)).toThrow(new ToolError('INVALID_INPUT', message));
  });

  test('tells a limit that is passed as one, of what is awaited too', async () => {
    const refused = new ToolError('LIMIT_EXCEEDED', 'Cannot read it: nested more than 512 deep');
    expect(() => refusing('Cannot read it', tooDeep)).toThrow(refused);
    await expect(refusing('Cannot read it', async () => tooDeep())).rejects.toThrow(refused);
  });

  test('tells a fault that is a sentence of its own as it is', () => {
    const option = () => {
      throw ContentFault.whole('Option "amount" must be at most 5, got 6');
    };
    const result = () => {
      throw LimitFault.whole('The result must have at most 9 characters', 9);
    };
    expect(() => refusing('Cannot read it', option)).toThrow(
      new ToolError('INVALID_INPUT', 'Option "amount" must be at most 5, got 6'),
    );
    expect(() => refusing('Cannot read it', result)).toThrow(
      new ToolError('LIMIT_EXCEEDED', 'The result must have at most 9 characters'),
    );
  });

  test('leaves results and other errors as they are', () => {
    const other = new ToolError('INVALID_INPUT', 'Option "x" must be y');
    expect(refusing('Cannot read it', () => 7)).toBe(7);
    expect(() => {
      refusing('Cannot read it', () => {
        throw other;
      });
    }).toThrow(other);
  });
});

describe('a fault that nobody has named', () => {
  const fault = new ContentFault('it is empty');
  test.each([
    [[], 'Cannot read property "input": it is empty'],
    [[file('a.gpx')], 'Cannot read file "a.gpx": it is empty'],
    [[file('a.gpx'), file('b.gpx')], 'Cannot read one of the files: it is empty'],
  ])('is told of the content it can be in: %#', (files, message) => {
    expect(refusalOfRun(fault, files)).toEqual(new ToolError('INVALID_INPUT', message));
  });
});
