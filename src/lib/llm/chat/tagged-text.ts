import type { CallPart, ChatLosses, ChatPart } from './conversation.js';
import { callInJson, spacedJson, textPart } from './parts.js';

/**
 * Tokens and tags that templates give a meaning. In contents they get a zero width space behind their `<`, which readers take out
 * again: no tokenizer takes them for structure then, and nothing is lost.
 */
const MARK = '\u200b';
const SPECIAL = /<(\u200b*)(\|[A-Za-z0-9_]{1,40}\||\/?(?:think|tool_call|tool_response)>)/g;

/** Content without special tokens; told where it had some. */
export function neutral(text: string, place: string, losses: ChatLosses): string {
  const made = text.replace(SPECIAL, `<${MARK}$1$2`);
  if (made !== text)
    losses.tell(
      place,
      'special tokens in its content got a zero width space behind "<", so that they are not taken for structure',
    );
  return made;
}

/** What `neutral` was made from. */
export const restored = (text: string): string =>
  text.replace(SPECIAL, (_, marks: string, token: string) => `<${marks.slice(1)}${token}`);

export const thinkingText = (text: string): string => `<think>\n${text}\n</think>\n\n`;

/** The thinking at the start of an answer, and what follows it. */
export function splitThinking(text: string): { readonly thinking: readonly ChatPart[]; readonly rest: string } {
  const [start] = /^\s*<think>\n?/.exec(text) ?? [];
  const end = start === undefined ? -1 : text.indexOf('</think>', start.length);
  if (start === undefined || end < 0) return { thinking: [], rest: text };
  const thought = text.slice(start.length, end).replace(/\n$/, '');
  const rest = text.slice(end + '</think>'.length).replace(/^(?:\r?\n){0,2}/, '');
  return { thinking: thought.trim() === '' ? [] : [{ type: 'thinking', text: restored(thought) }], rest };
}

export const callText = ({ name, args }: CallPart): string =>
  `<tool_call>\n{"name": ${JSON.stringify(name)}, "arguments": ${spacedJson(args)}}\n</tool_call>`;

/** Pieces between tags of one name, and what is around them. */
export function splitTags(
  text: string,
  tag: 'tool_call' | 'tool_response',
): readonly { readonly isInside: boolean; readonly text: string }[] {
  const pieces: { isInside: boolean; text: string }[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf(`<${tag}>`, at);
    const end = start < 0 ? -1 : text.indexOf(`</${tag}>`, start);
    if (end < 0) break;
    pieces.push({ isInside: false, text: text.slice(at, start) });
    pieces.push({ isInside: true, text: text.slice(start + tag.length + 2, end) });
    at = end + tag.length + 3;
  }
  pieces.push({ isInside: false, text: text.slice(at) });
  return pieces;
}

/** An answer: thinking, texts and calls in tags. A line break around tags belongs to them. */
export function readTagged(text: string): readonly ChatPart[] {
  const { thinking, rest } = splitThinking(text);
  const pieces = splitTags(rest, 'tool_call');
  const parts = pieces.flatMap(({ isInside, text: piece }, index): readonly ChatPart[] => {
    const call = isInside ? callInJson(piece) : undefined;
    if (call !== undefined) return [call];
    const whole = isInside ? `<tool_call>${piece}</tool_call>` : piece;
    const start = !isInside && index > 0 && whole.startsWith('\n') ? 1 : 0;
    const end = !isInside && index < pieces.length - 1 && whole.endsWith('\n') ? whole.length - 1 : whole.length;
    return end <= start ? [] : [textPart(restored(whole.slice(start, end)))];
  });
  return [...thinking, ...parts];
}
