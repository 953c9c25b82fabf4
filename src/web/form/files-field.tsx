import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

import { extensionOf } from '../../core/files.js';
import type { PageTool } from '../../core/pages.js';
import { mostFiles } from '../batches.js';
import { Icon } from '../icons.js';
import { formatName, withCapital } from '../names.js';
import { useBlobUrl } from '../results/blob-url.js';
import { fileKind } from '../results/file-kinds.js';
import { type FormFile, formFile, type Session } from '../session.js';
import { useStore } from '../store.js';
import { sizeText } from '../units.js';
import { words } from '../words/words.js';
import { FieldFault } from './field-fault.js';

const MAX_NAMED_FORMATS = 12;

interface FilesFieldProps {
  readonly session: Session;
  /** Beside a text that stands first. */
  readonly isCompact: boolean;
}

/** The files of a run: dropped, pasted or picked; put in order where their order counts. */
export function FilesField({ session, isCompact }: FilesFieldProps) {
  const { files } = useStore(session.form);
  const faults = useStore(session.faults).filter(({ field }) => field.kind === 'files');
  const [isOver, setIsOver] = useState(false);
  const [said, setSaid] = useState('');
  const picker = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLOListElement>(null);
  /** The button to focus after the list has been drawn: moving an element takes its focus away. */
  const focusNext = useRef<string>(undefined);
  const rule = session.tool.files;
  const isInstead = isCompact && session.tool.input !== 'required';

  const lost = useStore(session.lostFiles);
  usePastedFiles(session);
  useLayoutEffect(() => {
    const selector = focusNext.current;
    if (selector === undefined) return;
    focusNext.current = undefined;
    const button = list.current?.querySelector<HTMLElement>(selector) ?? picker.current;
    button?.focus();
  });
  if (rule === null) return null;

  const add = (added: FileList | null | undefined) => {
    const taken = [...(added ?? [])].map((file) => formFile(file, file.name));
    if (taken.length === 0) return;
    session.addFiles(taken);
    setSaid(words.files.added(taken.length));
  };
  const move = (from: number, to: number) => {
    const moved = files[from];
    if (moved === undefined || to < 0 || to >= files.length) return;
    const next = files.filter((_, index) => index !== from);
    next.splice(to, 0, moved);
    session.setFiles(next);
    setSaid(words.files.nowNumber(moved.name, to + 1, files.length));
  };
  const remove = (index: number) => {
    session.setFiles(files.filter((_, at) => at !== index));
    const neighbour = files[index + 1] ?? files[index - 1];
    focusNext.current = neighbour === undefined ? 'none' : `[data-remove="${neighbour.key}"]`;
    setSaid(words.files.removed(files[index]?.name ?? ''));
  };
  const total = files.reduce((sum, { blob }) => sum + blob.size, 0);
  const isWrong = faults.length > 0;
  const most = mostFiles(session.tool, session.form.value.options);
  const hasOrder = most > 1;

  return (
    <div class="field">
      <div class="field-head">
        <span class="label" id="files-label">
          {fieldName(most, isInstead)}
          {rule.min === 0 && !isInstead && <span class="optional"> {words.form.optional}</span>}
        </span>
        {files.length > 0 && (
          <span class="tools">
            <button type="button" class="text-button" onClick={() => session.setFiles([])}>
              {files.length === 1 ? words.common.removeIt : words.common.removeAll}
            </button>
          </span>
        )}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a place to drop files on; the picker inside does the same by keyboard. */}
      <div
        class={`drop${isCompact ? ' compact' : ''}${isOver ? ' over' : ''}${files.length > 0 ? ' filled' : ''}${isWrong ? ' bad' : ''}`}
        onDragOver={(event) => {
          if (!event.dataTransfer?.types.includes('Files')) return;
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          setIsOver(false);
          if (!event.dataTransfer?.types.includes('Files')) return;
          event.preventDefault();
          add(event.dataTransfer.files);
        }}
      >
        {files.length > 0 && (
          <ol class="files" ref={list}>
            {files.map((file, index) => (
              <FileRow
                key={file.key}
                file={file}
                index={index}
                count={files.length}
                hasOrder={hasOrder}
                isBad={faults.some(({ field }) => field.kind === 'files' && field.index === index)}
                onMove={(to, button) => {
                  focusNext.current = `[data-${button}="${file.key}"]:not(:disabled), [data-remove="${file.key}"]`;
                  move(index, to);
                }}
                onDropRow={move}
                onRemove={() => remove(index)}
              />
            ))}
          </ol>
        )}
        <label class="drop-label">
          <Icon name="upload" size={files.length > 0 || isCompact ? 18 : 24} />
          <span>
            <span class="drop-act">{dropAct(most, files.length)}</span>
            {files.length === 0 && <span class="drop-more">{words.files.dropHere(most)}</span>}
          </span>
          <input
            ref={picker}
            id="files"
            class="hidden-input"
            type="file"
            multiple={hasOrder}
            accept={rule.formats.includes('*') ? '' : rule.formats.join(',')}
            aria-label={dropAct(most, files.length)}
            aria-invalid={isWrong}
            aria-describedby="files-hint files-fault"
            onChange={({ currentTarget }) => {
              add(currentTarget.files);
              // So that the same file can be picked again.
              currentTarget.value = '';
            }}
          />
        </label>
      </div>
      {lost.length > 0 && (
        <p class="lost-files" role="status">
          {words.files.lost(lost.length, lost.join(', '))}
        </p>
      )}
      <p class="hint" id="files-hint">
        {filesHint(session.tool, most)}
        {files.length > 0 && <span class="total">{sizeText(total)}</span>}
      </p>
      <p class="hidden-words" role="status">
        {said}
      </p>
      <FieldFault id="files-fault" faults={faults} />
    </div>
  );
}

/** A file can stand for the text where that may be empty; otherwise it comes beside it. */
function fieldName(max: number, isInstead: boolean): string {
  const { file, files, orFile, orFiles } = words.files;
  if (isInstead) return max === 1 ? orFile : orFiles;
  return max === 1 ? file : files;
}

function dropAct(max: number, count: number): string {
  const { choose, chooseAnother, chooseSeveral, add } = words.files;
  if (max === 1) return count === 0 ? choose : chooseAnother;
  return count === 0 ? chooseSeveral : add;
}

/** `Up to 20 files · PDF · 20 MB in all`. */
function filesHint({ files, limits }: PageTool, max: number): string {
  if (files === null) return '';
  const { min, formats } = files;
  const names = formats.map(formatName);
  const shown = names.length > MAX_NAMED_FORMATS ? [...names.slice(0, MAX_NAMED_FORMATS), words.files.andMore] : names;
  const count = max === 1 ? [] : [countHint(min, max)];
  return withCapital([...count, shown.join(', '), sizeHint(files.max, max, limits.files_bytes)].join(' · '));
}

function countHint(min: number, max: number): string {
  if (min === max) return words.common.files(max);
  return min > 1 ? words.files.between(min, max) : words.files.upTo(max);
}

/** `inRequest`: files that one request may have; more are sent in several. */
function sizeHint(inRequest: number, max: number, bytes: number): string {
  const size = sizeText(bytes);
  if (max > inRequest)
    return inRequest === 1 ? words.files.sentOneByOne(size) : words.files.sentAtATime(inRequest, size);
  return max === 1 ? size : words.files.inTotal(size);
}

/** Files pasted anywhere on the page, such as a screenshot. Text is left to the field it is pasted into. */
function usePastedFiles(session: Session): void {
  useEffect(() => {
    const onPaste = ({ clipboardData }: ClipboardEvent) => {
      const files = [...(clipboardData?.files ?? [])];
      if (session.tool.files !== null && files.length > 0) {
        session.addFiles(files.map((file) => formFile(file, file.name)));
      }
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [session]);
}

interface FileRowProps {
  readonly file: FormFile;
  readonly index: number;
  readonly count: number;
  readonly hasOrder: boolean;
  readonly isBad: boolean;
  readonly onMove: (to: number, button: 'up' | 'down') => void;
  readonly onDropRow: (from: number, to: number) => void;
  readonly onRemove: () => void;
}

const ROW_TYPE = 'application/x-file-row';

function FileRow({ file, index, count, hasOrder, isBad, onMove, onDropRow, onRemove }: FileRowProps) {
  const [isTarget, setIsTarget] = useState(false);
  const canMove = hasOrder && count > 1;
  return (
    <li
      class={`file-row${isBad ? ' bad' : ''}${isTarget ? ' target' : ''}`}
      draggable={canMove}
      onDragStart={(event) => event.dataTransfer?.setData(ROW_TYPE, String(index))}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes(ROW_TYPE)) return;
        event.preventDefault();
        setIsTarget(true);
      }}
      onDragLeave={() => setIsTarget(false)}
      onDrop={(event) => {
        setIsTarget(false);
        const from = event.dataTransfer?.getData(ROW_TYPE) ?? '';
        if (from === '') return;
        event.preventDefault();
        event.stopPropagation();
        onDropRow(Number(from), index);
      }}
    >
      {canMove && (
        <span class="grip" aria-hidden="true">
          <Icon name="grip" size={16} />
        </span>
      )}
      <FileBadge name={file.name} mime={file.mime} blob={file.blob} />
      <span class="file-name">
        <span class="file-title">{file.name}</span>
        <span class="file-size">{sizeText(file.blob.size)}</span>
      </span>
      {canMove && (
        <>
          <button
            type="button"
            class="icon-button"
            data-up={file.key}
            disabled={index === 0}
            aria-label={words.common.moveUp(file.name)}
            onClick={() => onMove(index - 1, 'up')}
          >
            <Icon name="up" size={16} />
          </button>
          <button
            type="button"
            class="icon-button"
            data-down={file.key}
            disabled={index === count - 1}
            aria-label={words.common.moveDown(file.name)}
            onClick={() => onMove(index + 1, 'down')}
          >
            <Icon name="down" size={16} />
          </button>
        </>
      )}
      <button
        type="button"
        class="icon-button"
        data-remove={file.key}
        aria-label={words.common.remove(file.name)}
        onClick={onRemove}
      >
        <Icon name="close" size={16} />
      </button>
    </li>
  );
}

/** The picture itself, small, where the browser can show it; else the file's ending. */
export function FileBadge({ name, mime, blob }: { readonly name: string; readonly mime: string; readonly blob: Blob }) {
  const [isShown, setIsShown] = useState(fileKind(mime, name) === 'picture');
  const url = useBlobUrl(blob);
  if (isShown && url !== undefined) {
    return <img class="badge" src={url} alt="" onError={() => setIsShown(false)} />;
  }
  const ending = extensionOf(name);
  return (
    <span class="badge" aria-hidden="true">
      {ending === '' || ending.length > 6 ? <Icon name="file" /> : formatName(ending)}
    </span>
  );
}
