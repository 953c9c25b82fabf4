import { useState } from 'preact/hooks';

import { CopyButton } from '../copy-button.js';
import type { Session } from '../session.js';
import { words } from '../words/words.js';
import { DataSheet } from './data-sheet.js';
import { UseTextMenu } from './hand-over.js';
import { JsonTree } from './json-tree.js';
import { LongText } from './long-text.js';
import { ResultBar } from './result-bar.js';
import { SaveTextButton } from './text-view.js';

const meaningsOf = ({ tool }: Session): ReadonlyMap<string, string> =>
  new Map(tool.data.map(({ path, description }) => [path, description]));

interface JsonViewProps {
  readonly session: Session;
  readonly data: unknown;
  readonly text: string;
  readonly name: string;
  readonly mime: string;
}

type Look = 'View' | 'Tree' | 'JSON';

/** Data that its tool has declared is read; a tool that gives plain texts too makes texts, which are shown as they are written. */
function firstLook({ tool }: Session, data: unknown): Look {
  if (hasView({ tool }, data)) return 'View';
  return tool.gives.includes('text') ? 'JSON' : 'Tree';
}

/** Keys that the caller's content has made are a tree. */
const hasView = ({ tool }: Pick<Session, 'tool'>, data: unknown): boolean =>
  typeof data === 'object' && data !== null && tool.data.some(({ path }) => path !== '*' && !path.startsWith('*.'));

/** A JSON result to be read, as a tree, or as the text it came as. */
export function JsonView({ session, data, text, name, mime }: JsonViewProps) {
  const [look, setLook] = useState(() => firstLook(session, data));
  const looks: readonly Look[] = hasView(session, data) ? ['View', 'Tree', 'JSON'] : ['Tree', 'JSON'];
  return (
    <>
      <ResultBar title={words.result.data}>
        <span class="segments small">
          {looks.map((choice) => (
            <label key={choice} class="segment">
              <input type="radio" name="data-form" checked={choice === look} onChange={() => setLook(choice)} />
              <span>{words.result.looks[choice]}</span>
            </label>
          ))}
        </span>
        <CopyButton of={words.result.ofJson} text={() => text} />
        <SaveTextButton text={text} name={name} mime={mime} />
        <UseTextMenu session={session} text={text} />
      </ResultBar>
      {look === 'View' && <DataSheet value={data} meanings={meaningsOf(session)} />}
      {look === 'Tree' && (
        <div class="tree-box">
          <JsonTree value={data} meanings={meaningsOf(session)} />
        </div>
      )}
      {look === 'JSON' && <LongText text={text} label={words.result.theJson} />}
    </>
  );
}
