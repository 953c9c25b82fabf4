import { optionalFile, startOwnProgram } from '../programs/own-program.js';

interface EspeakRequest {
  readonly voice: string;
  /** No more than a little over this is made. */
  readonly maxSamples: number;
  /** Whether phonemes are asked for too. */
  readonly phonemes: boolean;
  readonly parts: readonly { readonly text: string; readonly speed: number; readonly semitones: number }[];
  readonly signal: AbortSignal;
}

interface EspeakAnswer {
  readonly rate: number;
  /** Of each part. */
  readonly samples: readonly Int16Array[];
  /** In the International Phonetic Alphabet, of each part. */
  readonly phonemes: readonly string[];
}

/** The module of the package, which a build without GPL parts leaves out. */
export const espeakPath = (): string | undefined => optionalFile('@echogarden/espeak-ng-emscripten', '../espeak-ng.js');

/** Words a minute at usual speed, and the steps of its scale of pitch that make a semitone. */
const USUAL_RATE = 175;
const PITCH_STEPS = 4.1;

/** Speaks texts with eSpeak NG, in a process of its own. Throws AbortError where the signal ends it. */
export async function speakWithEspeak(path: string, request: EspeakRequest): Promise<EspeakAnswer> {
  const { voice, maxSamples, phonemes, signal } = request;
  const parts = request.parts.map(({ text, speed, semitones }) => ({
    text,
    rate: Math.round(Math.min(Math.max(USUAL_RATE * speed, 80), 900)),
    pitch: Math.round(Math.min(Math.max(50 + semitones * PITCH_STEPS, 0), 99)),
  }));
  const output = await runProgram(path, JSON.stringify({ voice, maxSamples, phonemes, parts }), signal);
  const headerEnd = 4 + output.readUInt32LE();
  const header = JSON.parse(output.subarray(4, headerEnd).toString()) as {
    readonly status: number;
    readonly rate: number;
    readonly lengths: readonly number[];
    readonly phonemes: readonly string[];
  };
  if (header.status !== 0) throw new Error(`the voice ${voice} cannot be loaded`);
  let at = headerEnd;
  const samples = header.lengths.map((length) => {
    const sound = new Int16Array(output.buffer.slice(output.byteOffset + at, output.byteOffset + at + 2 * length));
    at += 2 * length;
    return sound;
  });
  return { rate: header.rate, samples, phonemes: header.phonemes };
}

function runProgram(path: string, input: string, signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = startOwnProgram('espeak-ng', path, signal);
    const chunks: Buffer[] = [];
    let log = '';
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (log.length < 2000) log += text;
    });
    // A program that has ended takes no more: its end is what is told.
    child.stdin.on('error', () => {});
    child.on('error', reject);
    child.on('close', (status) => {
      const output = Buffer.concat(chunks);
      if (status === 0 && output.length > 4) resolve(output);
      else reject(new Error(`the program around eSpeak NG has ended with ${status}: ${log}`));
    });
    child.stdin.end(input);
  });
}
