import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import type { CatalogOption } from '../../core/catalog.js';
import type { PageTool } from '../../core/pages.js';
import { Icon } from '../icons.js';
import { optionLabel } from '../names.js';
import { defaultValues, isSecret, type OptionValue } from '../options.js';
import { toolPath } from '../router.js';
import { Session } from '../session.js';
import { useStore } from '../store.js';
import { english, words } from '../words/words.js';
import { toolOfStep } from './known-tools.js';
import type { Step } from './step-text.js';

/** The field of an option, for a form that may be one of several of the page. */
export type OptionFieldType = ComponentType<{
  readonly session: Session;
  readonly option: CatalogOption;
  readonly prefix?: string;
}>;

interface StepCardProps {
  readonly Field: OptionFieldType;
  /** Tells its fields from those of the other steps. */
  readonly prefix: string;
  readonly step: Step;
  readonly number: number;
  readonly count: number;
  readonly isBad: boolean;
  readonly onChange: (step: Step) => void;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

type Loaded =
  | { readonly state: 'loading' | 'missing' | 'lost' }
  | { readonly state: 'there'; readonly session: Session };

/** One step: its tool, its options, its place. */
export function StepCard({ Field, prefix, step, number, count, isBad, onChange, onMove, onRemove }: StepCardProps) {
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' });
  useEffect(() => {
    toolOfStep(step.tool).then(
      (tool) =>
        setLoaded(tool === undefined ? { state: 'missing' } : { state: 'there', session: sessionOf(tool, step) }),
      () => setLoaded({ state: 'lost' }),
    );
  }, []);
  const title = loaded.state === 'there' ? loaded.session.tool.title : step.tool;
  const name = words.steps.step(number, title);
  return (
    <li class={isBad ? 'step bad' : 'step'}>
      <div class="step-head">
        <span class="step-number" aria-hidden="true">
          {number}
        </span>
        <a class="step-title" lang={english} href={toolPath(step.tool)} target="_blank" rel="noreferrer">
          {title}
        </a>
        <button
          type="button"
          class="icon-button"
          disabled={number === 1}
          aria-label={words.common.moveUp(name)}
          onClick={() => onMove(number - 2)}
        >
          <Icon name="up" size={16} />
        </button>
        <button
          type="button"
          class="icon-button"
          disabled={number === count}
          aria-label={words.common.moveDown(name)}
          onClick={() => onMove(number)}
        >
          <Icon name="down" size={16} />
        </button>
        <button type="button" class="icon-button" aria-label={words.common.remove(name)} onClick={onRemove}>
          <Icon name="close" size={16} />
        </button>
      </div>
      {loaded.state === 'missing' && <p class="fault">{words.steps.noTool(step.tool)}</p>}
      {loaded.state === 'lost' && <p class="hint">{words.common.lost}.</p>}
      {loaded.state === 'there' && (
        <StepOptions Field={Field} prefix={prefix} session={loaded.session} step={step} onChange={onChange} />
      )}
    </li>
  );
}

/** A form of its own, which is not kept: the steps are. */
function sessionOf(tool: PageTool, { options }: Step): Session {
  const fitting = tool.options.filter(({ name, type }) => typeof options[name] === type);
  const values = Object.fromEntries(fitting.map(({ name }) => [name, options[name] as OptionValue]));
  return new Session(tool, { text: '', options: values, fileNames: [] });
}

interface StepOptionsProps {
  readonly Field: OptionFieldType;
  readonly prefix: string;
  readonly session: Session;
  readonly step: Step;
  readonly onChange: (step: Step) => void;
}

function StepOptions({ Field, prefix, session, step, onChange }: StepOptionsProps) {
  const { tool } = session;
  const { options } = useStore(session.form);
  useEffect(
    () =>
      session.form.follow(() => {
        const defaults = defaultValues(tool.options);
        const changed = Object.entries(session.form.value.options).filter(
          ([name, value]) => value !== defaults[name] && !Number.isNaN(value),
        );
        onChange({ ...step, options: Object.fromEntries(changed) });
      }),
    [session, step, onChange],
  );
  const chosen = tool.options.filter(({ name, default: usual }) => options[name] !== usual);
  const settings = chosen.map((option) => {
    const value = isSecret(option) ? '•••' : String(options[option.name]);
    return `${optionLabel(option.name)}: ${value.length > 40 ? `${value.slice(0, 39)}…` : value}`;
  });
  return (
    <>
      {tool.options.length > 0 && (
        <details class="step-options">
          <summary lang={settings.length === 0 ? undefined : english}>
            {settings.length === 0 ? words.steps.options : settings.join(', ')}
          </summary>
          <div class="options">
            {tool.options.map((option) => (
              <Field key={option.name} session={session} option={option} prefix={prefix} />
            ))}
          </div>
        </details>
      )}
      {tool.files !== null && (
        <label class="step-each">
          <input
            type="checkbox"
            checked={step.each}
            onChange={({ currentTarget }) => onChange({ ...step, each: currentTarget.checked })}
          />
          {words.steps.each}
        </label>
      )}
    </>
  );
}
