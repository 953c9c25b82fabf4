/** What a slideshow looks like; lengths in pictures of the film. */
export interface SlideLook {
  readonly framesPerSecond: number;
  /** At which picture of the film each image begins, and where the last one ends. */
  readonly bounds: readonly number[];
  readonly transition: 'none' | 'fade' | 'slide';
  /** Pictures over which an image gives way to the next. */
  readonly overlap: number;
  readonly zoom: boolean;
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

/** Pictures at even times: filters that join know no length of a single one. */
const timed = (framesPerSecond: number): string => `settb=1/${framesPerSecond},setpts=N`;

/** The graph that shows the inputs, single pictures in RGB, one after another as `[v]`: exactly as many pictures as the bounds say. */
export function slideGraph(look: SlideLook): string {
  const { bounds, framesPerSecond, transition, overlap, zoom } = look;
  const images = bounds.length - 1;
  const total = bounds.at(-1) ?? 0;
  const isOverlapped = transition !== 'none' && overlap > 0 && images > 1;
  const chains = Array.from({ length: images }, (_, index) => {
    const own = (bounds[index + 1] ?? 0) - (bounds[index] ?? 0);
    const pictures = own + (isOverlapped && index < images - 1 ? overlap : 0);
    const colors = 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p';
    const looped = `loop=loop=-1:size=1,trim=end_frame=${pictures},${timed(framesPerSecond)}`;
    return `[${index}:0]${colors},${looped}${zoom ? zoomFilter(index, pictures) : ''}[p${index}]`;
  });
  if (!isOverlapped)
    return [
      ...chains,
      `${bounds
        .slice(1)
        .map((_, index) => `[p${index}]`)
        .join('')}concat=n=${images},${timed(framesPerSecond)}[v]`,
    ].join(';');
  const kind = transition === 'fade' ? 'fade' : 'slideleft';
  const length = (overlap / framesPerSecond).toFixed(6);
  const fades = bounds.slice(1, -1).map((start, index) => {
    const offset = (start / framesPerSecond).toFixed(6);
    // Rounding of the offsets may make it a picture longer or shorter.
    const target =
      index === images - 2
        ? `,tpad=stop_mode=clone:stop=-1,trim=end_frame=${total},${timed(framesPerSecond)}[v]`
        : `[m${index + 1}]`;
    return `[${index === 0 ? 'p0' : `m${index}`}][p${index + 1}]xfade=transition=${kind}:duration=${length}:offset=${offset}${target}`;
  });
  return [...chains, ...fades].join(';');
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
