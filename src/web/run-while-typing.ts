import { useEffect } from 'preact/hooks';

import type { PageTool } from '../core/pages.js';

import { canReduce, reducedForm } from './preview/reduced-copy.js';
import type { FormFile, FormState, Session } from './session.js';
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

/** Larger images are not sent with every change: only a smaller copy is, where it shows the same. */
const MAX_IMAGE_BYTES = 6 * 2 ** 20;

const isQuick = ({ class: toolClass }: PageTool): boolean => toolClass === 'standard' || toolClass === 'native';

/** Tools whose result on an image is shown with every change of an option. */
export const previewsImages = (tool: PageTool): boolean =>
  isQuick(tool) && tool.family === 'image' && tool.input === 'none' && tool.files?.min === 1;

/** Tools of texts and images that are quick; models and the network are asked only when somebody says so. */
export const canRunWhileTyping = (tool: PageTool): boolean =>
  (isQuick(tool) && tool.input !== 'none') || previewsImages(tool);

/** Whether a form is quick to run: a text of moderate length without files, or one moderate image. */
function isSmall(tool: PageTool, { text, files }: FormState): boolean {
  const [file, ...others] = files;
  if (file === undefined) return text !== '' && text.length <= MAX_CHARACTERS;
  return previewsImages(tool) && others.length === 0 && file.blob.size <= MAX_IMAGE_BYTES;
}

/** The image of a form, where it is too large to be sent with every change. */
export function largeImage(tool: PageTool, { files }: FormState): FormFile | undefined {
  const [file, ...others] = files;
  const isLarge = file !== undefined && others.length === 0 && file.blob.size > MAX_IMAGE_BYTES;
  return previewsImages(tool) && isLarge ? file : undefined;
}

/** The key of the image that this browser could not decode. */
export const undecodedImage = new Store<number | undefined>(undefined);

async function runQuietly(session: Session): Promise<void> {
  const { tool, form } = session;
  const { value } = form;
  const isLarge = largeImage(tool, value) !== undefined;
  if (!isLarge && !isSmall(tool, value)) return;
  const [file] = value.files;
  if (file !== undefined && canReduce(tool, file, value.options)) {
    const reduced = await reducedForm(tool, value, file, isLarge);
    if (form.value !== value) return;
    undecodedImage.set(reduced === 'undecoded' ? file.key : undefined);
    // What many pixels become is seen on the copy at once; the image itself follows, unless it is large.
    if (typeof reduced === 'object' && !(await session.startQuietly(reduced))) return;
  }
  if (!isLarge) await session.startQuietly();
}

/** Runs some time after each change of a text, an option or an image, where nothing is wrong. */
export function useRunWhileTyping(session: Session): void {
  useEffect(() => {
    if (!canRunWhileTyping(session.tool)) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unfollow = session.form.follow(() => {
      clearTimeout(timer);
      session.cancelQuiet();
      if (runsWhileTyping.value) timer = setTimeout(() => void runQuietly(session), PAUSE_MS);
    });
    return () => {
      clearTimeout(timer);
      unfollow();
    };
  }, [session]);
}
