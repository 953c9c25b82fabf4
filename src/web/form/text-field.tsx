import { useRef } from 'preact/hooks';

import { INPUT_CHARACTERS } from '../../core/limits.js';
import { countCodePoints } from '../../lib/unicode/code-points.js';
import type { Session } from '../session.js';
import { useStore } from '../store.js';
import { numberText } from '../units.js';
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
  const readFile = async (file: File | undefined) => {
    if (file !== undefined) session.setText(await file.text());
  };
  return (
    <div class="field">
      <div class="field-head">
        <label class="label" for="input">
          Text {isOptional && <span class="optional">may be empty</span>}
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
        onInput={({ currentTarget }) => session.setText(currentTarget.value)}
      />
      <p id="input-count" class={length > INPUT_CHARACTERS ? 'hint over' : 'hint'}>
        {numberText(length)} of {numberText(INPUT_CHARACTERS)} characters
      </p>
      <FieldFault id="input-fault" faults={faults} />
    </div>
  );
}
