import { useEffect, useRef, useState } from 'preact/hooks';

import type { PageIndexTool } from '../../core/pages.js';
import { useFoundTools } from '../found-tools.js';
import { Icon } from '../icons.js';
import { familyName } from '../names.js';
import { english, words } from '../words/words.js';
import { passingOf } from './passing.js';

/** As in `src/tools/service/_pipeline.ts`. */
const MAX_STEPS = 8;
const MOST = 9;
/** Tools that run others cannot be steps. */
const SERVICE = 'service';

interface AddStepProps {
  readonly number: number;
  /** The tool of the step before. */
  readonly before: PageIndexTool | undefined;
  readonly onAdd: (tool: PageIndexTool) => void;
}

/** Finds the tool of the next step; one that cannot work on what comes says why. */
export function AddStep({ number, before, onAdd }: AddStepProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (number > MAX_STEPS) return <p class="hint">{words.steps.atMost(MAX_STEPS)}</p>;
  const close = () => {
    setIsOpen(false);
    button.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the list from whatever inside has the focus.
    <div
      class="add-step"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isOpen) close();
      }}
    >
      <button ref={button} type="button" class="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <Icon name="plus" size={16} />
        {number === 1 ? words.steps.addFirst : words.steps.add}
      </button>
      {isOpen && (
        <StepFinder
          before={before}
          onChoose={(tool) => {
            onAdd(tool);
            close();
          }}
        />
      )}
    </div>
  );
}

interface StepFinderProps {
  readonly before: PageIndexTool | undefined;
  readonly onChoose: (tool: PageIndexTool) => void;
}

function StepFinder({ before, onChoose }: StepFinderProps) {
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { tools, index, isLost } = useFoundTools(typed);
  const fits = (tool: PageIndexTool) => passingOf(before, tool) !== undefined;
  const isAsked = typed.trim() !== '';
  // What was asked for and does not fit is better told than missed.
  const shown = tools.filter((tool) => tool.family !== SERVICE && (isAsked || fits(tool))).slice(0, MOST);
  return (
    <div class="step-finder">
      <input
        ref={field}
        type="search"
        aria-label={words.steps.find}
        placeholder={words.steps.what}
        autocomplete="off"
        spellcheck={false}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          const first = shown.find(fits);
          // Enter in a form would run it.
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (first !== undefined && isAsked) onChoose(first);
        }}
      />
      {isLost && <p class="hint">{words.common.lost}.</p>}
      {!isLost && shown.length === 0 && (
        <p class="hint">{isAsked ? words.common.nothingFound : words.steps.invitation(index.length)}</p>
      )}
      <ul>
        {shown.map((tool) => (
          <li key={tool.id}>
            <button type="button" class="use-item" disabled={!fits(tool)} onClick={() => onChoose(tool)}>
              <span lang={english}>{tool.title}</span>
              <span class="palette-family">{fits(tool) ? familyName(tool.family) : whyNot(before, tool)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const whyNot = (before: PageIndexTool | undefined, tool: PageIndexTool): string =>
  tool.files === null ? words.steps.needsText(before?.title ?? '') : words.steps.needsFiles(before?.title ?? '');
