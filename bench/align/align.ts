/**
 * Prints how far the word starts of `karaoke-subtitles` are from known ones, for a folder with a `MANIFEST.tsv` whose columns
 * are: sound file, transcript, JSON of word times (`{ words: [{ w, start, end }] }`, null for a word that is not said), kind.
 *
 *     npx tsx bench/align/align.ts <folder> [part of a file name] [--words]
 *
 * `MODEL_DIR` and `FFMPEG_PATH` are read as the service reads them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';

import { ToolError } from '../../src/core/index.js';
import { decodeAudio } from '../../src/engines/media/decode-audio.js';
import { loadSpeechModel } from '../../src/engines/speech-model.js';
import { alignSpeech, type TimedWord } from '../../src/lib/speech/align-speech.js';
import { readTranscript } from '../../src/lib/transcript/transcript.js';

const MAX_SECONDS = 60;

interface Row {
  readonly name: string;
  readonly kind: string;
  readonly errors: readonly number[];
  readonly unheard: number;
  readonly wronglyHeard: number;
}

const [folder = '../shared/corpus/audio', ...rest] = process.argv.slice(2);
const filter = rest.find((argument) => !argument.startsWith('--')) ?? '';
const showsWords = rest.includes('--words');
const settings = { modelDir: process.env.MODEL_DIR || undefined, ffmpegPath: process.env.FFMPEG_PATH || undefined };

if (!existsSync(join(folder, 'MANIFEST.tsv'))) {
  console.log(`skipped: no MANIFEST.tsv in ${folder}`);
  process.exit(0);
}
const [, ...lines] = readFileSync(join(folder, 'MANIFEST.tsv'), 'utf8').trim().split('\n');
const rows: Row[] = [];
let audioSeconds = 0;
let spentMs = 0;
for (const line of lines) {
  const [sound = '', transcript = '', timings = '', kind = ''] = line.split('\t');
  if (!sound.includes(filter)) continue;
  const known = JSON.parse(readFileSync(join(folder, timings), 'utf8')) as {
    words: { w: string; start: number | null }[];
  };
  try {
    const words = await wordsOf(sound, transcript);
    rows.push(compare(sound, kind, known.words, words));
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    console.log(`${sound}: ${error.code} ${error.message}`);
  }
}
table(rows);
console.log(
  `\n${audioSeconds.toFixed(0)} s of audio in ${(spentMs / 1000).toFixed(1)} s, ${Math.round(process.resourceUsage().maxRSS / 1024)} MB at most`,
);
await compareFormats();

async function wordsOf(sound: string, transcript: string): Promise<readonly (TimedWord | undefined)[]> {
  const upload = { name: basename(sound), mime: undefined, bytes: readFileSync(join(folder, sound)) };
  const started = performance.now();
  const signal = new AbortController().signal;
  const samples = await decodeAudio(upload, { maxSeconds: MAX_SECONDS, ffmpegPath: settings.ffmpegPath, signal });
  const words = readTranscript(readFileSync(join(folder, transcript), 'utf8')).flatMap((line) => line.words);
  const aligned = alignSpeech(samples, words, loadSpeechModel(settings.modelDir));
  spentMs += performance.now() - started;
  audioSeconds += samples.length / 16_000;
  if ('fault' in aligned) throw new ToolError('INVALID_INPUT', aligned.fault);
  return aligned.words;
}

function compare(
  name: string,
  kind: string,
  known: readonly { readonly w: string; readonly start: number | null }[],
  words: readonly (TimedWord | undefined)[],
): Row {
  const errors: number[] = [];
  let unheard = 0;
  let wronglyHeard = 0;
  if (known.length !== words.length) throw new Error(`${name}: ${known.length} words known, ${words.length} aligned`);
  for (const [i, { w, start }] of known.entries()) {
    const word = words[i];
    if (start === null) wronglyHeard += word === undefined ? 0 : 1;
    else {
      unheard += word === undefined ? 1 : 0;
      // A word that is not found counts as a whole second off.
      errors.push(word === undefined ? 1 : Math.abs(word.start - start));
      if (showsWords)
        console.log(`${w}\t${start.toFixed(2)}\t${word?.start.toFixed(2)}\t${word?.confidence.toFixed(2)}`);
    }
  }
  return { name: basename(name, extname(name)), kind, errors, unheard, wronglyHeard };
}

function table(all: readonly Row[]): void {
  const groups = new Map<string, Row[]>();
  for (const row of all) {
    const origin = row.name.split('_')[0] ?? '';
    for (const group of [row.name, `= ${origin} ${row.kind}`, `= all ${row.kind}`]) {
      groups.set(group, [...(groups.get(group) ?? []), row]);
    }
  }
  console.log('file or group                     words  <=100 ms %   MAE ms  median ms  unheard  wrongly heard');
  for (const [group, members] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const errors = members.flatMap((row) => row.errors).sort((a, b) => a - b);
    // Half a frame of slack: times are multiples of 10 ms, and so are many of the references.
    const near = errors.filter((error) => error <= 0.1 + 1e-9).length;
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
    const sum = (pick: (row: Row) => number): number => members.reduce((total, row) => total + pick(row), 0);
    console.log(
      [
        group.padEnd(33),
        String(errors.length).padStart(5),
        ((100 * near) / errors.length).toFixed(1).padStart(11),
        (1000 * mean).toFixed(0).padStart(8),
        (1000 * (errors[Math.floor(errors.length / 2)] ?? 0)).toFixed(0).padStart(10),
        String(sum((row) => row.unheard)).padStart(8),
        String(sum((row) => row.wronglyHeard)).padStart(14),
      ].join(' '),
    );
  }
}

/** The same clip in every format it lies there in: the greatest difference of a word's start from the FLAC's. */
async function compareFormats(): Promise<void> {
  for (const line of lines) {
    const [sound = '', transcript = ''] = line.split('\t');
    const stem = sound.slice(0, -extname(sound).length);
    const others = ['.wav', '.mp3', '.m4a', '.mp4', '.webm'].filter((ending) =>
      existsSync(join(folder, stem + ending)),
    );
    if (others.length === 0 || !sound.includes(filter)) continue;
    const reference = await wordsOf(sound, transcript);
    for (const ending of others) {
      const words = await wordsOf(stem + ending, transcript);
      const differences = words.map((word, i) => Math.abs((word?.start ?? 0) - (reference[i]?.start ?? 0)));
      const within = differences.filter((difference) => difference <= 0.06 + 1e-9).length;
      console.log(
        `${stem}${ending}: ${within} of ${words.length} starts within 60 ms of ${sound}, greatest difference ${Math.round(1000 * Math.max(...differences))} ms`,
      );
    }
  }
}
