import { useState } from 'preact/hooks';

import { countCodePoints } from '../../lib/unicode/code-points.js';
import { CopyButton } from '../copy-button.js';
import { Icon } from '../icons.js';
import { Scroller } from '../scroller.js';
import type { Session } from '../session.js';
import { counted } from '../units.js';
import { saveBlob } from './blob-url.js';
import { UseTextMenu } from './hand-over.js';
import { ResultBar } from './result-bar.js';

interface TextViewProps {
  readonly session: Session;
  readonly text: string;
  readonly name: string;
  readonly mime: string;
}

/** A text result: to read, copy, save, or give to another tool. */
export function TextView({ session, text, name, mime }: TextViewProps) {
  return (
    <>
      <ResultBar title="Text" detail={textSize(text)}>
        <CopyButton of="the text" text={() => text} />
        <SaveTextButton text={text} name={name} mime={mime} />
        <UseTextMenu session={session} text={text} />
      </ResultBar>
      <LongText text={text} label="The text" />
    </>
  );
}

export const SaveTextButton = ({ text, name, mime }: Omit<TextViewProps, 'session'>) => (
  <button type="button" class="button small" onClick={() => saveBlob(new Blob([text], { type: mime }), name)}>
    <Icon name="download" size={15} />
    Save <span class="hidden-words">{name}</span>
  </button>
);

function textSize(text: string): string {
  const lines = text === '' ? 0 : text.split('\n').length;
  const characters = counted(countCodePoints(text), 'character');
  return lines > 1 ? `${characters}, ${counted(lines, 'line')}` : characters;
}

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
          {text === '' ? <span class="nothing">Empty</span> : isCut ? text.slice(0, MAX_DRAWN) : text}
        </pre>
      </Scroller>
      <div class="text-foot">
        {canWrap && (
          <button type="button" class="text-button" aria-pressed={isWrapped} onClick={() => setIsWrapped(!isWrapped)}>
            <Icon name="wrap" size={14} />
            Wrap lines
          </button>
        )}
        {isCut && (
          <button type="button" class="text-button" onClick={() => setIsWhole(true)}>
            Show all {counted(text.length, 'character')}
          </button>
        )}
      </div>
    </div>
  );
}
