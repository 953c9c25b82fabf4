import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { type ClientAnswer, readFixture, runTool } from '../../testing/run-tool.js';
import { sharedPath } from '../../testing/untested.js';
import heicToJpg from './heic-to-jpg.js';

const CORPUS = sharedPath('corpus/image', 'real HEIC files');
const hasCorpus = existsSync(join(CORPUS, 'MANIFEST.tsv'));
const NO_CORPUS = 'the files of ../shared/corpus/image are not here';

const convert = (bytes: Uint8Array, quality = 85): Promise<ClientAnswer> =>
  runTool(heicToJpg, { options: { quality }, files: [{ name: 'photo.heic', bytes }] });

const fixture = async (name: string, quality?: number): Promise<Buffer> => {
  const answer = await convert(readFixture(`image/heic/${name}.heic`), quality);
  expect(answer.status, answer.message).toBe(200);
  return answer.files[0]!.bytes;
};

interface CorpusFile {
  readonly path: string;
  readonly width: number;
  readonly height: number;
}

/** HEIC files of the manifest that decode, with their upright size. */
function decodableFiles(folder: string): CorpusFile[] {
  if (!hasCorpus) return [];
  const lines = readFileSync(join(CORPUS, 'MANIFEST.tsv'), 'utf8').split('\n').slice(1);
  return lines
    .map((line) => line.split('\t'))
    .filter(([path = '']) => path.startsWith(`${folder}/`) && /\.hei[cf]$/.test(path))
    .map(([path = '', , , , width, height]) => ({
      path: join(CORPUS, path),
      width: Number(width),
      height: Number(height),
    }))
    .filter(({ width, height }) => width > 0 && width * height < 100e6);
}

describe('heic-to-jpg', () => {
  it('gives the same bytes again', async () => {
    expect(await fixture('grid')).toEqual(await fixture('grid'));
  });

  it('keeps the profile and the public part of EXIF, without orientation and position', async () => {
    const metadata = await sharp(await fixture('phone')).metadata();
    expect(metadata.icc).toHaveLength(520);
    expect(metadata.orientation).toBeUndefined();
    const exif = metadata.exif!.toString('latin1');
    expect(exif).toContain('2025:06:01 12:34:56');
    expect(exif).not.toContain('SERIAL');
  });

  it.skipIf(spawnSync('exiftool', ['-ver']).status !== 0)(
    'exiftool reads date and camera, and no position',
    async () => {
      const work = mkdtempSync(join(tmpdir(), 'heic-exif-'));
      const path = join(work, 'photo.jpg');
      writeFileSync(path, await fixture('phone'));
      const tags = JSON.parse(execFileSync('exiftool', ['-json', '-n', path], { encoding: 'utf8' }))[0];
      rmSync(work, { recursive: true });
      expect(tags).toMatchObject({ Make: 'Examplemaker', Model: 'Phone 1', DateTimeOriginal: '2025:06:01 12:34:56' });
      expect(tags.ExposureTime).toBeCloseTo(1 / 120, 5);
      const dropped = ['Orientation', 'GPSLatitude', 'GPSPosition', 'SerialNumber', 'MakerNote', 'Warning', 'Error'];
      for (const tag of dropped) expect(tags).not.toHaveProperty(tag);
    },
  );

  it('stores colour in full from quality 90, so that quality 100 is the picture', async () => {
    const [low, high] = await Promise.all(
      [fixture('grid', 89), fixture('grid', 90)].map(async (jpeg) => sharp(await jpeg).metadata()),
    );
    expect([low!.chromaSubsampling, high!.chromaSubsampling]).toEqual(['4:2:0', '4:4:4']);
  });

  it('makes greyscale JPEG of greyscale pictures', async () => {
    expect((await sharp(await fixture('mono')).metadata()).channels).toBe(1);
  });

  const sizedFiles = [...decodableFiles('heic'), ...decodableFiles('orient')].map(
    (file) => [basename(file.path), file] as const,
  );
  const isLarge = ({ width, height }: CorpusFile): boolean => width * height > 3e6;
  const hasSizeOfManifest = async (_: string, { path, width, height }: CorpusFile): Promise<void> => {
    const answer = await convert(readFileSync(path));
    expect(answer.status, answer.message).toBe(200);
    const { info } = await sharp(answer.files[0]!.bytes).raw().toBuffer({ resolveWithObject: true });
    // The manifest gives exif_only_6 and irot_exif_5 to 8 as stored where EXIF alone would turn them.
    expect([info.width, info.height]).toEqual([width, height]);
  };
  it.each(sizedFiles.filter(([, file]) => !isLarge(file)))('has the size of the manifest: %s', hasSizeOfManifest);
  exhaustive.each(sizedFiles.filter(([, file]) => isLarge(file)))(
    'has the size of the manifest, large: %s',
    hasSizeOfManifest,
  );

  it('shows all eight turned pictures as the first, and leaves EXIF orientation without effect', async ({ skip }) => {
    skip(!hasCorpus, NO_CORPUS);
    const small = async (name: string): Promise<{ data: Buffer; width: number }> => {
      const answer = await convert(readFileSync(join(CORPUS, 'orient', `${name}.heic`)));
      const jpeg = sharp(answer.files[0]!.bytes);
      const { width } = await jpeg.metadata();
      return { data: await jpeg.resize(60, 45, { fit: 'fill' }).raw().toBuffer(), width };
    };
    const first = await small('irot_exif_1');
    for (let i = 2; i <= 8; i++) {
      const turned = await small(`irot_exif_${i}`);
      expect(turned.width).toBe(first.width);
      let sum = 0;
      for (let k = 0; k < first.data.length; k++) sum += Math.abs(first.data[k]! - turned.data[k]!);
      // The same photo, stored eight times by an encoder that lost a little each time; any other turn differs by over 40.
      expect(sum / first.data.length).toBeLessThan(12);
    }
  });

  inRounds.skipIf(!hasCorpus)(
    'refuses cut files, or gives the whole picture where the cut comes behind it',
    [3, 9],
    async (rounds) => {
      for (const { path } of decodableFiles('heic')) {
        const bytes = readFileSync(path);
        if (bytes.length > 300_000) continue;
        const whole = await convert(bytes);
        for (let part = 1; part <= rounds; part++) {
          const answer = await convert(bytes.subarray(0, Math.floor((bytes.length * part) / (rounds + 1))));
          if (answer.status === 200) expect(answer.files[0]!.bytes.equals(whole.files[0]!.bytes)).toBe(true);
          else expect(answer.status, String(answer.cause)).toBe(400);
        }
      }
    },
  );
});
