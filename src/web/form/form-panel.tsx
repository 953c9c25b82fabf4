import { useEffect, useRef, useState } from 'preact/hooks';

import { progressText, type RunProgress } from '../../core/run-progress.js';

import { fetchExamples } from '../data.js';
import { FILLING_TOOL, FormFilling } from '../filling/form-filling.js';
import { Icon } from '../icons.js';
import {
  canRunWhileTyping,
  previewsImages,
  runsWhileTyping,
  setRunsWhileTyping,
  useRunWhileTyping,
} from '../run-while-typing.js';
import type { RunState, Session } from '../session.js';
import { useStore } from '../store.js';
import { durationText } from '../units.js';
import { FilesField } from './files-field.js';
import { OptionField } from './option-field.js';
import { TextField } from './text-field.js';
import { useDrops } from './use-drops.js';

/** What a run is given: text, files, options, and the button that starts it. */
export function FormPanel({ session }: { readonly session: Session }) {
  const { tool } = session;
  const form = useRef<HTMLFormElement>(null);
  const start = async () => {
    await session.start();
    // The first field that is wrong is where to go on; drawn by then.
    requestAnimationFrame(() => {
      if (session.faults.value.length === 0) return;
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    });
  };
  useDrops(session);
  useRunWhileTyping(session);
  // A file that may be left out stands for the text, in most tools.
  const isTextFirst = tool.input !== 'none' && tool.files?.min === 0;
  const hasFields = tool.input !== 'none' || tool.files !== null || tool.options.length > 0;
  return (
    <section class="panel" aria-labelledby="form-title">
      <header class="panel-head">
        <h2 id="form-title">Input</h2>
        <span class="head-tools">
          <UndoButton session={session} />
          {tool.examples.length > 0 && <ExampleMenu session={session} />}
        </span>
      </header>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void start();
        }}
      >
        {isTextFirst && <TextField session={session} />}
        {tool.files !== null && <FilesField session={session} isCompact={isTextFirst} />}
        {tool.id === FILLING_TOOL && <FormFilling session={session} />}
        {tool.input !== 'none' && !isTextFirst && <TextField session={session} />}
        {tool.options.length > 0 && (
          <div class="options">
            {tool.options.map((option) => (
              <OptionField key={option.name} session={session} option={option} />
            ))}
          </div>
        )}
        {!hasFields && <p class="hint">Nothing to fill in: just run it.</p>}
        <RunBar session={session} />
      </form>
    </section>
  );
}

/** Gives back what an example, or "Clear all", has taken away. */
function UndoButton({ session }: { readonly session: Session }) {
  if (useStore(session.replaced) === undefined) return null;
  return (
    <button type="button" class="text-button" onClick={() => session.undo()}>
      <Icon name="reset" size={14} />
      Undo
    </button>
  );
}

/** Worked examples: the first with one click, the others by name. */
function ExampleMenu({ session }: { readonly session: Session }) {
  const { tool } = session;
  const [isLost, setIsLost] = useState(false);
  const use = async (index: number) => {
    try {
      const example = (await fetchExamples(tool.id))[index];
      if (example !== undefined) session.setRequest(example.request);
      setIsLost(false);
    } catch {
      // The service is not responding: said beside the button.
      setIsLost(true);
    }
  };
  const groups = [
    { label: 'Results', isRefusal: false },
    { label: 'Refusals', isRefusal: true },
  ];
  return (
    <div class="examples">
      {isLost && <span class="hint">The service is not responding</span>}
      <button type="button" class="button small" onClick={() => void use(0)}>
        <Icon name="spark" size={15} />
        Try an example
      </button>
      {tool.examples.length > 1 && (
        <select
          class="example-list"
          aria-label="Other examples"
          value=""
          onChange={({ currentTarget }) => {
            const index = Number(currentTarget.value);
            currentTarget.value = '';
            void use(index);
          }}
        >
          <option value="" disabled hidden>
            {tool.examples.length}
          </option>
          {groups.map(({ label, isRefusal }) => (
            <optgroup key={label} label={label}>
              {tool.examples.map(({ title, code }, index) =>
                (code !== undefined) === isRefusal ? (
                  <option key={title} value={index}>
                    {title}
                  </option>
                ) : null,
              )}
            </optgroup>
          ))}
        </select>
      )}
    </div>
  );
}

function RunBar({ session }: { readonly session: Session }) {
  const run = useStore(session.run);
  const faults = useStore(session.faults);
  const limitMs = session.tool.limits.timeout_seconds * 1000;
  const isBusy = run.phase === 'running' || run.phase === 'waiting';
  return (
    <div class="run-bar">
      <div class="run-buttons">
        {/* Two elements: one that turned from Cancel into Run under the pointer would submit the form with the same click. */}
        {isBusy ? (
          <button key="cancel" type="button" class="button primary" onClick={() => session.cancel()}>
            <Icon name="stop" size={16} />
            Cancel
          </button>
        ) : (
          <button key="run" type="submit" class="button primary">
            <Icon name="play" size={16} />
            Run
          </button>
        )}
        <span class="run-now">
          {run.phase === 'running' && run.part !== undefined && (
            <span class="part">
              Request {run.part} of {run.parts}
            </span>
          )}
          {run.phase === 'running' && <Elapsed startedAt={run.startedAt} limitMs={limitMs} progress={run.progress} />}
          {run.phase === 'waiting' && <Countdown untilAt={run.untilAt} onTryNow={() => session.tryNow()} />}
          {!isBusy && (
            <span class="keys" aria-hidden="true">
              <kbd>Ctrl</kbd> <kbd>Enter</kbd>
            </span>
          )}
        </span>
        <button type="button" class="text-button clear" onClick={() => session.clear()}>
          Clear all
        </button>
      </div>
      {canRunWhileTyping(session.tool) && (
        <WhileTypingSwitch words={previewsImages(session.tool) ? 'Run on every change' : 'Run while typing'} />
      )}
      <p class="hidden-words" role="status">
        {spokenState(run, faults.length)}
      </p>
    </div>
  );
}

const WhileTypingSwitch = ({ words }: { readonly words: string }) => (
  <label class="while-typing">
    <input
      type="checkbox"
      checked={useStore(runsWhileTyping)}
      onChange={({ currentTarget }) => setRunsWhileTyping(currentTarget.checked)}
    />
    {words}
  </label>
);

function spokenState(run: RunState, faultCount: number): string {
  if (run.phase === 'running')
    return `${run.part === undefined ? 'Running' : `Running request ${run.part} of ${run.parts}`}${spokenShare(run.progress)}`;
  if (run.phase === 'waiting') return 'The service is busy; waiting';
  if (run.phase === 'done') return `Done in ${durationText(run.ms)}`;
  if (run.phase === 'cancelled') return 'Cancelled';
  if (faultCount > 0) return faultCount === 1 ? 'One thing to correct' : `${faultCount} things to correct`;
  return '';
}

/** By quarters: a live region that changed with each report would be spoken without end. */
function spokenShare(progress: RunProgress | undefined): string {
  const quarters = progress === undefined ? 0 : Math.min(3, Math.floor((4 * progress.done) / progress.total));
  return quarters === 0 ? '' : `, ${25 * quarters} % done`;
}

const TICK_MS = 100;

/** Draws anew ten times a second. */
function useTick(): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

interface ElapsedOf {
  readonly startedAt: number;
  readonly limitMs: number;
  readonly progress: RunProgress | undefined;
}

/** How far a run is, where it says so, and the time it has taken, against the time it may take. */
function Elapsed({ startedAt, limitMs, progress }: ElapsedOf) {
  const ms = Math.max(0, useTick() - startedAt);
  return (
    <span class="elapsed">
      {progress === undefined ? (
        <progress max={limitMs} value={Math.min(ms, limitMs)} aria-label="Time used" />
      ) : (
        <progress max={progress.total} value={progress.done} aria-label="Written so far" />
      )}
      <span class="elapsed-text">
        {progress === undefined
          ? `${(ms / 1000).toFixed(1)} s of at most ${limitMs / 1000} s`
          : `${progressText(progress)} in ${(ms / 1000).toFixed(1)} s`}
      </span>
    </span>
  );
}

function Countdown({ untilAt, onTryNow }: { readonly untilAt: number; readonly onTryNow: () => void }) {
  const seconds = Math.max(0, (untilAt - useTick()) / 1000);
  return (
    <span class="countdown">
      <span>
        The service is busy. Next try in <b>{seconds.toFixed(1)} s</b>
      </span>
      <button type="button" class="text-button" onClick={onTryNow}>
        Try now
      </button>
    </span>
  );
}
