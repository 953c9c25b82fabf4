import { useState } from 'preact/hooks';

import { CopyButton } from '../copy-button.js';
import type { Session } from '../session.js';
import { UseTextMenu } from './hand-over.js';
import { JsonTree } from './json-tree.js';
import { ResultBar } from './result-bar.js';
import { LongText, SaveTextButton } from './text-view.js';

const meaningsOf = ({ tool }: Session): ReadonlyMap<string, string> =>
  new Map(tool.data.map(({ path, description }) => [path, description]));

interface JsonViewProps {
  readonly session: Session;
  readonly data: unknown;
  readonly text: string;
  readonly name: string;
  readonly mime: string;
}

/** A JSON result as a tree, or as the text it came as. */
export function JsonView({ session, data, text, name, mime }: JsonViewProps) {
  // A tool that gives plain texts too makes texts: they are shown as they are written.
  const [isTree, setIsTree] = useState(!session.tool.gives.includes('text'));
  return (
    <>
      <ResultBar title="Data">
        <span class="segments small">
          {[true, false].map((tree) => (
            <label key={String(tree)} class="segment">
              <input type="radio" name="data-form" checked={tree === isTree} onChange={() => setIsTree(tree)} />
              <span>{tree ? 'Tree' : 'JSON'}</span>
            </label>
          ))}
        </span>
        <CopyButton of="the JSON" text={() => text} />
        <SaveTextButton text={text} name={name} mime={mime} />
        <UseTextMenu session={session} text={text} />
      </ResultBar>
      {isTree ? (
        <div class="tree-box">
          <JsonTree value={data} meanings={meaningsOf(session)} />
        </div>
      ) : (
        <LongText text={text} label="The JSON" />
      )}
    </>
  );
}
