import { useRef, useState } from 'preact/hooks';

import { useBlobUrl } from '../results/blob-url.js';
import type { FormFile } from '../session.js';
import { words } from '../words/words.js';

interface ImagePlaceProps {
  readonly file: FormFile;
  /** How many more images there are: the place applies to them too. */
  readonly others: number;
  /** In percent of the width and the height. */
  readonly x: number;
  readonly y: number;
  readonly onChange: (x: number, y: number) => void;
}

/** One press of an arrow key in percent; with Shift ten. */
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const inPercent = (value: number): number => Math.round(Math.min(100, Math.max(0, value)));

/** A place on an image, by a click, by dragging its mark or by keys. */
export function ImagePlace({ file, others, x, y, onChange }: ImagePlaceProps) {
  const url = useBlobUrl(file.blob);
  const [isLost, setIsLost] = useState(false);
  const surface = useRef<HTMLDivElement>(null);
  const isHeld = useRef(false);
  if (isLost) return <p class="hint">{words.pointing.imageLost}</p>;
  if (url === undefined) return null;
  const put = ({ clientX, clientY }: PointerEvent) => {
    const area = surface.current?.getBoundingClientRect();
    if (area === undefined || area.width === 0 || area.height === 0) return;
    onChange(
      inPercent(((clientX - area.left) / area.width) * 100),
      inPercent(((clientY - area.top) / area.height) * 100),
    );
  };
  return (
    <>
      {others > 0 && <p class="hint">{words.pointing.everyImage(file.name)}</p>}
      <div
        ref={surface}
        class="surface"
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.preventDefault();
          isHeld.current = true;
          surface.current?.setPointerCapture(event.pointerId);
          surface.current?.querySelector<HTMLElement>('.place')?.focus({ preventScroll: true });
          put(event);
        }}
        onPointerMove={(event) => {
          if (isHeld.current) put(event);
        }}
        onPointerUp={() => {
          isHeld.current = false;
        }}
        onPointerCancel={() => {
          isHeld.current = false;
        }}
      >
        <img src={url} alt={words.pointing.toChooseOn(file.name)} draggable={false} onError={() => setIsLost(true)} />
        <button
          type="button"
          class="place"
          style={{ left: `${x}%`, top: `${y}%` }}
          aria-label={words.pointing.place(x, y)}
          onKeyDown={(event) => {
            const arrow = ARROWS[event.key];
            if (arrow === undefined) return;
            event.preventDefault();
            const step = event.shiftKey ? 10 : 1;
            onChange(inPercent(x + arrow[0] * step), inPercent(y + arrow[1] * step));
          }}
        />
      </div>
    </>
  );
}
