import { type InputFile, invalid, overLimit, quote } from '../../core/index.js';
import { type AudioFormat, audioFormatOf, declaredSeconds } from '../../lib/audio/audio-format.js';
import { resample } from '../../lib/audio/resample.js';
import { type MonoSound, readWav } from '../../lib/audio/wav.js';
import { readOpusTrack } from '../../lib/audio/webm.js';
import { heapOf, keepInstance } from '../kept-instance.js';
import { decodeWithFfmpeg, hasFfmpeg } from './ffmpeg.js';

export interface DecodeAudioRules {
  readonly maxSeconds: number;
  readonly ffmpegPath: string | undefined;
  readonly signal: AbortSignal;
}

/** Samples a second of what `decodeAudio` gives. */
export const DECODED_RATE = 16_000;

/** Encoders fill up their last frame: so much more than the limit is still within it. */
const PADDING_SECONDS = 0.1;

/**
 * Decodes an upload, audio or video, to mono samples at 16 kHz. The format is told from the content. Throws INVALID_INPUT
 * for what is no audio, is damaged or has no audio track, LIMIT_EXCEEDED naming the length for what is too long; no more
 * than the limit is ever decoded.
 */
export async function decodeAudio(file: InputFile, rules: DecodeAudioRules): Promise<Float32Array> {
  const format = audioFormatOf(file.bytes);
  if (format === undefined)
    throw invalid(`Cannot read audio ${quote(file.name)}: it is not a WAV, MP3, FLAC, Ogg, MP4 or WebM file`);
  const declared = declaredSeconds(file.bytes, format);
  const enough = rules.maxSeconds + 2 * PADDING_SECONDS;
  if (declared !== undefined) checkLength(declared, declared, rules.maxSeconds);
  const own = await decodeHere(file, format, enough);
  if (own !== undefined) {
    const length = own.samples.length / own.rate;
    checkLength(length, own.seconds ?? declared, rules.maxSeconds);
    return resample(own.samples, own.rate, DECODED_RATE);
  }
  if (!hasFfmpeg(rules.ffmpegPath)) {
    throw invalid(
      `Cannot read audio ${quote(file.name)}: only WAV, MP3, FLAC and WebM with Opus are decoded on this server`,
    );
  }
  const { ffmpegPath, signal } = rules;
  const { samples, seconds } = await decodeWithFfmpeg({ ...file, format, maxSeconds: enough, ffmpegPath, signal });
  checkLength(samples.length / DECODED_RATE, seconds, rules.maxSeconds);
  return samples;
}

function checkLength(seconds: number, whole: number | undefined, maxSeconds: number): void {
  if (seconds <= maxSeconds + PADDING_SECONDS) return;
  const found = whole !== undefined && whole > seconds - 1 ? `${whole.toFixed(1)} s` : 'more';
  throw overLimit(`Audio must be at most ${maxSeconds} s long, got ${found}`);
}

interface PartialSound extends MonoSound {
  /** Length of the whole file, where it is known. */
  readonly seconds?: number;
}

/** Decodes in this process what the permissively licensed decoders read; undefined for the rest. */
async function decodeHere(file: InputFile, format: AudioFormat, enough: number): Promise<PartialSound | undefined> {
  if (format === 'wav') {
    const reading = readWav(file.bytes, enough);
    if (reading === undefined) throw damaged(file);
    return 'kind' in reading ? undefined : reading;
  }
  if (format === 'webm') return decodeWebm(file, enough);
  const open = await decoderOf(format, file.bytes);
  if (open === undefined) return undefined;
  const decoder = await open();
  try {
    const sound = readChunks(decoder, file, enough);
    if (sound === undefined) throw damaged(file);
    return sound;
  } finally {
    decoder.free();
  }
}

/** Samples a second that Opus decodes to (RFC 6716). */
const OPUS_RATE = 48_000;
const OPUS_CHUNK = 50;

/** All decoders of Opus share one instance. Those of other codings have one each, which goes with them. */
const opus = keepInstance(async () => {
  const engine = await import('@audio/decode-opus/core');
  const decoder = await engine.createOpusDecoder();
  const module: unknown = Reflect.get(decoder, 'module');
  decoder.free();
  return { engine, memory: () => heapOf(module) };
});

/** Opus in WebM, packet by packet; undefined for other codings. */
async function decodeWebm(file: InputFile, enough: number): Promise<PartialSound | undefined> {
  const track = readOpusTrack(file.bytes);
  // RFC 7845, 5.1: channels at byte 9, samples to skip at 10, gain at 16, mapping family at 18. Above stereo is left to FFmpeg.
  if (track === undefined || track.head.length < 19 || track.head[18] !== 0) return undefined;
  const head = Buffer.from(track.head);
  const { createOpusDecoder } = await opus.open();
  const decoder = await createOpusDecoder();
  try {
    decoder.configure({
      sampleRate: OPUS_RATE,
      channels: head.readUInt8(9),
      preSkip: head.readUInt16LE(10),
      outputGain: head.readInt16LE(16),
    });
    // A track that begins later than the pictures is that much late in the answer too.
    const parts: Float32Array[] = [new Float32Array(Math.min(enough, track.start) * OPUS_RATE)];
    let length = parts[0]?.length ?? 0;
    for (let at = 0; at < track.packets.length && length < enough * OPUS_RATE; at += OPUS_CHUNK) {
      const part = mixDown(decoder.decodeFrames(track.packets.slice(at, at + OPUS_CHUNK)).channelData);
      parts.push(part);
      length += part.length;
    }
    return { rate: OPUS_RATE, samples: joined(parts) };
  } catch (error) {
    throw damaged(file, error);
  } finally {
    decoder.free();
  }
}

const damaged = (file: InputFile, cause?: unknown): Error =>
  invalid(`Cannot read audio ${quote(file.name)}: it is damaged or holds no sound`, cause);

interface Decoded {
  readonly channelData: readonly Float32Array[];
  readonly sampleRate: number;
}

interface ChunkDecoder {
  decode(chunk: Uint8Array): Decoded;
  flush?(): Decoded;
  free(): void;
}

async function decoderOf(format: AudioFormat, bytes: Uint8Array): Promise<(() => Promise<ChunkDecoder>) | undefined> {
  if (format === 'mp3') return (await import('@audio/decode-mp3')).decoder;
  if (format === 'flac') return (await import('@audio/decode-flac')).decoder;
  if (format !== 'ogg') return undefined;
  const start = Buffer.from(bytes.subarray(0, 256)).toString('latin1');
  if (start.includes('OpusHead')) {
    await opus.open();
    return (await import('@audio/decode-opus')).decoder;
  }
  if (start.includes('\u0001vorbis')) return (await import('@audio/decode-vorbis')).decoder;
  return undefined;
}

const CHUNK_BYTES = 65_536;

/** Decodes chunk by chunk, so that a small file that unpacks to hours stops after a minute. */
function readChunks(decoder: ChunkDecoder, file: InputFile, enough: number): MonoSound | undefined {
  const { bytes } = file;
  const parts: Float32Array[] = [];
  let rate = 0;
  let length = 0;
  const take = (decoded: Decoded): void => {
    const part = mixDown(decoded.channelData);
    if (part.length === 0) return;
    rate = decoded.sampleRate;
    parts.push(part);
    length += part.length;
  };
  try {
    for (let at = 0; at < bytes.length && (rate === 0 || length < enough * rate); at += CHUNK_BYTES) {
      take(decoder.decode(bytes.subarray(at, at + CHUNK_BYTES)));
    }
    if (decoder.flush !== undefined && (rate === 0 || length < enough * rate)) take(decoder.flush());
  } catch (error) {
    // A decoder that gives up in the middle has still decoded what came before: a cut-off upload is aligned as far as it goes.
    if (length === 0) throw damaged(file, error);
  }
  if (rate === 0) return undefined;
  return { rate, samples: joined(parts) };
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const samples = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    samples.set(part, at);
    at += part.length;
  }
  return samples;
}

function mixDown(channels: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(0), ...others] = channels;
  const mixed = first.slice();
  for (const channel of others) for (let i = 0; i < mixed.length; i++) mixed[i] = (mixed[i] ?? 0) + (channel[i] ?? 0);
  if (others.length > 0) for (let i = 0; i < mixed.length; i++) mixed[i] = (mixed[i] ?? 0) / channels.length;
  return mixed;
}
