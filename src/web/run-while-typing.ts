import { useEffect } from 'preact/hooks';

import type { PageTool } from '../core/pages.js';

import type { Session } from './session.js';
import { Store } from './store.js';

const KEY = 'run-while-typing';
const OFF = 'off';

/** After the last key, before a run: short enough to seem at once, long enough to finish a word. */
const PAUSE_MS = 400;
/** Longer texts are not sent with every word. */
const MAX_CHARACTERS = 100_000;

function isStoredOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== OFF;
  } catch {
    // Storage is switched off: as for somebody who has not chosen.
    return true;
  }
}

/** Whether results follow what is typed; remembered by this browser. */
export const runsWhileTyping = new Store(isStoredOn());

export function setRunsWhileTyping(isOn: boolean): void {
  runsWhileTyping.set(isOn);
  try {
    if (isOn) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, OFF);
  } catch {
    // Storage is switched off: the choice holds for this page.
  }
}

/** Tools of texts that are quick; models and the network are asked only when somebody says so. */
export const canRunWhileTyping = ({ input, class: toolClass }: PageTool): boolean =>
  input !== 'none' && (toolClass === 'standard' || toolClass === 'native');

/** Runs some time after each change of a text or an option, where nothing is wrong and no file is sent. */
export function useRunWhileTyping(session: Session): void {
  useEffect(() => {
    if (!canRunWhileTyping(session.tool)) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unfollow = session.form.follow(() => {
      clearTimeout(timer);
      session.cancelQuiet();
      const { text, files } = session.form.value;
      if (!runsWhileTyping.value || text === '' || text.length > MAX_CHARACTERS || files.length > 0) return;
      timer = setTimeout(() => void session.startQuietly(), PAUSE_MS);
    });
    return () => {
      clearTimeout(timer);
      unfollow();
    };
  }, [session]);
}
