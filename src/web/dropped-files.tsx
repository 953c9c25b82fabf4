import { useEffect, useRef } from 'preact/hooks';

import type { PageIndexTool } from '../core/pages.js';
import { toolsForFile } from './compatible.js';
import { fetchTool } from './data.js';
import { Icon } from './icons.js';
import { go, toolPath } from './router.js';
import { type FormFile, formFile, sessionOf } from './session.js';
import { words } from './words/words.js';

/** The tools that take all of these files together: those that name their formats first. */
export function toolsForFiles(tools: readonly PageIndexTool[], files: readonly FormFile[]): readonly PageIndexTool[] {
  const names = [...new Set(files.map(({ name }) => name))];
  const fitting = names.reduce<readonly PageIndexTool[]>((left, name) => toolsForFile(left, name, ''), tools);
  return fitting.filter((tool) => tool.files !== null && files.length <= tool.files.max);
}

/** Goes to a tool with the files in its form. */
export async function openWith(id: string, files: readonly FormFile[]): Promise<void> {
  const tool = await fetchTool(id);
  if (tool !== undefined) sessionOf(tool).addFiles(files);
  await go(toolPath(id));
}

interface DroppedFilesProps {
  readonly files: readonly FormFile[];
  /** How many tools take them. */
  readonly count: number;
  readonly onFiles: (files: readonly FormFile[]) => void;
}

/** Files dropped on the catalog, or chosen: what can be done with them is listed. */
export function DroppedFiles({ files, count, onFiles }: DroppedFilesProps) {
  const picker = useRef<HTMLInputElement>(null);
  const take = (list: FileList | null | undefined) => {
    const taken = [...(list ?? [])].map((file) => formFile(file, file.name));
    if (taken.length > 0) onFiles(taken);
  };
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const onDragOver = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      take(event.dataTransfer?.files);
    };
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onDragOver);
      window.removeEventListener('drop', onDrop);
    };
  }, [onFiles]);
  const [first] = files;
  return (
    <p class="dropped" role="status">
      {first === undefined ? (
        <>
          <button type="button" class="text-button" onClick={() => picker.current?.click()}>
            <Icon name="upload" size={14} />
            {words.catalog.startFromFile}
          </button>
          <span class="hint">{words.catalog.orDrop}</span>
        </>
      ) : (
        <>
          <b>{files.length === 1 ? first.name : words.common.files(files.length)}</b>
          <span>{count === 0 ? words.catalog.noneTakes : words.catalog.canTake(count, files.length)}</span>
          <button type="button" class="text-button" onClick={() => onFiles([])}>
            {words.catalog.forgetFiles(files.length)}
          </button>
        </>
      )}
      <input
        ref={picker}
        class="hidden-input"
        type="file"
        multiple
        tabIndex={-1}
        aria-label={words.catalog.startFromFileLabel}
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          currentTarget.value = '';
        }}
      />
    </p>
  );
}
