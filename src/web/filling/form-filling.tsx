import { useState } from 'preact/hooks';

import { lazy } from '../lazy.js';
import { fileKind } from '../results/file-kinds.js';
import type { Session } from '../session.js';
import { useStore } from '../store.js';
import { words } from '../words/words.js';

/** The tool whose text is the values of a form. */
export const FILLING_TOOL = 'fill-pdf-form';

const FormPages = lazy(async () => (await import('./form-pages.js')).FormPages);

/** The pages of a PDF with its fields, to be filled in where they are; nothing where no PDF is uploaded, or its values are. */
export function FormFilling({ session }: { readonly session: Session }) {
  const { files, options } = useStore(session.form);
  const [isOpen, setIsOpen] = useState(false);
  const [file, ...others] = files;
  if (file === undefined || others.length > 0 || fileKind(file.mime, file.name) !== 'pdf') return null;
  return (
    <div class="pointing filling">
      <button
        type="button"
        class="button small"
        aria-expanded={isOpen}
        aria-controls="filling"
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? words.filling.hide : words.filling.open}
      </button>
      <div id="filling" hidden={!isOpen}>
        {isOpen && <FormPages key={file.key} session={session} file={file} password={String(options.password ?? '')} />}
      </div>
    </div>
  );
}
