import { useRef, useState } from 'preact/hooks';

import { INPUT_CHARACTERS } from '../../core/limits.js';
import type { PageTool } from '../../core/pages.js';
import { countCodePoints } from '../../lib/unicode/code-points.js';
import { formFile, type Session } from '../session.js';
import { useStore } from '../store.js';
import { numberText, sizeText } from '../units.js';
import { FieldFault } from './field-fault.js';

/** A field that grows with its text is laid out twice and more: measured at 1.8 s instead of 0.5 s for a megabyte of lines. */
const BIG_CHARACTERS = 20_000;

/** The text that a tool works on, with its length as the service counts it. */
export function TextField({ session }: { readonly session: Session }) {
  const { text } = useStore(session.form);
  const faults = useStore(session.faults).filter(({ field }) => field.kind === 'input');
  const picker = useRef<HTMLInputElement>(null);
  const { tool } = session;
  const isOptional = tool.input === 'optional' && tool.files === null;
  const length = countCodePoints(text);
  const [tooLong, setTooLong] = useState('');
  const readFile = async (file: File | undefined) => {
    if (file === undefined) return;
    const fault = await textFileFault(file);
    setTooLong(fault);
    if (fault === '') session.setText(await file.text());
  };
  return (
    <div class="field">
      <div class="field-head">
        <label class="label" for="input">
          Text {isOptional && <span class="optional">optional</span>}
        </label>
        <span class="tools">
          {tool.files === null && (
            <button type="button" class="text-button" onClick={() => picker.current?.click()}>
              From a file
            </button>
          )}
          {text !== '' && (
            <button type="button" class="text-button" onClick={() => session.setText('')}>
              Clear text
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
      <textarea
        id="input"
        class={text.length > BIG_CHARACTERS ? 'text-area big' : 'text-area'}
        spellcheck={false}
        autocomplete="off"
        placeholder="Type or paste"
        value={text}
        aria-invalid={faults.length > 0}
        aria-describedby="input-count input-fault"
        onInput={({ currentTarget }) => {
          setTooLong('');
          session.setText(currentTarget.value);
        }}
        onPaste={(event) => {
          const pasted = event.clipboardData?.getData('text/plain') ?? '';
          // A field with millions of characters stops the page for a minute; as a file it can be longer, too.
          if (pasted.length <= INPUT_CHARACTERS) return;
          event.preventDefault();
          if (takesTextFiles(tool))
            session.addFiles([formFile(new Blob([pasted], { type: 'text/plain' }), 'pasted.txt')]);
          else setTooLong(tooLongText(`What was pasted has ${numberText(pasted.length)} characters`));
        }}
      />
      <p id="input-count" class={length > INPUT_CHARACTERS ? 'hint over' : 'hint'}>
        {numberText(length)} of {numberText(INPUT_CHARACTERS)} characters
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

/** UTF-8 takes at most so many bytes for a character: what has more bytes is too long, whatever it holds. */
const CHARACTER_BYTES = 4;

const tooLongText = (what: string): string => `${what}; a text may have ${numberText(INPUT_CHARACTERS)}.`;

/** Why a file cannot be the text, in words; empty where it can. A large one is not even read. */
async function textFileFault(file: File): Promise<string> {
  if (file.size > CHARACTER_BYTES * INPUT_CHARACTERS)
    return `“${file.name}” has ${sizeText(file.size)}: more than the ${numberText(INPUT_CHARACTERS)} characters that a text may have.`;
  const length = countCodePoints(await file.text());
  return length > INPUT_CHARACTERS ? tooLongText(`“${file.name}” has ${numberText(length)} characters`) : '';
}

const takesTextFiles = ({ files }: PageTool): boolean =>
  files !== null && (files.formats.includes('*') || files.formats.includes('.txt'));
