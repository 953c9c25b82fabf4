import { LimitFault } from '../faults.js';

const MAX_MESSAGES = 10_000;

/** Whether a file is a mailbox of messages, one after another, each behind a line `From ` (RFC 4155). */
export const isMailbox = (text: string): boolean => /^From [^\r\n]{0,500}\r?\n[\x21-\x39\x3b-\x7e]{1,100}:/.test(text);

/** The messages of a mailbox; lines that were escaped as `>From ` are freed. Throws LimitFault beyond 10,000. */
export function splitMailbox(text: string): string[] {
  const messages: string[] = [];
  let start = endOfLine(text, 0);
  for (const match of text.matchAll(/\r?\n\r?\nFrom [^\r\n]*\d[^\r\n]*(?:\r?\n|$)/g)) {
    messages.push(text.slice(start, match.index + 1));
    if (messages.length === MAX_MESSAGES)
      throw new LimitFault(`it has more than ${MAX_MESSAGES} messages`, MAX_MESSAGES);
    start = match.index + match[0].length;
  }
  messages.push(text.slice(start));
  return messages.map((message) => message.replace(/^>(>*From )/gm, '$1'));
}

const endOfLine = (text: string, from: number): number => {
  const feed = text.indexOf('\n', from);
  return feed < 0 ? text.length : feed + 1;
};
