import type { PixelBox } from '../pictures/crop-box.js';
import type { Size } from '../pictures/fitted-size.js';
import type { IdPhotoRule } from './id-photo-rules.js';

/** A crop, and where the head is in the photo that it becomes, in millimetres from the upper edge. */
export interface HeadCrop {
  readonly box: PixelBox;
  readonly crown: number;
  readonly chin: number;
}

/** Pixels that the picture lacks beside the head; 0 where it has enough. */
interface Lacking {
  readonly left: number;
  readonly right: number;
  readonly above: number;
  readonly below: number;
}

/** Share of what is free that is above the head where a rule does not say: 4 of 11 mm with the head of ICAO's portraits. */
const USUAL_TOP_SHARE = 0.36;
/** Millimetres above the crown that are enough where a rule does not say, so that hair is not cut. */
const LEAST_TOP = 2;
/** Heads that are tried, in steps of millimetres. */
const HEAD_STEP = 0.1;

/** Millimetres above the crown: what is best and what is allowed, for a head so high. */
function topOf({ height, top, eyes }: IdPhotoRule, head: number): readonly [best: number, least: number, most: number] {
  if (top !== undefined) return [(top[0] + top[1]) / 2, top[0], top[1]];
  const free = height - head;
  const usual = free * USUAL_TOP_SHARE;
  if (eyes === undefined) return [usual, Math.min(LEAST_TOP, usual), free / 2];
  // The eyes are about halfway between chin and crown.
  const above = (eye: number): number => Math.max(0, height - eye - head / 2);
  return [above((eyes[0] + eyes[1]) / 2), above(eyes[1]), above(eyes[0])];
}

/**
 * The crop in which a head, given from crown to chin, has the height of a rule and is in the middle: at the middle of what the rule
 * allows, or larger and higher or lower where the picture ends too close. What the picture lacks for the largest head where none fits.
 */
export function headCrop(picture: Size, head: PixelBox, rule: IdPhotoRule): HeadCrop | Lacking {
  const [least, most] = rule.head;
  for (let high = (least + most) / 2; high < most; high += HEAD_STEP) {
    const crop = cropWith(picture, head, rule, high);
    if ('box' in crop) return crop;
  }
  return cropWith(picture, head, rule, most);
}

function cropWith(picture: Size, head: PixelBox, rule: IdPhotoRule, high: number): HeadCrop | Lacking {
  const scale = head.height / high;
  const [width, height] = [rule.width * scale, rule.height * scale];
  const left = head.left + head.width / 2 - width / 2;
  const [best, leastTop, mostTop] = topOf(rule, high);
  // What the rule allows, and the picture above and below.
  const lowest = Math.max(leastTop, (head.top + height - picture.height) / scale);
  const highest = Math.min(mostTop, head.top / scale);
  const lack = (pixels: number): number => Math.max(0, Math.ceil(pixels - 0.5));
  const above = lack(leastTop * scale - head.top);
  const below = lack(head.top + height - picture.height - mostTop * scale);
  const lacking = {
    left: lack(-left),
    right: lack(left + width - picture.width),
    above: above + below > 0 ? above : lack((lowest - highest) * scale),
    below,
  };
  if (Object.values(lacking).some((pixels) => pixels > 0)) return lacking;
  const top = Math.max(lowest, Math.min(best, highest));
  const size = { width: whole(width, picture.width), height: whole(height, picture.height) };
  const box = {
    left: within(left, picture.width - size.width),
    top: within(head.top - top * scale, picture.height - size.height),
    ...size,
  };
  const crown = ((head.top - box.top) / size.height) * rule.height;
  return { box, crown, chin: crown + (head.height / size.height) * rule.height };
}

const whole = (length: number, most: number): number => Math.max(1, Math.min(most, Math.round(length)));
const within = (start: number, most: number): number => Math.max(0, Math.min(most, Math.round(start)));
