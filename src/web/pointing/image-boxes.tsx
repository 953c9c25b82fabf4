import { useState } from 'preact/hooks';

import { useBlobUrl } from '../results/blob-url.js';
import { words } from '../words/words.js';
import { BoxDrawing } from './box-drawing.js';
import { parseBoxes, type Size, writeBoxes } from './boxes.js';
import type { PointerProps } from './pointing.js';

const PERCENT: Size = { width: 100, height: 100 };

type ImageBoxesProps = PointerProps & { readonly isMany: boolean };

/** Boxes on an image, in its pixels or in percent. */
export function ImageBoxes({ file, others, value, isPercent, isMany, onChange }: ImageBoxesProps) {
  const url = useBlobUrl(file.blob);
  const [pixels, setPixels] = useState<Size>();
  const [isLost, setIsLost] = useState(false);
  const notation = { hasPages: false, isMany, unit: isPercent ? 0.1 : 1 };
  if (isLost) return <p class="hint">{words.pointing.imageLost}</p>;
  if (url === undefined) return null;
  const size = isPercent ? PERCENT : (pixels ?? PERCENT);
  const boxes = pixels === undefined ? [] : (parseBoxes(value, notation, size) ?? []);
  return (
    <>
      {others > 0 && <p class="hint">{words.pointing.everyImage(file.name)}</p>}
      <BoxDrawing
        size={size}
        notation={notation}
        boxes={boxes}
        page={1}
        onChange={(next) => onChange(writeBoxes(next, notation))}
      >
        <img
          src={url}
          alt={words.pointing.toDrawOn(file.name)}
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
            if (width > 0 && height > 0) setPixels({ width, height });
            else setIsLost(true);
          }}
          onError={() => setIsLost(true)}
        />
      </BoxDrawing>
    </>
  );
}
