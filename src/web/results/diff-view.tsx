import { useState } from 'preact/hooks';

import { Scroller } from '../scroller.js';
import { words } from '../words/words.js';

/** Lines that are drawn at once. */
const STEP = 2000;

/** What a line of a unified diff is, by how it begins; the first that fits. */
const KINDS = [
  ['place', /^(?:@@|diff |index |--- |\+\+\+ )/],
  ['added', /^\+/],
  ['removed', /^-/],
] as const;

const kindOf = (line: string): string => KINDS.find(([, begins]) => begins.test(line))?.[0] ?? 'same';

/** A unified diff, its added and removed lines coloured. */
export function DiffView({ text, label }: { readonly text: string; readonly label: string }) {
  const [shown, setShown] = useState(STEP);
  const lines = text.replace(/\n$/, '').split('\n');
  return (
    <div class="long-text">
      <Scroller kind="code" label={label}>
        <pre class="diff wraps">
          {lines.slice(0, shown).map((line, index) => (
            <span key={index} class={`diff-line ${kindOf(line)}`}>
              {line}
              {'\n'}
            </span>
          ))}
        </pre>
      </Scroller>
      {lines.length > shown && (
        <div class="text-foot">
          <button type="button" class="text-button" onClick={() => setShown(shown + 5 * STEP)}>
            {words.common.showMoreLines(lines.length)}
          </button>
        </div>
      )}
    </div>
  );
}
