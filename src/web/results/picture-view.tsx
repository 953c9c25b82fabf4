import { useState } from 'preact/hooks';

import { numberText } from '../units.js';
import { useBlobUrl } from './blob-url.js';

interface PictureViewProps {
  readonly name: string;
  readonly blob: Blob;
  /** What the picture was made from; compared with it where both have the same proportions. */
  readonly before: Blob | undefined;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Proportions that differ by less are the same: one pixel more or less after scaling. */
const LIKE = 0.02;

/** A picture; beside what it was made from, with a divider to move. */
export function PictureView({ name, blob, before }: PictureViewProps) {
  const url = useBlobUrl(blob);
  const beforeUrl = useBlobUrl(before);
  const [size, setSize] = useState<Size>();
  const [beforeSize, setBeforeSize] = useState<Size>();
  const [share, setShare] = useState(50);
  const [isBroken, setIsBroken] = useState(false);
  if (url === undefined) return <div class="picture" />;
  if (isBroken) return <p class="hint">This browser cannot show images of this kind.</p>;
  const isLike =
    size !== undefined &&
    beforeSize !== undefined &&
    Math.abs(size.width / size.height / (beforeSize.width / beforeSize.height) - 1) < LIKE;
  const sizeOf = ({ currentTarget: image }: { readonly currentTarget: HTMLImageElement }): Size => ({
    width: image.naturalWidth,
    height: image.naturalHeight,
  });
  return (
    <figure class="picture">
      <div class="picture-box">
        <img
          src={url}
          alt={`Result: ${name}`}
          onLoad={(event) => setSize(sizeOf(event))}
          onError={() => setIsBroken(true)}
        />
        {beforeUrl !== undefined && (
          <img
            class={isLike ? 'before' : 'off-screen'}
            src={beforeUrl}
            alt={isLike ? 'Before' : ''}
            style={{ clipPath: `inset(0 ${100 - share}% 0 0)` }}
            onLoad={(event) => setBeforeSize(sizeOf(event))}
          />
        )}
        {isLike && <span class="divider" aria-hidden="true" style={{ left: `${share}%` }} />}
      </div>
      {isLike && (
        <label class="compare">
          <span>Before</span>
          <input
            type="range"
            min={0}
            max={100}
            value={share}
            aria-label="How much of the picture before is shown"
            onInput={({ currentTarget }) => setShare(Number(currentTarget.value))}
          />
          <span>After</span>
        </label>
      )}
      {size !== undefined && (
        <figcaption class="hint">
          {numberText(size.width)} × {numberText(size.height)} pixels
        </figcaption>
      )}
    </figure>
  );
}
