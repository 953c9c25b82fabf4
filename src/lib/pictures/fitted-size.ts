export interface Size {
  readonly width: number;
  readonly height: number;
}

/** How a picture is brought to two sides, in the words of CSS `object-fit` and of image servers. */
export type Fit = 'inside' | 'cover' | 'contain' | 'fill' | 'outside';

/** What becomes of a picture: its own size after scaling, and that of the result, which cuts it or pads it. */
export interface FittedSize extends Size {
  readonly scaled: Size;
}

/**
 * The sizes of a picture brought to `asked` pixels, of which a side of 0 follows from the other; one side is more than 0.
 * Sides are rounded and at least 1. Without `mayEnlarge` no side of the picture grows, and a cut result has what there is.
 */
export function fittedSize(picture: Size, asked: Size, fit: Fit, mayEnlarge: boolean): FittedSize {
  const [x, y] = [asked.width / picture.width, asked.height / picture.height];
  if (x === 0 || y === 0) return whole(scaledBy(picture, bounded(Math.max(x, y), mayEnlarge)));
  switch (fit) {
    case 'fill':
      return whole({
        width: mayEnlarge ? asked.width : Math.min(asked.width, picture.width),
        height: mayEnlarge ? asked.height : Math.min(asked.height, picture.height),
      });
    case 'inside':
      return whole(scaledBy(picture, bounded(Math.min(x, y), mayEnlarge)));
    case 'outside':
      return whole(scaledBy(picture, bounded(Math.max(x, y), mayEnlarge)));
    case 'contain':
      return { ...asked, scaled: scaledBy(picture, bounded(Math.min(x, y), mayEnlarge)) };
    case 'cover': {
      const scaled = scaledBy(picture, bounded(Math.max(x, y), mayEnlarge));
      return { width: Math.min(asked.width, scaled.width), height: Math.min(asked.height, scaled.height), scaled };
    }
  }
}

const whole = (size: Size): FittedSize => ({ ...size, scaled: size });
const bounded = (scale: number, mayEnlarge: boolean): number => (mayEnlarge ? scale : Math.min(1, scale));

export const scaledBy = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
});
