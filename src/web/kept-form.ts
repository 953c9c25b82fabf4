import type { PageTool } from '../core/pages.js';

import { isSecret, isSteps, type OptionValue } from './options.js';
import type { FormState } from './session.js';
import { withoutSecrets } from './steps/known-tools.js';

/** What of a form outlives a reload of the page, in this tab alone: all but files, of which the names are left, and secrets. */
export interface KeptForm {
  readonly text: string;
  readonly options: Readonly<Record<string, OptionValue>>;
  readonly fileNames: readonly string[];
}

const keyOf = (id: string): string => `form:${id}`;

/** Keeps a form, or forgets it where nothing is filled in. */
export function keepForm({ id, options }: PageTool, form: FormState): void {
  const chosen = options.filter((option) => !isSecret(option) && form.options[option.name] !== option.default);
  const kept: KeptForm = {
    text: form.text,
    options: Object.fromEntries(
      chosen.map((option) => {
        const value = form.options[option.name] ?? '';
        return [option.name, isSteps(option) ? withoutSecrets(String(value)) : value];
      }),
    ),
    fileNames: form.files.map(({ name }) => name),
  };
  const isEmpty = kept.text === '' && chosen.length === 0 && kept.fileNames.length === 0;
  try {
    if (isEmpty) sessionStorage.removeItem(keyOf(id));
    else sessionStorage.setItem(keyOf(id), JSON.stringify(kept));
  } catch {
    // Storage is full or switched off: the form is lost, as without it.
  }
}

/** The form that was kept, as far as it still fits the tool. */
export function keptForm({ id, options }: PageTool): KeptForm | undefined {
  try {
    const { text, options: values, fileNames } = JSON.parse(sessionStorage.getItem(keyOf(id)) ?? '') as KeptForm;
    if (typeof text !== 'string' || !Array.isArray(fileNames)) return undefined;
    const known = options.filter(({ name, type }) => typeof values[name] === type);
    return { text, options: Object.fromEntries(known.map(({ name }) => [name, values[name] ?? ''])), fileNames };
  } catch {
    // Nothing is kept, or it is not ours.
    return undefined;
  }
}
