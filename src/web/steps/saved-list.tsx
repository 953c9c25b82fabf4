import { useState } from 'preact/hooks';

import { Icon } from '../icons.js';
import { words } from '../words/words.js';
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
    setSaid(savePipeline(title, steps) ? words.steps.saved(title) : words.steps.notSaved);
    setSaved(savedPipelines());
    setName('');
  };
  const remove = (title: string) => {
    forgetPipeline(title);
    setSaved(savedPipelines());
    setSaid(words.steps.removed(title));
  };
  if (steps === '' && saved.length === 0) return null;
  return (
    <div class="saved-pipelines">
      {saved.length > 0 && (
        <ul aria-label={words.steps.savedList}>
          {saved.map((pipeline) => (
            <li key={pipeline.name}>
              <button type="button" class="button small" onClick={() => onOpen(pipeline.steps)}>
                {pipeline.name}
              </button>
              <button
                type="button"
                class="icon-button"
                aria-label={words.common.remove(pipeline.name)}
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
            aria-label={words.steps.nameLabel}
            placeholder={words.steps.namePlaceholder}
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
            {words.steps.save}
          </button>
        </div>
      )}
      <p class="hidden-words" role="status">
        {said}
      </p>
    </div>
  );
}
