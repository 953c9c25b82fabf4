/** Sound of one channel, the mean of all: samples from -1 to 1. */
export interface MonoSound {
  readonly rate: number;
  readonly samples: Float32Array;
}

/** A WAV file that can be read, or why not: `kind` is its format code where this reader does not know it. */
export type WavReading = (MonoSound & { readonly seconds: number }) | { readonly kind: number } | undefined;

const PCM = 1;
const FLOAT = 3;
const A_LAW = 6;
const MU_LAW = 7;
const EXTENSIBLE = 0xfffe;

/**
 * Reads a WAV file's first `maxSeconds`: PCM of 8 to 32 bits, floats, A-law and µ-law, any number of channels.
 * `seconds` is its whole length. A file cut off in its data is read as far as it goes. Undefined where it has no sound.
 */
export function readWav(bytes: Uint8Array, maxSeconds: number): WavReading {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const format = findChunk(view, 'fmt ');
  const data = findChunk(view, 'data');
  if (format === undefined || data === undefined || format.length < 16) return undefined;
  const code = view.getUint16(format.start, true);
  // The real format of an extensible file is in the first two bytes of its GUID.
  const kind = code === EXTENSIBLE && format.length >= 26 ? view.getUint16(format.start + 24, true) : code;
  const channels = view.getUint16(format.start + 2, true);
  const rate = view.getUint32(format.start + 4, true);
  const bits = view.getUint16(format.start + 14, true);
  const read = sampleReader(view, kind, bits);
  if (read === undefined) return { kind };
  const width = bits / 8;
  if (channels === 0 || rate < 1000 || rate > 768_000) return undefined;
  const count = Math.floor(data.length / (width * channels));
  const samples = new Float32Array(Math.min(count, Math.ceil(maxSeconds * rate)));
  for (let i = 0; i < samples.length; i++) {
    let sum = 0;
    for (let c = 0; c < channels; c++) sum += read(data.start + (i * channels + c) * width);
    // A float file may hold anything; what is no number is silence.
    samples[i] = Number.isFinite(sum) ? sum / channels : 0;
  }
  return { rate, samples, seconds: count / rate };
}

function findChunk(view: DataView, id: string): { readonly start: number; readonly length: number } | undefined {
  let at = 12;
  while (at + 8 <= view.byteLength) {
    const name = String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)));
    const length = Math.min(view.getUint32(at + 4, true), view.byteLength - at - 8);
    if (name === id) return { start: at + 8, length };
    at += 8 + length + (length % 2);
  }
  return undefined;
}

function sampleReader(view: DataView, kind: number, bits: number): ((at: number) => number) | undefined {
  if (kind === PCM && bits === 8) return (at) => (view.getUint8(at) - 128) / 128;
  if (kind === PCM && bits === 16) return (at) => view.getInt16(at, true) / 2 ** 15;
  if (kind === PCM && bits === 24) return (at) => (view.getUint16(at, true) + view.getInt8(at + 2) * 2 ** 16) / 2 ** 23;
  if (kind === PCM && bits === 32) return (at) => view.getInt32(at, true) / 2 ** 31;
  if (kind === FLOAT && bits === 32) return (at) => view.getFloat32(at, true);
  if (kind === FLOAT && bits === 64) return (at) => view.getFloat64(at, true);
  if (kind === A_LAW && bits === 8) return (at) => fromALaw(view.getUint8(at));
  if (kind === MU_LAW && bits === 8) return (at) => fromMuLaw(view.getUint8(at));
  return undefined;
}

/** ITU-T G.711, table 1. */
function fromALaw(code: number): number {
  const value = code ^ 0x55;
  const exponent = (value >> 4) & 7;
  const mantissa = ((value & 15) << 4) + 8;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 256) << (exponent - 1);
  return ((value & 0x80) === 0 ? -magnitude : magnitude) / 2 ** 15;
}

/** ITU-T G.711, table 2. */
function fromMuLaw(code: number): number {
  const value = ~code & 0xff;
  const magnitude = ((((value & 15) << 3) + 132) << ((value >> 4) & 7)) - 132;
  return ((value & 0x80) === 0 ? magnitude : -magnitude) / 2 ** 15;
}
