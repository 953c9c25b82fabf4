import { describe, expect, test } from 'vitest';

import { ToolError } from '../core/errors.js';
import { CLASS_LIMITS, type ToolClass } from '../core/limits.js';
import { defineTool } from '../core/tool.js';
import { answerChunks, encodeResult } from './response.js';

const toolOf = (toolClass: ToolClass) =>
  defineTool({
    id: 'answerer',
    title: 'Answerer',
    summary: 'Answers.',
    family: 'text',
    class: toolClass,
    input: 'none',
    options: {},
    result: 'mixed',
    notes: [],
    aliases: [],
    verified: [],
    examples: [],
    run: () => ({ text: null, files: [] }),
  });
const standard = toolOf('standard');
const LIMIT = CLASS_LIMITS.standard.resultBytes;
const tooLong = new ToolError(
  'LIMIT_EXCEEDED',
  'The result must have at most 8 MiB (8388608 bytes) as JSON: shorten the text',
);
const lengthOf = (text: string, isJson: boolean) => encodeResult(standard, { text, isJson, files: [] }).length;

describe('a text result', () => {
  test.each([
    ['letters', 'a', 1, false],
    ['characters that JSON escapes', '\u0000', 6, false],
    ['quotes', '"', 2, false],
    ['characters beyond the BMP', '😀', 4, false],
    ['digits of JSON, which stand twice', '1', 2, true],
  ])('is taken up to the limit of its class: %s', (_, character, bytes, isJson) => {
    const around = lengthOf(character, isJson) - bytes;
    const most = Math.floor((LIMIT - around) / bytes);
    expect(lengthOf(character.repeat(most), isJson)).toBe(around + most * bytes);
    expect(() => lengthOf(character.repeat(most + 1), isJson)).toThrow(tooLong);
  });

  test('is refused as too long beside files that are within their limits', () => {
    const files = [{ name: 'a', mime: 'text/plain', bytes: new Uint8Array(5 * 2 ** 20) }];
    expect(encodeResult(standard, { text: 'a'.repeat(1_000_000), files }).status).toBe(200);
    expect(() => encodeResult(standard, { text: 'a'.repeat(2_000_000), files })).toThrow(tooLong);
  });

  test('has the length and the body that are announced', () => {
    const files = ['a', 'b'].map((name) => ({ name, mime: 'text/plain', bytes: Buffer.from(name) }));
    const answer = encodeResult(standard, { text: '{"é":1}', isJson: true, name: 'r.json', mime: 'x/y', files });
    const body = Buffer.concat([...answerChunks(answer)]);
    expect(body.length).toBe(answer.length);
    expect(JSON.parse(body.toString())).toEqual({
      tool: 'answerer',
      result: {
        text: '{"é":1}',
        data: { é: 1 },
        name: 'r.json',
        mime: 'x/y',
        files: [
          { name: 'a', mime: 'text/plain', bytes: 1, base64: 'YQ==' },
          { name: 'b', mime: 'text/plain', bytes: 1, base64: 'Yg==' },
        ],
      },
    });
  });
});

test('files that are too large together are no fault of the text', () => {
  const files = ['a', 'b'].map((name) => ({ name, mime: 'text/plain', bytes: new Uint8Array(14 * 2 ** 20) }));
  expect(() => encodeResult(toolOf('native'), { text: null, files })).toThrow(
    expect.objectContaining({ code: 'OUTPUT_TOO_LARGE' }),
  );
});
