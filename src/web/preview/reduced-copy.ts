import type { PageTool } from '../../core/pages.js';

import type { OptionValues } from '../options.js';
import { type FormFile, type FormState, formFile } from '../session.js';
import type { FromReducer, PixelSize, Reduction, ToReducer } from './reducer-messages.js';
import { asksForBytes, scaledOptions, tellsNumbers } from './scaled-options.js';

/** A form with a smaller copy of its image, and its options for the copy. */
export interface ReducedForm {
  readonly form: FormState;
  readonly size: PixelSize;
  readonly full: PixelSize;
  /** Whether a refusal speaks of the copy rather than of what was filled in. */
  readonly isOfCopy: (message: string) => boolean;
}

/**
 * Tools that do to a smaller copy what they do to the image, once what is in pixels is scaled: that they return the image, and that noise,
 * single pixels, metadata and bytes are not their point.
 */
export const SAME_WHEN_SMALLER: ReadonlySet<string> = new Set([
  'add-text-to-image',
  'adjust-image',
  'compress-image',
  'convert-image',
  'crop-image',
  'deskew-image',
  'filter-image',
  'pixelate-image',
  'remove-solid-background',
  'resize-image',
  'rotate-image',
  'round-corners',
  'watermark-image',
]);

/** Whether a copy shows what becomes of the image: not of one that moves, or that has no pixels, nor where bytes are asked for. */
export const canReduce = ({ id, options }: PageTool, { name, mime }: FormFile, values: OptionValues): boolean =>
  SAME_WHEN_SMALLER.has(id) && !/\.(?:gif|svg)$/i.test(name) && !/gif|svg/.test(mime) && !asksForBytes(options, values);

let thread: Worker | undefined;
const waiting = new Map<number, (copy: Reduction) => void>();
/** The copy of the image that was reduced last, for the next change of an option. */
let last: { readonly key: number; readonly copy: Promise<Reduction> } | undefined;

function openThread(): Worker {
  if (thread === undefined) {
    thread = new Worker(new URL('./reduce.worker.ts', import.meta.url), { type: 'module' });
    thread.addEventListener('message', ({ data: { key, reduction } }: MessageEvent<FromReducer>) => {
      waiting.get(key)?.(reduction);
      waiting.delete(key);
    });
    thread.addEventListener('error', () => {
      for (const hear of waiting.values()) hear('undecoded');
      waiting.clear();
    });
  }
  return thread;
}

/** As exact as the image itself, so that the copy is compressed as the image would be. */
function typeOfCopy({ name, mime }: FormFile): string {
  if (mime === 'image/jpeg' || /\.jpe?g$/i.test(name)) return 'image/jpeg';
  return /webp|avif/.test(mime) || /\.(?:webp|avif)$/i.test(name) ? 'image/webp' : 'image/png';
}

/** A browser that does not write WebP gives PNG: larger, and as good. */
const extensionOfType = (type: string): string => (type === 'image/jpeg' ? 'jpg' : type.replace('image/', ''));

function copyOf(file: FormFile, always: boolean): Promise<Reduction> {
  const { key, blob } = file;
  if (last?.key === key) return last.copy;
  const copy = new Promise<Reduction>((resolve) => {
    waiting.set(key, resolve);
    const message: ToReducer = { key, blob, type: typeOfCopy(file), always };
    openThread().postMessage(message);
  });
  last = { key, copy };
  return copy;
}

/** The form for a copy of its one image, of which `always` says whether it is made for few pixels too. */
export async function reducedForm(
  { options }: PageTool,
  form: FormState,
  file: FormFile,
  always: boolean,
): Promise<ReducedForm | 'undecoded' | 'needless'> {
  const copy = await copyOf(file, always);
  if (typeof copy === 'string') return copy;
  const { blob, size, full } = copy;
  const reduced = formFile(blob, `${file.name.replace(/\.[^.]*$/, '')}.${extensionOfType(blob.type)}`);
  return {
    form: { ...form, options: scaledOptions(options, form.options, copy), files: [reduced] },
    size,
    full,
    isOfCopy: tellsNumbers,
  };
}
