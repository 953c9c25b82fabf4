import type { JSX } from 'preact';

import { Scroller } from './scroller.js';

/** Strings, comments, numbers and the words of the languages that are shown; linear, since no part repeats another. */
const TOKENS =
  /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(#[^\n]*|(?<![:\w])\/\/[^\n]*)|\b(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)\b|\b(import|from|const|await|for|of|in|def|return|with|as|async|true|false|null|True|False|None|print|printf|base64|curl|tr)\b/g;

const KINDS = ['string', 'comment', 'number', 'word'] as const;
/** Longer texts are shown in one colour. */
const MAX_COLOURED = 60_000;

interface CodeViewProps {
  readonly text: string;
  readonly label: string;
  readonly wraps?: boolean;
}

/** Code or JSON with a little colour. */
export const CodeView = ({ text, label, wraps = false }: CodeViewProps) => (
  <Scroller kind="code" label={label}>
    <pre class={wraps ? 'wraps' : undefined}>{text.length > MAX_COLOURED ? text : coloured(text)}</pre>
  </Scroller>
);

function coloured(text: string): (string | JSX.Element)[] {
  const parts: (string | JSX.Element)[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKENS)) {
    const kind = KINDS[match.slice(1).findIndex((group) => group !== undefined)];
    parts.push(text.slice(end, match.index), <span class={`token-${kind}`}>{match[0]}</span>);
    end = match.index + match[0].length;
  }
  parts.push(text.slice(end));
  return parts;
}
