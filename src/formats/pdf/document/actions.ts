import { PdfDict, PdfName, type PdfValue } from '../syntax/objects.js';
import type { PdfDocument } from './document.js';

/** What a kind of action does, as far as somebody may want to be without it (ISO 32000-2, table 201). */
export type ActionRisk = 'script' | 'link' | 'action';

const RISKS: Readonly<Record<string, ActionRisk>> = {
  JavaScript: 'script',
  URI: 'link',
  Launch: 'action',
  SubmitForm: 'action',
  ImportData: 'action',
  GoToR: 'action',
  GoToE: 'action',
  GoToDp: 'action',
  Thread: 'action',
  Sound: 'action',
  Movie: 'action',
  Rendition: 'action',
  RichMediaExecute: 'action',
};

/** An entry that only an action of this kind has: it tells actions from structure elements, which have an entry `S` too. */
const TELLTALES: Readonly<Record<string, readonly string[]>> = {
  JavaScript: ['JS'],
  URI: ['URI'],
  Launch: ['F', 'Win', 'Mac', 'Unix'],
  SubmitForm: ['F'],
  ImportData: ['F'],
  GoToR: ['F'],
  GoToE: ['T', 'F'],
  GoToDp: ['Dp'],
  Thread: ['F', 'D'],
  Sound: ['Sound'],
  Movie: ['Annotation', 'T', 'Operation'],
  Rendition: ['R', 'AN', 'OP', 'JS'],
  RichMediaExecute: ['CMD', 'TA'],
};

/** The risk of a dictionary that is an action; `undefined` for a harmless one and for what is none. */
export function riskOf(document: PdfDocument, dict: PdfDict): ActionRisk | undefined {
  const kind = document.get(dict, 'S');
  if (!(kind instanceof PdfName) || !Object.hasOwn(RISKS, kind.value)) return undefined;
  const type = document.getName(dict, 'Type');
  if (type !== undefined && type !== 'Action') return undefined;
  const isAction = type === 'Action' || TELLTALES[kind.value]?.some((key) => dict.has(key));
  return isAction ? RISKS[kind.value] : undefined;
}

/** Longest chain of actions that is followed. */
const MAX_CHAIN = 100;

/**
 * An action and those that follow it (`Next`) without the risky ones; `undefined` where none is left. `remove` says which go, and
 * is told of each. An array is a destination and stays.
 */
export function withoutActions(
  document: PdfDocument,
  value: PdfValue | undefined,
  remove: (risk: ActionRisk, action: PdfDict) => boolean,
  depth = 0,
): PdfValue | undefined {
  const action = document.resolve(value);
  if (!(action instanceof PdfDict)) return value;
  const following = depth < MAX_CHAIN ? remaining(document, action.get('Next'), remove, depth) : [];
  const risk = riskOf(document, action);
  if (risk === undefined || !remove(risk, action)) {
    if (following.length === 0) action.delete('Next');
    else action.set('Next', following.length === 1 ? (following[0] ?? null) : following);
    return value;
  }
  // What the action says must be gone even where something else still refers to it.
  action.clear();
  const [first, ...others] = following;
  if (first === undefined || others.length === 0) return first;
  const leader = document.resolve(first);
  if (leader instanceof PdfDict && !leader.has('Next')) leader.set('Next', others);
  return first;
}

function remaining(
  document: PdfDocument,
  next: PdfValue | undefined,
  remove: (risk: ActionRisk, action: PdfDict) => boolean,
  depth: number,
): PdfValue[] {
  if (next === undefined) return [];
  const list = document.resolve(next);
  return (Array.isArray(list) ? list : [next]).flatMap((item) => {
    const kept = withoutActions(document, item, remove, depth + 1);
    return kept === undefined || document.resolve(kept) === null ? [] : [kept];
  });
}
