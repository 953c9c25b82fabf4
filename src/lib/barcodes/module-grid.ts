/** A code of square modules: `dark[y * width + x]` is 1 where the module is dark. Without a quiet zone. */
export interface ModuleGrid {
  readonly width: number;
  readonly height: number;
  readonly dark: Uint8Array;
}

/** Whether a module is dark; outside of the code nothing is. */
export const isDark = ({ width, height, dark }: ModuleGrid, x: number, y: number): boolean =>
  x >= 0 && y >= 0 && x < width && y < height && dark[y * width + x] === 1;

/** How a code lies in a picture: every module has the same whole number of pixels. */
export interface PixelLayout {
  /** Of the picture, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly pixelsPerModule: number;
  /** Pixels before the first module, from the left and from the top. */
  readonly left: number;
  readonly top: number;
}

/** Lays a code into a square picture of `size` pixels with at least `margin` modules around it; `undefined` where a module would get no pixel. */
export function layPixels({ width, height }: ModuleGrid, margin: number, size: number): PixelLayout | undefined {
  const pixelsPerModule = Math.floor(size / (Math.max(width, height) + 2 * margin));
  if (pixelsPerModule < 1) return undefined;
  const before = (modules: number): number => Math.floor((size - modules * pixelsPerModule) / 2);
  return { width: size, height: size, pixelsPerModule, left: before(width), top: before(height) };
}

/** A picture just as large as a code and its margin. */
export const fitPixels = ({ width, height }: ModuleGrid, margin: number, pixelsPerModule: number): PixelLayout => ({
  width: (width + 2 * margin) * pixelsPerModule,
  height: (height + 2 * margin) * pixelsPerModule,
  pixelsPerModule,
  left: margin * pixelsPerModule,
  top: margin * pixelsPerModule,
});

/** The code turned clockwise. */
export function turnedGrid(grid: ModuleGrid, degrees: 0 | 90 | 180 | 270): ModuleGrid {
  if (degrees === 0) return grid;
  const { width, height } = grid;
  const [turnedWidth, turnedHeight] = degrees === 180 ? [width, height] : [height, width];
  const dark = new Uint8Array(width * height);
  for (let y = 0; y < turnedHeight; y++) {
    for (let x = 0; x < turnedWidth; x++) {
      if (degrees === 90) dark[y * turnedWidth + x] = +isDark(grid, y, height - 1 - x);
      else if (degrees === 180) dark[y * turnedWidth + x] = +isDark(grid, width - 1 - x, height - 1 - y);
      else dark[y * turnedWidth + x] = +isDark(grid, width - 1 - y, x);
    }
  }
  return { width: turnedWidth, height: turnedHeight, dark };
}

/** One byte a pixel: 1 dark, 0 light. */
export function rasterModules(grid: ModuleGrid, layout: PixelLayout): Uint8Array {
  const { width, height, pixelsPerModule, left, top } = layout;
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < grid.height; y++) {
    const start = (top + y * pixelsPerModule) * width;
    for (let x = 0; x < grid.width; x++) {
      if (grid.dark[y * grid.width + x] !== 1) continue;
      const from = start + left + x * pixelsPerModule;
      pixels.fill(1, from, from + pixelsPerModule);
    }
    for (let row = 1; row < pixelsPerModule; row++) {
      pixels.copyWithin(start + row * width, start, start + width);
    }
  }
  return pixels;
}

/** The code in half blocks, dark as ink, two rows of modules a line. */
export function blockText(grid: ModuleGrid, margin: number): string {
  const lines: string[] = [];
  for (let y = -margin; y < grid.height + margin; y += 2) {
    let line = '';
    for (let x = -margin; x < grid.width + margin; x++) {
      const upper = isDark(grid, x, y);
      const lower = isDark(grid, x, y + 1);
      line += upper ? (lower ? '█' : '▀') : lower ? '▄' : ' ';
    }
    lines.push(line);
  }
  return lines.join('\n');
}
