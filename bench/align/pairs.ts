/**
 * Prints how often a right text is refused and a wrong one accepted: every recording of folders like those of `align.ts` with its own
 * transcript and with those of others (never another of the same text), and the processor time of the refusals.
 *
 *     npx tsx bench/align/pairs.ts <folder…> [--others=2]
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DECODED_RATE, decodeAudio } from '../../src/engines/media/decode-audio.js';
import { loadSpeechModel } from '../../src/engines/speech-model.js';
import { alignSpeech } from '../../src/lib/speech/align-speech.js';
import { readTranscript } from '../../src/lib/transcript/transcript.js';

interface Recording {
  readonly folder: string;
  readonly sound: string;
  readonly kind: string;
  readonly text: string;
}

const folders = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const others = Number(process.argv.find((argument) => argument.startsWith('--others='))?.slice(9) ?? 2);
const recordings = folders.flatMap((folder) => {
  const [, ...lines] = readFileSync(join(folder, 'MANIFEST.tsv'), 'utf8').trim().split('\n');
  return lines.map((line): Recording => {
    const [sound = '', transcript = '', , kind = ''] = line.split('\t');
    return { folder, sound, kind, text: readFileSync(join(folder, transcript), 'utf8') };
  });
});

/** Two texts that share half of their words are of the same recording, with words left out or put in. */
function areAlike(a: string, b: string): boolean {
  const [first, second] = [a, b].map((text) => new Set(text.toLowerCase().match(/[a-z']+/g)));
  const shared = [...(first ?? [])].filter((word) => second?.has(word)).length;
  return shared > 0.5 * Math.min(first?.size ?? 0, second?.size ?? 0);
}

const texts = [...new Set(recordings.filter(({ kind }) => kind === 'clean').map(({ text }) => text))];
const counts = { right: 0, refused: 0, wrong: 0, accepted: 0 };
let slowest = { seconds: 0, name: '' };
const signal = new AbortController().signal;
// The model is loaded before the clock runs, as in a tool process that is warm.
const model = loadSpeechModel(process.env.MODEL_DIR || undefined);
alignSpeech(
  new Float32Array(DECODED_RATE).map((_, i) => Math.sin(i * i)),
  [{ readings: [['warm']] }],
  model,
);
for (const [r, { folder, sound, text }] of recordings.entries()) {
  const upload = { name: sound, mime: undefined, bytes: readFileSync(join(folder, sound)) };
  const foreign = texts.filter((other) => !areAlike(text, other));
  const chosen = Array.from(
    { length: Math.min(others, foreign.length) },
    (_, i) => foreign[(r * 7 + i * 3) % foreign.length] ?? '',
  );
  for (const words of [text, ...chosen]) {
    const before = process.cpuUsage();
    const samples = await decodeAudio(upload, { maxSeconds: 62, ffmpegPath: undefined, signal });
    const result = alignSpeech(
      samples,
      readTranscript(words).flatMap((line) => line.words),
      model,
    );
    const { user, system } = process.cpuUsage(before);
    const isRight = words === text;
    counts[isRight ? 'right' : 'wrong']++;
    const isRefused = 'fault' in result;
    if (isRight && isRefused) counts.refused++;
    if (!isRight && !isRefused) counts.accepted++;
    const seconds = (user + system) / 1e6;
    if (isRefused && seconds > slowest.seconds)
      slowest = { seconds, name: `${sound}, ${(samples.length / DECODED_RATE).toFixed(0)} s` };
    if (isRight === isRefused)
      console.log(`${isRight ? 'refused' : 'accepted'}: ${sound} with ${JSON.stringify(words.slice(0, 50))}`);
  }
}
console.log(
  `${counts.refused} of ${counts.right} right pairs refused, ${counts.accepted} of ${counts.wrong} wrong pairs accepted; slowest refusal ${slowest.seconds.toFixed(2)} s of processor time (${slowest.name})`,
);
