import { fromBase64 } from '../client/base64.js';
import { pauseBefore } from '../client/retry.js';
import type { ExampleRequest } from '../core/catalog.js';
import { fileCountFault, fileFault, filesSizeFault, inputFault } from '../core/input-faults.js';
import { optionFault } from '../core/option-faults.js';
import type { PageTool } from '../core/pages.js';
import type { RunProgress } from '../core/run-progress.js';

import { joinAnswers, mostFiles, partsOf, type RefusedPart, worksOnEach } from './batches.js';
import { type Fault, type Field, fieldOf, isSameField } from './faults.js';
import { type KeptForm, keepForm, keptForm } from './kept-form.js';
import { defaultValues, type OptionValue, type OptionValues, optionSchema } from './options.js';
import type { ReducedForm } from './preview/reduced-copy.js';
import { rememberTool } from './recent.js';
import { type RunAnswer, type RunBody, type RunRefusal, runBody, sendRun } from './run.js';
import { Store } from './store.js';
import { words } from './words/words.js';

/** A file of the form. */
export interface FormFile {
  /** Tells two files of the same name apart. */
  readonly key: number;
  readonly name: string;
  readonly mime: string;
  readonly blob: Blob;
}

export interface FormState {
  readonly text: string;
  readonly options: OptionValues;
  readonly files: readonly FormFile[];
}

export type RunState =
  | { readonly phase: 'idle' }
  /** `part`: of a run in several requests, from 1. */
  | {
      readonly phase: 'running';
      readonly startedAt: number;
      readonly part?: number;
      readonly parts?: number;
      /** Where the run says how far it is. */
      readonly progress?: RunProgress;
    }
  /** The service was busy: the next try begins at `untilAt`. */
  | { readonly phase: 'waiting'; readonly untilAt: number; readonly tried: number }
  | {
      readonly phase: 'done';
      readonly answer: RunAnswer;
      readonly ms: number;
      readonly form: FormState;
      /** Of a run in several requests: those that were refused. */
      readonly refused: readonly RefusedPart[];
      /** What was sent in the form's place. */
      readonly reduced?: ReducedForm | undefined;
    }
  | { readonly phase: 'failed'; readonly fault: Fault; readonly answer?: string; readonly ms: number }
  | { readonly phase: 'cancelled'; readonly ms: number };

type FileFault = Fault & { readonly field: { readonly kind: 'files'; readonly index?: number } };

/** A busy service is asked again at most so often, at first soon, later every eight seconds or so. */
const BUSY = { tries: 8, pauseMs: 1000, pauseLimitMs: 8000, repeatWork: false };
const BUSY_STATUS = 429;

let lastKey = 0;

export function formFile(blob: Blob, name: string, mime = blob.type): FormFile {
  lastKey += 1;
  return { key: lastKey, name, mime, blob };
}

/** Whether two forms ask for the same run. */
export const isSameForm = (a: FormState, b: FormState): boolean =>
  a.text === b.text &&
  Object.keys({ ...a.options, ...b.options }).every((name) => Object.is(a.options[name], b.options[name])) &&
  a.files.length === b.files.length &&
  a.files.every(({ key }, index) => key === b.files[index]?.key);

/** What a person has filled in for one tool, and what became of it. Lives as long as the document; text and options outlive a reload. */
export class Session {
  readonly form: Store<FormState>;
  readonly run = new Store<RunState>({ phase: 'idle' });
  /** What is wrong with the form. */
  readonly faults = new Store<readonly Fault[]>([]);
  /** The form before an example or "Clear all" took its place, until the next change. */
  readonly replaced = new Store<FormState | undefined>(undefined);
  /** Names of the files that a reload has taken away. */
  readonly lostFiles = new Store<readonly string[]>([]);
  #stop: AbortController | undefined;
  /** Of a run that nobody has asked for. */
  #stopQuiet: AbortController | undefined;
  #tryNow: (() => void) | undefined;

  constructor(
    readonly tool: PageTool,
    kept: KeptForm | undefined = keptForm(tool),
  ) {
    const options = { ...defaultValues(tool.options), ...kept?.options };
    this.form = new Store({ text: kept?.text ?? '', options, files: [] });
    this.lostFiles.set(kept?.fileNames ?? []);
  }

  setText(text: string): void {
    this.#change({ text }, { kind: 'input' });
  }

  setOption(name: string, value: OptionValue): void {
    const options = { ...this.form.value.options, [name]: value };
    this.#change({ options }, { kind: 'option', name });
    this.#checkAgain({ kind: 'option', name });
  }

  setOptions(options: OptionValues): void {
    this.form.set({ ...this.form.value, options: { ...defaultValues(this.tool.options), ...options } });
    this.faults.set([]);
  }

  /** Sets the files; what is wrong with them is said at once, in the service's words. */
  setFiles(files: readonly FormFile[]): void {
    this.form.set({ ...this.form.value, files });
    this.replaced.set(undefined);
    this.lostFiles.set([]);
    this.#dropFaults(({ field }) => field.kind === 'files');
    // Too few files are nobody's mistake before the run.
    const faults = this.#fileFaults().filter(({ field }) => field.index !== undefined || files.length > 0);
    this.faults.set([...this.faults.value, ...faults]);
  }

  addFiles(added: readonly FormFile[]): void {
    // Where one file is taken, another replaces it.
    const { files, options } = this.form.value;
    this.setFiles(mostFiles(this.tool, options) === 1 ? added.slice(-1) : [...files, ...added]);
  }

  /** Fills the form with a worked example. */
  setRequest({ input = '', options = {}, files = [] }: ExampleRequest): void {
    const taken = files.map(({ name, mime = '', base64 }) => formFile(blobOf(base64, mime), name, mime));
    const known: Record<string, OptionValue> = {};
    for (const { name, type } of this.tool.options) {
      const value = options[name];
      // An example of a refusal may hold a value that no field can: the default stands for it.
      if (typeof value === type) known[name] = value as OptionValue;
    }
    this.#replace({ text: input, options: { ...defaultValues(this.tool.options), ...known }, files: taken });
  }

  clear(): void {
    this.cancelQuiet();
    this.cancel();
    this.#replace({ text: '', options: defaultValues(this.tool.options), files: [] });
  }

  /** Takes back the last example or "Clear all". */
  undo(): void {
    const form = this.replaced.value;
    if (form !== undefined) this.#replace(form);
    this.replaced.set(undefined);
  }

  /** What is filled in, for the time after a reload. */
  keep(): void {
    keepForm(this.tool, this.form.value);
  }

  /** Everything that would be refused, found without asking. */
  check(): readonly Fault[] {
    const { text, options } = this.form.value;
    const faults: Fault[] = [];
    const input = inputFault(this.tool.input, text, this.tool.files !== null);
    if (input !== undefined) faults.push({ code: input.code, message: input.message, field: { kind: 'input' } });
    for (const option of this.tool.options) {
      const fault = this.#optionFault(option.name, options[option.name]);
      if (fault !== undefined) faults.push(fault);
    }
    return [...faults, ...this.#fileFaults()];
  }

  /** Checks and runs. Resolves when there is a result, a fault, or it was cancelled. */
  async start(): Promise<void> {
    if (this.#stop !== undefined) return;
    this.cancelQuiet();
    const faults = this.check();
    this.faults.set(faults);
    if (faults.length > 0) return;
    const stop = new AbortController();
    this.#stop = stop;
    rememberTool(this.tool.id);
    const startedAt = performance.now();
    try {
      const form = this.form.value;
      await this.#runParts(form, stop.signal);
    } catch (error) {
      this.#fail(error, stop.signal, performance.now() - startedAt);
    } finally {
      this.#stop = undefined;
    }
  }

  /**
   * Runs where nothing is wrong, without a word until there is an answer; tells whether it came to its end. A busy service, or none, is
   * not worth a word either: whoever wants to know runs.
   */
  async startQuietly(reduced?: ReducedForm): Promise<boolean> {
    const isPossible = this.check().length === 0 && partsOf(this.tool, this.form.value).length <= 1;
    if (this.#stop !== undefined || !isPossible) return false;
    const stop = new AbortController();
    this.#stopQuiet = stop;
    const [startedAt, form] = [performance.now(), this.form.value];
    try {
      const reply = await sendRun(this.tool.run.path, await runBody(this.tool, reduced?.form ?? form), stop.signal);
      const ms = performance.now() - startedAt;
      if (stop.signal.aborted) return false;
      if ('answer' in reply) {
        this.faults.set([]);
        this.run.set({ phase: 'done', answer: reply.answer, ms, form, refused: [], reduced });
      } else if (reply.status !== BUSY_STATUS && reduced?.isOfCopy(reply.message) !== true) {
        const field = fieldOf(reply.message, reply.code, this.tool, []);
        const fault = { code: reply.code, message: reply.message, field };
        this.run.set({ phase: 'failed', fault, answer: reply.text, ms });
      }
    } catch {
      // The next key has cancelled it, or the service does not answer.
    }
    return !stop.signal.aborted;
  }

  /** Ends a run that nobody has asked for. */
  cancelQuiet(): void {
    this.#stopQuiet?.abort();
    this.#stopQuiet = undefined;
  }

  /** Ends the run, also on the service: it ends the work when the caller goes away. */
  cancel(): void {
    this.#stop?.abort();
  }

  /** Does not wait for the countdown. */
  tryNow(): void {
    this.#tryNow?.();
  }

  /** One request after another. What is refused does not stop the others; where all are, the run has failed. */
  async #runParts(form: FormState, signal: AbortSignal): Promise<void> {
    const parts = partsOf(this.tool, form);
    const answers: RunAnswer[] = [];
    const refused: { readonly names: readonly string[]; readonly refusal: RunRefusal }[] = [];
    let ms = 0;
    for (const [index, part] of parts.entries()) {
      const body = await runBody(this.tool, part);
      const place = parts.length === 1 ? {} : { part: index + 1, parts: parts.length };
      const reply = await this.#askUntilTaken(body, signal, place);
      ms += reply.ms;
      if ('answer' in reply) answers.push(reply.answer);
      else refused.push({ names: part.files.map(({ name }) => name), refusal: reply });
    }
    const answer = joinAnswers(answers);
    const [first] = refused;
    if (answer !== undefined) {
      const told = refused.map(({ names, refusal }) => ({ names, message: refusal.message }));
      this.run.set({ phase: 'done', answer, ms, form, refused: told });
    } else if (first !== undefined) {
      const { code, message, text } = first.refusal;
      const fault = { code, message, field: fieldOf(message, code, this.tool, first.names) };
      this.faults.set([fault]);
      this.run.set({ phase: 'failed', fault, answer: text, ms });
    }
  }

  /** Sends a request, and again where the service is busy. */
  async #askUntilTaken(body: RunBody, signal: AbortSignal, place: { readonly part?: number; readonly parts?: number }) {
    for (let tried = 1; ; tried += 1) {
      const startedAt = performance.now();
      this.run.set({ phase: 'running', startedAt, ...place });
      const reply = await sendRun(this.tool.run.path, body, signal, (progress) => {
        this.run.set({ phase: 'running', startedAt, progress, ...place });
      });
      const isBusy = 'status' in reply && reply.status === BUSY_STATUS;
      if (!isBusy || tried >= BUSY.tries) return { ...reply, ms: performance.now() - startedAt };
      const pauseMs = pauseBefore(tried + 1, BUSY, reply.retryAfter, Math.random());
      this.run.set({ phase: 'waiting', untilAt: performance.now() + pauseMs, tried });
      await this.#pause(pauseMs, signal);
    }
  }

  #pause(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        this.#tryNow = undefined;
        resolve();
      };
      const onAbort = (): void => {
        end();
        reject(signal.reason);
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener('abort', onAbort);
      this.#tryNow = end;
    });
  }

  #fail(error: unknown, signal: AbortSignal, ms: number): void {
    if (signal.aborted) {
      this.run.set({ phase: 'cancelled', ms });
      return;
    }
    const detail = error instanceof Error ? error.message : 'unknown';
    const fault: Fault = {
      code: 'UNREACHABLE',
      message: words.faults.connection(detail),
      field: { kind: 'run' },
    };
    this.faults.set([fault]);
    this.run.set({ phase: 'failed', fault, ms });
  }

  #replace(form: FormState): void {
    const before = this.form.value;
    const isEmpty = isSameForm(before, { text: '', options: defaultValues(this.tool.options), files: [] });
    this.form.set(form);
    this.replaced.set(isEmpty || isSameForm(before, form) ? undefined : before);
    this.lostFiles.set([]);
    this.faults.set([]);
    this.run.set({ phase: 'idle' });
  }

  #change(part: Partial<FormState>, field: Field): void {
    this.form.set({ ...this.form.value, ...part });
    this.replaced.set(undefined);
    this.#dropFaults((fault) => isSameField(fault.field, field));
  }

  #dropFaults(isGone: (fault: Fault) => boolean): void {
    const left = this.faults.value.filter((fault) => !isGone(fault));
    if (left.length !== this.faults.value.length) this.faults.set(left);
  }

  /** An option that is over its bounds is told while it is typed. */
  #checkAgain(field: { readonly kind: 'option'; readonly name: string }): void {
    const fault = this.#optionFault(field.name, this.form.value.options[field.name]);
    if (fault !== undefined) this.faults.set([...this.faults.value, fault]);
  }

  #optionFault(name: string, value: OptionValue | undefined): Fault | undefined {
    const option = this.tool.options.find((known) => known.name === name);
    if (option === undefined || value === undefined) return undefined;
    const fault = optionFault(optionSchema(option), value);
    if (fault === undefined) return undefined;
    return { code: 'INVALID_INPUT', message: `Option "${name}" must ${fault}`, field: { kind: 'option', name } };
  }

  #fileFaults(): FileFault[] {
    const rule = this.tool.files;
    if (rule === null) return [];
    const { files, options } = this.form.value;
    const faults: FileFault[] = [];
    const count = fileCountFault({ ...rule, max: mostFiles(this.tool, options) }, files.length);
    if (count !== undefined) faults.push({ code: count.code, message: count.message, field: { kind: 'files' } });
    for (const [index, { name }] of files.entries()) {
      const fault = fileFault(this.tool.id, rule, name, `files[${index}]`);
      if (fault !== undefined)
        faults.push({ code: fault.code, message: fault.message, field: { kind: 'files', index } });
    }
    const sizes = files.map(({ blob }) => blob.size);
    // In several requests each file has to fit into one.
    const most = worksOnEach(this.tool, options) ? Math.max(0, ...sizes) : sizes.reduce((sum, size) => sum + size, 0);
    const size = filesSizeFault(this.tool.limits.files_bytes, most);
    if (size !== undefined) faults.push({ code: size.code, message: size.message, field: { kind: 'files' } });
    return faults;
  }
}

const blobOf = (base64: string, type: string): Blob => new Blob([fromBase64(base64)], { type });

/** The sessions of this document, the last used at the end. Each may hold files, so only a few are kept. */
const sessions = new Map<string, Session>();
const MAX_SESSIONS = 5;

export function sessionOf(tool: PageTool): Session {
  const session = sessions.get(tool.id) ?? new Session(tool);
  sessions.delete(tool.id);
  sessions.set(tool.id, session);
  for (const [id, old] of sessions) {
    if (sessions.size <= MAX_SESSIONS) break;
    old.cancel();
    old.keep();
    sessions.delete(id);
  }
  return session;
}

// The last that a page hears before a reload, and before a phone puts it away for good.
if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', () => {
    for (const session of sessions.values()) session.keep();
  });
}
