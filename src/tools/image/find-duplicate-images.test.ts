import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { inRounds } from '../../testing/exhaustive.js';
import { scenes } from '../../testing/photo-scenes.js';
import { choosingScenes, heldOutScenes } from '../../testing/photo-scenes-more.js';
import { pngOf } from '../../testing/pictures.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './find-duplicate-images.js';

interface Image {
  readonly name: string;
  readonly match: string;
  readonly similarity: number;
}

interface Found {
  readonly groups: readonly { readonly images: readonly Image[] }[];
  readonly unique: readonly string[];
  readonly files: readonly { readonly name: string; readonly hash?: string | null; readonly error?: string }[];
}

interface Sent {
  readonly name: string;
  readonly bytes: Uint8Array;
}

async function found(files: readonly Sent[], options: Readonly<Record<string, unknown>> = {}): Promise<Found> {
  const { status, message, data } = await runTool(tool, { files, options });
  expect(status, message).toBe(200);
  return data as Found;
}

const names = ({ groups }: Found): string[][] => groups.map(({ images }) => images.map(({ name }) => name).sort());

/** Pictures that people would call different: painted scenes of many kinds. */
const originals = await Promise.all(
  [...scenes(160, 120), ...choosingScenes(160, 120), ...heldOutScenes(160, 120)].map(({ pixels, width, height }) =>
    sharp(pixels, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer(),
  ),
);

/** What becomes of pictures on their way through programs and services, by sharp rather than by the tool. */
const EDITS: Readonly<Record<string, (bytes: Buffer) => Promise<Buffer>>> = {
  smaller: (bytes) => sharp(bytes).resize(90).png().toBuffer(),
  larger: (bytes) => sharp(bytes).resize(500).jpeg().toBuffer(),
  stretched: (bytes) => sharp(bytes).resize(150, 130, { fit: 'fill' }).png().toBuffer(),
  compressed: (bytes) => sharp(bytes).jpeg({ quality: 20 }).toBuffer(),
  webp: (bytes) => sharp(bytes).webp({ quality: 40 }).toBuffer(),
  brighter: (bytes) => sharp(bytes).linear(1.1, 15).png().toBuffer(),
  darker: (bytes) => sharp(bytes).linear(0.8, 0).png().toBuffer(),
  gray: (bytes) => sharp(bytes).grayscale().jpeg().toBuffer(),
  blurred: (bytes) => sharp(bytes).blur(1.2).png().toBuffer(),
  cropped: async (bytes) => {
    const { width, height } = await sharp(bytes).metadata();
    const [x, y] = [Math.round(width * 0.02), Math.round(height * 0.02)];
    return sharp(bytes)
      .extract({ left: x, top: y, width: width - 2 * x, height: height - 2 * y })
      .png()
      .toBuffer();
  },
};

describe('find-duplicate-images', () => {
  inRounds('finds edited copies', [4, originals.length], async (rounds) => {
    let [hits, wanted] = [0, 0];
    for (const original of originals.slice(0, rounds)) {
      const edited = await Promise.all(
        Object.entries(EDITS).map(async ([name, edit]) => ({ name: `${name}.png`, bytes: await edit(original) })),
      );
      const { files } = await found([{ name: 'original.png', bytes: original }, ...edited]);
      const bits = files.map(({ hash }) => BigInt(`0x${hash}`));
      for (const hash of bits.slice(1)) {
        const differing = [...((bits[0] ?? 0n) ^ hash).toString(2)].filter((bit) => bit === '1').length;
        wanted += 1;
        if (1 - differing / 63 >= 0.84) hits += 1;
      }
    }
    expect(hits / wanted).toBeGreaterThan(0.95);
  });

  it('takes no two different pictures for one', async () => {
    const apart: bigint[] = [];
    for (let i = 0; i < originals.length; i += 20) {
      const part = originals.slice(i, i + 20).map((bytes, n) => ({ name: `${i + n}.png`, bytes }));
      if (part.length < 2) continue;
      for (const { hash } of (await found(part)).files) apart.push(BigInt(`0x${hash}`));
    }
    let [taken, pairs] = [0, 0];
    for (const [i, a] of apart.entries())
      for (const b of apart.slice(i + 1)) {
        const differing = [...(a ^ b).toString(2)].filter((bit) => bit === '1').length;
        pairs += 1;
        if (1 - differing / 63 >= 0.84) taken += 1;
      }
    expect(pairs).toBeGreaterThan(100);
    expect(taken).toBe(0);
  });

  it('groups copies, the best first, and names what is the same file or has the same pixels', async () => {
    const [one, two, three] = originals as [Buffer, Buffer, Buffer];
    const larger = await sharp(one).resize(320).png().toBuffer();
    const packed = await sharp(one).png({ compressionLevel: 0 }).toBuffer();
    const sent = { one, two, larger, again: one, packed, three };
    const answer = await found(Object.entries(sent).map(([name, bytes]) => ({ name: `${name}.png`, bytes })));
    expect(names(answer)).toEqual([['again.png', 'larger.png', 'one.png', 'packed.png']]);
    expect(answer.groups[0]?.images[0]).toMatchObject({ name: 'larger.png', match: 'best', similarity: 1 });
    expect(answer.unique).toEqual(['two.png', 'three.png']);
    const exact = await found([
      { name: 'a.png', bytes: one },
      { name: 'b.png', bytes: one },
      { name: 'c.png', bytes: packed },
    ]);
    // The unpacked file is the largest of equal size.
    expect(exact.groups[0]?.images.map(({ name, match }) => [name, match])).toEqual([
      ['c.png', 'best'],
      ['a.png', 'pixels'],
      ['b.png', 'pixels'],
    ]);
    const same = await found([
      { name: 'a.png', bytes: one },
      { name: 'b.png', bytes: one },
    ]);
    expect(same.groups[0]?.images.map(({ match }) => match)).toEqual(['best', 'file']);
  });

  it('finds less with a higher threshold', async () => {
    const original = originals[0] as Buffer;
    const turned = await sharp(original).rotate(2, { background: '#888' }).png().toBuffer();
    const files = [
      { name: 'a.png', bytes: original },
      { name: 'b.png', bytes: turned },
    ];
    expect((await found(files, { threshold: 0.5 })).groups).toHaveLength(1);
    expect((await found(files, { threshold: 1 })).groups).toHaveLength(0);
  });

  it('compares plain tones by brightness, and drawings as they look on white', async () => {
    const tone = async (name: string, grey: number) => ({ name, bytes: await pngOf(40, 40, () => [grey, grey, grey]) });
    const tones = await found(
      [await tone('a', 200), await tone('b', 203), await tone('c', 20)].map((one) => ({
        ...one,
        name: `${one.name}.png`,
      })),
    );
    expect(names(tones)).toEqual([['a.png', 'b.png']]);
    expect(tones.files.map(({ hash }) => hash)).toEqual([null, null, null]);
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><circle cx="30" cy="25" r="20"/><path d="M50 10L85 55H40z" fill="gray"/></svg>';
    const clear = await sharp(Buffer.from(svg)).png().toBuffer();
    const flat = await sharp(clear).flatten({ background: '#fff' }).jpeg().toBuffer();
    const drawings = await found([
      { name: 'clear.png', bytes: clear },
      { name: 'flat.jpg', bytes: flat },
    ]);
    expect(drawings.groups[0]?.images.map(({ similarity }) => similarity)).toEqual([1, expect.closeTo(1, 1)]);
  });

  it('goes on where an image is damaged', async () => {
    const bytes = originals[0] as Buffer;
    const { files, groups } = await found([
      { name: 'a.png', bytes },
      { name: 'bad.png', bytes: Buffer.from('no') },
      { name: 'b.png', bytes },
    ]);
    expect(files.map(({ error }) => error === undefined)).toEqual([true, false, true]);
    expect(groups).toHaveLength(1);
  });
});
