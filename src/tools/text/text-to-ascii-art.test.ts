import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';

import { FIGLET_FONTS } from '../../engines/text/figlet-fonts.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import tool from './text-to-ascii-art.js';

const draw = async (input: string, options: Record<string, unknown> = {}): Promise<string> => {
  const answer = await runTool(tool, { input, options });
  expect(answer.status, answer.message ?? String(answer.cause)).toBe(200);
  return answer.text ?? '';
};

describe('text-to-ascii-art', () => {
  it('draws every font byte for byte as FIGlet 2.2.5', async () => {
    const [, ...rows] = readFixture('text/figlet-drawings.tsv').toString().trimEnd().split('\n');
    const fonts = new Set<string>();
    for (const row of rows) {
      const [font = '', width, layout, align, input = '', sum] = row.split('\t');
      const drawn = await draw(JSON.parse(input) as string, { font, lineWidth: Number(width), layout, align });
      expect(createHash('sha256').update(drawn).digest('hex').slice(0, 16), row).toBe(sum);
      fonts.add(font);
    }
    expect(rows).toHaveLength(288);
    expect([...fonts]).toEqual(Object.keys(FIGLET_FONTS));
  });

  it('wraps at the width, or never', async () => {
    const words = 'one two three four five six seven';
    for (const line of (await draw(words)).split('\n')) expect(line.length).toBeLessThan(80);
    expect((await draw(words, { lineWidth: 0 })).split('\n')).toHaveLength(7);
    expect((await draw('a\n\nb\r\n', { font: 'mini' })).split('\n')).toHaveLength(13);
  });

  it('writes what a font lacks in Latin letters', async () => {
    expect(await draw('Привет, Ёж')).toBe(await draw('Privet, Ezh'));
    expect(await draw('東京 😀 Łódź', { font: 'slant' })).toBe(await draw('Dong Jing  Lódz', { font: 'slant' }));
  });

  it('draws a sample of every font, each under its name', async () => {
    const sample = await draw('Ab', { font: 'all', trim: true });
    for (const name of Object.keys(FIGLET_FONTS)) expect(sample.split('\n')).toContain(name);
    expect(sample).toContain(`\nslant\n${await draw('Ab', { font: 'slant', trim: true })}`);
  });

  it('puts a prefix before every line, and trims', async () => {
    const lines = (await draw('x\ny', { prefix: '// ' })).split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.every((line) => line.startsWith('// '))).toBe(true);
    expect((await draw('y', { trim: true })).split('\n').some((line) => line.endsWith(' '))).toBe(false);
  });

  exhaustive('is done with the longest text in every font and layout', async () => {
    for (const font of Object.keys(FIGLET_FONTS))
      for (const layout of ['default', 'full', 'overlapped'])
        for (const input of [
          '|'.repeat(5_000),
          ' '.repeat(4_999).concat('x'),
          '_ '.repeat(2_500),
          'Wm\n'.repeat(1_000),
        ])
          for (const lineWidth of [0, 1, 1000])
            expect((await runTool(tool, { input, options: { font, layout, lineWidth } })).status).toBe(200);
  });
});
