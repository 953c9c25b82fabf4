import { expect, it } from 'vitest';

import { readWav } from '../../lib/audio/wav.js';
import { speechWav } from '../../lib/speech/spoken.js';
import { displayWidth } from '../../lib/unicode/display-width.js';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import speech from '../audio/text-to-speech.js';
import tool from './transcript-to-subtitles.js';

const hasPython = hasProgram(
  '/usr/bin/python3',
  ['-c', 'import pysrt, webvtt'],
  'subtitles beside pysrt and webvtt-py',
);

const WORDS =
  'the a of and because evening I it window, garden; market. silver! bridge? winter… Dr. 3.5 don’t extraordinarily “quoted” — 東京に住む。 ภาษาไทย 한국어 naïve https://example.org/a/rather/long/address/that/is/wider/than/a/line'.split(
    ' ',
  );

interface Told {
  readonly cues: number;
  readonly seconds: number;
  readonly charactersPerSecond: number;
  readonly warnings: readonly string[];
}

interface Item {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly cps: number;
}

async function made(input: string, options: Readonly<Record<string, unknown>>) {
  const { data, files, message } = await runTool(tool, { input, options });
  expect(message, input.slice(0, 200)).toBeUndefined();
  return { told: data as unknown as Told, content: files[0]?.bytes.toString() ?? '' };
}

const randomText = (chance: (below: number) => number): string =>
  Array.from(
    { length: 1 + chance(120) },
    () => WORDS[chance(WORDS.length)] + (chance(12) === 0 ? '\n\n' : chance(9) === 0 ? '\n' : ' '),
  ).join('');

const bare = (text: string): string => text.replaceAll(/\s+/g, '');

const readAll = (texts: readonly (readonly [srt: string, vtt: string])[]): [Item[], string[]][] =>
  runPython(
    `
import io, pysrt, webvtt, html
def srt(text): return [dict(start=s.start.ordinal, end=s.end.ordinal, text=s.text, cps=1000 * len(s.text) / (s.end.ordinal - s.start.ordinal)) for s in pysrt.from_string(text)]
def vtt(text): return [html.unescape(c.text) for c in webvtt.read_buffer(io.StringIO(text))]
print(json.dumps([[srt(a), vtt(b)] for a, b in data]))`,
    texts,
    '/usr/bin/python3',
  );

inRounds.skipIf(!hasPython)(
  'subtitles are within the limits, as pysrt and webvtt-py read them',
  [10, 300],
  async (rounds) => {
    const runs = [];
    for (let seed = 1; seed <= rounds; seed++) {
      const chance = chanceOf(seed);
      const pick = <Value>(list: readonly Value[]): Value => list[chance(list.length)] as Value;
      const options = {
        maxLine: pick([10, 20, 37, 42, 80]),
        lines: pick([1, 2, 3]),
        charactersPerSecond: pick([10, 15, 20]),
        gapMs: pick([0, 80, 200]),
        keepLines: chance(3) === 0,
        start: pick([0, 2.5]),
      };
      const text = randomText(chance);
      const srt = await made(text, options);
      const vtt = await made(text, { ...options, format: 'vtt' });
      const long = await made(text, { ...options, seconds: 400, start: 0 });
      runs.push({ seed, options, text, srt, vtt, long });
    }
    const read = readAll(runs.map(({ srt, vtt }) => [srt.content, vtt.content] as const));
    for (const [index, { seed, options, text, srt, long }] of runs.entries()) {
      const [items = [], captions = []] = read[index] ?? [];
      const label = `seed ${seed} ${JSON.stringify(options)} ${text}`;
      expect([items.length, captions.length], label).toEqual([srt.told.cues, srt.told.cues]);
      expect(captions, label).toEqual(items.map((item) => item.text));
      expect(bare(items.map((item) => item.text).join(' ')), label).toBe(bare(text));
      expect(items[0]?.start, label).toBe(1000 * options.start);
      for (const [at, { start, end, text: shown, cps }] of items.entries()) {
        const lines = shown.split('\n');
        expect(lines.length, label).toBeLessThanOrEqual(options.lines);
        expect(Math.max(...lines.map(displayWidth)), `${label}: ${shown}`).toBeLessThanOrEqual(options.maxLine);
        expect(end - start, label).toBeGreaterThanOrEqual(1000);
        expect(cps, label).toBeLessThanOrEqual(options.charactersPerSecond + 0.01);
        if (at > 0) expect(start - (items[at - 1]?.end ?? 0), label).toBe(options.gapMs);
      }
      expect(Math.abs(long.told.seconds - 400) < 0.002 || long.told.seconds < 400, label).toBe(true);
    }
  },
);

it('a given length is shared out to the end, a second at least for each while there is room', async () => {
  const text = Array.from({ length: 30 }, (_, i) => `Sentence ${'very '.repeat(i % 7)}number ${i}.`).join('\n\n');
  const { told, content } = await made(text, { seconds: 60 });
  expect([told.cues, told.seconds]).toEqual([30, 60]);
  const times = [...content.matchAll(/(\d\d),(\d{3}) --> \d\d:(\d\d):(\d\d),(\d{3})/g)];
  expect(times).toHaveLength(30);
  const { told: tight } = await made(text, { seconds: 20 });
  expect(tight.seconds).toBe(20);
  expect(tight.warnings).toEqual([
    expect.stringMatching(/^Some subtitles must be read faster than 15 characters per second: up to \d/),
  ]);
});

it('breaks stand between sentences and clauses, and not after an article', async () => {
  const { content } = await made(
    'When the rain had stopped, we walked to the harbour because the last boat was leaving. Nobody spoke. The captain waited for a long time at the end of the old pier.',
    {},
  );
  const cues = content.split('\n\n').map((block) => block.trim().split('\n').slice(2));
  expect(cues).toEqual([
    ['When the rain had stopped,', 'we walked to the harbour'],
    ['because the last boat was leaving.', 'Nobody spoke.'],
    ['The captain waited for a long time', 'at the end of the old pier.'],
  ]);
});

inRounds('words come back from subtitles as text', [10, 200], async (rounds) => {
  for (let seed = 1; seed <= rounds; seed++) {
    const text = randomText(chanceOf(seed));
    const { content } = await made(text, { format: 'srt' });
    const { text: back, message } = await runTool(tool, {
      input: content,
      options: { direction: 'to-text', keepSounds: true },
    });
    expect(message).toBeUndefined();
    expect(bare(back ?? ''), `seed ${seed}`).toBe(bare(text));
  }
});

it('a transcript is clean: scrolled lines once, sounds left out, a paragraph after a pause', async () => {
  const scrolled =
    'WEBVTT\n\n00:00.000 --> 00:02.000\nhello there\n\n00:02.000 --> 00:04.000\nhello there\ngeneral\n\n00:04.000 --> 00:06.000\ngeneral\nkenobi [laughs]\n\n00:20.000 --> 00:22.000\ngeneral\n';
  const { text } = await runTool(tool, { input: scrolled, options: { direction: 'to-text' } });
  expect(text).toBe('hello there general kenobi\n\ngeneral\n');
  const { text: chinese } = await runTool(tool, {
    input: '1\n00:00:01,000 --> 00:00:02,000\n我们在\n东京。\n\n2\n00:00:02,100 --> 00:00:03,000\n你好',
    options: { direction: 'to-text' },
  });
  expect(chinese).toBe('我们在东京。你好\n');
  const { text: dialogue } = await runTool(tool, {
    input: '1\n00:00:01,000 --> 00:00:02,000\n- Who is\nthere?\n- Me.\n\n2\n00:00:02,100 --> 00:00:03,000\n- Come in.',
    options: { direction: 'to-text' },
  });
  expect(dialogue).toBe('- Who is there?\n\n- Me.\n\n- Come in.\n');
});

exhaustive('the longest texts are cut in time', async () => {
  for (const text of [
    'a '.repeat(150_000),
    'a'.repeat(300_000),
    '東'.repeat(300_000),
    'Hello, world. '.repeat(20_000),
    '(“'.repeat(150_000),
    'a\n\n'.repeat(100_000),
  ])
    for (const options of [{}, { maxLine: 100, lines: 3 }]) {
      const { status } = await runTool(tool, { input: text, options });
      expect([200, 413], text.slice(0, 20)).toContain(status ?? 200);
    }
});

it('more than is cut in time, or than fits in a file, is refused', async () => {
  const { status, message } = await runTool(tool, { input: 'a '.repeat(160_000) });
  expect([status, message]).toEqual([413, 'Text must have at most 300000 characters, got 320000']);
  const lines = await runTool(tool, { input: 'a\n'.repeat(60_000), options: { keepLines: true } });
  expect([lines.status, lines.message]).toEqual([413, 'Text must make at most 50000 subtitles, got 60000']);
});

exhaustive('with a recording, subtitles begin with their first word and end with their last', async () => {
  const { readFileSync } = await import('node:fs');
  const { default: karaoke } = await import('../audio/karaoke-subtitles.js');
  const files = [{ name: 'hello.mp3', bytes: readFileSync('fixtures/audio/hello.mp3') }];
  const transcript = 'Hello, world!\nDr. Smith paid $5.20 on March 3rd, 1999.';
  const heard = await runTool(karaoke, { options: { transcript }, files });
  const { words } = heard.data as { words: readonly { word: string; start: number; end: number }[] };
  const options = { maxLine: 20, lines: 1, charactersPerSecond: 50, gapMs: 0, format: 'json' };
  const { files: made, data } = await runTool(tool, { input: transcript, options, files });
  expect(data).toMatchObject({ aligned: true });
  const { cues } = JSON.parse(made[0]?.bytes.toString() ?? '') as {
    cues: { start: number; end: number; text: string }[];
  };
  expect(cues.length).toBeGreaterThan(2);
  let next = 0;
  for (const [index, { start, end, text }] of cues.entries()) {
    const own = words.slice(next, next + text.split(' ').length);
    next += own.length;
    expect(own.map(({ word }) => word).join(' ')).toBe(text);
    expect(start).toBeCloseTo(own[0]?.start ?? 0, 3);
    expect(end).toBeGreaterThanOrEqual((own.at(-1)?.end ?? 0) - 0.001);
    expect(end).toBeLessThanOrEqual(cues[index + 1]?.start ?? 7.5);
  }
  expect(next).toBe(words.length);
});

const SENTENCES = [
  'The train to the coast leaves at seven, and the harbor is an hour from the last station.',
  'My grandmother kept bees behind the orchard for more than thirty years.',
  'Nobody in the village remembered who had painted the ceiling of the little chapel.',
  'Fold the napkin twice, then press a crease into the corner with your thumb.',
  'Volcanic glass breaks into blades that are sharper than a surgeon’s knife.',
  'He borrowed a ladder from the school, and forgot to bring it back until the summer.',
  'Every Tuesday the library lends telescopes to children who have finished a book.',
  'The committee postponed its decision because half of the members were ill.',
  'Cold rivers carry more oxygen than warm ones, so trout prefer the mountains.',
  'She learned to whistle from a carpenter who never spoke a word at work.',
  'A cracked bell cannot be tuned, however patiently the metal is filed.',
  'In the market they sell lanterns, copper wire and jars of yellow honey.',
  'When the power failed, the bakery lit its old oven with wood from the fence.',
  'The youngest player moved her queen at once, and the hall became silent.',
  'Salt keeps the road from freezing only while the night stays mild.',
  'They measured the width of the canyon with a mirror and a piece of string.',
  'Our neighbor repairs accordions in the winter and boats in the spring.',
  'A letter from the museum arrived with two tickets and no explanation.',
  'The recipe asks for butter, but the cook insists that oil is better.',
  'Finally the fog lifted, and we could see both towers of the bridge.',
];

exhaustive('in a recording of minutes each sentence begins where it was put', async () => {
  const rate = 16_000;
  const parts: Float32Array[] = [];
  const starts: number[] = [];
  let length = 0;
  const add = (part: Float32Array): void => {
    parts.push(part);
    length += part.length;
  };
  for (const [index, input] of SENTENCES.entries()) {
    const { files } = await runTool(speech, { input, options: { voice: 'slt', format: 'wav' } });
    const wav = readWav(files[0]?.bytes ?? Buffer.alloc(0), 60);
    if (wav === undefined || !('samples' in wav) || wav.rate !== rate) throw new Error('not a WAV file of 16,000 Hz');
    starts.push(length / rate + wav.samples.findIndex((sample) => Math.abs(sample) > 0.01) / rate);
    add(Float32Array.from(wav.samples));
    // Between two of them is a minute of hum that nothing of the text is in.
    const pause = index === 9 ? 60 : 0.6 + (index % 4) / 4;
    add(Float32Array.from({ length: pause * rate }, (_, at) => 0.02 * Math.sin(at / 40)));
  }
  const whole = new Float32Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  expect(length / rate).toBeGreaterThan(120);
  const files = [
    {
      name: 'talk.wav',
      bytes: Buffer.from(speechWav({ rate, samples: Int16Array.from(whole, (sample) => 32_767 * sample) })),
    },
  ];
  const options = { format: 'json', keepLines: true, gapMs: 0 };
  const { files: made, message } = await runTool(tool, { input: SENTENCES.join('\n'), options, files });
  expect(message).toBeUndefined();
  const { cues } = JSON.parse(made[0]?.bytes.toString() ?? '') as { cues: readonly Item[] };
  for (const [index, sentence] of SENTENCES.entries()) {
    const cue = cues.find(({ text }) => sentence.startsWith(text.split('\n')[0] ?? ''));
    expect(Math.abs((cue?.start ?? 0) - (starts[index] ?? 0)), sentence).toBeLessThan(0.25);
  }
});
