import { useMemo, useState } from 'preact/hooks';

import { FileBadge } from '../form/files-field.js';
import { Icon } from '../icons.js';
import type { ReturnedFile } from '../run.js';
import type { FormFile, FormState, Session } from '../session.js';
import { changeText, sizeText } from '../units.js';
import { words } from '../words/words.js';
import { saveBlob } from './blob-url.js';
import { type FileKind, fileKind } from './file-kinds.js';
import { FileView } from './file-view.js';
import { UseFileMenu } from './hand-over.js';
import { KaraokeView } from './lazy-views.js';

interface ResultFilesProps {
  readonly session: Session;
  readonly files: readonly ReturnedFile[];
  readonly form: FormState;
  readonly isPreview: boolean;
}

/** Rows that are drawn at once. */
const STEP = 50;
/** So many files are open at first. */
const OPEN_FILES = 1;

/** The files of a result, each to look at, to save, or to give to another tool. */
export function ResultFiles({ session, files, form, isPreview }: ResultFilesProps) {
  const [shown, setShown] = useState(STEP);
  const sound = form.files.find(({ name, mime }) => ['audio', 'video'].includes(fileKind(mime, name)));
  const timed = files.find(({ name }) => name.endsWith('.vtt'));
  const [isLost, setIsLost] = useState(false);
  const saveAll = async () => {
    try {
      const { zipOf } = await import('./save-all.js');
      saveBlob(await zipOf(files), `${session.tool.id}.zip`);
      setIsLost(false);
    } catch {
      // The part that packs could not be fetched.
      setIsLost(true);
    }
  };
  return (
    <div class="result-files">
      {sound !== undefined && timed !== undefined && <KaraokeView media={sound} subtitles={timed} />}
      {files.length > 1 && !isPreview && (
        <div class="all-files">
          <button type="button" class="button small" onClick={() => void saveAll()}>
            <Icon name="download" size={15} />
            {words.result.saveAll(files.length)}
          </button>
          {isLost && <span class="hint">{words.common.lost}.</span>}
        </div>
      )}
      <ul class="result-list">
        {files.slice(0, shown).map((file, index) => (
          <FileItem
            key={index}
            session={session}
            file={file}
            form={form}
            isPreview={isPreview}
            before={files.length === form.files.length ? form.files[index] : undefined}
            isOpenAtFirst={index < OPEN_FILES && timed === undefined}
          />
        ))}
      </ul>
      {files.length > shown && (
        <button type="button" class="text-button" onClick={() => setShown(shown + 4 * STEP)}>
          {words.common.showMoreOf(files.length)}
        </button>
      )}
    </div>
  );
}

interface FileItemProps {
  readonly session: Session;
  readonly file: ReturnedFile;
  readonly form: FormState;
  readonly isPreview: boolean;
  /** The upload it was made from, where each has one result. */
  readonly before: FormFile | undefined;
  readonly isOpenAtFirst: boolean;
}

/** The upload, where there was just one: whatever came of it was made from it. */
const onlyFile = ({ files }: FormState): FormFile | undefined => (files.length === 1 ? files[0] : undefined);

/** ` · 92 % smaller` of a file made from another of its kind. */
function savingOf(file: ReturnedFile, kind: FileKind, before: FormFile | undefined): string {
  if (before === undefined || fileKind(before.mime, before.name) !== kind) return '';
  if (!['picture', 'pdf'].includes(kind)) return '';
  const change = changeText(before.blob.size, file.size);
  return change === '' ? '' : ` · ${change}`;
}

function FileItem({ session, file, form, isPreview, before, isOpenAtFirst }: FileItemProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const blob = useMemo(() => file.blob(), [file]);
  const kind: FileKind = fileKind(file.mime, file.name);
  // Some names tell sizes, which are those of the copy.
  const name = (isPreview ? onlyFile(form)?.name : undefined) ?? file.name;
  return (
    <li class="result-file">
      <div class="result-row">
        <FileBadge name={name} mime={file.mime} blob={blob} />
        <span class="file-name">
          <span class="file-title">{name}</span>
          <span class="file-size">
            {isPreview ? '' : `${sizeText(file.size)}${savingOf(file, kind, before)} · `}
            {file.mime}
          </span>
        </span>
        <div class="bar-buttons">
          {kind !== 'other' && (
            <button type="button" class="button small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              <Icon name="eye" size={15} />
              {isOpen ? words.common.hide : words.common.show} <span class="hidden-words">{name}</span>
            </button>
          )}
          {!isPreview && (
            <>
              <button type="button" class="button small" onClick={() => saveBlob(blob, file.name)}>
                <Icon name="download" size={15} />
                {words.common.save} <span class="hidden-words">{file.name}</span>
              </button>
              <UseFileMenu session={session} file={file} />
            </>
          )}
        </div>
      </div>
      {isOpen && kind !== 'other' && (
        <FileView kind={kind} name={name} blob={blob} before={before ?? onlyFile(form)} isPreview={isPreview} />
      )}
    </li>
  );
}
