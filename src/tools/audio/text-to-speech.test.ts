import { describe, expect, it } from 'vitest';

import { espeakPath } from '../../engines/speech/espeak-ng.js';
import { speakWithFlite } from '../../engines/speech/flite.js';
import { readWav } from '../../lib/audio/wav.js';
import { ESPEAK_VOICES } from '../../lib/speech/espeak-voices.js';
import { FLITE_VOICES } from '../../lib/speech/spoken.js';
import { levenshtein, numberTexts } from '../../lib/text/edit-distance.js';
import { exhaustive, inRows } from '../../testing/exhaustive.js';
import { hasMediaPrograms, probeMedia, runMedia } from '../../testing/media.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import { noteUntested } from '../../testing/untested.js';
import karaoke from './karaoke-subtitles.js';
import tool from './text-to-speech.js';

interface Spoken {
  readonly seconds: number;
  readonly sampleRate: number;
  readonly phonemes?: string;
  readonly warnings: readonly string[];
}

const hasEspeak = espeakPath() !== undefined;
if (!hasEspeak) noteUntested('@echogarden/espeak-ng-emscripten', 'voices of eSpeak NG');
const ESPEAK = '/usr/bin/espeak-ng';
const hasDebian = hasEspeak && hasProgram(ESPEAK, ['--version'], 'voices of eSpeak NG beside another build of it');
const hasMedia = hasMediaPrograms('formats of speech');

async function say(input: string, options: Readonly<Record<string, unknown>> = {}) {
  const answer = await runTool(tool, { input, options: { format: 'wav', ...options } });
  expect([answer.status, answer.message]).toEqual([200, undefined]);
  const bytes = answer.files[0]?.bytes ?? Buffer.alloc(0);
  const wav = readWav(bytes, 3600);
  if (wav === undefined || !('samples' in wav)) throw new Error('not a WAV file');
  return { data: answer.data as Spoken, bytes, wav };
}

const TEXTS = [
  'The quick brown fox jumps over the lazy dog near the river bank.',
  'Doctor Smith paid five dollars for twenty apples on the third of March.',
  'Please close the window before you leave the office tonight.',
  'Every morning the children walk to school with their friends.',
  'A good book can change the way you think about the world.',
  'The train to London leaves from platform seven at noon.',
];

describe('intelligible to the aligner of karaoke-subtitles', () => {
  // Formant synthesis is far from the voices of the acoustic model: one sentence of it, with less confidence.
  const voices: readonly string[] = FLITE_VOICES;
  const rows = TEXTS.flatMap((text, i) => voices.map((voice) => [`${voice}: ${text}`, voice, text, i] as const)).sort(
    (one, other) =>
      ((one[3] + voices.indexOf(one[1])) % TEXTS.length) - ((other[3] + voices.indexOf(other[1])) % TEXTS.length),
  );
  if (hasEspeak) rows.unshift(['en-us: Doctor Smith', 'en-us', TEXTS[1] ?? '', 1]);
  inRows(4, rows)('%s', async (_title, voice, text) => {
    const { bytes } = await say(text, { voice });
    const files = [{ name: 'speech.wav', bytes }];
    const aligned = await runTool(karaoke, { files, options: { transcript: text } });
    expect([aligned.status, aligned.message]).toEqual([200, undefined]);
    const { words } = aligned.data as { readonly words: readonly { readonly confidence: number }[] };
    const heard = words.filter(({ confidence }) => confidence > 0);
    expect(heard.length / words.length).toBeGreaterThanOrEqual(0.9);
    const mean = words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length;
    expect(mean).toBeGreaterThan(voice === 'en-us' ? 0.3 : 0.6);
    const other = TEXTS[(TEXTS.indexOf(text) + 1) % TEXTS.length] ?? '';
    const wrong = await runTool(karaoke, { files, options: { transcript: other } });
    const wrongWords = (wrong.data as { readonly words: readonly { readonly confidence: number }[] } | undefined)
      ?.words;
    const wrongMean =
      (wrongWords ?? []).reduce((sum, { confidence }) => sum + confidence, 0) / (wrongWords?.length ?? 1);
    expect(wrongMean).toBeLessThan(mean);
  });
});

const SENTENCES: readonly (readonly [voice: string, text: string])[] = [
  ['de', 'Es kostet 25,50 Euro am 3. März 1999.'],
  ['fr', 'Il y a 97 maisons et 1234 habitants.'],
  ['es', 'Hay 21 libros y 365 días en el año.'],
  ['it', 'Ci sono 48 gatti nella città.'],
  ['en-us', 'There were 1,024 people at 9 Main Street.'],
  ['nl', 'Er zijn 83 fietsen op straat.'],
  ['pt-br', 'Temos 16 livros na mesa.'],
  ['pl', 'Mam 55 złotych w kieszeni.'],
  ['ru', 'У меня 12 книг на столе.'],
  // Not Mandarin: 1.51 reads its own pinyin as English.
  ['yue', '你好世界，今天天气很好。'],
  ['ko', '안녕하세요 세계.'],
  ['tr', 'Masada 19 kitap var.'],
  ['sv', 'Det finns 77 hus i byn.'],
];

const bare = (ipa: string): string => ipa.replace(/[\s_ˈˌː()-]|\u200d/g, '');

describe.skipIf(!hasDebian)('eSpeak NG beside 1.51 of Debian', () => {
  inRows(1, SENTENCES)('%s: length and phonemes', async (voice, text) => {
    const { data } = await say(text, { voice, phonemes: true });
    const wav = readWav(runProgram(ESPEAK, ['-v', voice, '--stdout', text]), 600);
    const seconds = wav !== undefined && 'samples' in wav ? wav.samples.length / wav.rate : 0;
    // Debian's ends with a longer pause.
    expect(Math.abs(data.seconds - seconds)).toBeLessThan(0.1 * seconds + 0.35);
    const [ours, theirs] = [
      bare(data.phonemes ?? ''),
      bare(runProgram(ESPEAK, ['-v', voice, '-q', '--ipa', text]).toString()),
    ];
    expect(levenshtein(numberTexts(ours, theirs)) / theirs.length, `${ours} ${theirs}`).toBeLessThan(0.2);
  });
});

describe.skipIf(!hasMedia)('formats', () => {
  const formats: readonly (readonly [string, string, string])[] = [
    ['mp3', 'mp3', 'mp3'],
    ['opus', 'ogg', 'opus'],
    ['ogg', 'ogg', 'vorbis'],
    ['flac', 'flac', 'flac'],
    ['m4a', 'mov,mp4,m4a,3gp,3g2,mj2', 'aac'],
    ['wav', 'wav', 'pcm_s16le'],
  ];
  inRows(2, formats)('%s is what ffprobe says', async (format, container, codec) => {
    const { data, files, message } = await runMedia(tool, { input: TEXTS[0] ?? '', options: { format } });
    expect(message).toBeUndefined();
    const probed = probeMedia(files[0]?.bytes ?? Buffer.alloc(0));
    expect(probed.format.format_name).toBe(container);
    expect(probed.streams[0]?.codec_name).toBe(codec);
    expect(Math.abs(Number(probed.format.duration) - (data as Spoken).seconds)).toBeLessThan(0.15);
  });
});

inRows(2, ['slt', 'kal', 'rms', ...(hasEspeak ? ['de'] : [])])(
  '%s: twice the speed is half the length, the same input the same bytes',
  async (voice) => {
    const text = TEXTS[1] ?? '';
    const [usual, again, fast] = [
      await say(text, { voice }),
      await say(text, { voice }),
      await say(text, { voice, speed: 2 }),
    ];
    expect(again.bytes.equals(usual.bytes)).toBe(true);
    expect(fast.data.seconds / usual.data.seconds).toBeGreaterThan(0.4);
    expect(fast.data.seconds / usual.data.seconds).toBeLessThan(0.62);
    expect(usual.wav.samples.some((sample) => Math.abs(sample) > 0.1)).toBe(true);
  },
);

describe('SSML', () => {
  const ssml = (text: string, more: object = {}) => say(text, { voice: 'kal', ssml: true, ...more });

  it('a break is silence of its length', async () => {
    const [without, pause] = [await ssml('<speak>One</speak>'), await ssml('<speak>One<break time="1500ms"/></speak>')];
    expect(pause.data.seconds - without.data.seconds).toBeCloseTo(1.5, 3);
    expect(pause.wav.samples.slice(-8000).every((sample) => sample === 0)).toBe(true);
  });

  it('volume, sub and say-as', async () => {
    const loud = (await ssml('<speak>One</speak>')).wav.samples;
    const soft = (await ssml('<speak><prosody volume="-6dB">One</prosody></speak>')).wav.samples;
    const peak = (samples: Float32Array): number =>
      samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    expect(peak(soft) / peak(loud)).toBeCloseTo(0.5, 1);
    const plain = await say('W3C', { voice: 'kal' });
    const alias = await ssml('<speak><sub alias="World Wide Web Consortium">W3C</sub></speak>');
    expect(alias.bytes.equals((await say('World Wide Web Consortium', { voice: 'kal' })).bytes)).toBe(true);
    expect(alias.data.seconds).toBeGreaterThan(plain.data.seconds);
    const digits = await ssml('<speak><say-as interpret-as="digits">1999</say-as></speak>');
    expect(digits.bytes.equals((await say('1 9 9 9', { voice: 'kal' })).bytes)).toBe(true);
  });

  it.each([
    ['no end tag', '<speak>One', /^Cannot read property "input" as XML: /],
    ['another root', '<p>One</p>', /the root element must be <speak>, got <p>/],
    ['no time', '<speak><break time="soon"/>One</speak>', /<break> has no time "soon"/],
    ['no rate', '<speak><prosody rate="constructor">One</prosody></speak>', /<prosody> has no rate "constructor"/],
    [
      'an entity',
      '<!DOCTYPE speak [<!ENTITY a "b">]><speak>&a;</speak>',
      /refers to the entity "a", which is not expanded/,
    ],
    [
      'a file as an entity',
      '<!DOCTYPE speak [<!ENTITY a SYSTEM "file:///etc/passwd">]><speak>&a;</speak>',
      /refers to the entity "a"/,
    ],
    ['too deep', `${'<p>'.repeat(1500)}x`, /nested at most|must be <speak>/],
    ['deep without ends', `<speak>${'<p>'.repeat(990)}`, /has no end tag/],
  ])('%s: refused', async (_title, input, message) => {
    const answer = await runTool(tool, { input, options: { ssml: true, voice: 'kal' } });
    expect([400, 413]).toContain(answer.status);
    expect(answer.message).toMatch(message);
  });

  exhaustive('markup of plain text does nothing in either engine', async () => {
    for (const voice of ['kal', ...(hasEspeak ? ['en-us'] : [])]) {
      const { data } = await say('One <break time="9s"/> [[h@loU]] & two', { voice });
      expect(data.seconds).toBeLessThan(8);
    }
  });
});

describe('hostile and odd text', () => {
  inRows(5, [
    ['control characters', '\u0000\u0001 a \ud7ff'],
    ['300 digits', '9'.repeat(300)],
    ['nothing but brackets', `${'"('.repeat(500)}x`],
    ['a long address', `https://example.org/${'path/'.repeat(60)}`],
    ['other letters, signs and emoji', 'naïve café — “quoted” … 5 € 👍'],
    ['a word of 5,000 letters', 'a'.repeat(5000)],
  ])('%s: spoken', async (_title, text) => {
    const { data } = await say(text, { voice: 'kal' });
    expect(data.seconds).toBeGreaterThan(0);
  });

  it('is refused beyond 20,000 characters', async () => {
    const answer = await runTool(tool, { input: 'a '.repeat(10_001), options: {} });
    expect([answer.status, answer.message]).toEqual([
      413,
      'The text of property "input" must have at most 20000 characters, got 20002',
    ]);
  });

  exhaustive('is refused as a WAV file that is larger than a result may be', async () => {
    const input = `<speak>One${'<break time="10s"/>'.repeat(80)}</speak>`;
    const answer = await runTool(tool, { input, options: { ssml: true, format: 'wav' } });
    expect([answer.status, answer.message]).toEqual([
      413,
      expect.stringMatching(/^A WAV file must have at most 20971520 bytes, got \d+; format mp3 is smaller$/),
    ]);
  });

  it('is refused where it would be too long', async () => {
    const input = `<speak>One${'<break time="10s"/>'.repeat(181)}</speak>`;
    const answer = await runTool(tool, { input, options: { ssml: true } });
    expect([answer.status, answer.message]).toEqual([
      413,
      'Speech must be at most 1800 s long; a shorter text or a higher speed helps',
    ]);
  });

  exhaustive('the longest text, and the one that is longest when spoken', async () => {
    for (const input of [`${TEXTS[0]} `.repeat(300), '9 '.repeat(10_000), '$999,999.99 '.repeat(1600)]) {
      const answer = await runTool(tool, { input: input.slice(0, 20_000), options: { voice: 'kal' } });
      expect([200, 413], answer.message).toContain(answer.status);
    }
  });
});

describe.skipIf(!hasEspeak)('voices of eSpeak NG', () => {
  exhaustive('every voice that is listed is one that the package has', async () => {
    const codes = Object.keys(ESPEAK_VOICES);
    expect(codes.length).toBe(139);
    for (const voice of codes) {
      const { data } = await say('mama', { voice });
      expect(data.seconds, voice).toBeGreaterThan(0.2);
    }
  });

  it.each([
    ['en', 'en'],
    ['en-GB', 'en'],
    ['en-gb+f2', 'en+f2'],
    ['zh', 'cmn'],
    ['no', 'nb'],
  ])('%s is the voice %s', async (asked, voice) => {
    expect(await say('mama', { voice: asked })).toMatchObject({ data: { voice } });
  });

  it('what a voice cannot speak is told or refused', async () => {
    const { data } = await say('ҫул 2', { voice: 'cv' });
    expect(data.warnings).toEqual(['The voice cv leaves out digits']);
    const answer = await runTool(tool, { input: 'ᏣᎳᎩ', options: { voice: 'chr+f2', format: 'wav' } });
    expect([answer.status, answer.message]).toEqual([
      400,
      'Input must have words that the voice "chr+f2" can speak, got none',
    ]);
  });
});

it('Flite has no memory of what was said before', async () => {
  const speak = (text: string) => speakWithFlite({ voice: 'kal', text, speed: 1, semitones: 0 });
  const before = await speak('One.');
  await speak('Something else altogether.');
  expect((await speak('One.')).samples).toEqual(before.samples);
});
