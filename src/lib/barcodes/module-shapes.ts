import { isDark, type ModuleGrid } from './module-grid.js';

/** A step of an outline, in modules from the left and the top of the code. */
export type PathStep =
  | { readonly kind: 'move' | 'line'; readonly x: number; readonly y: number }
  | {
      readonly kind: 'curve';
      readonly x1: number;
      readonly y1: number;
      readonly x2: number;
      readonly y2: number;
      readonly x: number;
      readonly y: number;
    }
  | { readonly kind: 'close' };

export type ModuleShape = 'square' | 'rounded' | 'dots';

/** Distance of the handles of a cubic curve that comes within 0.03 % of a quarter circle of radius 1. */
const QUARTER = 0.5523;
/** Radius of a dot in modules: they do not touch, and still cover two thirds of their modules. Chosen by reading blurred codes back. */
const DOT_RADIUS = 0.46;
const CORNER_RADIUS = 0.5;

/** Outlines of the dark modules, to be filled. Shapes other than squares leave the three large finder patterns to `finders`. */
export function modulePaths(grid: ModuleGrid, shape: ModuleShape): PathStep[] {
  if (shape === 'square') return runs(grid);
  const steps: PathStep[] = [];
  for (let y = 0; y < grid.height; y++) {
    for (let x = 0; x < grid.width; x++) {
      if (!isDark(grid, x, y)) continue;
      if (shape === 'rounded') steps.push(...rounded(x, y, 1, cornersOf(grid, x, y)));
      else if (isInFinder(grid, x, y)) steps.push(...rectangle(x, y, 1));
      else steps.push(...rounded(x + 0.5 - DOT_RADIUS, y + 0.5 - DOT_RADIUS, 2 * DOT_RADIUS, [1, 1, 1, 1], DOT_RADIUS));
    }
  }
  return steps;
}

/** Rows of modules that touch become one rectangle. */
function runs(grid: ModuleGrid): PathStep[] {
  const steps: PathStep[] = [];
  for (let y = 0; y < grid.height; y++) {
    for (let x = 0; x < grid.width; x++) {
      if (!isDark(grid, x, y)) continue;
      const start = x;
      while (isDark(grid, x + 1, y)) x++;
      steps.push(...rectangle(start, y, x + 1 - start));
    }
  }
  return steps;
}

/** ISO/IEC 18004, 6.3.3: readers look for these first, so they stay whole. */
function isInFinder({ width, height }: ModuleGrid, x: number, y: number): boolean {
  const left = x < 7;
  const top = y < 7;
  // Micro QR codes have one.
  if (width < 21) return left && top;
  return (top && (left || x >= width - 7)) || (left && y >= height - 7);
}

/** A corner is round where neither the modules beside it nor the one across is dark; clockwise from the upper left. */
function cornersOf(grid: ModuleGrid, x: number, y: number): readonly [number, number, number, number] {
  const [up, right, down, left] = [
    isDark(grid, x, y - 1),
    isDark(grid, x + 1, y),
    isDark(grid, x, y + 1),
    isDark(grid, x - 1, y),
  ];
  return [+!(up || left), +!(up || right), +!(down || right), +!(down || left)];
}

const rectangle = (x: number, y: number, width: number): PathStep[] => [
  { kind: 'move', x, y },
  { kind: 'line', x: x + width, y },
  { kind: 'line', x: x + width, y: y + 1 },
  { kind: 'line', x, y: y + 1 },
  { kind: 'close' },
];

/** A square whose corners with a 1 are round, clockwise from the upper left. */
function rounded(
  x: number,
  y: number,
  side: number,
  [a, b, c, d]: readonly [number, number, number, number],
  radius = CORNER_RADIUS,
): PathStep[] {
  const [right, bottom] = [x + side, y + side];
  const k = radius * (1 - QUARTER);
  const steps: PathStep[] = [
    { kind: 'move', x: x + a * radius, y },
    { kind: 'line', x: right - b * radius, y },
  ];
  if (b) steps.push({ kind: 'curve', x1: right - k, y1: y, x2: right, y2: y + k, x: right, y: y + radius });
  steps.push({ kind: 'line', x: right, y: bottom - c * radius });
  if (c)
    steps.push({ kind: 'curve', x1: right, y1: bottom - k, x2: right - k, y2: bottom, x: right - radius, y: bottom });
  steps.push({ kind: 'line', x: x + d * radius, y: bottom });
  if (d) steps.push({ kind: 'curve', x1: x + k, y1: bottom, x2: x, y2: bottom - k, x, y: bottom - radius });
  steps.push({ kind: 'line', x, y: y + a * radius });
  if (a) steps.push({ kind: 'curve', x1: x, y1: y + k, x2: x + k, y2: y, x: x + radius, y });
  steps.push({ kind: 'close' });
  return steps;
}

const short = (value: number): string => String(Number(value.toFixed(3)));

/** Outlines as the `d` of an SVG path. */
export function svgPath(steps: readonly PathStep[]): string {
  let path = '';
  for (const step of steps) {
    if (step.kind === 'close') path += 'z';
    else if (step.kind === 'curve')
      path += `C${[step.x1, step.y1, step.x2, step.y2, step.x, step.y].map(short).join(' ')}`;
    else path += `${step.kind === 'move' ? 'M' : 'L'}${short(step.x)} ${short(step.y)}`;
  }
  return path;
}

/** Outlines as operators of a PDF page (ISO 32000-1, 8.5.2), without painting them. */
export function pdfPath(steps: readonly PathStep[]): string {
  const lines = steps.map((step) => {
    if (step.kind === 'close') return 'h';
    if (step.kind === 'curve') return `${[step.x1, step.y1, step.x2, step.y2, step.x, step.y].map(short).join(' ')} c`;
    return `${short(step.x)} ${short(step.y)} ${step.kind === 'move' ? 'm' : 'l'}`;
  });
  return lines.join('\n');
}
