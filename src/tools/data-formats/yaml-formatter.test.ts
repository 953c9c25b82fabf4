import { isDeepStrictEqual } from 'node:util';

import { describe, expect, it } from 'vitest';
import { exhaustive } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';
import { yamlCases } from '../../testing/yaml-suite.js';
import tool from './yaml-formatter.js';
import toJson from './yaml-to-json.js';

/** Forms that the layout would damage are refused: comments between parts of explicit keys, `! a`. M7A3 loses a comment between documents, QT73 is a comment before `...` and settles at the second run. */
const REFUSED = ['5WE3', '6PBE', 'F6MC', 'FH7J', 'LE5A', 'M5DY', 'M7A3', 'QT73', 'UKK6/2', 'WZ62'];

describe('yaml-formatter', () => {
  it('refuses an anchor with an ideographic space, which is read but not written', async () => {
    const { status, message } = await runTool(tool, { input: 'b: &\u3000x 1\n' });
    expect([status, message]).toEqual([400, expect.stringContaining('the anchor "\u3000x" has a character that')]);
  });

  it('keeps the values of yaml-test-suite and changes nothing the second time', async () => {
    const wrong: string[] = [];
    let kept = 0;
    for (const { id, yaml, isFault, json } of yamlCases()) {
      if (isFault || yaml === '') continue;
      for (const indent of [2, 4]) {
        const { status, text, message } = await runTool(tool, { input: yaml, options: { indent } });
        if (status !== 200 || text === null) {
          wrong.push(`${id}: ${message}`);
          continue;
        }
        if (text === '') continue;
        const again = await runTool(tool, { input: text, options: { indent } });
        if (again.text !== text)
          wrong.push(`${id}: ${JSON.stringify(text)} becomes ${JSON.stringify(again.text ?? again.message)}`);
        const comments = (source: string): number => source.match(/(^|\s)# ?[A-Z]/g)?.length ?? 0;
        if (comments(text) < comments(yaml))
          wrong.push(`${id}: comments ${JSON.stringify(yaml)} ${JSON.stringify(text)}`);
        if (json === undefined) continue;
        const { data } = await runTool(toJson, { input: text, options: { documents: 'array', mergeKeys: false } });
        const { data: expected } = await runTool(toJson, {
          input: yaml,
          options: { documents: 'array', mergeKeys: false },
        });
        if (!isDeepStrictEqual(data, expected))
          wrong.push(`${id}: ${JSON.stringify(data)} not ${JSON.stringify(expected)} ${JSON.stringify(text)}`);
        else kept++;
      }
    }
    expect([...new Set(wrong.map((text) => text.replace(/:.*/s, '')))]).toEqual(REFUSED);
    expect(kept).toBeGreaterThan(500);
  });
});

exhaustive('refuses more keys and values than can be laid out in time', async () => {
  const answer = await runTool(tool, { input: 'a:\n'.repeat(200_000) });
  expect(answer.message).toBe('The YAML of property "input" must have at most 300000 keys and values, got 400001');
});
