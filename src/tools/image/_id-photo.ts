import { z } from 'zod';

import { invalid, quote } from '../../core/index.js';
import { count, warnings } from '../../core/shared-data.js';
import type { Position } from '../../core/shared-options.js';
import { decoding, type Picture } from '../../engines/image/picture.js';
import { type HeadCrop, headCrop } from '../../lib/photos/head-crop.js';
import { ID_PHOTO_RULES, type IdPhotoPreset, type IdPhotoRule, ruleOfSize } from '../../lib/photos/id-photo-rules.js';
import { boxOf, isInside, type PixelBox, placedBox, ratioSize } from '../../lib/pictures/crop-box.js';
import type { Size } from '../../lib/pictures/fitted-size.js';
import type { Rgba } from '../../lib/pictures/rgba.js';

/** To a hundredth. */
export const millimetres = (value: number): number => Math.round(100 * value) / 100;

export function ruleOf({
  preset,
  widthMm,
  heightMm,
}: {
  preset: IdPhotoPreset;
  widthMm: number;
  heightMm: number;
}): IdPhotoRule {
  if (widthMm === 0 && heightMm === 0) return ID_PHOTO_RULES[preset];
  for (const [name, value] of Object.entries({ widthMm, heightMm })) {
    if (value < 10) throw invalid(`Option "${name}" must be at least 10 where a size is given, got ${value}`);
  }
  return ruleOfSize(widthMm, heightMm);
}

/** A rectangle of an option in whole pixels, within the picture; `undefined` for none. */
export function boxIn(picture: Picture, name: 'head' | 'box', text: string): PixelBox | undefined {
  if (text.trim() === '') return undefined;
  const numbers = boxOf(text);
  if (numbers === undefined) {
    throw invalid(`Option "${name}" must be "x,y,width,height" such as "120,80,200,280", got ${quote(text)}`);
  }
  const [left, top, width, height] = numbers.map(Math.round) as [number, number, number, number];
  const box = { left, top, width: Math.max(1, width), height: Math.max(1, height) };
  if (isInside(picture, box)) return box;
  throw invalid(
    `Option "${name}" must be inside picture ${quote(picture.name)} of ${picture.width} × ${picture.height} pixels, got ${quote(text)}`,
  );
}

export function aroundHead(picture: Picture, head: PixelBox, rule: IdPhotoRule): HeadCrop {
  const crop = headCrop(picture, head, rule);
  if ('box' in crop) return crop;
  const lacking = Object.entries(crop).flatMap(([where, pixels]) => (pixels > 0 ? [`${pixels} pixels ${where}`] : []));
  throw invalid(
    `Cannot crop picture ${quote(picture.name)} around the head: a photo of ${millimetres(rule.width)} × ${millimetres(rule.height)} mm takes more than there is (missing: ${lacking.join(', ')})`,
  );
}

/** The largest part of a photo's shape: of a box in its middle, else of the picture at a place. */
export function largest(picture: Picture, box: PixelBox | undefined, ratio: number, position: Position): PixelBox {
  if (box === undefined) return placedBox(picture, ratioSize(picture, ratio), position);
  const part = placedBox(box, ratioSize(box, ratio), 'center');
  return { ...part, left: box.left + part.left, top: box.top + part.top };
}

export async function photoOf(picture: Picture, box: PixelBox, { width, height }: Size): Promise<Rgba> {
  const data = await decoding(picture.file, () =>
    picture
      .open('srgb')
      .extract(box)
      .flatten({ background: '#ffffff' })
      .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer(),
  );
  return { width, height, data };
}

/** What is told of each photo. */
export const ID_PHOTO_REPORT = {
  widthMm: z.number().describe('Width of the photo in millimetres.'),
  heightMm: z.number().describe('Height of the photo in millimetres.'),
  width: count('Width of the photo in pixels.'),
  height: count('Height of the photo in pixels.'),
  crop: z.string().describe('Part of the upload that was kept: "x,y,width,height" in pixels.'),
  headRule: z
    .object({
      leastMm: z.number().describe('Least height of the head from chin to crown.'),
      mostMm: z.number().describe('Greatest height of the head.'),
      leastTopMm: z
        .number()
        .nullable()
        .describe('Least distance of the crown from the upper edge; null if the rule has none.'),
      mostTopMm: z.number().nullable().describe('Greatest distance of the crown from the upper edge.'),
      leastEyesMm: z
        .number()
        .nullable()
        .describe('Least distance of the eyes from the lower edge; null if the rule has none.'),
      mostEyesMm: z.number().nullable().describe('Greatest distance of the eyes from the lower edge.'),
    })
    .describe('What the rule says of the head.'),
  head: z
    .object({
      heightMm: z.number().describe('Height of the head in the photo.'),
      crownMm: z.number().describe('The crown, from the upper edge.'),
      chinMm: z.number().describe('The chin, from the upper edge.'),
    })
    .nullable()
    .describe('The head in the photo; null if option "head" is empty.'),
  photos: count('Photos on the sheet; 0 without one.'),
  warnings: warnings(),
};

export function reportOf(rule: IdPhotoRule, size: Size, box: PixelBox, crop: HeadCrop | undefined, photos: number) {
  const { width, height } = size;
  const { head, top, eyes } = rule;
  // A few pixels more than there are cannot be seen.
  const isEnlarged = box.width < 0.9 * width;
  const warning = `${box.width} × ${box.height} pixels were enlarged to ${width} × ${height}: a larger picture is sharper`;
  return {
    widthMm: millimetres(rule.width),
    heightMm: millimetres(rule.height),
    width,
    height,
    crop: [box.left, box.top, box.width, box.height].join(','),
    headRule: {
      leastMm: millimetres(head[0]),
      mostMm: millimetres(head[1]),
      leastTopMm: top === undefined ? null : millimetres(top[0]),
      mostTopMm: top === undefined ? null : millimetres(top[1]),
      leastEyesMm: eyes === undefined ? null : millimetres(eyes[0]),
      mostEyesMm: eyes === undefined ? null : millimetres(eyes[1]),
    },
    head:
      crop === undefined
        ? null
        : {
            heightMm: millimetres(crop.chin - crop.crown),
            crownMm: millimetres(crop.crown),
            chinMm: millimetres(crop.chin),
          },
    photos,
    warnings: isEnlarged ? [warning] : [],
  };
}
