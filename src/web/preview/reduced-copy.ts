import type { PageTool } from '../../core/pages.js';

import { type FormFile, type FormState, formFile } from '../session.js';
import type { FromReducer, PixelSize, ToReducer } from './reducer-messages.js';

/** A form with a smaller copy of its image. */
export interface ReducedForm {
  readonly form: FormState;
  readonly size: PixelSize;
  readonly full: PixelSize;
}

/** Tools that do to a smaller copy what they do to the image: no option of theirs is in pixels or bytes, and they return the image alone. */
export const SAME_WHEN_SMALLER: ReadonlySet<string> = new Set([
  'adjust-image',
  'convert-image',
  'rotate-image',
  'watermark-image',
]);

/** Whether a copy shows what becomes of the image: not of one that moves, or that has no pixels. */
export const canReduce = ({ id }: PageTool, { name, mime }: FormFile): boolean =>
  SAME_WHEN_SMALLER.has(id) && !/\.(?:gif|svg)$/i.test(name) && !/gif|svg/.test(mime);

let thread: Worker | undefined;
const waiting = new Map<number, (copy: FromReducer['copy']) => void>();
/** The copy of the image that was reduced last, for the next change of an option. */
let last: { readonly key: number; readonly copy: Promise<FromReducer['copy']> } | undefined;

function openThread(): Worker {
  if (thread === undefined) {
    thread = new Worker(new URL('./reduce.worker.ts', import.meta.url), { type: 'module' });
    thread.addEventListener('message', ({ data: { key, copy } }: MessageEvent<FromReducer>) => {
      waiting.get(key)?.(copy);
      waiting.delete(key);
    });
    thread.addEventListener('error', () => {
      for (const hear of waiting.values()) hear(undefined);
      waiting.clear();
    });
  }
  return thread;
}

const isJpeg = ({ name, mime }: FormFile): boolean => mime === 'image/jpeg' || /\.jpe?g$/i.test(name);

/** A browser that does not write WebP gives PNG: larger, and as good. */
const extensionOfType = (type: string): string => (type === 'image/jpeg' ? 'jpg' : type.replace('image/', ''));

function copyOf(file: FormFile): Promise<FromReducer['copy']> {
  const { key, blob } = file;
  if (last?.key === key) return last.copy;
  const copy = new Promise<FromReducer['copy']>((resolve) => {
    waiting.set(key, resolve);
    const message: ToReducer = { key, blob, type: isJpeg(file) ? 'image/jpeg' : 'image/webp' };
    openThread().postMessage(message);
  });
  last = { key, copy };
  return copy;
}

/** The form with a copy of its one image; `undefined` where this browser cannot decode it. */
export async function reducedForm(form: FormState): Promise<ReducedForm | undefined> {
  const [file] = form.files;
  const copy = file === undefined ? undefined : await copyOf(file);
  if (file === undefined || copy === undefined) return undefined;
  const ending = extensionOfType(copy.blob.type);
  const reduced = formFile(copy.blob, `${file.name.replace(/\.[^.]*$/, '')}.${ending}`);
  return { form: { ...form, files: [reduced] }, size: copy.size, full: copy.full };
}
