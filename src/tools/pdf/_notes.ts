/** Notes that many tools of PDF share. */

/** Of tools that work on each upload separately. */
export const SEVERAL_FILES =
  'Each file is processed separately. With several files, one that fails is reported in "files" and the others are still processed.';

/** Of tools whose result of one file is its text. */
export const SEVERAL_TEXTS =
  'One file gives its text. Several give an output file each and a report in "data"; one that fails does not spoil the others.';

/** Of tools with option `password` that write a PDF. */
export const NOT_ENCRYPTED =
  'An encrypted PDF opens with "password", the same for all files. The result is not encrypted: use protect-pdf to encrypt it again.';

/** Of tools that change a file. */
export const SIGNATURES =
  'Digital signatures become invalid, and restrictions set with an owner password are dropped; "warnings" says so.';
