import type { CSSProperties } from 'preact';

import type { JsonValue } from '../../lib/json/values.js';
import type { PageSize, PlacedBox } from '../pdf/pdf-messages.js';
import { chosen, type FormField, type FormValues, heldValue, optionsOf, stateOf } from './form-values.js';

/** Part of a line's height that its letters have. */
const LETTERS = 0.62;
const LINE_POINTS = { least: 6, most: 14 } as const;
const MULTILINE_POINTS = 10;

const CLEARING_KEYS: readonly string[] = [' ', 'Delete', 'Backspace'];
/** Of the words that say how a radio button is cleared. */
export const CLEARING_ID = 'clear-radio';

interface FieldControlProps {
  readonly field: FormField;
  /** The choice that this place of the field stands for. */
  readonly option: string | undefined;
  readonly box: PlacedBox;
  readonly size: PageSize;
  readonly isWrong: boolean;
  /** `undefined` where they cannot be changed here. */
  readonly values: FormValues | undefined;
  readonly onValue: (value: JsonValue) => void;
}

/** What a field of a PDF is filled in with, where the field is. */
export function FieldControl({ field, option, box, size, isWrong, values, onValue }: FieldControlProps) {
  const value = heldValue(values ?? new Map(), field);
  const common = {
    'aria-label': field.label ?? field.name,
    'aria-invalid': isWrong,
    title: field.label === undefined ? field.name : `${field.label} (${field.name})`,
    disabled: values === undefined || field.readOnly,
    style: placeStyle(field, box, size),
  };
  const required = field.required ? { 'aria-required': true } : {};
  if (field.type === 'checkbox' || field.type === 'radio') {
    const own = option ?? field.options?.[0]?.value ?? 'Yes';
    const isRadio = field.type === 'radio';
    const isOnly = (field.options?.length ?? 0) <= 1;
    const words = isRadio || !isOnly ? `${common['aria-label']}: ${labelOf(field, own)}` : common['aria-label'];
    const isOn = stateOf(field, value) === own;
    // Browsers never clear a radio button: pressed again, by Space or Delete, it is cleared as in a PDF viewer.
    const clearing = {
      'aria-describedby': CLEARING_ID,
      onClick: () => isOn && onValue(null),
      onKeyDown: (event: KeyboardEvent) => {
        if (!isOn || !CLEARING_KEYS.includes(event.key)) return;
        // A browser would choose it again when the key is let go.
        event.preventDefault();
        onValue(null);
      },
    };
    return (
      <input
        {...common}
        {...(isRadio ? clearing : {})}
        type={field.type}
        name={`pdf ${field.name}`}
        aria-label={words}
        checked={isOn}
        onChange={({ currentTarget: { checked } }) => onValue(checked && (isRadio || !isOnly) ? own : checked)}
      />
    );
  }
  if (field.type === 'dropdown' && field.editable !== true) {
    const [text = ''] = optionsOf(field, value);
    return (
      <select {...common} {...required} value={text} onChange={({ currentTarget }) => onValue(currentTarget.value)}>
        <option value="" />
        {field.options?.map((each) => (
          <option key={each.value} value={each.value}>
            {each.label}
          </option>
        ))}
      </select>
    );
  }
  if (field.type === 'list') {
    const selected = optionsOf(field, value);
    const isMultiple = field.multiple === true;
    return (
      <select
        {...common}
        {...required}
        multiple={isMultiple}
        size={2}
        onChange={({ currentTarget }) => {
          const texts = [...currentTarget.selectedOptions].map((each) => each.value);
          onValue(isMultiple ? texts : (texts[0] ?? null));
        }}
      >
        {field.options?.map((each) => (
          <option key={each.value} value={each.value} selected={selected.includes(each.value)}>
            {each.label}
          </option>
        ))}
      </select>
    );
  }
  const text = chosen(value).join('\n');
  const limit = field.maxLength === undefined ? {} : { maxLength: field.maxLength };
  const write = {
    value: text,
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      onValue(currentTarget.value),
  };
  if (field.multiline === true) return <textarea {...common} {...required} {...limit} {...write} />;
  if (field.editable !== true) {
    const line = { ...common, ...required, ...limit, ...write, autocomplete: 'off' };
    return field.password === true ? <input {...line} type="password" /> : <input {...line} type="text" />;
  }
  const listId = `pdf-options ${field.name}`;
  return (
    <>
      <input {...common} {...required} {...write} type="text" autocomplete="off" list={listId} />
      <datalist id={listId}>
        {field.options?.map((each) => (
          <option key={each.value} value={each.label} />
        ))}
      </datalist>
    </>
  );
}

const labelOf = ({ options = [] }: FormField, value: string): string =>
  options.find((each) => each.value === value)?.label ?? value;

/** A line much taller than wide is written from the top down, as on a page that is turned. */
const UPRIGHT = 2;

/** Letters as large as the page's own: `cqw` is a hundredth of its drawn width. */
function placeStyle(field: FormField, box: PlacedBox, size: PageSize): CSSProperties {
  const width = box.width * size.width;
  const height = box.height * size.height;
  const isBlock = field.multiline === true || field.type === 'list';
  const isUpright = field.type === 'text' && !isBlock && height > UPRIGHT * width;
  const fitting = Math.min(LINE_POINTS.most, Math.max(LINE_POINTS.least, LETTERS * (isUpright ? width : height)));
  return {
    left: `${100 * box.left}%`,
    top: `${100 * box.top}%`,
    width: `${100 * box.width}%`,
    height: `${100 * box.height}%`,
    fontSize: `${(100 * (isBlock ? MULTILINE_POINTS : fitting)) / size.width}cqw`,
    ...(isUpright ? { writingMode: 'vertical-rl' } : {}),
  };
}
