import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';

import { Icon } from '../icons.js';
import { words } from '../words/words.js';
import { type Place, placesIn, writePlaces } from './page-lists.js';
import type { PointerProps } from './pointing.js';
import { Thumbnails } from './thumbnails.js';

/** Pages in a new order: dragged, or moved by buttons; left out, or with a blank page after them. */
export function PageOrder(props: PointerProps) {
  const { value, onChange } = props;
  return (
    <Thumbnails {...props}>
      {(count, thumbnail, shown) => {
        const places = placesIn(value, count);
        if (places === undefined) return <p class="hint">{words.pointing.orderUnclear}</p>;
        return (
          <Order
            places={places}
            shown={shown}
            thumbnail={thumbnail}
            onChange={(next) => onChange(writePlaces(next, count))}
          />
        );
      }}
    </Thumbnails>
  );
}

interface OrderProps {
  readonly places: readonly Place[];
  readonly shown: number;
  readonly thumbnail: (page: number) => ComponentChildren;
  readonly onChange: (places: readonly Place[]) => void;
}

function Order({ places, shown, thumbnail, onChange }: OrderProps) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<number>();
  const [target, setTarget] = useState<number>();
  const [said, setSaid] = useState('');
  const move = (from: number, to: number) => {
    const place = places[from];
    if (place === undefined || to < 0 || to >= places.length) return;
    const next = places.filter((_, at) => at !== from);
    next.splice(to, 0, place);
    onChange(next);
    setSaid(words.pointing.nowNumber(spoken(place), to + 1, places.length));
  };
  /** Keys keep the focus on the page that they move. */
  const moveByKey = (from: number, to: number, button: string) => {
    move(from, to);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-at="${to}"] [data-act="${button}"]`)?.focus(),
    );
  };
  return (
    <>
      <ol class="pdf-pages order" ref={list}>
        {places.slice(0, shown).map((place, at) => (
          <li
            key={keyOf(places, at)}
            data-at={at}
            class={target === at ? 'target' : ''}
            draggable
            onDragStart={() => setDragged(at)}
            onDragEnd={() => {
              setDragged(undefined);
              setTarget(undefined);
            }}
            onDragOver={(event) => {
              if (dragged === undefined) return;
              event.preventDefault();
              setTarget(at);
            }}
            onDrop={(event) => {
              if (dragged === undefined) return;
              event.preventDefault();
              event.stopPropagation();
              move(dragged, at);
            }}
          >
            <span class="pdf-page">
              {place === 'blank' ? <span class="blank-page" /> : thumbnail(place)}
              <span class="pdf-number">{place === 'blank' ? words.pointing.blank : place}</span>
            </span>
            <span class="page-acts">
              <Act
                act="left"
                label={words.pointing.moveForward(spoken(place))}
                icon="left"
                isOff={at === 0}
                onClick={() => moveByKey(at, at - 1, 'left')}
              />
              <Act
                act="right"
                label={words.pointing.moveBack(spoken(place))}
                icon="right"
                isOff={at === places.length - 1}
                onClick={() => moveByKey(at, at + 1, 'right')}
              />
              <Act
                act="blank"
                label={words.pointing.insertBlank(spoken(place))}
                icon="plus"
                onClick={() => onChange([...places.slice(0, at + 1), 'blank', ...places.slice(at + 1)])}
              />
              <Act
                act="remove"
                label={words.common.remove(spoken(place))}
                icon="close"
                isOff={places.length === 1}
                onClick={() => onChange(places.filter((_, other) => other !== at))}
              />
            </span>
          </li>
        ))}
      </ol>
      <p class="hidden-words" role="status">
        {said}
      </p>
    </>
  );
}

/** The same for a page wherever it stands, so that it is not drawn anew; copies are counted. */
function keyOf(places: readonly Place[], at: number): string {
  const place = places[at];
  return `${place}-${places.slice(0, at).filter((other) => other === place).length}`;
}

const spoken = (place: Place): string =>
  place === 'blank' ? words.pointing.theBlankPage : words.pointing.thePage(place);

interface ActProps {
  readonly act: string;
  readonly label: string;
  readonly icon: 'left' | 'right' | 'plus' | 'close';
  readonly isOff?: boolean;
  readonly onClick: () => void;
}

const Act = ({ act, label, icon, isOff = false, onClick }: ActProps) => (
  <button type="button" class="icon-button" data-act={act} aria-label={label} disabled={isOff} onClick={onClick}>
    <Icon name={icon} size={14} />
  </button>
);
