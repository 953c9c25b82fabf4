import { useState } from 'preact/hooks';

import { Icon } from '../icons.js';
import { forgetPipeline, savedPipelines, savePipeline } from './saved-pipelines.js';

interface SavedListProps {
  /** The steps as they are now. */
  readonly steps: string;
  readonly onOpen: (steps: string) => void;
}

/** Pipelines with a name, kept in this browser: saved, opened, removed. */
export function SavedList({ steps, onOpen }: SavedListProps) {
  const [saved, setSaved] = useState(savedPipelines);
  const [name, setName] = useState('');
  const [said, setSaid] = useState('');
  const save = () => {
    const title = name.trim();
    if (title === '') return;
    setSaid(savePipeline(title, steps) ? `“${title}” saved` : 'It could not be saved: the storage is full or off');
    setSaved(savedPipelines());
    setName('');
  };
  const remove = (title: string) => {
    forgetPipeline(title);
    setSaved(savedPipelines());
    setSaid(`“${title}” removed`);
  };
  if (steps === '' && saved.length === 0) return null;
  return (
    <div class="saved-pipelines">
      {saved.length > 0 && (
        <ul aria-label="Saved pipelines">
          {saved.map((pipeline) => (
            <li key={pipeline.name}>
              <button type="button" class="button small" onClick={() => onOpen(pipeline.steps)}>
                {pipeline.name}
              </button>
              <button
                type="button"
                class="icon-button"
                aria-label={`Remove ${pipeline.name}`}
                onClick={() => remove(pipeline.name)}
              >
                <Icon name="close" size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {steps !== '' && (
        <div class="save-pipeline">
          <input
            type="text"
            aria-label="Name to save this pipeline under"
            placeholder="Name to save it under"
            maxLength={60}
            autocomplete="off"
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
              event.preventDefault();
              save();
            }}
          />
          <button type="button" class="button small" disabled={name.trim() === ''} onClick={save}>
            Save in this browser
          </button>
        </div>
      )}
      <p class="hidden-words" role="status">
        {said}
      </p>
    </div>
  );
}
