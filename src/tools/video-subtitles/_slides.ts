/** What a slideshow looks like; lengths in pictures of the film. */
export interface SlideLook {
  readonly framesPerSecond: number;
  /** At which picture of the film each image begins, and where the last one ends. */
  readonly bounds: readonly number[];
  readonly transition: 'none' | 'fade' | 'slide';
  /** Pictures over which an image gives way to the next. */
  readonly overlap: number;
  readonly zoom: boolean;
  /** Whether an image at rest is one picture a second, shown as long, rather than all of them. */
  readonly isSparse: boolean;
}

/** Bounds of so many images that share so many pictures evenly. */
export const evenBounds = (images: number, pictures: number): number[] =>
  Array.from({ length: images + 1 }, (_, index) => Math.round((index * pictures) / images));

/** Part of each side that is out of sight where an image is closest. */
const CLOSEST = 0.065;

/** A slow zoom about the middle, in and out in turn, at fractions of a pixel. */
function zoomFilter(index: number, pictures: number): string {
  const last = Math.max(1, pictures - 1);
  const way = index % 2 === 0 ? `min(1,on/${last})` : `max(0,1-on/${last})`;
  const [left, right] = [`W*${CLOSEST}*${way}`, `W-W*${CLOSEST}*${way}`];
  const [top, bottom] = [`H*${CLOSEST}*${way}`, `H-H*${CLOSEST}*${way}`];
  const corners = [left, top, right, top, left, bottom, right, bottom];
  const points = corners.map((value, at) => `${at % 2 === 0 ? 'x' : 'y'}${Math.floor(at / 2)}='${value}'`);
  return `,perspective=${points.join(':')}:eval=frame:interpolation=cubic`;
}

/** Pictures at even times: filters that join know no length of a single one. New times have no rate, which filters that fade ask for. */
const timed = (framesPerSecond: number): string => `settb=1/${framesPerSecond},setpts=N,fps=${framesPerSecond}`;

/** How many pictures are coded. */
export function codedPictures({ bounds, framesPerSecond, transition, overlap, isSparse }: SlideLook): number {
  const total = bounds.at(-1) ?? 0;
  if (!isSparse) return total;
  const isCoded = new Uint8Array(total);
  for (let at = 0; at < total; at += framesPerSecond) isCoded[at] = 1;
  for (const start of bounds.slice(0, -1)) isCoded.fill(1, start, start + (transition === 'none' ? 0 : overlap) + 1);
  isCoded.fill(1, Math.max(0, total - 2));
  return isCoded.reduce((sum, one) => sum + one, 0);
}

/** Of pictures at even times, those that {@link codedPictures} counts. The last two are there because a file shows its last as long as the one before. */
function sparseFilter({ bounds, framesPerSecond, transition, overlap }: SlideLook): string {
  const reach = transition === 'none' ? 0 : overlap;
  const changes = bounds.slice(0, -1).map((start) => `between(n,${start},${start + reach})`);
  return `select='not(mod(n,${framesPerSecond}))+gte(n,${(bounds.at(-1) ?? 0) - 2})+${changes.join('+')}'`;
}

/** The graph that shows the inputs, single pictures in RGB, one after another as `[v]`: exactly as many pictures as the bounds say, unless it is sparse. */
export function slideGraph(look: SlideLook): string {
  const { bounds, framesPerSecond, transition, overlap, zoom, isSparse } = look;
  const images = bounds.length - 1;
  const end = `trim=end_frame=${bounds.at(-1) ?? 0},${timed(framesPerSecond)}${isSparse ? `,${sparseFilter(look)}` : ''}[v]`;
  const isOverlapped = transition !== 'none' && overlap > 0 && images > 1;
  if (isOverlapped && !zoom) return transition === 'fade' ? fadeGraph(look, end) : pushGraph(look, end);
  const chains = Array.from({ length: images }, (_, index) => {
    const own = (bounds[index + 1] ?? 0) - (bounds[index] ?? 0);
    const pictures = own + (isOverlapped && index < images - 1 ? overlap : 0);
    const looped = `loop=loop=-1:size=1,trim=end_frame=${pictures},${timed(framesPerSecond)}`;
    return `[${index}:0]${COLORS},${looped}${zoom ? zoomFilter(index, pictures) : ''}[p${index}]`;
  });
  if (!isOverlapped)
    return [...chains, `${inputsOf(images)}concat=n=${images},${timed(framesPerSecond)},${end}`].join(';');
  const kind = transition === 'fade' ? 'fade' : 'slideleft';
  const length = (overlap / framesPerSecond).toFixed(6);
  const fades = bounds.slice(1, -1).map((start, index) => {
    const offset = (start / framesPerSecond).toFixed(6);
    // Rounding of the offsets may make it a picture longer or shorter.
    const target = index === images - 2 ? `,tpad=stop_mode=clone:stop=${bounds.at(-1) ?? 0},${end}` : `[m${index + 1}]`;
    return `[${index === 0 ? 'p0' : `m${index}`}][p${index + 1}]xfade=transition=${kind}:duration=${length}:offset=${offset}${target}`;
  });
  return [...chains, ...fades].join(';');
}

const COLORS = 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p';
const inputsOf = (images: number): string => Array.from({ length: images }, (_, index) => `[p${index}]`).join('');

/**
 * Each image twice, where its rest begins and where it ends; what is between two pictures is mixed of them. Six times as fast as `xfade`
 * (0.6 s of processor for 3.5, four seconds of 720p by the package).
 */
function fadeGraph({ bounds, framesPerSecond, overlap }: SlideLook, end: string): string {
  const images = bounds.length - 1;
  const chains = Array.from(
    { length: images },
    (_, index) => `[${index}:0]${COLORS},loop=loop=1:size=1,${timed(framesPerSecond)}[p${index}]`,
  );
  const times = bounds
    .slice(0, -1)
    .flatMap((start, index) => [start + (index === 0 ? 0 : overlap), bounds[index + 1] ?? 0]);
  const places = times.map((time, index) => `eq(N,${index})*${time}`).join('+');
  const mixed = `framerate=fps=${framesPerSecond}:interp_start=0:interp_end=255:flags=0`;
  return [
    ...chains,
    `${inputsOf(images)}concat=n=${images},settb=1/${framesPerSecond},setpts='${places}',${mixed},${end}`,
  ].join(';');
}

/**
 * Each image pushes the one before it out to the left: the two stand side by side in one picture, and what is seen moves over it. Nothing
 * is computed for a pixel, as `xfade` does (0.4 s of processor for 6.0, 19 slides of half a second at 720p).
 */
function pushGraph({ bounds, framesPerSecond, overlap }: SlideLook, end: string): string {
  const last = bounds.length - 2;
  const shownFor = (pictures: number): string =>
    `loop=loop=-1:size=1,trim=end_frame=${pictures},${timed(framesPerSecond)}`;
  const filters: string[] = [];
  let order = '';
  for (let index = 0; index <= last; index += 1) {
    const [comes, goes] = [index > 0, index < last];
    const uses = `[r${index}]${comes ? `[c${index}]` : ''}${goes ? `[g${index}]` : ''}`;
    const rest = (bounds[index + 1] ?? 0) - (bounds[index] ?? 0) - (comes ? overlap : 0);
    filters.push(
      `[${index}:0]${COLORS},split=${comes && goes ? 3 : 2}${uses}`,
      `[r${index}]${shownFor(rest)}[p${index}]`,
    );
    if (comes) {
      const moved = `crop=iw/2:ih:x='iw/2*n/${overlap}':y=0`;
      filters.push(`[g${index - 1}][c${index}]hstack,${shownFor(overlap)},${moved}[m${index}]`);
      order += `[m${index}]`;
    }
    order += `[p${index}]`;
  }
  return [...filters, `${order}concat=n=${2 * last + 1},${timed(framesPerSecond)},${end}`].join(';');
}

export interface SlideSound {
  /** Number of the input and of its track. */
  readonly input: number;
  readonly track: number;
  readonly seconds: number;
  /** How long of the film there is sound. */
  readonly heard: number;
  readonly fadeOut: number;
}

const SAMPLE_RATE = 48_000;

/** The graph that cuts sound, or fills it up with silence, to the length of the film, and fades it out, as `[a]`. */
export function slideSoundGraph({ input, track, seconds, heard, fadeOut }: SlideSound): string {
  const samples = Math.max(1, Math.round(seconds * SAMPLE_RATE));
  const start = Math.max(0, heard - fadeOut);
  const fade = fadeOut > 0 ? `afade=t=out:st=${start.toFixed(6)}:d=${(heard - start).toFixed(6)},` : '';
  const cut = `apad=whole_len=${samples},atrim=end_sample=${samples},asetpts=PTS-STARTPTS`;
  return `[${input}:${track}]aresample=${SAMPLE_RATE}:async=1:first_pts=0,aformat=sample_fmts=fltp:channel_layouts=stereo,${fade}${cut}[a]`;
}
