import { existsSync, readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { emojiPattern } from '../../lib/unicode/emoji-sequences.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';
import { noteUntested } from '../../testing/untested.js';
import tool from './emoji-tools.js';

const EMOJI_TEST = '/usr/share/unicode/emoji/emoji-test.txt';
const hasSuite = existsSync(EMOJI_TEST);
if (!hasSuite) noteUntested('unicode-data', 'emoji against emoji-test.txt of Unicode');

interface Listed {
  readonly emoji: string;
  readonly status: string;
  readonly name: string;
}

const suite = (): Listed[] =>
  readFileSync(EMOJI_TEST, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, codes, status = '', name = ''] = /^([0-9A-F ]+?) +; ([a-z-]+) +# \S+ E\S+ (.*)$/.exec(line) ?? [];
      if (codes === undefined) return [];
      const emoji = String.fromCodePoint(...codes.split(' ').map((code) => Number.parseInt(code, 16)));
      return [{ emoji, status, name }];
    });

const edit = async (input: string, options: Record<string, unknown>): Promise<string> =>
  (await runTool(tool, { input, options })).text ?? '';

interface Report {
  readonly total: number;
  readonly distinct: number;
  readonly emoji: readonly {
    readonly emoji: string;
    readonly name: string;
    readonly shortcode: string;
    readonly group: string;
  }[];
}
const report = async (input: string, options: Record<string, unknown> = {}): Promise<Report> =>
  (await runTool(tool, { input, options })).data as Report;

describe('emoji-tools', () => {
  it.skipIf(!hasSuite)('finds every sequence of emoji-test whole, and names it so', async () => {
    const all = suite();
    expect(all.length).toBeGreaterThan(4_700);
    // Behind another emoji a skin tone alone would be its own.
    const whole = all.filter(({ status }) => status !== 'component').map(({ emoji }) => emoji);
    const sequences = [...whole.join('').matchAll(emojiPattern())].map(([found]) => found);
    expect(sequences).toEqual(whole);
    const named = await edit(all.map(({ emoji }) => emoji).join('\n'), {
      action: 'replace',
      replacement: '{name}',
      textStyle: true,
    });
    // Unicode 17 writes "Mx Claus" and "Türkiye".
    expect(named.toLowerCase().split('\n')).toEqual(
      all.map(({ name }) => name.toLowerCase().replace('flag: turkey', 'flag: türkiye')),
    );
  });

  it.skipIf(!hasSuite)('reads back what it writes as shortcodes, in both styles', async () => {
    const full = suite().filter(({ status }) => status === 'fully-qualified');
    const input = full.map(({ emoji }) => emoji).join(' ');
    for (const style of ['github', 'cldr']) {
      const codes = await edit(input, { action: 'to-shortcodes', style });
      expect(codes).toMatch(/^[\w:+ -]+$/);
      expect((await edit(codes, { action: 'from-shortcodes', style })).split(' ')).toEqual(input.split(' '));
    }
  });

  it('knows shortcodes of GitHub and the names of Unicode 17', async () => {
    expect(
      await edit(':+1: :thumbsup: :thumbs_up: :de: :flag_germany: :distorted_face: :PIZZA:', {
        action: 'from-shortcodes',
      }),
    ).toBe('👍 👍 👍 🇩🇪 🇩🇪 \u{1faea} 🍕');
    expect(
      await edit('a:q:smile: ::tada:: :wave::skin-tone-9: :pizza::skin-tone-2:', { action: 'from-shortcodes' }),
    ).toBe('a:q😄 :🎉: 👋:skin-tone-9: 🍕:skin-tone-2:');
  });

  it('takes text for text, unless asked otherwise', async () => {
    const input = '1 # © ™ ☎ ☎️ ❤ ❤︎ 🇦🇧 5️⃣ 𝔸 é →';
    expect((await report(input)).emoji.map(({ emoji }) => emoji)).toEqual(['☎️', '5️⃣']);
    expect((await report(input, { textStyle: true })).emoji.map(({ emoji }) => emoji)).toEqual([
      '☎',
      '©',
      '™',
      '❤',
      '5️⃣',
    ]);
    expect(await report('plain')).toEqual({ total: 0, distinct: 0, emoji: [] });
  });

  it('names a sequence that nobody lists by its parts', async () => {
    expect((await report('👩‍👩‍🐕')).emoji[0]).toMatchObject({ name: 'woman + woman + dog', group: 'Unlisted' });
  });

  it('removes what is between words with one space', async () => {
    expect(await edit('🎉 a 🎉 b🎉c 🎉\n🎉 🎉 d 🎉 🎉 e\r\n🎉\n  🎉x 🎉', { action: 'remove' })).toBe(
      'a bc\nd e\r\n\n  x',
    );
  });

  it.each([
    ['pizza', '🍕'],
    ['thumbs up', '👍'],
    ['+1', '👍'],
    ['flag italy', '🇮🇹'],
    ['happy cat', '😺'],
    ['tada', '🎉'],
  ])('finds %j', async (input, emoji) => {
    expect((await report(input, { action: 'search', limit: 5 })).emoji[0]?.emoji).toBe(emoji);
  });

  it('finds nothing for words that no emoji has', async () => {
    expect((await report('zzzz', { action: 'search' })).total).toBe(0);
  });

  exhaustive('is done with 20 MiB of emoji, joiners and colons', async () => {
    for (const part of ['😀', '\u200d', '👩‍', ':a', ':::', '🇩', '1\ufe0f', '🏴\u{e0067}'])
      for (const action of ['extract', 'remove', 'from-shortcodes', 'to-shortcodes']) {
        const bytes = Buffer.from(part.repeat(Math.floor(20_000_000 / Buffer.byteLength(part))));
        const { status } = await runTool(tool, { files: [{ name: 'a.txt', bytes }], options: { action } });
        expect([200, 400, 413], `${part} ${action}`).toContain(status);
      }
  });
});
