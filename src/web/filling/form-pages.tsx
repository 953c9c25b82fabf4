import { useEffect, useState } from 'preact/hooks';

import { quote } from '../../core/errors.js';
import type { PageSize, PlacedBox } from '../pdf/pdf-messages.js';
import { type DrawPage, PageCanvas, PdfHint, type PlaceOnPage, usePdf } from '../pdf/pdf-pages.js';
import { Scroller } from '../scroller.js';
import type { FormFile, Session } from '../session.js';
import { useStore } from '../store.js';
import { words } from '../words/words.js';
import { CLEARING_ID, FieldControl } from './field-control.js';
import {
  type FieldPlace,
  type FormField,
  type FormValues,
  inReadingOrder,
  readValues,
  withValue,
} from './form-values.js';
import { useFields } from './use-fields.js';

/** Drawn width in device pixels. */
const DRAWN_WIDTH = 1600;
/** Pages that are drawn at once. */
const STEP = 10;
/** Fields of a page that are drawn; the largest tax forms have some hundred. */
const MAX_FIELDS = 1000;

const FILLED: readonly FormField['type'][] = ['text', 'checkbox', 'radio', 'dropdown', 'list'];

interface FormPagesProps {
  readonly session: Session;
  readonly file: FormFile;
  readonly password: string;
}

/** The pages of a PDF with a field to write in over each of its fields. What is filled in is the tool's text, and the other way round. */
export function FormPages({ session, file, password }: FormPagesProps) {
  const pdf = usePdf(file.blob, password);
  const state = useFields(file, password);
  const { text } = useStore(session.form);
  const messages = useStore(session.faults).map(({ message }) => message);
  const [shown, setShown] = useState(STEP);
  const [isLarge, setIsLarge] = useState(false);
  if (pdf.phase !== 'open') return <PdfHint state={pdf} />;
  if (state.phase === 'asking') return <p class="hint">{words.filling.reading}</p>;
  if (state.phase === 'failed')
    return (
      <p class="hint" lang={state.lang}>
        {state.message}.
      </p>
    );
  const fields = state.fields.filter(({ type }) => FILLED.includes(type));
  if (fields.length === 0) return <p class="hint">{words.filling.noFields}</p>;
  const values = readValues(text);
  const places = fields.flatMap((field) =>
    field.places.map((place): Widget => ({ field, place, isWrong: isNamed(field, messages) })),
  );
  const hidden = fields.filter((field) => field.places.every(({ page }) => page === null)).length;
  return (
    <>
      {values === undefined && (
        <p class="stale" role="status">
          {words.filling.notValues}
        </p>
      )}
      {hidden > 0 && <p class="hint">{words.filling.offPages(hidden)}</p>}
      {fields.some(({ type }) => type === 'radio') && (
        <p class="hint" id={CLEARING_ID}>
          {words.filling.clearRadio}
        </p>
      )}
      <label class="while-typing">
        <input type="checkbox" checked={isLarge} onChange={() => setIsLarge(!isLarge)} />
        {words.filling.larger}
      </label>
      <Scroller kind="form" label={words.filling.pages}>
        {pdf.pages.slice(0, shown).map((size, index) => (
          <FormPage
            key={index}
            index={index}
            size={size}
            isLarge={isLarge}
            draw={pdf.draw}
            place={pdf.place}
            widgets={places.filter(({ place }) => place.page === index + 1)}
            values={values}
            onText={(next) => session.setText(next)}
          />
        ))}
      </Scroller>
      {pdf.pages.length > shown && (
        <button type="button" class="text-button" onClick={() => setShown(shown + STEP)}>
          {words.common.showMorePages(pdf.pages.length)}
        </button>
      )}
    </>
  );
}

const isNamed = ({ name }: FormField, messages: readonly string[]): boolean =>
  messages.some((message) => message.startsWith(`Field ${quote(name)} `));

interface Widget {
  readonly field: FormField;
  readonly place: FieldPlace;
  readonly isWrong: boolean;
}

interface FormPageProps {
  readonly index: number;
  readonly size: PageSize;
  readonly isLarge: boolean;
  readonly draw: DrawPage;
  readonly place: PlaceOnPage;
  readonly widgets: readonly Widget[];
  readonly values: FormValues | undefined;
  readonly onText: (text: string) => void;
}

function FormPage({ index, size, isLarge, draw, place, widgets, values, onText }: FormPageProps) {
  const [boxes, setBoxes] = useState<readonly (PlacedBox | null)[]>([]);
  const drawn = widgets.slice(0, MAX_FIELDS);
  useEffect(() => {
    const rectangles = drawn.map(({ place: { rectangle } }) => rectangle);
    if (rectangles.length > 0) place(index, rectangles, setBoxes);
  }, [place, index, drawn.length]);
  const placed = drawn.flatMap((widget, at) => {
    const box = boxes[at];
    return box === undefined || box === null ? [] : [{ ...widget, box }];
  });
  return (
    <>
      <div class={isLarge ? 'form-page large' : 'form-page'}>
        <PageCanvas index={index} size={size} width={DRAWN_WIDTH} draw={draw} />
        {inReadingOrder(placed).map(({ field, place: { option }, box, isWrong }) => (
          <FieldControl
            key={`${field.name} ${box.left} ${box.top}`}
            field={field}
            option={option}
            box={box}
            size={size}
            isWrong={isWrong}
            values={values}
            onValue={(value) => values !== undefined && onText(withValue(values, field, value))}
          />
        ))}
      </div>
      {widgets.length > drawn.length && <p class="hint">{words.filling.moreOnPage(widgets.length - drawn.length)}</p>}
    </>
  );
}
