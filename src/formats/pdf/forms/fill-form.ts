import { invalid, quote } from '../../../core/errors.js';
import { checkLetters, unwritableIn } from '../../../engines/typst/typeset.js';
import type { PdfDocument } from '../document/document.js';
import { PdfDict, PdfName, type PdfString, textString } from '../syntax/objects.js';
import { addTickAppearance, drawFields, type FieldDrawing, type FieldStyle } from './field-appearance.js';
import { FLAGS, type FormField, type PdfForm } from './form-fields.js';

/** What a caller may give a field. */
export type FieldValue = string | number | boolean | null | readonly string[];

/** Longest text of one field. Chosen: some ten pages. */
const MAX_TEXT = 50_000;

/**
 * Sets the values of fields and draws them, so that no viewer has to. `values` is by full name. Throws INVALID_INPUT naming
 * the field for a value that it cannot hold.
 */
export function fillForm(
  document: PdfDocument,
  form: PdfForm,
  values: ReadonlyMap<string, FieldValue>,
  style: FieldStyle,
): void {
  const drawings: FieldDrawing[] = [];
  const needsAll = form.dict !== undefined && document.get(form.dict, 'NeedAppearances') === true;
  for (const field of form.fields) {
    const value = values.get(field.name);
    if (value !== undefined) drawings.push(...setValue(document, field, value));
    // What viewers were to draw themselves is drawn here too: the entry that asks them to would make them draw all anew.
    else if (needsAll) drawings.push(...shownAgain(field));
  }
  form.dict?.delete('NeedAppearances');
  for (const { field, lines } of drawings) checkLetters(`Field ${quote(field.name)}`, lines.join(''));
  drawFields(document, drawings, style);
}

function setValue(document: PdfDocument, field: FormField, value: FieldValue): FieldDrawing[] {
  switch (field.type) {
    case 'text':
      return setText(field, value);
    case 'checkbox':
    case 'radio':
      setState(document, field, value);
      return [];
    case 'dropdown':
    case 'list':
      return setChoice(field, value);
    default:
      throw fault(
        field,
        'holds no value that can be filled in',
        `it is a ${field.type === 'unknown' ? 'field of no kind' : field.type}`,
      );
  }
}

const fault = (field: FormField, what: string, why: string) => invalid(`Field ${quote(field.name)} ${what}: ${why}`);

function setText(field: FormField, value: FieldValue): FieldDrawing[] {
  if (typeof value === 'object' && value !== null) throw fault(field, 'must be one text', `got ${value.length}`);
  const text = value === null ? '' : String(value).replace(/\r\n?/g, '\n');
  const length = [...text].length;
  const limit = field.maxLength ?? MAX_TEXT;
  if (length > limit) throw fault(field, `must have at most ${limit} characters`, `got ${length}`);
  const isMultiline = (field.flags & FLAGS.multiline) !== 0;
  if (!isMultiline && text.includes('\n')) throw fault(field, 'must be one line', `got ${quote(text)}`);
  store(field, text === '' ? undefined : textString(text));
  return drawingsOf(field, text);
}

function drawingsOf(field: FormField, text: string): FieldDrawing[] {
  const isHidden = (field.flags & FLAGS.password) !== 0;
  const shown = isHidden ? '*'.repeat([...text].length) : text;
  const isComb = (field.flags & FLAGS.comb) !== 0 && field.maxLength !== undefined;
  const lines = isComb ? [...shown] : shown.split('\n');
  return field.widgets.map((widget) => ({ field, widget, lines }));
}

/** Sets or takes away the value; widgets that held it themselves are put right. */
function store(field: FormField, value: PdfString | PdfName | PdfString[] | undefined): void {
  if (value === undefined) field.dict.delete('V');
  else field.dict.set('V', value);
  // Rich text would be shown in the place of the value.
  field.dict.delete('RV');
  for (const { dict } of field.widgets) if (dict !== field.dict) dict.delete('V');
}

function setState(document: PdfDocument, field: FormField, value: FieldValue): void {
  const state = stateFor(field, value);
  const isOff = state === 'Off';
  for (const widget of field.widgets) {
    let own = widget.state;
    if (own === undefined && !isOff && field.widgets.length === 1) {
      addTickAppearance(document, widget, state);
      own = state;
    }
    widget.dict.set('AS', new PdfName(own === state ? state : 'Off'));
  }
  store(field, new PdfName(state));
}

/** The name of the state that a value asks for. */
function stateFor(field: FormField, value: FieldValue): string {
  const [first] = field.options;
  if (value === null || value === false || value === '' || value === 'Off') return 'Off';
  if (value === true && field.type === 'checkbox') return first?.value ?? 'Yes';
  const text = String(value);
  const option = field.options.find((each) => each.value === text) ?? field.options.find(({ label }) => label === text);
  if (option !== undefined) return option.value;
  if (field.type === 'checkbox' && field.options.length <= 1 && /^(true|yes|on|x|1)$/i.test(text))
    return first?.value ?? 'Yes';
  if (field.type === 'checkbox' && /^(false|no|off|0)$/i.test(text)) return 'Off';
  const own = field.type === 'checkbox' ? 'true, false' : '';
  throw fault(field, `must be one of ${[own, ...listed(field)].filter(Boolean).join(', ')}`, `got ${quote(text)}`);
}

/** Options as a message shows them. */
function listed({ options }: FormField): string[] {
  const shown = options.slice(0, 8).map(({ value }) => quote(value));
  return options.length > shown.length ? [...shown, `and ${options.length - shown.length} more`] : shown;
}

function setChoice(field: FormField, value: FieldValue): FieldDrawing[] {
  const wanted = value === null || value === '' ? [] : typeof value === 'object' ? value : [String(value)];
  const isMultiple = (field.flags & FLAGS.multiSelect) !== 0 && field.type === 'list';
  if (wanted.length > 1 && !isMultiple) throw fault(field, 'must be one choice', `got ${wanted.length}`);
  const isEditable = field.type === 'dropdown' && (field.flags & FLAGS.edit) !== 0;
  const indices = wanted.map((text) => {
    const exact = field.options.findIndex((option) => option.value === text);
    const index = exact >= 0 ? exact : field.options.findIndex(({ label }) => label === text);
    if (index < 0 && !isEditable)
      throw fault(field, `must be one of ${listed(field).join(', ')}`, `got ${quote(text)}`);
    return index;
  });
  const stored = wanted.map((text, i) => textString(field.options[indices[i] ?? -1]?.value ?? text));
  store(field, isMultiple && stored.length > 1 ? stored : stored[0]);
  // Indices that contradict the value would win (ISO 32000-2, table 234).
  field.dict.delete('I');
  const chosen = indices.filter((index) => index >= 0).sort((a, b) => a - b);
  if (field.type === 'list') {
    if (chosen.length > 0) field.dict.set('I', chosen);
    return listDrawings(field, chosen);
  }
  const shown = wanted.map((text, i) => field.options[indices[i] ?? -1]?.label ?? text).join('');
  return field.widgets.map((widget) => ({ field, widget, lines: [shown] }));
}

function listDrawings(field: FormField, chosen: readonly number[]): FieldDrawing[] {
  const top = Math.max(0, Math.min(chosen[0] ?? 0, field.options.length - 1));
  // What is chosen is to be seen: the list begins there, unless it begins above anyway.
  const first = top > 3 ? top : 0;
  if (first > 0) field.dict.set('TI', first);
  else field.dict.delete('TI');
  const lines = field.options.slice(first, first + 200).map(({ label }) => label);
  return field.widgets.map((widget) => ({ field, widget, lines, chosen: chosen.map((index) => index - first) }));
}

/** The drawings of a field that keeps its value. */
function shownAgain(field: FormField): FieldDrawing[] {
  const { value } = field;
  if (value === null || !(field.type === 'text' || field.type === 'dropdown')) return [];
  const text = typeof value === 'string' ? value : (value[0] ?? '');
  const label = field.options.find((option) => option.value === text)?.label ?? text;
  // What no font has stays as it was drawn before.
  if (unwritableIn(label) !== undefined) return [];
  return drawingsOf(field, label.replace(/\r\n?/g, '\n').slice(0, MAX_TEXT));
}

/** Takes the form in XML away: viewers would show it in the place of what was filled in. */
export function dropXfa(document: PdfDocument, form: PdfForm): void {
  if (!(form.dict instanceof PdfDict) || !form.isXfa) return;
  form.dict.delete('XFA');
  document.warn('its XFA form was removed and its ordinary form fields were filled in');
}
