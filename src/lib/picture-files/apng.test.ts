import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readFixture } from '../../testing/run-tool.js';
import { ContentFault } from '../faults.js';
import { readApng, writeApng } from './apng.js';

const dots = readFixture('image/edit/dots.png');

describe('readApng', () => {
  it('gives frames, places and times', () => {
    const { width, height, loop, frames } = readApng(dots);
    expect([width, height, loop]).toEqual([40, 30, 3]);
    expect(frames.map(({ delayMs }) => delayMs)).toEqual([100, 200, 100, 50]);
  });

  it('gives every frame as a PNG that a decoder reads', async () => {
    for (const frame of readApng(dots).frames) {
      const { width, height } = await sharp(frame.png()).metadata();
      expect([width, height]).toEqual([frame.width, frame.height]);
    }
  });

  it('leaves out a still picture that is not a frame', () => {
    const { frames } = readApng(dots);
    const png = frames[0]!.png();
    const animation = writeApng(
      frames.map((frame) => ({ ...frame, png: frame.png() })),
      0,
    );
    // The default picture goes before acTL's frames: its IDAT comes before the first fcTL.
    const [control, data] = [chunkAt(animation, 'fcTL'), chunkAt(png, 'IDAT')];
    const still = Buffer.concat([animation.subarray(0, control.start), data.bytes, animation.subarray(control.start)]);
    const renamed = asFrameData(still);
    expect(readApng(renamed).frames).toHaveLength(4);
  });

  it('refuses every file that is cut or has a byte changed in its structure, or reads it', () => {
    for (let length = 0; length < dots.length; length += 7) {
      expect(() => readApng(dots.subarray(0, length))).toThrow(ContentFault);
    }
    for (let at = 8; at < dots.length; at += 1) {
      const changed = Uint8Array.from(dots);
      changed[at] = 255 - changed[at]!;
      try {
        readApng(changed);
      } catch (error) {
        expect(error).toBeInstanceOf(ContentFault);
      }
    }
  });
});

function chunkAt(file: Uint8Array, type: string): { readonly start: number; readonly bytes: Uint8Array } {
  const start = Buffer.from(file).indexOf(type) - 4;
  const length = Buffer.from(file).readUInt32BE(start);
  return { start, bytes: file.subarray(start, start + 12 + length) };
}

/** Makes the second IDAT of a file frame data, and numbers all that follows anew. */
function asFrameData(file: Buffer): Uint8Array {
  const parts: Uint8Array[] = [file.subarray(0, 8)];
  let seen = 0;
  let sequence = 0;
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const data = Buffer.from(file.subarray(at + 8, at + 8 + length));
    if (type === 'IDAT' && ++seen === 2) {
      const numbered = Buffer.concat([Buffer.from([0, 0, 0, sequence++]), data]);
      parts.push(rawChunk('fdAT', numbered));
    } else {
      if (type === 'fcTL' || type === 'fdAT') data.writeUInt32BE(sequence++, 0);
      parts.push(rawChunk(type, data));
    }
    at += 12 + length;
  }
  return Buffer.concat(parts);
}

function rawChunk(type: string, data: Uint8Array): Buffer {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  bytes.set(data, 8);
  return bytes;
}
