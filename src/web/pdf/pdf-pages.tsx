/** Pages of a PDF, drawn apart from the page that shows them. */

import { useEffect, useRef, useState } from 'preact/hooks';
import { words } from '../words/words.js';
import type { FromPdfThread, PageSize, PlacedBox, ToPdfThread } from './pdf-messages.js';

/** One thread for every document of this page. */
let thread: Worker | undefined;
let lastId = 0;
const hearers = new Map<number, (message: FromPdfThread) => void>();

function openThread(): Worker {
  if (thread === undefined) {
    thread = new Worker(new URL('./pdf.worker.ts', import.meta.url), { type: 'module' });
    thread.addEventListener('message', ({ data }: MessageEvent<FromPdfThread>) => hearers.get(data.id)?.(data));
  }
  return thread;
}

const tell = (message: ToPdfThread, transfer: Transferable[] = []): void => openThread().postMessage(message, transfer);

/** Draws a page, from 0, `width` device pixels wide. */
export type DrawPage = (index: number, width: number, onDrawn: (picture: ImageBitmap) => void) => void;

/** Where rectangles of a page, from 0, are on it as it is drawn. */
export type PlaceOnPage = (
  index: number,
  rectangles: readonly (readonly number[])[],
  onPlaced: (boxes: readonly (PlacedBox | null)[]) => void,
) => void;

export type PdfState =
  | { readonly phase: 'opening' }
  | { readonly phase: 'failed'; readonly isLocked: boolean }
  | {
      readonly phase: 'open';
      readonly pages: readonly PageSize[];
      readonly draw: DrawPage;
      readonly place: PlaceOnPage;
    };

/** A PDF, open as long as the component is shown. */
export function usePdf(blob: Blob, password = ''): PdfState {
  const [state, setState] = useState<PdfState>({ phase: 'opening' });
  useEffect(() => {
    lastId += 1;
    const id = lastId;
    const waiting = new Map<string, ((picture: ImageBitmap) => void)[]>();
    const draw: DrawPage = (index, width, onDrawn) => {
      const key = `${index}:${width}`;
      waiting.set(key, [...(waiting.get(key) ?? []), onDrawn]);
      tell({ type: 'draw', id, index, width });
    };
    const asking = new Map<number, ((boxes: readonly (PlacedBox | null)[]) => void)[]>();
    const place: PlaceOnPage = (index, rectangles, onPlaced) => {
      asking.set(index, [...(asking.get(index) ?? []), onPlaced]);
      tell({ type: 'place', id, index, rectangles });
    };
    setState({ phase: 'opening' });
    hearers.set(id, (message) => {
      if (message.type === 'opened') setState({ phase: 'open', pages: message.pages, draw, place });
      else if (message.type === 'failed') setState({ phase: 'failed', isLocked: message.isLocked });
      else if (message.type === 'placed') asking.get(message.index)?.shift()?.(message.boxes);
      else waiting.get(`${message.index}:${message.picture.width}`)?.shift()?.(message.picture);
    });
    void blob.arrayBuffer().then((bytes) => {
      if (hearers.has(id)) tell({ type: 'open', id, bytes, password }, [bytes]);
    });
    return () => {
      hearers.delete(id);
      tell({ type: 'close', id });
    };
  }, [blob, password]);
  return state;
}

/** Why no pages are shown. */
export function PdfHint({ state }: { readonly state: Exclude<PdfState, { readonly phase: 'open' }> }) {
  if (state.phase === 'opening') return <p class="hint">{words.result.pagesDrawing}</p>;
  return <p class="hint">{state.isLocked ? words.result.pagesLocked : words.result.pagesLost}</p>;
}

interface PageCanvasProps {
  readonly index: number;
  readonly size: PageSize;
  readonly width: number;
  readonly draw: DrawPage;
}

/** A page, drawn when it comes into view. */
export function PageCanvas({ index, size, width, draw }: PageCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const height = Math.max(1, Math.round((width * size.height) / size.width));
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const watcher = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watcher.disconnect();
      draw(index, width, (picture) => {
        element.getContext('bitmaprenderer')?.transferFromImageBitmap(picture);
        element.dataset.drawn = 'true';
      });
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [index, width, draw]);
  return <canvas ref={canvas} width={width} height={height} />;
}
