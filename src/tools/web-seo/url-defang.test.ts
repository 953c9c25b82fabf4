import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './url-defang.js';

const turn = async (input: string, options: object = {}): Promise<string | null> =>
  (await runTool(tool, { input, options: { ...options } })).text;

describe('url-defang', () => {
  it('turns back what it defanged, and leaves nothing to click', async () => {
    const chance = chanceOf(31);
    const label = (): string => ['evil', 'cdn-1', 'a', 'login', 'xn--bcher-kva', 'x9'][chance(6)] ?? '';
    const host = (): string => `${label()}.${label()}.${['com', 'org', 'co.uk', 'xn--p1ai'][chance(4)]}`;
    const pieces: readonly (() => string)[] = [
      () => `https://${host()}/${label()}.php?x=${chance(9)}.${chance(9)}`,
      () => `HTTP://${host()}:8080/`,
      () => `ftp://${host()}`,
      () => `${label()}.${label()}@${host()}`,
      () => Array.from({ length: 4 }, () => chance(256)).join('.'),
      host,
      () => ['and', 'version 1.25', 'costs 3.50', 'the end.', '(see above)', 'Überblick,'][chance(6)] ?? '',
    ];
    for (let round = 0; round < 1000; round += 1) {
      const text = Array.from({ length: 1 + chance(8) }, () => (pieces[chance(pieces.length)] as () => string)()).join(
        ' ',
      );
      const safe = (await turn(text)) ?? '';
      expect(safe).not.toMatch(/https?:\/\/|ftp:\/\/|\w@\w|\b(?:\d{1,3}\.){3}\d{1,3}\b/i);
      expect(await turn(safe, { direction: 'refang' })).toBe(text);
      expect(await turn(safe)).toBe(safe);
    }
  });

  it('writes hosts of URLs and addresses', async () => {
    expect(await turn('https://www.example.com')).toBe('hxxps://www[.]example[.]com');
    expect(await turn('192.168.0.1')).toBe('192[.]168[.]0[.]1');
  });

  exhaustive('takes time that grows with the text', async () => {
    for (const text of [
      'a.'.repeat(400_000),
      'a@'.repeat(400_000),
      `${'a'.repeat(999_000)}.`,
      '[.'.repeat(400_000),
      'hxxp'.repeat(200_000),
    ])
      for (const direction of ['defang', 'refang'])
        expect((await runTool(tool, { input: text, options: { direction } })).status).toBe(200);
  });
});
