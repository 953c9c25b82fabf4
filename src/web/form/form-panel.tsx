import { useEffect, useRef, useState } from 'preact/hooks';

import { doneShare, levelsOf, type RunProgress } from '../../core/run-progress.js';

import { fetchExamples } from '../data.js';
import { FILLING_TOOL, FormFilling } from '../filling/form-filling.js';
import { Icon } from '../icons.js';
import { withCapital } from '../names.js';
import { canReduce } from '../preview/reduced-copy.js';
import {
  canRunWhileTyping,
  largeImage,
  previewsImages,
  runsWhileTyping,
  setRunsWhileTyping,
  undecodedImage,
  useRunWhileTyping,
} from '../run-while-typing.js';
import type { RunState, Session } from '../session.js';
import { useStore } from '../store.js';
import { durationText } from '../units.js';
import { numberText, oneDigit } from '../words/numbers.js';
import { english, words } from '../words/words.js';
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
        <h2 id="form-title">{words.form.title}</h2>
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
        {!hasFields && <p class="hint">{words.form.nothingToFill}</p>}
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
      {words.form.undo}
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
    { label: words.form.results, isRefusal: false },
    { label: words.form.refusals, isRefusal: true },
  ];
  return (
    <div class="examples">
      {isLost && <span class="hint">{words.common.lost}</span>}
      <button type="button" class="button small" onClick={() => void use(0)}>
        <Icon name="spark" size={15} />
        {words.form.example}
      </button>
      {tool.examples.length > 1 && (
        <select
          class="example-list"
          aria-label={words.form.otherExamples}
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
                  <option key={title} value={index} lang={english}>
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
            {words.form.cancel}
          </button>
        ) : (
          <button key="run" type="submit" class="button primary">
            <Icon name="play" size={16} />
            {words.form.run}
          </button>
        )}
        <span class="run-now">
          {run.phase === 'running' && run.part !== undefined && (
            <span class="part">{words.form.requestOf(run.part, run.parts ?? run.part)}</span>
          )}
          {run.phase === 'running' && run.progress !== undefined && <PlaceNow progress={run.progress} />}
          {run.phase === 'running' && <Elapsed startedAt={run.startedAt} limitMs={limitMs} progress={run.progress} />}
          {run.phase === 'waiting' && <Countdown untilAt={run.untilAt} onTryNow={() => session.tryNow()} />}
          {!isBusy && (
            <span class="keys" aria-hidden="true">
              <kbd>{words.keys.ctrl}</kbd> <kbd>{words.keys.enter}</kbd>
            </span>
          )}
        </span>
        <button type="button" class="text-button clear" onClick={() => session.clear()}>
          {words.form.clearAll}
        </button>
      </div>
      {canRunWhileTyping(session.tool) && (
        <WhileTypingSwitch label={previewsImages(session.tool) ? words.form.onEveryChange : words.form.whileTyping} />
      )}
      <LargeImageNote session={session} />
      <p class="hidden-words" role="status">
        {spokenState(run, faults.length)}
      </p>
    </div>
  );
}

/** Why a large image is not seen with every change. */
function LargeImageNote({ session }: { readonly session: Session }) {
  const form = useStore(session.form);
  const file = largeImage(session.tool, form);
  const undecoded = useStore(undecodedImage);
  if (!useStore(runsWhileTyping) || file === undefined) return null;
  if (!canReduce(session.tool, file, form.options)) return <p class="hint">{words.form.tooLargeToPreview}</p>;
  return undecoded === file.key ? <p class="hint">{words.form.cannotDecode(file.name)}</p> : null;
}

const WhileTypingSwitch = ({ label }: { readonly label: string }) => (
  <label class="while-typing">
    <input
      type="checkbox"
      checked={useStore(runsWhileTyping)}
      onChange={({ currentTarget }) => setRunsWhileTyping(currentTarget.checked)}
    />
    {label}
  </label>
);

function spokenState(run: RunState, faultCount: number): string {
  const { form } = words;
  if (run.phase === 'running')
    return `${run.part === undefined ? form.running : form.runningRequest(run.part, run.parts ?? run.part)}${spokenShare(run.progress)}`;
  if (run.phase === 'waiting') return form.busyWaiting;
  if (run.phase === 'done') return form.doneIn(durationText(run.ms));
  if (run.phase === 'cancelled') return form.cancelled;
  return faultCount > 0 ? form.toCorrect(faultCount) : '';
}

/** By quarters: a live region that changed with each report would be spoken without end. */
function spokenShare(progress: RunProgress | undefined): string {
  const quarters = progress === undefined ? 0 : Math.min(3, Math.floor(4 * doneShare(progress)));
  return quarters === 0 ? '' : words.form.shareDone(25 * quarters);
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

/** Where a run is that runs other tools, and what the one under way has written. */
function PlaceNow({ progress }: { readonly progress: RunProgress }) {
  const { places, written } = levelsOf(progress);
  const [outermost] = places;
  if (outermost === undefined) return null;
  const { form } = words;
  const levels = places.map(({ done, total, unit }) => form.placeOf[unit](numberText(done + 1), numberText(total)));
  const place = withCapital([...levels, outermost.tool ?? ''].join(', '));
  return (
    <span class="part">
      {written === undefined ? place : form.writtenAt(place, oneDigit(written.done), oneDigit(written.total))}
    </span>
  );
}

/** How far a run is, where it says so, and the time it has taken, against the time it may take. */
function Elapsed({ startedAt, limitMs, progress }: ElapsedOf) {
  const ms = Math.max(0, useTick() - startedAt);
  return (
    <span class="elapsed">
      {progress === undefined ? (
        <progress max={limitMs} value={Math.min(ms, limitMs)} aria-label={words.form.timeUsed} />
      ) : (
        <progress
          max={1}
          value={doneShare(progress)}
          aria-label={progress.unit === 'seconds' ? words.form.writtenSoFar : words.form.doneSoFar}
        />
      )}
      <span class="elapsed-text">
        {progress?.unit !== 'seconds'
          ? words.form.secondsOf(oneDigit(ms / 1000), String(limitMs / 1000))
          : words.form.written(oneDigit(progress.done), oneDigit(progress.total), oneDigit(ms / 1000))}
      </span>
    </span>
  );
}

function Countdown({ untilAt, onTryNow }: { readonly untilAt: number; readonly onTryNow: () => void }) {
  const seconds = Math.max(0, (untilAt - useTick()) / 1000);
  return (
    <span class="countdown">
      <span>{words.form.nextTry(<b>{oneDigit(seconds)} s</b>)}</span>
      <button type="button" class="text-button" onClick={onTryNow}>
        {words.form.tryNow}
      </button>
    </span>
  );
}
