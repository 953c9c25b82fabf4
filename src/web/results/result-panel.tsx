import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';

import type { RefusedPart } from '../batches.js';
import { FaultMessage } from '../fault-message.js';
import { type Fault, faultAdvice, faultTitle } from '../faults.js';
import { Icon } from '../icons.js';
import type { ReducedForm } from '../preview/reduced-copy.js';
import type { RunAnswer } from '../run.js';
import { type FormState, isSameForm, type Session } from '../session.js';
import { beginPipeline, canBeginPipeline } from '../steps/begin-pipeline.js';
import { useStore } from '../store.js';
import { durationText, sizeText } from '../units.js';
import { english, words } from '../words/words.js';
import { JsonView } from './json-view.js';
import { ResultFiles } from './result-files.js';
import { TextView } from './text-view.js';

/** What became of the run. */
export function ResultPanel({ session }: { readonly session: Session }) {
  const run = useStore(session.run);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    // Where the result stands below the form, it comes into view by itself.
    const isBelow = panel.current !== null && panel.current.getBoundingClientRect().top > window.innerHeight - 120;
    if ((run.phase === 'done' || run.phase === 'failed') && isBelow && session.faults.value.length === 0) {
      panel.current?.scrollIntoView({ block: 'start', behavior: calmScroll() });
    }
  }, [run.phase]);
  return (
    <section class="panel result" aria-labelledby="result-title" ref={panel} data-phase={run.phase}>
      <header class="panel-head">
        <h2 id="result-title">{words.result.title}</h2>
        {run.phase === 'done' && (
          <span class="head-tools">
            <span class="aside">{durationText(run.ms)}</span>
            {canBeginPipeline(session) && <AndThen session={session} />}
          </span>
        )}
      </header>
      {run.phase === 'idle' && <Empty>{promiseOf(session)}</Empty>}
      {run.phase === 'running' && <Empty isBusy>{words.result.working}</Empty>}
      {run.phase === 'waiting' && <Empty isBusy>{words.result.waiting}</Empty>}
      {run.phase === 'cancelled' && <Empty>{words.result.cancelledAfter(durationText(run.ms))}</Empty>}
      {run.phase === 'failed' && <Failure fault={run.fault} />}
      {run.phase === 'done' && <StaleNote session={session} form={run.form} />}
      {run.phase === 'done' && run.refused.map((part) => <RefusedNote key={part.names.join()} part={part} />)}
      {run.phase === 'done' && run.reduced !== undefined && <ReducedNote reduced={run.reduced} />}
      {run.phase === 'done' && (
        <Answer
          session={session}
          answer={run.answer}
          form={run.reduced?.form ?? run.form}
          isPreview={run.reduced !== undefined}
        />
      )}
    </section>
  );
}

/** Goes on with what was filled in as the first step of a pipeline. */
function AndThen({ session }: { readonly session: Session }) {
  const [isLost, setIsLost] = useState(false);
  return (
    <>
      {isLost && <span class="hint">{words.common.lost}</span>}
      <button
        type="button"
        class="button small"
        title={words.result.andThenMore}
        onClick={() => void beginPipeline(session).catch(() => setIsLost(true))}
      >
        {words.result.andThen}
      </button>
    </>
  );
}

/** A result of another form than the one that is filled in now. */
function StaleNote({ session, form }: { readonly session: Session; readonly form: FormState }) {
  if (isSameForm(useStore(session.form), form)) return null;
  return (
    <p class="stale" role="status">
      <Icon name="alert" size={16} />
      {words.result.stale}
    </p>
  );
}

/** A result that was made from a smaller copy, and is only to be looked at. */
const ReducedNote = ({ reduced: { size, full } }: { readonly reduced: ReducedForm }) => (
  <p class="stale" role="status">
    <Icon name="eye" size={16} />
    {words.result.reduced(words.result.pixels(size.width, size.height), words.result.pixels(full.width, full.height))}
  </p>
);

/** Files that came to nothing, among others that did. */
const RefusedNote = ({ part: { names, message } }: { readonly part: RefusedPart }) => (
  <p class="stale" role="status">
    <Icon name="alert" size={16} />
    {names.length === 1 ? names[0] : words.result.refusedFiles(names[0] ?? '', names.at(-1) ?? '', names.length)}:{' '}
    <span lang={english}>
      <FaultMessage message={message} />
    </span>
  </p>
);

const calmScroll = (): ScrollBehavior =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';

function promiseOf({ tool: { gives } }: Session): string {
  if (gives.includes('files')) return words.result.filesAppear;
  return gives.includes('data') ? words.result.dataAppears : words.result.textAppears;
}

const Empty = ({ children, isBusy = false }: { readonly children: ComponentChildren; readonly isBusy?: boolean }) => (
  <div class={isBusy ? 'empty-result busy' : 'empty-result'}>
    <p>{children}</p>
  </div>
);

function Failure({ fault }: { readonly fault: Fault }) {
  // The service's own words, but where it has said none.
  const lang = fault.code === 'UNREACHABLE' ? undefined : english;
  return (
    <div class="failure" role="alert">
      <Icon name="alert" size={22} />
      <div>
        <h3>{faultTitle(fault)}</h3>
        <p class="failure-message" lang={lang}>
          <FaultMessage message={fault.message} />
        </p>
        <p class="hint">
          <span lang={lang}>{faultAdvice(fault)}</span> {fault.code !== 'UNREACHABLE' && <code>{fault.code}</code>}
        </p>
      </div>
    </div>
  );
}

interface AnswerProps {
  readonly session: Session;
  readonly answer: RunAnswer;
  readonly form: FormState;
  /** Nothing of it is the result that was asked for: it is looked at, not saved. */
  readonly isPreview: boolean;
}

function Answer({ session, answer, form, isPreview }: AnswerProps) {
  const { text, data, hasData, files } = answer;
  const total = useMemo(() => files.reduce((sum, { size }) => sum + size, 0), [files]);
  if (text === null && files.length === 0) return <Empty>{words.result.nothing}</Empty>;
  // A text that came as a file too is shown once, with the file.
  const isRepeated = text !== null && !hasData && files.length === 1 && files[0]?.holds(text) === true;
  const textPart = text !== null && !isRepeated && (
    <div class="result-part">
      {hasData ? (
        <JsonView session={session} data={data} text={text} name={answer.name} mime={answer.mime} />
      ) : (
        <TextView session={session} text={text} name={answer.name} mime={answer.mime} />
      )}
    </div>
  );
  return (
    <div class="answer">
      {files.length === 0 && textPart}
      {files.length > 0 && (
        <>
          {files.length > 1 && (
            <p class="aside">
              {words.common.files(files.length)}, {sizeText(total)}
            </p>
          )}
          <ResultFiles session={session} files={files} form={form} isPreview={isPreview} />
          {!isPreview && textPart}
        </>
      )}
    </div>
  );
}
