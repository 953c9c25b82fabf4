/** A picture of grey samples, 0 black to 255 white, rows from the top. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** RGBA over white as grey (Rec. 709 weights on the coded values, as libvips and poppler do near enough). */
export function greyOf({
  width,
  height,
  rgba,
}: {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}): GreyPicture {
  const data = new Uint8Array(width * height);
  for (let i = 0, from = 0; i < data.length; i += 1, from += 4) {
    data[i] = 0.2126 * (rgba[from] ?? 0) + 0.7152 * (rgba[from + 1] ?? 0) + 0.0722 * (rgba[from + 2] ?? 0) + 0.5;
  }
  return { width, height, data };
}

/** Smaller by a whole number: each pixel is the mean of `factor` × `factor`. */
export function shrinkGrey(picture: GreyPicture, factor: number): GreyPicture {
  if (factor <= 1) return picture;
  const width = Math.max(1, Math.floor(picture.width / factor));
  const height = Math.max(1, Math.floor(picture.height / factor));
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      let count = 0;
      for (let v = y * factor; v < Math.min(picture.height, (y + 1) * factor); v += 1) {
        for (let u = x * factor; u < Math.min(picture.width, (x + 1) * factor); u += 1) {
          sum += picture.data[v * picture.width + u] ?? 0;
          count += 1;
        }
      }
      data[y * width + x] = sum / count;
    }
  }
  return { width, height, data };
}

/** Larger by any factor above 1, by cubic convolution (Keys 1981, a = −0.5) in both directions. */
export function enlargeGrey(picture: GreyPicture, factor: number): GreyPicture {
  const width = Math.round(picture.width * factor);
  const height = Math.round(picture.height * factor);
  const wide = new Uint8Array(width * picture.height);
  const columns = cubicTaps(width, picture.width);
  for (let y = 0; y < picture.height; y += 1) {
    const row = y * picture.width;
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (let k = 0; k < 4; k += 1) {
        sum += (columns.weights[4 * x + k] ?? 0) * (picture.data[row + (columns.places[4 * x + k] ?? 0)] ?? 0);
      }
      wide[y * width + x] = Math.min(255, Math.max(0, sum + 0.5));
    }
  }
  const data = new Uint8Array(width * height);
  const rows = cubicTaps(height, picture.height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (let k = 0; k < 4; k += 1) {
        sum += (rows.weights[4 * y + k] ?? 0) * (wide[(rows.places[4 * y + k] ?? 0) * width + x] ?? 0);
      }
      data[y * width + x] = Math.min(255, Math.max(0, sum + 0.5));
    }
  }
  return { width, height, data };
}

function cubicTaps(size: number, from: number): { places: Int32Array; weights: Float32Array } {
  const places = new Int32Array(4 * size);
  const weights = new Float32Array(4 * size);
  for (let i = 0; i < size; i += 1) {
    const at = ((i + 0.5) * from) / size - 0.5;
    const start = Math.floor(at);
    const t = at - start;
    const values = [
      -0.5 * t + t * t - 0.5 * t ** 3,
      1 - 2.5 * t * t + 1.5 * t ** 3,
      0.5 * t + 2 * t * t - 1.5 * t ** 3,
      -0.5 * t * t + 0.5 * t ** 3,
    ];
    for (const [k, value] of values.entries()) {
      places[4 * i + k] = Math.min(from - 1, Math.max(0, start - 1 + k));
      weights[4 * i + k] = value;
    }
  }
  return { places, weights };
}

/** A turn by `degrees`, clockwise as one looks at it, about the middle; the new picture holds all of the old one. */
export class Turn {
  readonly width: number;
  readonly height: number;
  readonly #cos: number;
  readonly #sin: number;

  constructor(
    readonly from: { readonly width: number; readonly height: number },
    readonly degrees: number,
  ) {
    const angle = (degrees * Math.PI) / 180;
    this.#cos = Math.cos(angle);
    this.#sin = Math.sin(angle);
    const [c, s] = [Math.abs(this.#cos), Math.abs(this.#sin)];
    this.width = Math.ceil(from.width * c + from.height * s - 1e-6);
    this.height = Math.ceil(from.width * s + from.height * c - 1e-6);
  }

  /** Where a point of the new picture was in the old one. */
  back(x: number, y: number): { readonly x: number; readonly y: number } {
    const dx = x - this.width / 2;
    const dy = y - this.height / 2;
    return {
      x: this.from.width / 2 + this.#cos * dx + this.#sin * dy,
      y: this.from.height / 2 - this.#sin * dx + this.#cos * dy,
    };
  }
}

/** Turns a picture, bilinear; outside is white. */
export function turnGrey(picture: GreyPicture, degrees: number): GreyPicture {
  const turn = new Turn(picture, degrees);
  const { width, height } = turn;
  const data = new Uint8Array(width * height).fill(255);
  const start = turn.back(0.5, 0.5);
  const right = turn.back(1.5, 0.5);
  const stepX = right.x - start.x;
  const stepY = right.y - start.y;
  for (let y = 0; y < height; y += 1) {
    const first = turn.back(0.5, y + 0.5);
    for (let x = 0; x < width; x += 1) {
      const u = first.x + stepX * x - 0.5;
      const v = first.y + stepY * x - 0.5;
      if (u < -1 || v < -1 || u > picture.width || v > picture.height) continue;
      data[y * width + x] = bilinear(picture, u, v);
    }
  }
  return { width, height, data };
}

function bilinear({ width, height, data }: GreyPicture, u: number, v: number): number {
  const left = Math.floor(u);
  const top = Math.floor(v);
  const fx = u - left;
  const fy = v - top;
  const at = (x: number, y: number): number =>
    x < 0 || y < 0 || x >= width || y >= height ? 255 : (data[y * width + x] ?? 0);
  const upper = at(left, top) * (1 - fx) + at(left + 1, top) * fx;
  const lower = at(left, top + 1) * (1 - fx) + at(left + 1, top + 1) * fx;
  return upper * (1 - fy) + lower * fy + 0.5;
}
