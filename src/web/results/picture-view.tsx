import type { TargetedPointerEvent } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';

import { Scroller } from '../scroller.js';
import { changeText, sizeText } from '../units.js';
import { words } from '../words/words.js';
import { useBlobUrl } from './blob-url.js';

interface PictureViewProps {
  readonly name: string;
  readonly blob: Blob;
  /** What the picture was made from; compared with it where both have the same proportions. */
  readonly before: Blob | undefined;
  /** Of a smaller copy: its pixels and bytes are not told, they are not those of the result. */
  readonly isPreview?: boolean;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Proportions that differ by less are the same: one pixel more or less after scaling. */
const LIKE = 0.02;

const sizeOf = ({ currentTarget: image }: { readonly currentTarget: HTMLImageElement }): Size => ({
  width: image.naturalWidth,
  height: image.naturalHeight,
});

const isLike = (a: Size, b: Size): boolean => Math.abs(a.width / a.height / (b.width / b.height) - 1) < LIKE;

const pixelsText = ({ width, height }: Size): string => words.result.pixels(width, height);

/** A picture; over what it was made from, with a divider to move by pointer, by touch or by keys. */
export function PictureView({ name, blob, before, isPreview = false }: PictureViewProps) {
  const url = useBlobUrl(blob);
  const beforeUrl = useBlobUrl(before);
  const [size, setSize] = useState<Size>();
  const [beforeSize, setBeforeSize] = useState<Size>();
  const [share, setShare] = useState(50);
  const [isActualChosen, setIsActual] = useState(false);
  const isActual = isActualChosen && !isPreview;
  const [isBroken, setIsBroken] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  if (url === undefined) return <div class="picture" />;
  if (isBroken) return <p class="hint">{words.result.imageLost}</p>;
  const isCompared = size !== undefined && beforeSize !== undefined && isLike(size, beforeSize);
  const move = (event: TargetedPointerEvent<HTMLElement>) => {
    const place = box.current?.getBoundingClientRect();
    if (place === undefined || place.width === 0) return;
    setShare(Math.round(Math.min(1, Math.max(0, (event.clientX - place.left) / place.width)) * 100));
  };
  const drag = {
    onPointerDown: (event: TargetedPointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      move(event);
    },
    onPointerMove: (event: TargetedPointerEvent<HTMLElement>) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) move(event);
    },
  };
  const drawn = (
    <div
      ref={box}
      class={isCompared ? 'picture-box compared' : 'picture-box'}
      // In its own size a picture is moved by hand: the divider has a grip there.
      {...(isCompared && !isActual ? drag : {})}
      style={isActual && size !== undefined ? { width: `${size.width / devicePixelRatio}px` } : {}}
    >
      <img
        src={url}
        alt={words.result.image(name)}
        draggable={!isCompared}
        onLoad={(event) => setSize(sizeOf(event))}
        onError={() => setIsBroken(true)}
      />
      {beforeUrl !== undefined && (
        <img
          class={isCompared ? 'before' : 'off-screen'}
          src={beforeUrl}
          alt={isCompared ? words.result.before : ''}
          draggable={false}
          style={{ clipPath: `inset(0 ${100 - share}% 0 0)` }}
          onLoad={(event) => setBeforeSize(sizeOf(event))}
        />
      )}
      {isCompared && (
        <span class="divider" aria-hidden="true" style={{ left: `${share}%` }}>
          <span class="divider-grip" {...(isActual ? drag : {})} />
        </span>
      )}
    </div>
  );
  return (
    <figure class="picture">
      {isActual ? (
        <Scroller kind="picture" label={words.result.ownSize(name)}>
          {drawn}
        </Scroller>
      ) : (
        <div class="picture-frame">{drawn}</div>
      )}
      {isCompared && (
        <label class="compare">
          <span>{words.result.before}</span>
          <input
            type="range"
            min={0}
            max={100}
            value={share}
            aria-label={words.result.shareBefore}
            onInput={({ currentTarget }) => setShare(Number(currentTarget.value))}
          />
          <span>{words.result.after}</span>
        </label>
      )}
      {size !== undefined && !isPreview && (
        <div class="picture-foot">
          <figcaption class="hint">
            {before !== undefined && beforeSize !== undefined && isCompared
              ? comparedText({ size: beforeSize, bytes: before.size }, { size, bytes: blob.size })
              : pixelsText(size)}
          </figcaption>
          <SizeSwitch isActual={isActual} onChange={setIsActual} />
        </div>
      )}
    </figure>
  );
}

interface Measured {
  readonly size: Size;
  readonly bytes: number;
}

/** `Before: 800 × 600 pixels, 20 KB. After: 400 × 300 pixels, 5 KB, 75 % smaller.` */
function comparedText(before: Measured, after: Measured): string {
  const change = changeText(before.bytes, after.bytes);
  const measured = ({ size, bytes }: Measured): string => `${pixelsText(size)}, ${sizeText(bytes)}`;
  return words.result.compared(measured(before), `${measured(after)}${change === '' ? '' : `, ${change}`}`);
}

interface SizeSwitchProps {
  readonly isActual: boolean;
  readonly onChange: (isActual: boolean) => void;
}

/** Whether a picture fits its place, or each of its pixels is one of the screen. */
function SizeSwitch({ isActual, onChange }: SizeSwitchProps) {
  const group = useId();
  return (
    <span class="segments small">
      {[false, true].map((choice) => (
        <label key={String(choice)} class="segment">
          <input type="radio" name={group} checked={choice === isActual} onChange={() => onChange(choice)} />
          <span>{choice ? '1:1' : words.result.fit}</span>
        </label>
      ))}
    </span>
  );
}
