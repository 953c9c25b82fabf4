/** The lowest and the highest sample of a stretch of sound, of 1 at full scale. */
export interface WaveColumn {
  readonly low: number;
  readonly high: number;
}

interface WaveLook {
  readonly width: number;
  readonly height: number;
  /** Width of a bar and space between two, in pixels. */
  readonly bar: number;
  readonly gap: number;
  /** The level that fills the height. */
  readonly scale: number;
  /** As `#rrggbb` or `#rrggbbaa`. */
  readonly color: string;
  readonly background: string;
}

/** Thinnest bar, so that silence is a line. */
const MIN_PIXELS = 1;

const shown = (value: number): string => String(Math.round(value * 100) / 100);

/** A colour and its opacity in attributes of their own, as SVG 1.1 has them. */
function fill(color: string): string {
  const alpha = color.length === 9 ? Number.parseInt(color.slice(7), 16) / 255 : 1;
  return `fill="${color.slice(0, 7)}"${alpha === 1 ? '' : ` fill-opacity="${shown(alpha)}"`}`;
}

/** One bar as a path: a rectangle, its ends rounded where it is wide enough. */
function barPath(left: number, top: number, width: number, height: number): string {
  const radius = Math.min(width / 2, height / 2);
  const [x, y, r] = [shown(left), shown(top), shown(radius)];
  if (width < 2) return `M${x} ${y}h${shown(width)}v${shown(height)}h${shown(-width)}z`;
  const straight = shown(height - 2 * radius);
  const across = shown(width - 2 * radius);
  const arc = (dx: number, dy: number): string => `a${r} ${r} 0 0 1 ${shown(dx * radius)} ${shown(dy * radius)}`;
  return [
    `M${x} ${shown(top + radius)}${arc(1, -1)}h${across}${arc(1, 1)}v${straight}`,
    `${arc(-1, 1)}h${shown(2 * radius - width)}${arc(-1, -1)}z`,
  ].join('');
}

/** Draws rows of columns one below another, each around the middle of its part of the height. */
export function waveformSvg(rows: readonly (readonly WaveColumn[])[], look: WaveLook): string {
  const { width, height, bar, gap, color, background } = look;
  const scale = look.scale > 0 ? look.scale : 1;
  const half = height / rows.length / 2;
  const paths = rows.map((row, index) => {
    const middle = half * (2 * index + 1);
    // With a little room between rows.
    const reach = rows.length === 1 ? half : half * 0.95;
    const bars = row.map(({ low, high }, column) => {
      const top = Math.max(-1, Math.min(1, Math.max(0, high) / scale)) * reach;
      const bottom = Math.max(-1, Math.min(1, Math.min(0, low) / scale)) * reach;
      const tall = Math.max(MIN_PIXELS, top - bottom);
      const from = top - bottom < MIN_PIXELS ? middle - MIN_PIXELS / 2 : middle - top;
      return barPath(column * (bar + gap), from, bar, tall);
    });
    return `<path d="${bars.join('')}" ${fill(color)}/>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" ${fill(background)}/>`,
    ...paths,
    '</svg>',
  ].join('');
}
