import { useEffect, useState } from 'preact/hooks';

import { Icon } from '../icons.js';
import { Scroller } from '../scroller.js';
import { counted, sizeText } from '../units.js';
import { readZipDirectory, type ZipEntry } from './zip-directory.js';

const MAX_ROWS = 500;

/** What is in an archive. */
export function ZipView({ name, blob }: { readonly name: string; readonly blob: Blob }) {
  const [entries, setEntries] = useState<readonly ZipEntry[] | undefined | 'reading'>('reading');
  useEffect(() => {
    void blob.arrayBuffer().then((buffer) => setEntries(readZipDirectory(new Uint8Array(buffer))));
  }, [blob]);
  if (entries === 'reading') return <p class="hint">Reading…</p>;
  if (entries === undefined) return <p class="hint">The contents of this archive cannot be read.</p>;
  return (
    <div class="table-view">
      <Scroller kind="table" label={`Contents of ${name}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col" class="number-cell">
                Size
              </th>
              <th scope="col" class="number-cell">
                Packed
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.slice(0, MAX_ROWS).map((entry) => (
              <tr key={entry.name}>
                <td>
                  {entry.isEncrypted && (
                    <>
                      <Icon name="lock" size={13} /> <span class="hidden-words">encrypted</span>
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
      <p class="hint">{counted(entries.length, 'entry').replace('entrys', 'entries')}</p>
    </div>
  );
}
