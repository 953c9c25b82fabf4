import { useEffect, useRef, useState } from 'preact/hooks';

import type { CatalogOption } from '../../core/catalog.js';
import type { Fault } from '../faults.js';
import { Icon } from '../icons.js';
import { lazy } from '../lazy.js';
import { choiceLabel, optionLabel } from '../names.js';
import { isColour, isContent, isLong, isSecret, isSeeThrough, isSteps, type OptionValue } from '../options.js';
import { Pointing } from '../pointing/pointing.js';
import type { Session } from '../session.js';
import { useStore } from '../store.js';
import { english, words } from '../words/words.js';
import { FieldFault } from './field-fault.js';

interface ControlProps {
  readonly id: string;
  readonly option: CatalogOption;
  readonly value: OptionValue;
  readonly isBad: boolean;
  readonly faults: readonly Fault[];
  readonly describedBy: string;
  readonly onChange: (value: OptionValue) => void;
}

const StepList = lazy(async () => (await import('../steps/step-list.js')).StepList);

interface OptionFieldProps {
  readonly session: Session;
  readonly option: CatalogOption;
  /** Tells the fields of several forms of one page apart. */
  readonly prefix?: string;
}

/** One option of a tool, as the declaration describes it. */
export function OptionField({ session, option, prefix = '' }: OptionFieldProps) {
  const { name } = option;
  const value = useStore(session.form).options[name] ?? option.default;
  const faults = useStore(session.faults).filter(({ field }) => field.kind === 'option' && field.name === name);
  const id = `${prefix}option-${name}`;
  const isChanged = value !== option.default;
  const props: ControlProps = {
    id,
    option,
    value,
    isBad: faults.length > 0,
    faults,
    describedBy: `${id}-about ${id}-fault`,
    onChange: (next) => session.setOption(name, next),
  };
  return (
    <div class={`option ${option.type}`}>
      <div class="field-head">
        {isSegmented(option) || isSteps(option) ? (
          <span class="label" id={`${id}-label`} lang={english}>
            {optionLabel(name)}
          </span>
        ) : (
          <label class="label" for={id} lang={english}>
            {optionLabel(name)}
          </label>
        )}
        {isChanged && (
          <button
            type="button"
            class="text-button"
            onClick={() => session.setOption(name, option.default)}
            aria-label={words.form.reset(optionLabel(name), shownDefault(option))}
          >
            <Icon name="reset" size={13} />
            {shownDefault(option)}
          </button>
        )}
      </div>
      <Control {...props} />
      <p class="about" id={`${id}-about`} lang={english}>
        {option.description}
      </p>
      <FieldFault id={`${id}-fault`} faults={faults} />
      <Pointing session={session} option={option} />
    </div>
  );
}

function shownDefault(option: CatalogOption): string {
  const value = option.default;
  if (typeof value === 'boolean') return value ? words.form.defaultOn : words.form.defaultOff;
  const text = String(value);
  if (text === '') return words.form.defaultEmpty;
  return text.length > 24 ? `${text.slice(0, 23)}…` : text;
}

function Control(props: ControlProps) {
  const { option } = props;
  if (option.type === 'boolean') return <Switch {...props} />;
  if (option.type === 'number') return <NumberControl {...props} />;
  if (option.allowed !== undefined) return <Choice {...props} allowed={option.allowed} />;
  if (isSecret(option)) return <Secret {...props} />;
  if (isSteps(option)) return <StepList {...props} Field={OptionField} value={String(props.value)} />;
  if (isColour(option)) return <Colour {...props} />;
  if (option.kind === 'separator') return <Separator {...props} />;
  return isLong(option) ? <LongText {...props} /> : <ShortText {...props} />;
}

const Switch = ({ id, value, describedBy, onChange }: ControlProps) => (
  <span class="switch">
    <input
      id={id}
      type="checkbox"
      role="switch"
      checked={value === true}
      aria-checked={value === true}
      aria-describedby={describedBy}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
    <span aria-hidden="true">{value === true ? words.form.on : words.form.off}</span>
  </span>
);

const MAX_BUTTONS = 4;
const MAX_BUTTON_CHARACTERS = 28;

/** A few short choices stand side by side; more of them, or longer ones, are a list. */
const isSegmented = ({ allowed }: CatalogOption): boolean =>
  allowed !== undefined && allowed.length <= MAX_BUTTONS && allowed.join('').length <= MAX_BUTTON_CHARACTERS;

/** Choices are the option's own; `None` is ours. */
const choiceLang = (choice: string) => (choice === '' ? undefined : english);

type ChoiceProps = ControlProps & { readonly allowed: readonly string[] };

function Choice({ id, option, value, isBad, describedBy, onChange, allowed }: ChoiceProps) {
  if (isSegmented(option)) {
    return (
      <span class="segments" role="radiogroup" id={id} aria-labelledby={`${id}-label`} aria-describedby={describedBy}>
        {allowed.map((choice) => (
          <label key={choice} class="segment">
            <input type="radio" name={id} checked={choice === value} onChange={() => onChange(choice)} />
            <span lang={choiceLang(choice)}>{choiceLabel(choice)}</span>
          </label>
        ))}
      </span>
    );
  }
  return (
    <select
      id={id}
      value={String(value)}
      aria-invalid={isBad}
      aria-describedby={describedBy}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {allowed.map((choice) => (
        <option key={choice} value={choice} lang={choiceLang(choice)}>
          {choiceLabel(choice)}
        </option>
      ))}
    </select>
  );
}

/** A slider over more than this is no help: its places cannot be hit, and what is usual is at its very beginning. */
const MAX_SPAN = 1000;

function NumberControl({ id, option, value, isBad, describedBy, onChange }: ControlProps) {
  const number = Number(value);
  const [text, setText] = useState(String(value));
  // What is being typed, such as "1.", stays as it is; a value that comes from elsewhere is shown.
  useEffect(() => {
    if (!Number.isNaN(number) && Number(text) !== number) setText(String(number));
  }, [number]);
  const { minimum, maximum, multiple_of: step } = option;
  const span = (maximum ?? 0) - (minimum ?? 0);
  const sliderStep = step ?? niceStep(span);
  const hasSlider = minimum !== undefined && maximum !== undefined && span <= MAX_SPAN && span / sliderStep <= MAX_SPAN;
  return (
    <span class="number-control">
      {hasSlider && (
        <input
          type="range"
          min={minimum}
          max={maximum}
          step={sliderStep}
          value={Number.isNaN(number) ? minimum : number}
          aria-label={words.form.slider(optionLabel(option.name))}
          onInput={({ currentTarget }) => onChange(Number(currentTarget.value))}
        />
      )}
      <input
        id={id}
        class="number-text"
        type="text"
        inputMode={minimum !== undefined && minimum < 0 ? 'text' : 'decimal'}
        autocomplete="off"
        value={text}
        aria-invalid={isBad}
        aria-describedby={describedBy}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          onChange(currentTarget.value.trim() === '' ? Number.NaN : Number(currentTarget.value));
        }}
      />
      {minimum !== undefined && maximum !== undefined && (
        <span class="range">{words.common.fromTo(minimum, maximum)}</span>
      )}
    </span>
  );
}

/** A hundredth of a span, as 1, 2 or 5 of some decimal place. */
function niceStep(span: number): number {
  const rough = span / 100;
  const power = 10 ** Math.floor(Math.log10(rough || 1));
  const digit = [1, 2, 5].find((factor) => factor * power >= rough) ?? 10;
  return digit * power;
}

/** A key of several lines would lose them in a field of one. */
function Secret({ id, option, value, isBad, describedBy, onChange }: ControlProps) {
  const [isShown, setIsShown] = useState(false);
  const field = {
    id,
    autocomplete: 'off',
    spellcheck: false,
    value: String(value),
    'aria-invalid': isBad,
    'aria-describedby': describedBy,
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      onChange(currentTarget.value),
  } as const;
  const masked = isShown ? '' : ' masked';
  return (
    <span class="secret">
      {isLong(option) && <textarea class={`text-area line${masked}`} rows={1} {...field} />}
      {!isLong(option) && isShown && <input key="shown" type="text" {...field} />}
      {!isLong(option) && !isShown && <input key="hidden" type="password" {...field} />}
      <button
        type="button"
        class="icon-button"
        aria-pressed={isShown}
        aria-label={words.form.showTyped}
        onClick={() => setIsShown(!isShown)}
      >
        <Icon name={isShown ? 'eye' : 'lock'} size={16} />
      </button>
    </span>
  );
}

const Colour = ({ id, option, value, isBad, describedBy, onChange }: ControlProps) => (
  <span class="colour">
    <input
      type="color"
      class={isSeeThrough(String(value)) ? 'see-through' : undefined}
      value={pickerColour(String(value))}
      aria-label={words.form.picker(optionLabel(option.name))}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
    <input
      id={id}
      type="text"
      autocomplete="off"
      spellcheck={false}
      value={String(value)}
      aria-invalid={isBad}
      aria-describedby={describedBy}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
    {isSeeThrough(String(option.default)) && value !== option.default && (
      <button type="button" class="text-button" onClick={() => onChange(option.default)}>
        {option.default === '' ? words.common.none : words.form.transparent}
      </button>
    )}
  </span>
);

/** The colour as a picker takes it: six digits, black where it is none or cannot be told. */
function pickerColour(value: string): string {
  const digits = /^#([0-9a-f]{6})(?:[0-9a-f]{2})?$/i.exec(value)?.[1];
  if (digits !== undefined) return `#${digits}`;
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(value);
  if (short !== null)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`;
  return namedColour(value) ?? '#000000';
}

/** The digits of a name such as `white`, as the browser knows them. */
function namedColour(name: string): string | undefined {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null || !/^[a-z]+$/i.test(name)) return undefined;
  context.fillStyle = '#000000';
  context.fillStyle = name;
  const { fillStyle } = context;
  return typeof fillStyle === 'string' && fillStyle.startsWith('#') ? fillStyle : undefined;
}

const ShortText = ({ id, value, isBad, describedBy, onChange }: ControlProps) => (
  <input
    id={id}
    type="text"
    autocomplete="off"
    spellcheck={false}
    value={String(value)}
    aria-invalid={isBad}
    aria-describedby={describedBy}
    onInput={({ currentTarget }) => onChange(currentTarget.value)}
  />
);

/** Keys that leave a field, or send the form, elsewhere. */
const MARKS = [
  { label: 'tab', text: '\t' },
  { label: 'lineBreak', text: '\n' },
] as const;

/** A text that may hold line breaks and tabs, which buttons put in at the cursor. */
function Separator({ id, value, isBad, describedBy, onChange }: ControlProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const insert = (text: string) => {
    const { current } = field;
    if (current === null) return;
    current.setRangeText(text, current.selectionStart, current.selectionEnd, 'end');
    onChange(current.value);
    current.focus();
  };
  return (
    <span class="separator">
      <textarea
        ref={field}
        id={id}
        class="text-area line"
        rows={1}
        spellcheck={false}
        autocomplete="off"
        value={String(value)}
        aria-invalid={isBad}
        aria-describedby={describedBy}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {MARKS.map(({ label, text }) => (
        <button key={label} type="button" class="button small" onClick={() => insert(text)}>
          {words.form[label]}
        </button>
      ))}
    </span>
  );
}

const LongText = ({ id, option, value, isBad, describedBy, onChange }: ControlProps) => (
  <textarea
    id={id}
    class={isContent(option) ? 'text-area short' : 'text-area line'}
    rows={1}
    spellcheck={false}
    autocomplete="off"
    value={String(value)}
    aria-invalid={isBad}
    aria-describedby={describedBy}
    onInput={({ currentTarget }) => onChange(currentTarget.value)}
  />
);
