import { describe, expect, it } from 'vitest';

import { readSubtitles, SUBTITLE_FORMATS, type SubtitleFormat } from '../../lib/subtitle-files/read.js';
import { textOfRuns } from '../../lib/subtitle-files/subtitles.js';
import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds, inRows } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './subtitle-converter.js';

const hasFfmpeg = hasProgram('ffmpeg', ['-version'], 'that other programs read the subtitles');
const hasPython = hasProgram(
  '/usr/bin/python3',
  ['-c', 'import pysrt, webvtt'],
  'SRT and WebVTT beside pysrt and webvtt-py',
);

const convert = async (input: string, to: SubtitleFormat, options: Record<string, unknown> = {}): Promise<string> => {
  const { text, message } = await runTool(tool, { input, options: { to, ...options } });
  expect(message, input).toBeUndefined();
  return text ?? '';
};

interface Line {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const WORDS = [
  'tea',
  'Ólé',
  'naïve',
  '日本語',
  '😀',
  'a-b',
  "it's",
  '50%',
  'x,y',
  '"so"',
  '1:2',
  'the',
  'end.',
  '3 < 4',
  'R&D',
];

/** Subtitles that do not overlap, in hundredths of a second, which every format but MicroDVD keeps. */
function randomLines(chance: Chance, styled: boolean): Line[] {
  let at = chance(10_000) * 10;
  return Array.from({ length: 1 + chance(40) }, () => {
    const start = at;
    const end = start + (10 + chance(500)) * 10;
    at = end + chance(3) * 10 * chance(500);
    const words = Array.from({ length: 1 + chance(7) }, () => pick(chance, WORDS)).map((word) =>
      styled && chance(5) === 0 ? `<i>${word.replaceAll('<', '')}</i>` : word,
    );
    const line = words.join(' ');
    return { start, end, text: chance(3) === 0 ? `${line}\n${pick(chance, WORDS)}` : line };
  });
}

const stamp = (ms: number): string => new Date(ms).toISOString().slice(11, 23).replace('.', ',');
const asSrt = (lines: readonly Line[]): string =>
  lines.map(({ start, end, text }, i) => `${i + 1}\n${stamp(start)} --> ${stamp(end)}\n${text}\n`).join('\n');

const read = (text: string, fps = 25): Line[] =>
  readSubtitles(text, 'auto', fps).subtitles.map(({ startMs, endMs, runs }) => ({
    start: startMs,
    end: endMs,
    text: textOfRuns(runs),
  }));

const plain = (lines: readonly Line[]): Line[] =>
  lines.map((line) => ({ ...line, text: line.text.replace(/<\/?i>/g, '') }));

/** Without what the formats spell in their own ways. */
const lettersOf = (text: string): string => text.replace(/[\s|/]+/g, ' ').trim();

const expectSame = (found: readonly Line[], wanted: readonly Line[], tolerance: number, hint: string): void => {
  expect(
    found.map(({ text }) => lettersOf(text)),
    hint,
  ).toEqual(wanted.map(({ text }) => lettersOf(text)));
  for (const [i, { start, end }] of wanted.entries()) {
    expect(Math.abs((found[i]?.start ?? 0) - start), hint).toBeLessThanOrEqual(tolerance);
    expect(Math.abs((found[i]?.end ?? 0) - end), hint).toBeLessThanOrEqual(tolerance);
  }
};

const FFMPEG_FORMATS = { srt: 'srt', vtt: 'webvtt', ass: 'ass', lrc: 'lrc', sub: 'microdvd' } as const;

exhaustive.skipIf(!hasFfmpeg)('FFmpeg reads what is written, and what it writes is read', async () => {
  const ffmpeg = (from: string, to: string, content: string): string =>
    runProgram('ffmpeg', ['-v', 'error', '-f', from, '-i', 'pipe:0', '-f', to, 'pipe:1'], content).toString();
  for (let seed = 1; seed <= 60; seed++) {
    const lines = randomLines(chanceOf(seed), true);
    const srt = asSrt(lines);
    for (const [to, name] of Object.entries(FFMPEG_FORMATS)) {
      const written = await convert(srt, to as SubtitleFormat);
      // It ends an LRC line with the next one only by a length that it makes up.
      const found = read(ffmpeg(name, 'srt', written)).map((line, i) =>
        to === 'lrc' ? { ...line, end: plain(lines)[i]?.end ?? 0 } : line,
      );
      const wanted = plain(lines);
      const kept = to === 'lrc' ? found.filter(({ text }) => text.trim() !== '') : found;
      const shown = to === 'lrc' ? kept.map((line, i) => ({ ...line, end: wanted[i]?.end ?? 0 })) : kept;
      expectSame(shown, wanted, to === 'sub' ? 21 : 1, `seed ${seed} to ${to}`);
    }
    for (const name of ['webvtt', 'ass', 'ttml'])
      expectSame(read(ffmpeg('srt', name, srt)), plain(lines), 10, `seed ${seed} from ${name}`);
  }
});

inRounds.skipIf(!hasPython)('pysrt and webvtt-py read the same', [5, 100], async (rounds) => {
  const given = Array.from({ length: rounds }, (_, i) => randomLines(chanceOf(i + 1), false));
  const files = await Promise.all(
    given.map(async (lines) => [await convert(asSrt(lines), 'srt'), await convert(asSrt(lines), 'vtt')]),
  );
  const found = runPython<[Line[], Line[]][]>(
    `
import io, pysrt, webvtt, html
def srt(text): return [dict(start=s.start.ordinal, end=s.end.ordinal, text=s.text) for s in pysrt.from_string(text)]
def ms(t):
    h, m, s = t.split(':')
    return round((int(h) * 3600 + int(m) * 60 + float(s)) * 1000)
def vtt(text): return [dict(start=ms(c.start), end=ms(c.end), text=html.unescape(c.text)) for c in webvtt.read_buffer(io.StringIO(text))]
print(json.dumps([[srt(a), vtt(b)] for a, b in data]))`,
    files,
    '/usr/bin/python3',
  );
  for (const [i, lines] of given.entries())
    for (const [j, name] of ['srt', 'vtt'].entries())
      expectSame(found[i]?.[j] ?? [], lines, 0, `${name} of seed ${i + 1}`);
});

inRounds('every pair of formats, there and back', [2, 60], async (rounds) => {
  for (let seed = 1; seed <= rounds; seed++) {
    const lines = randomLines(chanceOf(1000 + seed), true);
    const srt = asSrt(lines);
    for (const from of SUBTITLE_FORMATS) {
      const first = await convert(srt, from);
      expectSame(read(first), plain(lines), from === 'sub' ? 20 : 0, `seed ${seed} ${from}`);
      for (const to of SUBTITLE_FORMATS) {
        const back = await convert(await convert(first, to), from);
        expectSame(read(back), plain(lines), [from, to].includes('sub') ? 20 : 0, `seed ${seed} ${from} ${to}`);
      }
    }
  }
});

describe('files from the wild', () => {
  it.each([
    [
      'no blank lines, no last line break',
      '1\n00:00:01,000 --> 00:00:02,000\nA\n2\n00:00:03,000 --> 00:00:04,000\nB',
      ['A', 'B'],
    ],
    [
      'blank lines inside',
      '1\n00:00:01,000 --> 00:00:02,000\nA\n\nstill A\n\n2\n00:00:03,000 --> 00:00:04,000\nB\n',
      ['A\nstill A', 'B'],
    ],
    [
      'a number as text',
      '1\n00:00:01,000 --> 00:00:02,000\n1984\n\n2\n00:00:03,000 --> 00:00:04,000\n42\n',
      ['1984', '42'],
    ],
    ['no numbers', '00:00:01,000 --> 00:00:02,000\n1984\n\n00:00:03,000 --> 00:00:04,000\n42\n', ['1984', '42']],
    ['short times and arrows', '1\n0:01.5 -> 0:02\nA\n\n2\n00:00:03.000-->00:00:04.000 X1:1 X2:2\nB', ['A', 'B']],
    [
      'old Mac line breaks and a mark',
      '\ufeff1\r00:00:01,000 --> 00:00:02,000\rA\r\r2\r00:00:03,000 --> 00:00:04,000\rB',
      ['A', 'B'],
    ],
    [
      'WebVTT with hours missing, notes and settings',
      'WEBVTT - x\n\nSTYLE\n::cue { color: red }\n\nNOTE a --> b\n\nid\n00:01.000 --> 00:02.000 align:start line:0\n<v Ann>A <00:01.500>b</v>\n\n00:03.000 --> 00:04.000\nB &lt;i&gt;',
      ['A b', 'B <i>'],
    ],
    [
      'SubViewer',
      '[INFORMATION]\n[TITLE]\n00:00:01.00,00:00:02.00\nA[br]B\n\n00:00:03.00,00:00:04.00\nC',
      ['A\nB', 'C'],
    ],
    [
      'SSA',
      '[Script Info]\n\n[V4 Styles]\nFormat: Name, Alignment\nStyle: Default, 6\n\n[Events]\nFormat: Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: Marked=0,0:00:01.00,0:00:02.00,*Default,,0,0,0,,A, a{\\p1}m 0 0 l 1 1{\\p0}\nComment: 0,0:00:01.00,0:00:02.00,,,0,0,0,,no',
      ['A, a'],
    ],
    ['Whisper', '{"text": "A b", "segments": [{"id": 0, "start": 0.5, "end": 1.25, "text": " A b"}]}', ['A b']],
    [
      'json3 of YouTube',
      '{"events": [{"tStartMs": 0}, {"tStartMs": 100, "dDurationMs": 900, "segs": [{"utf8": "A "}, {"utf8": "b"}]}]}',
      ['A b'],
    ],
    ['CSV of others', 'Start;End;Text\n0,5;1,5;"A; b"\n00:00:02.000;00:00:03.000;C\n', ['A; b', 'C']],
    [
      'LRC with several times, tags and an offset',
      '[ar:X]\n[offset:+500]\n[00:03.00][00:01.00]La\n[00:02.00]Li\n[00:04.00]\n',
      ['La', 'Li', 'La'],
    ],
    [
      'TTML of frames, ticks and nested times',
      '<tt xmlns="http://www.w3.org/ns/ttml" xmlns:p="http://www.w3.org/ns/ttml#parameter" p:frameRate="25" p:tickRate="10000000"><body begin="1s"><div><p begin="00:00:01:05" end="00:00:02:00">A<br/>\n  <span>b</span></p><p begin="30000000t" dur="500ms">C</p></div></body></tt>',
      ['A\nb', 'C'],
    ],
  ])('%s', (_, content, wanted) => {
    expect(read(content).map(({ text }) => text)).toEqual(wanted);
  });

  it('times of nested TTML add up', () => {
    const ttml =
      '<tt xmlns="http://www.w3.org/ns/ttml" xmlns:p="http://www.w3.org/ns/ttml#parameter" p:frameRate="25"><body begin="1s"><p begin="00:00:01:05" end="00:00:02:00">A</p></body></tt>';
    expect(read(ttml)).toEqual([{ start: 2200, end: 3000, text: 'A' }]);
  });

  it('looks and places go from format to format', async () => {
    const srt = '1\n00:00:01,000 --> 00:00:02,000\n{\\an9}<font color="#ffff00"><b>A</b></font> <i>b</i>\n';
    for (const between of ['vtt', 'ass', 'ttml'] as const)
      expect(await convert(await convert(srt, between), 'srt'), between).toBe(srt);
  });
});

inRows(5, [
  '<'.repeat(500_000),
  `1\n00:00:01,000 --> 00:00:02,000\n${'<i>'.repeat(250_000)}`,
  `1\n00:00:01,000 --> 00:00:02,000\n${'{\\b1'.repeat(150_000)}`,
  `1\n00:00:01,000 --> 00:00:02,000\n${' \n'.repeat(400_000)}x`,
  `1\n00:00:01,000 --> 00:00:02,000\n${' '.repeat(900_000)}x`,
  '00:00:01,000 --> 00:00:02,000'.repeat(30_000),
  '0:0\n'.repeat(200_000),
  '['.repeat(900_000),
  '{1}{2}'.repeat(100_000),
  `{1}{2}${'{y:i}'.repeat(100_000)}`,
  `[0:1]${'<0:1>'.repeat(150_000)}`,
  `<tt>${'<p>'.repeat(200_000)}`,
  '<!DOCTYPE tt [<!ENTITY a "b">]><tt><body><p begin="1s">&a;</p></body></tt>',
  `Dialogue: ${','.repeat(800_000)}`,
  `[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,,,0,0,0,,${'{\\b1}'.repeat(150_000)}x`,
  `start,end,text\n${'1,2,"'.repeat(100_000)}`,
  `[${'{"start":1,"text":"<"},'.repeat(40_000)}1]`,
  '\0\u0001',
])('subtitles that are hostile, %#', async (input) => {
  for (const to of ['srt', 'ttml', 'ass'] as const) {
    const { status } = await runTool(tool, { input, options: { to } });
    expect([200, 400, 413]).toContain(status);
  }
});
