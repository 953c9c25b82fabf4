import type { ComponentType, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import { INPUT_CHARACTERS } from '../../core/limits.js';
import type { PageTool } from '../../core/pages.js';
import { countCodePoints } from '../../lib/unicode/code-points.js';
import type { CodeEditorProps, Selected } from '../editor/code-editor.js';
import { fitsEditor, placeIn, textLanguage } from '../editor/languages.js';
import { formFile, type Session } from '../session.js';
import { useStore } from '../store.js';
import { sizeText } from '../units.js';
import { words } from '../words/words.js';
import { FieldFault } from './field-fault.js';
import { takeDropped } from './use-drops.js';

/** A field that grows with its text is laid out twice and more: measured at 1.8 s instead of 0.5 s for a megabyte of lines. */
const BIG_CHARACTERS = 20_000;

/** The text that a tool works on, with its length as the service counts it. */
export function TextField({ session }: { readonly session: Session }) {
  const { text, options } = useStore(session.form);
  const faults = useStore(session.faults).filter(({ field }) => field.kind === 'input');
  const picker = useRef<HTMLInputElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const { tool } = session;
  const isOptional = tool.input === 'optional' && tool.files === null;
  const length = countCodePoints(text);
  const [tooLong, setTooLong] = useState('');
  const language = fitsEditor(text) ? textLanguage(tool, options) : undefined;
  const leftAt = useRef<Selected>(undefined);
  const editor = useEditor(area, leftAt, language !== undefined, text !== '');
  const [find, setFind] = useState<() => void>();
  const isCode = editor !== undefined && language !== undefined;
  const readFile = async (file: File | undefined) => {
    if (file === undefined) return;
    const fault = await textFileFault(file);
    setTooLong(fault);
    if (fault === '') session.setText(await file.text());
  };
  const write = (written: string) => {
    setTooLong('');
    session.setText(written);
  };
  const takePasted = (event: ClipboardEvent): boolean => {
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    // A field with millions of characters stops the page for a minute; as a file it can be longer, too.
    if (pasted.length <= INPUT_CHARACTERS) return false;
    event.preventDefault();
    if (takesTextFiles(tool)) session.addFiles([formFile(new Blob([pasted], { type: 'text/plain' }), 'pasted.txt')]);
    else setTooLong(words.form.pastedTooLong(pasted.length, INPUT_CHARACTERS));
    return true;
  };
  return (
    <div class="field">
      <div class="field-head">
        <label class="label" id="input-label" for="input">
          {words.form.text} {isOptional && <span class="optional">{words.form.optional}</span>}
        </label>
        <span class="tools">
          {tool.files === null && (
            <button type="button" class="text-button" onClick={() => picker.current?.click()}>
              {words.form.fromFile}
            </button>
          )}
          {isCode && text !== '' && find !== undefined && (
            <button type="button" class="text-button" onClick={find}>
              {words.form.find}
            </button>
          )}
          {text !== '' && (
            <button type="button" class="text-button" onClick={() => session.setText('')}>
              {words.form.clearText}
            </button>
          )}
        </span>
      </div>
      <input
        ref={picker}
        type="file"
        hidden
        onChange={({ currentTarget }) => {
          void readFile(currentTarget.files?.[0]);
          currentTarget.value = '';
        }}
      />
      {isCode ? (
        <editor.View
          id="input"
          labelId="input-label"
          describedBy="input-keys input-count input-fault"
          text={text}
          language={language}
          isInvalid={faults.length > 0}
          place={faults.map(({ message }) => placeIn(message)).find((place) => place !== undefined)}
          selected={editor.selected}
          onText={write}
          onPaste={takePasted}
          onDrop={(event) => takeDropped(session, event)}
          onLeave={(left) => {
            leftAt.current = left;
          }}
          onReady={(opens) => setFind(() => opens)}
        />
      ) : (
        <textarea
          ref={area}
          id="input"
          class={text.length > BIG_CHARACTERS ? 'text-area big' : 'text-area'}
          spellcheck={false}
          autocomplete="off"
          placeholder={words.form.typeOrPaste}
          value={text}
          aria-invalid={faults.length > 0}
          aria-describedby="input-count input-fault"
          onInput={({ currentTarget }) => write(currentTarget.value)}
          onPaste={takePasted}
        />
      )}
      {isCode && (
        <p id="input-keys" class="hidden-words">
          {words.form.editorKeys}
        </p>
      )}
      <p id="input-count" class={length > INPUT_CHARACTERS ? 'hint over' : 'hint'}>
        {words.form.length(length, INPUT_CHARACTERS)}
      </p>
      {tooLong !== '' && (
        <p class="fault" role="alert">
          {tooLong}
        </p>
      )}
      <FieldFault id="input-fault" faults={faults} />
    </div>
  );
}

interface Editor {
  readonly View: ComponentType<CodeEditorProps>;
  readonly selected: Selected | undefined;
}

/** The editor for code, fetched when the field is used; what has been written, and where, goes along. */
function useEditor(
  area: RefObject<HTMLTextAreaElement | null>,
  leftAt: RefObject<Selected | undefined>,
  isWanted: boolean,
  isFilled: boolean,
): Editor | undefined {
  const [editor, setEditor] = useState<Editor>();
  useEffect(() => {
    const field = area.current;
    if (!isWanted) {
      // What is too long for it is written on in the plain field, at the same place.
      const left = leftAt.current;
      leftAt.current = undefined;
      if (left !== undefined) {
        field?.focus();
        field?.setSelectionRange(left.from, left.to);
      }
      setEditor(undefined);
      return;
    }
    if (field === null) return;
    const stop = new AbortController();
    const { signal } = stop;
    let isAsked = false;
    let isComposing = false;
    const noteComposing = (isNow: boolean) => {
      isComposing = isNow;
    };
    const fetchEditor = async () => {
      if (isAsked) return;
      isAsked = true;
      try {
        const { CodeEditor } = await import('../editor/code-editor.js');
        // A word that is being put together from several keys would be lost.
        if (isComposing)
          await new Promise((resolve) => field.addEventListener('compositionend', resolve, { once: true, signal }));
        if (signal.aborted) return;
        const hasFocus = document.activeElement === field;
        const selected = hasFocus ? { from: field.selectionStart, to: field.selectionEnd } : undefined;
        setEditor({ View: CodeEditor, selected });
      } catch {
        // The service is not responding: the plain field does as well.
        isAsked = false;
      }
    };
    field.addEventListener('compositionstart', () => noteComposing(true), { signal });
    field.addEventListener('compositionend', () => noteComposing(false), { signal });
    field.addEventListener('focus', () => void fetchEditor(), { signal });
    if (isFilled || document.activeElement === field) void fetchEditor();
    return () => stop.abort();
  }, [isWanted, isFilled]);
  return editor;
}

/** UTF-8 takes at most so many bytes for a character: what has more bytes is too long, whatever it holds. */
const CHARACTER_BYTES = 4;

/** Why a file cannot be the text, in words; empty where it can. A large one is not even read. */
async function textFileFault(file: File): Promise<string> {
  if (file.size > CHARACTER_BYTES * INPUT_CHARACTERS)
    return words.form.fileTooLarge(file.name, sizeText(file.size), INPUT_CHARACTERS);
  const length = countCodePoints(await file.text());
  return length > INPUT_CHARACTERS ? words.form.fileTooLong(file.name, length, INPUT_CHARACTERS) : '';
}

const takesTextFiles = ({ files }: PageTool): boolean =>
  files !== null && (files.formats.includes('*') || files.formats.includes('.txt'));
