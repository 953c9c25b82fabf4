import { describe, expect, it } from 'vitest';

import { readSubtitles } from '../../lib/subtitle-files/read.js';
import { textOfRuns } from '../../lib/subtitle-files/subtitles.js';
import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './subtitle-cleaner.js';

const hasPython = hasProgram('/usr/bin/python3', ['-c', 'import pysrt'], 'cleaned subtitles read by pysrt');
const hasFfmpeg = hasProgram('ffmpeg', ['-version'], 'cleaned subtitles read by FFmpeg');

type Cue = readonly [start: number, end: number, text: string];

const stamp = (ms: number): string => new Date(ms).toISOString().slice(11, 23).replace('.', ',');
const srt = (cues: readonly Cue[]): string =>
  cues.map(([start, end, text], i) => `${i + 1}\n${stamp(start)} --> ${stamp(end)}\n${text}\n`).join('\n');

interface Data {
  readonly cues: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly removed: readonly { readonly cue: number; readonly kind: string; readonly text: string }[];
  readonly issues: readonly { readonly cue: number; readonly kind: string; readonly text: string }[];
}

async function cleaned(text: string, options: Record<string, unknown> = {}) {
  const answer = await runTool(tool, { files: [{ name: 'a.srt', bytes: Buffer.from(text) }], options });
  expect(answer.message).toBeUndefined();
  return { text: answer.files[0]!.bytes.toString(), data: answer.data as Data };
}

const one = async (text: string, options: Record<string, unknown> = {}): Promise<string[]> => {
  const { text: result } = await cleaned(
    srt([
      [1000, 9000, text],
      [10_000, 19_000, 'Last.'],
    ]),
    options,
  );
  return readSubtitles(result, 'srt', 25)
    .subtitles.map(({ runs }) => textOfRuns(runs))
    .slice(0, -1);
};

const WORDS = 'the river ran past our house while nobody saw how high it had become during one night'.split(' ');
const sentence = (chance: Chance, least: number, more: number): string => {
  const words = Array.from({ length: least + chance(more) }, () => pick(chance, WORDS)).join(' ');
  return `${words[0]!.toUpperCase()}${words.slice(1)}.`;
};

describe('what is taken out', () => {
  inRounds('everything planted, and nothing else', [30, 300], async (rounds) => {
    for (let seed = 1; seed <= rounds; seed++) {
      const chance = chanceOf(seed);
      const expected: string[] = [];
      const planted: string[] = [];
      const plant = (text: string): string => {
        planted.push(text);
        return text;
      };
      const cues = Array.from({ length: 5 + chance(20) }, (_, i): Cue => {
        const clean = sentence(chance, 2, 4);
        const times = [i * 10_000 + 1000, i * 10_000 + 8000] as const;
        const note = (): string =>
          plant(pick(chance, ['[door slams]', '(sighs)', '[Man on radio,\nquietly]', '（笑）', '(to [Ann])']));
        switch (chance(6)) {
          case 0:
            return [
              ...times,
              plant(
                pick(chance, [
                  'Subtitles by Someone',
                  'Synced and corrected by X\nwww.addic7ed.com',
                  'Untertitel von Jemand',
                ]),
              ),
            ];
          case 1:
            return [...times, note()];
          case 2:
            expected.push(clean);
            return [...times, `${note()} ${clean}`];
          case 3:
            expected.push(clean);
            return [
              ...times,
              `${plant(pick(chance, ['JOHN:', 'MAN 2:', 'DR. O’NEIL:', 'ÉLISE:']))} ${clean} ${note()}`,
            ];
          case 4:
            expected.push(`- ${clean}\n- Yes.`);
            return [...times, `${plant('ANN:')} ${clean}\n${plant('BOB:')} Yes.`];
          default:
            expected.push(clean);
            return [...times, clean];
        }
      });
      // Something must be left.
      cues.push([900_000, 905_000, 'The end.']);
      const { text, data } = await cleaned(srt(cues));
      const shown = readSubtitles(text, 'srt', 25).subtitles.map(({ runs }) => textOfRuns(runs));
      expect(shown, `seed ${seed}`).toEqual([...expected, 'The end.']);
      expect(data.removed.map((removal) => removal.text).sort(), `seed ${seed}`).toEqual(planted.sort());
    }
  });

  // What dialogue has and nobody wants to lose.
  it.each([
    'It is 10:30, and he said: no.',
    'Listen: I translated it by hand.',
    'A smile :( and an open (bracket',
    'She was edited out.',
    'Well... -- never mind',
    '<3 you',
    'Visit www.example.com, she said.',
    'Translated from Greek, it means love.',
    'I downloaded from the server what I could.',
    'Edited by time itself, as he says.',
    'Improved by what?',
    'I: the first person',
  ])('keeps: %s', async (text) => {
    expect(await one(text)).toEqual([text]);
  });

  it.each([
    ['[John]: Hello', {}, ['Hello']],
    ['JOHN (on phone): Hello', {}, ['Hello']],
    ['>> Hello.\n>> Bye.', {}, ['- Hello.\n- Bye.']],
    ['>> JOHN: Hello.', {}, ['Hello.']],
    ['Hello.\nBOB: Bye.', {}, ['- Hello.\n- Bye.']],
    ['- [sighs]\n- Fine.', {}, ['Fine.']],
    ['Yes [coughs] , no', {}, ['Yes, no']],
    ['♪', {}, []],
    ['♪ La la ♪', {}, ['♪ La la ♪']],
    ['♪ La la ♪\nHello', { music: true }, ['Hello']],
    ['Mr. Smith: Hello', { speakers: 'all' }, ['Hello']],
    ['Mr. Smith: Hello', {}, ['Mr. Smith: Hello']],
    ['JOHN: [sighs] Hello', { speakers: 'keep', notes: false }, ['JOHN: [sighs] Hello']],
    ['See my ACME shop', { advertWords: 'acme' }, []],
    ['Advertise your product or brand here\ncontact www.OpenSubtitles.org today', {}, []],
    ['Sous-titres par Jean', {}, []],
    ['Sync and corrected by n17t01', {}, []],
    ['Transcript by: chocolate', {}, []],
    ['Downloaded from www.example.org', {}, []],
  ] as const)('%s', async (text, options, expected) => {
    expect(await one(text, options)).toEqual(expected);
  });

  it('looks as asked for', async () => {
    const text = '{\\an8}<b><i>Both</i></b> <font color="#ff0000">red</font>';
    const shown = async (styles: string): Promise<string> =>
      (await cleaned(srt([[0, 5000, text]]), { styles })).text.split('\n')[2]!;
    expect(await shown('italics')).toBe('{\\an8}<i>Both</i> red');
    expect(await shown('none')).toBe('Both red');
    expect(await shown('keep')).toContain('<font color="#ff0000">red</font>');
  });
});

/** Subtitles that overlap, are too long and too fast. */
const hasty = (seed: number): Cue[] => {
  const chance = chanceOf(seed);
  let at = 0;
  return Array.from({ length: 3 + chance(40) }, () => {
    const start = at + chance(1500);
    at = start + chance(2500);
    return [start, start + 300 + chance(4000), sentence(chance, 1, 18)] as const;
  });
};

const wordsIn = (text: string): string[] =>
  text
    .split(/\s+/)
    .filter((word) => word !== '')
    .sort();

describe('times and lines', () => {
  inRounds.skipIf(!hasPython)(
    'pysrt finds no overlap, and all that is too long or too fast in the report',
    [5, 60],
    async (rounds) => {
      for (let seed = 1; seed <= rounds; seed++) {
        const cues = hasty(seed);
        const { text, data } = await cleaned(srt(cues));
        const script =
          'import pysrt\nprint(json.dumps([[s.start.ordinal,s.end.ordinal,s.text] for s in pysrt.from_string(data)]))';
        const read = runPython<Cue[]>(script, text, '/usr/bin/python3');
        expect(read.length).toBe(data.cues);
        expect(wordsIn(read.map(([, , shown]) => shown).join(' '))).toEqual(
          wordsIn(cues.map(([, , said]) => said).join(' ')),
        );
        const issues = new Set(data.issues.map((issue) => `${issue.kind} ${issue.text}`));
        for (const [i, [start, end, shown]] of read.entries()) {
          const next = read[i + 1]?.[0] ?? Number.POSITIVE_INFINITY;
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(next);
          if (next - start >= 580) expect(next - end).toBeGreaterThanOrEqual(80);
          expect(Math.max(...shown.split('\n').map((line) => line.length))).toBeLessThanOrEqual(42);
          const speed = (1000 * shown.replaceAll('\n', '').length) / (end - start + 1);
          expect(issues.has(`too-fast ${shown}`), shown).toBe(speed > 20);
          // Too fast only where there is no more time.
          if (speed > 20 && next - start >= 580) expect(next - end).toBeLessThanOrEqual(81);
        }
      }
    },
  );

  it.skipIf(!hasFfmpeg)('FFmpeg reads as many subtitles', async () => {
    const { text, data } = await cleaned(srt(hasty(7)));
    const read = runProgram('ffmpeg', ['-v', 'error', '-f', 'srt', '-i', '-', '-f', 'srt', '-'], text).toString();
    expect(read.match(/-->/g)?.length).toBe(data.cues);
  });

  it('those that begin together are one, those in other places are left alone', async () => {
    const { text } = await cleaned(
      srt([
        [1000, 3000, 'One'],
        [1000, 4000, 'Two'],
        [2000, 6000, '{\\an8}A sign'],
      ]),
    );
    expect(text).toBe(
      `${srt([
        [1000, 4000, 'One\nTwo'],
        [2000, 6000, '{\\an8}A sign'],
      ])}`,
    );
  });

  it('cleaning twice changes nothing more', async () => {
    for (let seed = 100; seed < 110; seed++) {
      const { text } = await cleaned(srt(hasty(seed)));
      expect((await cleaned(text)).text).toBe(text);
    }
  });

  it('nothing is changed where nothing is asked for', async () => {
    const text = srt(hasty(5));
    const off = {
      notes: false,
      speakers: 'keep',
      adverts: false,
      styles: 'keep',
      overlaps: false,
      gapMs: 0,
      maxLine: 0,
    };
    expect((await cleaned(text, { ...off, charactersPerSecond: 0 })).text).toBe(text);
  });

  it('too many lines are refused before they are read', async () => {
    const text = `1\n00:00:01,000 --> 00:00:09,000\n${'-\n'.repeat(300_000)}`;
    const answer = await runTool(tool, { files: [{ name: 'a.srt', bytes: Buffer.from(text) }] });
    expect(answer).toMatchObject({
      status: 413,
      message: 'Cannot clean file "a.srt": it has 300003 lines, the limit is 300000',
    });
  });

  exhaustive('hostile subtitles end in time', async () => {
    for (const part of [
      '(',
      '[',
      ' ',
      '(a',
      '- ',
      'A',
      'A ',
      'A.',
      '♪',
      '>>',
      '\n-',
      '. ,',
      '[(',
      'by ',
      'Subtitles ',
    ]) {
      const text = srt([[1000, 9000, `x${part.repeat(4_500_000 / part.length)}`]]);
      const answer = await runTool(tool, { files: [{ name: 'a.srt', bytes: Buffer.from(text) }] });
      expect([200, 400, 413], part).toContain(answer.status);
    }
  });
});
