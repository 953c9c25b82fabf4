/**
 * A program of its own around eSpeak NG compiled to WebAssembly (GPL). It reads one request in JSON from standard input and writes to
 * standard output: a header in JSON behind its length of four bytes, then the samples of all parts, 16 bits each. Argument: the path of
 * the package's module.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import { answer } from '../programs/answer.js';

interface Worker {
  set_voice(name: string): number;
  set_rate(wordsPerMinute: number): void;
  set_pitch(pitch: number): void;
  get_samplerate(): number;
  synthesize(text: string, take: (samples: Int16Array | undefined) => boolean): void;
  synthesize_ipa(text: string): { readonly ipa: string };
}

interface Request {
  readonly voice: string;
  readonly maxSamples: number;
  readonly phonemes: boolean;
  readonly parts: readonly { readonly text: string; readonly rate: number; readonly pitch: number }[];
}

const [, , modulePath = ''] = process.argv;
const request = JSON.parse(readFileSync(0, 'utf8')) as Request;
const module: { readonly default: () => Promise<{ readonly eSpeakNGWorker: new () => Worker }> } = await import(
  pathToFileURL(modulePath).href
);
const { eSpeakNGWorker: SpeechWorker } = await module.default();
const worker = new SpeechWorker();
const status = worker.set_voice(request.voice);

const sounds: Int16Array[] = [];
const lengths: number[] = [];
const phonemes: string[] = [];
let total = 0;
for (const { text, rate, pitch } of status === 0 ? request.parts : []) {
  const before = total;
  worker.set_rate(rate);
  worker.set_pitch(pitch);
  // The package reads markup; callers' is read elsewhere, so none is left.
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  if (text.trim() !== '' && total <= request.maxSamples)
    worker.synthesize(escaped, (samples) => {
      if (samples !== undefined) {
        sounds.push(samples);
        total += samples.length;
      }
      return total > request.maxSamples;
    });
  if (request.phonemes && total <= request.maxSamples) phonemes.push(worker.synthesize_ipa(text).ipa);
  lengths.push(total - before);
}

answer(
  { status, lengths, phonemes, rate: worker.get_samplerate() },
  sounds.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)),
);
