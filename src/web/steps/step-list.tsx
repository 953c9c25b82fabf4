import { useEffect, useRef, useState } from 'preact/hooks';

import type { PageIndexTool } from '../../core/pages.js';
import { CopyButton } from '../copy-button.js';
import { fetchIndex } from '../data.js';
import { type Fault, stepOf } from '../faults.js';
import { words } from '../words/words.js';
import { AddStep } from './add-step.js';
import { withoutSecrets } from './known-tools.js';
import { passingOf, passingProperty } from './passing.js';
import { SavedList } from './saved-list.js';
import { type OptionFieldType, StepCard } from './step-card.js';
import { readSteps, type Step, writeSteps } from './step-text.js';

interface StepListProps {
  /** What shows an option; given, because it shows this list itself. */
  readonly Field: OptionFieldType;
  readonly id: string;
  /** The steps as JSON. */
  readonly value: string;
  readonly faults: readonly Fault[];
  readonly onChange: (value: string) => void;
}

interface Row {
  /** Stays with the step wherever it is moved. */
  readonly key: number;
  readonly step: Step;
}

let lastKey = 0;

const rowOf = (step: Step): Row => {
  lastKey += 1;
  return { key: lastKey, step };
};

/** The steps of a pipeline: chosen by their tools, filled in as on their own pages, moved and removed. */
export function StepList({ Field, id, value, faults, onChange }: StepListProps) {
  const index = useIndex();
  const written = useRef<string | undefined>(undefined);
  const [rows, setRows] = useState<readonly Row[] | undefined>([]);
  useEffect(() => {
    // What came from elsewhere: an example, a link, the JSON below.
    if (value === written.current) return;
    written.current = value;
    setRows(readSteps(value)?.map(rowOf));
  }, [value]);
  const change = (next: readonly Row[]) => {
    setRows(next);
    written.current = writeSteps(next.map(({ step }) => step));
    onChange(written.current);
  };
  const place = (rows ?? []).length;
  const before = index.get(rows?.at(-1)?.step.tool ?? '');
  const add = (tool: PageIndexTool) => {
    const more = passingProperty(passingOf(before, tool) ?? 'as it comes');
    change([...(rows ?? []), rowOf({ tool: tool.id, options: {}, each: false, more })]);
  };
  const move = (from: number, to: number) => {
    const next = [...(rows ?? [])];
    next.splice(to, 0, ...next.splice(from, 1));
    change(next);
  };
  const badSteps = faults.map(({ message }) => stepOf(message));
  return (
    <fieldset class="steps" id={id} aria-labelledby={`${id}-label`} aria-describedby={`${id}-about`}>
      {rows === undefined && <p class="hint">{words.steps.notSteps}</p>}
      {rows !== undefined && rows.length > 0 && (
        <ol class="step-list">
          {rows.map(({ key, step }, at) => (
            <StepCard
              key={key}
              Field={Field}
              prefix={`step-${key}-`}
              step={step}
              number={at + 1}
              count={rows.length}
              isBad={badSteps.includes(at + 1)}
              onChange={(changed) => change(rows.map((row) => (row.key === key ? { key, step: changed } : row)))}
              onMove={(to) => move(at, to)}
              onRemove={() => change(rows.filter((row) => row.key !== key))}
            />
          ))}
        </ol>
      )}
      {rows !== undefined && <AddStep number={place + 1} before={before} onAdd={add} />}
      <SavedList steps={value} onOpen={onChange} />
      {place > 0 && (
        <div class="step-share">
          <span class="hint">{words.steps.link}</span>
          <CopyButton of={words.steps.ofLink} text={() => linkOf(value)} />
        </div>
      )}
      <details class="step-json" open={rows === undefined}>
        <summary>{words.steps.asJson}</summary>
        <textarea
          class="text-area line"
          rows={2}
          aria-label={words.steps.asJson}
          spellcheck={false}
          autocomplete="off"
          value={value}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </details>
    </fieldset>
  );
}

function linkOf(steps: string): string {
  const parameters = new URLSearchParams({ steps: withoutSecrets(steps) });
  return `${location.origin}${location.pathname}#${parameters}`;
}

function useIndex(): ReadonlyMap<string, PageIndexTool> {
  const [index, setIndex] = useState<ReadonlyMap<string, PageIndexTool>>(new Map());
  useEffect(() => {
    fetchIndex().then(
      ({ tools }) => setIndex(new Map(tools.map((tool) => [tool.id, tool]))),
      // The field that finds tools says that the service does not answer.
      () => undefined,
    );
  }, []);
  return index;
}
