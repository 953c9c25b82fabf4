import { useEffect, useRef, useState } from 'preact/hooks';

import { counted } from '../units.js';
import type { FromPdfThread, PageSize, ToPdfThread } from './pdf-messages.js';

/** Pages that are listed at once. */
const STEP = 24;
/** Drawn width in device pixels: a page in the list, and one that is looked at. */
const LIST_WIDTH = 320;
const WHOLE_WIDTH = 1600;

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

type State =
  | { readonly phase: 'opening' }
  | { readonly phase: 'failed'; readonly isLocked: boolean }
  | { readonly phase: 'open'; readonly id: number; readonly pages: readonly PageSize[] };

type Draw = (index: number, width: number, onDrawn: (picture: ImageBitmap) => void) => void;

/** The pages of a PDF, small; each can be looked at large. */
export function PdfView({ name, blob }: { readonly name: string; readonly blob: Blob }) {
  const [state, setState] = useState<State>({ phase: 'opening' });
  const [shown, setShown] = useState(STEP);
  const [large, setLarge] = useState<number>();
  const waiting = useRef(new Map<string, (picture: ImageBitmap) => void>());

  useEffect(() => {
    lastId += 1;
    const id = lastId;
    hearers.set(id, (message) => {
      if (message.type === 'opened') setState({ phase: 'open', id, pages: message.pages });
      else if (message.type === 'failed') setState({ phase: 'failed', isLocked: message.isLocked });
      else waiting.current.get(`${message.index}:${message.picture.width}`)?.(message.picture);
    });
    void blob.arrayBuffer().then((bytes) => {
      if (hearers.has(id)) tell({ type: 'open', id, bytes }, [bytes]);
    });
    return () => {
      hearers.delete(id);
      tell({ type: 'close', id });
    };
  }, [blob]);

  if (state.phase === 'opening') return <p class="hint">Drawing the pages…</p>;
  if (state.phase === 'failed') {
    return <p class="hint">{state.isLocked ? 'This PDF needs a password.' : 'The pages cannot be shown here.'}</p>;
  }
  const { id, pages } = state;
  const draw: Draw = (index, width, onDrawn) => {
    waiting.current.set(`${index}:${width}`, onDrawn);
    tell({ type: 'draw', id, index, width });
  };
  return (
    <div class="pdf">
      <p class="hint">{counted(pages.length, 'page')}</p>
      <ol class="pdf-pages">
        {pages.slice(0, shown).map((size, index) => (
          <li key={index}>
            <button
              type="button"
              class="pdf-page"
              aria-label={`Page ${index + 1} of ${name}, ${large === index ? 'smaller' : 'larger'}`}
              aria-expanded={large === index}
              onClick={() => setLarge(large === index ? undefined : index)}
            >
              <PageCanvas index={index} size={size} width={LIST_WIDTH} draw={draw} />
              <span class="pdf-number">{index + 1}</span>
            </button>
          </li>
        ))}
      </ol>
      {pages.length > shown && (
        <button type="button" class="text-button" onClick={() => setShown(shown + 4 * STEP)}>
          Show more of {pages.length} pages
        </button>
      )}
      {large !== undefined && pages[large] !== undefined && (
        <div class="pdf-large">
          <PageCanvas key={large} index={large} size={pages[large]} width={WHOLE_WIDTH} draw={draw} />
        </div>
      )}
    </div>
  );
}

interface PageCanvasProps {
  readonly index: number;
  readonly size: PageSize;
  readonly width: number;
  readonly draw: Draw;
}

/** A page, drawn when it comes into view. */
function PageCanvas({ index, size, width, draw }: PageCanvasProps) {
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
  }, [index, width]);
  return <canvas ref={canvas} width={width} height={height} />;
}
