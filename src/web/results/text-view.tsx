import { useMemo, useState } from 'preact/hooks';

import { countCodePoints } from '../../lib/unicode/code-points.js';
import { CopyButton } from '../copy-button.js';
import { Icon } from '../icons.js';
import type { Session } from '../session.js';
import { words } from '../words/words.js';
import { saveBlob } from './blob-url.js';
import { DiffView } from './diff-view.js';
import { fileKind } from './file-kinds.js';
import { UseTextMenu } from './hand-over.js';
import { LongText } from './long-text.js';
import { PictureView } from './picture-view.js';
import { ResultBar } from './result-bar.js';
import { TableView } from './table-view.js';

interface TextViewProps {
  readonly session: Session;
  readonly text: string;
  readonly name: string;
  readonly mime: string;
}

/** What a text is looked at as, where it is more than a text. */
type Look = 'Table' | 'Changes' | 'Image';

/** Longer texts are shown as they are. */
const MAX_LOOKED_AT = 5_000_000;

function lookOf(text: string, name: string, mime: string): Look | undefined {
  if (text === '' || text.length > MAX_LOOKED_AT) return undefined;
  const kind = fileKind(mime, name);
  if (kind === 'csv') return 'Table';
  if (kind === 'picture') return 'Image';
  return /\.(?:diff|patch)$/i.test(name) ? 'Changes' : undefined;
}

/** A text result: to look at, read, copy, save, or give to another tool. */
export function TextView({ session, text, name, mime }: TextViewProps) {
  const look = lookOf(text, name, mime);
  const [isPlain, setIsPlain] = useState(false);
  const isLooked = look !== undefined && !isPlain;
  return (
    <>
      <ResultBar title={words.result.text} detail={textSize(text)}>
        {look !== undefined && (
          <span class="segments small">
            {([look, 'Text'] as const).map((choice) => (
              <label key={choice} class="segment">
                <input
                  type="radio"
                  name="text-form"
                  checked={(choice === 'Text') === isPlain}
                  onChange={() => setIsPlain(choice === 'Text')}
                />
                <span>{words.result.looks[choice]}</span>
              </label>
            ))}
          </span>
        )}
        <CopyButton of={words.result.ofText} text={() => text} />
        <SaveTextButton text={text} name={name} mime={mime} />
        <UseTextMenu session={session} text={text} />
      </ResultBar>
      {!isLooked && <LongText text={text} label={words.result.theText} />}
      {isLooked && look === 'Table' && <TableView text={text} name={name} />}
      {isLooked && look === 'Changes' && <DiffView text={text} label={words.result.theChanges} />}
      {isLooked && look === 'Image' && <DrawnText text={text} name={name} mime={mime} />}
    </>
  );
}

/** An SVG: as an image it runs no scripts and fetches nothing. */
function DrawnText({ text, name, mime }: Omit<TextViewProps, 'session'>) {
  const blob = useMemo(() => new Blob([text], { type: mime }), [text, mime]);
  return <PictureView name={name} blob={blob} before={undefined} />;
}

export const SaveTextButton = ({ text, name, mime }: Omit<TextViewProps, 'session'>) => (
  <button type="button" class="button small" onClick={() => saveBlob(new Blob([text], { type: mime }), name)}>
    <Icon name="download" size={15} />
    {words.common.save} <span class="hidden-words">{name}</span>
  </button>
);

function textSize(text: string): string {
  const lines = text === '' ? 0 : text.split('\n').length;
  return words.result.textSize(countCodePoints(text), lines);
}
