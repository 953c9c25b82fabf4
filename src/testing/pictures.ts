import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';

import { runProgram } from './programs.js';

/** Pixels of a picture: red, green, blue, alpha; frames of an animation under one another. */
export interface DecodedPicture {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}

export async function rgbaOf(bytes: Uint8Array): Promise<DecodedPicture> {
  const { data, info } = await sharp(bytes, { animated: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** A PNG of pixels by a function of their place: 3 or 4 samples each. */
export async function pngOf(
  width: number,
  height: number,
  paint: (x: number, y: number) => readonly number[],
): Promise<Buffer> {
  const channels = paint(0, 0).length as 3 | 4;
  const data = Buffer.alloc(width * height * channels);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) data.set(paint(x, y).map(Math.round), (y * width + x) * channels);
  }
  return await sharp(data, { raw: { width, height, channels } }).png().toBuffer();
}

/**
 * Runs a program on files of a folder that lasts as long as the run: arguments that are names of `inputs` are their paths, and
 * so is `out` with any ending. Gives the bytes of `output`, or of standard output without one.
 */
export function runOnFiles(
  program: string,
  args: readonly string[],
  inputs: Readonly<Record<string, Uint8Array>>,
  output?: string,
): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'pictures-test-'));
  try {
    for (const [name, bytes] of Object.entries(inputs)) writeFileSync(join(folder, name), bytes);
    const isName = (arg: string): boolean => Object.hasOwn(inputs, arg) || arg === output;
    const stdout = runProgram(
      program,
      args.map((arg) => (isName(arg) ? join(folder, arg) : arg)),
    );
    return output === undefined ? stdout : readFileSync(join(folder, output));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Largest difference of two lists of samples. */
export function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return Number.POSITIVE_INFINITY;
  let largest = 0;
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs((a[i] ?? 0) - (b[i] ?? 0)));
  return largest;
}
