import { useState } from 'preact/hooks';

import { Icon } from '../icons.js';
import { Scroller } from '../scroller.js';
import { words } from '../words/words.js';

/** More text than this is drawn only when it is asked for: laying out a megabyte takes a second. */
const MAX_DRAWN = 100_000;

/** Shorter texts fit a line. */
const SHORT_LINE = 60;

/** A text with lines that can be broken or not. */
export function LongText({ text, label }: { readonly text: string; readonly label: string }) {
  const [isWrapped, setIsWrapped] = useState(true);
  const [isWhole, setIsWhole] = useState(false);
  const isCut = !isWhole && text.length > MAX_DRAWN;
  const canWrap = text.length > SHORT_LINE;
  return (
    <div class="long-text">
      <Scroller kind="code" label={label}>
        <pre class={isWrapped ? 'wraps' : undefined}>
          {text === '' ? <span class="nothing">{words.result.empty}</span> : isCut ? text.slice(0, MAX_DRAWN) : text}
        </pre>
      </Scroller>
      <div class="text-foot">
        {canWrap && (
          <button type="button" class="text-button" aria-pressed={isWrapped} onClick={() => setIsWrapped(!isWrapped)}>
            <Icon name="wrap" size={14} />
            {words.result.wrapLines}
          </button>
        )}
        {isCut && (
          <button type="button" class="text-button" onClick={() => setIsWhole(true)}>
            {words.result.showAll(text.length)}
          </button>
        )}
      </div>
    </div>
  );
}
