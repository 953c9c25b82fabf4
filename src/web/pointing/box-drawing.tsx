import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

import { Icon } from '../icons.js';
import { words } from '../words/words.js';
import { type Box, boxBetween, moved, type Notation, type Point, resized, type Size } from './boxes.js';

interface BoxDrawingProps {
  /** The image or page that is drawn on. */
  readonly children: ComponentChildren;
  /** Of what is drawn on, in the unit of the boxes. */
  readonly size: Size;
  readonly notation: Notation;
  /** All boxes of the option; those of other pages are not shown. */
  readonly boxes: readonly Box[];
  readonly page: number;
  readonly onChange: (boxes: readonly Box[]) => void;
}

type Drag =
  | { readonly act: 'draw'; readonly from: Point; readonly index: number }
  | { readonly act: 'move'; readonly from: Point; readonly index: number; readonly box: Box }
  /** `fixed`: the corner that stays. */
  | { readonly act: 'resize'; readonly fixed: Point; readonly index: number };

const CORNERS = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const;
type Corner = (typeof CORNERS)[number];

/** A drag shorter than this share of the shorter side is a click. */
const LEAST_SHARE = 0.01;
/** One press of an arrow key, as a share of the longer side; with Ctrl the smallest step. */
const KEY_SHARE = 0.01;

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Boxes drawn with mouse, finger or keyboard. */
export function BoxDrawing({ children, size, notation, boxes, page, onChange }: BoxDrawingProps) {
  const surface = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag | null>(null);
  const { unit, isMany } = notation;
  const shown = boxes.flatMap((box, index) => (box.page === page ? [{ box, index }] : []));

  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const area = surface.current?.getBoundingClientRect();
    if (area === undefined || area.width === 0 || area.height === 0) return { x: 0, y: 0 };
    return {
      x: ((clientX - area.left) / area.width) * size.width,
      y: ((clientY - area.top) / area.height) * size.height,
    };
  };
  const put = (index: number, box: Box) => {
    if (!isMany) onChange([box]);
    else onChange(index < boxes.length ? boxes.map((old, at) => (at === index ? box : old)) : [...boxes, box]);
  };
  const remove = (index: number) => {
    onChange(boxes.filter((_, at) => at !== index));
    surface.current?.querySelector<HTMLElement>('.box')?.focus();
  };

  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || !(event.target instanceof Element)) return;
    event.preventDefault();
    const from = pointOf(event);
    const element = event.target.closest<HTMLElement>('.box');
    const index = element === null ? boxes.length : Number(element.dataset.index);
    const box = boxes[index];
    const corner = event.target.closest<HTMLElement>('.corner')?.dataset.corner as Corner | undefined;
    element?.focus();
    if (box === undefined) drag.current = { act: 'draw', from, index };
    else if (corner === undefined) drag.current = { act: 'move', from, index, box };
    else drag.current = { act: 'resize', fixed: oppositeOf(box, corner), index };
    surface.current?.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent) => {
    const { current } = drag;
    if (current === null) return;
    const at = pointOf(event);
    if (current.act === 'move') {
      const { box, from, index } = current;
      put(index, moved(box, at.x - from.x, at.y - from.y, size, unit));
      return;
    }
    const fixed = current.act === 'draw' ? current.from : current.fixed;
    const box = boxBetween(fixed, at, size, unit, page);
    const least = current.act === 'draw' ? LEAST_SHARE * Math.min(size.width, size.height) : 0;
    if (box.width > least && box.height > least) put(current.index, box);
  };
  const onKeyDown = (event: KeyboardEvent, index: number, box: Box) => {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      remove(index);
      return;
    }
    const way = ARROWS[event.key];
    if (way === undefined) return;
    event.preventDefault();
    const step = event.ctrlKey || event.metaKey ? unit : Math.max(unit, KEY_SHARE * Math.max(size.width, size.height));
    const change = event.shiftKey ? resized : moved;
    put(index, change(box, way[0] * step, way[1] * step, size, unit));
  };
  const add = () => {
    const quarter = { x: size.width / 4, y: size.height / 4 };
    put(isMany ? boxes.length : 0, boxBetween(quarter, { x: 3 * quarter.x, y: 3 * quarter.y }, size, unit, page));
    requestAnimationFrame(() => surface.current?.querySelector<HTMLElement>('.box:last-of-type')?.focus());
  };

  return (
    <div class="drawing">
      <div
        ref={surface}
        class="surface"
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          drag.current = null;
        }}
        onPointerCancel={() => {
          drag.current = null;
        }}
      >
        {children}
        {shown.map(({ box, index }) => (
          <button
            key={index}
            type="button"
            class="box"
            data-index={index}
            aria-label={words.pointing.box(index + 1, [box.x, box.y, box.width, box.height].join(', '))}
            style={{
              left: `${(100 * box.x) / size.width}%`,
              top: `${(100 * box.y) / size.height}%`,
              width: `${(100 * box.width) / size.width}%`,
              height: `${(100 * box.height) / size.height}%`,
            }}
            onKeyDown={(event) => onKeyDown(event, index, box)}
          >
            {CORNERS.map((corner) => (
              <span key={corner} class={`corner ${corner}`} data-corner={corner} />
            ))}
          </button>
        ))}
      </div>
      <p class="drawing-tools">
        <button type="button" class="button small" onClick={add}>
          <Icon name="plus" size={14} />
          {isMany || boxes.length === 0 ? words.pointing.addBox : words.pointing.centerBox}
        </button>
        {boxes.length > 0 && (
          <button type="button" class="text-button" onClick={() => onChange([])}>
            {boxes.length === 1 ? words.common.removeIt : words.common.removeAll}
          </button>
        )}
        <span class="hint">{words.pointing.drag(<kbd>{words.keys.shift}</kbd>)}</span>
      </p>
    </div>
  );
}

/** The corner that stays when another is dragged. */
function oppositeOf({ x, y, width, height }: Box, corner: Corner): Point {
  return {
    x: corner.endsWith('left') ? x + width : x,
    y: corner.startsWith('top') ? y + height : y,
  };
}
