import { useEffect } from 'preact/hooks';

import { INPUT_CHARACTERS } from '../../core/limits.js';
import { formFile, type Session } from '../session.js';

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;

/** Takes the files of a drop; whether there are any. */
export function takeDropped(session: Session, event: DragEvent): boolean {
  if (!hasFiles(event)) return false;
  const files = [...(event.dataTransfer?.files ?? [])];
  const [first] = files;
  if (session.tool.files !== null) session.addFiles(files.map((file) => formFile(file, file.name)));
  else if (session.tool.input !== 'none' && first !== undefined && first.size <= INPUT_CHARACTERS)
    void first.text().then((text) => session.setText(text));
  return true;
}

/**
 * Files dropped anywhere on the page belong to the form: beside the drop zone the browser would open them and leave the page. A tool
 * that takes text only reads a text file that is not too long.
 */
export function useDrops(session: Session): void {
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const onDrop = (event: DragEvent) => {
      // The drop zone has taken it.
      if (event.defaultPrevented || !hasFiles(event)) return;
      event.preventDefault();
      takeDropped(session, event);
    };
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onDragOver);
      window.removeEventListener('drop', onDrop);
    };
  }, [session]);
}
