import { describe, expect, it } from 'vitest';

import { gsmReplacement } from '../../lib/messages/gsm-replacements.js';
import { gsmSeptets, splitMessage } from '../../lib/messages/message-lengths.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './sms-segment-counter.js';

const hasPerl = hasProgram('perl', ['-MEncode::GSM0338', '-e', '1'], 'SMS alphabet beside Encode::GSM0338');

interface Report {
  readonly encoding: string;
  readonly segments: number;
  readonly units: number;
  readonly text: string;
  readonly parts: readonly { readonly text: string; readonly units: number }[];
}
const report = async (input: string, options: Record<string, unknown> = {}): Promise<Report> =>
  (await runTool(tool, { input, options })).data as Report;

describe('sms-segment-counter', () => {
  it.skipIf(!hasPerl)('has the alphabet of Encode::GSM0338', () => {
    const program =
      'use Encode; binmode STDOUT, ":utf8"; for my $p (1 .. 0xd7ff, 0xe000 .. 0xfffd) { my $c = chr $p; my $l = length encode("gsm0338", $c, sub { "" }); print "$p $l\n" if $l }';
    const theirs = new Map(
      runProgram('perl', ['-e', program], '')
        .toString()
        .trim()
        .split('\n')
        .map((line) => line.split(' ').map(Number) as [number, number]),
    );
    expect(theirs.size).toBeGreaterThan(130);
    const different: number[] = [];
    for (let point = 1; point <= 0xfffd; point++)
      if (gsmSeptets(String.fromCharCode(point)) !== theirs.get(point)) different.push(point);
    expect(different).toEqual([]);
  });

  it.each([
    ['a', 160, 1],
    ['a', 161, 2],
    ['a', 306, 2],
    ['a', 307, 3],
    ['€', 80, 1],
    ['€', 81, 2],
    ['€', 153, 3],
    ['ж', 70, 1],
    ['ж', 71, 2],
    ['ж', 134, 2],
    ['ж', 135, 3],
    ['😀', 35, 1],
    ['😀', 36, 2],
    ['😀', 67, 3],
  ])('%s %d times is %d messages', async (character, times, segments) => {
    const { parts, ...sums } = await report(character.repeat(times));
    expect(sums.segments).toBe(segments);
    expect(parts.map(({ text }) => text).join('')).toBe(character.repeat(times));
    expect(parts.reduce((sum, { units }) => sum + units, 0)).toBe(sums.units);
  });

  it('replaces what has a plain form, and only that', async () => {
    const { text, encoding } = await report('“Ça”—naïve\u00a0e\u0301te\u0301\u200b ½ Łódź Καλημέρα', { replace: true });
    expect(text).toBe(
      '"Ça"-naive été 1/2 Lodz ΚΑΛΗΜΕΡΑ'.replace(/[ΚΑΗΜΕΡ]/g, (letter) => 'KAHMEP'['ΚΑΗΜΕΡ'.indexOf(letter)] ?? ''),
    );
    expect(encoding).toBe('GSM-7');
    expect((await report('Привет 😀', { replace: true })).text).toBe('Привет 😀');
  });

  it('never replaces by a character that GSM-7 lacks, nor a character that it has', () => {
    for (let point = 1; point <= 0xfffd; point++) {
      if (point >= 0xd800 && point < 0xe000) continue;
      const other = gsmReplacement(String.fromCharCode(point));
      for (const character of other ?? '') expect([point, gsmSeptets(character) !== undefined]).toEqual([point, true]);
    }
  });

  it('says how long a text may be, and divides the longest', async () => {
    expect((await runTool(tool, { input: 'a'.repeat(100_001) })).message).toContain(
      'at most 100000 characters, got 100001',
    );
    expect(splitMessage('a{'.repeat(50_000)).parts.length).toBe(Math.ceil(150_000 / 153));
    expect((await report('é|'.repeat(50_000))).units).toBe(150_000);
  });
});
