import type { GreyPicture } from './grey-picture.js';

/** Quarter turns clockwise, in degrees. */
export type QuarterTurn = 0 | 90 | 180 | 270;

/** The picture turned clockwise. */
export function quarterTurned(picture: GreyPicture, degrees: QuarterTurn): GreyPicture {
  const { width, height, data } = picture;
  if (degrees === 0) return picture;
  const turned = new Uint8Array(data.length);
  if (degrees === 180) {
    for (let i = 0; i < data.length; i += 1) turned[data.length - 1 - i] = data[i] ?? 0;
    return { width, height, data: turned };
  }
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const to = degrees === 90 ? x * height + (height - 1 - y) : (width - 1 - x) * height + y;
      turned[to] = data[y * width + x] ?? 0;
    }
  }
  return { width: height, height: width, data: turned };
}

/** Smaller by any factor above 1: each pixel is the mean of the area that it covers. */
export function reduceGrey(picture: GreyPicture, factor: number): GreyPicture {
  if (factor <= 1) return picture;
  const width = Math.max(1, Math.floor(picture.width / factor));
  const height = Math.max(1, Math.floor(picture.height / factor));
  const narrow = new Float32Array(width * picture.height);
  const columns = shares(width, picture.width);
  for (let y = 0; y < picture.height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (const [place, share] of columns[x] ?? []) sum += share * (picture.data[y * picture.width + place] ?? 0);
      narrow[y * width + x] = sum;
    }
  }
  const data = new Uint8Array(width * height);
  const rows = shares(height, picture.height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (const [place, share] of rows[y] ?? []) sum += share * (narrow[place * width + x] ?? 0);
      data[y * width + x] = sum + 0.5;
    }
  }
  return { width, height, data };
}

/** Which samples each smaller one covers, and the share of each in it. */
function shares(size: number, from: number): (readonly (readonly [place: number, share: number])[])[] {
  const step = from / size;
  return Array.from({ length: size }, (_, i) => {
    const [start, end] = [i * step, Math.min(from, (i + 1) * step)];
    const covered: [number, number][] = [];
    for (let place = Math.floor(start); place < end; place += 1)
      covered.push([place, (Math.min(end, place + 1) - Math.max(start, place)) / (end - start)]);
    return covered;
  });
}

/** A part of a picture. */
export function cropGrey(
  picture: GreyPicture,
  {
    left,
    top,
    width,
    height,
  }: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
): GreyPicture {
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const start = (top + y) * picture.width + left;
    data.set(picture.data.subarray(start, start + width), y * width);
  }
  return { width, height, data };
}

/** Each pixel as the middle one of it and its eight neighbours: specks go, edges stay. Pixels at the edge stay as they are. */
export function withoutSpecks({ width, height, data }: GreyPicture): GreyPicture {
  const clean = Uint8Array.from(data);
  const near = new Uint8Array(9);
  for (let y = 1; y + 1 < height; y += 1) {
    for (let x = 1; x + 1 < width; x += 1) {
      const at = y * width + x;
      for (let i = 0; i < 9; i += 1) near[i] = data[at + (Math.floor(i / 3) - 1) * width + (i % 3) - 1] ?? 0;
      clean[at] = near.sort()[4] ?? 0;
    }
  }
  return { width, height, data: clean };
}
