import type { Sharp } from 'sharp';

import type { Size } from '../../lib/pictures/fitted-size.js';
import type { Color } from '../colors.js';
import { everyFrame } from './every-frame.js';
import type { Picture, PictureColour } from './picture.js';

interface Turn {
  /** Clockwise. */
  readonly angleDegrees: number;
  readonly isFlippedVertically: boolean;
  readonly isFlippedHorizontally: boolean;
  /** What shows at the corners of angles that are not quarter turns. */
  readonly background: Color;
}

/** The size of a picture after a turn: exact for quarter turns, within a pixel for others. */
export function turnedSize({ width, height }: Size, angleDegrees: number): Size {
  const angle = (angleDegrees * Math.PI) / 180;
  const [sin, cos] = [Math.abs(Math.sin(angle)), Math.abs(Math.cos(angle))];
  return { width: Math.round(width * cos + height * sin), height: Math.round(width * sin + height * cos) };
}

/** Flips, then turns. Throws INVALID_INPUT naming the file when it is damaged. */
export const turnPicture = (picture: Picture, colour: PictureColour, turn: Turn): Promise<Sharp> =>
  everyFrame(picture, colour, (frame) => turned(frame, turn));

function turned(image: Sharp, { angleDegrees, isFlippedVertically, isFlippedHorizontally, background }: Turn): Sharp {
  const flipped = image.flip(isFlippedVertically).flop(isFlippedHorizontally);
  const angle = ((angleDegrees % 360) + 360) % 360;
  if (angle === 0) return flipped;
  return angle % 90 === 0 ? flipped.rotate(angle) : flipped.rotate(angle, { background });
}
