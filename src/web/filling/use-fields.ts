import { useEffect, useState } from 'preact/hooks';

import { runBody, sendRun } from '../run.js';
import type { FormFile } from '../session.js';
import { toolOfStep } from '../steps/known-tools.js';
import { english, words } from '../words/words.js';
import type { FormField } from './form-values.js';

const FIELDS_TOOL = 'pdf-form-fields';
/** After the last key of a password. */
const PAUSE_MS = 400;

export type FieldsState =
  | { readonly phase: 'asking' }
  | { readonly phase: 'failed'; readonly message: string; readonly lang?: string | undefined }
  | { readonly phase: 'known'; readonly fields: readonly FormField[] };

/** The fields of a PDF, by the names and options that the service takes. */
export function useFields(file: FormFile, password: string): FieldsState {
  const [state, setState] = useState<FieldsState>({ phase: 'asking' });
  useEffect(() => {
    const stop = new AbortController();
    setState({ phase: 'asking' });
    const ask = () =>
      askFields(file, password, stop.signal).then(
        (next) => {
          if (!stop.signal.aborted) setState(next);
        },
        () => {
          if (!stop.signal.aborted) setState({ phase: 'failed', message: words.common.lost });
        },
      );
    const timer = setTimeout(() => void ask(), password === '' ? 0 : PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [file, password]);
  return state;
}

async function askFields(file: FormFile, password: string, signal: AbortSignal): Promise<FieldsState> {
  const tool = await toolOfStep(FIELDS_TOOL);
  if (tool === undefined) return { phase: 'failed', message: words.filling.notHere };
  const body = await runBody(tool, { text: '', options: { password }, files: [file] });
  const reply = await sendRun(tool.run.path, body, signal);
  if (!('answer' in reply)) return { phase: 'failed', message: reply.message, lang: english };
  // As its declaration says.
  const { files } = reply.answer.data as { readonly files: readonly { readonly fields?: readonly FormField[] }[] };
  return { phase: 'known', fields: files[0]?.fields ?? [] };
}
