import { useEffect, useState } from 'preact/hooks';

import { Icon } from '../icons.js';
import { Scroller } from '../scroller.js';
import { sizeText } from '../units.js';
import { words } from '../words/words.js';
import { readZipDirectory, type ZipEntry } from './zip-directory.js';

const MAX_ROWS = 500;

/** What is in an archive. */
export function ZipView({ name, blob }: { readonly name: string; readonly blob: Blob }) {
  const [entries, setEntries] = useState<readonly ZipEntry[] | undefined | 'reading'>('reading');
  useEffect(() => {
    void blob.arrayBuffer().then((buffer) => setEntries(readZipDirectory(new Uint8Array(buffer))));
  }, [blob]);
  if (entries === 'reading') return <p class="hint">{words.common.reading}</p>;
  if (entries === undefined) return <p class="hint">{words.result.archiveLost}</p>;
  return (
    <div class="table-view">
      <Scroller kind="table" label={words.result.contentsOf(name)}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.result.entryName}</th>
              <th scope="col" class="number-cell">
                {words.result.entrySize}
              </th>
              <th scope="col" class="number-cell">
                {words.result.entryPacked}
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.slice(0, MAX_ROWS).map((entry) => (
              <tr key={entry.name}>
                <td>
                  {entry.isEncrypted && (
                    <>
                      <Icon name="lock" size={13} /> <span class="hidden-words">{words.result.encrypted}</span>
                    </>
                  )}
                  {entry.name}
                </td>
                <td class="number-cell">{sizeText(entry.size)}</td>
                <td class="number-cell">{sizeText(entry.packedSize)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
      <p class="hint">{words.result.entries(entries.length)}</p>
    </div>
  );
}
