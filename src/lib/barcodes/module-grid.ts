/** A code of square modules: `dark[y * width + x]` is 1 where the module is dark. Without a quiet zone. */
export interface ModuleGrid {
  readonly width: number;
  readonly height: number;
  readonly dark: Uint8Array;
}

/** Whether a module is dark; outside of the code nothing is. */
export const isDark = ({ width, height, dark }: ModuleGrid, x: number, y: number): boolean =>
  x >= 0 && y >= 0 && x < width && y < height && dark[y * width + x] === 1;

/** How a code lies in a square picture: every module has the same whole number of pixels. */
export interface PixelLayout {
  /** Side of the picture in pixels. */
  readonly size: number;
  readonly pixelsPerModule: number;
  /** Pixels before the first module, from the left and from the top. */
  readonly left: number;
  readonly top: number;
}

/** Lays a code into a picture of `size` pixels with at least `margin` modules around it; `undefined` where a module would get no pixel. */
export function layPixels({ width, height }: ModuleGrid, margin: number, size: number): PixelLayout | undefined {
  const pixelsPerModule = Math.floor(size / (Math.max(width, height) + 2 * margin));
  if (pixelsPerModule < 1) return undefined;
  const before = (modules: number): number => Math.floor((size - modules * pixelsPerModule) / 2);
  return { size, pixelsPerModule, left: before(width), top: before(height) };
}

/** One byte a pixel: 1 dark, 0 light. */
export function rasterModules(grid: ModuleGrid, { size, pixelsPerModule, left, top }: PixelLayout): Uint8Array {
  const pixels = new Uint8Array(size * size);
  for (let y = 0; y < grid.height; y++) {
    const start = (top + y * pixelsPerModule) * size;
    for (let x = 0; x < grid.width; x++) {
      if (grid.dark[y * grid.width + x] !== 1) continue;
      const from = start + left + x * pixelsPerModule;
      pixels.fill(1, from, from + pixelsPerModule);
    }
    for (let row = 1; row < pixelsPerModule; row++) {
      pixels.copyWithin(start + row * size, start, start + size);
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
